"""Write the graph that ONNX Runtime runs all-MiniLM-L6-v2 by, into graphmem/adapters/minilm.onnx.

The file holds the network and none of its weights: each tensor is external data, named by offset
and length in the `model.safetensors` of the packaged model, which stays where pip put it. Run it
after a change and put the digest that it prints into graphmem/adapters/onnx_encoder.py.

    python scripts/make_encoder_graph.py
"""

import hashlib
import json
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from graphmem.adapters.weights import WEIGHTS, model_folder
from graphmem.settings import load_settings

TARGET = Path(__file__).parents[1] / "graphmem" / "adapters" / "minilm.onnx"

LAYERS = 6
INNER = 3  # the layer whose vectors tell best what sort of thing a word is
WIDTH = 384
_HEADS = 12
_EPSILON = 1e-12
_OPSET = 20  # the first with Gelu
_PROJECTIONS = ("query", "key", "value")


class Slice(NamedTuple):
    """Where the numbers of one tensor are in the file of weights."""

    shape: list[int]
    offset: int
    length: int


def main() -> None:
    content = encoder_graph(model_folder(load_settings().cache) / WEIGHTS)
    TARGET.write_bytes(content)
    print(f"{TARGET}: {len(content)} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


def encoder_graph(weights: Path) -> bytes:
    """The serialized network: token ids and their mask → vectors of the texts and of the tokens."""
    builder = Builder(weights.name, read_slices(weights))
    hidden = _embeddings(builder)
    for layer in range(LAYERS):
        hidden = _layer(builder, f"encoder.layer.{layer}.", hidden)
        if layer + 1 == INNER:
            builder.add("Reshape", [hidden, "shape"], "inner_vectors")
    _outputs(builder, hidden)
    graph = helper.make_graph(
        builder.nodes,
        "all-MiniLM-L6-v2",
        [_value(name, TensorProto.INT64, "texts", "tokens") for name in ("input_ids", "mask")],
        [
            _value("text_vectors", TensorProto.FLOAT, "texts", WIDTH),
            _value("token_vectors", TensorProto.FLOAT, "texts", "tokens", WIDTH),
            _value("inner_vectors", TensorProto.FLOAT, "texts", "tokens", WIDTH),
        ],
        builder.tensors,
    )
    return serialized(graph)


def read_slices(weights: Path) -> dict[str, Slice]:
    """The table of contents of a safetensors file, with offsets from the file's beginning."""
    with weights.open("rb") as stream:
        (length,) = struct.unpack("<Q", stream.read(8))
        header: dict[str, Any] = json.loads(stream.read(length))
    return {
        name: Slice(entry["shape"], 8 + length + begin, end - begin)
        for name, entry in header.items()
        if name != "__metadata__"
        for begin, end in [entry["data_offsets"]]
    }


class Builder:
    """Collects the nodes and tensors of a graph; adding gives the name of the output."""

    def __init__(self, location: str, slices: dict[str, Slice]) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.tensors: list[TensorProto] = []
        self._location = location
        self._slices = slices

    def add(self, operator: str, inputs: list[str], output: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def constant(self, name: str, *values: int) -> str:
        self.tensors.append(numpy_helper.from_array(np.array(values, dtype=np.int64), name))
        return name

    def weight(self, name: str) -> str:
        held = self._slices[name]
        tensor = TensorProto(
            name=name,
            data_type=TensorProto.FLOAT,
            dims=held.shape,
            data_location=TensorProto.EXTERNAL,
        )
        where = {"location": self._location, "offset": held.offset, "length": held.length}
        for key, value in where.items():
            tensor.external_data.add(key=key, value=str(value))
        self.tensors.append(tensor)
        return name

    def linear(self, source: str, name: str) -> str:
        weight, bias = self.weight(f"{name}.weight"), self.weight(f"{name}.bias")
        return self.add("Gemm", [source, weight, bias], name, transB=1)

    def normalized(self, source: str, name: str) -> str:
        inputs = [source, self.weight(f"{name}.weight"), self.weight(f"{name}.bias")]
        return self.add("LayerNormalization", inputs, name, axis=-1, epsilon=_EPSILON)


def _embeddings(build: Builder) -> str:
    """One row for each token, those of all texts under one another."""
    build.constant("first_axis", 0)
    build.constant("second_axis", 1)
    build.constant("third_axis", 2)
    build.constant("rows", -1, WIDTH)
    build.add("Shape", ["input_ids"], "length", start=1, end=2)
    positions = build.weight("embeddings.position_embeddings.weight")
    build.add("Slice", [positions, "first_axis", "length", "first_axis"], "positions")
    # There is one text at a time, so every token is of the first type.
    types = build.weight("embeddings.token_type_embeddings.weight")
    build.add("Gather", [types, "first_axis"], "type")
    build.add("Gather", [build.weight("embeddings.word_embeddings.weight"), "input_ids"], "words")
    build.add("Add", ["positions", "type"], "places")
    build.add("Add", ["words", "places"], "embeddings")
    embedded = build.normalized("embeddings", "embeddings.LayerNorm")
    build.add("Shape", [embedded], "shape")
    build.add("Cast", ["mask"], "attended", to=TensorProto.INT32)
    return build.add("Reshape", [embedded, "rows"], "tokens_in_rows")


def _layer(build: Builder, layer: str, hidden: str) -> str:
    attention = f"{layer}attention."
    # One product for all three is faster than three, most of all for a single text.
    for part in ("weight", "bias"):
        parts = [build.weight(f"{attention}self.{name}.{part}") for name in _PROJECTIONS]
        build.add("Concat", parts, f"{attention}self.{part}", axis=0)
    projected = build.add(
        "Gemm",
        [hidden, f"{attention}self.weight", f"{attention}self.bias"],
        f"{attention}self",
        transB=1,
    )
    rows = attended(build, projected, attention, _PROJECTIONS)
    added = build.linear(rows, f"{attention}output.dense")
    build.add("Add", [added, hidden], f"{attention}sum")
    hidden = build.normalized(f"{attention}sum", f"{attention}output.LayerNorm")
    wide = build.linear(hidden, f"{layer}intermediate.dense")
    added = build.linear(build.add("Gelu", [wide], f"{layer}gelu"), f"{layer}output.dense")
    build.add("Add", [added, hidden], f"{layer}sum")
    return build.normalized(f"{layer}sum", f"{layer}output.LayerNorm")


def attended(build: Builder, projected: str, name: str, parts: Sequence[str]) -> str:
    """Attention between tokens: queries, keys and values side by side → one row for each token."""
    outputs = [f"{name}{part}_in_rows" for part in parts]
    build.nodes.append(helper.make_node("Split", [projected], outputs, axis=1, num_outputs=3))
    inputs = [
        build.add("Reshape", [rows, "shape"], f"{name}{part}")
        for rows, part in zip(outputs, parts, strict=True)
    ]
    heads = build.add(
        "MultiHeadAttention",
        [*inputs, "", "attended"],
        f"{name}heads",
        domain="com.microsoft",
        num_heads=_HEADS,
    )
    return build.add("Reshape", [heads, "rows"], f"{name}in_rows")


def serialized(graph: onnx.GraphProto) -> bytes:
    """The file of a graph, the same bytes for the same graph."""
    model = helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", _OPSET), helper.make_opsetid("com.microsoft", 1)],
        ir_version=10,
        producer_name="graphmem",
    )
    content: bytes = model.SerializeToString(deterministic=True)
    return content


def _outputs(build: Builder, hidden: str) -> None:
    """The tokens' vectors, and the mean over each text; whoever runs it gives that unit length."""
    build.add("Reshape", [hidden, "shape"], "token_vectors")
    build.add("Cast", ["mask"], "weights", to=TensorProto.FLOAT)
    build.add("Unsqueeze", ["weights", "third_axis"], "weights_of_rows")
    build.add("Mul", ["token_vectors", "weights_of_rows"], "weighted")
    build.add("ReduceSum", ["weighted", "second_axis"], "sum", keepdims=0)
    build.add("ReduceSum", ["weights", "second_axis"], "count", keepdims=1)
    build.add("Div", ["sum", "count"], "text_vectors")


def _value(name: str, kind: int, *shape: str | int) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)


if __name__ == "__main__":
    main()
