"""One chunk to proposals, by one question to a language model."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from graphmem.adapters.llm import LanguageModel, Message
from graphmem.adapters.llm.protocol import JsonObject
from graphmem.adapters.llm.schema import strict_schema
from graphmem.extraction.llm.proposals import read_wire
from graphmem.extraction.llm.transcript import write_transcript
from graphmem.extraction.llm.wire import WireWorkspace
from graphmem.model.chunk import Chunk, KnownName
from graphmem.model.workspace import ProposedWorkspace


def extract_by_llm(
    chunk: Chunk, model: LanguageModel, known: Sequence[KnownName] = ()
) -> ProposedWorkspace:
    """Propose what the chunk says; unchecked, like all proposals.

    ``known`` is what the talk before it called by name. Raises an `LlmError`.
    """
    messages = [
        Message("system", _instructions()),
        Message("user", write_transcript(chunk, known)),
    ]
    return read_wire(model.complete(messages, WireWorkspace, schema=_schema()), chunk)


@cache
def _instructions() -> str:
    return files("graphmem.extraction.llm").joinpath("prompts/extract.md").read_text("utf-8")


@cache
def _schema() -> JsonObject:
    return strict_schema(WireWorkspace, optional=True)
