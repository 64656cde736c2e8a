"""Runs of words that may be the name of a thing; pure."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphmem.language.words import STOP_WORDS

_LONGEST = 4  # words of a name that is looked for
_MOST_WORDS = 1_000  # what comes later in a text is not what it asks about
# As `entity_key` reads words: a sign after a letter is part of a name (C++).
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*[+#]*['’]?")
_POSSESSIVE = re.compile(r"['’]s?$")
_BREAK = re.compile(r"[.!?,;:\n]")


class Run(NamedTuple):
    """Up to four words as they are written, and the word before them (empty at the beginning)."""

    text: str
    before: str


def runs_of_words(text: str) -> Iterator[Run]:
    """Every run that neither begins nor ends with a stop word, the longer first at each place.

    None goes over a comma, a full stop or the like.
    """
    found = list(_WORD.finditer(text))[:_MOST_WORDS]
    stops = [_POSSESSIVE.sub("", one.group().lower()) in STOP_WORDS for one in found]
    for place, first in enumerate(found):
        if stops[place]:
            continue
        before = found[place - 1].group() if place else ""
        for end in range(min(len(found), place + _LONGEST) - 1, place - 1, -1):
            run = text[first.start() : found[end].end()]
            if not stops[end] and not _BREAK.search(run):
                yield Run(run, before)
