"""Parses the fluent words of spoken turns and puts what is found at its place in the turn.

What a turn fills, repeats or breaks off would break its parse. So the parser and the encoder get
the text without it, and words, vectors and times carry the characters of the turn as spoken: what
is quoted stays to the letter.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import accumulate
from typing import NamedTuple

from graphmem.extraction.local.network import TurnVectors
from graphmem.language.disfluency import Span, disfluencies
from graphmem.language.time import Syntax, Tense, TimeExpression, find_times
from graphmem.language.words import is_english
from graphmem.model.parse import Parsed, Parser, Sentence


class Fluent(NamedTuple):
    """A turn as ``spoken``, and the ranges of its characters that are ``removed`` to read it."""

    spoken: str
    removed: tuple[Span, ...] = ()

    @property
    def text(self) -> str:
        """The text that is left."""
        return Parsed(self.spoken, (), self.removed).fluent(0, len(self.spoken))

    def spoken_span(self, start: int, end: int) -> Span:
        """The characters of the turn for a half-open range of what is left."""
        if not self.removed or end <= start:
            return start, end
        return self._at(start), self._at(end - 1) + 1

    def fluent_span(self, start: int, end: int) -> Span:
        """The characters of what is left for a half-open range of the turn."""
        return self._before(start), self._before(end)

    def _at(self, place: int) -> int:
        gone = accumulate((end - begin for begin, end in self.removed), initial=0)
        lengths = list(gone)
        # Where each range was taken out, in what is left.
        cuts = [begin - lengths[at] for at, (begin, _) in enumerate(self.removed)]
        return place + lengths[bisect_right(cuts, place)]

    def _before(self, place: int) -> int:
        return place - sum(min(end, place) - begin for begin, end in self.removed if begin < place)


def listen(texts: Sequence[str]) -> list[Fluent]:
    """Removes disfluencies from each turn of one talk: what it fills, repeats or breaks off.

    Of talk that is not English everything is kept.
    """
    if not is_english(texts):
        return [Fluent(text) for text in texts]
    return [Fluent(text, disfluencies(text) if is_english([text]) else ()) for text in texts]


def parse_fluent(heard: Sequence[Fluent], parse: Parser) -> list[Parsed]:
    """The parse of what is left of each turn, with the places of the turn as spoken."""
    parsed = parse([one.text for one in heard])
    return [_placed(text, one) for text, one in zip(parsed, heard, strict=True)]


def encode_fluent(
    heard: Sequence[Fluent], encode: Callable[[Sequence[str]], Sequence[TurnVectors]]
) -> list[TurnVectors]:
    """The vectors of what is left of each turn, with the places of the turn as spoken."""
    return [
        seen._replace(spans=[one.spoken_span(*span) for span in seen.spans])
        for seen, one in zip(encode([one.text for one in heard]), heard, strict=True)
    ]


def find_fluent_times(
    text: Parsed, *, said_at: datetime, tense: Tense | None = None
) -> tuple[TimeExpression, ...]:
    """Finds times in a turn, also where it hesitates on it: "last, um, Friday".

    ``tense`` as in `find_times`.
    """
    if not text.removed:
        syntax = Syntax(text.sentences)
        return find_times(text.text, said_at=said_at, tense=tense, syntax=syntax)
    heard = Fluent(text.text, text.removed)
    sentences = [_moved(sentence, heard.fluent_span) for sentence in text.sentences]
    found = find_times(heard.text, said_at=said_at, tense=tense, syntax=Syntax(sentences))
    spans = [heard.spoken_span(one.start, one.end) for one in found]
    return tuple(
        one.model_copy(update={"start": start, "end": end})
        for one, (start, end) in zip(found, spans, strict=True)
    )


def _placed(parsed: Parsed, heard: Fluent) -> Parsed:
    if not heard.removed:
        return parsed
    sentences = tuple(_moved(sentence, heard.spoken_span) for sentence in parsed.sentences)
    return Parsed(heard.spoken, sentences, heard.removed)


def _moved(sentence: Sentence, place: Callable[[int, int], Span]) -> Sentence:
    places = [place(token.start, token.end) for token in sentence]
    return Sentence(
        [
            token._replace(start=start, end=end)
            for token, (start, end) in zip(sentence, places, strict=True)
        ]
    )
