"""graphmem: turns recorded, and unless they alone are asked for, extracted and reconciled."""

import os
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from graphmem import Memory as GraphMemory
from graphmem.model.conversation import Conversation, Session, Turn
from graphmem.settings import load_settings


class Memory:
    def __init__(self, encoder: Any, folder: Path, variant: str) -> None:
        settings = load_settings().model_copy(
            update={"uri": os.environ["NEO4J_URI"], "space": "peers"}
        )
        self._memory, self._turns_only = GraphMemory(settings), variant == "turns"

    def ingest(self, turns: list[dict[str, str]]) -> None:
        self._memory.ingest(_conversation(turns), record_only=self._turns_only)

    def search(self, question: str, conversation: str, k: int) -> list[str]:
        found = self._memory.search(question, conversation=conversation, limit=k)
        return [f"{hit.conversation_id}/{hit.dia_id}" for hit in found.hits]

    def close(self) -> None:
        self._memory.close()


def _conversation(turns: list[dict[str, str]]) -> Conversation:
    return Conversation(
        conversation_id=turns[0]["conversation"],
        source="peers",
        sessions=tuple(
            Session(session_id=session, turns=tuple(map(_turn, part)))
            for session, part in groupby(turns, key=lambda turn: turn["session"])
        ),
    )


def _turn(turn: dict[str, str]) -> Turn:
    return Turn(
        dia_id=turn["id"].partition("/")[2],
        speaker=turn["speaker"],
        text=turn["text"],
        caption=turn["caption"] or None,
        said_at=datetime.fromisoformat(turn["at"]),
    )
