"""Write the network of the reader, graphmem/adapters/reader.onnx, from its fitted weights.

The matrices are held in the file as eight-bit integers with one scale for each row; what runs is in
ordinary floating point, so that every machine gives the same. The vectors of words, which training
leaves as they were, are external data, named by offset and length in the `model.safetensors` of the
packaged model. Run it after `python -m training.reader`, and put the digest that it prints into
graphmem/adapters/onnx_reader.py.

    python -m scripts.make_reader_graph [build/reader.npz]
"""

import hashlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from graphmem.adapters.weights import WEIGHTS, model_folder
from graphmem.reader import MAX_ROW, Segment
from graphmem.settings import load_settings
from scripts.make_encoder_graph import (
    LAYERS,
    WIDTH,
    Builder,
    attended,
    read_slices,
    serialized,
)
from training.weights import read_weights

TARGET = Path(__file__).parents[1] / "graphmem" / "adapters" / "reader.onnx"
WEIGHTS_OF_READER = Path("build/reader.npz")

_NOT_OF_THE_TURN = -1e4  # beside the logit of a token that no words of an answer begin or end at
_LARGEST = 127  # of eight bits with a sign

Trained = Mapping[str, NDArray[np.float32]]


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else WEIGHTS_OF_READER
    content = reader_graph(model_folder(load_settings().cache) / WEIGHTS, read_weights(path))
    TARGET.write_bytes(content)
    print(f"{TARGET}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


def reader_graph(packaged: Path, trained: Trained) -> bytes:
    """The serialized network: token ids, segments and mask → one row for each text.

    ``answers``, ``right``, ``claimed`` and ``yes`` are logits; ``status`` and ``wants`` are logits
    of classes; ``begin`` and ``end`` are logits of tokens.
    """
    build = TrainedBuilder(packaged.name, read_slices(packaged), trained)
    hidden = _embeddings(build)
    for number in range(LAYERS):
        hidden = layer(build, f"layers.{number}.", hidden)
    outputs = _outputs(build, hidden)
    inputs = [("input_ids", TensorProto.INT64), ("segments", TensorProto.INT64)]
    graph = helper.make_graph(
        build.nodes,
        "graphmem-reader",
        [
            helper.make_tensor_value_info(name, kind, ("texts", "tokens"))
            for name, kind in (*inputs, ("mask", TensorProto.INT64))
        ],
        outputs,
        build.tensors,
    )
    return serialized(graph)


class TrainedBuilder(Builder):
    """A builder of layers whose weights the graph holds itself, as eight-bit integers."""

    def __init__(self, location: str, slices: Any, trained: Trained) -> None:
        super().__init__(location, slices)
        self._trained = trained

    def held(self, name: str, values: NDArray[Any] | None = None) -> str:
        """A tensor that stands in the file."""
        values = self._trained[name] if values is None else values
        self.tensors.append(numpy_helper.from_array(np.array(values, order="C"), name))
        return name

    def product(self, source: str, *names: str, output: str) -> str:
        """The layers of these names, side by side, in one product."""
        weight = np.concatenate([self._trained[f"{name}.weight"] for name in names])
        scale = np.abs(weight).max(axis=1, keepdims=True) / _LARGEST
        rounded = self.held(f"{output}.rounded", np.round(weight / scale).astype(np.int8))
        # The runtime works this out once, when it loads the file.
        self.add("Cast", [rounded], f"{output}.whole", to=TensorProto.FLOAT)
        scales = self.held(f"{output}.scale", scale.astype(np.float32))
        self.add("Mul", [f"{output}.whole", scales], f"{output}.weight")
        bias = np.concatenate([self._trained[f"{name}.bias"] for name in names])
        inputs = [source, f"{output}.weight", self.held(f"{output}.bias", bias)]
        return self.add("Gemm", inputs, output, transB=1)

    def head(self, source: str, name: str, output: str) -> str:
        """A small layer, which stays exact."""
        inputs = [source, self.weight(f"{name}.weight"), self.weight(f"{name}.bias")]
        return self.add("Gemm", inputs, output, transB=1)

    def weight(self, name: str) -> str:
        """One that was fitted stands in the file, any other in that of the packaged model."""
        return self.held(name) if name in self._trained else super().weight(name)


def _embeddings(build: TrainedBuilder) -> str:
    for name, value in (("first_axis", 0), ("second_axis", 1), ("third_axis", 2)):
        build.constant(name, value)
    build.constant("rows", -1, WIDTH)
    build.held("pos", build._trained["pos"][:MAX_ROW])
    build.add("Shape", ["input_ids"], "length", start=1, end=2)
    build.add("Slice", ["pos", "first_axis", "length", "first_axis"], "positions")
    build.add("Gather", [build.weight("seg"), "segments"], "of_segments")
    build.add("Gather", [build.weight("embeddings.word_embeddings.weight"), "input_ids"], "words")
    build.add("Add", ["of_segments", "positions"], "places")
    build.add("Add", ["words", "places"], "embeddings")
    embedded = build.normalized("embeddings", "n")
    build.add("Shape", [embedded], "shape")
    build.add("Cast", ["mask"], "attended", to=TensorProto.INT32)
    return build.add("Reshape", [embedded, "rows"], "tokens_in_rows")


def layer(build: TrainedBuilder, layer: str, hidden: str) -> str:
    """One layer of the encoder, whose weights have names that begin with ``layer``."""
    parts = ("q", "k", "v")
    projected = build.product(hidden, *(f"{layer}{part}" for part in parts), output=f"{layer}self")
    in_rows = attended(build, projected, layer, parts)
    added = build.product(in_rows, f"{layer}o", output=f"{layer}out")
    build.add("Add", [added, hidden], f"{layer}sum")
    hidden = build.normalized(f"{layer}sum", f"{layer}n1")
    wide = build.product(hidden, f"{layer}i", output=f"{layer}wide")
    added = build.product(
        build.add("Gelu", [wide], f"{layer}gelu"), f"{layer}f", output=f"{layer}narrow"
    )
    build.add("Add", [added, hidden], f"{layer}sum_of_wide")
    return build.normalized(f"{layer}sum_of_wide", f"{layer}n2")


def _outputs(build: TrainedBuilder, hidden: str) -> list[onnx.ValueInfoProto]:
    build.add("Reshape", [hidden, "shape"], "tokens")
    build.add("Gather", ["tokens", "zero"], "first", axis=1)
    build.held("zero", np.array(0, dtype=np.int64))
    build.add("Tanh", [build.head("first", "pool", "pooled")], "whole")
    found = []
    for head, output in (
        ("ans", "answers"),
        ("right", "right"),
        ("claim", "claimed"),
        ("yn", "yes"),
    ):
        build.add("Squeeze", [build.head("whole", head, f"{output}_column"), "second_axis"], output)
        found.append(helper.make_tensor_value_info(output, TensorProto.FLOAT, ("texts",)))
    for head, output in (("why", "status"), ("wants", "wants")):
        build.head("whole", head, output)
        classes = len(build._trained[f"{head}.bias"])
        found.append(helper.make_tensor_value_info(output, TensorProto.FLOAT, ("texts", classes)))
    build.head(hidden, "span", "ends_in_rows")
    build.add("Slice", ["shape", "first_axis", "third_axis"], "texts_and_tokens")
    build.constant("two", 2)
    build.add("Concat", ["texts_and_tokens", "two"], "shape_of_ends", axis=0)
    build.add("Reshape", ["ends_in_rows", "shape_of_ends"], "ends")
    build.held("turn", np.array(int(Segment.TURN), dtype=np.int64))
    build.add("Equal", ["segments", "turn"], "of_the_turn")
    build.held("no_end", np.array(_NOT_OF_THE_TURN, dtype=np.float32))
    for place, output in enumerate(("begin", "end")):
        build.held(f"{output}_place", np.array(place, dtype=np.int64))
        build.add("Gather", ["ends", f"{output}_place"], f"{output}_of_any", axis=2)
        build.add("Where", ["of_the_turn", f"{output}_of_any", "no_end"], output)
        found.append(helper.make_tensor_value_info(output, TensorProto.FLOAT, ("texts", "tokens")))
    return found


if __name__ == "__main__":
    main()
