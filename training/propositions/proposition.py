"""Propositions: sentences that stand alone, as a small language model writes them of turns.

The model reads the talk as a transcript. Behind each turn it writes one line for each proposition:
what kind of statement it is, how it is put, whether it is denied, what it is worth, and the
sentence. Behind words that say when stands the date that they mean, worked out by calendar, so that
it can be copied.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import numpy as np

from graphmem.language.time import TimeExpression
from graphmem.language.time.intervals import write_day
from graphmem.model.workspace import Kind
from training.propositions.smollm2 import Continuation, SmolLm2

READ = 900
"""Tokens of talk that are read at once."""
CONTEXT = 400
"""Of these, tokens of turns that were written of before."""
TURN = 400
"""Tokens of a turn that are read; the rest is cut."""
WRITTEN = 220
"""Tokens that are written of one turn."""
_ACTUAL = "actual"
_DENIED = " not"


class Transcribed(NamedTuple):
    """A turn as the model reads it, with the dates that its words mean."""

    speaker: str
    said_at: datetime
    text: str

    @classmethod
    def of(
        cls, speaker: str, said_at: datetime, text: str, times: Sequence[TimeExpression]
    ) -> "Transcribed":
        """With the date of each time behind its words, unless they say it themselves."""
        written, done = "", 0
        for time in times:
            date = time.date_phrase
            if date and date.lower() not in time.text.lower():
                written += f"{text[done : time.end]} [{date}]"
                done = time.end
        return cls(speaker, said_at, " ".join((written + text[done:]).split()))


class Proposition(NamedTuple):
    """A sentence that stands alone, written of a turn.

    ``kind`` and ``modality`` are words of the corpus, ``worth`` is 0 to 3. ``chance`` is the
    geometric mean of the probabilities of its tokens, ``least`` the lowest of them.
    """

    text: str
    kind: str
    modality: str
    negated: bool
    worth: int
    chance: float
    least: float


class Window(NamedTuple):
    """Tokens of a stretch of talk, and behind which of them each turn of it ends."""

    tokens: list[int]
    ends: list[tuple[int, int]]


def write_propositions(
    turns: Sequence[Transcribed], people: Sequence[str], model: SmolLm2
) -> list[list[Proposition]]:
    """What each of these consecutive turns states."""
    found: list[list[Proposition]] = [[] for _ in turns]
    for window in windows(turns, people, model.encode):
        written = model.write(window.tokens, [end for _, end in window.ends], most=WRITTEN)
        for (turn, _), one in zip(window.ends, written, strict=True):
            found[turn] = list(_propositions(one, model))
    return found


def windows(
    turns: Sequence[Transcribed], people: Sequence[str], encode: Callable[[str], list[int]]
) -> Iterator[Window]:
    """Stretches of talk, each turn in one of them and behind as much of the talk as has room."""
    first, spoken = opening(people, encode), list(transcript(turns, encode))
    at = 0
    while at < len(spoken):
        start = context_start(spoken, at, CONTEXT)
        tokens = [*first, *(token for one in spoken[start:at] for token in one)]
        ends: list[tuple[int, int]] = []
        while at < len(spoken) and (not ends or len(tokens) + len(spoken[at]) <= READ):
            tokens += spoken[at]
            ends.append((at, len(tokens)))
            at += 1
        yield Window(tokens, ends)


def context_start(spoken: Sequence[Sequence[int]], at: int, room: int) -> int:
    """The first of the turns before one that together have room in so many tokens."""
    while at > 0 and len(spoken[at - 1]) <= room:
        at -= 1
        room -= len(spoken[at])
    return at


def opening(people: Sequence[str], encode: Callable[[str], list[int]]) -> list[int]:
    """The tokens before the first turn: who takes part."""
    return encode(f"People: {', '.join(people)}\n")


def transcript(
    turns: Sequence[Transcribed], encode: Callable[[str], list[int]]
) -> Iterator[list[int]]:
    """The tokens of each turn, the day before the first turn of each."""
    day = ""
    for turn in turns:
        today = f"{turn.said_at:%A}, {write_day(turn.said_at)}\n"
        yield encode(f"{today if today != day else ''}{turn.speaker}: {turn.text}\n")[:TURN]
        day = today


def line_of(text: str, kind: str, modality: str, *, negated: bool, worth: int) -> str:
    """The line of one proposition."""
    put = "" if modality == _ACTUAL else f" {modality}"
    return f"{kind}{put}{_DENIED if negated else ''} {worth}: {text.rstrip('.')}\n"


_LINE = re.compile(
    r"(?P<kind>\w+)(?: (?P<modality>(?!not\b)\w+))?(?P<denied> not)? (?P<worth>[0-3]): (?P<text>.+)"
)


def _propositions(written: Continuation, model: SmolLm2) -> Iterator[Proposition]:
    """Each line that is whole, once."""
    given: set[str] = set()
    tokens: list[int] = []
    chances: list[float] = []
    for token, chance in zip(written.tokens, written.log_chances, strict=True):
        text = model.decode([*tokens, token])
        tokens.append(token)
        chances.append(chance)
        if not text.endswith("\n"):
            continue
        match = _LINE.fullmatch(text.strip())
        if match and match["kind"] in _KINDS and match["text"] not in given:
            given.add(match["text"])
            yield Proposition(
                text=match["text"] if match["text"][-1] in ".!?" else f"{match['text']}.",
                kind=match["kind"],
                modality=match["modality"] or _ACTUAL,
                negated=match["denied"] is not None,
                worth=int(match["worth"]),
                chance=float(np.exp(np.mean(chances[:-1]))),
                least=float(np.exp(min(chances[:-1]))),
            )
        tokens, chances = [], []


_KINDS = frozenset(Kind)
