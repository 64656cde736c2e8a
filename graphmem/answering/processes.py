"""The steps of a process: the turn that announces it, and what its speaker says after it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.telling.forms import base_stem, stems_of
from graphmem.language.sentences import asks, sentences
from graphmem.language.words import STOP_WORDS, words
from graphmem.model.assembly import RecordedTurn
from graphmem.model.workspace import Kind

_WAY = r"(?:way|steps|stages|procedure|process|routine|method|recipe|instructions)"
_ANNOUNCES = re.compile(
    rf"\b(?:(?:this|here|that)(?:['’]s| is| are) (?:how|the {_WAY}|our {_WAY}|my {_WAY}|what to do)"
    rf"|(?:the|our|my) (?:\w+ )?{_WAY} (?:to|for|of|is|are|goes|works|i|we|you|they)"
    r"|how (?:we|you|i) (?:usually |always |normally )?(?:do|make|handle|go about)\b"
    r"|(?:it|this|that) (?:goes|works) (?:like this|as follows)"
    r"|there are (?:\w+) (?:steps|stages))\b",
    re.IGNORECASE,
)
_MARKED = re.compile(
    r"\W*(?:(?:and|so|but|no),? )?(?:first|firstly|then|next|second|secondly|third|thirdly|finally"
    r"|last|lastly|after that|afterwards|now|once|when|if|before|step \w+|also)\b",
    re.IGNORECASE,
)
_INSTRUCTS = re.compile(
    r"\byou(?:'ll| will| have to| need to| must| should| then| always| just)? "
    r"(?!know\b|see\b|mean\b|said\b|told\b|were\b|are\b|did\b|had\b|would\b|look\b|can see\b)\w+"
    r"|\b(?:has|have|needs?) to\b|\bmust\b|\bmake sure\b"
    r"|(?<!\bi )(?<!\bwe )(?<!\bthey )\b(?:don['’]t|mustn['’]t|never)\b"
    r"|\b(?:nothing|nobody|no one|none)\b[\w ]*? (?:is|are|gets?|goes|may|can|should|must|will)\b"
    r"|\b(?:nothing|nobody|no one) (?:gets?|goes|leaves)\b",
    re.IGNORECASE,
)
_LEAST = 0.5  # of the question's words, that an announcement says
_FEWEST = 2  # steps: less is an instruction, and no process


class Step(NamedTuple):
    """A turn of the process, and those of its sentences that tell what to do."""

    turn: RecordedTurn
    text: str


class Announced(NamedTuple):
    """A turn that tells how something is done, its words that say so, and how well they fit.

    ``share`` is that of the question's words that they say, from 0 to 1.
    """

    passage: Passage
    quote: str
    share: float


class Process(NamedTuple):
    """How something is done: what announces it, then its steps, in order."""

    announced: Announced
    steps: tuple[Step, ...]

    @property
    def text(self) -> str:
        """The steps, numbered."""
        return " ".join(f"{at}. {step.text}" for at, step in enumerate(self.steps, 1))


def announced(question: str, passages: Iterable[Passage]) -> Announced | None:
    """The turn that says most of the question's words where it tells how; the first of equals.

    A turn announces it in words ("here's how we do it"), or states it as a process; None where
    none says half of them.
    """
    wanted = frozenset(base_stem(word) for word in words(question) if word not in STOP_WORDS)
    found = [
        Announced(passage, quote, len(wanted & stems_of(said)) / len(wanted))
        for passage in passages
        for quote, said in _announcing(passage)
        if wanted
    ]
    best = max(found, key=lambda one: one.share, default=None)
    return best if best is not None and best.share >= _LEAST else None


def _announcing(passage: Passage) -> Iterator[tuple[str, str]]:
    """The quotes of a turn that tell how something is done, and what they say."""
    for sentence in sentences(passage.hit.text):
        if _ANNOUNCES.search(sentence) and not asks(sentence):
            yield sentence, sentence
    for statement in passage.statements:
        if statement.kind is Kind.PROCESS:
            yield statement.quote, statement.text


def read_process(announcing: Announced, following: Sequence[RecordedTurn]) -> Process | None:
    """The steps that its speaker tells after an announcement; None for fewer than two.

    ``following`` are the turns after it in its session, in order. The first turn of the same
    speaker that tells no step ends it.
    """
    steps: list[Step] = []
    for turn in following:
        if turn.speaker != announcing.passage.hit.speaker:
            continue
        told = _told(turn.text)
        if not told:
            break
        steps.append(Step(turn, told))
    return Process(announcing, tuple(steps)) if len(steps) >= _FEWEST else None


def _told(text: str) -> str:
    """The sentences from the first that tells what to do, to the last that does."""
    every = sentences(text)
    telling = [
        at
        for at, sentence in enumerate(every)
        if not asks(sentence) and (_MARKED.match(sentence) or _INSTRUCTS.search(sentence))
    ]
    return " ".join(every[telling[0] : telling[-1] + 1]) if telling else ""
