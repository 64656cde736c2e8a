"""Tries to get past the door."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import InputError
from graphmem.extraction.admit import admit, admit_facts
from graphmem.model.ids import uid
from graphmem.model.workspace import Part, ProposedWorkspace, Quote, Reference
from tests.unit.extraction.talk import (
    ANA,
    BEN,
    PEOPLE,
    SPACE,
    TULIPS,
    TURNS,
    admitted,
    answer,
    chunk,
    context,
    entity,
    question,
    quote,
    reason,
    role,
    turn,
)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"evidence": (quote("D7:1", "I planted"),)}, "no turn 'D7:1'"),
        ({"evidence": (TULIPS, quote("D7:1", "I planted"))}, "no turn 'D7:1'"),
        ({"evidence": (TULIPS, context("D7:1", "I planted"))}, "no turn 'D7:1'"),
        ({"evidence": (quote(" D1:1", "I planted"),)}, "no turn"),
        ({"evidence": (quote("D1:1", "I planted fifty tulips"),)}, "does not stand"),
        ({"evidence": (TULIPS, context("D1:2", "Do you like tulips?"))}, "does not stand"),
        ({"evidence": (context("D1:1", "I planted forty tulips"),)}, "context only"),
        ({"evidence": (quote("D1:2", "Lovely!"),)}, "spoken by Ben, not by Ana"),
        ({"evidence": (TULIPS, quote("D1:2", "Lovely!"))}, "spoken by Ben, not by Ana"),
        ({"speaker": "Ben"}, "spoken by Ana, not by Ben"),
        ({"speaker": "Carla"}, "'Carla' does not take part"),
        ({"speaker": ""}, "does not take part"),
        ({"speaker": "An"}, "does not take part"),
        ({"speaker": "person:0"}, "does not take part"),
        ({"evidence": (quote("D1:2", "a red guitar"),), "speaker": "Ben"}, "in the text of D1:2"),
        ({"evidence": (quote("D1:1", "tulips", field="caption"),)}, "in the caption of D1:1"),
        ({"evidence": (quote("D1:1", "…"),)}, "has no word"),
        ({"evidence": (quote("D1:1", " "),)}, "has no word"),
        ({"evidence": (quote("D1:1", "!"),)}, "has no word"),
        ({"evidence": (quote("D1:1", "lip"),)}, "does not stand"),
        ({"evidence": (quote("D1:1", "I plant"),)}, "does not stand"),
        ({"evidence": (quote("D1:1", "forty tulips", start=0),)}, "at 0"),
        ({"evidence": (quote("D1:1", "I planted", start=-1),)}, "at -1"),
        ({"evidence": (quote("D1:1", "helped!", start=-7),)}, "at -7"),
        ({"evidence": (quote("D1:1", "I planted", start=10_000),)}, "at 10000"),
        ({"evidence": (quote("D1:1", "yesterday. Lovely!"),)}, "does not stand"),
        ({"predicate": "?!"}, "no verb"),
        ({"predicate": "_"}, "no verb"),
        ({"predicate": "42"}, "no verb"),
        ({"text": "!?…"}, "no word"),
        ({"text": "Ana"}, "no verb"),
        ({"text": "Ana's"}, "no verb"),
        ({"text": "The forty tulips of Ana"}, "no verb"),
        ({"subject": Reference(name="?")}, "does not name its subject"),
        ({"subject": Reference(name="?"), "text": "She planted them"}, "not name its subject"),
        ({"text": "Ben planted forty tulips"}, "does not name its subject 'Ana'"),
        ({"text": "She planted forty tulips"}, "does not name its subject 'Ana'"),
        ({"text": "The tulips bloomed", "predicate": "bloom"}, "does not name its subject 'Ana'"),
        (
            {"subject": Reference(name="Zeus"), "text": "Zeus planted forty tulips"},
            "no turn of its evidence tells of 'Zeus'",
        ),
        (
            {"subject": Reference(name="unicorn", owner="Ana"), "text": "Ana's unicorn danced"},
            "no turn of its evidence tells of 'unicorn'",
        ),
    ],
)
def test_what_is_not_borne_out_is_refused_with_the_reason(
    changes: dict[str, Any], why: str
) -> None:
    assert why in reason(admitted(answer(**changes)))


def test_values_that_no_model_checked_are_checked_again() -> None:
    whole = answer().__dict__
    for changes, why in (
        ({"confidence": 1.5}, "confidence"),
        ({"confidence": float("nan")}, "confidence"),
        ({"worth": 3.5}, "worth"),
        ({"worth": float("nan")}, "worth"),
        ({"evidence": ()}, "context only"),
        ({"predicate": ""}, "no verb"),
        ({"text": ""}, "no word"),
    ):
        made = type(answer()).model_construct(**{**whole, **changes})
        proposed = ProposedWorkspace.model_construct(answers=(made,))
        admission = admit(proposed, chunk(), extracted_by="model")
        assert admission.workspace.answers == ()
        assert why in admission.rejected[0].reason


def test_a_quote_may_differ_in_case_space_and_quotation_marks_only() -> None:
    for given_text in ('MY "old" dog Rex helped', "my  “OLD” dog\nrex helped!"):
        (found,) = admitted(answer(evidence=(quote("D1:1", given_text),))).workspace.answers
        (place,) = found.evidence
        really = TURNS[0].text[place.start : place.end]
        assert really.startswith("My “old” dog Rex   helped")
    assert "does not stand" in reason(
        admitted(answer(evidence=(quote("D1:1", "My old dog Rex helped"),)))
    )


def test_a_pattern_is_no_quote() -> None:
    for pattern in (".*", "I .* tulips", "(I|we) planted", "[a-z]+", "\\w+ planted"):
        assert admitted(answer(evidence=(quote("D1:1", pattern),))).workspace.answers == ()


def test_a_start_tells_which_place_is_meant() -> None:
    turns = (turn("D1:1", "Ana", "I ran and ran."), turn("D1:2", "Ben", "Wow."))
    said = answer(
        text="Ana ran", predicate="run", object="", evidence=(quote("D1:1", "ran", start=10),)
    )
    (found,) = admitted(said, turns=turns).workspace.answers
    assert (found.evidence[0].start, found.evidence[0].end) == (10, 13)


def test_a_place_of_the_whole_turn_is_not_one_of_its_part() -> None:
    part = turn("D1:1", "Ana", "I planted forty tulips yesterday.", offset=200)
    said = answer(evidence=(quote("D1:1", "I planted", start=200),))
    assert "at 200" in reason(admitted(said, turns=(part,)))


def test_a_turn_of_another_conversation_is_no_evidence() -> None:
    strange = TURNS[0].model_copy(update={"uid": uid(SPACE, "turn", "c2", "D1:1")})
    with pytest.raises(InputError, match="not of conversation c1"):
        admit(ProposedWorkspace(answers=(answer(),)), chunk(strange), extracted_by="rules")
    with pytest.raises(InputError, match="not of conversation c2"):
        admit_facts(
            ProposedWorkspace(answers=(answer(),)),
            TURNS,
            space=SPACE,
            conversation_id="c2",
            people=PEOPLE,
            extracted_by="caller",
        )


def test_a_name_that_two_bear_needs_a_uid() -> None:
    people = (PEOPLE[0], PEOPLE[1].model_copy(update={"names": ("Ben", "Ana")}))
    both = chunk().model_copy(update={"people": people})
    proposed = ProposedWorkspace(
        answers=(answer(), answer(speaker=ANA, subject=Reference(name=ANA)))
    )
    admission = admit(proposed, both, extracted_by="rules")
    assert [one.subject_uid for one in admission.workspace.answers] == [ANA]
    assert "several participants" in admission.rejected[0].reason


def test_who_did_not_speak_there_did_not_ask_there() -> None:
    said = question(asked_by="Ben", evidence=(quote("D1:3", "Yeah, violin."),))
    assert "did not ask there" in reason(admitted(said))
    assert "does not take part" in reason(admitted(question(asked_by="Carla")))
    swapped = question(speaker="Ben", asked_by="Ana")
    assert "spoken by Ana, not by Ben" in reason(admitted(swapped))


def test_people_who_take_no_part_mentioned_nothing() -> None:
    admission = admitted(answer(mentioned_by=("Carla", "ben")))
    assert admission.workspace.answers[0].mentioned_by == (BEN,)
    assert "'Carla' does not take part" in admission.rejected[0].reason


def test_a_state_needs_its_own_words_of_the_same_speaker() -> None:
    for evidence in (quote("D1:1", "I planted"), context("D1:4", "I teach maths")):
        states = [{"name": "teaches", "evidence": (evidence,)}]
        admission = admitted(role(states=states))
        assert admission.workspace.roles[0].states == ()
        assert len(admission.rejected) == 1


def test_an_entity_that_nobody_mentions_is_refused() -> None:
    admission = admitted(entity("Tesla", quote("D1:1", "Tesla")))
    assert admission.workspace.entities == ()
    assert [one.reason for one in admission.rejected][-1] == "none of its mentions stands"


def test_an_entity_of_which_its_turns_do_not_tell_is_refused() -> None:
    for made_up in (
        entity("Zeus", TULIPS),
        entity("Zeus", TULIPS, owner="Ana"),
        entity("unicorn", TULIPS, owner="Ana"),
        entity("job", quote("D1:4", "I teach maths")),
        entity("Spike", TULIPS, aliases=("cactus",)),
    ):
        assert "tells of" in admitted(made_up).rejected[-1].reason
        assert admitted(made_up).workspace.entities == ()
    # What somebody has without saying the word, and what an image shows, are told of.
    (job,) = admitted(entity("job", quote("D1:4", "I teach maths"), owner="Ben")).workspace.entities
    assert job.owner_uid == BEN
    assert admitted(entity("red chair", quote("D1:2", "Lovely!"))).workspace.entities


def test_an_alias_that_no_turn_knows_is_left_out() -> None:
    admission = admitted(entity("dog", quote("D1:1", "dog"), aliases=("Rex", "Zeus")))
    assert admission.workspace.entities[0].aliases == ("Rex",)
    assert [one.reason for one in admission.rejected] == ["no turn tells of it"]


def test_a_name_in_a_statement_of_which_its_turns_do_not_tell_is_left_out() -> None:
    admission = admitted(answer(names=(Reference(name="Zeus"), Reference(name="tulips"))))
    assert [one.name for one in admission.workspace.entities] == ["tulips"]
    assert len(admission.workspace.answers) == 1
    assert "tells of 'Zeus'" in admission.rejected[0].reason


def test_a_pronoun_stays_where_a_turn_has_it() -> None:
    turns = (turn("D1:1", "Ana", "My sister called. She plays the cello now."),)
    said = answer(
        subject=Reference(name="sister", owner="Ana"),
        text="She plays the cello",
        predicate="play",
        evidence=(quote("D1:1", "She plays the cello"),),
    )
    assert len(admitted(said, turns=turns).workspace.answers) == 1
    assert "does not name" in reason(
        admitted(said.model_copy(update={"text": "He plays the cello"}), turns=turns)
    )


def test_another_language_than_english_gets_through() -> None:
    turns = (
        turn("D1:1", "Ana", "Gestern habe ich vierzig Tulpen gepflanzt, der Hund half dabei."),
        turn("D1:2", "Ben", "Wunderbar! Spielst du auch ein Instrument?"),
    )
    said = answer(
        text="Ana pflanzte vierzig Tulpen",
        predicate="pflanzen",
        object="Tulpen",
        names=(Reference(name="Hunde"),),
        evidence=(quote("D1:1", "vierzig Tulpen gepflanzt"),),
    )
    admission = admitted(said, turns=turns)
    assert len(admission.workspace.answers) == 1
    assert admission.rejected == ()


def test_another_language_need_have_no_verb_but_more_than_a_subject() -> None:
    turns = (turn("D1:1", "Ana", "Я врач."), turn("D1:2", "Ben", "А я учитель."))
    said = answer(text="Ana врач", predicate="be", object="врач", evidence=(quote("D1:1", "врач"),))
    assert len(admitted(said, turns=turns).workspace.answers) == 1
    alone = said.model_copy(update={"text": "Ana"})
    assert "names things only" in reason(admitted(alone, turns=turns))


# ---- whatever is proposed, what comes out is borne out

words = st.sampled_from(
    ["Ana", "ben", "Carla", "dog", "Ana's dog", "tulips", "D1:1", "D1:2", "D9:9", "I", "plant"]
) | st.text(min_size=1, max_size=8).filter(lambda text: bool(text.strip()))
pieces = st.sampled_from(TURNS).flatmap(
    lambda one: st.tuples(st.integers(0, len(one.text)), st.integers(0, len(one.text))).map(
        lambda ends: one.text[min(ends) : max(ends)] or one.text
    )
)
quotes = st.builds(
    Quote,
    turn_id=st.sampled_from(["D1:1", "D1:2", "D1:3", "D1:4", "D9:9"]),
    text=pieces | words,
    part=st.sampled_from(list(Part)),
    field=st.sampled_from(["text", "caption"]),
    start=st.none() | st.integers(-5, 80),
)
references = st.builds(Reference, name=words, owner=st.none() | words)
anything = st.fixed_dictionaries(
    {
        "speaker": words,
        "subject": references,
        "text": pieces.filter(lambda text: bool(text.strip())) | words,
        "predicate": words,
        "time": st.none() | words,
        "names": st.lists(references, max_size=3).map(tuple),
        "mentioned_by": st.lists(words, max_size=2).map(tuple),
        "evidence": st.lists(quotes, min_size=1, max_size=3).map(tuple),
    }
)


@given(st.lists(anything, min_size=1, max_size=4))
def test_whatever_comes_out_is_borne_out(proposals: list[dict[str, Any]]) -> None:
    admission = admitted(*(answer(**changes) for changes in proposals))
    workspace = admission.workspace
    by_id = {one.dia_id: one for one in TURNS}
    known = {one.uid for one in workspace.entities} | {ANA, BEN}
    for found in workspace.answers:
        stated = [one for one in found.evidence if one.part is Part.STATEMENT]
        assert stated
        assert found.subject_uid in known
        assert set(found.names) <= known
        assert set(found.mentioned_by) <= {ANA, BEN}
        for place in found.evidence:
            cited = by_id[place.dia_id]
            assert place.turn_uid == cited.uid
            text = cited.text if place.field == "text" else cited.caption or ""
            assert 0 <= place.start < place.end <= len(text)
        assert all(by_id[one.dia_id].speaker_uid == found.speaker_uid for one in stated)
    for thing in workspace.entities:
        assert set(thing.mention_uids) <= {one.uid for one in TURNS}
    assert admission == admitted(*(answer(**changes) for changes in proposals))
    refused = sum(one.what.startswith("answer") for one in admission.rejected)
    assert len(workspace.answers) + refused <= len(proposals)
