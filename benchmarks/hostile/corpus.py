"""Texts that mean harm, by kind, and mutations of them: a seed decides every one."""

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

_FOLDER = Path(__file__).parent / "texts"
_WORD = 1_000_000
_WORDS = 100_000
_DEEP = (50, 250, 990, 5_000, 200_000)


class Text(NamedTuple):
    """A text and the kind of harm that it means."""

    kind: str
    text: str


@cache
def texts() -> tuple[Text, ...]:
    """Every text of the corpus; sizes, which no file need hold, are made."""
    kept = [
        Text(file.stem, text)
        for file in sorted(_FOLDER.glob("*.json"))
        for text in json.loads(file.read_text(encoding="utf-8"))
    ]
    return (*kept, *(Text("size", text) for text in _sizes()))


def _sizes() -> Iterator[str]:
    yield ""
    yield "a" * _WORD
    yield "a" * (_WORD + 1)
    yield "ab " * _WORDS
    yield "\n" * _WORDS
    yield "\U0001f468‍" * (_WORDS // 2)
    yield "é" * _WORDS
    yield "?" * 4_000
    yield "Ana " * 1_000
    yield "a." * 2_000
    yield "(" * 4_000
    yield "x" * 4_001


class Hostile:
    """An endless stream of texts: each of the corpus once, then mutations of them."""

    def __init__(self, seed: int, *, longest: int | None = None) -> None:
        self.chance = random.Random(seed)
        self._known = [one for one in texts() if longest is None or len(one.text) <= longest]
        self._waiting = list(self._known)
        self.chance.shuffle(self._waiting)

    def next(self) -> Text:
        """The next text."""
        if self._waiting:
            return self._waiting.pop()
        kind, text = self.chance.choice(self._known)
        for _ in range(self.chance.randint(1, 3)):
            text = self.chance.choice(_MUTATIONS)(self, text)
        return Text(kind, text)

    def any(self) -> str:
        """A text of any kind, as part of another."""
        return self.chance.choice(self._known).text

    def value(self) -> Any:
        """A JSON value that few expect: another type, a deep one, or a text."""
        made = self.chance.choice(_VALUES)
        return made(self)

    def deep(self) -> Any:
        """A value nested so far that Python itself can still hold it."""
        value: Any = self.any()[:20]
        for _ in range(self.chance.choice((10, 100, 200))):
            value = [value] if self.chance.random() < 0.5 else {"a": value}
        return value


def _spliced(hostile: Hostile, text: str) -> str:
    at = hostile.chance.randint(0, len(text))
    return text[:at] + hostile.any()[:2_000] + text[at:]


def _cut(hostile: Hostile, text: str) -> str:
    return text[: hostile.chance.randint(0, len(text))]


def _repeated(hostile: Hostile, text: str) -> str:
    return text[:200] * hostile.chance.choice((2, 7, 40))


def _sprinkled(hostile: Hostile, text: str) -> str:
    odd = hostile.chance.choice("\x00\x1b\u200b\u202e\u0301\ud800\ufeff\u2028\uffff\"'\\`{}")
    at = hostile.chance.randint(0, len(text))
    return text[:at] + odd + text[at:]


def _wrapped(hostile: Hostile, text: str) -> str:
    left, right = hostile.chance.choice(('""', "''", "``", "()", "[]", "{}", "<>", "/*"))
    return f"{left}{text}{right}"


def _encoded(_: Hostile, text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text[:500].encode("utf-8", "surrogatepass"))


def _cased(_: Hostile, text: str) -> str:
    return text.swapcase()


def _said(hostile: Hostile, text: str) -> str:
    return f"{hostile.chance.choice(('Who said', 'When did Ana', 'What is', 'Ben:'))} {text}?"


_MUTATIONS: tuple[Callable[[Hostile, str], str], ...] = (
    _spliced,
    _cut,
    _repeated,
    _sprinkled,
    _wrapped,
    _encoded,
    _cased,
    _said,
)

_VALUES: tuple[Callable[[Hostile], Any], ...] = (
    lambda _: None,
    lambda _: True,
    lambda hostile: hostile.chance.choice((0, -1, 2**31, 2**63, -(2**64), 10**30, 10**4_000)),
    lambda hostile: hostile.chance.choice((-0.0, 1.5, 1e308, 5e-324)),
    lambda _: [],
    lambda _: {},
    lambda hostile: [hostile.any()[:4_000]],
    lambda hostile: {hostile.any()[:200]: hostile.any()[:200]},
    lambda hostile: [None] * hostile.chance.choice((2, 101, 1_001)),
    lambda hostile: {"$ref": "#/", "__proto__": {"a": hostile.any()[:20]}},
    lambda hostile: hostile.any()[:4_000],
    Hostile.deep,
)


def nested(chance: random.Random) -> str:
    """JSON that nests as far as no value could, or breaks off."""
    depth = chance.choice(_DEEP)
    left, right = chance.choice((("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")))
    return left * depth + "1" + right * (depth if chance.random() < 0.7 else 0)


def odd_json(hostile: Hostile, value: Any) -> tuple[str, str]:
    """A value as JSON that is not quite that: the kind of the change, and the text."""
    text = json.dumps(value)
    chance = hostile.chance
    kind = chance.choice(("deep", "twice", "number", "broken", "bare"))
    if kind == "deep":
        return kind, text.replace(":", f":{nested(chance)},", 1) if chance.random() < 0.5 else (
            nested(chance)
        )
    if kind == "twice":
        return kind, text.replace("{", '{"limit":1,"limit":"x","text":1,"text":2,', 1)
    if kind == "number":
        number = chance.choice(("1e400", "-0", "NaN", "-Infinity", "9" * 5_000, "1E+9999", "01"))
        place = chance.choice((":", "[", ","))
        return kind, text.replace(place, f"{place}{number},", 1)
    if kind == "broken":
        at = chance.randint(0, len(text))
        return kind, text[:at] + chance.choice(("", "\x00", "\ufeff", "}", '"', "\\u12", ",,"))
    return kind, chance.choice(("", "null", "1", '"a"', "[]", "{}", "true", "[[]]", "\ufeff{}"))
