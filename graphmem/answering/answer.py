"""An answer without a language model: the best supported turn, or who it was instead."""

from collections.abc import Sequence
from typing import NamedTuple

from graphmem.answering.sentence import best_sentence, first_person
from graphmem.answering.subject import unknown_subject
from graphmem.answering.times import resolved_times
from graphmem.language.asking import asks_when
from graphmem.language.sentences import asks
from graphmem.language.time import write_day
from graphmem.language.words import stems
from graphmem.model.answer import Answer, Evidence, ResolvedTime, Status
from graphmem.model.search import SearchHit
from graphmem.retrieval.question import Question

# Fixed beforehand: the cosine under which two texts of this kind share a topic only by chance, and
# how far another speaker's turn must be ahead before the question is taken to be about them.
_UNRELATED = 0.25
_AHEAD = 0.1


class Support(NamedTuple):
    """A turn and the sentence of it that bears on the question."""

    hit: SearchHit
    sentence: str


def answer_question(question: Question, hits: Sequence[SearchHit]) -> Answer:
    """Answer from hits that were ranked without regard to who speaks; a pure function.

    Abstains where nothing bears on the question, and where the person it names did not say or
    do it and somebody else did.
    """
    # A question proves nothing that it asks about.
    hits = [hit for hit in hits if not asks(hit.text)]
    if not hits or not _related(question, hits[0]):
        return _not_found(question, hits)
    best = hits[0]
    stranger = unknown_subject(question.text, [person.name for person in question.people])
    if stranger and stranger not in best.text and _tells_of_itself(best, question):
        return _somebody_else(question, best, stranger)
    named = {person.uid for person in question.people}
    if named and best.speaker_uid not in named:
        own = next((hit for hit in hits if hit.speaker_uid in named), None)
        behind = own is None or best.score - own.score > _AHEAD
        if behind and _tells_of_itself(best, question):
            return _somebody_else(question, best, " and ".join(_names(question)))
        best = own or best
    return _supported(question, best, hits)


def _supported(question: Question, best: SearchHit, hits: Sequence[SearchHit]) -> Answer:
    support = _support(question, best)
    times = resolved_times(support.sentence, support.hit.said_at)
    text = support.sentence
    if asks_when(question.text):
        text = times[0].meaning if times else write_day(best.said_at)
    return Answer(
        question=question.text,
        status=Status.ANSWERED,
        text=text,
        confidence=_confidence(question, best, hits),
        evidence=(_evidence(support),),
        times=times,
        people=_names(question),
    )


def _somebody_else(question: Question, best: SearchHit, names: str) -> Answer:
    support = _support(question, best)
    times = resolved_times(support.sentence, best.said_at)
    when = f" ({_spelled(times)})" if times else ""
    return Answer(
        question=question.text,
        status=Status.ABSTAINED,
        text=(
            f"It was {best.speaker}, not {names}: on {write_day(best.said_at)} {best.speaker} said "
            f"“{support.sentence}”{when} ({best.turn_id}). Nothing that {names} said supports it."
        ),
        reason=f"{best.speaker} said this of themselves; no turn by {names} supports it.",
        confidence=_clamp(best.score),
        evidence=(_evidence(support),),
        times=times,
        people=_names(question),
    )


def _not_found(question: Question, hits: Sequence[SearchHit]) -> Answer:
    nearest = tuple(_evidence(_support(question, hit)) for hit in hits[:1])
    near = f" The nearest is {nearest[0].turn_id}: “{nearest[0].quote}”" if nearest else ""
    return Answer(
        question=question.text,
        status=Status.ABSTAINED,
        text=f"Not found: nobody said anything that answers this.{near}",
        reason="No turn in scope bears on the question.",
        confidence=0.0,
        evidence=nearest,
        people=_names(question),
    )


def _related(question: Question, hit: SearchHit) -> bool:
    parts = {part.name: part.value for part in hit.parts or ()}
    shared = stems(question.neutral) & stems(hit.text)
    return parts.get("meaning", 0.0) >= _UNRELATED or bool(shared)


def _tells_of_itself(hit: SearchHit, question: Question) -> bool:
    """Whether the turn speaks of its speaker rather than of the person asked about."""
    support = _support(question, hit)
    return first_person(support.sentence)


def _support(question: Question, hit: SearchHit) -> Support:
    return Support(
        hit, best_sentence(hit.text, question.neutral, want_time=asks_when(question.text))
    )


def _evidence(support: Support) -> Evidence:
    hit = support.hit
    return Evidence(
        turn_id=hit.turn_id,
        conversation_id=hit.conversation_id,
        dia_id=hit.dia_id,
        speaker=hit.speaker,
        said_at=hit.said_at,
        quote=support.sentence,
    )


def _confidence(question: Question, best: SearchHit, hits: Sequence[SearchHit]) -> float:
    """How well the words and the meaning fit, and how far ahead of the next turn it is."""
    asked = stems(question.neutral)
    covered = len(asked & stems(best.text)) / len(asked) if asked else 0.0
    others = [hit.score for hit in hits if hit.turn_id != best.turn_id]
    ahead = best.score - max(others, default=0.0)
    return _clamp(0.5 * best.score + 0.3 * covered + 0.5 * ahead)


def _clamp(value: float) -> float:
    return round(min(1.0, max(0.0, value)), 3)


def _names(question: Question) -> tuple[str, ...]:
    return tuple(dict.fromkeys(person.name for person in question.people))


def _spelled(times: Sequence[ResolvedTime]) -> str:
    return ", ".join(f"“{time.expression}” means {time.meaning}" for time in times)
