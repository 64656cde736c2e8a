"""The loopback server, asked by the openai client."""

import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import openai
import pytest

from graphmem.testing import (
    ChatRequest,
    LoopbackModel,
    Reply,
    answers,
    every,
    fails,
    in_turn,
    rate_limited,
    slowly,
    uses_tool,
    word_vector,
)


def client(server: LoopbackModel, key: str = "key") -> openai.OpenAI:
    return openai.OpenAI(base_url=server.base_url, api_key=key, max_retries=0)


def say(asking: openai.OpenAI, text: str = "hello there") -> str | None:
    answer = asking.chat.completions.create(
        model="any", messages=[{"role": "user", "content": text}]
    )
    return answer.choices[0].message.content


def test_a_chat_is_answered_and_recorded() -> None:
    with LoopbackModel(answers("good day to you")) as server, client(server) as asking:
        answer = asking.chat.completions.create(
            model="any", messages=[{"role": "user", "content": "hello there"}]
        )
        (request,) = server.requests
    assert answer.choices[0].message.content == "good day to you"
    assert answer.choices[0].finish_reason == "stop"
    assert answer.model == "any"
    assert answer.usage is not None
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (2, 4)
    assert (request.number, request.model, request.texts("user")) == (0, "any", ("hello there",))


def test_responders_come_in_turn_and_the_last_one_stays() -> None:
    script = in_turn(answers("one"), answers("two"))
    with LoopbackModel(script) as server, client(server) as asking:
        assert [say(asking) for _ in range(3)] == ["one", "two", "two"]


def test_every_so_many_requests_get_the_odd_one() -> None:
    script = every(3, answers("odd"), otherwise=answers("even"))
    with LoopbackModel(script) as server, client(server) as asking:
        assert [say(asking) for _ in range(6)] == ["even", "even", "odd"] * 2


def test_a_rate_limit_has_its_header() -> None:
    with (
        LoopbackModel(rate_limited(7)) as server,
        client(server) as asking,
        pytest.raises(openai.RateLimitError) as caught,
    ):
        say(asking)
    assert caught.value.response.headers["Retry-After"] == "7"


def test_failures_have_their_status_and_message() -> None:
    with (
        LoopbackModel(fails(503, "Out to lunch.")) as server,
        client(server) as asking,
        pytest.raises(openai.InternalServerError, match="Out to lunch") as caught,
    ):
        say(asking)
    assert caught.value.status_code == 503


def test_a_tool_call_arrives_with_its_arguments() -> None:
    with LoopbackModel(uses_tool("look", name="newt")) as server, client(server) as asking:
        answer = asking.chat.completions.create(
            model="any", messages=[{"role": "user", "content": "look"}]
        )
    calls = answer.choices[0].message.tool_calls
    assert calls is not None
    call = calls[0]
    assert call.type == "function"
    assert (call.function.name, call.function.arguments) == ("look", '{"name": "newt"}')


def test_a_wrong_key_is_refused_before_the_script_is_asked() -> None:
    with LoopbackModel(answers("yes"), api_key="right") as server:
        with client(server, "wrong") as asking, pytest.raises(openai.AuthenticationError):
            say(asking)
        assert server.requests == ()
        with client(server, "right") as asking:
            assert say(asking) == "yes"


def test_embeddings_in_both_forms() -> None:
    with LoopbackModel(answers("")) as server, client(server) as asking:
        packed = asking.embeddings.create(model="any", input=["a red newt", "a red frog"])
        plain = asking.embeddings.create(model="any", input="a red newt", encoding_format="float")
    assert packed.data[0].embedding == pytest.approx(word_vector("a red newt"), abs=1e-6)
    assert plain.data[0].embedding == pytest.approx(word_vector("a red newt"))
    assert len(packed.data) == 2


def test_texts_that_share_words_are_near_each_other() -> None:
    def cosine(one: str, other: str) -> float:
        return sum(a * b for a, b in zip(word_vector(one), word_vector(other), strict=True))

    assert cosine("a red newt", "A red newt!") == pytest.approx(1)
    assert cosine("the old green pond", "the old pond") > cosine("the old green pond", "bicycle")


def test_the_models_are_listed() -> None:
    with LoopbackModel(answers("")) as server, client(server) as asking:
        assert [model.id for model in asking.models.list()] == ["loopback"]


def test_requests_are_answered_at_once_and_counted() -> None:
    with LoopbackModel(slowly(answers("done"), 0.2)) as server, client(server) as asking:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(lambda _: say(asking), range(4))) == ["done"] * 4
        assert server.most_at_once > 1


def test_leaving_ends_what_is_still_waiting() -> None:
    with ThreadPoolExecutor(1) as pool:
        with LoopbackModel(slowly(answers("late"), 60)) as server, client(server) as asking:
            waiting = pool.submit(say, asking)
            while not server.requests:
                pass
        assert waiting.exception(timeout=5) is None or isinstance(
            waiting.exception(), openai.APIConnectionError
        )


def test_a_mistake_of_the_script_is_raised_at_the_end() -> None:
    def broken(request: ChatRequest) -> Reply:
        raise LookupError("no such answer")

    server = LoopbackModel(broken)
    server.__enter__()
    with client(server) as asking, pytest.raises(openai.InternalServerError, match="script failed"):
        say(asking)
    with pytest.raises(LookupError, match="no such answer"):
        server.__exit__(None, None, None)


def test_streaming_is_refused() -> None:
    with (
        LoopbackModel(answers("")) as server,
        client(server) as asking,
        pytest.raises(openai.BadRequestError, match="does not stream"),
    ):
        asking.chat.completions.create(
            model="any", messages=[{"role": "user", "content": "hello"}], stream=True
        )


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [("/chat/completions", b"no json", 400), ("/nothing", b"{}", 404), ("/nothing", None, 404)],
)
def test_what_it_does_not_know_is_refused(path: str, body: bytes | None, status: int) -> None:
    with LoopbackModel(answers("")) as server:
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(f"{server.base_url}{path}", data=body, timeout=5)
        caught.value.close()
    assert caught.value.code == status
