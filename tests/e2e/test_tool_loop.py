"""OpenAI-style tools through the real litellm, on a real Neo4j; the model is scripted."""

import json
from typing import Any

from graphmem.adapters.llm import LiteLlm
from graphmem.clients.tool_loop import talk_with_tools
from graphmem.operations import operation
from graphmem.testing import ChatRequest, LoopbackModel, Reply, answers, in_turn, uses_tool
from tests.conftest import OpenMemory
from tests.e2e.conftest import Ingested
from tests.e2e.models import MODEL, settings_for

QUESTION = "When did John hand in his notice at TechCorp?"


def told_last(request: ChatRequest) -> Reply:
    """Answers with what the last tool told it."""
    return Reply(str(request.messages[-1]["content"]))


def test_a_model_asks_the_memory_and_cites_it(sample: Ingested) -> None:
    timeline: dict[str, Any] = {"entity_name": "job", "person_id": "John"}
    script = in_turn(
        uses_tool("get_entity_timeline", **timeline), uses_tool("ask", question=QUESTION), told_last
    )
    with LoopbackModel(script) as server:
        model = LiteLlm(MODEL, api_base=server.base_url, api_key="none")
        talk = [{"role": "user", "content": QUESTION}]
        found = talk_with_tools(sample.memory, talk, model=model)
    first, second = found.uses
    assert "2023-05-06 [john-maria/D4:7] John: " in first.told
    assert "1 September 2023" in second.told
    assert found.text == second.told
    assert "[john-maria/D7:7]" in found.text


def test_what_it_remembers_it_finds_in_the_next_talk(open_memory: OpenMemory) -> None:
    turn = {"conversation_id": "kitchen", "speaker": "Ana", "text": "I planted forty tulips."}
    script = in_turn(
        uses_tool("remember", **turn),
        answers("I will keep that in mind."),
        uses_tool("search", question="Who planted tulips?"),
        told_last,
    )
    offered = [operation("add_turn"), operation("search")]
    with LoopbackModel(script) as server:
        memory = open_memory(**settings_for(server))
        talk = [{"role": "user", "content": "I planted forty tulips."}]
        first = talk_with_tools(memory, talk, operations=offered)
        assert json.loads(first.uses[0].arguments) == turn
        talk = [{"role": "user", "content": "Who planted tulips?"}]
        second = talk_with_tools(memory, talk, operations=offered)
        assert [request.tools for request in server.requests] == [("remember", "search")] * 4
    assert "Ana: “I planted forty tulips.”" in second.text
