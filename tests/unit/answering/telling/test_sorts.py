from collections.abc import Sequence

import pytest

from graphmem.answering.telling.sorts import list_of_sort
from tests.unit.answering.telling.talk import asking, passage

PASSAGES = (
    passage("I play the harp now! Started when I was young.", place=3),
    passage("Some me-time, reading or playing my oboe.", place=1),
    passage("We played cards and many instruments yesterday.", place=2),
    passage("I play the tuba.", speaker="Ben", place=4),
    passage("Do I play the flute?", place=5),
)
INSTRUMENTS = {"instruments", "harp", "oboe", "tuba", "flute"}


def encode(texts: Sequence[str]) -> list[list[float]]:
    encode.asked.append(list(texts))  # type: ignore[attr-defined]
    return [[1.0, 0.0] if text in INSTRUMENTS else [0.2, 1.0] for text in texts]


@pytest.fixture(autouse=True)
def _forget() -> None:
    encode.asked = []  # type: ignore[attr-defined]


def test_the_objects_of_the_verb_that_are_of_the_sort() -> None:
    told = list_of_sort(asking("What instruments does Ana play?"), PASSAGES, encode)
    assert told is not None
    assert told.text == "harp, oboe"
    assert [proof.passage.hit.dia_id for proof in told.proofs] == ["D1:3", "D1:1"]


def test_what_only_repeats_the_sort_names_nothing() -> None:
    list_of_sort(asking("What instruments does Ana play?"), PASSAGES, encode)
    assert encode.asked == [["instruments", "harp", "oboe", "cards"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "question",
    [
        "What instruments does Ana play at weddings?",
        "What instruments did Ana play in May 2023?",
        "What instruments do Ana and Ben play?",
        "What does Ana play?",
        "What instruments does Ana repair?",
    ],
)
def test_a_question_that_says_more_or_less_is_left(question: str) -> None:
    assert list_of_sort(asking(question), PASSAGES, encode) is None
    assert encode.asked == []  # type: ignore[attr-defined]


def test_one_object_alone_is_no_list() -> None:
    assert list_of_sort(asking("What instruments does Ana play?"), PASSAGES[:1], encode) is None
