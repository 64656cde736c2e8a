"""The packaged model run by ONNX Runtime, on the weights where they were installed."""

import hashlib
import importlib.util
import os
from collections.abc import Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem import telemetry
from graphmem.adapters.encoder import DEFAULT_DIMENSION, DEFAULT_MODEL
from graphmem.adapters.weights import TOKENIZER
from graphmem.errors import MissingExtraError, ModelError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

GRAPH = files("graphmem.adapters") / "minilm.onnx"
# As scripts/make_encoder_graph.py prints it.
_GRAPH_SHA256 = "406b6a28cbdfc6e566740a4d400c3e3f8ebac722830417e63de226dc4384dc48"
_MAX_TOKENS = 256  # as the model was trained; what is longer is cut
# In a batch of longer texts there are fewer of them: attention takes memory by length squared.
_USUAL_TOKENS = 64
_ERRORS_ONLY = 3
# Its own builds report to their maker, unless this is set before the runtime is imported.
_NO_REPORTS = "ORT_DISABLE_TELEMETRY"
_OF_TOKENS = ("token_vectors", "inner_vectors")

Vectors = NDArray[np.float32]


class TokenVectors(NamedTuple):
    """The tokens of one text: where each stands in it, and its vector in that context.

    A span is a half-open range of characters; row ``i`` of ``vectors`` is of the token at
    ``spans[i]``, and so is that of ``inner``, which is of the third of the six layers, nearer to
    the word. What is longer than the model's 256 tokens is encoded in pieces of so many.
    """

    spans: tuple[tuple[int, int], ...]
    vectors: Vectors
    inner: Vectors


class OnnxEncoder:
    """all-MiniLM-L6-v2 on ONNX Runtime; made by `load_onnx_encoder`."""

    model = DEFAULT_MODEL
    dimension = DEFAULT_DIMENSION

    def __init__(
        self, session: "InferenceSession", tokenizer: "Tokenizer", *, batch_size: int
    ) -> None:
        self._session = session
        self._tokenizer = tokenizer
        self._batch_size = batch_size

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector for each text, in order."""
        with telemetry.model("embeddings", self.model, texts=len(texts)):
            encodings = self._tokenizer.encode_batch_fast(list(texts))
            vectors = np.empty((len(encodings), self.dimension), dtype=np.float32)
            for batch in _batches(encodings, self._batch_size):
                held = [encodings[place] for place in batch]
                (vectors[batch],) = self._run(["text_vectors"], held)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        rows: list[list[float]] = vectors.tolist()
        return rows

    def token_vectors(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The vectors of each text's tokens, in order, without the marks of beginning and end."""
        encodings = self._tokenizer.encode_batch(list(texts))
        pieces = [piece for one in encodings for piece in (one, *one.overflowing)]
        found: dict[int, TokenVectors] = {}
        for batch in _batches(pieces, self._batch_size):
            vectors = self._run(_OF_TOKENS, [pieces[place] for place in batch])
            for place, *rows in zip(batch, *vectors, strict=True):
                spans = tuple(pieces[place].offsets[1:-1])
                found[place] = TokenVectors(
                    spans, *(row[1 : 1 + len(spans)].copy() for row in rows)
                )
        in_order = (found[place] for place in range(len(pieces)))
        return [_joined(list(islice(in_order, 1 + len(one.overflowing)))) for one in encodings]

    def _run(self, outputs: Sequence[str], encodings: Sequence["Encoding"]) -> list[Vectors]:
        shape = (len(encodings), max(len(one.ids) for one in encodings))
        ids, mask = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for row, one in enumerate(encodings):
            ids[row, : len(one.ids)] = one.ids
            mask[row, : len(one.ids)] = 1
        result: list[Vectors] = self._session.run(list(outputs), {"input_ids": ids, "mask": mask})
        return result


def load_onnx_encoder(folder: Path, *, batch_size: int, threads: int | None = None) -> OnnxEncoder:
    """Load the model whose verified files are in ``folder``; the weights are not copied.

    ``threads`` are as many as there are cores unless told. Raises `MissingExtraError` where a
    part is not installed and `ModelError` where one is not what it should be.
    """
    require_onnx_runtime()
    from tokenizers import Tokenizer

    session = load_session(packaged_graph(), folder, threads)
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    tokenizer.enable_truncation(_MAX_TOKENS)
    tokenizer.no_padding()
    return OnnxEncoder(session, tokenizer, batch_size=batch_size)


def load_session(graph: bytes, folder: Path, threads: int | None) -> "InferenceSession":
    """A network that finds the tensors it does not hold in the packaged model in ``folder``.

    ``threads`` are as many as there are cores unless told. Raises `ModelError`.
    """
    os.environ.setdefault(_NO_REPORTS, "1")
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = _ERRORS_ONLY
    options.add_session_config_entry(
        "session.model_external_initializers_file_folder_path", str(folder)
    )
    # Threads that wait actively take the processor from the database beside them.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if threads is not None:
        options.intra_op_num_threads = threads
    try:
        return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime raises classes of its own that share no other base
        raise ModelError(
            f"The embedding model {DEFAULT_MODEL} cannot be loaded: {error}.",
            next_step="Install its runtime again: pip install --force-reinstall onnxruntime.",
        ) from error


def require_onnx_runtime() -> None:
    """Raise `MissingExtraError` where a part of the runtime is not installed; imports nothing."""
    for name in ("onnxruntime", "tokenizers"):
        if importlib.util.find_spec(name) is None:
            raise MissingExtraError(
                f"The embedding model {DEFAULT_MODEL} needs {name}, which is not installed.",
                next_step='Install it: pip install "graphmem[embeddings]".',
            )


def packaged_graph() -> bytes:
    """The network without its weights; raises `ModelError` where it is not the original one."""
    return checked_graph(GRAPH, _GRAPH_SHA256)


def checked_graph(file: Traversable, sha256: str) -> bytes:
    """Reads a packaged file; raises `ModelError` where it is not of this digest."""
    content = file.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if digest != sha256:
        raise ModelError(
            f"{file} has SHA-256 {digest}, not {sha256}.",
            next_step="Install it again: pip install --force-reinstall graphmem.",
        )
    return content


def _joined(pieces: Sequence[TokenVectors]) -> TokenVectors:
    if len(pieces) == 1:
        return pieces[0]
    spans = tuple(span for piece in pieces for span in piece.spans)
    return TokenVectors(
        spans,
        np.concatenate([piece.vectors for piece in pieces]),
        np.concatenate([piece.inner for piece in pieces]),
    )


def _batches(encodings: Sequence["Encoding"], size: int) -> Iterator[list[int]]:
    """The places of the texts, longest first, so that a batch holds little padding."""
    places = sorted(range(len(encodings)), key=lambda place: -len(encodings[place].ids))
    begin = 0
    while begin < len(places):
        longest = len(encodings[places[begin]].ids)
        end = begin + max(1, size * _USUAL_TOKENS // max(_USUAL_TOKENS, longest))
        yield places[begin:end]
        begin = end
