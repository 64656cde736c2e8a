"""Detects the format of a file by what it holds."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import islice
from pathlib import PurePath
from typing import BinaryIO, NamedTuple

from graphmem.sources.json_stream import UnreadableError, elements
from graphmem.sources.json_values import DECODER
from graphmem.sources.whatsapp_lines import begun


class SourceFormat(StrEnum):
    """A format of conversation files that graphmem reads."""

    LOCOMO = "locomo"
    LONGMEMEVAL = "longmemeval"
    JSONL = "jsonl"
    MESSAGES = "messages"
    SLACK = "slack"
    WHATSAPP = "whatsapp"
    CHATGPT = "chatgpt"
    MEM0 = "mem0"
    GRAPHITI = "graphiti"
    ZEP = "zep"


JSONL_SUFFIXES = frozenset({".jsonl", ".ndjson"})
SUFFIXES = JSONL_SUFFIXES | {".json"}

_KNOWN = (
    "known are LoCoMo (a list of objects with `sample_id` and `conversation`), LongMemEval (a list "
    "of objects with `question_id` and `haystack_sessions`), chat messages (a list of objects with "
    "`role` and `content`, or objects with `messages`), JSON Lines (an object with "
    "`conversation_id` and `text` on every line), and what others export: Slack (the folder or zip "
    "file), WhatsApp (the text of a chat), ChatGPT (conversations.json), mem0 (memories), Graphiti "
    "(episodes) and Zep (sessions with `messages`)"
)
_NO_JSON = f"CSV, other plain text and the like are not read; {_KNOWN}"
# An object or a list of them, also in two bytes a letter: `[` alone begins logs and chat exports.
_OBJECT = re.compile(rb'(?:\[\s*)?\{[\s\0]*["}]')
_LOCOMO_KEYS = frozenset({"conversation", "sample_id"})
_HEAD_LINES = 50
_MAX_HEAD_LINE_BYTES = 1 << 20


class _Shown(NamedTuple):
    """A format by the keys of its objects, which may stand in lists of these names."""

    format: SourceFormat
    keys: frozenset[str]
    lists: tuple[str, ...]


_MEMORIES = _Shown(SourceFormat.MEM0, frozenset({"id", "memory"}), ("results", "memories"))
_EPISODES = _Shown(
    SourceFormat.GRAPHITI, frozenset({"source", "source_description"}), ("episodes",)
)
_ZEP = _Shown(
    SourceFormat.ZEP, frozenset({"role_type", "content"}), ("sessions", "threads", "messages")
)


def detect(stream: BinaryIO, *, name: PurePath) -> SourceFormat:
    """The format of ``stream``, read from its start; UnreadableError where it is none we know."""
    lines = _head(stream)
    if lines and is_chat_line(lines[0]):
        return SourceFormat.WHATSAPP
    kept = [_object_of(line) for line in lines]
    first = next((value for value in kept if value is not None), None)
    by_line = name.suffix.lower() in JSONL_SUFFIXES or _is_by_line(kept)
    if by_line:
        return (first and _format_of(first)) or SourceFormat.JSONL
    stream.seek(0)
    is_json = _OBJECT.match(stream.read(_MAX_HEAD_LINE_BYTES).removeprefix(BOM_UTF8).lstrip())
    stream.seek(0)
    try:
        for element in elements(stream):
            if isinstance(element.value, dict) and (found := _format_of(element.value)):
                return found
    except UnreadableError as error:
        if not is_json and error.reason.startswith("broken JSON"):
            raise UnreadableError(_NO_JSON) from error
        raise
    raise UnreadableError(f"the format is not known; {_KNOWN}")


def is_chat_line(line: bytes) -> bool:
    """Tells whether a message of WhatsApp begins on a line."""
    try:
        return begun(line.decode("utf-8-sig").rstrip("\r\n")) is not None
    except UnicodeDecodeError:
        return False


def _format_of(value: dict[str, object]) -> SourceFormat | None:
    """What an element of a list, or the one object of a file, shows it to be."""
    if value.keys() >= _LOCOMO_KEYS:
        return SourceFormat.LOCOMO
    if "haystack_sessions" in value:
        return SourceFormat.LONGMEMEVAL
    if "conversation_id" in value and "text" in value:
        return SourceFormat.JSONL
    if isinstance(value.get("mapping"), dict):
        return SourceFormat.CHATGPT
    for shown in (_MEMORIES, _EPISODES, _ZEP):
        if any(shown.keys <= inner.keys() for inner in _inside(value, shown.lists)):
            return shown.format
    return SourceFormat.MESSAGES if is_message(value) else None


def _inside(value: dict[str, object], lists: tuple[str, ...]) -> Iterator[dict[str, object]]:
    """An object, and the first of each of the lists in it, and of those in that."""
    yield value
    for key in lists:
        held = value.get(key)
        if isinstance(held, list) and held and isinstance(held[0], dict):
            yield from _inside(held[0], lists)


def is_message(value: dict[str, object]) -> bool:
    """Tells whether an object is a chat message, or holds such."""
    if "conversation_id" in value and "text" in value:
        return False
    return isinstance(value.get("messages"), list) or {"role", "content"} <= value.keys()


def _head(stream: BinaryIO) -> list[bytes]:
    """The first lines that are not blank."""
    lines = islice(iter(lambda: stream.readline(_MAX_HEAD_LINE_BYTES), b""), _HEAD_LINES)
    return [line for line in lines if line.strip(b" \t\r\n")]


def _is_by_line(kept: Sequence[dict[str, object] | None]) -> bool:
    """Whether an object on a line of its own is a turn, or the first of several."""
    if any(value is not None and "conversation_id" in value for value in kept):
        return True
    return len(kept) > 1 and kept[0] is not None


def _object_of(line: bytes) -> dict[str, object] | None:
    try:
        value = DECODER.decode(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
