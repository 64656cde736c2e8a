"""The words of time, as tables and as pieces of patterns."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial


def words(line: str) -> tuple[str, ...]:
    """The words of a line: a long list, written short."""
    return tuple(line.split())


MONTH_NAMES = words(
    "january february march april may june july august september october november december"
)
WEEKDAY_NAMES = words("monday tuesday wednesday thursday friday saturday sunday")
_SHORT_WEEKDAYS = {
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3,
    "fri": 4, "sat": 5, "sun": 6,
}  # fmt: skip

MONTHS = {name: number for number, name in enumerate(MONTH_NAMES, 1)}
MONTHS |= {name[:3]: number for number, name in enumerate(MONTH_NAMES, 1)} | {"sept": 9}
WEEKDAYS = {name: number for number, name in enumerate(WEEKDAY_NAMES)} | _SHORT_WEEKDAYS
MOVES = {"last": -1, "this": 0, "next": 1}
SEASONS = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}  # northern
DECADES = {
    "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60,
    "seventies": 70, "eighties": 80, "nineties": 90,
}  # fmt: skip
ORDINALS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3,
    "fourth": 4, "4th": 4, "fifth": 5, "5th": 5, "last": -1,
}  # fmt: skip

_DAY_ORDINALS = words(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first"
    " twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh"
    " twenty-eighth twenty-ninth thirtieth thirty-first"
)
DAY_ORDINALS = {word: number for number, word in enumerate(_DAY_ORDINALS, 1)}

_SMALL = words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen"
)
_TENS = words("twenty thirty forty fifty sixty seventy eighty ninety")
NUMBERS = {word: number for number, word in enumerate(_SMALL)}
NUMBERS |= {word: 10 * number for number, word in enumerate(_TENS, 2)}
NUMBERS |= {"hundred": 100, "dozen": 12, "a": 1, "an": 1}

# What people seem to mean by a vague count: at least, at most.
VAGUE_COUNTS = {"couple": (2, 3), "few": (2, 5), "several": (3, 8), "some": (2, 8), "many": (5, 30)}
_BETWEEN = re.compile(r"\s?–\s?|\s-\s|(?<=[0-9])-|(?<=[a-z])-(?=[0-9])|\s?\b(?:or|to)\b\s?")


def _any_of(choices: Iterable[str]) -> str:
    return "|".join(sorted(choices, key=len, reverse=True))


_COUNT = rf"(?:[0-9]{{1,3}}|(?:{_any_of(_TENS)})(?:[-\s](?:{_any_of(_SMALL[1:10])}))?" + (
    rf"|(?:an?\s)?hundred|{_any_of(_SMALL[1:])})"
)
_DOT = r"(?:\.(?=\s(?-i:[a-z0-9])))?"  # an abbreviation's, not the sentence's
_MONTH_PIECE = (
    rf"(?:{_any_of(MONTH_NAMES)}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b{_DOT})"
)
_YEAR = r"(?:(?:19|20)[0-9]{2}(?![0-9])|['’‘][0-9]{2}(?![0-9s]))"
_PIECES = {
    "COUNT": _COUNT,
    "AMOUNT": (
        r"(?:(?:quite\s)?an?\s(?:good\s)?few|few|an?\scouple(?:\sof)?|couple(?:\sof)?|several"
        r"|some|many|an?\sdozen|half\san?"
        rf"|{_COUNT}(?:-|\s-\s|\s?–\s?|\sor\s|\sto\s){_COUNT}|{_COUNT}(?:\sand\sa\shalf)?|an?)"
    ),
    "HEDGE": (
        r"(?:about|around|roughly|approximately|nearly|almost|over|under|like|maybe|probably"
        r"|some|(?:just\s|a\slittle\s|a\sbit\s)?(?:over|under)|(?:more|less)\sthan"
        r"|at\s(?:least|most)|close\sto)"
    ),
    "UNIT": (
        r"(?:minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|fortnights?|months?|years?|yrs?"
        r"|decades?)"
    ),
    "PERIOD": r"(?:week|weekend|month|year|decade)",
    "MONTH": _MONTH_PIECE,
    "WEEKDAY": rf"(?:{_any_of(WEEKDAY_NAMES)})",
    "SHORTDAY": r"(?:mon|tues?|weds?|thu|thurs?|fri|(?-i:Sat|Sun))\b" + _DOT,
    "SEASON": rf"(?:{_any_of(SEASONS)})",
    "ORDINAL": rf"(?:{_any_of(ORDINALS)})",
    "MONTHDAY": r"(?:3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th)?",
    "ORDINALDAY": rf"(?:{_any_of(DAY_ORDINALS)})",
    "YEAR": _YEAR,
    # The year after a month or a holiday, and which of those that come every year.
    "YEARAFTER": rf"(?:,|,?\sof|)\s{{1,3}}(?P<year>{_YEAR})",
    "MOVEDYEAR": r",?\s{1,3}(?:of\s)?(?P<move>last|this|next)\syear",
    "WHICH": r"(?P<which>(?:this\s)?past|last|this|next|(?:this\s)?coming)",
    "APOSTROPHE": r"['’‘`]?",
}


@cache
def compile_pattern(template: str, *, whole_words: bool = True) -> re.Pattern[str]:
    r"""A pattern from a template in which WEEKDAY, MONTH… stand for words, and a space for space.

    Optional space is written ``\s?``. Letters match ASCII only, whatever their case, so every
    match can be looked up in the tables.
    """
    spaced = template.replace(" ", r"\s{1,3}")
    filled = re.sub(r"[A-Z]{4,}", lambda piece: _PIECES[piece.group()], spaced)
    edged = rf"(?<![\w-])(?:{filled})(?!\w|-(?:old|long))" if whole_words else filled
    return re.compile(edged, re.IGNORECASE | re.ASCII)


def pattern(template: str) -> Callable[[], re.Pattern[str]]:
    """The same, compiled when it is first wanted: there are many, and a text needs few."""
    return partial(compile_pattern, template)


@dataclass(frozen=True, slots=True)
class Amount:
    """A count as it was said: between ``low`` and ``high``, and its words."""

    low: float
    high: float
    words: str

    @property
    def exact(self) -> bool:
        """True if a whole number was said."""
        return self.low == self.high and not self.broken

    @property
    def broken(self) -> bool:
        """True if a half was said."""
        return self.low != int(self.low)


def read_count(text: str) -> float:
    """The value of COUNT's words."""
    total = 0
    for word in re.split(r"[-\s]+", text.lower()):
        value = int(word) if word.isdigit() else NUMBERS[word]
        total = value if word in ("hundred", "dozen") else total + value
    return total


def read_amount(text: str) -> Amount:
    """The value of AMOUNT's words."""
    said = " ".join(text.lower().split())
    for vague, (low, high) in VAGUE_COUNTS.items():
        if vague in said:
            return Amount(low, high, said)
    if said.startswith("half"):
        return Amount(0.5, 0.5, said)
    half = 0.5 if said.endswith(" and a half") else 0.0
    bounds = [read_count(bound) for bound in _BETWEEN.split(said.removesuffix(" and a half"))]
    return Amount(min(bounds) + half, max(bounds) + half, said)


def month_number(text: str) -> int:
    """The number of MONTH's word."""
    return MONTHS[text.lower().rstrip(".")]


def weekday_number(text: str) -> int:
    """The number of WEEKDAY's or SHORTDAY's word; Monday is 0."""
    return WEEKDAYS[text.lower().rstrip(".")]


def day_number(text: str) -> int:
    """The number of MONTHDAY's or ORDINALDAY's word."""
    digits = text.rstrip("stndrhSTNDRH")
    return int(digits) if digits.isdigit() else DAY_ORDINALS[text.lower()]


def year_number(text: str, *, near: int) -> int:
    """The number of YEAR's digits; two digits mean the century that keeps it before ``near``+20."""
    if len(text) == 4:
        return int(text)
    year = near - near % 100 + int(text[1:])
    return year - 100 if year > near + 20 else year


def in_units(amount: Amount, text: str) -> tuple[Amount, str]:
    """The amount, and UNIT's word in the singular; a fortnight is fourteen days."""
    unit = unit_name(text)
    if unit != "fortnight":
        return amount, unit
    return Amount(14 * amount.low, 14 * amount.high, amount.words), "day"


def unit_name(text: str) -> str:
    """The singular of UNIT's word; nights are counted as days."""
    word = text.lower().rstrip("s")
    return {"min": "minute", "hr": "hour", "yr": "year", "night": "day"}.get(word, word)
