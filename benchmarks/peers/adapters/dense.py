"""A floor: cosine of the question's vector with those of the conversation's turns."""

from typing import Any

import numpy as np


class Memory:
    def __init__(self, encoder: Any, folder: Any, variant: str) -> None:
        self._encoder = encoder

    def ingest(self, turns: list[dict[str, str]]) -> None:
        self._ids = np.array([turn["id"] for turn in turns])
        self._of = np.array([turn["conversation"] for turn in turns])
        self._vectors = np.array(self._encoder.encode([turn["content"] for turn in turns]))

    def search(self, question: str, conversation: str, k: int) -> list[str]:
        scores = self._vectors @ np.array(self._encoder.encode([question])[0])
        scores[self._of != conversation] = -2
        return [str(self._ids[place]) for place in np.argsort(-scores, kind="stable")[:k]]
