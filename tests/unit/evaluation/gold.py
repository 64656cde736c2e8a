"""A made-up annotated conversation of three turns, in memory and as a folder of a corpus."""

import json
from pathlib import Path
from typing import Any

from graphmem.evaluation.corpus import GoldConversation, read_conversation

HEADER = {
    "id": "tulips",
    "kind": "club",
    "title": "Tulips",
    "people": {
        "ana": {"name": "Ana Duarte", "speaker": "Ana"},
        "bo": {"name": "Bo Lind", "speaker": "Bo"},
    },
    "entities": {
        "rui": {"name": "Rui", "type": "person", "owner": "ana", "proper": True},
        "shed": {"name": "the green shed", "type": "place", "also": ["the shed"]},
    },
}


def statement(identity: str, text: str, quote: str, **given: Any) -> dict[str, Any]:
    return {"id": identity, "text": text, "quote": quote, "kind": "event", "worth": 1, **given}


TURNS = [
    {
        "id": "1:1",
        "speaker": "ana",
        "at": "2025-03-04T18:00:00",
        "text": "I planted forty tulips behind the shed yesterday. Rui wants to paint it",
        "mentions": {"the shed": "shed", "Rui": "rui", "it": "shed"},
        "statements": [
            statement(
                "1:1a",
                "Ana planted forty tulips behind the green shed on 3 March 2025.",
                "I planted forty tulips behind the shed yesterday",
                subject="ana",
                predicate="plant",
                object="forty tulips behind the green shed",
                time={"words": "yesterday", "edtf": "2025-03-03"},
            ),
            statement(
                "1:1b",
                "Rui wants to paint the green shed.",
                "Rui wants to paint it",
                subject="rui",
                predicate="paint",
                object="the green shed",
                kind="plan",
                modality="planned",
                worth=2,
            ),
        ],
    },
    {"id": "1:2", "speaker": "bo", "at": "2025-03-04T18:01:00", "text": "Lovely!"},
    {
        "id": "1:3",
        "speaker": "bo",
        "at": "2025-03-04T18:02:00",
        "text": "I don't like tulips. Too stiff",
        "statements": [
            statement(
                "1:3a",
                "Bo does not like tulips.",
                "I don't like tulips",
                subject="bo",
                predicate="like",
                object="tulips",
                kind="preference",
                polarity="negative",
            )
        ],
    },
]


def corpus(folder: Path, part: str = "development") -> Path:
    talk = folder / "club" / "tulips"
    (talk / "sessions").mkdir(parents=True)
    (talk / "conversation.json").write_text(json.dumps(HEADER), encoding="utf-8")
    (talk / "sessions" / "01.json").write_text(json.dumps(TURNS), encoding="utf-8")
    parts = {part: ["club/tulips"]}
    (folder / "splits.json").write_text(json.dumps(parts), encoding="utf-8")
    return folder


def conversation(folder: Path) -> GoldConversation:
    return read_conversation(corpus(folder) / "club" / "tulips")
