"""The default model on ONNX Runtime gives what sentence-transformers gives."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from graphmem.adapters import onnx_encoder
from graphmem.adapters.encoder import DEFAULT_DIMENSION, DEFAULT_MODEL
from graphmem.adapters.onnx_encoder import OnnxEncoder, load_onnx_encoder, packaged_graph
from graphmem.adapters.sentence_models import load_sentence_encoder
from graphmem.adapters.weights import WEIGHTS, model_folder
from graphmem.errors import MissingExtraError, ModelError
from graphmem.model.conversation import Conversation
from graphmem.sample import sample_files
from graphmem.settings import load_settings
from graphmem.sources import read
from scripts.make_encoder_graph import encoder_graph

RECORDED = Path(__file__).parent / "vectors.npz"  # by scripts/record_vectors.py
SAME = 0.999999


@pytest.fixture(scope="module")
def folder() -> Path:
    return model_folder(load_settings().cache)


@pytest.fixture(scope="module")
def encoder(folder: Path) -> OnnxEncoder:
    return load_onnx_encoder(folder, batch_size=16)


def recorded() -> tuple[list[str], NDArray[np.float64]]:
    with np.load(RECORDED) as held:
        return json.loads(str(held["texts"])), held["vectors"].astype(np.float64)


def cosines(left: object, right: object) -> NDArray[np.float64]:
    ours, theirs = np.asarray(left, dtype=np.float64), np.asarray(right, dtype=np.float64)
    norms = np.linalg.norm(ours, axis=1) * np.linalg.norm(theirs, axis=1)
    result: NDArray[np.float64] = (ours * theirs).sum(axis=1) / norms
    return result


def test_vectors_are_those_of_sentence_transformers(encoder: OnnxEncoder) -> None:
    texts, expected = recorded()
    assert len(texts) >= 60
    assert cosines(encoder.encode(texts), expected).min() >= SAME


def test_a_text_has_its_vector_alone_and_in_company(encoder: OnnxEncoder) -> None:
    texts, expected = recorded()
    alone = [encoder.encode([text])[0] for text in texts]
    assert cosines(alone, expected).min() >= SAME


@pytest.mark.sentence_transformers
def test_both_runtimes_agree_on_talk(encoder: OnnxEncoder, folder: Path) -> None:
    texts = [*_turns_of_the_sample(), *recorded()[0]]
    other = load_sentence_encoder(DEFAULT_MODEL, folder, batch_size=32)
    assert other.dimension == encoder.dimension
    assert other.model == encoder.model
    assert cosines(encoder.encode(texts), other.encode(texts)).min() >= SAME


def _turns_of_the_sample() -> list[str]:
    conversations = (item for file in sample_files() for item in read(file))
    return [
        session.turns[0].content
        for conversation in conversations
        if isinstance(conversation, Conversation)
        for session in conversation.sessions
    ]


@pytest.mark.sentence_transformers
def test_token_vectors_are_those_of_sentence_transformers(
    encoder: OnnxEncoder, folder: Path
) -> None:
    text = "Ana planted forty tulips; they're doing well."
    other = load_sentence_encoder(DEFAULT_MODEL, folder, batch_size=1)
    (expected,) = other.network.encode([text], output_value="token_embeddings")
    (given,) = encoder.token_vectors([text])
    assert cosines(given.vectors, expected.cpu().numpy()[1:-1]).min() >= SAME


def test_vectors_have_unit_length(encoder: OnnxEncoder) -> None:
    texts, _ = recorded()
    vectors = np.array(encoder.encode(texts))
    assert vectors.shape == (len(texts), DEFAULT_DIMENSION)
    assert np.abs(np.linalg.norm(vectors, axis=1) - 1).max() < 1e-6


def test_no_texts_have_no_vectors(encoder: OnnxEncoder) -> None:
    assert encoder.encode([]) == []
    assert encoder.token_vectors([]) == []


def test_of_a_text_what_is_beyond_256_tokens_is_cut(encoder: OnnxEncoder) -> None:
    cut = "see " * 254
    assert cosines(encoder.encode([cut]), encoder.encode([cut + "Kilimanjaro"])).min() >= SAME


def test_of_its_tokens_what_is_beyond_is_encoded_in_pieces(encoder: OnnxEncoder) -> None:
    beyond = "I saw Kilimanjaro."
    longer, after, alone = encoder.token_vectors(["see " * 254 + beyond, "Why?", beyond])
    assert len(longer.spans) == 254 + len(alone.spans)
    assert [(start - 1016, end - 1016) for start, end in longer.spans[254:]] == list(alone.spans)
    assert cosines(longer.vectors[254:], alone.vectors).min() >= SAME
    assert len(after.spans) == 2


def test_token_vectors_have_their_place_in_the_text(encoder: OnnxEncoder) -> None:
    texts = ["Ana planted 40 tulips.", "", "Ünïcödé 🎉 in Łódź", "tulips " * 300]
    for text, tokens in zip(texts, encoder.token_vectors(texts), strict=True):
        assert tokens.vectors.shape == (len(tokens.spans), DEFAULT_DIMENSION)
        assert all(text[start:end].strip() for start, end in tokens.spans)
        assert list(tokens.spans) == sorted(tokens.spans)
    spans = encoder.token_vectors(["Ana planted 40 tulips."])[0].spans
    assert ["Ana planted 40 tulips."[start:end] for start, end in spans] == (
        ["Ana", "planted", "40", "tu", "lip", "s", "."]
    )


def test_a_token_is_read_in_its_context(encoder: OnnxEncoder) -> None:
    river, money, again = encoder.token_vectors(
        ["the bank of the river", "the bank lent us money", "the bank of the river"]
    )
    assert cosines(river.vectors[1:2], again.vectors[1:2])[0] >= SAME
    assert cosines(river.vectors[1:2], money.vectors[1:2])[0] < 0.9


def test_the_graph_is_what_its_script_makes(folder: Path) -> None:
    made = encoder_graph(folder / WEIGHTS)
    assert hashlib.sha256(made).digest() == hashlib.sha256(packaged_graph()).digest()
    assert len(made) < 40_000


def test_another_graph_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "minilm.onnx"
    other.write_bytes(packaged_graph() + b"\0")
    monkeypatch.setattr(onnx_encoder, "GRAPH", other)
    with pytest.raises(ModelError, match="SHA-256"):
        packaged_graph()


def test_the_runtime_reports_to_nobody(folder: Path, tmp_path: Path) -> None:
    """Where it would report, it keeps the number of the device in the home folder."""
    code = (
        "from pathlib import Path; from graphmem.adapters.onnx_encoder import load_onnx_encoder; "
        f"load_onnx_encoder(Path({str(folder)!r}), batch_size=1).encode(['x'])"
    )
    variables = {name: held for name, held in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    alone = variables | {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=alone, check=True)
    assert list(tmp_path.iterdir()) == []


def test_without_weights_the_runtime_says_so(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_onnx_encoder(tmp_path, batch_size=1)


def test_without_the_runtime_the_extra_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=r"graphmem\[embeddings\]"):
        load_onnx_encoder(folder, batch_size=1)
