"""Fits the network that writes propositions, on rows that `training.propositions` prepared.

Needs torch and numpy alone: `python -m training.propositions.fit ROWS BASE OUTPUT`. On a GPU each
shape of batch is captured once as a graph and replayed: the network is so small that launching its
kernels one by one would take ten times as long as running them.
"""

import argparse
import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
import torch
from torch.nn import functional

from training.propositions.network import PropositionNetwork
from training.weights import read_weights, write_weights

BEGIN = 101
_NEVER = -1e4
_SMOOTHED = 0.05
_LABELS = 0.2
_LENGTHS = (64, 112, 160, 208, 256)  # of rows
_WRITTEN = 56
_SENTENCES = 2.6  # of a row, in a batch
_WARM_UP = 300
_MEAN = 0.001  # share of a step in the mean of the weights that is kept
_MOST_GRADIENT = 1.0

T = TypeVar("T")


class Batch(NamedTuple):
    """Rows that are read, and what is written of each of their sentences.

    ``row`` is the row of each sentence, ``focus`` is set at its tokens. ``wanted`` and ``labels``
    are negative where nothing is.
    """

    ids: Any
    segments: Any
    mask: Any
    row: Any
    focus: Any
    written: Any
    wanted: Any
    labels: Any


class Shape(NamedTuple):
    """Of a batch: how many rows of how many tokens, and how many of their sentences."""

    rows: int
    length: int
    sentences: int


class Rows:
    """Prepared rows: ragged arrays end to end."""

    def __init__(self, held: Any, part: str) -> None:
        def array(name: str) -> Any:
            return held[f"{part}_{name}"]

        self.ids, self.segments, self.bounds = map(array, ("ids", "segments", "bounds"))
        self.first, self.last = map(array, ("first", "last"))
        self.target, self.ends, self.labels = map(array, ("target", "ends", "labels"))
        self.length = np.diff(self.bounds)
        self.sentences = np.searchsorted(array("row"), np.arange(len(self.length) + 1))
        self.variant = array("variant")[self.sentences[:-1]]

    def batch(self, rows: Sequence[int], shape: Shape) -> Batch:
        """These rows with all of their sentences, padded; what is written too long is left out."""
        ids = np.zeros((shape.rows, shape.length), np.int32)
        segments, mask = np.zeros_like(ids), np.zeros_like(ids)
        row_of = np.zeros(shape.sentences, np.int32)
        focus = np.zeros((shape.sentences, shape.length), np.int32)
        written = np.zeros((shape.sentences, _WRITTEN), np.int32)
        wanted = np.full_like(written, -1)
        told = np.full((shape.sentences, _WRITTEN, self.labels.shape[1]), -1, np.int32)
        number = 0
        for at, row in enumerate(rows):
            begin, end = self.bounds[row], self.bounds[row + 1]
            ids[at, : end - begin] = self.ids[begin:end]
            segments[at, : end - begin] = self.segments[begin:end]
            mask[at, : end - begin] = 1
            for place in range(self.sentences[row], self.sentences[row + 1]):
                start, stop = self.ends[place], self.ends[place + 1]
                if stop - start > _WRITTEN:
                    continue
                row_of[number] = at
                focus[number, self.first[place] : self.last[place]] = 1
                wanted[number, : stop - start] = self.target[start:stop]
                written[number, 0] = BEGIN
                written[number, 1 : stop - start] = self.target[start : stop - 1]
                told[number, 1 : stop - start] = self.labels[start : stop - 1]
                number += 1
        mask[len(rows) :, 0] = 1
        return Batch(ids, segments, mask, row_of, focus, written, wanted, told)

    def batches(self, among: Any, draw: Any, tokens: int) -> Iterator[tuple[Shape, list[int]]]:
        """All of these rows in random order, so many tokens at once, by length."""
        found = []
        for length in _LENGTHS:
            shape = shape_of(length, tokens)
            shorter = max((other for other in _LENGTHS if other < length), default=0)
            fits = (self.length[among] > shorter) & (self.length[among] <= length)
            some: list[int] = []
            sentences = 0
            for row in draw.permutation(among[fits]):
                own = int(self.sentences[row + 1] - self.sentences[row])
                if len(some) == shape.rows or sentences + own > shape.sentences:
                    found.append((shape, some))
                    some, sentences = [], 0
                some.append(int(row))
                sentences += own
            if some:
                found.append((shape, some))
        for at in draw.permutation(len(found)):
            yield found[at]


def shape_of(length: int, tokens: int) -> Shape:
    """A batch of rows of that length with about so many tokens."""
    rows = max(1, tokens // length)
    return Shape(rows, length, max(20, int(rows * _SENTENCES)))


def losses(network: PropositionNetwork, batch: Batch, places: Any) -> tuple[Any, Any]:
    """The loss, and the sum and number of the logarithms of the chance of what is wanted."""
    row, mask = batch.row.long(), batch.mask.bool()
    memory = network.encode(batch.ids.long(), batch.segments.long(), mask)[row]
    said = network.write(memory, mask[row], batch.focus, batch.written.long())
    wanted = batch.wanted.long().clamp(min=0)
    every = torch.logaddexp(said.vocabulary.logsumexp(2), said.copied.logsumexp(2))
    known = places[wanted]  # place in the vocabulary, or -1
    by_word = said.vocabulary.gather(2, known.clamp(min=0)[:, :, None])[:, :, 0]
    by_word = by_word.masked_fill(known < 0, _NEVER)
    same = batch.ids[row][:, None, :] == batch.wanted[:, :, None]
    by_copy = said.copied.masked_fill(~same, _NEVER).logsumexp(2)
    chance = torch.logaddexp(by_word, by_copy) - every
    there = (batch.wanted >= 0) & (chance > _NEVER / 2)
    smooth = (said.vocabulary.mean(2) - every).clamp(min=-30)
    cost = -((1 - _SMOOTHED) * chance + _SMOOTHED * smooth)
    total = (cost * there).sum() / there.sum().clamp(min=1)
    for number, (_, logits) in enumerate(sorted(said.labels.items())):
        told = batch.labels[:, :, number].long().flatten()
        of_label = functional.cross_entropy(
            logits.flatten(0, 1), told, ignore_index=-1, reduction="sum"
        )
        total = total + _LABELS * of_label / (told >= 0).sum().clamp(min=1)
    return total, torch.stack([(chance * there).sum(), there.sum().to(chance.dtype)])


class Fit:
    """A network that is being fitted, with the mean of its weights over the last steps."""

    def __init__(self, network: PropositionNetwork, places: Any, given: Any, device: str) -> None:
        self.network, self.device, self._places = network, device, places
        new = network.new()
        known = {id(one) for one in new}
        rest = [it for it in network.parameters() if it.requires_grad and id(it) not in known]
        self._fitted = [*rest, *new]
        self._means = [one.detach().clone() for one in self._fitted]
        self._rates = [given.rate, given.rate * given.faster]
        self._optimiser = torch.optim.AdamW(
            [{"params": some, "lr": torch.tensor(0.0, device=device)} for some in (rest, new)],
            weight_decay=given.decay,
            betas=(0.9, 0.98),
            capturable=device == "cuda",
            foreach=True if device == "cuda" else None,
        )
        self._graphs: dict[Shape, tuple[Any, Any, Any] | None] = {}

    def step(self, shape: Shape, batch: Batch, share: float) -> Any:
        """One step, at this share of the learning rate; gives the loss."""
        for group, rate in zip(self._optimiser.param_groups, self._rates, strict=True):
            group["lr"].fill_(rate * share)
        if self.device == "cpu":
            return self._stepped(_tensors(batch, _flat(batch)))
        if shape not in self._graphs:
            try:
                self._graphs[shape] = self._captured(batch)
            except RuntimeError as error:
                print("no graph:", str(error)[:500], flush=True)
                self._graphs[shape] = None
        captured = self._graphs[shape]
        if captured is None:
            return self._stepped(_tensors(batch, _flat(batch).to("cuda")))
        graph, held, loss = captured
        held.copy_(_flat(batch).pin_memory(), non_blocking=True)
        graph.replay()
        return loss.clone()

    def _stepped(self, batch: Batch) -> Any:
        self._optimiser.zero_grad(set_to_none=True)
        with torch.autocast(
            self.device, dtype=torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False
        ):
            loss, _ = losses(self.network, batch, self._places)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._fitted, _MOST_GRADIENT, foreach=True)
        self._optimiser.step()
        torch._foreach_lerp_(self._means, [one.detach() for one in self._fitted], _MEAN)
        return loss.detach()

    def _captured(self, batch: Batch) -> tuple[Any, Any, Any]:
        held = _flat(batch).to(self.device)
        views = _tensors(batch, held)
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self._stepped(views)
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            loss = self._stepped(views)
        return graph, held, loss

    def begin_mean(self) -> None:
        """Begin the mean of the weights anew."""
        torch._foreach_copy_(self._means, [one.detach() for one in self._fitted])

    def with_mean(self, use: Callable[[PropositionNetwork], T]) -> T:
        """What ``use`` makes of the network with the mean of its weights."""
        own = [one.detach().clone() for one in self._fitted]
        torch._foreach_copy_([one.data for one in self._fitted], self._means)
        self.network.eval()
        found = use(self.network)
        torch._foreach_copy_([one.data for one in self._fitted], own)
        self.network.train()
        return found


def _flat(batch: Batch) -> Any:
    return torch.from_numpy(np.concatenate([one.ravel() for one in batch]))


def _tensors(batch: Batch, held: Any) -> Batch:
    found, at = [], 0
    for one in batch:
        found.append(held[at : at + one.size].view(one.shape))
        at += one.size
    return Batch(*found)


def main() -> None:
    """Fit and write; what it gives on the development part is printed."""
    given = _arguments()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(given.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    draw = np.random.default_rng(given.seed)
    held = np.load(given.rows)
    train, test = Rows(held, "train"), Rows(held, "development")
    labels = json.loads(str(held["label_sizes"]))
    network = PropositionNetwork(read_weights(given.base), held["tokens"], labels).to(device)
    places = torch.full((len(network.word),), -1, dtype=torch.long, device=device)
    places[network.tokens] = torch.arange(len(network.tokens), device=device)
    variants = [
        np.flatnonzero(train.variant == number) for number in range(int(train.variant.max()) + 1)
    ]
    fit = Fit(network, places, given, device)
    network.train()
    begun, done, total = time.time(), 0, []
    best, weights, checked = -math.inf, {}, 0.4
    steps = given.epochs * sum(1 for _ in train.batches(variants[0], draw, given.tokens))
    print(f"{len(train.length)} rows, {steps} steps, on {device}", flush=True)

    def left() -> float:
        return float(max(done / steps, (time.time() - begun) / given.seconds))

    for epoch in range(given.epochs):
        for shape, rows in train.batches(variants[epoch % len(variants)], draw, given.tokens):
            share = min(1.0, (done + 1) / _WARM_UP) * max(0.02, 1 - left())
            total.append(fit.step(shape, train.batch(rows, shape), share))
            done += 1
            if done in (10, 100) or done % 500 == 0:
                last = float(torch.stack(total[-100:]).mean())
                print(f"{done} {time.time() - begun:.1f} s, loss {last:.4f}", flush=True)
            if done == min(1000, steps // 4):
                fit.begin_mean()
            if left() >= checked:
                checked += 0.1499
                gives = fit.with_mean(lambda it: measure(it, test, places, given.tokens, device))
                print(f"{done} {time.time() - begun:.0f} s, development {gives:.4f}", flush=True)
                if gives > best:
                    best, weights = gives, fit.with_mean(PropositionNetwork.weights)
            if left() >= 1:
                break
        if left() >= 1:
            break
    print(f"written: development {best:.4f}", flush=True)
    write_weights(weights, given.output)


def measure(
    network: PropositionNetwork, rows: Rows, places: Any, tokens: int, device: str
) -> float:
    """The mean logarithm of the chance of each token that is wanted, those before it given."""
    total = torch.zeros(2, device=device)
    every = np.arange(len(rows.length))
    with torch.inference_mode():
        for shape, some in rows.batches(every, np.random.default_rng(0), tokens):
            batch = rows.batch(some, shape)
            views = _tensors(batch, _flat(batch).to(device))
            total += losses(network, views, places)[1]
    chance, count = map(float, total.tolist())
    return chance / count if count else 0.0


def _arguments() -> Any:
    parser = argparse.ArgumentParser(prog="python -m training.propositions.fit")
    parser.add_argument("rows", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--tokens", type=int, default=16_000, help="of the rows of a batch")
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--faster", type=float, default=3.0, help="what is new learns so much so")
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=math.inf, help="it ends by then")
    return parser.parse_args()


if __name__ == "__main__":
    main()
