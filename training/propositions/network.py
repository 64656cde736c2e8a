"""SmolLM2 in PyTorch with an adapter that is fitted; its own weights stay as they are."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from training.propositions.smollm2 import (
    EACH,
    EPSILON,
    HEADS,
    KEYS,
    PARTS,
    TURN_BASE,
    WIDTH,
    layers_of,
)

Arrays = Mapping[str, NDArray[np.floating]]
RANK = 32


class AdaptedNetwork(nn.Module):  # type: ignore[misc]
    """The packaged weights in half precision, and beside each matrix two thin ones (LoRA)."""

    def __init__(
        self,
        weights: Arrays,
        *,
        rank: int = RANK,
        device: str = "cpu",
        dtype: Any = torch.bfloat16,
    ) -> None:
        super().__init__()
        self._weights = {
            name: torch.tensor(values, device=device).to(
                dtype if values.ndim == 2 else torch.float32
            )
            for name, values in weights.items()
        }
        self._turns = TURN_BASE ** -(torch.arange(0, EACH, 2, device=device) / EACH)
        self._layers = layers_of(weights)
        self.added = nn.ParameterDict()
        for number in range(self._layers):
            for part in PARTS:
                outputs, inputs = weights[f"blk.{number}.{part}.weight"].shape
                inner = torch.randn(rank, inputs) * inputs**-0.5
                self.added[f"{number}_{part}_a"] = nn.Parameter(inner)
                self.added[f"{number}_{part}_b"] = nn.Parameter(torch.zeros(outputs, rank))
        self.to(device)

    def forward(self, tokens: Any, places: Any, seen: Any) -> Any:
        """The last vectors of one sequence; ``seen`` tells which token each may look at."""
        rows = functional.embedding(tokens, self._weights["token_embd.weight"])
        angles = places[:, None].float() * self._turns
        turn = angles.cos().to(rows.dtype), angles.sin().to(rows.dtype)
        count = len(tokens)
        unseen = torch.zeros(count, count, dtype=rows.dtype, device=rows.device)
        unseen = unseen.masked_fill(~seen, float("-inf"))
        for number in range(self._layers):
            values = self._normalized(rows, f"blk.{number}.attn_norm.weight")
            asked, keys, held = (
                self._product(values, number, part).view(count, -1, EACH).transpose(0, 1)
                for part in ("attn_q", "attn_k", "attn_v")
            )
            asked, keys = (_turned(one, *turn) for one in (asked, keys))
            # Heads that share keys stand together.
            asked = asked.reshape(KEYS, -1, EACH) * EACH**-0.5
            scores = torch.bmm(asked, keys.transpose(1, 2)).view(KEYS, HEADS // KEYS, count, count)
            shares = (scores + unseen).softmax(-1).view(KEYS, -1, count)
            mixed = torch.bmm(shares, held).view(HEADS, count, EACH)
            mixed = mixed.transpose(0, 1).reshape(count, WIDTH)
            rows = rows + self._product(mixed, number, "attn_output")
            values = self._normalized(rows, f"blk.{number}.ffn_norm.weight")
            gate = functional.silu(self._product(values, number, "ffn_gate"))
            wide = gate * self._product(values, number, "ffn_up")
            rows = rows + self._product(wide, number, "ffn_down")
        return self._normalized(rows, "output_norm.weight")

    def scores(self, vectors: Any) -> Any:
        """Of each token of the vocabulary, that it is the next."""
        return functional.linear(vectors, self._weights["token_embd.weight"]).float()

    def written(self) -> dict[str, NDArray[np.float16]]:
        """The adapter in half precision, as the package reads it."""
        return {
            name: values.detach().cpu().numpy().astype(np.float16)
            for name, values in self.added.items()
        }

    def read(self, adapter: Arrays) -> None:
        """Take over what `written` gave; raises `KeyError` where a part is missing."""
        for name, values in self.added.items():
            values.data = torch.tensor(adapter[name], dtype=torch.float32, device=values.device)

    def _product(self, rows: Any, number: int, part: str) -> Any:
        inner = self.added[f"{number}_{part}_a"].to(rows.dtype)
        outer = self.added[f"{number}_{part}_b"].to(rows.dtype)
        thin = functional.linear(functional.linear(rows, inner), outer)
        return functional.linear(rows, self._weights[f"blk.{number}.{part}.weight"]) + thin

    def _normalized(self, rows: Any, name: str) -> Any:
        whole = rows.float()
        whole = whole * torch.rsqrt(whole.pow(2).mean(-1, keepdim=True) + EPSILON)
        return (whole * self._weights[name]).to(rows.dtype)


def _turned(rows: Any, cosine: Any, sine: Any) -> Any:
    first, second = rows[..., : EACH // 2], rows[..., EACH // 2 :]
    turned = (first * cosine - second * sine, second * cosine + first * sine)
    return torch.cat(turned, -1)
