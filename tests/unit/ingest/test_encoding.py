from collections.abc import Sequence

from graphmem.ingest.encoding import Remembered, encode_by_length
from graphmem.model.progress import silent


class Counting:
    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += texts
        return [[float(len(text)), 0.5] for text in texts]


def test_equal_texts_are_encoded_once_and_vectors_keep_their_order() -> None:
    encode = Counting()
    texts = ["oak", "elm tree", "oak", "ash"]
    vectors = encode_by_length(encode, texts, stage="texts", progress=silent)
    assert [vector[0] for vector in vectors] == [3.0, 8.0, 3.0, 3.0]
    assert sorted(encode.asked) == ["ash", "elm tree", "oak"]


def test_what_was_encoded_before_is_remembered() -> None:
    encode = Counting()
    remembered = Remembered(encode)
    assert remembered(["oak", "elm", "oak"]) == [[3.0, 0.5]] * 3
    assert remembered(["willow", "oak"]) == [[6.0, 0.5], [3.0, 0.5]]
    assert encode.asked == ["oak", "elm", "willow"]
    assert remembered([]) == []


def test_the_oldest_are_forgotten_first() -> None:
    encode = Counting()
    remembered = Remembered(encode, most=2)
    remembered(["oak", "elm"])
    remembered(["oak"])
    remembered(["ash"])
    encode.asked.clear()
    remembered(["oak", "elm"])
    assert encode.asked == ["elm"]
    assert len(remembered(["a", "bb", "ccc"])) == 3
