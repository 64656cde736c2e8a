"""How much of a claim a text holds, each word weighed by how few of the turns have it; pure."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence

from graphmem.answering.verification.claim import ClaimWord

_SHORTEST_COMMON = 4  # letters that "auto" and "automobile" must share to be one word

Cover = Callable[[Collection[str]], float]


def rarities(
    claimed: Sequence[ClaimWord], texts: Sequence[Collection[str]]
) -> dict[ClaimWord, float]:
    """How rare each word of a claim is among texts, given by their stems; 0 and more."""
    rarity = {}
    for word in claimed:
        having = sum(any(form in text for form in word.forms) for text in texts)
        rarity[word] = math.log(1 + (len(texts) - having + 0.5) / (having + 0.5))
    return rarity


def share_of(claimed: Sequence[ClaimWord], rarity: Mapping[ClaimWord, float]) -> Cover:
    """What tells the share of a claim, from 0 to 1, that a text holds, given by its stems."""
    total = sum(rarity.values())

    def cover(text: Collection[str]) -> float:
        held = (rarity[word] for word in claimed if any(form in text for form in word.forms))
        return sum(held) / total if total else 0.5  # of no words nothing can be told

    return cover


def says(word: ClaimWord, text: Collection[str]) -> bool:
    """Whether a text has the word, or one that begins with it or that it begins with."""
    if any(form in text for form in word.forms):
        return True
    long = [form for form in word.forms if len(form) >= _SHORTEST_COMMON]
    return any(
        len(other) >= _SHORTEST_COMMON and (other.startswith(form) or form.startswith(other))
        for form in long
        for other in text
    )
