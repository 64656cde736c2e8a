"""Which runtime the settings choose, and what is said where it is not there."""

from importlib.machinery import ModuleSpec
from importlib.util import find_spec

import pytest

from graphmem.adapters.encoder import DEFAULT_MODEL
from graphmem.adapters.factory import embedding_runtime, make_encoder, require_runtime
from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.errors import MissingExtraError, SettingsError
from graphmem.settings import EmbeddingRuntime, load_settings

AUTO, ONNX, TORCH = EmbeddingRuntime


@pytest.mark.parametrize(
    ("model", "chosen", "expected"),
    [
        (DEFAULT_MODEL, AUTO, ONNX),
        (DEFAULT_MODEL, ONNX, ONNX),
        (DEFAULT_MODEL, TORCH, TORCH),
        ("another/model", AUTO, TORCH),
        ("another/model", TORCH, TORCH),
    ],
)
def test_the_runtime_fits_the_model(
    model: str, chosen: EmbeddingRuntime, expected: EmbeddingRuntime
) -> None:
    settings = load_settings(embedding_model=model, embedding_runtime=chosen)
    assert embedding_runtime(settings) is expected


def test_onnx_runs_no_other_model() -> None:
    settings = load_settings(embedding_model="another/model", embedding_runtime="onnx")
    with pytest.raises(SettingsError, match="another/model"):
        make_encoder(settings)


def test_the_default_is_onnx() -> None:
    encoder = make_encoder(load_settings())
    assert isinstance(encoder, OnnxEncoder)
    assert encoder.model == DEFAULT_MODEL


@pytest.mark.parametrize(
    "given", [{"embedding_model": "another/model"}, {"embedding_runtime": "sentence-transformers"}]
)
def test_another_model_names_the_extra_that_it_needs(
    given: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(name: str) -> ModuleSpec | None:
        return None if name == "sentence_transformers" else find_spec(name)

    monkeypatch.setattr("importlib.util.find_spec", find)
    settings = load_settings(**given)
    with pytest.raises(MissingExtraError, match=r"graphmem\[sentence-transformers\]"):
        make_encoder(settings)
    with pytest.raises(MissingExtraError, match=settings.embedding_model):
        require_runtime(settings)
