"""The talk at hand, in whichever form a caller holds it."""

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.errors import InputError
from graphmem.model.assembly import ChatMessage

Messages = str | ChatMessage | Sequence[str | ChatMessage | Mapping[str, Any]]

_TALKS = "user"
# What chat APIs call those who talk, where no name says who it is.
ROLES = frozenset({"user", "assistant", "human", "ai", "model"})
# What a model is told, and what its tools gave, nobody said.
_NOT_SAID = frozenset({"system", "developer", "tool", "function"})


def read_messages(given: Messages) -> tuple[ChatMessage, ...]:
    """The messages in order: texts, `ChatMessage`, or mappings as chat APIs take them.

    A mapping has ``content`` (a text, or parts of which the texts count), and ``name``, ``speaker``
    or ``role``. Messages of no words, and those of system and tools, are left out. Raises
    `InputError` for anything else, and where nothing is left.
    """
    several = [given] if isinstance(given, str | ChatMessage) else given
    if isinstance(several, Mapping):
        raise InputError("The messages are one mapping.", next_step="Give a list of messages.")
    read = (_message(one) for one in several)
    messages = tuple(message for message in read if message is not None and message.text.strip())
    if not messages:
        raise InputError(
            "No message says anything.", next_step="Give at least one message with a word in it."
        )
    return messages


def _message(given: Any) -> ChatMessage | None:
    if isinstance(given, ChatMessage):
        return _clean(given.speaker, given.text)
    if isinstance(given, str):
        return _clean(_TALKS, given)
    if not isinstance(given, Mapping) or "content" not in given:
        raise InputError(
            f"A message of type {type(given).__name__} has no content.",
            next_step='Give texts, or mappings such as {"role": "user", "content": "Hello"}.',
        )
    role = given.get("role", _TALKS)
    if role in _NOT_SAID:
        return None
    return _clean(str(given.get("name") or given.get("speaker") or role), _text(given["content"]))


def _text(content: Any) -> str:
    """The words of a message's content; none of what is no text."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, Sequence):
        raise InputError(
            f"The content of a message is of type {type(content).__name__}.",
            next_step="Give a text, or a list of parts.",
        )
    parts = (part if isinstance(part, Mapping) else {"text": part} for part in content)
    texts = (part.get("text") for part in parts)
    return " ".join(text for text in texts if isinstance(text, str))


def _clean(speaker: str, text: str) -> ChatMessage:
    # A lone surrogate (an undecodable byte) is no character of any turn.
    return ChatMessage(
        speaker=" ".join(_printable(speaker).split()) or _TALKS, text=_printable(text)
    )


def _printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
