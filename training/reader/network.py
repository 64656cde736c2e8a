"""The reader's network in PyTorch: a small transformer with a head for each thing it judges.

Its parameters are named as the written weights are.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from graphmem.adapters.weights import WEIGHTS
from graphmem.reader import Segment
from training.reader.batches import Inputs
from training.reader.examples import WANTS, Asking
from training.weights import BASE_NAMES

Arrays = Mapping[str, NDArray[np.floating]]
_WIDTH = 384
_HEADS = 12
_INNER = 1536
_LAYERS = 6
_EPSILON = 1e-12
_DROPOUT = 0.1
_SEGMENT_NOISE = 0.005
_NEVER = -1e4
_FROZEN = "word"
# What the packaged model calls the parts of a layer.


class Judged(NamedTuple):
    """What the network says of rows: log-odds, and for ``asking`` and ``wants`` one of each sort.

    ``start`` and ``end`` have one for each token, which is very low outside the turn.
    """

    answers: Any
    claim: Any
    right: Any
    asking: Any
    yes: Any
    wants: Any
    start: Any
    end: Any


class Layer(nn.Module):  # type: ignore[misc]
    """Attention and two dense layers, each with what came in added and normalised."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(_WIDTH, _WIDTH) for _ in range(4))
        self.n1 = nn.LayerNorm(_WIDTH, eps=_EPSILON)
        self.i, self.f = nn.Linear(_WIDTH, _INNER), nn.Linear(_INNER, _WIDTH)
        self.n2 = nn.LayerNorm(_WIDTH, eps=_EPSILON)

    def forward(self, values: Any, mask: Any) -> Any:
        """The vectors of a batch, one layer on."""
        attended = functional.scaled_dot_product_attention(
            _by_head(self.q(values)),
            _by_head(self.k(values)),
            _by_head(self.v(values)),
            attn_mask=mask,
            dropout_p=_DROPOUT if self.training else 0.0,
        )
        joined = attended.transpose(1, 2).reshape(values.shape)
        values = self.n1(values + self._dropped(self.o(joined)))
        return self.n2(values + self._dropped(self.f(functional.gelu(self.i(values)))))

    def _dropped(self, values: Any) -> Any:
        return functional.dropout(values, _DROPOUT, self.training)


class ReaderNetwork(nn.Module):  # type: ignore[misc]
    """The packaged model's layers with new heads; the vectors of words stay as they are."""

    def __init__(self, base: Arrays) -> None:
        super().__init__()
        embedded = {
            name: torch.tensor(base[f"embeddings.{name}"], dtype=torch.float32)
            for name in (
                *("word_embeddings.weight", "position_embeddings.weight"),
                *("token_type_embeddings.weight", "LayerNorm.weight", "LayerNorm.bias"),
            )
        }
        self.word = nn.Parameter(embedded["word_embeddings.weight"], requires_grad=False)
        self.pos = nn.Parameter(embedded["position_embeddings.weight"])
        segment = embedded["token_type_embeddings.weight"][:1].repeat(len(Segment), 1)
        self.seg = nn.Parameter(segment + torch.randn(len(Segment), _WIDTH) * _SEGMENT_NOISE)
        self.n = nn.LayerNorm(_WIDTH, eps=_EPSILON)
        self.n.weight.data = embedded["LayerNorm.weight"]
        self.n.bias.data = embedded["LayerNorm.bias"]
        self.layers = nn.ModuleList(_layer(base, number) for number in range(_LAYERS))
        self.pool = nn.Linear(_WIDTH, _WIDTH)
        self.ans, self.claim, self.right = (nn.Linear(_WIDTH, 1) for _ in range(3))
        self.why = nn.Linear(_WIDTH, len(Asking))
        self.yn = nn.Linear(_WIDTH, 1)
        self.wants = nn.Linear(_WIDTH, len(WANTS))
        self.span = nn.Linear(_WIDTH, 2)

    def forward(self, inputs: Inputs) -> Judged:
        """What it says of each row."""
        ids, segments, mask = inputs
        values = self.n(self.word[ids] + self.pos[: ids.shape[1]] + self.seg[segments])
        values = functional.dropout(values, _DROPOUT, self.training)
        for layer in self.layers:
            values = layer(values, mask[:, None, None, :])
        whole = torch.tanh(self.pool(values[:, 0]))
        whole = functional.dropout(whole, _DROPOUT, self.training)
        outside = segments[:, :, None] != Segment.TURN
        spans = self.span(values).float().masked_fill(outside, _NEVER)
        return Judged(
            answers=self.ans(whole)[:, 0].float(),
            claim=self.claim(whole)[:, 0].float(),
            right=self.right(whole)[:, 0].float(),
            asking=self.why(whole).float(),
            yes=self.yn(whole)[:, 0].float(),
            wants=self.wants(whole).float(),
            start=spans[:, :, 0],
            end=spans[:, :, 1],
        )

    def new(self) -> list[Any]:
        """The parameters that the packaged model does not have."""
        of_base = ("layers.", "word", "pos", "n.")
        return [one for name, one in self.named_parameters() if not name.startswith(of_base)]

    def written(self) -> dict[str, NDArray[np.float16]]:
        """All weights in half precision but the vectors of words, which stay the packaged ones."""
        return {
            name: values.detach().cpu().numpy().astype(np.float16)
            for name, values in self.state_dict().items()
            if name != _FROZEN
        }

    def read(self, weights: Arrays) -> None:
        """Take over what `written` gave; raises `RuntimeError` where a part is missing."""
        found = {name: torch.tensor(one, dtype=torch.float32) for name, one in weights.items()}
        self.load_state_dict({**found, _FROZEN: self.word})


def read_base(folder: Path) -> Arrays:
    """The weights of the packaged model in its folder."""
    from safetensors.numpy import load_file

    found: Arrays = load_file(str(folder / WEIGHTS))
    return found


def _layer(base: Arrays, number: int) -> Layer:
    layer = Layer()
    for name, called in BASE_NAMES.items():
        part = getattr(layer, name)
        for kind in ("weight", "bias"):
            values = base[f"encoder.layer.{number}.{called}.{kind}"]
            getattr(part, kind).data = torch.tensor(values, dtype=torch.float32)
    return layer


def _by_head(values: Any) -> Any:
    size, length, _ = values.shape
    return values.view(size, length, _HEADS, _WIDTH // _HEADS).transpose(1, 2)
