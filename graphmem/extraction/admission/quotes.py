"""Finds quoted words in a text, to the letter or as near as counts."""

import re
from collections.abc import Iterator
from functools import lru_cache
from unicodedata import category

from graphmem.extraction.admission import ProposalRejected

_APOSTROPHES = "'’‘`´"
_QUOTES = '"“”„«»'


def find_words(words: str, text: str, *, start: int | None = None) -> tuple[int, int] | None:
    """Places of ``words`` in ``text`` as whole words: first as written, then but for case.

    Case, the length of white space and the form of quotation marks may differ. With ``start``
    they must begin there; without it the first place is taken. None where they do not stand.
    """
    wanted = words.strip()
    if not wanted:
        return None
    if start is not None:
        start += len(words) - len(words.lstrip())
        if not 0 <= start < len(text):
            return None
    for places in (_as_written, _loosely):
        for first, last in places(wanted, text, start):
            if not _in_a_word(text, first) and not _in_a_word(text, last):
                return first, last
    return None


def require_words(words: str) -> None:
    """Raise `ProposalRejected` for a quote or a name of punctuation and space only."""
    if not any(category(letter)[0] in "LN" or category(letter) == "So" for letter in words):
        raise ProposalRejected(f"{words!r} has no word")


def _as_written(words: str, text: str, start: int | None) -> Iterator[tuple[int, int]]:
    if start is not None:
        if text.startswith(words, start):
            yield start, start + len(words)
        return
    place = text.find(words)
    while place >= 0:
        yield place, place + len(words)
        place = text.find(words, place + 1)


def _loosely(words: str, text: str, start: int | None) -> Iterator[tuple[int, int]]:
    pattern = _pattern(words)
    if start is not None:
        match = pattern.match(text, start)
        if match:
            yield match.span()
        return
    place = 0
    while match := pattern.search(text, place):
        yield match.span()
        place = match.start() + 1


@lru_cache(maxsize=4_096)
def _pattern(words: str) -> re.Pattern[str]:
    spaced = (("".join(map(_letter, word))) for word in words.split())
    return re.compile(r"\s+".join(spaced), re.IGNORECASE)


def _letter(letter: str) -> str:
    for alike in (_APOSTROPHES, _QUOTES):
        if letter in alike:
            return f"[{alike}]"
    return re.escape(letter)


def _in_a_word(text: str, place: int) -> bool:
    """Whether a place parts a word or a number.

    Scripts that know no capital letters may write words without a space.
    """
    if not 0 < place < len(text):
        return False
    before, behind = text[place - 1], text[place]
    if before.isdigit() or behind.isdigit():
        return before.isdigit() and behind.isdigit()
    return _cased(before) and _cased(behind)


def _cased(letter: str) -> bool:
    return letter.lower() != letter.upper()
