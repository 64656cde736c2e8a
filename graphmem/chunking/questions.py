"""Questions that wait for an answer."""

from collections.abc import Sequence

from graphmem.language.sentences import asks, sentences
from graphmem.model.chunk import ChunkTurn

_LAST = 2  # "What was it like? I'm curious!" still asks


def question_start(text: str) -> int | None:
    """Where the question that the text ends in begins; None where it ends in none."""
    found = sentences(text)
    first = next(
        (place for place in range(max(0, len(found) - _LAST), len(found)) if asks(found[place])),
        None,
    )
    if first is None:
        return None
    while first > 0 and asks(found[first - 1]):
        first -= 1
    place = len(text)
    for sentence in reversed(found[first:]):
        place = text.rindex(sentence, 0, place)
    return place


def waits(turns: Sequence[ChunkTurn]) -> list[bool]:
    """Of each turn, whether a question before the next turn still waits for its answer.

    A question waits until somebody else speaks, where anybody does.
    """
    answered = _last_change(turns)
    waiting = False
    found = []
    for place, turn in enumerate(turns):
        if place and turn.speaker_uid != turns[place - 1].speaker_uid:
            waiting = False
        waiting = place < answered and (waiting or question_start(turn.text) is not None)
        found.append(waiting)
    return found


def _last_change(turns: Sequence[ChunkTurn]) -> int:
    """The last turn whose speaker is another than the one before it; 0 where there is none."""
    for place in range(len(turns) - 1, 0, -1):
        if turns[place].speaker_uid != turns[place - 1].speaker_uid:
            return place
    return 0
