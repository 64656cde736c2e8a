"""A language model that looks things up: python examples/openai_tools.py, questions on stdin.

The tools are in the form of OpenAI's API, and `talk_with_tools` runs them with any model that
litellm reaches. With a client of your own, give it `function_definitions(TOOLS)` and answer its
calls with `call_operation(memory, name, arguments, TOOLS)`.
"""

import os
import sys

from graphmem import Memory
from graphmem.clients.tool_loop import talk_with_tools
from graphmem.operations import operation
from graphmem.sample import sample_files

# Only what looks: nothing that the model calls can change the memory.
TOOLS = [
    operation(name)
    for name in ("ask", "search", "timeline", "context", "compare", "contradictions")
]
SYSTEM = "Answer from the memory, with its tools. Cite turns as [CONVERSATION/TURN]."


def main() -> None:
    if not os.environ.get("GRAPHMEM_LLM_MODEL"):
        sys.exit("Set GRAPHMEM_LLM_MODEL, such as openai/gpt-4o-mini, and its provider's key.")
    with Memory(space=os.environ.get("GRAPHMEM_SPACE", "examples")) as memory:
        memory.ingest(*sample_files(), record_only=True)
        talk: list[dict[str, object]] = [{"role": "system", "content": SYSTEM}]
        for line in sys.stdin:
            talk.append({"role": "user", "content": line.strip()})
            talked = talk_with_tools(memory, talk, operations=TOOLS, max_steps=6)
            for use in talked.uses:
                print(f"  {use.tool}({use.arguments})")
            print(talked.text)
            talk.extend(talked.messages)


if __name__ == "__main__":
    main()
