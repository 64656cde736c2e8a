"""Responders that extract: any function from a chunk to proposals, played as a model."""

from collections.abc import Callable
from dataclasses import replace
from threading import Lock
from typing import TypeVar

from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.extraction.llm.transcript import read_transcript
from graphmem.extraction.local.extract import extract
from graphmem.extraction.local.model import load_model
from graphmem.extraction.local.vectors import word_vectors
from graphmem.model.chunk import Chunk
from graphmem.model.workspace import ProposedStatement, ProposedWorkspace, Quote
from graphmem.settings import load_settings
from graphmem.testing.replies import ChatRequest, Reply, Responder

_parsing = Lock()  # the parser is for one thread, and the server answers on several

S = TypeVar("S", bound=ProposedStatement)

Extract = Callable[[Chunk], ProposedWorkspace]
Change = Callable[[Chunk, ProposedStatement], dict[str, object]]


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
        return Reply(proposed(asked_chunk(request)).model_dump_json())

    return respond


def with_wrong_speaker(responder: Responder) -> Responder:
    """The same extraction, each statement attributed to somebody else who takes part."""

    def change(chunk: Chunk, statement: ProposedStatement) -> dict[str, object]:
        others = [person.name for person in chunk.people if person.name != statement.speaker]
        return {"speaker": others[0] if others else "Nobody"}

    return _changed(responder, change)


def with_false_quote(responder: Responder) -> Responder:
    """The same extraction, with quotes that stand in no turn."""

    def change(_: Chunk, statement: ProposedStatement) -> dict[str, object]:
        return {"evidence": tuple(_false(quote) for quote in statement.evidence)}

    return _changed(responder, change)


def with_unknown_turn(responder: Responder) -> Responder:
    """The same extraction, with evidence from turns that do not exist."""

    def change(_: Chunk, statement: ProposedStatement) -> dict[str, object]:
        return {
            "evidence": tuple(
                quote.model_copy(update={"turn_id": f"{quote.turn_id}-unknown"})
                for quote in statement.evidence
            )
        }

    return _changed(responder, change)


def asked_chunk(request: ChatRequest) -> Chunk:
    """The chunk that a request for an extraction is about."""
    return read_transcript(request.texts("user")[0])


def _false(quote: Quote) -> Quote:
    return quote.model_copy(update={"text": f"{quote.text} and that was all a lie", "start": None})


def _changed(responder: Responder, change: Change) -> Responder:
    def respond(request: ChatRequest) -> Reply:
        reply = responder(request)
        proposed = ProposedWorkspace.model_validate_json(reply.text or "")
        chunk = asked_chunk(request)

        def altered(statements: tuple[S, ...]) -> tuple[S, ...]:
            return tuple(one.model_copy(update=change(chunk, one)) for one in statements)

        false = ProposedWorkspace(
            entities=proposed.entities,
            roles=altered(proposed.roles),
            questions=altered(proposed.questions),
            answers=altered(proposed.answers),
        )
        return replace(reply, text=false.model_dump_json())

    return respond
