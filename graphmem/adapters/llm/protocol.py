"""The interface of a language model, whichever it is."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel

from graphmem.model.decision import ToolCall
from graphmem.model.usage import Usage

M = TypeVar("M", bound=BaseModel)

JsonObject = Mapping[str, Any]


class PromptMessage(NamedTuple):
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    text: str


def prompted(package: str, name: str, text: str) -> list[PromptMessage]:
    """The instructions that a package holds under a name, and a text for them."""
    return [PromptMessage("system", instructions(package, name)), PromptMessage("user", text)]


@cache
def instructions(package: str, name: str) -> str:
    """The instructions that a package holds under a name."""
    return files(package).joinpath(f"prompts/{name}.md").read_text("utf-8")


class ToolResult(NamedTuple):
    """What a tool gave: ``shown`` is what the model reads, ``call`` what is kept of it."""

    shown: str
    call: ToolCall


class Tool(NamedTuple):
    """A tool for a model. ``run`` takes the arguments as the model wrote them, as JSON text.

    Arguments that cannot be used are no exception: ``run`` tells the model what is wrong.
    """

    name: str
    description: str
    parameters: JsonObject
    run: Callable[[str], ToolResult]


class ToolConversation(NamedTuple, Generic[M]):
    """How a conversation with tools ended, the tools it used, and a line for each step."""

    result: M
    calls: tuple[ToolCall, ...]
    transcript: tuple[str, ...]


class LanguageModel(Protocol):
    """A language model that answers in given shapes; safe to use from several threads.

    Every method raises an `LlmError`: `BudgetExceededError` before a call that the budget does
    not allow, `LlmSetupError` where no later call would do better.
    """

    @property
    def name(self) -> str:
        """The model as the caller named it."""

    @property
    def usage(self) -> Usage:
        """Usage up to now."""

    def complete(
        self,
        messages: Sequence[PromptMessage],
        response_model: type[M],
        *,
        schema: JsonObject | None = None,
    ) -> M:
        """Answer as ``response_model``; ``schema`` is what the model sees in place of its own."""

    def converse(
        self,
        messages: Sequence[PromptMessage],
        tools: Sequence[Tool],
        response_model: type[M],
        *,
        max_steps: int,
    ) -> ToolConversation[M]:
        """Let the model use tools for at most ``max_steps`` answers, then end in the model."""
