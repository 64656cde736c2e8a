"""Any sentence-transformers model as an encoder, on the GPU where there is one."""

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem import telemetry
from graphmem.errors import MissingExtraError, ModelError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


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
        with telemetry.model("embeddings", self.model, texts=len(texts)):
            vectors = self.network.encode(
                list(texts),
                batch_size=self._batch_size,
                normalize_embeddings=True,
                show_progress_bar=False,
            )
        rows: list[list[float]] = vectors.tolist()
        return rows


def load_sentence_encoder(
    model: str, folder: Path | None = None, *, batch_size: int, threads: int | None = None
) -> SentenceEncoder:
    """Load a model by name or folder; with a ``folder`` besides, its files are there.

    The library chooses the device. Raises `MissingExtraError` without sentence-transformers and
    `ModelError` where the model cannot be loaded or is not what it should be.
    """
    require_sentence_transformers(f"The embedding model {model}")
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging as transformers_logging

    if threads is not None:
        torch.set_num_threads(threads)
    # Loading draws a progress bar on standard error, which belongs to our caller.
    transformers_logging.disable_progress_bar()
    try:
        network = SentenceTransformer(str(folder or model))
    except (OSError, ValueError) as error:
        raise ModelError(
            f"The embedding model {model} cannot be loaded: {error}.",
            next_step="Check GRAPHMEM_EMBEDDING_MODEL; a model named by its hub is downloaded "
            "once, and needs the network for that.",
        ) from error
    finally:
        transformers_logging.enable_progress_bar()
    return SentenceEncoder(model, network, batch_size=batch_size)


def require_sentence_transformers(what: str) -> None:
    """Raise `MissingExtraError` where sentence-transformers is not installed; imports nothing.

    ``what`` names that which needs it.
    """
    if importlib.util.find_spec("sentence_transformers") is None:
        raise MissingExtraError(
            f"{what} needs sentence-transformers, which is not installed.",
            next_step='Install it: pip install "graphmem[sentence-transformers]".',
        )
