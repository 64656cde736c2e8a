"""Tokens that were written as a sentence: blanks, capitals, possessives."""

import pytest

from training.propositions.proposition import Piece, sentence_of
from training.propositions.rows import Row, Segment, Token

SAID = (" Bo", ":", " Her", " van", " broke", ".", " It", " cost", " £", "12", ".", "50", " in",
        " Gh", "ent", ".")  # fmt: skip
ROW = Row(
    0,
    tuple(Token(number, text) for number, text in enumerate(SAID)),
    (Segment.TURN,) * len(SAID),
    0,
    ((2, 6), (6, 16)),
)


def copied(*places: int) -> list[Piece]:
    return [Piece(SAID[place], place, continues=place == 14) for place in places]


def written(*texts: str) -> list[Piece]:
    return [Piece(text.removeprefix("##"), None, text.startswith("##")) for text in texts]


@pytest.mark.parametrize(
    ("pieces", "sentence"),
    [
        (written("the") + copied(3, 4), "The van broke."),
        (copied(3, 7, 8, 9, 10, 11, 12, 13, 14), "Van cost £12.50 in Ghent."),
        (written("ana", "'", "s") + copied(3), "Ana's van."),
        (written("ana", "likes", "it", ",", "too"), "Ana likes it, too."),
        (written("ana", "re", "##fused"), "Ana refused."),
        (written("on", "4", "april", "2025"), "On 4 April 2025."),
        (copied(2, 3), "Her van."),
        (
            [*written("in"), Piece(" april", 20), Piece(",", 21), *written("late")],
            "In April, late.",
        ),
        ([], ""),
    ],
)
def test_tokens_make_a_sentence(pieces: list[Piece], sentence: str) -> None:
    assert sentence_of(pieces, ROW, frozenset({"ana", "april", "ghent"})) == sentence


def test_what_began_a_sentence_keeps_its_capital_only_as_a_name() -> None:
    pieces = written("ana", "says") + copied(6)
    assert sentence_of(pieces, ROW, frozenset({"ana"})) == "Ana says it."
    assert sentence_of(pieces, ROW, frozenset({"ana", "it"})) == "Ana says It."
