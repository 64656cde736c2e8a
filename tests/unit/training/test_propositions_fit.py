"""The writer's network takes steps, is measured, and is written and read again."""

from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sklearn")
pytest.importorskip("onnx")

import torch
from safetensors.numpy import load_file

from graphmem.adapters.onnx_encoder import load_session
from graphmem.adapters.weights import WEIGHTS, model_folder
from graphmem.settings import load_settings
from tests.unit.training.test_proposition_rows import tokenise
from tests.unit.training.test_propositions import PASSAGE
from tests.unit.training.test_reader_fit import base
from training.propositions.fit import Fit, Rows, measure
from training.propositions.graphs import reading_graph, writing_graph
from training.propositions.network import DECODERS, HEADS, WIDTH, PropositionNetwork
from training.propositions.prepare import LABELS, prepared
from training.propositions.rows import CLS, Segment
from training.weights import read_weights, write_weights

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
    write_weights(network.weights(), tmp_path / "propositions.npz")
    again = PropositionNetwork(base(WORDS), held["tokens"], LABELS)
    again.read(read_weights(tmp_path / "propositions.npz"))
    rounded = measure(again.eval(), rows, places, TOKENS, "cpu")
    assert rounded == pytest.approx(measure(network.eval(), rows, places, TOKENS, "cpu"), abs=0.1)


def test_the_graphs_give_what_the_network_gives() -> None:
    folder = model_folder(load_settings().cache)
    packaged = folder / WEIGHTS
    torch.manual_seed(0)
    tokens = np.arange(1_000, 1_100)
    network = PropositionNetwork(load_file(packaged), tokens, LABELS).eval()
    trained = {name: one.astype(np.float32) for name, one in network.weights().items()}
    ids = np.array([[101, 2_054, 2_003, 2_008, 102], [101, 7_592, 102, 0, 0]])
    segments, mask = np.full_like(ids, Segment.TURN), (ids > 0).astype(np.int64)
    focus = np.zeros(ids.shape, np.float32)
    focus[:, 1] = 1
    given = map(torch.from_numpy, (ids, segments, mask.astype(bool)))
    with torch.inference_mode():
        read, part, there = given
        memory = network.encode(read, part, there)
        begun = torch.full((2, 1), CLS)
        said = network.write(memory, there, torch.from_numpy(focus), begun)
    reading, writing = (
        load_session(make(packaged, trained), folder, 1) for make in (reading_graph, writing_graph)
    )
    row = np.arange(2)
    inputs = {"input_ids": ids, "segments": segments, "mask": mask, "row": row, "focus": focus}
    names = [one.name for one in reading.get_outputs()]
    held = dict(zip(names, reading.run(names, inputs), strict=True))
    past = {
        f"past_{part}_{number}": np.zeros((2, HEADS, 0, WIDTH // HEADS), np.float32)
        for part in ("keys", "values")
        for number in range(DECODERS)
    }
    unseen = np.where(mask > 0, 0, -1e4).astype(np.float32)
    step = {"token": np.full(2, CLS), "place": np.array([0]), "unseen": unseen, **held, **past}
    outputs = ("written", "copied", "kind")
    written, copied, kind = writing.run(list(outputs), step)
    # Matrices are rounded to eight bits.
    for one, other in (
        (written, said.vocabulary[:, 0]),
        (copied[mask > 0], said.copied[:, 0][there]),
        (kind, said.labels["kind"][:, 0]),
    ):
        assert np.corrcoef(one.ravel(), other.numpy().ravel())[0, 1] > 0.99
