"""An answer is a pure function of what was read for a question."""

import pytest

from graphmem.answering.answer import Read, answer_by_rules, ask_back
from graphmem.answering.clarification import Meaning
from graphmem.answering.evidence import Passage
from graphmem.answering.frame import read_frame
from graphmem.answering.settings import AnswerSettings
from graphmem.model.answer import Candidate, QuestionKind, Routing, Source, Status
from graphmem.retrieval.question import read_question
from tests.unit.answering.extractive.talk import states
from tests.unit.answering.passages import PEOPLE, hit, passage


def read(question: str, *passages: Passage, **settings: object) -> Read:
    asked = read_question(question, PEOPLE)
    people = tuple(person.name for person in asked.people)
    return Read(
        frame=read_frame(asked, PEOPLE),
        routing=Routing(kind=read_frame(asked, PEOPLE).kind, people=people, conversations=("c",)),
        passages=passages,
        participants=PEOPLE,
        now=None,
        settings=AnswerSettings.model_validate(settings),
        steps=("found",),
    )


def test_a_date_is_resolved_and_proved_by_its_sentence() -> None:
    answer = answer_by_rules(
        read(
            "When did Ana run the race?",
            passage(1, "Ana", "Hi! I ran the race yesterday. Fun.", 9.0),
            passage(2, "Ben", "I like cheese.", 1.0),
        )
    )
    assert answer.status is Status.ANSWERED
    assert answer.kind is QuestionKind.WHEN
    assert answer.text == "7 May 2024"
    assert answer.evidence[0].quote == "I ran the race yesterday."
    assert answer.evidence[0].source is Source.SELF_REPORTED
    assert answer.times[0].expression == "yesterday"
    total = sum(part.contribution for part in answer.confidence_parts)
    assert abs(total - answer.confidence) < 0.002
    assert answer.steps[0] == "found"


def test_what_somebody_else_did_is_not_told_of_the_person_named() -> None:
    answer = answer_by_rules(
        read(
            "When did Ben run the race?",
            passage(1, "Ana", "I ran the race yesterday.", 9.0),
            passage(2, "Ben", "I like cheese.", 1.0),
        )
    )
    assert answer.status is Status.ABSTAINED
    assert "Ana" in answer.text
    assert "Ana" in (answer.reason or "")
    assert answer.evidence_turn_ids == ("c/D1:1",)


@pytest.mark.parametrize(
    ("question", "bens"),
    [
        ("When did Ana run the race?", "I ran the race yesterday."),
        ("Did Ana run the race?", "I did not run the race."),
        ("How many races did Ana run?", "I ran three races."),
        ("What did Ana run?", "I ran the harbour race."),
    ],
)
def test_anothers_word_words_no_answer(question: str, bens: str) -> None:
    answer = answer_by_rules(
        read(
            question,
            passage(1, "Ana", "I ran the race.", 9.0),
            passage(2, "Ana", "I ran the race!", 8.9),
            passage(3, "Ben", bens, 9.1),
        )
    )
    # Either it is told from Ana's own words, or refused with Ben's in evidence.
    assert answer.status is Status.ABSTAINED or answer.evidence[0].speaker == "Ana"
    assert answer.text not in ("7 May 2024", "No", "three", "harbour race")


def test_evidence_that_bears_out_is_reported_where_another_speaks() -> None:
    answer = answer_by_rules(
        read(
            "What did Ana plant?",
            passage(1, "Ana", "I planted forty tulips.", 9.0),
            Passage(
                hit(2, "Ben", "Ana has planted forty tulips.", 5.0),
                (states("plant", "tulips", text="Ana has planted forty tulips."),),
            ),
        )
    )
    assert {item.turn_id: item.source for item in answer.evidence} == {
        "c/D1:1": Source.SELF_REPORTED,
        "c/D1:2": Source.REPORTED,
    }


def test_nothing_found_is_refused_without_evidence() -> None:
    answer = answer_by_rules(read("When did Ben run the race?"))
    assert answer.status is Status.ABSTAINED
    assert answer.evidence == ()


def test_the_limit_of_doubt_can_be_set() -> None:
    asked = "When did Ana run the race?"
    said = passage(1, "Ana", "I ran the race yesterday.", 2.0), passage(2, "Ben", "I ran it.", 1.5)
    assert answer_by_rules(read(asked, *said, most_doubt=1.0)).status is Status.ANSWERED
    assert answer_by_rules(read(asked, *said, most_doubt=0.1)).status is Status.ABSTAINED


def test_turns_that_say_the_same_are_shown_behind_the_proof() -> None:
    answer = answer_by_rules(
        read(
            "What did Ana plant?",
            passage(1, "Ana", "I planted forty tulips.", 9.0),
            passage(2, "Ana", "The tulips are out, all forty.", 5.0),
            passage(3, "Ben", "Did the tulips come out?", 4.0),
            passage(4, "Ana", "I like cheese.", 3.0),
        )
    )
    assert "tulips" in answer.text
    assert answer.evidence_turn_ids == ("c/D1:1", "c/D1:2")


def test_a_question_back_names_who_may_be_meant() -> None:
    asked = read("Where does Ana live?")
    meaning = Meaning(
        "Ana",
        (
            Candidate(uid="1", name="Ana", apart="Ana sells boats", fit=0.2),
            Candidate(uid="2", name="Ana", apart="Ana teaches", fit=0.2),
        ),
    )
    answer = ask_back(asked.question, asked.routing, meaning, ())
    assert answer.status is Status.NEEDS_CLARIFICATION
    assert answer.text == "Which Ana: Ana (Ana sells boats) or Ana (Ana teaches)?"
    assert len(answer.candidates) == 2
