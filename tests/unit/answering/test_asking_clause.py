"""The clause of a question that asks."""

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.answering.frame import asking_clause, asks_within, read_frame
from graphmem.model.answer import QuestionKind as Kind
from graphmem.retrieval.question import read_question
from graphmem.tools.slots import HOME
from tests.unit.answering.passages import PEOPLE


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("Can you tell me how much the rent is?", "how much the rent is?"),
        ("Do you know when Ana moved in?", "when Ana moved in?"),
        ("Do you know since when Ana has lived here?", "since when Ana has lived here?"),
        ("Would you know on which day Ana left?", "on which day Ana left?"),
        ("Do you happen to know how long Ana stayed?", "how long Ana stayed?"),
        ("I'd like to know when Ben moved in.", "when Ben moved in."),
        ("Do we know who took the photos?", "who took the photos?"),
        ("Tell me where Ben lives.", "where Ben lives."),
        ("Please tell me when Ana moved.", "when Ana moved."),
        ("so when does ana start her new job?", "when does ana start her new job?"),
        ("And who took the photos?", "who took the photos?"),
        ("Hi, when did Ben move in?", "when did Ben move in?"),
        ("Ana says she moved. When was that?", "When was that?"),
        ("Until when did Ben row?", "Until when did Ben row?"),
        ("In which year did Ana move?", "In which year did Ana move?"),
    ],
)
def test_the_clause_that_asks(question: str, clause: str) -> None:
    assert asks_within(question)
    [parsed] = load_parser()([question])
    assert asking_clause(parsed) == clause


@pytest.mark.parametrize(
    "question",
    [
        "Were you there when Ana fell?",
        "Did you know Ana when she was ill?",
        "Was Ana happy when she moved?",
        "Does Ana know who broke the cup?",
        "Did Ana tell you where she lives?",
        "Did Ana like the book which Ben wrote?",
        "Did Ana move? When was it?",
        "After the fall, how did Ana feel?",
    ],
)
def test_a_clause_that_only_tells_more_does_not_ask(question: str) -> None:
    [parsed] = load_parser()([question])
    assert asking_clause(parsed) == question


@pytest.mark.parametrize("question", ["Did Ana move?", "When did Ana say who won?", "…", ""])
def test_a_parse_is_only_needed_where_a_word_asks_later(question: str) -> None:
    assert not asks_within(question)


def test_the_kind_is_that_of_the_clause_and_the_question_stays_as_asked() -> None:
    asked = read_question("Do you remember who lives in Graz?", PEOPLE)
    frame = read_frame(asked, PEOPLE, parse=load_parser())
    assert (frame.kind, frame.who, frame.text) == (Kind.FACT, True, asked.text)
    asked = read_question("Can you tell me where Ana lives?", PEOPLE)
    frame = read_frame(asked, PEOPLE, parse=load_parser())
    assert frame.slot is not None
    assert frame.slot.slots == {HOME}
