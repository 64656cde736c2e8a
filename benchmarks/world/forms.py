"""The templates of talk, as `forms.txt` holds them."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, product
from pathlib import Path
from typing import NamedTuple

_FORMS = Path(__file__).with_name("forms.txt")
_ASIDES = "aside"
_CHOICE = re.compile(r"\[([^][]*)\]")
_SLOT = re.compile(r"\{([^{}]+)\}")


class Line(NamedTuple):
    """One turn of an exchange: who of the two says it, and what their image shows, if any."""

    speaker: str
    text: str
    caption: str | None


class Exchange(NamedTuple):
    """Turns that belong together, without choices; names and phrases are still to be filled in."""

    lines: tuple[Line, ...]

    @property
    def slots(self) -> tuple[str, ...]:
        """What is to be filled in, each once."""
        texts = (part for line in self.lines for part in (line.text, line.caption or ""))
        return tuple(dict.fromkeys(slot for text in texts for slot in _SLOT.findall(text)))


class Form(NamedTuple):
    """An exchange as it is written: its lines still leave a choice."""

    lines: tuple[str, ...]
    choices: int

    def every(self) -> Iterator[Exchange]:
        """All of its exchanges."""
        several = [
            len(match[1].split("|")) for line in self.lines for match in _CHOICE.finditer(line)
        ]
        for places in product(*map(range, several)):
            yield self.chosen(
                [(place + 0.5) / count for place, count in zip(places, several, strict=True)]
            )

    def chosen(self, numbers: list[float]) -> Exchange:
        """One of its exchanges; a number from 0 to 1 for each of the ``choices``."""
        left = iter(numbers)

        def choose(match: re.Match[str]) -> str:
            several = match[1].split("|")
            return several[int(len(several) * next(left))]

        return Exchange(tuple(_line(_CHOICE.sub(choose, line)) for line in self.lines))


class Section(NamedTuple):
    """Forms of one sort; ``upto`` is where its share of all talk ends, between 0 and 1."""

    name: str
    forms: tuple[Form, ...]
    upto: float


def forms_text() -> str:
    """The file of forms."""
    return _FORMS.read_text(encoding="utf-8")


def every_exchange() -> Iterator[Exchange]:
    """All that can be said, before names and phrases are filled in."""
    return (
        exchange for section in sections() for form in section.forms for exchange in form.every()
    )


@cache
def sections() -> tuple[Section, ...]:
    """All forms, by section."""
    found: list[tuple[str, float, list[Form]]] = []
    for block in forms_text().split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines and lines[0].startswith("=="):
            _, name, weight = lines.pop(0).split()
            found.append((name, float(weight), []))
        if lines:
            form = Form(tuple(lines), sum(len(_CHOICE.findall(line)) for line in lines))
            found[-1][2].append(form)
    total = sum(weight for _, weight, _ in found)
    ends = accumulate(weight / total for _, weight, _ in found)
    return tuple(
        Section(name, tuple(forms), end) for (name, _, forms), end in zip(found, ends, strict=True)
    )


@cache
def asides() -> tuple[Form, ...]:
    """What may follow in any turn: forms of one line."""
    return next(section.forms for section in sections() if section.name == _ASIDES)


def filled(text: str, fillers: dict[str, str]) -> str:
    """The text with every slot filled in, and articles that fit."""
    return with_articles(_SLOT.sub(lambda match: fillers[match[1]], text))


_ARTICLE = re.compile(r"\b([Aa]) (?=[aeiouAEIOU])")


def with_articles(text: str) -> str:
    """``an`` for ``a`` where it should be."""
    return _ARTICLE.sub(r"\1n ", text)


def _line(text: str) -> Line:
    speaker, said = text.split(": ", 1)
    said, _, caption = said.partition(" <")
    return Line(speaker, said, caption.rstrip(">") or None)
