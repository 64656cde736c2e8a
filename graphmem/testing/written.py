"""Proposals as a model writes them."""

from collections.abc import Iterable

from graphmem.extraction.admission.quotes import find_words
from graphmem.extraction.llm.wire import (
    WireAnswer,
    WireEntity,
    WireMention,
    WireQuestion,
    WireQuote,
    WireRole,
    WireState,
    WireThing,
    WireWorkspace,
)
from graphmem.model.workspace import (
    Part,
    ProposedEntity,
    ProposedQuestion,
    ProposedRole,
    ProposedStatement,
    ProposedWorkspace,
    Quote,
    Reference,
)


def as_written(proposed: ProposedWorkspace) -> WireWorkspace:
    """The proposals as a model writes them; places, intervals and networks are not its business.

    A role is told by the answer of the same words, or by an answer more.
    """
    told: list[tuple[ProposedStatement, ProposedRole | None]] = [
        (answer, None) for answer in proposed.answers
    ]
    for role in proposed.roles:
        same = next((place for place, one in enumerate(told) if _tells(one, role)), None)
        if same is None:
            told.append((role, role))
        else:
            told[same] = (told[same][0], role)
    return WireWorkspace(
        entities=tuple(map(_entity, proposed.entities)),
        answers=tuple(_answer(*one) for one in told),
        questions=tuple(map(_question, proposed.questions)),
    )


def to_json(written: WireWorkspace) -> str:
    """The JSON that a model writes, without what may be left out."""
    return written.model_dump_json(exclude_defaults=True)


def _tells(one: tuple[ProposedStatement, ProposedRole | None], role: ProposedRole) -> bool:
    answer, other = one
    same = (answer.speaker, answer.subject, answer.text) == (role.speaker, role.subject, role.text)
    return other is None and same


def _answer(told: ProposedStatement, role: ProposedRole | None) -> WireAnswer:
    return WireAnswer(
        evidence=_quotes(told.evidence),
        speaker=told.speaker,
        subject=_thing(told.subject),
        predicate=told.predicate,
        object=told.object,
        text=told.text,
        kind=told.kind,
        modality=told.modality,
        polarity=told.polarity,
        time=told.time,
        place=told.place,
        names=tuple(map(_thing, told.names)),
        mentioned_by=told.mentioned_by,
        confidence=told.confidence,
        role=None if role is None else _role(role, told),
    )


def _role(role: ProposedRole, told: ProposedStatement) -> WireRole:
    return WireRole(
        of=role.entity.name,
        name=role.name,
        states=tuple(
            WireState(name=one.name)
            if (one.time, one.evidence) == (told.time, told.evidence)
            else WireState(name=one.name, time=one.time, evidence=_quotes(one.evidence))
            for one in role.states
        ),
    )


def _question(given: ProposedQuestion) -> WireQuestion:
    asked = [one for one in given.evidence if one.part is Part.CONTEXT] or given.evidence
    return WireQuestion(
        evidence=_quotes(asked), asked_by=given.asked_by, text=given.text, answers=given.answers
    )


def _entity(given: ProposedEntity) -> WireEntity:
    names = (given.name, *given.aliases)
    return WireEntity(
        name=given.name,
        type=given.type,
        aliases=given.aliases,
        owner=given.owner,
        proper=given.proper,
        mentions=tuple(
            WireMention(turn=one.turn_id)
            if any(find_words(name, one.text) for name in names)
            else WireMention(turn=one.turn_id, text=one.text)
            for one in given.evidence
        ),
    )


def _quotes(quotes: Iterable[Quote]) -> tuple[WireQuote, ...]:
    return tuple(WireQuote(turn=one.turn_id, text=one.text, part=one.part) for one in quotes)


def _thing(given: Reference) -> WireThing:
    return WireThing(name=given.name, owner=given.owner)
