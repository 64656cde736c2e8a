"""What sentence-transformers runs: an encoder, and a CrossEncoder that scores passages."""

import importlib.util
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from graphmem import telemetry
from graphmem.errors import MissingExtraError, ModelError

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder, SentenceTransformer

_BATCH = 16


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


class Reranker(Protocol):
    """Judges passages against a question; ``name`` says who judges.

    ``scores`` raises an `LlmError` or a `ModelError` where it cannot.
    """

    @property
    def name(self) -> str:
        """The model's name."""

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """One score for each passage, in order; the higher, the better it answers."""


class CrossEncoderReranker:
    """A CrossEncoder on this machine; ``name`` is the model's name or folder."""

    def __init__(self, name: str, network: "CrossEncoder") -> None:
        self.name = name
        self._network = network

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """One score for each passage, in order; raises `ModelError` where one is no number."""
        if not passages:
            return []
        judged = self._network.predict(
            [(question, passage) for passage in passages],
            batch_size=_BATCH,
            show_progress_bar=False,
        )
        scores: list[float] = judged.tolist()
        if not all(map(math.isfinite, scores)):
            raise ModelError(
                f"The reranking model {self.name} gives a score that is no number.",
                next_step="Name another CrossEncoder, such as one for MS MARCO.",
            )
        return scores


def load_reranker(model: str, *, threads: int | None = None) -> CrossEncoderReranker:
    """Load a CrossEncoder by name or folder.

    Raises `MissingExtraError` without sentence-transformers and `ModelError` where the model
    cannot be loaded or gives more than one score for a pair.
    """
    require_sentence_transformers(f"The reranking model {model}")
    import torch
    from sentence_transformers import CrossEncoder
    from transformers.utils import logging as transformers_logging

    if threads is not None:
        torch.set_num_threads(threads)
    # Loading draws a progress bar on standard error, which belongs to our caller.
    transformers_logging.disable_progress_bar()
    try:
        network = CrossEncoder(model)
    except (OSError, ValueError) as error:
        raise ModelError(
            f"The reranking model {model} cannot be loaded: {error}.",
            next_step="Name a sentence-transformers CrossEncoder or its folder; one named by its "
            "hub is downloaded once, and needs the network for that.",
        ) from error
    finally:
        transformers_logging.enable_progress_bar()
    if network.num_labels != 1:
        raise ModelError(
            f"The model {model} gives {network.num_labels} scores for a pair, not one.",
            next_step="Name a CrossEncoder that ranks passages, such as one for MS MARCO.",
        )
    return CrossEncoderReranker(model, network)


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
