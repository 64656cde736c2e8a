"""Pairs of statements with how the later stands to the earlier, for training: `corpus/changes`."""

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Self

from pydantic import model_validator

from graphmem.evaluation.corpus import Modality, Words
from graphmem.evaluation.question_records import read_lines
from graphmem.model.base import Frozen
from graphmem.model.workspace import Polarity
from graphmem.tools.changes import ChangeKind
from training.talk import CORPUS

FOLDER = CORPUS / "changes"


class PairLink(StrEnum):
    """How the later of two statements stands to the earlier."""

    SUPERSEDES = "supersedes"
    CORRECTS = "corrects"
    CONTRADICTS = "contradicts"
    CONFIRMS = "confirms"
    NONE = "none"

    @property
    def change(self) -> ChangeKind | None:
        """The kind of link that is told of it, None where both statements merely hold."""
        return None if self is PairLink.NONE else ChangeKind(self.value)


class PairSide(Frozen):
    """A turn and what it states; ``quote`` are the words of ``text`` that prove it."""

    at: datetime
    speaker: Words
    text: Words
    quote: Words
    statement: Words
    subject: Words
    predicate: Words
    object: str
    polarity: Polarity
    modality: Modality

    @model_validator(mode="after")
    def _quote_stands(self) -> Self:
        if self.quote not in self.text:
            raise ValueError("the quote does not stand in the text")
        return self


class ChangePair(Frozen):
    """Two statements of one kind of talk, in the order in which they were said."""

    kind: Words
    link: PairLink
    earlier: PairSide
    later: PairSide

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.earlier.at >= self.later.at:
            raise ValueError("the earlier is not said before the later")
        return self


def change_pairs(folder: Path = FOLDER) -> Iterator[ChangePair]:
    """All of them, file by file; raises `InputError` where a line is broken."""
    for file in sorted(folder.glob("*.jsonl")):
        yield from read_lines(file, ChangePair)
