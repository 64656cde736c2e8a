"""Responders that extract: any function from a chunk to proposals, played as a model."""

from collections.abc import Callable
from dataclasses import replace
from threading import Lock

from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.extraction.llm.transcript import read_transcript
from graphmem.extraction.llm.wire import WireAnswer, WireQuote, WireWorkspace
from graphmem.extraction.local.extract import extract
from graphmem.extraction.local.model import load_model
from graphmem.extraction.local.vectors import word_vectors
from graphmem.model.chunk import Chunk
from graphmem.model.workspace import ProposedWorkspace
from graphmem.settings import load_settings
from graphmem.testing.replies import ChatRequest, Reply, Responder
from graphmem.testing.written import as_written, to_json

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
