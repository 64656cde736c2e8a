"""Which format a file is in, by what it holds."""

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


JSONL_SUFFIXES = frozenset({".jsonl", ".ndjson"})
SUFFIXES = JSONL_SUFFIXES | {".json"}

_KNOWN = (
    "known are LoCoMo (a list of objects with `sample_id` and `conversation`), LongMemEval (a list "
    "of objects with `question_id` and `haystack_sessions`) and JSON Lines (an object with "
    "`conversation_id` and `text` on every line)"
)
_LOCOMO_KEYS = frozenset({"conversation", "sample_id"})
_HEAD_LINES = 50
_MAX_HEAD_LINE_BYTES = 1 << 20


def detect(stream: BinaryIO, *, name: PurePath) -> SourceFormat:
    """The format of ``stream``, read from its start; UnreadableError where it is none we know."""
    if name.suffix.lower() in JSONL_SUFFIXES or _is_by_line(stream):
        return SourceFormat.JSONL
    stream.seek(0)
    for element in elements(stream):
        if isinstance(element.value, dict):
            if element.value.keys() >= _LOCOMO_KEYS:
                return SourceFormat.LOCOMO
            if "haystack_sessions" in element.value:
                return SourceFormat.LONGMEMEVAL
    raise UnreadableError(f"the format is not known; {_KNOWN}")


def _is_by_line(stream: BinaryIO) -> bool:
    """Whether an object on a line of its own is a turn, or the first of several."""
    lines = islice(iter(lambda: stream.readline(_MAX_HEAD_LINE_BYTES), b""), _HEAD_LINES)
    kept = [_object_of(line) for line in lines if line.strip(b" \t\r\n")]
    if any(value is not None and "conversation_id" in value for value in kept):
        return True
    return len(kept) > 1 and kept[0] is not None


def _object_of(line: bytes) -> dict[str, object] | None:
    try:
        value = DECODER.decode(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
