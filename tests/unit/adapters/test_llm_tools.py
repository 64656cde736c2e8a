"""Conversations in which the model uses tools."""

import json

import pytest
from pydantic import BaseModel

from graphmem.adapters.llm import PromptMessage, Tool, ToolResult
from graphmem.errors import LlmOutputError
from graphmem.model.decision import ToolCall
from graphmem.testing import LoopbackModel, Reply, answers, in_turn, uses_tool
from graphmem.testing.responders import AskedTool
from tests.unit.adapters.test_llm import connect

ASK = [PromptMessage("user", "How warm is it there?")]


class Warmth(BaseModel):
    degrees: int


def run(written: str) -> ToolResult:
    place = json.loads(written)["place"]
    call = ToolCall(tool="measure", arguments={"place": place}, result="21")
    return ToolResult(f"It is 21 degrees in {place}.", call)


MEASURE = Tool(
    "measure", "Measures.", {"type": "object", "properties": {"place": {"type": "string"}}}, run
)
WARM = answers(Warmth(degrees=21))


def test_the_model_uses_a_tool_and_reads_what_it_gave() -> None:
    with LoopbackModel(in_turn(uses_tool("measure", place="Porto"), WARM)) as server:
        talk = connect(server).converse(ASK, [MEASURE], Warmth, max_steps=4)
        first, second = server.requests
    assert talk.result == Warmth(degrees=21)
    assert talk.calls == (ToolCall(tool="measure", arguments={"place": "Porto"}, result="21"),)
    assert talk.transcript[0] == 'tool: measure(place="Porto") gave: 21'
    assert first.tools == ("measure",)
    assert second.messages[-1]["content"] == "It is 21 degrees in Porto."
    assert second.messages[-1]["tool_call_id"] == second.messages[-2]["tool_calls"][0]["id"]


def test_several_tools_in_one_answer_are_all_used() -> None:
    both = Reply(
        tools=(
            AskedTool("measure", {"place": "Porto"}),
            AskedTool("measure", {"place": "Lima"}),
        ),
        finish_reason="tool_calls",
    )
    with LoopbackModel(in_turn(lambda _: both, WARM)) as server:
        talk = connect(server).converse(ASK, [MEASURE], Warmth, max_steps=4)
    assert [call.arguments["place"] for call in talk.calls] == ["Porto", "Lima"]


def test_a_model_that_ends_in_words_is_asked_for_the_result() -> None:
    with LoopbackModel(in_turn(answers("Rather warm."), WARM)) as server:
        talk = connect(server).converse(ASK, [MEASURE], Warmth, max_steps=4)
        _, last = server.requests
    assert talk.result == Warmth(degrees=21)
    assert talk.transcript[0] == "model: Rather warm."
    assert last.tools == ()
    assert last.texts("assistant") == ("Rather warm.",)


def test_tools_end_after_the_last_step() -> None:
    again = uses_tool("measure", place="Porto")
    with LoopbackModel(lambda request: (again if request.tools else WARM)(request)) as server:
        talk = connect(server).converse(ASK, [MEASURE], Warmth, max_steps=3)
        assert len(server.requests) == 4
    assert len(talk.calls) == 3
    assert "no more tools after 3 steps" in talk.transcript
    assert talk.result == Warmth(degrees=21)


def test_a_tool_that_does_not_exist_is_told_to_the_model() -> None:
    with LoopbackModel(in_turn(uses_tool("guess"), WARM)) as server:
        talk = connect(server).converse(ASK, [MEASURE], Warmth, max_steps=3)
        _, second = server.requests
    assert second.messages[-1]["content"] == "There is no tool 'guess'; there are measure."
    assert talk.calls[0].tool == "guess"


def test_a_result_that_does_not_fit_is_repaired_once() -> None:
    with LoopbackModel(answers("Rather warm.")) as server:
        model = connect(server)
        with pytest.raises(LlmOutputError):
            model.converse(ASK, [MEASURE], Warmth, max_steps=3)
        assert len(server.requests) == 3
        assert model.usage.repairs == 1


@pytest.mark.parametrize("structured", ["schema", "json", "prompt"])
def test_what_stands_first_stays_from_request_to_request(structured: str) -> None:
    script = in_turn(uses_tool("measure", place="Porto"), answers("Rather warm."), WARM)
    with LoopbackModel(script) as server:
        connect(server, structured=structured).converse(ASK, [MEASURE], Warmth, max_steps=4)
        requests = server.requests
    assert len(requests) == 3
    begun = [request.messages[: len(requests[0].messages)] for request in requests]
    assert begun[0] == begun[1] == begun[2]
    assert any("JSON schema" in text for text in requests[0].texts("system")) == (
        structured != "schema"
    )
    # The form is fixed only where no tool may be used any more.
    forms = ["response_format" in request.body for request in requests]
    assert forms == [False, False, structured != "prompt"]
