"""Dates, lengths and numbers that turns tell, or that can be worked out from what they tell; pure.

What can be worked out is not worked out over here: a count or a length holds where it can follow.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import combinations, product
from typing import NamedTuple

from graphmem.answering.time_resolution import TimesOf
from graphmem.language.numbers import numbers_in
from graphmem.language.time import Relation, TimeExpression
from graphmem.language.time.intervals import DAY, WEEK, days, midnight
from graphmem.language.time.vocabulary import (
    DAY_ORDINALS,
    MONTH_NAMES,
    MONTHS,
    MOVES,
    WEEKDAY_NAMES,
    WEEKDAYS,
    compile_pattern,
    read_amount,
)
from graphmem.language.words import stem, words
from graphmem.model.time import TimeInterval

_DAYS = {"day": 1.0, "week": 7.0, "fortnight": 14.0, "month": 30.44, "year": 365.25}
_DAYS["decade"] = 3652.5
_LENGTH = r"(?P<amount>AMOUNT)[ -](?P<unit>(?:day|week|fortnight|month|year|decade))s?"
_COUNTED = re.compile(r"\bhow (?:many|much|often)\b", re.IGNORECASE)
_AGE = re.compile(r"\bhow old\b|\bage\b", re.IGNORECASE)
_HYPHENED = re.compile(r"[a-z]+(?:-[a-z]+)?")
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"\d{4}")
_PARTS = re.compile(r"[.,;:!?/\n]|\s(?:and|or|but|then|plus)\s|\s[-–—]\s", re.IGNORECASE)
_MOST_ADDED = 10  # numbers of the turns that are tried with each other
# How far from the turn a day may lie that it names by weekday, by number, and with its month.
_BY_WEEKDAY, _BY_NUMBER, _BY_MONTH = timedelta(14), timedelta(62), timedelta(400)
_UNITS = (60, 3_600, 24, 7, 12)  # seconds in minutes, …, months in a year
_SCALES = (1, 0.001, 1_000)  # "450" of a house is 450,000
_FIRST_YEAR, _LAST_YEAR = 1950, 2049
_MONTH_WIDE = timedelta(27)


class CalendarNames(NamedTuple):
    """Calendar terms of a turn: weekdays, days of a month and months, by number."""

    said_on: date
    weekdays: frozenset[int]
    month_days: frozenset[int]
    months: frozenset[int]


class Figures(NamedTuple):
    """The dates and numbers of cited turns.

    ``phrases`` are times as they are written in brackets; ``said`` are the stems of the quotes,
    ``stems`` those of all that was told or asked; ``moments`` are what a length may lie between;
    ``things`` is how many the quotes name without a number; ``lasting`` are the lengths of time
    told, in days, and ``cited`` the numbers of the sentences cited and of the question, which may
    be added up.
    """

    times: tuple[TimeInterval, ...]
    dated: tuple[CalendarNames, ...]
    phrases: tuple[str, ...]
    said: frozenset[str]
    moments: tuple[TimeInterval, ...]
    numbers: frozenset[float]
    things: int
    stems: frozenset[str]
    lasting: tuple[float, ...]
    cited: tuple[float, ...]


class CitedTurn(NamedTuple):
    """A cited turn: when, all of its text, the words cited, and the sentence around them."""

    said_at: datetime
    text: str
    quote: str
    around: str


def figures_of(
    told: Sequence[CitedTurn],
    question: str,
    asked: Sequence[TimeInterval],
    now: datetime | None,
    times_of: TimesOf,
) -> Figures:
    """Gather what the turns tell; ``asked`` are the times of the question."""
    times, moments = [*asked], [] if now is None else [days(now)]
    phrases: list[str] = []
    for one in told:
        here = times_of(one.text, one.said_at)
        if not any(_is_past(time, one) for time in here):
            # Whatever is told without a time of its own was so on the day on which it was told.
            times.append(days(one.said_at))
        for time in here:
            if time.interval is not None:
                times.append(time.interval)
                if time.relation in (Relation.FOR, Relation.SINCE):
                    times.append(days(time.interval.start))  # when it began
            if time.phrase:
                phrases.append(time.phrase)
        moments.append(days(one.said_at))
    every = " ".join([*(one.text for one in told), *phrases, question])
    parts = [part for one in told for part in _PARTS.split(one.quote) if part.strip()]
    return Figures(
        tuple(times),
        tuple(_dated(one) for one in told),
        tuple(sorted(set(phrases), key=len, reverse=True)),
        frozenset(stem(word) for one in told for word in words(one.quote)),
        (*times, *moments),
        frozenset(numbers_in(every, loose=True)),
        sum(not numbers_in(part) for part in parts),
        frozenset(map(stem, words(every))),
        tuple((low + high) / 2 for one in told for _, low, high in lengths_in(one.text)),
        tuple(numbers_in(" ".join([question, *(one.around for one in told)]), loose=True)),
    )


def holds_date(time: TimeExpression, figures: Figures) -> bool:
    """Whether a time of an answer is one of those meant and not much finer, or can be made of them.

    A day can where a turn near it names its weekday, or its number, also with the month.
    """
    if not _DIGIT.search(time.text) and all(
        stem(word) in figures.said for word in words(time.text)
    ):
        return True  # in the words of the quote: "last Saturday"
    if _is_named_in_part(time.text, figures):
        return True
    if time.interval is None:
        return False
    if _YEAR.search(time.text):
        return _holds_interval(time.interval, time.text, figures)
    return any(  # of which year, the answer leaves open
        _holds_interval(shifted, time.text, figures)
        for years in range(-3, 2)
        if (shifted := _shifted(time.interval, years)) is not None
    )


def _holds_interval(interval: TimeInterval, text: str, figures: Figures) -> bool:
    if any(_meets(interval, one) for one in figures.times):
        return True
    if interval.width >= _MONTH_WIDE and not (interval.open_start or interval.open_end):
        if any(interval.start.date() <= one.said_on < interval.end.date() for one in figures.dated):
            return True
        years = numbers_in(text)
        return (
            bool(years)
            and all(_FIRST_YEAR <= one <= _LAST_YEAR for one in years)
            and all(holds_number(one, "", figures) for one in years)
        )
    ends = []
    if not interval.open_start:
        ends.append(interval.start.date())
    if not interval.open_end:
        ends.append((interval.end - DAY).date() if interval.width >= DAY else interval.end.date())
    return bool(ends) and all(_named(end, figures) for end in ends)


def _is_named_in_part(text: str, figures: Figures) -> bool:
    """Tells whether a weekday or month without a number is one of the turns'.

    So it is beside the date ("Thursday, 17 April") and where the year is left open ("by June").
    """
    said = {word for word in words(text) if word in WEEKDAYS or word in MONTHS}
    told = set(words(" ".join(calendar_words(figures))))
    moved = any(word in MOVES for word in words(text))
    return bool(said) and not moved and not _DIGIT.search(text) and said <= told


def _shifted(interval: TimeInterval, years: int) -> TimeInterval | None:
    try:
        start = interval.start if interval.open_start else _in_year(interval.start, years)
        end = interval.end if interval.open_end else _in_year(interval.end, years)
    except ValueError:  # 29 February
        return None
    return interval.model_copy(update={"start": start, "end": end})


def _in_year(moment: datetime, years: int) -> datetime:
    return moment.replace(year=moment.year + years)


def calendar_words(figures: Figures) -> list[str]:
    """The weekdays and months of the turns and of the times that they mean."""
    moments = [one.start for one in _short(figures.times)]
    on = {*(moment.date() for moment in moments), *(one.said_on for one in figures.dated)}
    return [
        f"{WEEKDAY_NAMES[day.weekday()].title()} {MONTH_NAMES[day.month - 1].title()}" for day in on
    ]


def lengths_in(text: str) -> Iterator[tuple[tuple[int, int], float, float]]:
    """The lengths of time in a text: where, and the days that they last, at least and at most."""
    for match in compile_pattern(_LENGTH).finditer(text):
        said, unit = read_amount(match["amount"]), _DAYS[match["unit"].lower()]
        yield match.span(), (said.low - 1) * unit, (said.high + 1) * unit


def holds_length(length: str, low: float, high: float, figures: Figures) -> bool:
    """Whether a length, and the days it may last, was told or lies between two moments told."""
    said = words(length)
    if set(numbers_in(length, loose=True)) <= figures.numbers and stem(said[-1]) in figures.stems:
        return True
    spans = [*figures.lasting, *(one + other for one, other in combinations(figures.lasting, 2))]
    return any(low < one < high for one in (*spans, *_lengths(figures.moments)))


def holds_number(number: float, question: str, figures: Figures) -> bool:
    """Whether a number was told, or can be worked out from those told: summed, counted, scaled."""
    told = figures.numbers
    if any(number * scale in told or number / scale in told for scale in (*_SCALES, *_UNITS)):
        return True
    if _FIRST_YEAR <= number <= _LAST_YEAR and _is_year_told(number, figures):
        return True
    if any(number in (time.start.year, time.end.year) for time in figures.times):
        return True
    if any(number in (time.start.day, (time.end - DAY).day) for time in _short(figures.times)):
        return True
    if number % 100 == 0 and {number // 1_000, number % 1_000 / 100} <= told:
        return True  # "thirty-nine five"
    if number % 60 == 0 and number <= 720 and number / 60 in told:
        return True  # a time of day at the full hour
    ages = [one / _DAYS["year"] for one in _lengths(figures.moments)]
    if _AGE.search(question) is not None and any(abs(number - age) < 1 for age in ages):
        return True
    spare = figures.things if _COUNTED.search(question) else 0
    return any(number - spare <= one <= number + 1e-6 for one in _sums(figures.cited)) or any(
        abs(number * scale - one) < 1e-6 for one in _pairs(figures.cited) for scale in _SCALES
    )


def _is_year_told(year: float, figures: Figures) -> bool:
    """Tells whether it is written short ("'22"), or lies as many years from a turn's as is told."""
    apart = (abs(year - one.said_on.year) for one in figures.dated)
    return year % 100 in figures.numbers or any(
        years <= 1 or years in figures.numbers for years in apart
    )


def _is_past(time: TimeExpression, one: CitedTurn) -> bool:
    """Tells whether a time of the sentence lies before the day on which it was said."""
    interval = time.interval
    return (
        interval is not None and time.text in one.around and interval.end <= midnight(one.said_at)
    )


def _sums(told: Sequence[float]) -> Iterator[float]:
    some = sorted(told)[-_MOST_ADDED:]
    for taken in product((0, 1), repeat=len(some)):
        yield sum(value for value, take in zip(some, taken, strict=True) if take)


def _pairs(told: Sequence[float]) -> Iterator[float]:
    for one, other in combinations(sorted(told), 2):
        yield other - one
        yield other * one
        if one:
            yield other / one


def _short(times: Sequence[TimeInterval]) -> Iterator[TimeInterval]:
    return (time for time in times if time.width <= WEEK)


def _dated(one: CitedTurn) -> CalendarNames:
    said = words(one.text)
    days_told = {int(number) for number in numbers_in(one.text) if 1 <= number <= 31}
    return CalendarNames(
        one.said_at.date(),
        frozenset(WEEKDAYS[word.rstrip("s")] for word in said if word.rstrip("s") in WEEKDAYS)
        | frozenset(WEEKDAYS[word] for word in said if word in WEEKDAYS),
        frozenset(
            days_told
            | {
                DAY_ORDINALS[word]
                for word in _HYPHENED.findall(one.text.lower())
                if word in DAY_ORDINALS
            }
        ),
        frozenset(MONTHS[word] for word in said if word in MONTHS),
    )


def _named(day: date, figures: Figures) -> bool:
    months = {month for one in figures.dated for month in one.months}
    for one in figures.dated:
        apart = abs(day - one.said_on)
        if day.weekday() in one.weekdays and apart <= _BY_WEEKDAY:
            return True
        if day.day in one.month_days and (
            apart <= _BY_NUMBER or (day.month in months and apart <= _BY_MONTH)
        ):
            return True
    return False


def _meets(told: TimeInterval, meant: TimeInterval) -> bool:
    if told.open_end or told.open_start or meant.open_end or meant.open_start:
        return told.start.date() == meant.start.date() or told.end.date() == meant.end.date()
    return told.overlaps(meant) and 2 * max(told.width, DAY) >= meant.width


def _lengths(times: Sequence[TimeInterval]) -> Iterator[float]:
    """The days between any two moments: beginnings and ends of what the turns mean."""
    moments = {
        moment
        for time in times
        for moment, known in ((time.start, not time.open_start), (time.end, not time.open_end))
        if known
    }
    for one, other in combinations(sorted(moments), 2):
        yield (other - one) / DAY
