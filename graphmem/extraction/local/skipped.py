"""Lists the words of a chunk that no statement keeps, and why, for the receipt."""

from collections.abc import Iterator, Sequence

from graphmem.extraction.local.clauses import clauses
from graphmem.extraction.local.statements import ChunkReading
from graphmem.model.chunk import Chunk
from graphmem.model.parse import Parsed
from graphmem.model.receipt import Skipped, SkipSort
from graphmem.model.workspace import Kind


def skipped_words(
    chunk: Chunk, parsed: Sequence[Parsed], reading: ChunkReading
) -> tuple[Skipped, ...]:
    """Every clause that no statement holds, in the order of the talk.

    What stands within the evidence of a statement is kept with it, and what stands within a
    longer clause that is skipped is told with that one.
    """
    found = {
        (one.turn, one.clause.start, one.clause.end): Skipped(
            turn_id=_turn_id(chunk, one.turn),
            words=_words(chunk, one.turn, one.clause.start, one.clause.end),
            sort=one.sort,
            kind=Kind(one.judgement.kind) if one.sort is not SkipSort.STATES_NOTHING else None,
            score=round(one.score, 3),
        )
        for one in reading.skipped
    }
    kept = [(one.turn, *one.evidence) for one in reading.stated]
    found |= dict(_without_clause(chunk, parsed))
    return tuple(
        found[place]
        for place in sorted(found)
        if not any(_within(place, other) for other in kept)
        and not any(place != other and _within(place, other) for other in found)
    )


_Place = tuple[int, int, int]


def _without_clause(chunk: Chunk, parsed: Sequence[Parsed]) -> Iterator[tuple[_Place, Skipped]]:
    """The sentences that are nothing but interjections, or marks."""
    for turn, text in enumerate(parsed):
        for sentence in text.sentences:
            words = _words(chunk, turn, sentence.start, sentence.end)
            if words and not clauses(sentence):
                yield (
                    (turn, sentence.start, sentence.end),
                    Skipped(
                        turn_id=_turn_id(chunk, turn),
                        words=words,
                        sort=SkipSort.NO_CLAUSE,
                        score=0.0,
                    ),
                )


def _within(place: _Place, other: _Place) -> bool:
    return place[0] == other[0] and other[1] <= place[1] and place[2] <= other[2]


def _turn_id(chunk: Chunk, turn: int) -> str:
    return f"{chunk.conversation_id}/{chunk.turns[turn].dia_id}"


def _words(chunk: Chunk, turn: int, start: int, end: int) -> str:
    return " ".join(chunk.turns[turn].text[start:end].split())
