"""Where the mentions of a turn stand in its words."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphmem.evaluation.corpus import GoldTurn

_MENTION = re.compile(r"(?P<words>.+?)(?:#(?P<nth>\d+))?", re.DOTALL)


class Place(NamedTuple):
    """A mention with the characters of the turn that it is; ``meant`` is whom or what."""

    key: str
    start: int
    end: int
    meant: frozenset[str]


def said(turn: GoldTurn) -> str:
    """All words that a turn shows: its text and its photo's caption."""
    return f"{turn.text}\n{turn.caption}" if turn.caption else turn.text


def stands(key: str, text: str) -> tuple[int, int] | None:
    """The characters that a mention is; None where it does not stand so often as a word."""
    found = _MENTION.fullmatch(key)
    assert found is not None
    pattern = rf"(?<!\w){re.escape(found['words'])}(?!\w)"
    places = list(re.finditer(pattern, text))
    nth = int(found["nth"] or 1)
    return places[nth - 1].span() if 0 < nth <= len(places) else None


def places(turn: GoldTurn) -> Iterator[Place]:
    """The mentions of a turn that stand in it."""
    text = said(turn)
    for key, meant in turn.mentions.items():
        span = stands(key, text)
        if span is not None:
            yield Place(key, *span, frozenset([meant] if isinstance(meant, str) else meant))
