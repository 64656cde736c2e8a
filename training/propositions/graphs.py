"""The two networks that write propositions as ONNX graphs, from their fitted weights.

One reads rows and gives what is attended to while writing, the other writes one token. Matrices are
held as eight-bit integers with one scale for each row; what runs is in ordinary floating point, so
that every machine gives the same. The vectors of words are external data of the packaged model.
"""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

from scripts.make_encoder_graph import LAYERS, WIDTH, read_slices, serialized
from scripts.make_reader_graph import Trained, TrainedBuilder, layer
from training.propositions.rows import MAX_ROW, MAX_WRITTEN

DECODERS, HEADS = 3, 12
_EACH = WIDTH // HEADS
_WORDS = "embeddings.word_embeddings.weight"


def reading_graph(packaged: Path, trained: Trained) -> bytes:
    """The serialized network that reads: rows → what is attended to, for each sentence of a row.

    ``row`` is the row of each sentence, ``focus`` is 1 at its tokens. ``keys_0`` … and
    ``values_0`` … are of each layer that writes, by head; ``pointers`` are of each token.
    """
    build = TrainedBuilder(packaged.name, read_slices(packaged), trained)
    for name, value in (("first_axis", 0), ("second_axis", 1), ("third_axis", 2)):
        build.constant(name, value)
    build.constant("rows", -1, WIDTH)
    build.held("pos", trained["pos"][:MAX_ROW])
    build.add("Shape", ["input_ids"], "length", start=1, end=2)
    build.add("Slice", ["pos", "first_axis", "length", "first_axis"], "positions")
    build.add("Gather", [build.weight("seg"), "segments"], "of_segments")
    build.add("Gather", [build.weight(_WORDS), "input_ids"], "words")
    build.add("Add", ["of_segments", "positions"], "places")
    build.add("Add", ["words", "places"], "embeddings")
    embedded = build.normalized("embeddings", "n")
    build.add("Shape", [embedded], "shape")
    build.add("Cast", ["mask"], "attended", to=TensorProto.INT32)
    hidden = build.add("Reshape", [embedded, "rows"], "tokens_in_rows")
    for number in range(LAYERS):
        hidden = layer(build, f"layers.{number}.", hidden)
    build.add("Reshape", [hidden, "shape"], "read")
    build.add("Gather", ["read", "row"], "of_sentences", axis=0)
    build.add("Unsqueeze", ["focus", "third_axis"], "focus_of_tokens")
    build.add("Mul", ["focus_of_tokens", build.held("focus_vector", trained["focus"])], "focused")
    build.add("Add", ["of_sentences", "focused"], "memory")
    build.add("Shape", ["memory"], "memory_shape")
    memory = build.add("Reshape", ["memory", "rows"], "memory_in_rows")
    outputs = []
    build.constant("by_head", 0, 0, HEADS, _EACH)
    for number in range(DECODERS):
        for part, name, order in (("ck", "keys", [0, 2, 3, 1]), ("cv", "values", [0, 2, 1, 3])):
            rows = build.product(memory, f"writers.{number}.{part}", output=f"{name}_{number}_rows")
            build.add("Reshape", [rows, "memory_shape"], f"{name}_{number}_whole")
            build.add("Reshape", [f"{name}_{number}_whole", "by_head"], f"{name}_{number}_heads")
            build.add("Transpose", [f"{name}_{number}_heads"], f"{name}_{number}", perm=order)
            last = (_EACH, "tokens") if name == "keys" else ("tokens", _EACH)
            shape: tuple[str | int, ...] = ("sentences", HEADS, *last)
            outputs.append(
                helper.make_tensor_value_info(f"{name}_{number}", TensorProto.FLOAT, shape)
            )
    build.product(memory, "pk", output="pointers_rows")
    build.add("Reshape", ["pointers_rows", "memory_shape"], "pointers")
    outputs.append(
        helper.make_tensor_value_info("pointers", TensorProto.FLOAT, ("sentences", "tokens", WIDTH))
    )
    inputs = [
        *(
            helper.make_tensor_value_info(name, TensorProto.INT64, ("rows", "tokens"))
            for name in ("input_ids", "segments", "mask")
        ),
        helper.make_tensor_value_info("row", TensorProto.INT64, ("sentences",)),
        helper.make_tensor_value_info("focus", TensorProto.FLOAT, ("sentences", "tokens")),
    ]
    graph = helper.make_graph(build.nodes, "graphmem-propositions", inputs, outputs, build.tensors)
    return serialized(graph)


def writing_graph(packaged: Path, trained: Trained) -> bytes:
    """The serialized network that writes: one token of each sentence → logits of the next.

    ``token`` is the last token, ``place`` its number. ``past_keys_0`` … are what this gave as
    ``present_keys_0`` … before, ``unseen`` is a large negative number at tokens that are none.
    ``written`` are logits of what can be written (``tokens``), ``copied`` of what can be copied.
    """
    build = TrainedBuilder(packaged.name, read_slices(packaged), trained)
    build.constant("rows", -1, WIDTH)
    build.constant("by_head", -1, HEADS, 1, _EACH)
    build.constant("second_axis", 1)
    build.constant("third_axis", 2)
    build.constant("middle_axes", 1, 2)
    build.add("Unsqueeze", ["unseen", "middle_axes"], "unseen_by_head")
    build.held("wpos", trained["wpos"][: 2 * MAX_WRITTEN + 2])
    build.add("Gather", ["wpos", "place"], "position")
    build.add("Gather", [build.weight(_WORDS), "token"], "words")
    build.add("Add", ["words", "position"], "embeddings")
    hidden = build.normalized("embeddings", "wn")
    inputs = [
        helper.make_tensor_value_info("token", TensorProto.INT64, ("sentences",)),
        helper.make_tensor_value_info("place", TensorProto.INT64, (1,)),
        helper.make_tensor_value_info("unseen", TensorProto.FLOAT, ("sentences", "tokens")),
        helper.make_tensor_value_info(
            "pointers", TensorProto.FLOAT, ("sentences", "tokens", WIDTH)
        ),
    ]
    outputs: list[onnx.ValueInfoProto] = []
    build.held("scale", np.array(_EACH**-0.5, dtype=np.float32))
    for number in range(DECODERS):
        name = f"writers.{number}."
        rows = build.product(hidden, *(f"{name}{it}" for it in "qkv"), output=f"{name}self")
        parts = [f"{name}{it}_rows" for it in "qkv"]
        build.nodes.append(helper.make_node("Split", [rows], parts, axis=1, num_outputs=3))
        q, k, v = (build.add("Reshape", [part, "by_head"], f"{part}_by_head") for part in parts)
        past = {}
        for part, new in (("keys", k), ("values", v)):
            past[part] = build.add(
                "Concat", [f"past_{part}_{number}", new], f"present_{part}_{number}", axis=2
            )
            for kind, of, length in (("past", inputs, "past"), ("present", outputs, "so_far")):
                of.append(
                    helper.make_tensor_value_info(
                        f"{kind}_{part}_{number}",
                        TensorProto.FLOAT,
                        ("sentences", HEADS, length, _EACH),
                    )
                )
        turned = build.add("Transpose", [past["keys"]], f"{name}turned", perm=[0, 1, 3, 2])
        mixed = _attended(build, f"{name}self", q, turned, past["values"], None)
        added = build.product(mixed, f"{name}o", output=f"{name}out")
        build.add("Add", [added, hidden], f"{name}sum")
        hidden = build.normalized(f"{name}sum", f"{name}n1")
        q = build.product(hidden, f"{name}cq", output=f"{name}asked")
        q = build.add("Reshape", [q, "by_head"], f"{name}asked_by_head")
        shapes: dict[str, tuple[str | int, ...]] = {
            "keys": ("sentences", HEADS, _EACH, "tokens"),
            "values": ("sentences", HEADS, "tokens", _EACH),
        }
        inputs += [
            helper.make_tensor_value_info(f"{part}_{number}", TensorProto.FLOAT, shape)
            for part, shape in shapes.items()
        ]
        mixed = _attended(
            build, f"{name}read", q, f"keys_{number}", f"values_{number}", "unseen_by_head"
        )
        added = build.product(mixed, f"{name}co", output=f"{name}taken")
        build.add("Add", [added, hidden], f"{name}sum_of_read")
        hidden = build.normalized(f"{name}sum_of_read", f"{name}nc")
        wide = build.product(hidden, f"{name}i", output=f"{name}wide")
        wide = build.add("Gelu", [wide], f"{name}gelu")
        added = build.product(wide, f"{name}f", output=f"{name}narrow")
        build.add("Add", [added, hidden], f"{name}sum_of_wide")
        hidden = build.normalized(f"{name}sum_of_wide", f"{name}n2")
    turned = build.add("Gelu", [build.product(hidden, "turned", output="turned")], "turned_gelu")
    turned = build.normalized(turned, "tn")
    tokens = trained["tokens"].astype(np.int64)
    build.held("tokens", tokens)
    build.add("Gather", [_WORDS, "tokens"], "vectors")
    build.add("Gemm", [turned, "vectors", build.held("bias", trained["bias"])], "written", transB=1)
    asked = build.product(hidden, "pq", output="pointing")
    build.add("Unsqueeze", [asked, "third_axis"], "pointing_column")
    build.add("MatMul", ["pointers", "pointing_column"], "pointed")
    build.add("Squeeze", ["pointed", "third_axis"], "pointed_row")
    build.held("by_width", np.array(WIDTH**-0.5, dtype=np.float32))
    build.add("Mul", ["pointed_row", "by_width"], "pointed_scaled")
    build.add("Add", ["pointed_scaled", "unseen"], "copied")
    for output, size in (("written", len(trained["tokens"])), ("copied", "tokens")):
        outputs.append(
            helper.make_tensor_value_info(output, TensorProto.FLOAT, ("sentences", size))
        )
    for name in ("kind", "modality", "polarity", "worth"):
        build.head(hidden, f"labels.{name}", name)
        size = len(trained[f"labels.{name}.bias"])
        outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, ("sentences", size)))
    graph = helper.make_graph(build.nodes, "graphmem-writer", inputs, outputs, build.tensors)
    return serialized(graph)


def _attended(
    build: TrainedBuilder, name: str, q: str, keys: str, values: str, unseen: str | None
) -> str:
    """Attention of one token of each sentence, by head; gives one row for each."""
    scores = build.add("MatMul", [q, keys], f"{name}_products")
    scores = build.add("Mul", [scores, "scale"], f"{name}_scores")
    if unseen is not None:
        scores = build.add("Add", [scores, unseen], f"{name}_seen")
    shares = build.add("Softmax", [scores], f"{name}_shares", axis=-1)
    mixed = build.add("MatMul", [shares, values], f"{name}_mixed")
    return build.add("Reshape", [mixed, "rows"], f"{name}_mixed_rows")
