"""Fits the adapter with which SmolLM2 writes what turns state.

It learns on sequences of talk by what stands in their branches alone. On a GPU an epoch takes
minutes, on two cores hours: so a fit may be broken off and go on from what it wrote.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training.propositions.network import AdaptedNetwork
from training.propositions.sequences import TalkSequence

_RATE = 8e-4
_LEAST_RATE = 0.03
_WARM_UP = 15
_AT_ONCE = 4  # sequences of a step
_MOST_GRADIENT = 1.0
_BETAS = (0.9, 0.98)
_TOLD = 100  # steps between two lines of progress


class Fitting(NamedTuple):
    """How long it learns, from which rate on, and what draws the order of the sequences."""

    minutes: float
    rate: float = _RATE
    seed: int = 0


def fit(
    network: AdaptedNetwork,
    own: Sequence[TalkSequence],
    others: Sequence[TalkSequence],
    fitting: Fitting,
    *,
    shares: int = 2,
    keep: Callable[[], None] = lambda: None,
) -> None:
    """Fit the network on sequences of the corpus, and after each on so many ``shares`` of others.

    ``keep`` is called from time to time, so that what was learnt is not lost with the process.
    """
    torch.manual_seed(fitting.seed)
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=0.0, betas=_BETAS)
    drawn = _drawn(own, others, shares, Random(fitting.seed))
    begun, step, losses = monotonic(), 0, [0.0]
    while (done := (monotonic() - begun) / (60 * fitting.minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = fitting.rate * min(1, (step + 1) / _WARM_UP) * max(_LEAST_RATE, 1 - done)
        some = [next(drawn) for _ in range(_AT_ONCE)]
        written = sum(int((one.branch > 0).sum()) for one in some)
        losses.append(0.0)
        for one in some:
            loss = loss_of(network, one) / written
            loss.backward()
            losses[-1] += float(loss.detach())
        nn.utils.clip_grad_norm_(network.parameters(), _MOST_GRADIENT)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        if step % _TOLD == 0:
            keep()
            print(f"{step} steps, loss {np.mean(losses[-_TOLD:]):.3f}", flush=True)
    keep()


def loss_of(network: AdaptedNetwork, sequence: TalkSequence) -> Any:
    """How unlikely all that is to be written is, in nats."""
    device = next(network.parameters()).device
    tokens, places, branch = (torch.from_numpy(one).to(device) for one in sequence)
    vectors = network(tokens, places, seen_in(branch))
    written = (branch[1:] > 0) & (branch[1:] == branch[:-1])
    scores = network.scores(vectors[:-1][written])
    return functional.cross_entropy(scores, tokens[1:][written], reduction="sum")


def seen_in(branch: Any) -> Any:
    """Which tokens each sees: the talk before it, and what stands before it in its branch."""
    count = len(branch)
    before = torch.ones(count, count, dtype=torch.bool, device=branch.device).tril()
    return ((branch[None] == 0) | (branch[None] == branch[:, None])) & before


def _drawn(
    own: Sequence[TalkSequence], others: Sequence[TalkSequence], shares: int, draw: Random
) -> Iterator[TalkSequence]:
    rest = list(others)
    draw.shuffle(rest)
    at = 0
    while True:
        for one in draw.sample(list(own), len(own)):
            yield one
            for _ in range(shares if rest else 0):
                yield rest[at % len(rest)]
                at += 1


def write_adapter(network: AdaptedNetwork, path: Path) -> None:
    """Write what was fitted, in half precision, as the package reads it."""
    np.savez_compressed(path, **network.written())  # type: ignore[arg-type]
