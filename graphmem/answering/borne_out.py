"""Whether what a model answers stands in what it cites, or follows from it; pure.

Words, dates, numbers and lengths of time are held against the quotes and the times of their turns.
What can be worked out from these is not done over here: a count or a length leaves where it can
follow, and is withheld where it cannot.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import combinations
from typing import NamedTuple

from graphmem.answering.telling.forms import base_stem
from graphmem.answering.times import resolved_times
from graphmem.answering.whose import Proof, sentences_of
from graphmem.language.sentences import sentences
from graphmem.language.time import Relation, TimeExpression, find_times
from graphmem.language.time.spans import DAY, WEEK, days
from graphmem.language.time.vocabulary import (
    NUMBERS,
    VAGUE_COUNTS,
    compile_pattern,
    read_amount,
    read_count,
)
from graphmem.language.words import STOP_WORDS, stem, words
from graphmem.model.time import TimeInterval
from graphmem.retrieval.question import Question
from graphmem.retrieval.synonyms import with_synonyms

# Fixed beforehand: the share of an answer's own words that may be put otherwise than in the quotes,
# and the same of each of the things that it lists, of which a few words say little.
_MOST_NEW, _MOST_NEW_OF_PART = 1 / 3, 1 / 2
_SHORTEST_COMMON = 4  # letters that "counsel" and "counselling" must share to be one word
_PARTS = re.compile(r"[,;:/\n]|\s(?:and|or|but|then|plus)\s|\s[-–—]\s", re.IGNORECASE)
# Words that measure what is told, or say how surely, and tell nothing themselves.
_MEASURING = """
ago almost approximately around both called currently day days decade decades early evidence
hour hours including late likely minute minutes month months named nearly neither no none nor
old one probably roughly since together total twice week weeks year years
"""
_FREE = frozenset(_MEASURING.split())
_DAYS = {"day": 1.0, "week": 7.0, "month": 30.44, "year": 365.25, "decade": 3652.5}
_LENGTH = r"(?P<amount>AMOUNT)[ -](?P<unit>(?:day|week|month|year|decade))s?"
_COUNTED = re.compile(r"\bhow (?:many|much|often)\b", re.IGNORECASE)
_AGE = re.compile(r"\bhow old\b|\bage\b", re.IGNORECASE)
_CHOICE = re.compile(r"\bor\b", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_LONG = re.compile(r"(?<![\w,.])\d{4,}(?!\w)")  # longer than COUNT reads
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")


class _Ground(NamedTuple):
    """What may be said: stems of words (``said`` of the quotes alone), numbers, and times.

    ``phrases`` are the times as they are written, ``moments`` those that a length may lie between,
    and ``countable`` is how many things the quotes name at most.
    """

    stems: frozenset[str]
    said: frozenset[str]
    numbers: frozenset[float]
    times: tuple[TimeInterval, ...]
    phrases: tuple[str, ...]
    moments: tuple[TimeInterval, ...]
    countable: float


def not_borne_out(
    answer: str, question: Question, proofs: Sequence[Proof], *, now: datetime | None
) -> tuple[str, ...]:
    """What of an answer follows from no quote, as it stands there; empty where enough of it does.

    Every date must meet one that a quote's turn means, and every number stand in a quote or be one
    that its things add up to; a length of time may lie between two of the dates, or from one until
    ``now``. Of the other words, but for the question's, two of three must stand in the quotes, and
    half of those of each thing listed, in any form or as a synonym of the table.
    """
    ground = _ground(question, proofs, now)
    anchor = now or max((proof[0].hit.said_at for proof in proofs), default=datetime.max)
    wrong, rest = [], answer
    for phrase in ground.phrases:
        rest = re.sub(re.escape(phrase), " ", rest, flags=re.IGNORECASE)
    for time in find_times(rest, said_at=anchor):
        if time.relation in (Relation.FOR, Relation.EVERY):
            continue  # a length or a habit, and no date
        if not _dated(time, ground):
            wrong.append(time.text)
        rest = rest.replace(time.text, " ", 1)
    for length in compile_pattern(_LENGTH).finditer(rest):
        if not _lasts(length["amount"], length["unit"].lower(), ground):
            wrong.append(length.group())
    rest = compile_pattern(_LENGTH).sub(" ", rest)
    dated = rest != answer  # "11 and 12 March": one of the numbers stands outside the date
    for number in _numbers_in(rest):
        if not (_numbered(number, question.text, ground) or (dated and _a_day(number, ground))):
            wrong.append(f"{number:g}")
    return (*wrong, *_new_words(rest, question, ground))


def _ground(question: Question, proofs: Sequence[Proof], now: datetime | None) -> _Ground:
    texts: list[str] = []
    phrases: list[str] = []
    times, moments = [*question.times], [] if now is None else [days(now)]
    countable = 0.0
    for passage, quote in dict.fromkeys(proofs):
        hit = passage.hit
        texts += [quote, hit.speaker]
        around = sentences_of((passage, quote))
        told = [time for time in find_times(around, said_at=hit.said_at) if time.interval]
        if not told and _shares(around, question):
            # Whatever is told without a time of its own was so on the day on which it was told.
            times.append(days(hit.said_at))
        # A time in another sentence of the turn may be meant by "then" in this one.
        for time in find_times(hit.text, said_at=hit.said_at):
            if time.interval is not None:
                times.append(time.interval)
                if time.relation in (Relation.FOR, Relation.SINCE):
                    times.append(days(time.interval.start))  # when it began
        phrases += [time.meaning for time in resolved_times(hit.text, hit.said_at)]
        moments.append(days(hit.said_at))
        countable += sum(max([1.0, *_numbers_in(part)]) for part in _parts(quote))
    every = " ".join([*texts, *phrases])
    return _Ground(
        frozenset(one for word in words(every) for one in _forms(word)),
        frozenset(stem(word) for _, quote in proofs for word in words(quote)),
        frozenset(_numbers_in(f"{every} {question.text}")),
        tuple(times),
        tuple(sorted(phrases, key=len, reverse=True)),
        (*times, *moments),
        countable,
    )


def _shares(text: str, question: Question) -> bool:
    asked = {form for term in question.terms for form in _forms(term)}
    return any(form in asked for word in words(text) for form in _forms(word))


def _dated(time: TimeExpression, ground: _Ground) -> bool:
    """Whether a time of an answer is one of those meant, and not much finer than it."""
    if not _DIGIT.search(time.text) and all(stem(word) in ground.said for word in words(time.text)):
        return True  # in the words of the quote: "last Saturday"
    return time.interval is not None and any(_meets(time.interval, one) for one in ground.times)


def _meets(told: TimeInterval, meant: TimeInterval) -> bool:
    if told.open_end or told.open_start or meant.open_end or meant.open_start:
        return told.start.date() == meant.start.date() or told.end.date() == meant.end.date()
    return told.overlaps(meant) and 2 * max(told.width, DAY) >= meant.width


def _lasts(amount: str, unit: str, ground: _Ground) -> bool:
    said = read_amount(amount)
    if {said.low, said.high} <= ground.numbers and _known(unit, ground.stems):
        return True
    low, high = (said.low - 1) * _DAYS[unit], (said.high + 1) * _DAYS[unit]
    return any(low < one < high for one in _lengths(ground.moments))


def _lengths(times: Sequence[TimeInterval]) -> Iterator[float]:
    """The days between any two moments of these times."""
    moments = {
        moment
        for time in times
        for moment, known in ((time.start, not time.open_start), (time.end, not time.open_end))
        if known
    }
    for one, other in combinations(sorted(moments), 2):
        yield (other - one) / DAY


def _numbered(number: float, question: str, ground: _Ground) -> bool:
    if number in ground.numbers:
        return True
    if _COUNTED.search(question) and 0 < number <= ground.countable:
        return True
    if any(number in (time.start.year, time.end.year) for time in ground.times):
        return True
    ages = [one / _DAYS["year"] for one in _lengths(ground.moments)]
    return _AGE.search(question) is not None and any(abs(number - age) < 1 for age in ages)


def _a_day(number: float, ground: _Ground) -> bool:
    """Whether it is the day of the month on which a time of a few days begins or ends."""
    ends = {day for one in ground.times if one.width <= WEEK for day in (one.start, one.end - DAY)}
    return number in {day.day for day in ends}


def _new_words(text: str, question: Question, ground: _Ground) -> tuple[str, ...]:
    """The words that stand nowhere, where they are too many in all or in one thing listed."""
    asked = frozenset(form for word in words(question.text) for form in _forms(word))
    own = 0
    new: list[str] = []
    of_a_part: list[str] = []
    repeated: list[str] = []
    for part in _parts(text):
        said = [word for word in words(part) if _counts(word)]
        repeated += [word for word in said if _known(word, asked)]
        said = [word for word in said if not _known(word, asked)]
        lost = [word for word in said if not _known(word, ground.stems)]
        own += len(said)
        new += lost
        if len(lost) > _MOST_NEW_OF_PART * len(said):
            of_a_part += lost
    if own and len(new) > _MOST_NEW * own:
        return tuple(new)
    # "Cats or dogs?" is answered in the question's words, and one of them must be proved.
    chosen = repeated if _CHOICE.search(question.text) else []
    if not own and chosen and not any(_known(word, ground.stems) for word in chosen):
        return tuple(chosen)
    return tuple(of_a_part)


def _parts(text: str) -> list[str]:
    return [
        part
        for sentence in sentences(text)
        for part in _PARTS.split(sentence)
        if part and part.strip()
    ]


def _counts(word: str) -> bool:
    number = word.isdigit() or word in NUMBERS or word in VAGUE_COUNTS
    return not number and word not in STOP_WORDS and word not in _FREE


def _known(word: str, stems: frozenset[str]) -> bool:
    forms = _forms(word)
    if not stems.isdisjoint(forms):
        return True
    return any(
        len(other) >= _SHORTEST_COMMON and (other.startswith(form) or form.startswith(other))
        for form in forms
        if len(form) >= _SHORTEST_COMMON
        for other in stems
    )


def _forms(word: str) -> set[str]:
    """The stems by which a word is known, and those of another of its sense."""
    return {form for one in (word, with_synonyms(word)) for form in (stem(one), base_stem(one))}


def _numbers_in(text: str) -> Iterator[float]:
    plain = _THOUSANDS.sub("", text)
    for match in compile_pattern("COUNT").finditer(plain):
        # "One" is a pronoun more often than a number.
        if match.group().lower() != "one":
            yield read_count(match.group())
    for match in _LONG.finditer(plain):
        yield float(match.group())
