"""Turns as evidence: passages, proofs, citations, and the answer that they prove; pure."""

from collections.abc import Collection
from typing import NamedTuple

from graphmem.language.pronouns import first_person
from graphmem.model.answer import Evidence, QuestionKind, ResolvedTime, Source
from graphmem.model.assembly import RecordedTurn
from graphmem.model.listing import Participant
from graphmem.model.memory import KnownStatement
from graphmem.model.search import SearchHit


class Passage(NamedTuple):
    """A turn that was found, and its statements in the order of its words.

    ``see_also`` are the ids of turns whose statements take the place of one of these, or the other
    way round.
    """

    hit: SearchHit
    statements: tuple[KnownStatement, ...] = ()
    see_also: frozenset[str] = frozenset()


class Proof(NamedTuple):
    """A passage and the words of it that count: a sentence, or what its image shows."""

    passage: Passage
    quote: str


def evidence(turn: SearchHit | RecordedTurn, quote: str, *, own: bool) -> Evidence:
    """A turn with the words of it that count, all of it without any; ``own`` is of themselves."""
    return Evidence(
        turn_id=turn.turn_id,
        conversation_id=turn.conversation_id,
        dia_id=turn.dia_id,
        speaker=turn.speaker,
        said_at=turn.said_at,
        quote=quote or turn.text,
        source=Source.SELF_REPORTED if own else Source.REPORTED,
    )


def evidence_of(passage: Passage, quote: str, people: Collection[Participant] = ()) -> Evidence:
    """A turn as evidence for what is told of ``people``, self-reported where one of them speaks.

    Without people it is so where the speaker is whom the quoted statement is of; and where nothing
    is stated, where the words say "I".
    """
    hit = passage.hit
    words = quote or hit.text
    if people:
        return evidence(hit, words, own=any(one.uid == hit.speaker_uid for one in people))
    subjects = {
        one.subject_uid
        for one in passage.statements
        if one.quote and (one.quote in words or words in one.quote)
    }
    own = hit.speaker_uid in subjects if subjects else first_person(words)
    return evidence(hit, words, own=own)


_MARKS = " \"'“”‘’.,;:!?-–—"


class ExtractedAnswer(NamedTuple):
    """The answer's text, short, with its proofs, best first; ``text`` is empty only without any."""

    text: str
    kind: QuestionKind
    proofs: tuple[Proof, ...] = ()
    times: tuple[ResolvedTime, ...] = ()


def trimmed(text: str) -> str:
    """Words without the marks around them; quotation marks that they open and close stay."""
    if text[:1] in '"“' and text[-1:] in '"”' and len(text) > 1:
        return text
    return text.strip(_MARKS) or text
