"""Checks a model's citations against the turns and their speakers; pure."""

import re
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from graphmem.agents.answer_writer import Citation
from graphmem.answering.evidence import Passage, Proof
from graphmem.language.sentences import sentences
from graphmem.language.words import STOP_WORDS, words

_LEFT_OUT = re.compile(r"…|\.{3}")
_FEWEST = 3  # words of a quote; fewer stand in any turn, and prove nothing


class CitationFault(StrEnum):
    """Why a citation does not count."""

    NUMBER = "no such evidence"
    SPEAKER = "somebody else said it"
    QUOTE = "the turn does not say so"
    SHORT = "too few words to prove anything"

    @property
    def made_up(self) -> bool:
        """Tells whether it says what is not so; a short quote is true, but no proof."""
        return self is not CitationFault.SHORT


class CheckedCitations(NamedTuple):
    """Citations that hold, as passages with the words cited, and the others with the fault."""

    held: tuple[Proof, ...]
    dropped: tuple[tuple[Citation, CitationFault], ...]

    @property
    def made_up(self) -> bool:
        """Tells whether any citation is of what nobody said."""
        return any(fault.made_up for _, fault in self.dropped)


def check_citations(
    citations: Sequence[Citation],
    passages: Sequence[Passage],
    by_turn_id: Mapping[str, Passage] | None = None,
) -> CheckedCitations:
    """Keep what stands in the turn that it names and was said by whom it names.

    Words are compared without regard to case and punctuation. A quote has three words or more, one
    of them with a meaning of its own, or is a whole sentence of the turn; "…" stands for words
    left out. ``by_turn_id`` are the turns that can be cited besides the numbered ones.
    """
    held, dropped = [], []
    known = {passage.hit.turn_id: passage for passage in passages} | dict(by_turn_id or {})
    for citation in citations:
        passage = _cited(citation, passages, known)
        if passage is None:
            dropped.append((citation, CitationFault.NUMBER))
        elif not _speaks(citation.speaker, passage):
            dropped.append((citation, CitationFault.SPEAKER))
        elif not _stands(citation.quote, passage):
            dropped.append((citation, CitationFault.QUOTE))
        elif not _proves(citation.quote, passage):
            dropped.append((citation, CitationFault.SHORT))
        else:
            held.append(Proof(passage, citation.quote))
    return CheckedCitations(tuple(held), tuple(dropped))


def cited_elsewhere(citations: Sequence[Citation], passages: Sequence[Passage]) -> list[str]:
    """The turn ids that are cited and none of the numbered evidence, each once."""
    known = {passage.hit.turn_id for passage in passages}
    cited = (one.turn_id for one in citations if one.number is None and one.turn_id)
    return [turn_id for turn_id in dict.fromkeys(cited) if turn_id not in known]


def about_any(passage: Passage, people: Collection[str]) -> bool:
    """Tells whether one of these people (uids) said it, or something in it is said of them."""
    return passage.hit.speaker_uid in people or any(
        statement.subject_uid in people or any(uid in people for uid in statement.names)
        for statement in passage.statements
    )


def _cited(
    citation: Citation, passages: Sequence[Passage], known: Mapping[str, Passage]
) -> Passage | None:
    if citation.number is None:
        return known.get(citation.turn_id or "")
    return passages[citation.number - 1] if 1 <= citation.number <= len(passages) else None


def _speaks(name: str, passage: Passage) -> bool:
    """Tells whether a name is the speaker's, or a part of it ("Hélène" of "Hélène Voisin")."""
    named, speaker = words(name), passage.hit.speaker
    return name.casefold() == speaker.casefold() or (
        bool(named) and set(named) <= set(words(speaker))
    )


def _stands(quote: str, passage: Passage) -> bool:
    """Whether the words stand in the turn, in order; "…" is for what is left out between them."""
    pieces = [piece for piece in (words(one) for one in _LEFT_OUT.split(quote)) if piece]
    return bool(pieces) and any(_in_order(pieces, said) for said in _said(passage))


def _in_order(pieces: Sequence[Sequence[str]], said: Sequence[str]) -> bool:
    rest = f" {' '.join(said)} "
    for piece in pieces:
        _, found, rest = rest.partition(f" {' '.join(piece)} ")
        if not found:
            return False
        rest = f" {rest}"
    return True


def _proves(quote: str, passage: Passage) -> bool:
    cited = words(quote)
    enough = len(cited) >= _FEWEST and any(word not in STOP_WORDS for word in cited)
    return (
        enough
        or any(cited == words(one) for one in sentences(passage.hit.text))
        or (cited in _said(passage))
    )


def _said(passage: Passage) -> tuple[list[str], ...]:
    """The words of the turn, and those of what its image shows: no quote goes over both."""
    return words(passage.hit.text), words(passage.hit.caption or "")
