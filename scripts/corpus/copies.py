"""Runs of words that stand in two places: copies, and copies with a word or two changed."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from graphmem.evaluation.corpus import GoldConversation
from scripts.corpus.mentions import said

# So many words in a row are a copy; of so many more, all but so few are one with words changed.
COPIED, WINDOW, CHANGED = 8, 10, 2

_WORD = re.compile(r"\w+")
_TEXT = re.compile(r'"(?:text|clean_text|question)":\s*("(?:[^"\\]|\\.)*")')


class Text(NamedTuple):
    """Words with the place where they stand; ``source`` is the conversation or data set."""

    source: str
    place: str
    words: Sequence[str]
    said: bool = True


class Copy(NamedTuple):
    """Two places with the same run of words, or nearly."""

    here: Text
    there: Text
    run: str
    other: str

    def __str__(self) -> str:
        where = f"{self.there.source} {self.there.place}".strip()
        run = f"“{self.run}”" if self.run == self.other else f"“{self.run}” as “{self.other}”"
        return f"{self.here.source} {self.here.place}: {run} stands in {where}"


def own_texts(talks: Iterable[GoldConversation]) -> Iterator[Text]:
    """The turns of the corpus, and its questions."""
    for talk in talks:
        name = talk.header.id
        yield from (Text(name, turn.id, words_of(said(turn))) for turn in talk.turns)
        yield from (
            Text(name, one.id, words_of(one.question), said=False) for one in talk.questions
        )


def texts_of(source: str, files: Iterable[Path]) -> Iterator[Text]:
    """What is said and asked in JSON files of other data."""
    for file in files:
        for found in _TEXT.findall(file.read_text("utf-8")):
            yield Text(source, "", words_of(json.loads(found)))


def words_of(text: str) -> list[str]:
    """The words of a text in lower case."""
    return _WORD.findall(text.casefold())


def copies(texts: Sequence[Text], others: Sequence[Text] | None = None) -> Iterator[Copy]:
    """Pairs of texts with a run in common, one run of each; without ``others`` among themselves."""
    seen: set[tuple[int, int]] = set()
    for size, changed in ((COPIED, 0), (WINDOW, CHANGED)):
        for here, at, there, start in _alike(texts, others, size, changed):
            if (here, there) in seen:
                continue
            seen.add((here, there))
            one, other = texts[here], (texts if others is None else others)[there]
            yield Copy(
                one,
                other,
                " ".join(one.words[at : at + size]),
                " ".join(other.words[start : start + size]),
            )


def _alike(
    texts: Sequence[Text], others: Sequence[Text] | None, size: int, changed: int
) -> Iterator[tuple[int, int, int, int]]:
    """Windows that differ in so many words at most: one of their parts is then the same."""
    cuts = [size * part // (changed + 1) for part in range(changed + 2)]
    for first, last in pairwise(cuts):
        index: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
        for there, text in enumerate(texts if others is None else others):
            for start in range(len(text.words) - size + 1):
                index[tuple(text.words[start + first : start + last])].append((there, start))
        for here, text in enumerate(texts):
            for at in range(len(text.words) - size + 1):
                run = text.words[at : at + size]
                for there, start in index.get(tuple(run[first:last]), ()):
                    if others is None and there >= here:
                        continue
                    other = (texts if others is None else others)[there].words
                    window = other[start : start + size]
                    if sum(a != b for a, b in zip(run, window, strict=True)) <= changed:
                        yield here, at, there, start
