"""What rules tell of the turns that were found: a date, a length, a number, two sides."""

import math
from collections.abc import Iterable, Sequence
from datetime import datetime

from graphmem.answering.passages import Passage
from graphmem.answering.telling.counts import count
from graphmem.answering.telling.dates import dates
from graphmem.answering.telling.found import Found, read_found
from graphmem.answering.telling.lengths import lengths
from graphmem.answering.telling.told import Proof, Told, trimmed
from graphmem.answering.telling.units import Unit
from graphmem.answering.times import resolved_times
from graphmem.model.people import Participant
from graphmem.model.routing import QuestionKind
from graphmem.retrieval.question import Question

# Only a date, a length or a number answers these: no other words do.
_WORKED_OUT = frozenset({QuestionKind.WHEN, QuestionKind.HOW_LONG, QuestionKind.HOW_MANY})


def tell(
    question: Question,
    passages: Sequence[Passage],
    *,
    kind: QuestionKind,
    now: datetime | None = None,
    participants: Iterable[Participant] = (),
) -> Told:
    """Answer from passages that are ranked best first; a pure function.

    What cannot be worked out is told in the sentence that says most of the question. ``now`` is the
    moment of asking, against which a length that lasts is computed; without it, the time of the
    turn that tells it. ``participants`` are those of the scope: in a talk of two, "you" is the
    other. Where the question names people, only what they say, or what is said of or to them, is
    told; there is no text where nothing of that answers. Whether it may be answered at all is not
    judged here.
    """
    found = read_found(question, passages, participants)
    told = _of_kind(found, kind, now)
    if told is None:
        told = Told("", kind) if kind in _WORKED_OUT else _sentence(found, kind)
    return told._replace(covered=found.covered(told.proofs[0].quote)) if told.proofs else told


def _of_kind(found: Found, kind: QuestionKind, now: datetime | None) -> Told | None:
    match kind:
        case QuestionKind.WHEN:
            return _when(found)
        case QuestionKind.HOW_LONG:
            return _how_long(found, now)
        case QuestionKind.HOW_MANY:
            counted = count(found)
            return counted and Told(counted.text, kind, counted.proofs)
        case QuestionKind.COMPARISON:
            return _side_by_side(found)
    return None


def _when(found: Found) -> Told | None:
    every = dates(found)
    if not every:
        return None
    best = every[0]
    return Told(
        text=best.text,
        kind=QuestionKind.WHEN,
        proofs=(Proof(best.passage, best.sentence),),
        times=(best.time,) if best.time else (),
        chance=1.0 / sum(math.exp(item.score - best.score) for item in every),
    )


def _how_long(found: Found, now: datetime | None) -> Told | None:
    every = lengths(found, now=now)
    if not every:
        return None
    best = every[0]
    times = (best.time,) if best.time else ()
    return Told(best.text, QuestionKind.HOW_LONG, (Proof(best.passage, best.sentence),), times)


def _side_by_side(found: Found) -> Told | None:
    """What each of several people said; who said nothing that was found is left out."""
    sides: dict[str, Unit] = {}
    for person in found.question.people:
        own = (unit for unit in found.units if unit.passage.hit.speaker_uid == person.uid)
        said = next((unit for unit in own if not unit.caption), None)
        if said is not None:
            sides.setdefault(person.name, said)
    if len(sides) < 2:
        return None
    text = "; ".join(f"{name}: {trimmed(unit.text)}" for name, unit in sides.items())
    return _quoted(text, QuestionKind.COMPARISON, list(sides.values()))


def _sentence(found: Found, kind: QuestionKind) -> Told:
    best = next(iter(found.units), None)
    return Told("", kind) if best is None else _quoted(trimmed(best.text), kind, [best])


def _quoted(text: str, kind: QuestionKind, units: Sequence[Unit]) -> Told:
    proofs = tuple(Proof(unit.passage, unit.text) for unit in units)
    times = resolved_times(proofs[0].quote, proofs[0].passage.hit.said_at)
    return Told(text=text, kind=kind, proofs=proofs, times=times)
