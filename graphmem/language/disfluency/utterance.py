"""A text as tokens, some of which are left out of it."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Span = tuple[int, int]

LINKS = frozenset({",", "...", "…", "--", "—", "–", "-"})
ENDS = frozenset({".", "!", "...", "…"})
STOPS = frozenset({".", "!", "?", ";", ":"})
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|\b\w+://\S+", re.DOTALL)
_TOKEN = re.compile(r"['’]?[^\W_]+(?:['’\-][^\W_]+)*-?(?![^\W_])|\.\.+|--+|\n|\S")


class SpokenToken(NamedTuple):
    """A word or a mark; what is code has no words. ``start`` and ``end`` are of the text."""

    text: str
    start: int
    end: int
    word: bool

    @property
    def low(self) -> str:
        """It in lower case, with a plain apostrophe."""
        return self.text.lower().replace("’", "'")

    @property
    def cut(self) -> bool:
        """True if a hyphen breaks it off."""
        return self.word and self.text.endswith("-")

    @property
    def stem(self) -> str:
        """The part before the hyphen."""
        return self.low.rstrip("-")


def tokens(text: str) -> list[SpokenToken]:
    """The words, marks and line ends of a text, in order."""
    found = []
    code = [match.span() for match in _CODE.finditer(text)]
    for match in _TOKEN.finditer(text):
        begin, end = match.span()
        word = any(character.isalnum() for character in match.group())
        inside = any(first <= begin < last for first, last in code)
        found.append(SpokenToken(match.group(), begin, end, word and not inside))
    return found


class Utterance:
    """The tokens of a text, which of them are left out so far, and which of these fill a pause."""

    def __init__(self, found: Sequence[SpokenToken]) -> None:
        self.tokens = found
        self.out: set[int] = set()
        self.paused: set[int] = set()

    def pause(self, *places: int) -> None:
        """Leave out what fills a pause."""
        self.out.update(places)
        self.paused.update(places)

    def kept(self) -> list[SpokenToken]:
        """Tokens that are not left out."""
        return [token for at, token in enumerate(self.tokens) if at not in self.out]

    def words(self) -> list[int]:
        """The places of what is kept, but for links: commas, dashes."""
        return [
            at
            for at, token in enumerate(self.tokens)
            if at not in self.out and token.text not in LINKS
        ]

    def low(self, at: int | None) -> str:
        """A word in lower case; "" for a mark and for nothing."""
        return "" if at is None or not self.tokens[at].word else self.tokens[at].low

    def beside(self, at: int, step: int) -> int | None:
        """The next place that is kept, before (-1) or after (1)."""
        at += step
        while at in self.out:
            at += step
        return at if 0 <= at < len(self.tokens) else None

    def mark(self, at: int | None) -> str:
        """A mark as it stands; "" for a word, "." for the beginning and the end."""
        if at is None:
            return "."
        return "" if self.tokens[at].word else self.tokens[at].text

    def spans(self, text: str) -> Iterator[Span]:
        """Spans left out, with the white space that would be one too many."""
        return _joined(self._spaced(text))

    def _spaced(self, text: str) -> Iterator[Span]:
        for begin, end in self.runs():
            first, last = self.tokens[begin].start, self.tokens[end].end
            following = self.tokens[end + 1] if end + 1 < len(self.tokens) else None
            before = len(text[:first].rstrip(" "))
            if following is not None and following.word:
                parted = first == 0 or text[first - 1].isspace()
                yield first, following.start if parted else last
            elif following is None or following.start == last or following.text == "\n":
                yield before if begin else first, last
            else:
                yield first, following.start if begin == 0 or before < first else last

    def runs(self) -> Iterator[Span]:
        """The first and last places of each stretch that is left out."""
        for at in sorted(self.out):
            if at - 1 not in self.out:
                end = at
                while end + 1 in self.out:
                    end += 1
                yield at, end


def _joined(spans: Iterator[Span]) -> Iterator[Span]:
    held: Span | None = None
    for begin, end in spans:
        if held is not None and begin <= held[1]:
            held = (held[0], end)
            continue
        if held is not None:
            yield held
        held = (begin, end)
    if held is not None:
        yield held
