"""The writer's adapter takes steps, is written and read again, and NumPy writes as PyTorch does."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from tests.unit.training.test_propositions import FINE, LEFT, TURN
from training.propositions.examples import Passage
from training.propositions.fit import Fitting, fit, loss_of, seen_in, write_adapter
from training.propositions.network import AdaptedNetwork
from training.propositions.sequences import sequences
from training.propositions.smollm2 import BEGIN, EACH, HEADS, INNER, KEYS, STOP, WIDTH, SmolLm2

WORDS, LAYERS = 400, 2
SHAPES = {
    "attn_norm": (WIDTH,),
    "attn_q": (HEADS * EACH, WIDTH),
    "attn_k": (KEYS * EACH, WIDTH),
    "attn_v": (KEYS * EACH, WIDTH),
    "attn_output": (WIDTH, HEADS * EACH),
    "ffn_norm": (WIDTH,),
    "ffn_gate": (INNER, WIDTH),
    "ffn_up": (INNER, WIDTH),
    "ffn_down": (WIDTH, INNER),
}


def weights() -> dict[str, np.ndarray]:
    """Two layers of a model that nobody fitted."""
    draw = np.random.default_rng(0)

    def drawn(*shape: int) -> np.ndarray:
        return draw.normal(0, 0.05, shape).astype(np.float32)

    found = {
        f"blk.{number}.{name}.weight": 1 + drawn(*shape) if len(shape) == 1 else drawn(*shape)
        for number in range(LAYERS)
        for name, shape in SHAPES.items()
    }
    return found | {
        "token_embd.weight": drawn(WORDS, WIDTH),
        "output_norm.weight": 1 + drawn(WIDTH),
    }


def encode(text: str) -> list[int]:
    return [10 + ord(letter) % 300 for letter in text]


PASSAGE = Passage(("Ana", "Rui"), (TURN, TURN), ((LEFT, FINE), ()))


def test_it_learns_and_what_it_learnt_is_written(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    network = AdaptedNetwork(weights(), rank=4)
    own = list(sequences(PASSAGE, encode))
    with torch.inference_mode():
        before = float(loss_of(network, own[0]))
    fit(network, own, (), Fitting(minutes=0.1, rate=1e-2))
    with torch.inference_mode():
        after = float(loss_of(network, own[0]))
    assert after < 0.9 * before
    write_adapter(network, tmp_path / "adapter.npz")
    again = AdaptedNetwork(weights(), rank=4)
    with np.load(tmp_path / "adapter.npz") as held:
        again.read(held)
    with torch.inference_mode():
        assert float(loss_of(again, own[0])) == pytest.approx(after, rel=0.05)


def test_numpy_writes_what_pytorch_finds_likeliest() -> None:
    torch.set_num_threads(1)
    network = AdaptedNetwork(weights(), rank=4, dtype=torch.float32)
    model = SmolLm2(weights(), None)  # type: ignore[arg-type]
    tokens = encode("People: Ana\nAna: Rui left on Monday.\nRui: So I did.\n")
    ends = [tokens.index(encode("\n")[0], 15) + 1, len(tokens)]
    for end, written in zip(ends, model.write(tokens, ends, most=6), strict=True):
        told = [*tokens[:end], BEGIN]
        for expected, chance in zip(written.tokens, written.log_chances, strict=True):
            ids = torch.tensor(told)
            with torch.inference_mode():
                vectors = network(ids, torch.arange(len(told)), seen_in(torch.zeros_like(ids)))
                scores = network.scores(vectors[-1]).log_softmax(-1)
            assert int(scores.argmax()) == expected != STOP
            assert float(scores[expected]) == pytest.approx(chance, abs=1e-3)
            told.append(expected)
