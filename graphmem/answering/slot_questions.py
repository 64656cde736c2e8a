"""Reads questions for a person's single-valued attributes, and words the values; pure.

Parts, and the words that fill, change and end them, are those of `graphmem.tools.slots`.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import NamedTuple

from graphmem.answering.extractive.lexical import base_stem
from graphmem.language.time import parse_question_times, write_day, write_interval
from graphmem.language.words import STOP_WORDS, content_words, words
from graphmem.model.answer import QuestionKind
from graphmem.model.time import Precision, TimeInterval
from graphmem.retrieval.question import ParsedQuestion
from graphmem.tools.slot_values import SlotClaim, ValidityInterval, validity_intervals
from graphmem.tools.slots import (
    EMPLOYER,
    HOME,
    PARTNER,
    WORK,
    keys_of,
    predicates_of,
    same_value,
    slot_asked_for,
)

# The word that is asked by and, after "what", the noun: "what company", "what is Ana's job".
_ASKS = re.compile(
    r"\W*(?:(?P<where>where)|(?P<who>(?:to )?whom?|(?:since )?when)|(?:what|which)"
    r"(?: (?:is|was)|['’]s)? (?P<noun>\w+))\b",
    re.IGNORECASE,
)
_AHEAD = frozenset({"will", "shall", "going"})
_KINDS = (QuestionKind.FACT, QuestionKind.WHEN, QuestionKind.HOW_LONG)
_WHOLE = (
    Precision.MINUTE,
    Precision.HOUR,
    Precision.DAY,
    Precision.SEASON,
    Precision.DECADE,
)


class SlotQuery(NamedTuple):
    """A question for a value: of which parts of a life, in which words, and beside which value.

    ``side`` is -1 where the value before that is asked for, 1 where the one after it; ``when`` asks
    when the value began.
    """

    slots: frozenset[str]
    said: frozenset[str]
    beside: frozenset[str]
    side: int
    times: tuple[TimeInterval, ...]
    when: bool


def read_slot_query(question: ParsedQuestion, kind: QuestionKind) -> SlotQuery | None:
    """The part of a life that a question asks for; None where it says anything more than that, or
    asks for what is to come.
    """
    asks = _ASKS.match(question.neutral)
    if asks is None or kind not in _KINDS or not _AHEAD.isdisjoint(words(question.neutral)):
        return None
    asked_for = _undated(question.neutral[asks.end() :])
    said = frozenset(map(base_stem, content_words(asked_for)))
    if noun := asks["noun"]:
        slots = {slot for slot in (WORK, EMPLOYER, HOME) if base_stem(noun.lower()) in _nouns(slot)}
        slots |= {slot} if (slot := slot_asked_for(noun.lower())) in (WORK, HOME) else set()
    else:
        able = (HOME, EMPLOYER) if asks["where"] else (PARTNER,)
        slots = {slot for slot in able if said & _words(slot)}
    rest = said.difference(*map(_words, slots)) if slots else said
    before, after = (word in words(question.neutral) for word in ("before", "after"))
    if not slots or (rest and before is after and not noun):
        return None
    if not slots.isdisjoint({WORK, EMPLOYER}):
        slots |= {WORK, EMPLOYER}
    when = kind is QuestionKind.WHEN
    return SlotQuery(frozenset(slots), said - rest, rest, after - before, question.times, when)


@cache
def _nouns(slot: str) -> frozenset[str]:
    """The stems by which a part of a life is called: its keys, and "company" of "join company"."""
    objects = {part for one in predicates_of(slot) for part in one.split("_")[1:]}
    return frozenset(map(base_stem, {*keys_of(slot), *objects - STOP_WORDS}))


@cache
def _words(slot: str) -> frozenset[str]:
    """The stems that ask for a part of a life: its nouns, and verbs that need no object."""
    heads = [one.split("_") for one in predicates_of(slot)]
    verbs = {head for head, *rest in heads if STOP_WORDS.issuperset(rest)}
    return _nouns(slot) | frozenset(map(base_stem, verbs - STOP_WORDS))


def _undated(text: str) -> str:
    for found in reversed(parse_question_times(text, now=None)):
        text = text[: found.start] + text[found.end :]
    return text


def chosen(
    asked: SlotQuery, claims: Sequence[SlotClaim], until: datetime
) -> list[ValidityInterval]:
    """The value that is asked for, then those before it; none where nothing is known of it."""
    told = [one for one in claims if one.slot in asked.slots and _says(one, asked)]
    if WORK in asked.slots:
        firms = validity_intervals([one for one in told if one.slot == EMPLOYER], until)
        titles = validity_intervals([one for one in told if one.slot == WORK], until)
        found = [_at_firm(one, firms) for one in titles] or firms
    else:
        found = validity_intervals(told, until)
    if asked.beside:
        places = [at for at, one in enumerate(found) if same_value(one.key, asked.beside)]
        # Nothing is known of what came after the last.
        end = places[0] + asked.side + 1 if places else 0
        found = found[:end] if end <= len(found) else []
    elif asked.times:
        lying = [at for at, one in enumerate(found) if any(map(one.lies_in, asked.times))]
        found = found[: lying[-1] + 1] if lying else []
    elif asked.side < 0:
        found = [one for one in found if one.end is not None]
    elif found and found[-1].end is not None:
        return []
    return found[::-1]


def _says(claim: SlotClaim, asked: SlotQuery) -> bool:
    """Whether it tells of the part as is asked: whom one dates, one need not be married to."""
    statement = claim.statement
    called = asked.said.isdisjoint(map(base_stem, keys_of(PARTNER)))
    if asked.slots != {PARTNER} or not called or claim.over:
        return True
    said = f"{statement.predicate} {statement.name or ''}".replace("_", " ")
    return not asked.said.isdisjoint(map(base_stem, words(said)))


def _at_firm(title: ValidityInterval, firms: Iterable[ValidityInterval]) -> ValidityInterval:
    for firm in firms:
        if firm.first <= title.first and (firm.end is None or title.first < firm.end):
            statements = (*title.statements, *firm.statements[:1])
            return title._replace(value=f"{title.value} at {firm.value}", statements=statements)
    return title


def told(asked: SlotQuery, found: Sequence[ValidityInterval]) -> str:
    """``Austin, since January 2024 (before that Seattle)``; the value alone of another time.

    Empty where it is asked when it began and that was not told.
    """
    now, *earlier = found
    if asked.when:
        return _written(now.begin) if now.begin else ""
    if asked.beside or asked.times or asked.side < 0:
        return now.value
    since = f", since {_written(now.begin)}" if now.begin else ""
    past = " and ".join(dict.fromkeys(one.value for one in earlier))
    return f"{now.value}{since}" + (f" (before that {past})" if past else "")


def _written(time: TimeInterval) -> str:
    """When something began: of a year the year, of some days the month in which it did."""
    if time.precision is Precision.YEAR:
        return str(time.start.year)
    if time.open_end or time.precision not in _WHOLE:
        return write_day(time.start).split(" ", 1)[1]
    return write_interval(time)
