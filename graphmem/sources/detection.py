"""Which format a file is in, by what it holds."""

import re
from codecs import BOM_UTF8
from collections.abc import Sequence
from enum import StrEnum
from itertools import islice
from pathlib import PurePath
from typing import BinaryIO

from graphmem.sources.json_stream import UnreadableError, elements
from graphmem.sources.json_values import DECODER


class SourceFormat(StrEnum):
    """A format of conversation files that graphmem reads."""

    LOCOMO = "locomo"
    LONGMEMEVAL = "longmemeval"
    JSONL = "jsonl"
    MESSAGES = "messages"


JSONL_SUFFIXES = frozenset({".jsonl", ".ndjson"})
SUFFIXES = JSONL_SUFFIXES | {".json"}

_KNOWN = (
    "known are LoCoMo (a list of objects with `sample_id` and `conversation`), LongMemEval (a list "
    "of objects with `question_id` and `haystack_sessions`), chat messages (a list of objects with "
    "`role` and `content`, or objects with `messages`) and JSON Lines (an object with "
    "`conversation_id` and `text` on every line)"
)
_NO_JSON = f"CSV, plain text and the like are not read; {_KNOWN}"
# An object or a list of them, also in two bytes a letter: `[` alone begins logs and chat exports.
_OBJECT = re.compile(rb'(?:\[\s*)?\{[\s\0]*["}]')
_LOCOMO_KEYS = frozenset({"conversation", "sample_id"})
_HEAD_LINES = 50
_MAX_HEAD_LINE_BYTES = 1 << 20


def detect(stream: BinaryIO, *, name: PurePath) -> SourceFormat:
    """The format of ``stream``, read from its start; UnreadableError where it is none we know."""
    kept = _head(stream)
    first = next((value for value in kept if value is not None), None)
    by_line = name.suffix.lower() in JSONL_SUFFIXES or _is_by_line(kept)
    if by_line:
        is_chat = first is not None and is_message(first)
        return SourceFormat.MESSAGES if is_chat else SourceFormat.JSONL
    stream.seek(0)
    is_json = _OBJECT.match(stream.read(_MAX_HEAD_LINE_BYTES).removeprefix(BOM_UTF8).lstrip())
    stream.seek(0)
    try:
        for element in elements(stream):
            if isinstance(element.value, dict):
                if element.value.keys() >= _LOCOMO_KEYS:
                    return SourceFormat.LOCOMO
                if "haystack_sessions" in element.value:
                    return SourceFormat.LONGMEMEVAL
                if is_message(element.value):
                    return SourceFormat.MESSAGES
    except UnreadableError as error:
        if not is_json and error.reason.startswith("broken JSON"):
            raise UnreadableError(_NO_JSON) from error
        raise
    raise UnreadableError(f"the format is not known; {_KNOWN}")


def is_message(value: dict[str, object]) -> bool:
    """Whether an object is a chat message, or holds such."""
    if "conversation_id" in value and "text" in value:
        return False
    return isinstance(value.get("messages"), list) or {"role", "content"} <= value.keys()


def _head(stream: BinaryIO) -> list[dict[str, object] | None]:
    """The objects on the first lines, None for a line that is none."""
    lines = islice(iter(lambda: stream.readline(_MAX_HEAD_LINE_BYTES), b""), _HEAD_LINES)
    return [_object_of(line) for line in lines if line.strip(b" \t\r\n")]


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
