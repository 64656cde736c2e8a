"""The models that the settings name."""

from functools import lru_cache
from pathlib import Path

from graphmem.adapters.encoder import DEFAULT_MODEL, Encoder
from graphmem.adapters.llm import LiteLlm
from graphmem.adapters.onnx_encoder import OnnxEncoder, load_onnx_encoder, require_onnx_runtime
from graphmem.adapters.sentence_models import (
    load_sentence_encoder,
    require_sentence_transformers,
)
from graphmem.adapters.weights import model_folder
from graphmem.errors import SettingsError
from graphmem.model.usage import Budget
from graphmem.settings import EmbeddingRuntime, Settings


def make_encoder(settings: Settings) -> Encoder:
    """The embedding model of the settings, loaded; the default one is fetched if it is nowhere.

    Raises `MissingExtraError` where its runtime is not installed and `ModelError` where it cannot
    be loaded.
    """
    runtime, model = require_runtime(settings), settings.embedding_model
    folder = model_folder(settings.cache) if model == DEFAULT_MODEL else None
    batch_size, threads = settings.embedding_batch_size, settings.embedding_threads
    if runtime is EmbeddingRuntime.ONNX and folder:
        return load_onnx_encoder(folder, batch_size=batch_size, threads=threads)
    return load_sentence_encoder(model, folder, batch_size=batch_size, threads=threads)


def make_token_encoder(settings: Settings) -> OnnxEncoder:
    """The packaged model, whatever embeds: the networks that read talk were fitted on it.

    It is loaded once for a process. Raises as `make_encoder` does.
    """
    require_onnx_runtime()
    return _token_encoder(
        model_folder(settings.cache), settings.embedding_batch_size, settings.embedding_threads
    )


@lru_cache(maxsize=1)
def _token_encoder(folder: Path, batch_size: int, threads: int | None) -> OnnxEncoder:
    return load_onnx_encoder(folder, batch_size=batch_size, threads=threads)


def require_runtime(settings: Settings) -> EmbeddingRuntime:
    """Runtime of the embedding model; raises `MissingExtraError` where it is not installed."""
    runtime = embedding_runtime(settings)
    if runtime is EmbeddingRuntime.ONNX:
        require_onnx_runtime()
    else:
        require_sentence_transformers(f"The embedding model {settings.embedding_model}")
    return runtime


def embedding_runtime(settings: Settings) -> EmbeddingRuntime:
    """Runtime of the embedding model; `SettingsError` for one that the runtime cannot run."""
    chosen, model = settings.embedding_runtime, settings.embedding_model
    if chosen is EmbeddingRuntime.AUTO:
        default = model == DEFAULT_MODEL
        return EmbeddingRuntime.ONNX if default else EmbeddingRuntime.SENTENCE_TRANSFORMERS
    if chosen is EmbeddingRuntime.ONNX and model != DEFAULT_MODEL:
        raise SettingsError(
            f"ONNX Runtime runs {DEFAULT_MODEL} only, and the embedding model is {model}.",
            next_step="Set GRAPHMEM_EMBEDDING_RUNTIME to auto or sentence-transformers.",
        )
    return chosen


def make_language_model(settings: Settings) -> LiteLlm | None:
    """The language model of the settings with a whole budget before it; None where none is set.

    Raises `LlmSetupError` where it cannot be asked as it is set up; asks nothing.
    """
    if settings.llm_model is None:
        return None
    model = LiteLlm(
        settings.llm_model,
        api_base=settings.llm_api_base,
        api_key=settings.llm_api_key.get_secret_value() if settings.llm_api_key else None,
        timeout=settings.llm_timeout,
        max_attempts=settings.llm_attempts,
        budget=Budget.parse(settings.llm_budget) if settings.llm_budget else None,
    )
    model.check()
    return model


def check_language_model(settings: Settings) -> None:
    """Raise what making the settings' language model raises."""
    make_language_model(settings)
