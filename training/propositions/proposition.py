"""What is written of a turn, and the sentence that its tokens make."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from graphmem.evaluation.corpus import Modality, StatementKind
from graphmem.language.time.vocabulary import MONTH_NAMES, WEEKDAY_NAMES
from training.propositions.rows import ReadTurn, Row, Segment

KINDS, MODALITIES = tuple(StatementKind), tuple(Modality)


class Proposition(NamedTuple):
    """A sentence that stands alone, written of one sentence of a turn.

    ``worth`` is how much it is worth to be remembered, 0 to 3; ``chance`` the geometric mean of the
    probabilities of its tokens.
    """

    turn: int
    sentence: int
    text: str
    kind: str
    modality: str
    negated: bool
    worth: float
    chance: float


class Written(NamedTuple):
    """What one sentence of a turn states, and the chance that it states anything."""

    turn: int
    sentence: int
    states: float
    propositions: tuple[Proposition, ...]


class Writer(Protocol):
    """A model that writes what turns state."""

    def write(self, turns: Sequence[ReadTurn], people: Sequence[str]) -> list[Written]:
        """What each sentence of these consecutive turns states, in order."""
        ...


class Piece(NamedTuple):
    """A token that was written: its characters, and its place in the row if it was copied.

    ``continues`` tells that it is no beginning of a word.
    """

    text: str
    place: int | None
    continues: bool = False


def sentence_of(pieces: Sequence[Piece], row: Row, names: Collection[str]) -> str:
    """The sentence that tokens make, in the case and with the blanks of what was copied.

    ``names`` are words, in lower case, that have a capital.
    """
    starts = _starts(row)
    words: list[tuple[str, bool]] = []  # each with whether a blank stands before it
    previous: int | None = None
    for piece in pieces:
        text = piece.text.strip()
        follows = piece.place is not None and previous is not None and piece.place == previous + 1
        previous = piece.place
        if words and (piece.continues or (follows and not piece.text.startswith(" "))):
            before, blank = words[-1]
            words[-1] = (before + text, blank)
            continue
        # Where a sentence began the word may be no name, for all its capital.
        begins = piece.place in starts and not text.isupper()
        words.append((text.lower() if begins else text, True))
    written = ""
    for text, _ in words:
        # "Tuesday," is a name too.
        bare = text.rstrip(_MARKS)
        word = text[:1].upper() + text[1:] if bare in names else text
        written += (" " if _spaced(word, written) else "") + word
    return f"{written[:1].upper()}{written[1:]}." if written else ""


def _starts(row: Row) -> set[int]:
    """The tokens with which a sentence of the row begins."""
    found = {begin for begin, _ in row.places}
    return found | {
        at + 1
        for at, token in enumerate(row.tokens[:-1])
        if token.text.strip() in _ENDS and row.segments[at] in (Segment.BEFORE, Segment.TURN)
    }


def _spaced(word: str, before: str) -> bool:
    if not before or word[0] in _CLOSING or before.endswith(_OPENING):
        return False
    # "James" and "'" and "s": the possessive of a name.
    return not (before.endswith(("'", "’")) and word in _BEHIND_APOSTROPHE)


_ENDS = frozenset({".", "!", "?", ":", ";", '"', "“", "(", "-", "–", "—", "…", ""})
_CLOSING = frozenset(".,;:!?)]%'’-/")
_OPENING = ("(", "[", "£", "$", "€", "#", "@", "-", "/", "“")
_MARKS = ".,;:!?)]%"
_BEHIND_APOSTROPHE = frozenset({"s", "t", "d", "ll", "m", "re", "ve"})
MONTHS_AND_DAYS = frozenset((*MONTH_NAMES, *WEEKDAY_NAMES)) - {"may", "march"}
"""Words that are written with a capital wherever they come from."""
