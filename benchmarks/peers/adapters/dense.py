"""A floor: cosine of the question's vector with those of the conversation's turns."""

from typing import Any

import numpy as np


class Memory:
    def __init__(self, encoder: Any, folder: Any, variant: str) -> None:
        self._encoder = encoder
        self._of: dict[str, tuple[list[str], Any]] = {}

    def ingest(self, turns: list[dict[str, str]]) -> None:
        vectors = np.array(self._encoder.encode([turn["content"] for turn in turns]))
        self._of[turns[0]["conversation"]] = [turn["id"] for turn in turns], vectors

    def search(self, question: str, conversation: str, k: int) -> list[str]:
        ids, vectors = self._of[conversation]
        scores = vectors @ np.array(self._encoder.encode([question])[0])
        return [ids[place] for place in np.argsort(-scores, kind="stable")[:k]]
