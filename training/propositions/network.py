"""The network that writes propositions: the packaged model's layers, and a decoder that copies.

Needs torch and numpy alone, so that it can be fitted where nothing else is installed.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.nn import functional

from training.weights import BASE_NAMES

WIDTH, HEADS, LAYERS, DECODERS = 384, 12, 6, 3
_EPSILON = 1e-12
_DROPOUT = 0.15
_NEVER = -1e4
_SEGMENTS = 4
FROZEN = "word"

Arrays = Mapping[str, Any]


class Logits(NamedTuple):
    """Logits of the next token: of ``vocabulary``, and of each token of the row to be copied.

    ``labels`` are logits of what a sentence that ends here is, by name.
    """

    vocabulary: Any
    copied: Any
    labels: Mapping[str, Any]


class Layer(nn.Module):  # type: ignore[misc]
    """One layer of attention to itself, to ``memory`` where ``crossed``, and forward."""

    def __init__(self, *, crossed: bool = False) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.n1, self.n2 = (nn.LayerNorm(WIDTH, eps=_EPSILON) for _ in range(2))
        self.i, self.f = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.crossed = crossed
        if crossed:
            self.cq, self.ck, self.cv, self.co = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
            self.nc = nn.LayerNorm(WIDTH, eps=_EPSILON)

    def forward(self, values: Any, mask: Any, memory: Any = None, seen: Any = None) -> Any:
        """The values after the layer; where it is ``crossed``, each sees none behind it."""
        causal = self.crossed
        mixed = self._attend(self.q(values), self.k(values), self.v(values), mask, causal=causal)
        values = self.n1(values + self._dropped(self.o(mixed)))
        if self.crossed:
            mixed = self._attend(self.cq(values), self.ck(memory), self.cv(memory), seen)
            values = self.nc(values + self._dropped(self.co(mixed)))
        return self.n2(values + self._dropped(self.f(functional.gelu(self.i(values)))))

    def _attend(self, q: Any, k: Any, v: Any, mask: Any, *, causal: bool = False) -> Any:
        mixed = functional.scaled_dot_product_attention(
            *(_by_head(one) for one in (q, k, v)),
            attn_mask=None if causal else mask,
            is_causal=causal,
            dropout_p=_DROPOUT if self.training else 0.0,
        )
        return mixed.transpose(1, 2).reshape(q.shape)

    def _dropped(self, values: Any) -> Any:
        return functional.dropout(values, _DROPOUT, self.training)


class PropositionNetwork(nn.Module):  # type: ignore[misc]
    """Reads a row, and writes what one of its sentences states; vectors of words stay as they are.

    ``tokens`` are those that can be written without being copied, ``labels`` the number of
    classes of each label.
    """

    def __init__(self, base: Arrays, tokens: Any, labels: Mapping[str, int]) -> None:
        super().__init__()
        given = {name: torch.as_tensor(one, dtype=torch.float32) for name, one in base.items()}
        self.word = nn.Parameter(given["embeddings.word_embeddings.weight"], requires_grad=False)
        self.register_buffer("tokens", torch.as_tensor(tokens, dtype=torch.long))
        self.pos = nn.Parameter(given["embeddings.position_embeddings.weight"].clone())
        segment = given["embeddings.token_type_embeddings.weight"][:1].repeat(_SEGMENTS, 1)
        self.seg = nn.Parameter(segment + torch.randn(_SEGMENTS, WIDTH) * 0.005)
        self.n = _norm(given, "embeddings.LayerNorm")
        self.layers = nn.ModuleList(_layer(given, number) for number in range(LAYERS))
        self.focus = nn.Parameter(torch.randn(WIDTH) * 0.05)
        self.wpos = nn.Parameter(given["embeddings.position_embeddings.weight"].clone())
        self.wn = _norm(given, "embeddings.LayerNorm")
        self.writers = nn.ModuleList(
            _layer(given, 2 * number + 1, crossed=True) for number in range(DECODERS)
        )
        self.turned = nn.Linear(WIDTH, WIDTH)
        self.tn = nn.LayerNorm(WIDTH, eps=_EPSILON)
        self.bias = nn.Parameter(torch.zeros(len(tokens)))
        self.pq, self.pk = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.labels = nn.ModuleDict({name: nn.Linear(WIDTH, n) for name, n in labels.items()})

    def encode(self, ids: Any, segments: Any, mask: Any) -> Any:
        """A vector for each token of the rows; ``mask`` is true where there is one."""
        values = self.n(self.word[ids] + self.pos[: ids.shape[1]] + self.seg[segments])
        values = functional.dropout(values, _DROPOUT, self.training)
        for layer in self.layers:
            values = layer(values, mask[:, None, None, :])
        return values

    def write(self, memory: Any, mask: Any, focus: Any, written: Any) -> Logits:
        """The next token after each that is ``written``, of the sentence in ``focus``."""
        memory = memory + self.focus * focus[:, :, None].to(memory.dtype)
        values = self.wn(self.word[written] + self.wpos[: written.shape[1]])
        values = functional.dropout(values, _DROPOUT, self.training)
        seen = mask[:, None, None, :]
        for layer in self.writers:
            values = layer(values, None, memory, seen)
        turned = self.tn(functional.gelu(self.turned(values)))
        vocabulary = turned @ self.word[self.tokens].T.to(turned.dtype) + self.bias
        copied = (self.pq(values) @ self.pk(memory).transpose(1, 2)) / WIDTH**0.5
        copied = copied.float().masked_fill(~mask[:, None, :], _NEVER)
        labels = {name: head(values).float() for name, head in self.labels.items()}
        return Logits(vocabulary.float(), copied, labels)

    def new(self) -> list[Any]:
        """The parameters that the packaged model does not have."""
        of_base = ("layers.", "word", "pos", "n.")
        return [one for name, one in self.named_parameters() if not name.startswith(of_base)]

    def weights(self) -> dict[str, Any]:
        """All weights in half precision but the vectors of words, which stay the packaged ones."""
        return {
            name: values.detach().cpu().numpy().astype("int64" if name == "tokens" else "float16")
            for name, values in self.state_dict().items()
            if name != FROZEN
        }

    def read(self, weights: Arrays) -> None:
        """Take over what `weights` gave; raises `RuntimeError` where a part is missing."""
        found = {
            name: torch.as_tensor(one, dtype=torch.long if name == "tokens" else torch.float32)
            for name, one in weights.items()
        }
        self.load_state_dict({**found, FROZEN: self.word})


def _norm(given: Arrays, name: str) -> Any:
    norm = nn.LayerNorm(WIDTH, eps=_EPSILON)
    norm.weight.data, norm.bias.data = (
        given[f"{name}.weight"].clone(),
        given[f"{name}.bias"].clone(),
    )
    return norm


def _layer(given: Arrays, number: int, *, crossed: bool = False) -> Layer:
    layer = Layer(crossed=crossed)
    for name, called in BASE_NAMES.items():
        for kind in ("weight", "bias"):
            values = given[f"encoder.layer.{number}.{called}.{kind}"]
            getattr(getattr(layer, name), kind).data = values.clone()
    if crossed:
        # Attention to what was read begins as attention to itself.
        for name in "qkvo":
            for kind in ("weight", "bias"):
                values = getattr(getattr(layer, name), kind).data
                getattr(getattr(layer, f"c{name}"), kind).data = values.clone()
    return layer


def _by_head(values: Any) -> Any:
    size, length, _ = values.shape
    return values.view(size, length, HEADS, WIDTH // HEADS).transpose(1, 2)
