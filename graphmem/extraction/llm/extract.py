"""One chunk to proposals, by one question to a language model."""

from functools import cache
from importlib.resources import files
from typing import TypeVar

from graphmem.adapters.llm import LanguageModel, Message
from graphmem.adapters.llm.schema import strict_schema
from graphmem.extraction.llm.transcript import write_transcript
from graphmem.model.chunk import Chunk
from graphmem.model.workspace import ProposedState, ProposedWorkspace, Quote
from graphmem.model.workspace import ProposedStatement as Statement

S = TypeVar("S", bound=Statement)

# A model counts characters badly and dates worse: the check finds quotes and resolves times. How
# well each type fits is the networks' to say.
_NOT_ASKED = ("start", "interval", "type_scores")


def extract_by_llm(chunk: Chunk, model: LanguageModel) -> ProposedWorkspace:
    """Propose what the chunk says; unchecked, like all proposals.

    Raises an `LlmError`.
    """
    messages = [
        Message("system", _instructions()),
        Message("user", write_transcript(chunk)),
    ]
    schema = strict_schema(ProposedWorkspace, without=_NOT_ASKED)
    return _only_what_was_asked(model.complete(messages, ProposedWorkspace, schema=schema))


@cache
def _instructions() -> str:
    return files("graphmem.extraction.llm").joinpath("prompts/extract.md").read_text("utf-8")


def _only_what_was_asked(proposed: ProposedWorkspace) -> ProposedWorkspace:
    """Drop offsets, intervals and scores, which models without strict schemas may add."""
    return ProposedWorkspace(
        entities=tuple(
            one.model_copy(update={"type_scores": (), "evidence": _quotes(one.evidence)})
            for one in proposed.entities
        ),
        roles=tuple(
            _statement(role).model_copy(update={"states": tuple(map(_state, role.states))})
            for role in proposed.roles
        ),
        questions=tuple(map(_statement, proposed.questions)),
        answers=tuple(map(_statement, proposed.answers)),
    )


def _statement(statement: S) -> S:
    return statement.model_copy(update={"interval": None, "evidence": _quotes(statement.evidence)})


def _state(state: ProposedState) -> ProposedState:
    return state.model_copy(update={"interval": None, "evidence": _quotes(state.evidence)})


def _quotes(quotes: tuple[Quote, ...]) -> tuple[Quote, ...]:
    return tuple(quote.model_copy(update={"start": None}) for quote in quotes)
