"""Responders that extract: any function from a chunk to proposals, written as a model does."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from threading import Lock

from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.extraction.admission.quotes import find_words
from graphmem.extraction.llm.extract import read_transcript
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
from graphmem.extraction.local.extract import extract
from graphmem.extraction.local.model import load_model
from graphmem.extraction.local.network import word_vectors
from graphmem.model.chunk import Chunk
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
from graphmem.settings import load_settings
from graphmem.testing.responders import ChatRequest, Reply, Responder

_parsing = Lock()  # the parser is for one thread, and the server answers on several
Extract = Callable[[Chunk], ProposedWorkspace]
Change = Callable[[Chunk, WireAnswer], WireAnswer]


def as_networks_do(chunk: Chunk) -> ProposedWorkspace:
    """What the packaged networks propose for the chunk."""
    encode = word_vectors(make_token_encoder(load_settings()))
    with _parsing:
        return extract(chunk, load_parser(), encode, load_model()).proposed


def extracts(proposed: Extract = as_networks_do) -> Responder:
    """Read the turns from the prompt and answer with what ``proposed`` makes of them.

    The chunk has the prompt's ids, names, texts and times; its uids are made up.
    """

    def respond(request: ChatRequest) -> Reply:
        return Reply(to_json(as_written(proposed(asked_chunk(request)))))

    return respond


def with_wrong_speaker(responder: Responder) -> Responder:
    """The same extraction, each statement attributed to somebody else who takes part."""

    def change(chunk: Chunk, answer: WireAnswer) -> WireAnswer:
        others = [person.name for person in chunk.people if person.name != answer.speaker]
        return answer.model_copy(update={"speaker": others[0] if others else "Nobody"})

    return _changed(responder, change)


def with_false_quote(responder: Responder) -> Responder:
    """The same extraction, with quotes that stand in no turn."""
    return _quoting(responder, lambda one: {"text": f"{one.text} and that was all a lie"})


def with_unknown_turn(responder: Responder) -> Responder:
    """The same extraction, with evidence from turns that do not exist."""
    return _quoting(responder, lambda one: {"turn": f"{one.turn}-unknown"})


def asked_chunk(request: ChatRequest) -> Chunk:
    """The chunk that a request for an extraction is about."""
    return read_transcript(request.texts("user")[0])


def _quoting(responder: Responder, false: Callable[[WireQuote], dict[str, str]]) -> Responder:
    def change(_: Chunk, answer: WireAnswer) -> WireAnswer:
        evidence = tuple(one.model_copy(update=false(one)) for one in answer.evidence)
        return answer.model_copy(update={"evidence": evidence})

    return _changed(responder, change)


def _changed(responder: Responder, change: Change) -> Responder:
    def respond(request: ChatRequest) -> Reply:
        reply = responder(request)
        written = WireWorkspace.model_validate_json(reply.text or "")
        chunk = asked_chunk(request)
        answers = tuple(change(chunk, answer) for answer in written.answers)
        return replace(reply, text=to_json(written.model_copy(update={"answers": answers})))

    return respond


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
