"""Whom a turn calls by name."""

import re
from collections.abc import Mapping

from graphmem.model.chunk import ChunkTurn

_TWO = 2


def addressee(turn: ChunkTurn, names: Mapping[str, str]) -> str | None:
    """The uid of the one person whom a turn speaks to by name ("Cy, what do you play?").

    ``names`` are those of everyone who speaks, by uid. None where it names nobody in that way, or
    several, and where only two talk: there it is clear whom a question is for.
    """
    if len(names) <= _TWO:
        return None
    called = [
        uid
        for uid, name in names.items()
        if uid != turn.speaker_uid
        and name.strip()
        and name.split()[0] in turn.text
        and _calls(turn.text, name)
    ]
    return called[0] if len(called) == 1 else None


def _calls(text: str, name: str) -> bool:
    """Whether the name, or the first word of it, is set apart as one calls somebody."""
    written = "|".join(re.escape(one) for one in (name, name.split()[0]))
    before = rf"(?:^|[.!?,…]\s*)(?:{written})(?=\s*[,.!?…:])"
    return re.search(rf"{before}|,\s*(?:{written})(?=\s*[.!?…]|$)", text) is not None
