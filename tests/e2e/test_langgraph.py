"""Memory in graphs of the real langgraph, on a real Neo4j, with a model that is scripted."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.store.base import InvalidNamespaceError

from graphmem.adapters.encoder import Encoder
from graphmem.clients.langgraph import (
    MemoryState,
    MemoryStore,
    memory_tools,
    prompt,
    recall,
    remember,
)
from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.operations import operation
from graphmem.settings import Settings
from tests.conftest import OpenMemory
from tests.e2e.conftest import Ingested

Model = Callable[[list[AnyMessage]], str]
Graph = CompiledStateGraph[Any, Any, Any, Any]


def in_thread(thread: str, **given: str) -> RunnableConfig:
    return {"configurable": {"thread_id": thread, **given}}


def talks(memory: Any, model: Model, **remembering: Any) -> Graph:
    """recall → model → remember, with checkpoints."""

    def speak(state: MemoryState) -> dict[str, Any]:
        return {"messages": [AIMessage(model(prompt(state)))]}

    builder = StateGraph(MemoryState)
    builder.add_node("recall", recall(memory))
    builder.add_node("model", speak)
    builder.add_node("remember", remember(memory, **remembering))
    builder.add_edge(START, "recall")
    builder.add_edge("recall", "model")
    builder.add_edge("model", "remember")
    builder.add_edge("remember", END)
    return builder.compile(checkpointer=InMemorySaver())


def says(*texts: str) -> Any:
    return {"messages": [HumanMessage(text) for text in texts]}


def turns(memory: Memory) -> list[tuple[str, str, str]]:
    found = memory.cypher(
        "MATCH (t:Turn {space: $space}) "
        "RETURN t.conversation_id, t.speaker, t.text ORDER BY t.said_at, t.position",
        parameters={"space": memory.space},
    )
    return [tuple(row) for row in found.rows]


def quietly(_: list[AnyMessage]) -> str:
    return "I see."


def test_what_one_thread_heard_another_recalls_and_no_message_of_it_stays(memory: Memory) -> None:
    seen: list[list[AnyMessage]] = []

    def model(messages: list[AnyMessage]) -> str:
        seen.append(messages)
        return "I see."

    graph = talks(memory, model)
    first = graph.invoke(says("I planted forty tulips behind the shed."), in_thread("monday"))
    assert first["recalled"] == ""
    assert [message.type for message in seen[0]] == ["human"]

    second = graph.invoke(says("What did I plant behind the shed?"), in_thread("friday"))
    told = seen[1][0]
    assert isinstance(told, SystemMessage)
    assert "forty tulips" in str(told.text)
    (turn_id,) = (hit.turn_id for hit in memory.search("tulips", limit=1).hits)
    assert turn_id.startswith("monday/")
    assert f"[{turn_id}]" in str(told.text)
    assert "(2 turns wait to be read" in str(told.text)
    assert [message.type for message in second["messages"]] == ["human", "ai"]
    memory.ingest()
    third = graph.invoke(says("What did I plant behind the shed?"), in_thread("sunday"))
    assert "wait to be read" not in third["recalled"]


def test_who_spoke_and_in_which_thread_is_on_record(memory: Memory) -> None:
    graph = talks(memory, quietly)
    config = in_thread("monday", user_id="u-7", user_name="Ana")
    named = HumanMessage("I have planted none.", name="Ben")
    graph.invoke({"messages": [HumanMessage("I planted tulips."), named]}, config)
    assert turns(memory) == [
        ("monday", "Ana", "I planted tulips."),
        ("monday", "Ben", "I have planted none."),
        ("monday", "assistant", "I see."),
    ]
    ids = {person.name: person.person_id for person in memory.people()}
    assert ids == {"Ana": "u-7", "Ben": None, "assistant": "agent:assistant"}


def test_nothing_is_recorded_twice_however_often_the_thread_goes_on(memory: Memory) -> None:
    graph = talks(memory, quietly)
    config = in_thread("monday")
    graph.invoke(says("One."), config)
    graph.invoke(says("Two."), config)
    assert [text for _, _, text in turns(memory)] == ["One.", "I see.", "Two.", "I see."]
    # From an earlier checkpoint, and with a state that has lost what it knew.
    before = next(state for state in graph.get_state_history(config) if state.next == ("remember",))
    graph.invoke(None, before.config)
    graph.update_state(config, {"remembered": []})
    forgetful: Any = graph.get_state(config).values
    remember(memory)(forgetful, config)
    assert len(turns(memory)) == 4


def test_a_fork_and_an_edited_message_are_turns_of_their_own(memory: Memory) -> None:
    graph = talks(memory, quietly)
    config = in_thread("monday")
    graph.invoke({"messages": [HumanMessage("I like tulips.", id="m1")]}, config)
    graph.invoke({"messages": [HumanMessage("I like roses.", id="m1")]}, config)
    texts = [text for _, speaker, text in turns(memory) if speaker == "user"]
    assert texts == ["I like tulips.", "I like roses."]


def test_a_message_that_is_taken_out_of_the_thread_stays_said(memory: Memory) -> None:
    graph = talks(memory, quietly)
    config = in_thread("monday")
    first = graph.invoke(says("I like tulips."), config)
    gone = [RemoveMessage(id=message.id) for message in first["messages"]]
    last = graph.invoke({"messages": [*gone, HumanMessage("And roses.")]}, config)
    assert len(last["remembered"]) == 2
    assert len(turns(memory)) == 4


def test_a_message_that_cannot_be_kept_is_told_and_the_run_goes_on(memory: Memory) -> None:
    graph = talks(memory, quietly)
    config = in_thread("monday")
    state = graph.invoke(says("A bell: \x07", "I like tulips."), config)
    (reason,) = state["refused"].values()
    assert "text" in reason
    assert [text for _, _, text in turns(memory)] == ["I like tulips.", "I see."]
    assert graph.invoke(says("Yes."), config)["refused"] == state["refused"]


def test_prompts_tools_and_empty_messages_are_not_said_by_anybody(memory: Memory) -> None:
    asked = AIMessage("", tool_calls=[{"name": "ask", "args": {}, "id": "c1"}])
    blocks = HumanMessage(
        [{"type": "text", "text": "Look!"}, {"type": "image", "url": "https://example.org/a.png"}]
    )
    messages = [SystemMessage("Be short."), blocks, asked, ToolMessage("7", tool_call_id="c1")]
    talks(memory, quietly).invoke({"messages": messages}, in_thread("monday"))
    assert [text for _, _, text in turns(memory)] == ["Look!", "I see."]


def test_facts_are_read_when_asked_for(memory: Memory) -> None:
    graph = talks(memory, quietly, extract=True)
    config = in_thread("monday", user_name="Ana")
    graph.invoke(says("I work as a nurse at the Larkspur Clinic."), config)
    found = memory.tools.get_entity_timeline("job", "Ana")
    assert found.entries


def test_each_user_has_the_space_that_the_run_chooses(open_memory: OpenMemory) -> None:
    spaces = {"ana": open_memory(), "ben": open_memory()}
    seen: list[list[AnyMessage]] = []

    def chosen(config: RunnableConfig) -> Memory:
        return spaces[config["configurable"]["user_id"]]

    def model(messages: list[AnyMessage]) -> str:
        seen.append(messages)
        return "I see."

    graph = talks(chosen, model)
    graph.invoke(says("I planted forty tulips."), in_thread("a1", user_id="ana"))
    graph.invoke(says("What did I plant?"), in_thread("b1", user_id="ben"))
    graph.invoke(says("What did I plant?"), in_thread("a2", user_id="ana"))
    assert "tulips" not in str(seen[1])
    assert "tulips" in str(seen[2])


def test_graphs_that_run_asynchronously(memory: Memory) -> None:
    graph = talks(memory, quietly)

    async def both() -> None:
        await asyncio.gather(
            *(graph.ainvoke(says(f"I like {what}."), in_thread(what)) for what in ("figs", "plums"))
        )

    asyncio.run(both())
    assert {text for _, _, text in turns(memory)} == {"I like figs.", "I like plums.", "I see."}


def test_a_run_without_a_thread_is_told_what_to_give(memory: Memory) -> None:
    builder = StateGraph(MemoryState)
    builder.add_node("remember", remember(memory))
    builder.add_edge(START, "remember")
    with pytest.raises(InputError, match="thread_id"):
        builder.compile().invoke(says("Hello."))
    with pytest.raises(InputError, match="thread_id"):
        builder.compile().invoke(says("Hello."), in_thread("no\nid"))
    unnumbered: Any = {"messages": [HumanMessage("Hello.")]}
    with pytest.raises(InputError, match="add_messages"):
        remember(memory)(unnumbered, in_thread("monday"))


def test_the_tools_run_in_a_tool_node(sample: Ingested) -> None:
    """The model is scripted: it asks once, then answers with what the tool told it."""
    offered = memory_tools(sample.memory, [operation("ask"), operation("timeline")])
    assert [tool.name for tool in offered] == ["ask", "get_entity_timeline"]
    question = "When did John hand in his notice at TechCorp?"

    def model(state: MemoryState) -> dict[str, Any]:
        last = state["messages"][-1]
        if isinstance(last, ToolMessage):
            return {"messages": [AIMessage(str(last.content))]}
        calls: Any = [
            {"name": "ask", "args": {"question": question}, "id": "c1"},
            {"name": "ask", "args": {"question": 5}, "id": "c2"},
            {"name": "get_entity_timeline", "args": {"entity_name": "?"}, "id": "c3"},
        ]
        return {"messages": [AIMessage("", tool_calls=calls)]}

    builder = StateGraph(MemoryState)
    builder.add_node("model", model)
    builder.add_node("tools", ToolNode(offered))
    builder.add_edge(START, "model")
    builder.add_conditional_edges("model", tools_condition)
    builder.add_edge("tools", "model")
    messages = builder.compile().invoke(says(question))["messages"]
    answered, *refused = (str(one.content) for one in messages if isinstance(one, ToolMessage))
    assert "1 September 2023" in answered
    assert "[john-maria/D7:7]" in answered
    assert all("These arguments cannot be used" in told for told in refused)


def test_a_store_over_spaces_and_people(live_settings: Settings, encoder: Encoder) -> None:
    """What `BaseStore` documents of get, put, search, delete and list_namespaces."""

    def open_memory(space: str) -> Memory:
        return Memory(live_settings.model_copy(update={"space": space}), encoder=encoder)

    store = MemoryStore(open_memory)
    mine, shared = ("store-test", "ana-7", "likes"), ("store-test",)
    try:
        assert store.get(mine, "food") is None
        store.put(mine, "food", {"text": "I love sour cherries."})
        store.put(mine, "theme", {"dark": True, "size": 12})
        store.put(shared, "rule", {"text": "Dinner is at seven."})
        first = store.get(mine, "food")
        assert first is not None
        assert (first.value, first.key, first.namespace) == (
            {"text": "I love sour cherries."},
            "food",
            mine,
        )
        store.put(mine, "food", {"text": "I hate cherries by now."})
        again = store.get(mine, "food")
        assert again is not None
        assert again.value == {"text": "I hate cherries by now."}
        assert again.created_at == first.created_at < again.updated_at

        found = store.search(("store-test",), query="Who eats cherries?")
        assert found[0].key == "food"
        assert len({(one.namespace, one.key) for one in found}) == len(found)
        assert "I love sour cherries." not in [one.value.get("text") for one in found]
        assert {one.key for one in store.search(mine)} == {"food", "theme"}
        assert [one.key for one in store.search(mine, filter={"size": {"$gt": 10}})] == ["theme"]
        assert len(store.search(("store-test",), limit=2)) == 2
        assert len(store.search(("store-test",), limit=2, offset=2)) == 1

        assert store.list_namespaces(prefix=("store-test",)) == [shared, mine]
        assert store.list_namespaces(prefix=("*", "ana-7"), max_depth=2) == [mine[:2]]
        assert store.list_namespaces(suffix=("likes",)) == [mine]
        memory = store._memory("store-test")
        assert {one.name for one in memory.people()} == {"ana-7", "unknown"}
        assert [hit.speaker for hit in memory.search("dinner", limit=1).hits] == ["unknown"]

        store.delete(mine, "food")
        store.delete(mine, "food")
        assert store.get(mine, "food") is None
        assert "food" not in [one.key for one in store.search(mine, query="cherries")]
        store.put(mine, "food", {"text": "I eat plums."})
        assert asyncio.run(store.aget(mine, "food")).value == {"text": "I eat plums."}  # type: ignore[union-attr]
        with pytest.raises(InvalidNamespaceError):
            store.put(("store-test", "a.b"), "food", {"text": "x"})
    finally:
        store._memory("store-test").delete_space()
        store.close()
