"""The encoder that fills spaces is near the one that it learnt from."""

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from benchmarks.scale.nearly import Learnt, NearlyEncoder

_WORDS = [f"{begin}{end}" for begin in "bcdfg" for end in ("at", "en", "ill", "ook", "ump")]


def real(texts: Sequence[str]) -> list[list[float]]:
    """Vectors of words in any space, added and bent a little."""
    return [_one(text) for text in texts]


def _one(text: str) -> list[float]:
    made = np.zeros(16)
    for word in text.lower().split():
        seed = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest())
        made += np.random.default_rng(seed).normal(size=16)
    made = np.tanh(made / np.linalg.norm(made))
    row: list[float] = (made / np.linalg.norm(made)).tolist()
    return row


def texts(count: int, seed: int) -> list[str]:
    chance = random.Random(seed)
    return [" ".join(chance.sample(_WORDS, 6)) for _ in range(count)]


@pytest.fixture(scope="module")
def learnt() -> Learnt:
    return Learnt.of(real, texts(300, 1))


def test_vectors_of_other_texts_are_near_the_real_ones(learnt: Learnt) -> None:
    encoder = NearlyEncoder(real, learnt, model="real")
    others = texts(100, 2)
    made, right = np.array(encoder.encode(others)), np.array(real(others))
    assert np.allclose(np.linalg.norm(made, axis=1), 1, atol=1e-5)
    cosines = (made * right).sum(axis=1)
    assert cosines.mean() > 0.9
    apart = (made[:-1] * right[1:]).sum(axis=1)
    assert cosines.mean() > apart.mean() + 0.4


def test_short_names_are_really_encoded(learnt: Learnt) -> None:
    encoder = NearlyEncoder(real, learnt, model="real")
    assert encoder.encode(["bat", "cook gump", "bat"]) == real(["bat", "cook gump", "bat"])


def test_words_it_has_never_seen_count(learnt: Learnt) -> None:
    encoder = NearlyEncoder(real, learnt, model="real")
    one, other = encoder.encode(["bat cen dill fook", "bat cen dill zebra"])
    assert 0.5 < float(np.dot(one, other)) < 0.999


def test_it_can_be_kept(learnt: Learnt, tmp_path: Path) -> None:
    learnt.save(tmp_path / "learnt.npz")
    again = NearlyEncoder(real, Learnt.load(tmp_path / "learnt.npz"), model="real")
    assert again.model == "real"
    assert again.encode(texts(3, 5)) == NearlyEncoder(real, learnt, model="real").encode(
        texts(3, 5)
    )
