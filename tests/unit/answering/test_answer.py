"""Answering is a pure function of ranked hits."""

from datetime import datetime

from graphmem.answering.answer import answer_question
from graphmem.model.answer import Status
from graphmem.model.people import Participant
from graphmem.model.search import ScorePart, SearchHit
from graphmem.retrieval.question import read_question

PEOPLE = tuple(
    Participant(uid=f"person:{name}", name=name, names=(name,), conversation_ids=("c",))
    for name in ("Ana", "Ben")
)


def hit(place: int, speaker: str, text: str, score: float = 1.0) -> SearchHit:
    return SearchHit(
        conversation_id="c",
        session_id="S1",
        dia_id=f"D1:{place}",
        speaker=speaker,
        speaker_uid=f"person:{speaker}",
        said_at=datetime(2024, 5, 8, 10),
        zone="unknown",
        text=text,
        score=score,
        parts=(ScorePart(name="meaning", value=0.6, weight=1.0),),
    )


def test_the_best_turn_answers_with_its_sentence_and_date() -> None:
    question = read_question("When did Ana run the race?", PEOPLE)
    answer = answer_question(question, [hit(1, "Ana", "Hi! I ran the race yesterday. Fun.")])
    assert answer.status is Status.ANSWERED
    assert answer.text == "7 May 2024"
    assert answer.evidence[0].quote == "I ran the race yesterday."
    assert answer.times[0].expression == "yesterday"
    assert 0 < answer.confidence <= 1


def test_what_somebody_else_did_is_not_told_of_the_person_named() -> None:
    question = read_question("When did Ben run the race?", PEOPLE)
    answer = answer_question(
        question,
        [hit(1, "Ana", "I ran the race yesterday."), hit(2, "Ben", "I like cheese.", 0.3)],
    )
    assert answer.status is Status.ABSTAINED
    assert "Ana" in answer.text
    assert "7 May 2024" in answer.text
    assert answer.evidence_turn_ids == ("c/D1:1",)


def test_telling_about_the_person_named_is_evidence() -> None:
    question = read_question("What did Ben win?", PEOPLE)
    answer = answer_question(question, [hit(1, "Ana", "Ben won the cup at the fair.")])
    assert answer.status is Status.ANSWERED
    assert answer.evidence[0].speaker == "Ana"


def test_a_question_is_no_evidence() -> None:
    question = read_question("What did Ben win?", PEOPLE)
    answer = answer_question(question, [hit(1, "Ana", "What did Ben win?")])
    assert answer.status is Status.ABSTAINED
    assert answer.evidence == ()
    assert answer_question(question, []).status is Status.ABSTAINED


def test_what_a_participant_did_is_not_told_of_a_stranger() -> None:
    question = read_question("When did Zoe run the race?", PEOPLE)
    answer = answer_question(question, [hit(1, "Ana", "I ran the race yesterday.")])
    assert answer.status is Status.ABSTAINED
    assert "Ana, not Zoe" in answer.text
    about = answer_question(question, [hit(1, "Ana", "Zoe and I ran the race yesterday.")])
    assert about.status is Status.ANSWERED
