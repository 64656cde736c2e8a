import pytest

from graphmem.answering.telling.asked import Want, read_asked
from graphmem.answering.telling.forms import base_stem
from tests.unit.answering.telling.talk import asking


@pytest.mark.parametrize(
    ("question", "want"),
    [
        ("Who taught Ana to row?", Want.PERSON),
        ("Where did Ana row?", Want.PLACE),
        ("What city did Ana visit?", Want.PLACE),
        ("What is the name of Ana's boat?", Want.NAME),
        ("What did Ana paint?", Want.THING),
    ],
)
def test_the_sort_of_answer_that_is_wanted(question: str, want: Want) -> None:
    assert read_asked(asking(question)).want is want


def test_a_question_is_read_into_its_words() -> None:
    asked = read_asked(asking("What kind of boats did Ana buy for?"))
    assert asked.focus == {base_stem("boats")}
    assert base_stem("bought") in asked.verbs
    assert base_stem("purchased") in asked.verbs or base_stem("acquired") in asked.verbs
    assert asked.people == {"person:Ana"}
    assert base_stem("ana") not in asked.stems


@pytest.mark.parametrize(
    ("question", "verb"),
    [
        ("What do her kids paint?", "paint"),
        ("What did the boat carry?", "carry"),
        ("Where was the picture taken?", "taken"),
        ("What is the name of the boat?", "name"),
        ("What did Ana recently finish?", "finish"),
        ("When did Ana apply to the club?", "apply"),
        ("What did Ana decide to paint?", "paint"),
        ("What did Ana use to paint?", "paint"),
        ("Where does Ana plan to row?", "row"),
        ("What did both Ana and Ben row?", "row"),
    ],
)
def test_the_verb_stands_behind_its_auxiliary_and_what_puts_it_off(
    question: str, verb: str
) -> None:
    assert base_stem(verb) in read_asked(asking(question)).verbs


def test_forms_of_one_word_have_one_stem() -> None:
    assert len({base_stem(word) for word in ("make", "made", "making", "makes")}) == 1
    assert base_stem("ana's") == base_stem("ana")
