"""Language models: what the stages ask of one, and any model that litellm reaches."""

from graphmem.adapters.llm.attempts import Backoff
from graphmem.adapters.llm.lite import LiteLlm
from graphmem.adapters.llm.protocol import (
    LanguageModel,
    PromptMessage,
    Tool,
    ToolConversation,
    ToolResult,
    instructions,
    prompted,
)
from graphmem.adapters.llm.talking import Structured

__all__ = [
    "Backoff",
    "LanguageModel",
    "LiteLlm",
    "PromptMessage",
    "Structured",
    "Tool",
    "ToolConversation",
    "ToolResult",
    "instructions",
    "prompted",
]
