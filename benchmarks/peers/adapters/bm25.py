"""A floor: BM25 (Lucene's form, k1 1.2, b 0.75) over lower-cased words of one conversation."""

import math
import re
from collections import Counter, defaultdict
from typing import Any


class Memory:
    def __init__(self, encoder: Any, folder: Any, variant: str) -> None:
        self._turns: dict[str, list[tuple[str, Counter[str]]]] = defaultdict(list)

    def ingest(self, turns: list[dict[str, str]]) -> None:
        for turn in turns:
            words = Counter(_words(turn["content"]))
            self._turns[turn["conversation"]].append((turn["id"], words))

    def search(self, question: str, conversation: str, k: int) -> list[str]:
        turns = self._turns[conversation]
        mean = sum(words.total() for _, words in turns) / len(turns)
        scores: Counter[str] = Counter()
        for word in sorted(set(_words(question))):
            holding = [(turn, words) for turn, words in turns if word in words]
            rare = math.log(1 + (len(turns) - len(holding) + 0.5) / (len(holding) + 0.5))
            for turn, words in holding:
                times = words[word]
                length = 1.2 * (0.25 + 0.75 * words.total() / mean)
                scores[turn] += rare * times / (times + length)
        return [turn for turn, _ in scores.most_common(k)]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
