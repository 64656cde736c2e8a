"""Who did what a question says: named by statements, else by the sentence."""

import pytest

from graphmem.answering.passages import Passage
from graphmem.answering.telling import kind_of, tell
from graphmem.answering.telling.who_asked import subject_asked
from graphmem.model.workspace import Modality, Polarity
from tests.unit.answering.telling.talk import PEOPLE, asking, passage, states


def told(question: str, *passages: Passage) -> str:
    return tell(asking(question), passages, kind=kind_of(question), participants=PEOPLE).text


@pytest.mark.parametrize(
    ("question", "verb"),
    [
        ("Who ran the harbour race?", "run"),
        ("Who is allergic to nuts?", "be"),
        ("Who's allergic to nuts?", "be"),
        ("Who has been in Graz?", "be"),
        ("Who has been to Graz?", "visit"),
        ("Who has been learning Dutch?", "learn"),
        ("Who used to be a guide?", "be"),
        ("Who has a canoe?", "have"),
        ("Who will go to Graz?", "go"),
        ("Who gave Ana the watch?", "give"),
        ("who sings", "sing"),
    ],
)
def test_who_asks_for_the_subject(question: str, verb: str) -> None:
    asked = subject_asked(asking(question))
    assert asked is not None
    assert verb in asked.verbs


@pytest.mark.parametrize(
    "question",
    [
        "Who did Ana meet?",
        "Who has Ana met?",
        "Who is Ana dating?",
        "Who is the mayor of Graz?",
        "Who was Ana's coach?",
        "Who is?",
        "Who",
        "What did Ana run?",
        "When did she run?",
    ],
)
def test_who_asks_for_no_subject(question: str) -> None:
    assert subject_asked(asking(question)) is None


BROTHERS = states(
    "run", "harbour race", text="Ana's brother Sam ran the harbour race", subject="entity:sam"
)


def test_the_subject_of_the_statement_is_named() -> None:
    assert told("Who ran the harbour race?", passage("My brother Sam ran it.", BROTHERS)) == (
        "Ana's brother Sam"
    )
    own = states("collect", "stamps", text="Ana collects stamps")
    assert told("Who collects stamps?", passage("I collect stamps.", own)) == "Ana"


def test_of_equals_all_are_named_and_of_others_none() -> None:
    planted = "Who planted tulips?"
    ana = passage("I planted tulips.", states("plant", "tulips", text="Ana planted tulips"))
    ben = passage(
        "I planted tulips.",
        states("plant", "tulips", text="Ben planted tulips", subject="person:Ben"),
        speaker="Ben",
        place=2,
    )
    leeks = passage("I planted leeks.", states("plant", "leeks", text="Ana planted leeks"))
    assert told(planted, ana, ben) == "Ana, Ben"
    assert told(planted, leeks, ben) == "Ben"


@pytest.mark.parametrize(
    "unfit",
    [
        BROTHERS._replace(polarity=Polarity.NEGATIVE),
        BROTHERS._replace(modality=Modality.PLANNED),
        BROTHERS._replace(text="He ran the harbour race"),
        BROTHERS._replace(text="The storm ran over the harbour race"),
        BROTHERS._replace(text="Ana's brother Sam watched the harbour race"),
    ],
)
def test_what_names_nobody_or_is_not_so_answers_nothing(unfit: object) -> None:
    shown = passage("It was loud.")._replace(statements=(unfit,))  # type: ignore[arg-type]
    assert told("Who ran the harbour race?", shown) == ""


def test_whom_the_question_names_must_be_told_of() -> None:
    gave = states("give", "watch", text="Ana's aunt gave Ana a watch", subject="entity:aunt")
    asked = "Who gave Ben a watch?"
    assert told(asked, passage("My aunt gave me a watch.", gave)) == ""
    assert told(asked.replace("Ben", "Ana"), passage("My aunt gave me a watch.", gave)) == (
        "Ana's aunt"
    )


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("I ran the harbour race.", "Ana"),
        ("My brother Sam ran the harbour race.", "Ana's brother Sam"),
        ("The harbour race was run in the rain.", ""),
        ("Who ran the harbour race?", ""),
    ],
)
def test_without_a_statement_the_sentence_names_them(text: str, named: str) -> None:
    assert told("Who ran the harbour race?", passage(text)) == named


def test_with_whom_is_told_by_a_statement() -> None:
    asked = "Who did Ana sail to Graz with?"
    aunt = states("sail_to", "Graz", text="Ana sailed to Graz with their aunt in May")
    name = states("sail_to", "Graz", text="Ana sailed to Graz with Eva Lind in May")
    both = states("sail_to", "Graz", text="Ana's cousin Eva and Ana sailed to Graz")
    assert told(asked, passage("So it was.", aunt)) == "Ana's aunt"
    assert told(asked, passage("So it was.", name)) == "Eva Lind"
    assert told(asked, passage("So it was.", both)) == "Ana's cousin Eva"
