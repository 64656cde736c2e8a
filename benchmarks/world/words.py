"""What things are called: names by number, the same number the same name."""

import tomllib
from functools import cache
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

_WORDS = Path(__file__).with_name("words.toml")


def chance(*parts: object) -> float:
    """A number from 0 to 1 that these decide, 1 excluded."""
    digest = blake2b(repr(parts).encode(), digest_size=7).digest()
    return int.from_bytes(digest) / 256**7


def tail(items: int, power: float, *parts: object) -> int:
    """The number of one of so many items; the first are drawn more often, the more the power."""
    return int(items * chance(*parts) ** power)


@cache
def words(name: str) -> tuple[str, ...]:
    """A list of `words.toml`; ``_`` stands for a space within one of them."""
    found = _file()[name]
    listed = found.split() if isinstance(found, str) else found
    return tuple(word.replace("_", " ") for word in listed)


@cache
def _file() -> dict[str, str | list[str]]:
    return tomllib.loads(_WORDS.read_text(encoding="utf-8"))


def one_of(name: str, *parts: object, power: float = 1.0) -> str:
    """One of a list."""
    listed = words(name)
    return listed[tail(len(listed), power, name, *parts)]


def firm(number: int) -> str:
    """The name of a firm; some are told apart by their last word alone."""
    begins, ends, kinds = words("firm_begins"), words("firm_ends"), words("firm_kinds")
    mixed = number * 977 % (len(begins) * len(ends) * len(kinds))
    rest, kind = divmod(mixed, len(kinds))
    begin, end = divmod(rest, len(ends))
    return f"{begins[begin]}{ends[end]}{kinds[kind]}"


def place(*parts: object) -> str:
    """A city, or a town that few speak of."""
    if chance("city", *parts) < 0.65:
        return one_of("cities", *parts, power=2)
    return one_of("town_begins", *parts) + one_of("town_ends", *parts)


def thing(*parts: object) -> str:
    """A thing in one, two or three words; what nobody else speaks of is not rare."""
    noun = one_of("things", *parts, power=1.6)
    length = chance("length", *parts)
    if length < 0.5:
        return noun
    what = one_of("of_what", *parts, power=1.3)
    if length < 0.85:
        return f"{what} {noun}"
    more = (one_of("of_what", number, *parts) for number in count())
    return f"{next(word for word in more if word != what)} {what} {noun}"


def noun(*parts: object) -> str:
    """Something of everyday life, now and then in two words."""
    plain = one_of("nouns", *parts, power=1.5)
    if chance("plain", *parts) < 0.7:
        return plain
    return f"{one_of('of_what', 'noun', *parts)} {plain}"


def event(*parts: object) -> str:
    """Something that people go to."""
    noun = one_of("events", *parts, power=1.5)
    return noun if chance("plain", *parts) < 0.3 else f"{one_of('of_events', *parts)} {noun}"


def title(*parts: object) -> str:
    """A book, without its article."""
    return f"{one_of('title_begins', *parts)} {one_of('title_ends', *parts)}"
