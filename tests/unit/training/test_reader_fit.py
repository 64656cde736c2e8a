"""The reader's network takes a step, is written and read again, and its figures are told."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sklearn")

from tests.unit.training.reader import WORDS, examples, tokenise
from training.reader.batches import Sizes, Steps
from training.reader.figures import figures
from training.reader.fit import Fitting, fit, judgements, new_network, rate
from training.reader.network import Arrays, ReaderNetwork
from training.reader.rows import Rows

WIDTH, INNER, LAYERS, PLACES = 384, 1536, 6, 256


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Threads that wait actively for each other take long where cores are busy."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def base(words: int = WORDS) -> Arrays:
    """Weights as the packaged model names them, drawn at random and of few words."""
    drawn = np.random.default_rng(0)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (words, WIDTH),
        "embeddings.position_embeddings.weight": (PLACES, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
    }
    norms = ["embeddings.LayerNorm"]
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        for name in ("self.query", "self.key", "self.value", "output.dense"):
            shapes[f"{layer}.attention.{name}.weight"] = (WIDTH, WIDTH)
            shapes[f"{layer}.attention.{name}.bias"] = (WIDTH,)
        shapes |= {
            f"{layer}.intermediate.dense.weight": (INNER, WIDTH),
            f"{layer}.intermediate.dense.bias": (INNER,),
            f"{layer}.output.dense.weight": (WIDTH, INNER),
            f"{layer}.output.dense.bias": (WIDTH,),
        }
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
    found = {name: 0.02 * drawn.standard_normal(shape) for name, shape in shapes.items()}
    for name in norms:
        found |= {f"{name}.weight": np.ones(WIDTH), f"{name}.bias": np.zeros(WIDTH)}
    return {name: values.astype(np.float32) for name, values in found.items()}


def fitted(rows: Rows, *, asked: int = 2) -> tuple[ReaderNetwork, list[float]]:
    fitting = Fitting()
    network = new_network(base(), fitting)
    sizes = Sizes(asked=asked, claimed=1, worded=1)
    steps = Steps(examples(), rows, epochs=1, seed=0, sizes=sizes)
    return network, fit(network, steps, fitting)


def test_steps_are_taken_written_and_measured(tmp_path: Path) -> None:
    rows = Rows(examples(), tokenise)
    network, losses = fitted(rows)
    assert len(losses) == 2
    assert np.isfinite(losses).all()
    np.testing.assert_array_equal(network.word.numpy(), base()["embeddings.word_embeddings.weight"])

    np.savez(tmp_path / "reader.npz", **network.written())  # type: ignore[arg-type]
    other = new_network(base(), Fitting(seed=1))
    with np.load(tmp_path / "reader.npz") as weights:
        assert "word" not in weights
        other.read(weights)
    some = [rows.of_question(one, 0) for one in examples().asked]
    for one, again in zip(
        judgements(network, some, "cpu"), judgements(other, some, "cpu"), strict=True
    ):
        assert one.answers == pytest.approx(again.answers, abs=0.01)
        assert one.span[0] <= one.span[1]

    found = figures(lambda made: judgements(other, made, "cpu"), examples(), rows)
    assert found["answers"]["questions"] == 3
    assert found["answers"]["among_read"] == 1.0
    assert found["refusals"]["questions"] == 1
    assert found["yes_no"]["questions"] == 1
    assert found["claims"]["claims"] == 2
    assert found["wordings"]["right"] == 0.5


def test_a_seed_gives_the_same_network() -> None:
    rows = Rows(examples(), tokenise)
    (_, losses), (_, again) = fitted(rows, asked=5), fitted(rows, asked=5)
    assert losses == again


def test_the_rate_rises_then_falls() -> None:
    shares = [rate(done, 1000) for done in range(1000)]
    assert shares[0] < shares[149] == max(shares)
    assert shares[-1] == pytest.approx(0.01)
