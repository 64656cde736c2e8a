"""A parsed text: words with their lemmas, tags, heads and names; what a `Parser` gives."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})


class Token(NamedTuple):
    """One word of a sentence.

    ``i`` and ``head`` count within the sentence (the root is its own head), ``start`` and ``end``
    are characters of the whole text. ``tag`` is a Penn Treebank tag, ``pos`` a universal part of
    speech, ``dep`` the relation to the head in the CLEAR scheme, ``ent`` the label of the named
    entity that the word is part of ("" for none), ``begins`` whether that entity begins here.
    """

    i: int
    text: str
    lemma: str
    tag: str
    pos: str
    dep: str
    head: int
    start: int
    end: int
    ent: str = ""
    begins: bool = False

    @property
    def low(self) -> str:
        """The word in lower case, with a plain apostrophe."""
        return self.text.lower().replace("’", "'")


class Sentence:
    """The words of one sentence and the tree over them; immutable."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tuple(tokens)

    def __len__(self) -> int:
        return len(self.tokens)

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens)

    def __getitem__(self, i: int) -> Token:
        return self.tokens[i]

    @property
    def start(self) -> int:
        """The first character of the sentence in the text."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """One past its last character."""
        return self.tokens[-1].end

    @cached_property
    def root(self) -> Token:
        """The word that everything hangs on."""
        return next((token for token in self.tokens if token.head == token.i), self.tokens[0])

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in self.tokens]
        for token in self.tokens:
            if token.head != token.i:
                found[token.head].append(token.i)
        return tuple(tuple(one) for one in found)

    def children(self, token: Token, *deps: str) -> list[Token]:
        """The words that hang directly on this one, in order; with ``deps`` only those."""
        return [
            self.tokens[i]
            for i in self._children[token.i]
            if not deps or self.tokens[i].dep in deps
        ]

    def child(self, token: Token, *deps: str) -> Token | None:
        """The first such word, or None."""
        found = self.children(token, *deps)
        return found[0] if found else None

    def subtree(self, token: Token) -> list[Token]:
        """The word and everything below it, in the order of the text."""
        found = [token.i]
        for i in found:
            found.extend(self._children[i])
        return [self.tokens[i] for i in sorted(found)]

    def head(self, token: Token) -> Token:
        """The word that this one hangs on; the root's is itself."""
        return self.tokens[token.head]

    def ancestors(self, token: Token) -> Iterator[Token]:
        """The heads upwards, nearest first."""
        while token.head != token.i:
            token = self.tokens[token.head]
            yield token


class Parsed(NamedTuple):
    """A text and its sentences; white space between words is in ``text`` alone.

    ``removed`` are ranges of its characters, in order, that no sentence has a word of: what was
    spoken there does not count.
    """

    text: str
    sentences: tuple[Sentence, ...]
    removed: tuple[tuple[int, int], ...] = ()

    def fluent(self, start: int, end: int) -> str:
        """These characters without what is removed."""
        pieces, done = [], start
        for begin, stop in self.removed:
            if begin < end and stop > start:
                pieces.append(self.text[done : max(start, begin)])
                done = min(end, stop)
        return "".join((*pieces, self.text[done:end]))


class Parser(Protocol):
    """Parses texts; a text is always parsed the same, whatever it is handed in with."""

    def __call__(self, texts: Sequence[str]) -> list[Parsed]:
        """One result for each text, in order."""
