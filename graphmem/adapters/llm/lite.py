"""Any model that litellm reaches, as a `LanguageModel`, with its budget metered."""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, TypeVar

from pydantic import BaseModel

from graphmem import telemetry
from graphmem.adapters.llm import talking
from graphmem.adapters.llm.attempts import Backoff, Patience, ask_again
from graphmem.adapters.llm.library import (
    check_setup,
    load_litellm,
    off_main_thread,
    provider_of,
    usable_key,
)
from graphmem.adapters.llm.protocol import (
    JsonObject,
    PromptMessage,
    Tool,
    ToolConversation,
    strict_schema,
)
from graphmem.adapters.llm.talking import Structured, shaped
from graphmem.errors import (
    BudgetExceededError,
    LlmRateLimitError,
    LlmRequestError,
    LlmUnavailableError,
    SettingsError,
)
from graphmem.model.usage import Budget, Usage


class Meter:
    """A thread-safe sum of `Usage`, held against a budget."""

    def __init__(self, budget: Budget | None = None) -> None:
        self._budget = budget
        self._usage = Usage()
        self._lock = Lock()

    @property
    def usage(self) -> Usage:
        """Usage up to now."""
        with self._lock:
            return self._usage

    def add(self, usage: Usage) -> None:
        """Count one more piece of use."""
        with self._lock:
            self._usage = self._usage + usage

    def check(self) -> None:
        """Raise `BudgetExceededError` where the budget is spent.

        Calls that are under way are not counted yet, so ``n`` threads may go over by ``n`` calls.
        """
        usage = self.usage
        if self._budget is not None and self._budget.spent_by(usage):
            cost = "" if usage.cost is None else f" (${usage.cost:.4f})"
            raise BudgetExceededError(
                f"The budget of {self._budget} is spent: {usage.calls} calls, "
                f"{usage.tokens:,} tokens{cost}.",
                next_step="Run it again with a new budget; it goes on where it stopped.",
            )


M = TypeVar("M", bound=BaseModel)

# Caches only up to where a request says so; other providers find the common beginning themselves.
_MARKED = "anthropic"
_KEPT = {"type": "text", "cache_control": {"type": "ephemeral"}}
# What a provider names that refuses the form of the answer: the parameter, or the schema in it.
_OF_THE_FORM = ("response_format", "schema")


class LiteLlm:
    """A model by its litellm name (``openai/gpt-4o-mini``, ``ollama/llama3``).

    ``api_base`` is an address of the caller's own; ``api_key`` defaults to the provider's variable
    of the environment, and is not needed for a server on this machine. ``structured`` is how the
    shape is asked for: with the request's JSON schema, in JSON mode or by the prompt alone; None
    takes the best that litellm knows the model to support. ``timeout`` is in seconds, for one
    attempt. After six requests in a row without an answer every further one fails at once.
    """

    def __init__(
        self,
        model: str,
        *,
        api_base: str | None = None,
        api_key: str | None = None,
        timeout: float = 120.0,
        max_attempts: int = 5,
        backoff: Backoff = Backoff(),  # noqa: B008 - immutable
        budget: Budget | None = None,
        temperature: float | None = 0.0,
        max_tokens: int | None = None,
        structured: Structured | None = None,
    ) -> None:
        self._litellm = load_litellm()
        from openai import OpenAIError

        # litellm's exceptions are all of them openai's, whichever the provider.
        self._failure = OpenAIError
        self._model = model
        self._max_attempts = max_attempts
        self._backoff = backoff
        self._priced = self._has_price()
        if budget is not None and budget.cost is not None and not self._priced:
            raise SettingsError(
                f"The price of {model} is not known, so a budget in dollars cannot be kept.",
                next_step='Give the budget in tokens, such as "200k tokens".',
            )
        self._meter = Meter(budget)
        self._patience = Patience()
        self._structured: Structured = structured or self._best_structured()
        self._marks_cache = provider_of(self._litellm, model) == _MARKED
        self._always: dict[str, Any] = {
            "model": model,
            "api_base": api_base,
            "api_key": usable_key(self._litellm, model, api_base=api_base, api_key=api_key),
            "timeout": timeout,
            "temperature": temperature,
            "max_tokens": max_tokens,
            # Attempts are counted here, where Retry-After is honoured and the receipt hears of it.
            "max_retries": 0,
            "drop_params": True,
        }

    @property
    def name(self) -> str:
        """The model as the caller named it."""
        return self._model

    @property
    def usage(self) -> Usage:
        """Usage up to now."""
        return self._meter.usage

    def check(self) -> None:
        """Raise `LlmSetupError` where it cannot be asked as it is set up; asks nothing."""
        check_setup(self._litellm, self._model, api_key=self._always["api_key"])

    def complete(
        self,
        messages: Sequence[PromptMessage],
        response_model: type[M],
        *,
        schema: JsonObject | None = None,
    ) -> M:
        """Answer as ``response_model``; one that does not fit is sent back once.

        Raises an `LlmError`; nothing is asked once the budget is spent.
        """
        shape = schema or strict_schema(response_model)
        return talking.answer(self, talking.to_wire(messages), response_model, shape)

    def converse(
        self,
        messages: Sequence[PromptMessage],
        tools: Sequence[Tool],
        response_model: type[M],
        *,
        max_steps: int,
    ) -> ToolConversation[M]:
        """Let the model use tools for at most ``max_steps`` answers, then ask for the result.

        Raises an `LlmError`, and whatever a tool raises.
        """
        return talking.converse(self, messages, tools, response_model, max_steps=max_steps)

    def ask(
        self, wire: talking.Wire, shape: talking.Shape | None = None, **options: Any
    ) -> talking.ModelReply:
        """Send one request, again where that may help, and count it."""
        try:
            return self._ask(wire, shape, options)
        except LlmRequestError as error:
            told = any(word in error.problem.lower() for word in _OF_THE_FORM)
            if shape is None or not told or self._structured == "prompt":
                raise
        # Some servers know only one form of structured output, or none, or no schema as large as
        # this, and say so.
        self._structured = "prompt"
        return self._ask(wire, shape, options)

    def _ask(
        self, wire: talking.Wire, shape: talking.Shape | None, options: Mapping[str, Any]
    ) -> talking.ModelReply:
        self._meter.check()
        self._patience.check(self._model)
        request = {"messages": wire, **self._always, **options}
        if shape is not None:
            may_use_tools = "tools" in options and options.get("tool_choice") != "none"
            request |= shaped(wire, shape, self._structured, with_tools=may_use_tools)
        if self._marks_cache:
            request["messages"] = _cached(request["messages"])
        try:
            with telemetry.model("chat", self._model) as told:
                response = ask_again(
                    lambda: off_main_thread(lambda: self._litellm.completion(**request)),
                    model=self._model,
                    failure=self._failure,
                    max_attempts=self._max_attempts,
                    backoff=self._backoff,
                    on_retry=lambda: self._meter.add(Usage(retries=1)),
                )
                used = self._used(response)
                if told is not None:
                    told["gen_ai.usage.input_tokens"] = used.tokens_in
                    told["gen_ai.usage.output_tokens"] = used.tokens_out
        except (LlmUnavailableError, LlmRateLimitError):
            self._patience.note(answered=False)
            raise
        self._patience.note(answered=True)
        self._meter.add(used)
        return talking.read_choice(response)

    def count_repair(self) -> None:
        """Note that an answer was sent back."""
        self._meter.add(Usage(repairs=1))

    def _best_structured(self) -> Structured:
        if self._litellm.supports_response_schema(model=self._model):
            return "schema"
        known = self._litellm.get_supported_openai_params(model=self._model) or ()
        return "json" if "response_format" in known else "prompt"

    def _has_price(self) -> bool:
        try:
            info: Mapping[str, Any] = self._litellm.get_model_info(self._model)
        except Exception:  # noqa: BLE001 - litellm raises a bare Exception for a model it has no price of
            return False
        return info.get("input_cost_per_token") is not None

    def _used(self, response: Any) -> Usage:
        told = getattr(response, "usage", None)
        return Usage(
            calls=1,
            tokens_in=getattr(told, "prompt_tokens", 0) or 0,
            tokens_out=getattr(told, "completion_tokens", 0) or 0,
            cost=self._cost(response),
        )

    def _cost(self, response: Any) -> float | None:
        if not self._priced:
            return None
        return float(self._litellm.completion_cost(response, model=self._model))


def _cached(wire: talking.Wire) -> talking.Wire:
    """The same messages, with a mark that those of the system stay as they are."""
    return [
        {**one, "content": [{**_KEPT, "text": one["content"]}]} if one["role"] == "system" else one
        for one in wire
    ]
