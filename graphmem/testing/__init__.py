"""Tools for tests: an OpenAI-compatible server on loopback whose answers are scripted.

::

    from graphmem.testing import LoopbackModel, answers, in_turn, rate_limited

    with LoopbackModel(in_turn(rate_limited(0), answers('{"answers": []}'))) as server:
        model = LiteLlm("openai/loopback", api_base=server.base_url, api_key="none")
        ...
        assert len(server.requests) == 2

A script is a *responder*: any function from a `ChatRequest` to a `Reply`. The ones here answer
well or badly, fail, wait, use tools, or do one after another; `extracts` makes one of any function
from a `Chunk` to a `ProposedWorkspace`, by default the networks that are packaged.
"""

from graphmem.testing.extraction import (
    as_networks_do,
    extracts,
    with_false_quote,
    with_unknown_turn,
    with_wrong_speaker,
)
from graphmem.testing.responders import (
    AskedTool,
    ChatRequest,
    Reply,
    Responder,
    answers,
    cut_off,
    every,
    fails,
    hangs_up,
    in_turn,
    rate_limited,
    slowly,
    uses_tool,
)
from graphmem.testing.server import LoopbackModel, word_vector

__all__ = [
    "AskedTool",
    "ChatRequest",
    "LoopbackModel",
    "Reply",
    "Responder",
    "answers",
    "as_networks_do",
    "cut_off",
    "every",
    "extracts",
    "fails",
    "hangs_up",
    "in_turn",
    "rate_limited",
    "slowly",
    "uses_tool",
    "with_false_quote",
    "with_unknown_turn",
    "with_wrong_speaker",
    "word_vector",
]
