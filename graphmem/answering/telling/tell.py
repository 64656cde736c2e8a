"""A question and what was found → the text of its answer, without a language model."""

import math
import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from graphmem.answering.passages import Passage
from graphmem.answering.telling.changes import change
from graphmem.answering.telling.choose import Choice
from graphmem.answering.telling.companions import companion
from graphmem.answering.telling.comparisons import side_by_side
from graphmem.answering.telling.counts import count
from graphmem.answering.telling.dates import dates
from graphmem.answering.telling.ended import what_followed
from graphmem.answering.telling.found import Found, candidates, read_found
from graphmem.answering.telling.lengths import lengths
from graphmem.answering.telling.lists import MOST, distinct
from graphmem.answering.telling.stated import stated
from graphmem.answering.telling.told import Proof, Told, trimmed
from graphmem.answering.telling.weights import SpanWeights, shipped_span_weights
from graphmem.answering.telling.who import may_be_who, tell_who
from graphmem.answering.telling.who_asked import subject_asked
from graphmem.answering.telling.yes_no import verdict
from graphmem.answering.times import resolved_times
from graphmem.model.people import Participant
from graphmem.model.routing import QuestionKind
from graphmem.retrieval.question import Question

# Only a date, a length, a number, yes or no answers these: no other words do.
_WORKED_OUT = frozenset(
    {QuestionKind.WHEN, QuestionKind.HOW_LONG, QuestionKind.HOW_MANY, QuestionKind.YES_NO}
)
_PRESENT = re.compile(
    r"\b(?:does|do|is|are|now|nowadays|currently|these days|today|still)\b", re.IGNORECASE
)


def tell(
    question: Question,
    passages: Sequence[Passage],
    *,
    kind: QuestionKind,
    now: datetime | None = None,
    weights: SpanWeights | None = None,
    participants: Iterable[Participant] = (),
) -> Told:
    """Answer from passages that are ranked best first; a pure function.

    ``now`` is the moment of asking, against which a length that lasts is computed; without it, the
    time of the turn that tells it. ``weights`` are those of spans; None means the shipped ones.
    ``participants`` are those of the scope: in a talk of two, "you" is the other. Where the
    question names people, only what they say, or what is said of or to them, is told; there is no
    text where nothing of that answers. Whether it may be answered at all is not judged here.
    """
    found = read_found(question, passages, participants)
    told = _of_kind(found, kind, now)
    if told is None and kind in _WORKED_OUT:
        return Told("", kind)
    asked = subject_asked(question)
    if told is None and asked is not None:
        told = tell_who(found, asked, kind)
    if told is None and kind is QuestionKind.FACT:
        told = companion(found) or stated(found)
    if told is None:
        told = _spoken(found, kind, weights or shipped_span_weights().weights, named=bool(asked))
    if kind is QuestionKind.FACT and _PRESENT.search(question.text):
        told = what_followed(found, told) or told
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
        case QuestionKind.YES_NO:
            answer = verdict(found)
            return answer and Told("Yes" if answer.affirmed else "No", kind, (answer.proof,))
        case QuestionKind.FACT if _PRESENT.search(found.question.text):
            changed = change(found)
            return changed and Told(
                f"{changed.now} (before that {changed.before})", kind, changed.proofs
            )
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


def _spoken(found: Found, kind: QuestionKind, weights: SpanWeights, *, named: bool) -> Told:
    """What was said in a turn's own words; several of them where several are asked for.

    Where somebody is to be ``named``, only words that name one.
    """
    spans, rows = candidates(found)
    if named or kind is QuestionKind.WHY:  # what an image shows is no reason
        kept = [
            at
            for at, span in enumerate(spans)
            if (may_be_who(found, span) if named else not span.unit.caption)
        ]
        spans, rows = [spans[at] for at in kept], rows[kept]
    if not spans:
        return Told("", kind)
    scores = rows @ weights.vector()
    if kind is QuestionKind.COMPARISON:
        sides = side_by_side(found.question.people, spans, scores)
        if len(sides) > 1:
            text = "; ".join(f"{name}: {trimmed(choice.span.text)}" for name, choice in sides)
            return _quoted(text, kind, [choice for _, choice in sides])
    chosen = distinct(spans, scores, most=MOST if kind is QuestionKind.LIST else 1)
    return _quoted(", ".join(trimmed(choice.span.text) for choice in chosen), kind, chosen)


def _quoted(text: str, kind: QuestionKind, kept: Sequence[Choice]) -> Told:
    proofs = tuple(Proof(item.span.unit.passage, item.span.unit.text) for item in kept)
    return Told(
        text=text,
        kind=kind,
        proofs=proofs,
        times=resolved_times(proofs[0].quote, proofs[0].passage.hit.said_at),
        chance=kept[0].chance,
        agreement=kept[0].agreement,
    )
