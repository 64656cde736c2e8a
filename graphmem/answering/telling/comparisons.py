"""What each of several people said of one thing, side by side."""

from collections.abc import Sequence

from graphmem.answering.telling.choose import Choice, Floats, choose
from graphmem.answering.telling.spans import Span
from graphmem.model.people import Participant


def side_by_side(
    people: Sequence[Participant], spans: Sequence[Span], scores: Floats
) -> list[tuple[str, Choice]]:
    """For each of the people, in order, the name and the best of what they said themselves.

    Who said nothing that was found is left out.
    """
    told: list[tuple[str, Choice]] = []
    for person in dict.fromkeys(people):
        own = [
            at
            for at, span in enumerate(spans)
            if span.unit.passage.hit.speaker_uid == person.uid and not span.unit.caption
        ]
        told += [
            (person.name, choice) for choice in choose([spans[at] for at in own], scores[own])[:1]
        ]
    return told
