"""The real litellm against the loopback server, over HTTP."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel

from graphmem.adapters.llm import Backoff, LiteLlm, PromptMessage
from graphmem.adapters.llm.protocol import strict_schema
from graphmem.errors import (
    BudgetExceededError,
    LlmError,
    LlmOutputError,
    LlmRateLimitError,
    LlmRequestError,
    LlmSetupError,
    LlmUnavailableError,
    SettingsError,
)
from graphmem.model.usage import Budget, Usage
from graphmem.testing import (
    ChatRequest,
    LoopbackModel,
    Reply,
    Responder,
    answers,
    cut_off,
    fails,
    hangs_up,
    in_turn,
    rate_limited,
    slowly,
)

QUICK = Backoff(first=0.001, longest=0.5, jitter=0.0)
ASK = [PromptMessage("user", "Which instrument is it?")]


class Instrument(BaseModel):
    name: str
    strings: int


GOOD = Instrument(name="violin", strings=4)
WELL = answers(GOOD, tokens_in=100, tokens_out=10)
BADLY = answers('{"name": "violin", "strings": "several"}')


def connect(server: LoopbackModel, model: str = "openai/loopback", **settings: Any) -> LiteLlm:
    settings = {"api_key": "key", "backoff": QUICK, **settings}
    return LiteLlm(model, api_base=server.base_url, **settings)


def test_a_good_answer_is_the_model_and_is_counted() -> None:
    with LoopbackModel(WELL) as server:
        model = connect(server)
        assert model.complete(ASK, Instrument) == GOOD
        assert model.usage == Usage(calls=1, tokens_in=100, tokens_out=10, cost=None)
    assert model.name == "openai/loopback"


def test_a_model_with_schemas_gets_the_strict_schema() -> None:
    with LoopbackModel(WELL) as server:
        connect(server, structured="schema").complete(ASK, Instrument)
        (request,) = server.requests
    shape = request.body["response_format"]["json_schema"]
    assert shape["strict"] is True
    assert shape["schema"]["required"] == ["name", "strings"]
    assert request.texts("user") == ("Which instrument is it?",)


@pytest.mark.parametrize("structured", ["json", "prompt"])
def test_a_model_without_schemas_reads_it_in_the_prompt(structured: str) -> None:
    with LoopbackModel(WELL) as server:
        connect(server, structured=structured).complete(ASK, Instrument)
        (request,) = server.requests
    assert request.texts("user") == ("Which instrument is it?",)
    (text,) = request.texts("system")
    assert '"strings":{"type":"integer"}' in text
    assert ("response_format" in request.body) == (structured == "json")


def test_the_schema_in_words_stands_behind_the_instructions_and_stays() -> None:
    asked = [PromptMessage("system", "You know instruments."), *ASK]
    with LoopbackModel(in_turn(BADLY, WELL)) as server:
        connect(server, structured="prompt").complete(asked, Instrument)
        first, again = (request.messages[0] for request in server.requests)
    assert first == again
    assert first["role"] == "system"
    assert first["content"].startswith("You know instruments.\n\nYour result is one JSON object")


class Tuned(BaseModel):
    name: str
    strings: int = 4


def test_a_schema_that_lets_something_out_is_not_called_strict() -> None:
    with LoopbackModel(answers('{"name": "violin"}')) as server:
        model = connect(server, structured="schema")
        schema = strict_schema(Tuned, optional=True)
        assert model.complete(ASK, Tuned, schema=schema) == Tuned(name="violin")
        (request,) = server.requests
    shape = request.body["response_format"]["json_schema"]
    assert (shape["strict"], shape["schema"]["required"]) == (False, ["name"])


def test_who_caches_only_what_is_marked_gets_the_mark_on_the_system_message() -> None:
    sent: list[dict[str, Any]] = []

    class Told(Exception):
        pass

    def completion(**request: Any) -> Any:
        sent.append(request)
        raise Told

    for name in ("anthropic/claude-sonnet-4-5", "openai/gpt-4o-mini"):
        model = LiteLlm(name, api_key="key")
        model._litellm = SimpleNamespace(completion=completion)
        with pytest.raises(Told):
            model.complete([PromptMessage("system", "You know instruments."), *ASK], Instrument)
    marked, plain = (request["messages"] for request in sent)
    assert plain[0]["content"] == "You know instruments."
    (part,) = marked[0]["content"]
    assert part["text"] == "You know instruments."
    assert part["cache_control"] == {"type": "ephemeral"}
    assert marked[1] == plain[1]


def test_what_the_model_supports_is_taken_from_litellm() -> None:
    with LoopbackModel(WELL) as server:
        connect(server, "openai/gpt-4o-mini").complete(ASK, Instrument)
        connect(server, "openai/homemade").complete(ASK, Instrument)
        kinds = [request.body["response_format"]["type"] for request in server.requests]
    assert kinds == ["json_schema", "json_object"]


@pytest.mark.parametrize(
    "told",
    [
        "'response_format.type' must be 'text'",
        "output_config.format.schema: Invalid schema: The compiled grammar is too large",
    ],
)
def test_a_server_that_refuses_the_format_reads_it_in_the_prompt_from_then_on(told: str) -> None:
    refuse = fails(400, told)

    def script(request: ChatRequest) -> Reply:
        return (refuse if "response_format" in request.body else WELL)(request)

    with LoopbackModel(script) as server:
        model = connect(server)
        assert [model.complete(ASK, Instrument) for _ in range(2)] == [GOOD, GOOD]
        assert ["response_format" in one.body for one in server.requests] == [True, False, False]


@pytest.mark.parametrize("around", ["```json\n{}\n```", "Sure! Here it is: {} Anything else?"])
def test_words_around_the_object_do_no_harm(around: str) -> None:
    text = around.replace("{}", GOOD.model_dump_json())
    with LoopbackModel(answers(text)) as server:
        assert connect(server).complete(ASK, Instrument) == GOOD
        assert len(server.requests) == 1


def test_a_broken_answer_is_sent_back_with_the_mistake() -> None:
    with LoopbackModel(in_turn(BADLY, WELL)) as server:
        model = connect(server)
        assert model.complete(ASK, Instrument) == GOOD
        assert model.usage.repairs == 1
        _, again = server.requests
    assert again.messages[-2] == {
        "role": "assistant",
        "content": '{"name": "violin", "strings": "several"}',
    }
    assert "strings: Input should be a valid integer" in again.texts("user")[-1]


@pytest.mark.parametrize(
    "script", [BADLY, answers(""), answers("no"), cut_off(WELL)], ids=["shape", "", "no", "cut"]
)
def test_an_answer_is_repaired_only_once(script: Responder) -> None:
    with LoopbackModel(script) as server:
        model = connect(server)
        with pytest.raises(LlmOutputError, match="also when asked again"):
            model.complete(ASK, Instrument)
        assert len(server.requests) == 2
        assert model.usage.calls == 2


def test_a_cut_off_answer_is_called_cut_off() -> None:
    with LoopbackModel(in_turn(cut_off(WELL), WELL)) as server:
        assert connect(server).complete(ASK, Instrument) == GOOD
        assert "cut off" in server.requests[1].texts("user")[-1]


def test_retry_after_is_honoured() -> None:
    with LoopbackModel(in_turn(rate_limited(0.2), WELL)) as server:
        model = connect(server)
        begin = time.monotonic()
        assert model.complete(ASK, Instrument) == GOOD
        assert time.monotonic() - begin >= 0.2
        assert model.usage.retries == 1
        assert model.usage.calls == 1


def test_a_wait_that_is_too_long_is_not_waited_for() -> None:
    with LoopbackModel(rate_limited(90)) as server:
        with pytest.raises(LlmRateLimitError, match="wait of 90 s"):
            connect(server).complete(ASK, Instrument)
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("script", "error"),
    [
        (rate_limited(), LlmRateLimitError),
        (fails(500), LlmUnavailableError),
        (fails(503), LlmUnavailableError),
        (hangs_up(), LlmUnavailableError),
        (slowly(WELL, 5), LlmUnavailableError),
    ],
    ids=["429", "500", "503", "hang-up", "timeout"],
)
def test_passing_failures_are_tried_again_up_to_the_limit(
    script: Responder, error: type[LlmError]
) -> None:
    with LoopbackModel(script) as server:
        model = connect(server, max_attempts=3, timeout=0.1)
        with pytest.raises(error, match="after 3 attempts"):
            model.complete(ASK, Instrument)
        assert len(server.requests) == 3
        assert model.usage == Usage(retries=2)


def test_after_each_kind_of_passing_failure_comes_the_answer() -> None:
    script = in_turn(fails(500), rate_limited(), hangs_up(), slowly(WELL, 5), WELL)
    with LoopbackModel(script) as server:
        model = connect(server, timeout=0.2)
        assert model.complete(ASK, Instrument) == GOOD
        assert model.usage.retries == 4


@pytest.mark.parametrize(
    ("status", "error"),
    [(400, LlmRequestError), (422, LlmRequestError), (403, LlmSetupError), (404, LlmSetupError)],
)
def test_a_refusal_is_not_tried_again(status: int, error: type[LlmError]) -> None:
    with LoopbackModel(fails(status, "Not like this.")) as server:
        with pytest.raises(error, match="Not like this"):
            connect(server).complete(ASK, Instrument)
        assert len(server.requests) == 1


def test_an_account_without_credit_is_not_tried_again() -> None:
    with LoopbackModel(fails(429, "insufficient_quota: you have no credit")) as server:
        with pytest.raises(LlmSetupError, match="no credit"):
            connect(server).complete(ASK, Instrument)
        assert len(server.requests) == 1


def test_a_key_that_is_not_there_is_a_setup_error_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    model = LiteLlm("openai/gpt-4o-mini", max_attempts=3)
    with pytest.raises(LlmSetupError, match="key"):
        model.complete(ASK, Instrument)
    assert model.usage.retries == 0


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("openai/gpt-4o-mini", "Set OPENAI_API_KEY, or GRAPHMEM_LLM_API_KEY"),
        ("gemini/gemini-2.0-flash", "Set GOOGLE_API_KEY or GEMINI_API_KEY"),
        ("nowhere-model", "No provider is known"),
    ],
)
def test_what_is_not_set_up_is_told_before_anything_is_asked(
    model: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(LlmSetupError, match=told):
        LiteLlm(model).check()


@pytest.mark.parametrize(
    "model", ["vertex_ai/gemini-2.0-flash", "bedrock/amazon.nova", "ollama/llama3"]
)
def test_who_may_come_in_without_a_key_is_not_refused(model: str) -> None:
    LiteLlm(model).check()


def test_a_key_of_whatever_origin_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    LiteLlm("openai/gpt-4o-mini", api_key="key").check()
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    LiteLlm("openai/gpt-4o-mini").check()


@pytest.mark.parametrize("blank", ["", " \n"])
def test_a_blank_key_is_none(blank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", blank)
    for given in (None, blank):
        with pytest.raises(LlmSetupError, match="Set OPENAI_API_KEY"):
            LiteLlm("openai/gpt-4o-mini", api_key=given).check()
    with LoopbackModel(WELL) as server:
        assert connect(server, api_key=blank).complete(ASK, Instrument) == GOOD
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    LiteLlm("openai/gpt-4o-mini", api_key=blank).check()


def test_one_of_two_variables_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "")
    monkeypatch.setenv("GEMINI_API_KEY", "key")
    LiteLlm("gemini/gemini-2.0-flash").check()


def test_a_server_on_this_machine_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with LoopbackModel(WELL) as server:
        model = connect(server, api_key=None)
        model.check()
        assert model.complete(ASK, Instrument) == GOOD
    with LoopbackModel(WELL, api_key="right") as server:
        monkeypatch.setenv("OPENAI_API_KEY", "right")
        assert connect(server, api_key=None).complete(ASK, Instrument) == GOOD


def test_a_wrong_key_and_an_unknown_provider_are_setup_errors() -> None:
    with LoopbackModel(WELL, api_key="right") as server:
        with pytest.raises(LlmSetupError):
            connect(server, api_key="wrong").complete(ASK, Instrument)
        with pytest.raises(LlmSetupError, match="nowhere"):
            connect(server, "nowhere-model").complete(ASK, Instrument)


def test_nobody_at_the_address_is_unavailable() -> None:
    with LoopbackModel(WELL) as server:
        model = connect(server, max_attempts=2)
    with pytest.raises(LlmUnavailableError):
        model.complete(ASK, Instrument)


def test_once_the_budget_is_spent_nothing_is_asked() -> None:
    with LoopbackModel(WELL) as server:
        model = connect(server, budget=Budget(tokens=150))
        model.complete(ASK, Instrument)
        model.complete(ASK, Instrument)
        with pytest.raises(BudgetExceededError, match="150 tokens is spent: 2 calls, 220 tokens"):
            model.complete(ASK, Instrument)
        assert len(server.requests) == 2


def test_the_budget_also_stops_a_repair() -> None:
    with LoopbackModel(answers("no", tokens_in=200)) as server:
        with pytest.raises(BudgetExceededError):
            connect(server, budget=Budget(tokens=100)).complete(ASK, Instrument)
        assert len(server.requests) == 1


def test_a_known_price_gives_a_cost_and_holds_a_budget_in_dollars() -> None:
    with LoopbackModel(answers(GOOD, tokens_in=1_000_000, tokens_out=0)) as server:
        model = connect(server, "openai/gpt-4o-mini", budget=Budget(cost=0.01))
        model.complete(ASK, Instrument)
        assert model.usage.cost is not None
        assert 0.01 < model.usage.cost < 10
        with pytest.raises(BudgetExceededError, match=r"\$0.01 is spent"):
            model.complete(ASK, Instrument)


def test_a_budget_in_dollars_needs_a_known_price() -> None:
    with pytest.raises(SettingsError, match="price of openai/homemade is not known"):
        LiteLlm("openai/homemade", budget=Budget(cost=1))


@pytest.mark.slow
def test_many_threads_lose_no_count() -> None:
    with LoopbackModel(in_turn(rate_limited(), WELL)) as server:
        model = connect(server)
        ask: Callable[[int], Instrument] = lambda _: model.complete(ASK, Instrument)  # noqa: E731
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(ask, range(40))) == [GOOD] * 40
    assert model.usage == Usage(calls=40, tokens_in=4000, tokens_out=400, cost=None, retries=1)


def test_a_model_that_is_down_is_asked_no_more_after_six_requests() -> None:
    with LoopbackModel(fails(503)) as server:
        model = connect(server, max_attempts=1)
        for _ in range(6):
            with pytest.raises(LlmUnavailableError, match="does not answer"):
                model.complete(ASK, Instrument)
        with pytest.raises(LlmUnavailableError, match="had stopped answering"):
            model.complete(ASK, Instrument)
        assert len(server.requests) == 6


def test_an_answer_in_between_renews_the_patience() -> None:
    silence = [fails(503)] * 5
    with LoopbackModel(in_turn(*silence, WELL, *silence, WELL)) as server:
        model = connect(server, max_attempts=1)
        for _ in range(2):
            for _ in range(5):
                with pytest.raises(LlmUnavailableError):
                    model.complete(ASK, Instrument)
            assert model.complete(ASK, Instrument) == GOOD
