"""The loop of tools: the real litellm against the loopback server, a memory that is told."""

import json
from typing import Any

import pytest

from graphmem.clients.tool_loop import ToolUse, talk_with_tools
from graphmem.errors import LlmOutputError, SettingsError, StoreError
from graphmem.memory import Memory
from graphmem.model.receipt import TurnReceipt
from graphmem.operations import OFFERED, operation
from graphmem.settings import Settings
from graphmem.testing import AskedTool, LoopbackModel, Reply, answers, in_turn, uses_tool
from tests.unit.adapters.test_llm import connect
from tests.unit.operations.fakes import fake

TALK = [{"role": "system", "content": "Be short."}, {"role": "user", "content": "Note it."}]
TURN = {"conversation_id": "kitchen", "text": "I planted tulips."}
NOTES = uses_tool("remember", **TURN)


def noting() -> Memory:
    return fake(add_turn=TurnReceipt(turn_id="kitchen/S1:1", stored=True))[0]


def talked(server: LoopbackModel, memory: Memory, **given: Any) -> Any:
    return talk_with_tools(memory, TALK, model=connect(server), **given)


def test_the_model_uses_a_tool_and_answers_with_what_it_was_told() -> None:
    with LoopbackModel(in_turn(NOTES, answers("It is noted."))) as server:
        found = talked(server, noting())
        first, second = server.requests
    assert set(first.tools) == {item.tool for item in OFFERED}
    assert second.messages[-1]["content"] == "Remembered as kitchen/S1:1."
    assert second.messages[-1]["tool_call_id"] == second.messages[-2]["tool_calls"][0]["id"]
    assert found.text == "It is noted."
    (use,) = found.uses
    assert use == ToolUse("remember", use.arguments, "Remembered as kitchen/S1:1.")
    assert json.loads(use.arguments) == TURN
    assert not found.out_of_steps


def test_what_is_to_be_kept_of_the_talk_can_be_said_again() -> None:
    with LoopbackModel(in_turn(NOTES, answers("It is noted."))) as server:
        found = talked(server, noting())
        assert [one["role"] for one in found.messages] == ["assistant", "tool", "assistant"]
        again = [*TALK, *found.messages, {"role": "user", "content": "And now?"}]
        talk_with_tools(noting(), again, model=connect(server))
        assert list(server.requests[-1].texts("user")) == ["Note it.", "And now?"]
    assert len(TALK) == 2


def test_nothing_is_run_but_what_was_offered() -> None:
    memory, seen = fake(add_turn=TurnReceipt(turn_id="kitchen/S1:1", stored=True))
    with LoopbackModel(in_turn(NOTES, answers("I cannot."))) as server:
        found = talked(server, memory, operations=[operation("ask")])
        assert server.requests[0].tools == ("ask",)
    assert found.uses[0].told == "There is no tool 'remember'. There are: ask."
    assert seen.asked == []


def test_tools_end_after_the_last_step_and_the_model_answers() -> None:
    def keeps_on(request: Any) -> Reply:
        return NOTES(request) if request.tools else Reply("Noted, often.")

    with LoopbackModel(keeps_on) as server:
        found = talked(server, noting(), max_steps=3)
        assert len(server.requests) == 4
        assert server.requests[-1].body["tool_choice"] == "none"
    assert found.out_of_steps
    assert len(found.uses) == 3
    assert found.text == "Noted, often."
    # That it had to stop was between us and the model.
    assert [one["role"] for one in found.messages] == ["assistant", "tool"] * 3 + ["assistant"]


def test_several_tools_of_one_answer_are_all_run() -> None:
    asked = tuple(AskedTool("remember", TURN | {"text": text}) for text in ("One.", "Two."))
    both = Reply(tools=asked, finish_reason="tool_calls")
    with LoopbackModel(in_turn(lambda _: both, answers("Done."))) as server:
        found = talked(server, noting())
    assert [json.loads(use.arguments)["text"] for use in found.uses] == ["One.", "Two."]


def test_without_operations_it_is_a_talk_without_tools() -> None:
    with LoopbackModel(answers("Hello.")) as server:
        assert talked(server, noting(), operations=()).text == "Hello."
        assert "tools" not in server.requests[0].body


def test_an_answer_without_a_word_is_an_error_and_so_is_a_fault_of_the_database() -> None:
    with (
        LoopbackModel(lambda _: Reply("")) as server,
        pytest.raises(LlmOutputError, match="without a word"),
    ):
        talked(server, noting())
    memory, _ = fake(add_turn=StoreError("Neo4j is away.", next_step="Start it."))
    with LoopbackModel(NOTES) as server, pytest.raises(StoreError):
        talked(server, memory)


def test_without_a_model_it_says_how_to_name_one() -> None:
    memory, _ = fake()
    memory.settings = Settings(llm_model=None)
    with pytest.raises(SettingsError, match="GRAPHMEM_LLM_MODEL"):
        talk_with_tools(memory, TALK)
