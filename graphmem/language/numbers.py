"""Numbers as talk writes them: "1,200", "6.5", "a hundred and twenty-five", "twice"; pure."""

import re
from collections.abc import Iterator, Mapping, Sequence

from graphmem.language.time.vocabulary import DAY_ORDINALS, NUMBERS

_MAGNITUDES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_SHORT = {"k": 1_000, "m": 1_000_000}
_TIMES = {"twice": 2, "thrice": 3}
# These count as often as not: "once" may be "at once", and "both" needs no number to be told.
_MAYBE: Mapping[str, float] = {
    **DAY_ORDINALS,
    "once": 1,
    "one": 1,
    "both": 2,
    "pair": 2,
    "couple": 2,
    "half": 0.5,
}
_WORDS = {word: value for word, value in NUMBERS.items() if word not in ("a", "an")}
_VALUES: Mapping[str, float] = {**_WORDS, **_TIMES, **_MAGNITUDES}
_PAST = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}
_CLOCK = re.compile(
    r"(?<![\w.:])(?P<hour>[01]?\d|2[0-3])[:h](?P<minute>[0-5]\d)(?![\w:])|"
    rf"\b(?:(?P<part>{'|'.join(_PAST)})[ -](?P<side>past|to)|(?P<half>half))[ -](?P<of>\w+)\b",
    re.IGNORECASE,
)
# Digits with commas, spaces or points between thousands, and a part behind a point or comma.
_DIGITS = re.compile(
    r"(?<![\w.,])(?P<whole>\d{1,3}(?:[,.\u2009\u202f ’']\d{3}(?!\d))+|\d+)(?P<part>[.,]\d{1,2})?"
    r"(?P<short>[km]\b)?(?![\d])",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_ORDINAL = re.compile(
    rf"\b(?:\d+(?:st|nd|rd|th)|{'|'.join(sorted(DAY_ORDINALS, key=len, reverse=True))})\b",
    re.IGNORECASE,
)
_POINT = re.compile(r"(?P<whole>\w+)\s+point\s+(?P<part>\w+)", re.IGNORECASE)
_GLUE = re.compile(r"[\s-]{1,3}(?:and\s+)?", re.IGNORECASE)
_A_HALF = re.compile(r"\s+and\s+a\s+half\b", re.IGNORECASE)


def numbers_in(text: str, *, loose: bool = False) -> list[float]:
    """Every number of a text, in order; of a time of day its minutes since twelve.

    With ``loose`` also those that may be none: "one" is a pronoun more often than a number.
    """
    found: list[tuple[int, float]] = []
    taken = text
    for match in _CLOCK.finditer(text):
        minutes = _minutes(match)
        if minutes is not None:
            found.append((match.start(), float(minutes)))
            taken = _blank(taken, match.span())
    for match in _POINT.finditer(text):
        whole, part = (_WORDS.get(match[name].lower()) for name in ("whole", "part"))
        if whole is not None and part is not None:
            found.append((match.start(), float(f"{whole}.{part}")))
    for match in _DIGITS.finditer(taken):
        found.append((match.start(), _of_digits(match, taken)))
        if loose and match["part"]:  # "5.10" may be a time of day, or minutes and seconds
            halves = (re.sub(r"\D", "", match["whole"]), match["part"][1:])
            found += [(match.start(), float(half)) for half in halves]
            hour, minute = (int(half) for half in halves)
            if hour < 24 and minute < 60:
                found.append((match.start(), float((60 * hour + minute) % 720)))
        taken = _blank(taken, match.span())
    return [value for _, value in sorted([*found, *_of_words(taken, loose=loose)])]


def counts(text: str) -> bool:
    """Tells whether a text tells how many or how much; an ordinal alone ("the third") does not."""
    return bool(numbers_in(_ORDINAL.sub(" ", text), loose=True))


def clocks_in(text: str) -> list[tuple[int, int]]:
    """Spans of the times of day in a text."""
    return [match.span() for match in _CLOCK.finditer(text) if _minutes(match) is not None]


def _minutes(match: re.Match[str]) -> int | None:
    if match["hour"]:
        return (60 * int(match["hour"]) + int(match["minute"])) % 720
    of = match["of"].lower()
    hour = int(of) if of.isdigit() else NUMBERS.get(of)
    if hour is None:
        return None
    part = 30 if match["half"] else _PAST[match["part"].lower()]
    before = match["side"] is not None and match["side"].lower() == "to"
    return (60 * hour + (-part if before else part)) % 720


def _of_digits(match: re.Match[str], text: str) -> float:
    value = float(re.sub(r"\D", "", match["whole"]))
    if match["part"]:
        value += float(f"0.{match['part'][1:]}")
    if _A_HALF.match(text, match.end()):
        value += 0.5
    return value * _SHORT.get((match["short"] or "").lower(), 1)


def _of_words(text: str, *, loose: bool) -> Iterator[tuple[int, float]]:
    """The numbers that are written in words, each with its place."""
    if loose:
        for match in _WORD.finditer(text):
            if (value := _MAYBE.get(match.group().lower())) is not None:
                yield match.start(), float(value)
    run: list[re.Match[str]] = []
    for match in _WORD.finditer(text):
        word = match.group().lower()
        if run and not _GLUE.fullmatch(text, run[-1].end(), match.start()):
            if word == "and":
                continue
            yield from _valued(text, run)
            run = []
        if word in _VALUES:
            run.append(match)
    yield from _valued(text, run)


def _valued(text: str, run: Sequence[re.Match[str]]) -> Iterator[tuple[int, float]]:
    """The numbers of number words that stand together: "two hundred five" is one, "two three" two.

    "One" by itself is none.
    """
    begin, total, part = 0, 0.0, 0.0
    for place, match in enumerate(run):
        word = match.group().lower()
        value = _VALUES[word]
        if word in _MAGNITUDES:
            part = (part or 1.0) * value
            if value > 100:
                total, part = total + part, 0.0
        elif part and not _goes_on(part, value):
            yield run[begin].start(), total + part
            begin, total, part = place, 0.0, value
        else:
            part += value
    if run and [match.group().lower() for match in run[begin:]] != ["one"]:
        yield run[begin].start(), total + part + (0.5 if _A_HALF.match(text, run[-1].end()) else 0)


def _goes_on(part: float, value: float) -> bool:
    """Whether a smaller number goes on a larger one: "twenty-five", "hundred and thirty"."""
    return value < 100 and (part % 100 == 0 or (part % 100 >= 20 and part % 10 == 0 and value < 10))


def _blank(text: str, span: tuple[int, int]) -> str:
    begin, end = span
    return text[:begin] + " " * (end - begin) + text[end:]
