"""When something was: the dated sentence that bears on it, resolved."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.telling.found import Found
from graphmem.answering.telling.possible import open_still, unsettled
from graphmem.language.sentences import asks, sentences
from graphmem.language.time import Relation, TimeExpression, find_times, write_day
from graphmem.language.time.vocabulary import MONTHS
from graphmem.model.answer import ResolvedTime

_TURNS = 8  # passages that may tell, in which a date is looked for
# What speaks for a date, in units of the turn's score; fixed by hand.
_SHARED = 3.0  # the words of the question in its sentence
_SAME = 2.0  # it stands in a sentence that shares words with the question
_BESIDE = 0.75  # it stands in the sentence before or after such a one
_ASKING = 1.0  # taken off where its sentence asks
_THEN = 4.0  # it lies in the month that the question names, or as much less where it does not

_DAY = timedelta(days=1)
_A_MONTH = timedelta(days=31)
_RELATIVE_ONLY = frozenset({Relation.EVERY, Relation.BEFORE, Relation.AFTER, Relation.UNTIL})
_MONTH = re.compile(r"\b(?P<month>[a-z]+)\b", re.IGNORECASE)


class Dated(NamedTuple):
    """A date that may be the answer, with its passage; ``time`` None is the day of the talk."""

    passage: Passage
    sentence: str
    time: ResolvedTime | None
    score: float

    @property
    def text(self) -> str:
        """The date as a person would write it."""
        return self.time.meaning if self.time else write_day(self.passage.hit.said_at)


def dates(found: Found) -> list[Dated]:
    """What may answer when, best first: one for each time expression, one for each turn's day.

    Where the question asks of the past, what is only possible dates nothing, and what is planned
    only by a time of its own.
    """
    month = _month(found.question.text)
    telling = ((passage, told) for passage in found.passages if (told := _telling(found, passage)))
    every = [
        item
        for passage, texts in islice(telling, _TURNS)
        for item in _of_turn(found, passage, texts, month)
    ]
    return sorted(every, key=lambda item: -item.score)


def _telling(found: Found, passage: Passage) -> list[str]:
    return [text for text in sentences(passage.hit.text) if found.whose.tells(passage, text)]


def _of_turn(
    found: Found, passage: Passage, texts: Sequence[str], month: int | None
) -> Iterator[Dated]:
    hit = passage.hit
    shares = [found.covered(text) for text in texts]
    still = [open_still(found, passage, text) for text in texts]
    best = max(range(len(texts)), key=lambda at: (shares[at], not still[at]))
    if not still[best]:
        day = hit.score + _SHARED * shares[best] + _then(month, hit.said_at, hit.said_at)
        yield Dated(passage, texts[best], None, day)
    for at, text in enumerate(texts):
        if still[at] and unsettled(found, passage, text):
            continue
        beside = max(shares[max(0, at - 1) : at + 2])
        for time in find_times(text, said_at=hit.said_at):
            resolved = _resolved(time)
            if resolved is None:
                continue
            own = _SHARED * shares[at] + _SAME * (shares[at] > 0)
            near = _SHARED * beside + _BESIDE * (beside > 0)
            score = hit.score + max(own, near) + _then(month, resolved.start, resolved.end - _DAY)
            yield Dated(passage, text, resolved, score - _ASKING * asks(text))


def _resolved(time: TimeExpression) -> ResolvedTime | None:
    """What it meant; None for a habit and for what says only before or after what it was."""
    if time.interval is None or time.relation in _RELATIVE_ONLY:
        return None
    phrase = time.phrase
    if time.relation is Relation.FOR:  # a length answers when it began
        phrase = time.date_phrase.removeprefix("since ") if time.date_phrase else None
    if phrase is None:
        return None
    return ResolvedTime(
        expression=time.text,
        meaning=phrase,
        start=time.interval.start,
        end=time.interval.end,
    )


def _month(question: str) -> int | None:
    """The month that a question names without a year; with one, the search sees to it."""
    for match in _MONTH.finditer(question):
        word = match["month"]
        if word[0].isupper() and word.lower() in MONTHS and len(word) > len("May"):
            return MONTHS[word.lower()]
    return None


def _then(month: int | None, first: datetime, last: datetime) -> float:
    """What the month that the question names is worth; nothing for a longer time, as for none."""
    if month is None or last - first > _A_MONTH:
        return 0.0
    return _THEN if month in (first.month, last.month) else -_THEN
