import pytest

from graphmem.answering.telling import tell
from graphmem.answering.telling.found import read_found
from graphmem.answering.telling.stated import stated
from graphmem.model.memory import KnownStatement
from graphmem.model.routing import QuestionKind
from graphmem.model.workspace import Modality, Polarity
from tests.unit.answering.telling.talk import asking, passage, states

QUESTION = "What did Ana bake for the village fair?"
BAKED = states("bake", "plum cake", text="Ana baked a plum cake for the village fair")


def answer(*statements: KnownStatement, question: str = QUESTION) -> str | None:
    found = read_found(asking(question), [passage("So much flour everywhere.", *statements)])
    told = stated(found)
    return told and told.text


def test_the_object_of_the_statement_that_says_most() -> None:
    other = states("bake", "bread", text="Ana baked bread")
    assert answer(other, BAKED) == "plum cake"
    assert answer(other) is None


@pytest.mark.parametrize(
    "changed",
    [
        BAKED._replace(polarity=Polarity.NEGATIVE),
        BAKED._replace(modality=Modality.PLANNED),
        BAKED._replace(subject_uid="person:Ben"),
        BAKED._replace(predicate="sell"),
        BAKED._replace(object="the village fair"),
    ],
)
def test_what_is_not_so_or_not_asked_is_no_answer(changed: KnownStatement) -> None:
    assert answer(changed) is None


def test_a_preposition_belongs_to_the_verb() -> None:
    drove = states("drive_to", "her aunt", text="Ana drives to her aunt every week")
    assert answer(drove, question="What does Ana drive every week?") is None
    assert answer(drove, question="Where does Ana drive every week?") == "her aunt"


def test_a_question_for_a_reason_is_left_to_the_turns() -> None:
    assert answer(BAKED, question="Why did Ana bake for the village fair?") is None


def test_an_answer_comes_from_a_statement_before_words_of_the_turn() -> None:
    told = tell(
        asking(QUESTION),
        [passage("I baked something for the village fair, all night.", BAKED)],
        kind=QuestionKind.FACT,
    )
    assert told.text == "plum cake"
    assert told.proofs[0].quote == BAKED.quote


def test_an_object_that_the_quote_denies_is_none() -> None:
    said = states("think", "agree", text="Ana thinks ovens are dear")
    asked = "What does Ana think of ovens?"
    assert answer(said, question=asked) == "agree"
    denied = said._replace(quote="I don't agree, I think ovens are dear.")
    assert answer(denied, question=asked) is None
