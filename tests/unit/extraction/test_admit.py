"""What gets through the door, and how it comes out."""

from datetime import datetime
from time import perf_counter

import pytest
from pydantic import ValidationError

from graphmem.extraction.admit import admit, admit_facts
from graphmem.model.ids import uid
from graphmem.model.workspace import (
    EntityType,
    Part,
    ProposedState,
    ProposedWorkspace,
    Reference,
)
from tests.unit.extraction.talk import (
    ANA,
    BEN,
    CONVERSATION,
    PEOPLE,
    SPACE,
    TURNS,
    admitted,
    answer,
    chunk,
    context,
    entity,
    question,
    quote,
    role,
    turn,
)


def test_a_statement_comes_out_with_speaker_turn_and_place() -> None:
    admission = admitted(answer(mentioned_by=("Ben",), place=" the  garden "))
    (found,) = admission.workspace.answers
    assert admission.rejected == ()
    assert (found.speaker_uid, found.subject_uid, found.mentioned_by) == (ANA, ANA, (BEN,))
    assert (found.conversation_id, found.session_id) == (CONVERSATION, "S1")
    assert found.evidence_turn_ids == ("D1:1",)
    (evidence,) = found.evidence
    assert TURNS[0].text[evidence.start : evidence.end] == "I planted forty tulips yesterday."
    assert found.said_at == TURNS[0].said_at
    assert found.place == "the garden"
    assert found.extracted_by == "rules"


def test_names_of_a_participant_are_read_in_any_case_and_uids_as_they_are() -> None:
    for name in ("ana", "ANASTASIA  ruiz", ANA):
        (found,) = admitted(answer(speaker=name, subject=Reference(name=name))).workspace.answers
        assert (found.speaker_uid, found.subject_uid) == (ANA, ANA)


@pytest.mark.parametrize(
    ("predicate", "text", "filler"),
    [
        ("call", "Ana calls Ben", "Ben"),
        ("feel", "Ana feels old", "old"),
        ("agree", "Ana agreed", ""),
        ("misread", "Ana misread the label", "the label"),
        ("tell", "Ana tells Ben", "Ben"),
        ("find", "Ana finds it odd", "it odd"),
    ],
)
def test_any_predicate_is_a_verb_to_the_door(predicate: str, text: str, filler: str) -> None:
    admission = admitted(answer(predicate=predicate, text=text, object=filler))
    assert admission.rejected == ()
    assert [found.predicate for found in admission.workspace.answers] == [predicate]


def test_predicates_are_one_form() -> None:
    for given in ("Plants out", "plantsOut", " plants-out!", "plants_out"):
        (found,) = admitted(answer(predicate=given)).workspace.answers
        assert found.predicate == "plants_out"


def test_the_same_proposals_give_the_same_uids_and_equal_ones_are_one() -> None:
    once = admitted(answer()).workspace
    twice = admitted(answer(), answer(confidence=0.3)).workspace
    assert twice == once
    other = admitted(answer(text="Ana planted forty red tulips")).workspace
    assert other.answers[0].uid != once.answers[0].uid


def test_what_a_statement_is_worth_passes_as_it_was_said_or_is_unknown() -> None:
    for worth in (None, 0.0, 2.5):
        workspace = admitted(answer(worth=worth), role(worth=worth)).workspace
        assert [one.worth for one in (*workspace.answers, *workspace.roles)] == [worth, worth]
    for worth in (-0.1, 3.1):
        with pytest.raises(ValidationError):
            answer(worth=worth)


def test_one_refusal_takes_nothing_else_down() -> None:
    admission = admitted(
        answer(speaker="Ben"),
        answer(),
        question(answers=(0, 1)),
        role(),
        entity("Rex", quote("D9:9", "Rex")),
    )
    workspace = admission.workspace
    assert len(workspace.answers) == len(workspace.questions) == len(workspace.roles) == 1
    assert workspace.questions[0].answer_uids == (workspace.answers[0].uid,)
    assert {one.what.split(" (")[0] for one in admission.rejected} == {
        "mention of entity 0",
        "entity 0",
        "answer 0",
        "answer 0 of question 0",
    }


# ---- entities


def test_an_entity_is_one_per_session_owner_and_key() -> None:
    admission = admitted(
        entity("my dog", quote("D1:1", "My “old” dog"), owner="Ana", aliases=("Rex", "Ana")),
        entity("dogs", quote("D1:1", "dog"), owner="ana", type=EntityType.THING),
        entity("dog", quote("D1:4", "My dog"), owner="Ben"),
    )
    ana, ben = admission.workspace.entities
    assert (ana.key, ana.owner_uid, ana.aliases) == ("dog", ANA, ("Rex",))
    assert (ben.key, ben.owner_uid) == ("dog", BEN)
    assert ana.uid == uid(SPACE, "entity", CONVERSATION, "S1", ANA, "dog")
    assert ben.mention_uids == (TURNS[3].uid,)


def test_a_mention_that_is_not_there_leaves_the_others() -> None:
    admission = admitted(entity("Rex", quote("D1:2", "Rex"), quote("D1:1", "Rex")))
    assert admission.workspace.entities[0].mention_uids == (TURNS[0].uid,)
    assert len(admission.rejected) == 1


def test_who_takes_part_is_no_entity() -> None:
    admission = admitted(
        entity("anastasia ruiz", quote("D1:1", "I")), answer(names=(Reference(name="BEN"),))
    )
    assert admission.workspace.entities == ()
    assert admission.workspace.answers[0].names == (BEN,)


def test_a_subject_is_found_by_owner_and_key_or_alias() -> None:
    dog = entity("dog", quote("D1:1", "dog Rex"), owner="Ana", aliases=("Rex",))
    for subject in (
        Reference(name="the dog", owner="Ana"),
        Reference(name="Rex"),
        Reference(name="Ana's dog"),
        Reference(name="dog"),
    ):
        admission = admitted(
            dog, answer(subject=subject, text="Rex helped Ana", predicate="help", object="Ana")
        )
        (rex,) = admission.workspace.entities
        assert admission.workspace.answers[0].subject_uid == rex.uid


def test_a_thing_of_one_is_never_taken_for_a_thing_of_another() -> None:
    bens = entity("dog", quote("D1:4", "My dog"), owner="Ben")
    said = answer(
        subject=Reference(name="dog"),
        text="the dog helped",
        predicate="help",
        object="",
        evidence=(quote("D1:1", "dog"),),
    )
    admission = admitted(bens, said)
    owners = {one.uid: one.owner_uid for one in admission.workspace.entities}
    assert owners[admission.workspace.answers[0].subject_uid] is None
    assert sorted(map(str, owners.values())) == sorted([BEN, "None"])


def test_an_unknown_subject_is_made_from_the_statements_own_turns() -> None:
    said = answer(
        subject=Reference(name="Rex", owner="Ana"),
        evidence=(quote("D1:1", "dog Rex helped"), context("D1:2", "Lovely!")),
        text="Rex helped in the garden",
        predicate="help",
        object="",
    )
    (rex,) = admitted(said).workspace.entities
    assert (rex.name, rex.proper, rex.owner_uid) == ("Rex", True, ANA)
    assert rex.mention_uids == (TURNS[0].uid,)


def test_a_thing_of_somebody_who_takes_no_part_keeps_them_in_its_name() -> None:
    admission = admitted(
        entity("garden", quote("D1:1", "Rita’s garden"), owner="Rita"),
        entity("garden", quote("D1:1", "garden")),
        answer(
            names=(Reference(name="garden", owner="Rita"), Reference(name="Rita's garden")),
            evidence=(quote("D1:1", "tulips"),),
        ),
        turns=(turn("D1:1", "Ana", "I planted forty tulips in Rita’s garden."),),
    )
    assert [(one.key, one.owner_uid) for one in admission.workspace.entities] == [
        ("rita_garden", None),
        ("garden", None),
    ]
    assert len(admission.workspace.answers[0].names) == 1


def test_no_entity_is_made_for_a_statement_that_is_refused() -> None:
    said = answer(subject=Reference(name="Rex"), names=(Reference(name="bone"),), speaker="Ben")
    assert admitted(said).workspace.entities == ()


def test_names_with_the_signs_of_query_languages_are_names() -> None:
    for name in ("x'}) DETACH DELETE n //", 'a" OR text:*', "C++", "`Turn`", "speaker:Ben~2"):
        said = turn("D1:1", "Ana", f"I planted forty tulips with {name} yesterday.")
        planted = answer(names=(Reference(name=name),), evidence=(quote("D1:1", "tulips"),))
        admission = admitted(planted, turns=(said,))
        assert [one.name for one in admission.workspace.entities] == [name]
        assert admission.workspace.answers[0].predicate == "plant"


# ---- roles, states, questions


def test_a_role_keeps_the_states_that_stand() -> None:
    states = (
        ProposedState(name="teaches at Hillside", time="since 2016", evidence=role().evidence),
        ProposedState(name="retired", evidence=(quote("D1:4", "I retired"),)),
    )
    admission = admitted(role(states=states))
    (found,) = admission.workspace.roles
    assert found.name == "maths_teacher"
    (state,) = found.states
    assert state.name == "teaches_at_Hillside"
    assert state.interval is not None
    assert (state.interval.start, state.interval.open_end) == (datetime(2016, 1, 1), True)
    assert [one.what.split(" (")[0] for one in admission.rejected] == ["state 1 of role 0"]


def test_a_job_without_an_owner_is_the_subjects() -> None:
    admission = admitted(
        entity("job", quote("D1:4", "I teach maths")), role(entity=Reference(name="job"))
    )
    owners = {one.uid: one.owner_uid for one in admission.workspace.entities}
    assert owners[admission.workspace.roles[0].entity_uid] == BEN


def test_a_role_of_a_participant_is_refused() -> None:
    admission = admitted(role(entity=Reference(name="Ben")))
    assert admission.workspace.roles == ()


def test_a_question_has_who_asked_and_who_answered() -> None:
    plays = answer(
        text="Ana plays violin",
        predicate="play",
        object="violin",
        evidence=(quote("D1:3", "violin"), context("D1:2", "Do you play any instruments?")),
    )
    admission = admitted(plays, question(answers=(0, 0)))
    (found,) = admission.workspace.questions
    assert (found.asked_by_uid, found.speaker_uid) == (BEN, ANA)
    assert found.answer_uids == (admission.workspace.answers[0].uid,)
    assert [one.part for one in found.evidence] == [Part.CONTEXT, Part.STATEMENT]
    assert found.uid == admitted(question()).workspace.questions[0].uid


def test_an_answer_of_another_is_not_linked_to_the_question() -> None:
    said = answer(
        speaker="Ben",
        subject=Reference(name="Ben"),
        text="Ben teaches maths",
        predicate="teach",
        object="maths",
        evidence=role().evidence,
    )
    admission = admitted(said, question(answers=(0, -1, 7)))
    assert admission.workspace.questions[0].answer_uids == ()
    assert len(admission.rejected) == 3


# ---- long turns, facts of callers, size


def test_places_count_from_the_beginning_of_the_whole_turn() -> None:
    text = "So. " * 50 + "I planted forty tulips yesterday."
    part = turn("D1:1", "Ana", text[200:], offset=200)
    (found,) = admitted(answer(time="yesterday"), turns=(part,)).workspace.answers
    (evidence,) = found.evidence
    assert text[evidence.start : evidence.end] == "I planted forty tulips yesterday."
    assert found.interval is not None
    pinned = answer(evidence=(quote("D1:1", "tulips", start=text[200:].index("tulips")),))
    (found,) = admitted(pinned, turns=(part,)).workspace.answers
    assert text[found.evidence[0].start :].startswith("tulips")


def test_facts_may_come_from_several_sessions() -> None:
    turns = (
        *TURNS,
        turn("D2:1", "Ana", "Rex is ill.", session_id="S2", said_at=datetime(2024, 4, 1)),
    )
    proposed = ProposedWorkspace(
        entities=(entity("Rex", quote("D1:1", "Rex"), aliases=("old dog",)),),
        answers=(
            answer(),
            answer(
                subject=Reference(name="Rex"),
                text="Rex is ill",
                predicate="be",
                object="ill",
                evidence=(quote("D2:1", "Rex is ill."), context("D1:1", "dog Rex")),
            ),
        ),
    )
    admission = admit_facts(
        proposed,
        turns,
        space=SPACE,
        conversation_id=CONVERSATION,
        people=PEOPLE,
        extracted_by="caller",
    )
    first, second = admission.workspace.answers
    assert (first.session_id, second.session_id) == ("S1", "S2")
    rex = {one.session_id: one for one in admission.workspace.entities}
    assert second.subject_uid == rex["S2"].uid
    assert rex["S1"].aliases == rex["S2"].aliases == ("old dog",)
    assert rex["S2"].mention_uids == (turns[-1].uid,)


@pytest.mark.slow
def test_a_long_memory_is_checked_in_time() -> None:
    turns = tuple(
        turn(
            f"D1:{place}",
            ("Ana", "Ben")[place % 2],
            f"We saw {place} birds last Friday. I liked the {place % 97}th one best. Nice!",
        )
        for place in range(2_000)
    )
    answers = tuple(
        answer(
            speaker=one.speaker,
            subject=Reference(name=one.speaker),
            text=f"{one.speaker} saw {copy} times {place} birds",
            predicate="see",
            object=f"{place} birds",
            time="last Friday",
            names=(Reference(name=f"bird {place % 97}"),),
            evidence=(quote(one.dia_id, f"We saw {place} birds last Friday."),),
        )
        for place, one in enumerate(turns)
        for copy in range(4)
    )
    begun = perf_counter()
    admission = admit(ProposedWorkspace(answers=answers), chunk(*turns), extracted_by="rules")
    assert perf_counter() - begun < 12
    assert len(admission.workspace.answers) == 8_000
    assert all(one.interval for one in admission.workspace.answers)
