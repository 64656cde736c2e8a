"""Builds the answer, the refusal or the question back from what was read; pure."""

from collections.abc import Callable, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from graphmem.answering.citations import about_any
from graphmem.answering.clarification import Meaning
from graphmem.answering.events import EventsQuery, distance, earlier
from graphmem.answering.evidence import ExtractedAnswer, Passage, Proof, evidence_of
from graphmem.answering.extractive.apposition import AttributedName, Identity, named
from graphmem.answering.extractive.candidates import Readings, answer_from, event_of
from graphmem.answering.extractive.gist import (
    NEARNESS,
    gist_of,
    nearness,
    read_gist_weights,
    stated_in,
)
from graphmem.answering.extractive.lexical import best_sentence
from graphmem.answering.frame import QuestionFrame
from graphmem.answering.model_answer import ModelAnswer
from graphmem.answering.settings import AnswerSettings
from graphmem.answering.statement_answers import answered
from graphmem.answering.time_resolution import TimesOf, plain_times
from graphmem.answering.verification.refusal import refuse
from graphmem.answering.verification.verify import (
    AnswerSignals,
    ClaimStatus,
    ReadingWeights,
    Verification,
    read_reading_weights,
    told_of_them,
    verify,
)
from graphmem.language.sentences import asks
from graphmem.language.time.intervals import DAY, midnight
from graphmem.language.words import stems
from graphmem.model.answer import DOUBT, SPEAKER, Answer, Evidence, QuestionKind, Routing, Status
from graphmem.model.listing import Participant, empty_space
from graphmem.model.search import ScorePart
from graphmem.retrieval.question import ParsedQuestion
from graphmem.retrieval.retractions import TakenBackNotice

_BEARING_OUT = 2  # further turns that are shown as evidence
# What each part of a confidence counts where a model answered; they add up to 1.
_SURE_OF_SPEAKER, _CITED = 0.6, 0.4
_DATED = 0.33  # the chance from which on a date is sure enough to be counted from
_LIKELY = 0.5  # from this chance on something was said of what a gist is asked of

Encode = Callable[[Sequence[str]], list[list[float]]]


class Read(NamedTuple):
    """A question with everything that was read for it.

    ``readings`` are what the reader says of the first passages, none where it reads nothing.
    ``naming`` is the name of what would be answered, where that is only somebody's. ``times_of``
    finds the times of a turn.
    """

    frame: QuestionFrame
    routing: Routing
    passages: tuple[Passage, ...]
    participants: Sequence[Participant]
    now: datetime | None
    settings: AnswerSettings
    steps: tuple[str, ...]
    readings: Readings = MappingProxyType({})
    naming: AttributedName | None = None
    times_of: TimesOf = plain_times

    @property
    def question(self) -> ParsedQuestion:
        """The question, read against the people of its scope."""
        return self.frame.question


def answer_by_rules(read: Read) -> Answer:
    """Verify the claim inside the question, then answer it or say why not."""
    found = check(read)
    if found.outcome is not ClaimStatus.SUPPORTED:
        return refused(read, found)
    told = named(tell_answer(read), read.naming)
    if not told.text:
        return refused(read, found._replace(outcome=ClaimStatus.NOBODY))
    parts = _sure(read, found, told)
    return _answer(
        read,
        Status.ANSWERED,
        told.text,
        confidence_parts=parts,
        confidence=_round(sum(part.contribution for part in parts)),
        evidence=_evidence(read, told),
        times=told.times,
        steps=(*read.steps, _verified(found), f"answered as {read.routing.kind.value}"),
    )


class DatedEvent(NamedTuple):
    """An event between two moments, the turn that dates it, and the chance that it is right."""

    span: tuple[datetime, datetime]
    proof: Proof
    chance: float


def dated_event(read: Read) -> DatedEvent | None:
    """The date that a question asks for; None where that is not told, or doubted."""
    found = check(read)
    event = event_of(read.frame, read.passages, read.readings, read.times_of)
    if event is None or found.outcome is not ClaimStatus.SUPPORTED:
        return None
    hit, time = event.passage.hit, event.time
    proof = Proof(event.passage, event.quote)
    signals = answer_signals(read, found, ExtractedAnswer(event.text, read.frame.kind, (proof,)))
    if signals is None or (time is None and not event.own):
        return None
    begin = midnight(time.start if time else hit.said_at)
    end = time.end if time and time.end < datetime.max else begin + DAY  # what lasts, by its begin
    chance = _weights(read).right.chance(signals._asdict())
    if chance < _DATED:
        return None
    return DatedEvent((begin, end), proof, chance)


def answer_between(
    frame: QuestionFrame,
    routing: Routing,
    asked: EventsQuery,
    events: Sequence[DatedEvent],
    steps: tuple[str, ...],
) -> Answer | None:
    """Compares two events by their dates; None where these do not tell it."""
    first, second = events
    work_out = earlier if asked.options else distance
    text = work_out(first.span, second.span, asked)
    if text is None:
        return None
    return answered(
        frame.question,
        routing,
        text,
        {"right": (first.chance * second.chance, 1.0)},
        tuple(dict.fromkeys(evidence_of(*one.proof, frame.question.people) for one in events)),
        (*steps, f"worked out from “{asked.first}” and “{asked.second}”"),
    )


def answer_from_identity(read: Read, identity: Identity) -> Answer:
    """Tells who bears a name in the words that stand beside it."""
    return answered(
        read.question,
        read.routing,
        identity.text,
        {"named": (1.0, 1.0)},
        (evidence_of(*identity.proof, read.question.people),),
        (*read.steps, "answered from what stands beside the name"),
    )


def answer_in_gist(read: Read, encode: Encode) -> Answer:
    """A few whole sentences of the turns that were found, or that nothing was said of it.

    ``encode`` gives the unit vectors of texts by the packaged model.
    """
    stated = stated_in(read.frame, read.passages)
    asked, *vectors = encode([read.question.neutral, *(one.text for one in stated)])
    chance = read_gist_weights().told.chance({NEARNESS: nearness(asked, vectors)})
    told = gist_of(read.frame, stated, asked, vectors)
    if chance < _LIKELY or not told.text:
        found = check(read)._replace(
            outcome=ClaimStatus.NOBODY, doubt=1.0 - chance, threshold=_LIKELY
        )
        return refused(read, found)
    part = ScorePart(name="told", value=_round(chance), weight=1.0)
    return _answer(
        read,
        Status.ANSWERED,
        told.text,
        confidence_parts=(part,),
        confidence=part.value,
        evidence=tuple(
            evidence_of(proof.passage, proof.quote, read.question.people) for proof in told.proofs
        ),
        steps=(*read.steps, f"told the gist in {len(told.proofs)} sentences"),
    )


def tell_answer(read: Read) -> ExtractedAnswer:
    """Extracts the answer, whatever is doubted."""
    readings = read.readings or told_of_them(read.frame, read.passages)
    return answer_from(read.frame, read.passages, readings, now=read.now, times_of=read.times_of)


def _sure(read: Read, found: Verification, told: ExtractedAnswer) -> tuple[ScorePart, ...]:
    """How sure the answer is: the chance that it is right, in which the doubt is weighed."""
    speaker = ScorePart(name=SPEAKER, value=_round(1.0 - found.doubt), weight=1.0)
    signals = answer_signals(read, found, told)
    if signals is None:
        return (speaker,)
    right = _weights(read).right.chance(signals._asdict())
    return (
        speaker.model_copy(update={"weight": 0.0}),
        ScorePart(name="right", value=_round(right), weight=1.0),
    )


def answer_signals(read: Read, found: Verification, told: ExtractedAnswer) -> AnswerSignals | None:
    """The signals of an answer; None where the turn that it is told from was not read."""
    reading = told.proofs and read.readings.get(told.proofs[0].passage.hit.turn_id)
    if not reading:
        return None
    return AnswerSignals(
        answers=reading.answers,
        span=reading.spans[0].log_probability if reading.spans else 0.0,
        doubt=found.doubt,
        yes_no=float(read.routing.kind is QuestionKind.YES_NO),
    )


def check(read: Read) -> Verification:
    """Verifies the claim inside the question."""
    weights = _weights(read)
    if read.settings.most_doubt is not None:
        weights = weights.model_copy(update={"threshold": read.settings.most_doubt})
    return verify(read.frame, read.passages, weights, read.readings)


def _weights(read: Read) -> ReadingWeights:
    return read.settings.reading_weights or read_reading_weights()


def refused(read: Read, found: Verification) -> Answer:
    """Why there is no answer: whose it was, what was so instead, or what is nearest."""
    told = refuse(read.question, found)
    # Of whom the turn tells, who need not be whom the question names.
    evidence = () if found.proof is None else (evidence_of(found.proof, told.quote),)
    part = ScorePart(name=DOUBT, value=_round(found.doubt), weight=1.0)
    return _answer(
        read,
        Status.ABSTAINED,
        told.text,
        reason=told.reason,
        confidence=part.value,
        confidence_parts=(part,),
        evidence=evidence,
        steps=(*read.steps, _verified(found)),
    )


def refused_as_taken_back(answer: Answer, refusal: TakenBackNotice) -> Answer:
    """A refusal that tells who took back what would have been the answer, and quotes nothing."""
    return answer.model_copy(
        update={
            "status": Status.ABSTAINED,
            "text": refusal.text,
            "reason": refusal.reason,
            "confidence": 1.0,
            "confidence_parts": (ScorePart(name=DOUBT, value=1.0, weight=1.0),),
            "evidence": (),
            "times": (),
            "steps": (*answer.steps, "what would have been the answer was taken back"),
        }
    )


def nothing_recorded(question: ParsedQuestion, routing: Routing, space: str) -> Answer:
    """Refuses since the space is empty, which is no knowledge of what was or was not said."""
    return Answer(
        question=question.text,
        status=Status.ABSTAINED,
        text=empty_space(space),
        kind=routing.kind,
        confidence=0.0,
        reason="The space is empty.",
        routing=routing,
    )


def ask_back(
    question: ParsedQuestion, routing: Routing, meaning: Meaning, steps: tuple[str, ...]
) -> Answer:
    """Asks back which of those who bear the name is meant."""
    told = " or ".join(f"{one.name} ({one.apart})" for one in meaning.candidates)
    return Answer(
        question=question.text,
        status=Status.NEEDS_CLARIFICATION,
        text=f"Which {meaning.name}: {told}?",
        kind=routing.kind,
        confidence=0.0,
        reason=f"{len(meaning.candidates)} bear the name {meaning.name}, and nothing else in the "
        "question tells which of them is meant.",
        evidence=tuple(item for one in meaning.candidates for item in one.evidence),
        people=routing.people,
        routing=routing,
        candidates=meaning.candidates,
        steps=(*steps, f"“{meaning.name}” could be {len(meaning.candidates)}: asked back"),
    )


def answered_by_model(read: Read, told: ModelAnswer, found: Verification, model: str) -> Answer:
    """A model's answer with its proof; the rules' doubt about the speaker lowers its confidence."""
    parts = (
        ScorePart(name=SPEAKER, value=_round(1.0 - found.doubt), weight=_SURE_OF_SPEAKER),
        ScorePart(name="cited", value=1.0, weight=_CITED),
    )
    return _answer(
        read,
        Status.ANSWERED,
        told.text or "",
        confidence=_round(sum(part.contribution for part in parts)),
        confidence_parts=parts,
        evidence=tuple(
            evidence_of(passage, quote, read.question.people) for passage, quote in told.proof
        ),
        steps=(*read.steps, _verified(found)),
        model=model,
    )


def withheld(read: Read, found: Verification, model: str) -> Answer:
    """No answer by a model: the refusal is worded from what the rules find."""
    if found.outcome is ClaimStatus.SUPPORTED:
        found = found._replace(outcome=ClaimStatus.NOBODY)
    return refused(read, found).model_copy(update={"model": model})


def _evidence(read: Read, told: ExtractedAnswer) -> tuple[Evidence, ...]:
    """What proves the answer, then other turns of the people asked about that say the same."""
    proved = {proof.passage.hit.turn_id for proof in told.proofs}
    said = stems(told.text) - stems(read.question.text)
    people = read.question.people
    named = {person.uid for person in people}
    bearing_out = [
        passage
        for passage in read.passages
        if said
        and passage.hit.turn_id not in proved
        and not asks(passage.hit.text)
        and (not named or about_any(passage, named))
        and 2 * len(said & stems(passage.hit.text)) >= len(said)
    ]
    return (
        *(evidence_of(proof.passage, proof.quote, people) for proof in told.proofs),
        *(
            evidence_of(passage, best_sentence(passage.hit.text, told.text), people)
            for passage in bearing_out[:_BEARING_OUT]
        ),
    )


def _answer(read: Read, status: Status, text: str, **given: object) -> Answer:
    return Answer.model_validate(
        {
            "question": read.question.text,
            "status": status,
            "text": text,
            "kind": read.routing.kind,
            "people": read.routing.people,
            "routing": read.routing,
            **given,
        }
    )


def _verified(found: Verification) -> str:
    told = {
        ClaimStatus.SUPPORTED: "borne out",
        ClaimStatus.SOMEBODY_ELSE: "somebody else's",
        ClaimStatus.NOBODY: "borne out by nobody",
    }[found.outcome]
    who = " and ".join(found.claim.names) or "nobody by name"
    return f"the claim about {who} is {told} (doubt {found.doubt:.2f}, limit {found.threshold:.2f})"


def _round(value: float) -> float:
    return round(min(1.0, max(0.0, value)), 3)
