"""`Memory.think`: what bears on a question by network, weighed, and what a model makes of it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from operator import mul
from typing import Any, NamedTuple

from pydantic import Field, ValidationError

from graphmem.adapters.llm import LanguageModel
from graphmem.adapters.parser import load_parser
from graphmem.agents.answer_writer import Withheld, WrittenOpinion, write_opinion
from graphmem.answering.answer import Read, check
from graphmem.answering.answerer import Answerer
from graphmem.answering.evidence import Passage, evidence_of
from graphmem.answering.model_answer import Checks, ModelAnswer, answer_by_model
from graphmem.answering.settings import AnswerSettings
from graphmem.answering.weighing import (
    WeighingInput,
    missing_of,
    network_in,
    network_of_turn,
    weigh,
    write_thought,
)
from graphmem.errors import InputError, LlmError, LlmSetupError
from graphmem.language.sentences import asks
from graphmem.model.answer import QuestionKind
from graphmem.model.base import Frozen, allowed, faults, require_texts
from graphmem.model.ids import turn_reference
from graphmem.model.listing import empty_space
from graphmem.model.memory import KnownStatement
from graphmem.model.scope import LATEST
from graphmem.model.story import Cause
from graphmem.model.thought import MOST_WEIGHED, CitedReason, Opinion, Stance, Thought
from graphmem.model.workspace import SAYS, Network
from graphmem.portraits.causes import JOINING, causes_in
from graphmem.retrieval.scope import Moment
from graphmem.retrieval.searcher import Searcher, Where
from graphmem.store.about import changes_since
from graphmem.store.database import Database
from graphmem.store.directory import is_empty
from graphmem.tools.rendering import turn_of

Encode = Callable[[Sequence[str]], list[list[float]]]

_SEARCHED = 30  # turns whose statements are looked at, and as many of the agent's own
# Fixed beforehand: the cosine to the question under which a statement is of something else.
_LEAST = 0.3
_SHOWN = 10  # turns found first that a model sees besides
_TRIES = 2  # a model may mend once what was withheld


class Thinking(Frozen):
    """Who thinks, and how much of what is weighed."""

    agent: str | None = None
    network: Network | None = None
    limit: int = Field(20, ge=1, le=MOST_WEIGHED)


def thinking(**given: Any) -> Thinking:
    """These settings; raises `InputError` where they are none."""
    try:
        return Thinking(**given)
    except ValidationError as error:
        raise InputError(
            f"It cannot be thought about so: {faults(error)}.", next_step=allowed(Thinking, error)
        ) from error


class Thinker(NamedTuple):
    """What thinking needs; ``model`` is None where no language model is set."""

    database: Database
    searcher: Searcher
    answerer: Answerer
    encode: Encode
    model: LanguageModel | None


class _Gathered(NamedTuple):
    """What was read, the passages that bear on the question, and their statements."""

    space: str
    read: Read
    passages: tuple[Passage, ...]
    material: WeighingInput


def think(
    thinker: Thinker,
    question: str,
    where: Where,
    asked: Thinking,
    *,
    now: Moment,
) -> Thought:
    """What bears on a question, and an opinion where a model is set and its own holds.

    Raises what a search raises, `NotFoundError` also for an agent who never said anything, and
    `LlmSetupError` for a model that cannot be used.
    """
    require_texts(question=question)
    found = _gather(thinker, question, where, asked, now)
    considerations = weigh(found.material)
    yes_no = found.read.frame.kind is QuestionKind.YES_NO
    material, agent = found.material, asked.agent
    if agent is not None:
        agent = material.called.get(material.agent[0], agent)
    speakers = {one.speaker_uid for one in material.statements}
    speakers |= {one.speaker_uid for one in material.unstated}
    spoke = not speakers.isdisjoint(material.agent)
    silent = None if spoke or asked.network not in (None, Network.AGENT) else agent
    missing = missing_of(considerations, silent=silent, yes_no=yes_no)
    if not considerations and is_empty(thinker.database, found.space):
        missing = (empty_space(found.space),)
    opinion, steps = None, found.read.steps
    if thinker.model is not None and considerations:
        opinion, why, taken = _opinion(thinker, thinker.model, found)
        steps = (*steps, *taken)
        missing = (*missing, why) if why else missing
    return Thought(
        question=question,
        text=write_thought(question, considerations, missing, agent=agent, opinion=opinion),
        considerations=considerations,
        missing=missing,
        opinion=opinion,
        steps=steps,
        waiting=thinker.searcher.waiting(where),
    )


def _gather(
    thinker: Thinker, question: str, where: Where, asked: Thinking, now: Moment
) -> _Gathered:
    settings = AnswerSettings(depth=_SEARCHED, read=_SEARCHED)
    read = thinker.answerer.read(question, where, now=now, settings=settings)
    _, scope, _ = thinker.searcher.read(question, where, now=now)
    passages = list(read.passages)
    own: tuple[str, ...] = ()
    readings = read.readings
    if asked.agent is not None:
        spoken = where._replace(person=asked.agent)
        _, of_agent, _ = thinker.searcher.read(question, spoken, now=now)
        own = of_agent.people
        also = thinker.answerer.read(question, spoken, now=now, settings=settings)
        passages += also.passages
        readings = {**also.readings, **readings}
    read = read._replace(readings=readings)
    by_turn = {one.hit.turn_id: one for one in passages}
    stated = {
        said.uid: said
        for one in by_turn.values()
        for said in one.statements
        if asked.network in (None, network_in(said, own))
    }
    bearing = _bearing(thinker.encode, read.question.neutral, list(stated.values()), asked.limit)
    turns = {turn_reference(one.conversation_id, turn) for one in bearing for turn in one.turn_ids}
    kept = {turn_id: one for turn_id, one in by_turn.items() if turn_id in turns}
    until = scope.said_to
    material = WeighingInput(
        frame=read.frame,
        statements=bearing,
        unstated=[
            one.hit
            for one in by_turn.values()
            if _answers_unstated(one, read)
            and asked.network in (None, network_of_turn(one.hit, own))
        ],
        readings=read.readings,
        later=changes_since(thinker.database, scope, [one.uid for one in bearing]),
        reasons=_reasons(bearing, list(kept.values())),
        called={one.uid: one.name for one in read.participants},
        agent=own,
        now=read.now or (datetime.now() if until == LATEST else until),
    )
    # A model may see further than the rules: what bears on it only by what follows.
    if asked.network is None:
        kept |= {one.hit.turn_id: one for one in passages[:_SHOWN]}
    shown = sorted(kept.values(), key=lambda one: (one.hit.said_at, one.hit.turn_id))
    return _Gathered(scope.space, read, tuple(shown), material)


def _answers_unstated(passage: Passage, read: Read) -> bool:
    reading = read.readings.get(passage.hit.turn_id)
    answers = reading is not None and reading.answers >= 0
    return answers and not passage.statements and not asks(passage.hit.text)


def _bearing(
    encode: Encode, asked: str, statements: Sequence[KnownStatement], limit: int
) -> list[KnownStatement]:
    """The statements nearest in meaning to what is asked, none that is of something else."""
    first, *vectors = encode([asked, *(one.text for one in statements)])
    near = [
        (sum(map(mul, first, vector)), one) for vector, one in zip(vectors, statements, strict=True)
    ]
    best = sorted(near, key=lambda pair: (-pair[0], pair[1].uid))[:limit]
    kept = [one for cosine, one in best if cosine >= _LEAST]
    stated = {turn_of(one) for one in kept if one.predicate != SAYS}
    # What is told as somebody's words says no more than what the same turn states.
    return [one for one in kept if one.predicate != SAYS or turn_of(one) not in stated]


def _reasons(
    statements: Sequence[KnownStatement], passages: Sequence[Passage]
) -> Mapping[str, Sequence[Cause]]:
    """By statement (uid) what its turn joins by "because" to the words that state it."""
    joined = [one.hit for one in passages if JOINING in one.hit.text.lower()]
    parsed = load_parser()([one.text for one in joined]) if joined else []
    found: dict[str, list[Cause]] = {}
    for hit, one in zip(joined, parsed, strict=True):
        said = [item for item in statements if turn_of(item) == hit.turn_id]
        for told in causes_in(one):
            cause = Cause(text=hit.text[told.start : told.end], turn_id=hit.turn_id)
            for item in said:
                begin = hit.text.find(item.quote)
                if 0 <= begin <= told.effect.start < begin + len(item.quote):
                    found.setdefault(item.uid, []).append(cause)
    return found


class _Formed(NamedTuple):
    """An opinion, or why there is none; and a line for each step."""

    opinion: Opinion | None
    why: str | None
    steps: tuple[str, ...] = ()


def _opinion(thinker: Thinker, model: LanguageModel, found: _Gathered) -> _Formed:
    """The model's opinion where it passes the checks of an answer; it may mend it once."""
    read, steps = found.read, list[str]()
    checks = Checks(
        check(read),
        read.participants,
        read.now,
        lambda _: {},
        load_parser(),
        thinker.encode,
        lambda cited: {
            one.hit.turn_id: read.readings[one.hit.turn_id]
            for one in cited
            if one.hit.turn_id in read.readings
        },
    )
    before: Withheld | None = None
    try:
        for _ in range(_TRIES):
            told = answer_by_model(
                model, read.frame, found.passages, checks, before=before, write=write_opinion
            )
            steps += told.steps
            before, written = told.withheld, told.written
            if told.text is not None and isinstance(written, WrittenOpinion):
                return _Formed(_formed(told, written, model.name), None, tuple(steps))
            if before is None:
                return _Formed(None, "The model forms no opinion from what is known.", tuple(steps))
    except LlmSetupError:
        raise
    except LlmError as error:
        why = f"The model failed, so no opinion was formed: {error.problem}"
        return _Formed(None, why, tuple(steps))
    wrong = before.wrong if before is not None else ""
    return _Formed(None, f"The model's opinion was withheld: {wrong}.", tuple(steps))


def _formed(told: ModelAnswer, written: WrittenOpinion, model: str) -> Opinion:
    sides = {one.quote: one.stance for one in written.citations}
    return Opinion(
        text=told.text or "",
        confidence=written.confidence,
        reasons=tuple(
            CitedReason(
                stance=sides.get(proof.quote, Stance.OPEN), **evidence_of(*proof).model_dump()
            )
            for proof in told.proof
        ),
        model=model,
    )
