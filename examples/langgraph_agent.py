"""An agent of LangGraph that remembers across threads: python examples/langgraph_agent.py [NAME].

Every run is a new thread. Run it twice: the second knows what the first was told.
"""

import os
import sys
from datetime import datetime
from typing import Any

from langchain_core.messages import HumanMessage, convert_to_openai_messages
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph

from graphmem import Memory
from graphmem.clients.langgraph import MemoryState, prompt, recall, remember
from graphmem.clients.tool_loop import talk_with_tools


def build(memory: Memory) -> Any:
    """The graph: recall → model → remember."""

    def model(state: MemoryState) -> dict[str, Any]:
        # Here stands whichever chat model you use: model.invoke(prompt(state)).
        if memory.settings.llm_model:
            messages: Any = convert_to_openai_messages(prompt(state))
            return {"messages": [("ai", talk_with_tools(memory, messages, operations=()).text)]}
        said = str(state["messages"][-1].text)
        return {"messages": [("ai", by_rules(memory, said))]}

    graph = StateGraph(MemoryState)
    graph.add_node("recall", recall(memory))
    graph.add_node("model", model)
    graph.add_node("remember", remember(memory, extract=True))
    graph.add_edge(START, "recall")
    graph.add_edge("recall", "model")
    graph.add_edge("model", "remember")
    graph.add_edge("remember", END)
    return graph.compile(checkpointer=InMemorySaver())


def by_rules(memory: Memory, said: str) -> str:
    """Stands in for a model: questions are answered from memory."""
    if not said.endswith("?"):
        return "I will keep that in mind."
    answer = memory.ask(said, now=datetime.now())
    return answer.text + "".join(f" [{turn_id}]" for turn_id in answer.evidence_turn_ids)


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "Ana"
    thread = f"thread-{datetime.now():%Y%m%d-%H%M%S}"
    config = {"configurable": {"thread_id": thread, "user_id": name.lower(), "user_name": name}}
    with Memory(space=os.environ.get("GRAPHMEM_SPACE", "examples")) as memory:
        graph = build(memory)
        while line := hear(name):
            state = graph.invoke({"messages": [HumanMessage(line)]}, config)
            print(f"     {state['messages'][-1].text}")


def hear(name: str) -> str:
    try:
        return input(f"{name}: ").strip()
    except EOFError:
        return ""


if __name__ == "__main__":
    main()
