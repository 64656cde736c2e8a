"""A question and what was found for it, read once for every way of answering."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from graphmem.answering.passages import Passage
from graphmem.answering.telling.asked import Asked, read_asked
from graphmem.answering.telling.units import Rarity, Unit, rarity, stems_of, units
from graphmem.answering.telling.whose import Whose, read_whose
from graphmem.model.people import Participant
from graphmem.retrieval.question import Question

_TURNS = 6  # passages whose sentences are looked at
_SENTENCES = 8  # of these, which may tell
_COUNTED = 30  # passages among which it is counted how rare a word is


@dataclass(frozen=True)
class Found:
    """A question with its passages, best first; ``rare`` tells how rare a word is among them.

    ``said`` are the stems of each passage, ``whose`` tells which words may answer.
    """

    question: Question
    asked: Asked
    passages: Sequence[Passage]
    said: Sequence[frozenset[str]]
    rare: Rarity
    whose: Whose

    @cached_property
    def units(self) -> Sequence[Unit]:
        """The best sentences of the first turns that may tell, best first."""
        return units(
            self.asked,
            self.passages,
            self.said,
            self.rare,
            self.whose,
            turns=_TURNS,
            most=_SENTENCES,
        )

    def covered(self, text: str) -> float:
        """The share of the question's words, weighed by rarity, that a text says."""
        return self.rare.share(self.asked.stems, stems_of(text))


def read_found(
    question: Question, passages: Sequence[Passage], participants: Iterable[Participant] = ()
) -> Found:
    """Read a question and the passages of a search, which are ranked best first.

    ``participants`` are those of the scope; whoever speaks in the passages is one too.
    """
    passages = passages[:_COUNTED]
    said = [stems_of(f"{item.hit.text} {item.hit.caption or ''}") for item in passages]
    asked = read_asked(question)
    whose = read_whose(question, asked, passages, participants)
    return Found(question, asked, passages, said, rarity(said), whose)
