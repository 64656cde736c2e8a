"""The writer's network takes steps, is measured, and is written and read again."""

from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sklearn")

import torch

from tests.unit.training.test_proposition_rows import tokenise
from tests.unit.training.test_propositions import PASSAGE
from tests.unit.training.test_reader_fit import base
from training.propositions.fit import Fit, Rows, measure, read_weights, write
from training.propositions.network import PropositionNetwork
from training.propositions.prepare import LABELS, prepared

TOKENS, WORDS = 300, 2_001
GIVEN = Namespace(rate=1e-3, faster=2.0, decay=0.0)


def test_steps_are_taken_measured_and_written(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    held = prepared([PASSAGE], [PASSAGE], tokenise, seed=0)
    rows = Rows(held, "development")
    network = PropositionNetwork(base(WORDS), held["tokens"], LABELS)
    places = torch.full((WORDS,), -1)
    places[network.tokens] = torch.arange(len(network.tokens))
    before = measure(network, rows, places, TOKENS, "cpu")
    fit = Fit(network, places, GIVEN, "cpu")
    every = np.arange(len(rows.length))
    losses = [
        float(fit.step(shape, rows.batch(some, shape), 1.0))
        for _ in range(6)
        for shape, some in rows.batches(every, np.random.default_rng(0), TOKENS)
    ]
    assert losses[-1] < losses[0]
    fit.begin_mean()
    assert fit.with_mean(lambda it: measure(it, rows, places, TOKENS, "cpu")) > before
    write(network.weights(), tmp_path / "propositions.npz")
    again = PropositionNetwork(base(WORDS), held["tokens"], LABELS)
    again.read(read_weights(tmp_path / "propositions.npz"))
    rounded = measure(again.eval(), rows, places, TOKENS, "cpu")
    assert rounded == pytest.approx(measure(network.eval(), rows, places, TOKENS, "cpu"), abs=0.1)
