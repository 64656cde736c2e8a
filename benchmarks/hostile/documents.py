"""Files that the readers know, small and whole, and what a hostile hand makes of them."""

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.hostile.corpus import Hostile, nested
from graphmem.sources import SourceFormat
from tests.exports import EXPORTS


class Document(NamedTuple):
    """A file as it should be; ``name`` has the ending that goes with the format."""

    format: SourceFormat
    name: str
    content: bytes


@cache
def documents() -> tuple[Document, ...]:
    """One of every format that is one file."""
    turns = "".join(json.dumps(turn) + "\n" for turn in _TURNS)
    return (
        Document(SourceFormat.JSONL, "turns.jsonl", turns.encode()),
        _json(SourceFormat.MESSAGES, "messages.json", _MESSAGES),
        _json(SourceFormat.LOCOMO, "locomo.json", [_LOCOMO]),
        _json(SourceFormat.LONGMEMEVAL, "longmemeval.json", [_LONGMEMEVAL]),
        _export(SourceFormat.WHATSAPP, "WhatsApp Chat with Lena.txt"),
        _export(SourceFormat.WHATSAPP, "whatsapp-ios/_chat.txt"),
        _export(SourceFormat.CHATGPT, "conversations.json"),
        _export(SourceFormat.MEM0, "mem0.json"),
        _export(SourceFormat.GRAPHITI, "graphiti.json"),
        _export(SourceFormat.ZEP, "zep.json"),
    )


@cache
def slack() -> tuple[tuple[str, bytes], ...]:
    """The files of an export of Slack, which is a folder."""
    folder = EXPORTS / "slack"
    return tuple(
        (str(file.relative_to(folder)), file.read_bytes())
        for file in sorted(folder.rglob("*.json"))
    )


def with_leaf(hostile: Hostile, content: bytes) -> tuple[str, bytes]:
    """A document of JSON (or lines of it), one value of which is a hostile one, and its kind."""
    try:
        value = json.loads(content)
    except ValueError:
        lines = content.splitlines(keepends=True)
        place = hostile.chance.randrange(len(lines)) if lines else 0
        try:
            value = json.loads(lines[place])
        except (ValueError, IndexError):
            return with_text(hostile, content)
        kind, value = _replaced(hostile, value)
        lines[place] = json.dumps(value).encode() + b"\n"
        return kind, b"".join(lines)
    kind, value = _replaced(hostile, value)
    return kind, json.dumps(value, ensure_ascii=hostile.chance.random() < 0.5).encode(
        "utf-8", "surrogatepass"
    )


def with_text(hostile: Hostile, content: bytes) -> tuple[str, bytes]:
    """A document with a hostile text in place of one of its words, and the text's kind."""
    words = content.split(b" ")
    kind, text = hostile.next()
    words[hostile.chance.randrange(len(words))] = text.encode("utf-8", "surrogatepass")
    return kind, b" ".join(words)


def with_bytes(hostile: Hostile, content: bytes) -> tuple[str, bytes]:
    """A document some bytes of which are others, missing, or there twice."""
    chance = hostile.chance
    held = bytearray(content)
    for _ in range(chance.randint(1, 8)):
        at = chance.randint(0, len(held))
        match chance.randrange(5):
            case 0:
                held[at : at + 1] = chance.randbytes(1)
            case 1:
                del held[at : at + chance.randint(1, 60)]
            case 2:
                held[at:at] = chance.randbytes(chance.randint(1, 12))
            case 3:
                held[at:at] = held[at : at + chance.randint(1, 400)]
            case _:
                held[at:at] = chance.choice(_ODD)
    return "bytes", bytes(held[: chance.choice((None, None, len(held) // 2))])


def with_nesting(hostile: Hostile, content: bytes) -> tuple[str, bytes]:
    """A document with something very deep in it."""
    deep = nested(hostile.chance).encode()
    places = [at for at, byte in enumerate(content) if byte in b":[,"] or [0]
    at = hostile.chance.choice(places) + 1
    return "deep", content[:at] + deep + b"," + content[at:]


def _replaced(hostile: Hostile, value: Any) -> tuple[str, Any]:
    """The value with a hostile leaf, key or part; the kind of that."""
    made = copy.deepcopy(value)
    places = list(_places(made))
    if not places:
        return hostile.next()
    inside, key = hostile.chance.choice(places)
    drawn = hostile.chance.random()
    if drawn < 0.6:
        kind, inside[key] = hostile.next()
    elif drawn < 0.8:
        kind, inside[key] = "value", hostile.value()
    elif isinstance(inside, dict) and drawn < 0.9:
        kind, text = hostile.next()
        inside[text[:2_000]] = inside.pop(key)
    else:
        kind = "missing"
        del inside[key]
    return kind, made


def _places(value: Any) -> Any:
    """Every place within a value, as the list or object and the key in it."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    if isinstance(value, dict | list):
        for key, inner in list(items):
            yield value, key
            if isinstance(inner, dict | list):
                yield from _places(inner)


def _json(kind: SourceFormat, name: str, value: Any) -> Document:
    return Document(kind, name, json.dumps(value, indent=1).encode())


def _export(kind: SourceFormat, name: str) -> Document:
    return Document(kind, Path(name).name, (EXPORTS / name).read_bytes())


_ODD = (
    b"\x00",
    b"\xff",
    b"\xfe\xff",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b"\r",
    b"\xe2\x80\xa8",
    b"\\ud800",
)
_TURNS: list[dict[str, Any]] = [
    {
        "conversation_id": "kitchen",
        "session_id": "S1",
        "turn_id": f"D1:{number}",
        "speaker": speaker,
        "person_id": speaker.lower(),
        "said_at": f"2024-03-01T18:0{number}:00",
        "zone": "Europe/Lisbon",
        "text": "I planted forty tulips yesterday.",
        "caption": "a bed of tulips",
    }
    for number, speaker in enumerate(("Ana", "Ben", "Ana"))
]
_MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": "I moved to Leith.", "name": "Ana", "created_at": 1_709_316_000},
    {"role": "assistant", "content": [{"type": "text", "text": "How do you like it?"}]},
    {"role": "tool", "content": "{}", "tool_call_id": "t"},
    {"messages": [{"role": "user", "content": "Hello."}], "id": "c-1", "timestamp": "2024-03-01"},
]
_LOCOMO: dict[str, Any] = {
    "sample_id": "pond-1",
    "conversation": {
        "speaker_a": "Ilse",
        "speaker_b": "Omar",
        "session_1_date_time": "9:05 am on 2 March, 2024",
        "session_1": [
            {"speaker": "Ilse", "dia_id": "D1:1", "text": "I fed the geese."},
            {"speaker": "Omar", "dia_id": "D1:2", "text": "", "blip_caption": "a goose on a pond"},
        ],
    },
}
_LONGMEMEVAL: dict[str, Any] = {
    "question_id": "q-7",
    "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 23:59"],
    "haystack_sessions": [
        [{"role": "user", "content": "My figs are ripe."}],
        [{"role": "user", "content": "How do I prune?"}, {"role": "assistant", "content": "Cut."}],
    ],
}
