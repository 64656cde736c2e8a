"""What is made of what a model wrote, and what the door makes of that."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extraction.admit import admit
from graphmem.extraction.llm.extract import read_wire
from graphmem.extraction.llm.wire import WireWorkspace
from graphmem.model.chunk import Chunk, KnownName
from graphmem.model.workspace import (
    Admission,
    EntityType,
    Kind,
    Modality,
    Network,
    Part,
    Polarity,
    ProposedAnswer,
    ProposedWorkspace,
    Quote,
    Reference,
    Workspace,
)
from graphmem.testing.extraction import as_written, to_json
from tests.unit.extraction.llm.chunks import each_turn, make_chunk

CHUNK = make_chunk(
    ("Nadia", "Who looks after the pond? My brother Rui said he would."),
    ("Otto", "Me, since May."),
    ("Rui Prado", "And me. We fed the newts."),
    captions=(None, None, "two newts on a stone"),
    people=("Nadia", "Otto", "Rui Prado"),
)


def quoted(place: int, words: str, **more: Any) -> dict[str, Any]:
    return {"turn": f"D1:{place}", "text": words, **more}


def written(**fields: Any) -> dict[str, Any]:
    """Otto looks after the pond, but for the changes."""
    return {
        "evidence": [quoted(2, "Me, since May.")],
        "speaker": "Otto",
        "subject": "Otto",
        "predicate": "look_after",
        "object": "the pond",
        "text": "Otto looks after the pond.",
        **fields,
    }


def read(chunk: Chunk = CHUNK, **lists: list[dict[str, Any]]) -> ProposedWorkspace:
    return read_wire(WireWorkspace.model_validate(lists), chunk)


def admitted(chunk: Chunk = CHUNK, **lists: list[dict[str, Any]]) -> Admission:
    return admit(read(chunk, **lists), chunk, extracted_by="llm:test")


def test_what_is_left_out_is_as_a_proposal_has_it_by_default() -> None:
    (found,) = read(answers=[written()]).answers
    assert found == ProposedAnswer(
        speaker="Otto",
        subject=Reference(name="Otto"),
        text="Otto looks after the pond.",
        predicate="look_after",
        object="the pond",
        evidence=(Quote(turn_id="D1:2", text="Me, since May."),),
    )


def test_null_counts_as_left_out() -> None:
    nulls = dict.fromkeys(["time", "place", "kind", "polarity", "names", "role", "confidence"])
    assert read(answers=[written(**nulls)]) == read(answers=[written()])


def test_a_model_may_say_what_it_is_worth() -> None:
    (told,) = read(answers=[written(worth=3)]).answers
    assert told.worth == 3
    (left_out,) = read(answers=[written()]).answers
    assert left_out.worth is None


def test_the_network_follows_from_the_kind() -> None:
    by_kind = {
        kind: read(answers=[written(kind=kind)]).answers[0].network
        for kind in (Kind.STATE, Kind.REQUEST, Kind.COMMITMENT, Kind.DECISION, Kind.OPINION)
    }
    assert by_kind == {
        Kind.STATE: Network.WORLD,
        Kind.REQUEST: Network.AGENT,
        Kind.COMMITMENT: Network.AGENT,
        Kind.DECISION: Network.AGENT,
        Kind.OPINION: Network.OPINION,
    }


def test_what_is_rejected_of_somebody_else_is_denied_and_negative() -> None:
    denial = written(
        modality="denied",
        polarity="negative",
        text="Otto does not look after the pond.",
        evidence=[quoted(2, "Me"), quoted(1, "Who looks after the pond?", part="context")],
    )
    (found,) = admitted(answers=[denial]).workspace.answers
    assert (found.modality, found.polarity) == (Modality.DENIED, Polarity.NEGATIVE)
    assert [one.part for one in found.evidence] == [Part.STATEMENT, Part.CONTEXT]


def test_words_of_a_caption_are_found_there() -> None:
    shown = written(
        speaker="Rui Prado",
        subject="newt",
        text="Newts sit on a stone.",
        predicate="sit_on",
        object="a stone",
        evidence=[quoted(3, "two newts on a stone"), quoted(3, "We fed the newts.")],
    )
    (found,) = admitted(answers=[shown]).workspace.answers
    assert [one.field for one in found.evidence] == ["caption", "text"]


def test_an_entity_is_mentioned_by_a_name_an_alias_or_a_form_of_one() -> None:
    entities: list[dict[str, Any]] = [
        {"name": "newt", "mentions": ["D1:3"]},
        {"name": "Rui", "type": "person", "owner": "Nadia", "aliases": ["brother"],
         "mentions": ["D1:1"]},
        {"name": "water", "mentions": [quoted(1, "the pond")]},
    ]  # fmt: skip
    newt, rui, water = read(entities=entities).entities
    assert [quote.text for quote in newt.evidence] == ["newts"]
    assert [quote.text for quote in rui.evidence] == ["Rui"]
    assert (rui.type, rui.owner) == (EntityType.PERSON, "Nadia")
    assert [quote.text for quote in water.evidence] == ["the pond"]


def test_one_that_no_turn_mentions_is_refused_with_its_name() -> None:
    admission = admitted(entities=[{"name": "heron", "mentions": ["D1:2", "D9:9"]}])
    assert admission.workspace.entities == ()
    reasons = [one.reason for one in admission.rejected]
    assert reasons == [
        "'heron' does not stand in the text of D1:2",
        "there is no turn 'D9:9' here",
        "none of its mentions stands",
    ]


def test_what_is_known_by_another_word_keeps_its_name() -> None:
    chunk = make_chunk(("Nadia", "My brother is ill."))
    said = {
        "evidence": [quoted(1, "My brother is ill.")],
        "speaker": "Nadia",
        "subject": {"name": "Rui", "owner": "Nadia"},
        "predicate": "be",
        "object": "ill",
        "text": "Rui is ill.",
        "kind": "state",
    }
    known = {"name": "Rui", "type": "person", "aliases": ["brother"], "owner": "Nadia",
             "proper": True, "mentions": ["D1:1"]}  # fmt: skip
    admission = admitted(chunk, entities=[known], answers=[said])
    assert admission.rejected == ()
    (entity,) = admission.workspace.entities
    assert (entity.name, entity.aliases) == ("Rui", ("brother",))
    assert admission.workspace.answers[0].subject_uid == entity.uid
    # Without the word that the turn has, nothing ties the name to it.
    assert admitted(chunk, answers=[said]).workspace.answers == ()


@pytest.mark.parametrize("text", ["He is ill.", "He’ll be ill.", "Ill again, says his wife."])
def test_what_is_known_may_be_meant_by_a_pronoun(text: str) -> None:
    chunk = make_chunk(("Nadia", text))
    known = [KnownName("Rui", EntityType.PERSON, owner_uid=chunk.people[0].uid)]
    said = {
        "evidence": [quoted(1, text)],
        "speaker": "Nadia",
        "subject": {"name": "Rui", "owner": "Nadia"},
        "predicate": "be",
        "object": "ill",
        "text": "Rui is ill.",
    }
    pronoun = "He" if "He" in text else "his"
    rui = {"name": "Rui", "type": "person", "owner": "Nadia", "mentions": [quoted(1, pronoun)]}
    proposed = read(chunk, entities=[rui], answers=[said])
    admission = admit(proposed, chunk, extracted_by="llm:test", known=known)
    assert admission.rejected == ()
    (entity,) = admission.workspace.entities
    assert (entity.name, entity.aliases) == ("Rui", ())
    assert admission.workspace.answers[0].subject_uid == entity.uid
    # Nobody who is not known is meant, nor anybody of the same name who is another's.
    for others in ([], [known[0]._replace(owner_uid=chunk.people[1].uid)]):
        refused = admit(proposed, chunk, extracted_by="llm:test", known=others)
        assert refused.workspace == Workspace()


def test_what_is_known_is_not_meant_where_no_pronoun_stands() -> None:
    chunk = make_chunk(("Nadia", "Ill again, you know."))
    known = [KnownName("Rui", EntityType.PERSON)]
    said = written(
        evidence=[quoted(1, "Ill again")], speaker="Nadia", subject="Rui", text="Rui is ill again."
    )
    admission = admit(read(chunk, answers=[said]), chunk, extracted_by="llm:test", known=known)
    assert admission.workspace.answers == ()
    assert admission.rejected[0].reason == "no turn of its evidence tells of 'Rui'"


def test_a_role_is_made_of_the_answer_that_tells_it() -> None:
    role = {"of": "job", "name": "pond keeper", "states": [
        "keeps_the_pond",
        {"name": "began", "evidence": [quoted(2, "since May")], "time": "since May"},
    ]}  # fmt: skip
    proposed = read(answers=[written(time="since May", role=role)])
    (found,) = proposed.roles
    assert found.entity == Reference(name="job", owner="Otto")
    assert (found.text, found.name) == ("Otto looks after the pond.", "pond keeper")
    assert found.evidence == proposed.answers[0].evidence
    keeps, began = found.states
    assert (keeps.time, keeps.evidence) == ("since May", found.evidence)
    assert [one.text for one in began.evidence] == ["since May"]
    admission = admit(proposed, CHUNK, extracted_by="llm:test")
    assert admission.rejected == ()
    assert [state.name for state in admission.workspace.roles[0].states] == [
        "keeps_the_pond",
        "began",
    ]


def test_who_takes_no_part_bears_the_role_themselves() -> None:
    said = written(
        evidence=[quoted(1, "My brother Rui said he would.")],
        speaker="Nadia",
        subject={"name": "brother", "owner": "Nadia"},
        text="Nadia's brother will keep the pond.",
        role={"of": "job", "name": "keeper"},
    )
    (role,) = read(answers=[said]).roles
    assert role.entity == role.subject == Reference(name="brother", owner="Nadia")


def test_a_question_that_two_people_answer_is_asked_of_both() -> None:
    both = [
        written(),
        written(
            evidence=[quoted(3, "And me.")],
            speaker="Rui Prado",
            subject="Rui Prado",
            text="Rui Prado looks after the pond.",
        ),
    ]
    asked = {
        "evidence": [quoted(1, "Who looks after the pond?")],
        "asked_by": "Nadia",
        "text": "Who looks after the pond?",
        "answers": [0, 1],
    }
    admission = admitted(answers=both, questions=[asked])
    assert admission.rejected == ()
    found = admission.workspace.questions
    uids = [answer.uid for answer in admission.workspace.answers]
    assert [question.answer_uids for question in found] == [(uids[0],), (uids[1],)]
    assert [question.predicate for question in found] == ["look_after"] * 2
    assert {question.asked_by_uid for question in found} == {CHUNK.people[0].uid}


def test_a_question_whose_answers_are_not_there_is_refused_and_told() -> None:
    asked = {
        "evidence": [quoted(1, "Who looks after the pond?")],
        "asked_by": "Nadia",
        "text": "Who looks after the pond?",
        "answers": [7],
    }
    admission = admitted(answers=[written()], questions=[asked])
    assert admission.workspace.questions == ()
    (told,) = admission.rejected
    assert told.what.startswith("question 0 (Who looks after the pond?")
    assert told.reason == "no turn answers it: all of its evidence is context"


def test_a_place_without_an_answer_is_told_and_the_others_stand() -> None:
    asked = {
        "evidence": [quoted(1, "Who looks after the pond?")],
        "asked_by": "Nadia",
        "text": "Who looks after the pond?",
        "answers": [0, 7],
    }
    admission = admitted(answers=[written()], questions=[asked])
    (question,) = admission.workspace.questions
    assert question.answer_uids == (admission.workspace.answers[0].uid,)
    (told,) = admission.rejected
    assert told.what.startswith("answer 7 of question 0 (Who looks after the pond?")


def test_a_question_names_only_what_it_says() -> None:
    asked = {
        "evidence": [quoted(1, "Who looks after the pond?")],
        "asked_by": "Nadia",
        "text": "What of the pond does Otto do?",
        "answers": [0],
    }
    named = written(names=["pond", "May"])
    (found,) = read(answers=[named], questions=[asked]).questions
    assert found.names == (Reference(name="pond"),)


texts = st.text("abc dé", min_size=1, max_size=12).filter(lambda text: text.strip() != "")


@given(lines=st.lists(st.tuples(st.sampled_from(["Nadia", "Otto"]), texts), max_size=3))
def test_what_is_written_and_read_again_is_the_same(lines: list[tuple[str, str]]) -> None:
    chunk = make_chunk(("Nadia", "A pond."), *lines)
    proposed = each_turn(chunk)
    json = to_json(as_written(proposed))
    again = read_wire(WireWorkspace.model_validate_json(json), chunk)
    assert [(one.text, one.speaker) for one in again.answers] == [
        (one.text, one.speaker) for one in proposed.answers
    ]
    assert len(again.roles) == len(proposed.roles)
    assert [one.answers for one in again.questions] == [one.answers for one in proposed.questions]
    assert '"subject":"Nadia"' in json
    assert not any(word in json for word in ("null", "polarity", "confidence", "statement"))
