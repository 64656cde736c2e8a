"""Fits the reader's network, and says what it makes of rows."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader

from graphmem.reader import TokenRow
from training.reader.batches import (
    NOT_TAUGHT,
    AskedBatch,
    ClaimBatch,
    Inputs,
    Step,
    Steps,
    inputs_of,
)
from training.reader.figures import Judgement, best_span
from training.reader.network import Arrays, ReaderNetwork

_HEADS_FASTER = 5
_DECAY = 0.01
_MOST_GRADIENT = 1.0
_WARM_UP = 150
_LEAST_RATE = 0.01
_NEVER = -1e4
_ROWS_AT_ONCE = 256
# How much each task counts beside choosing the turn that answers.
_EACH_ANSWERS, _SPANS, _ASKING, _YES, _WANTS = 0.5, 0.5, 0.3, 0.5, 0.2
_CLAIMS, _CLAIM_SPANS = 0.7, 0.15


class Fitting(NamedTuple):
    """How fast it learns, on what it runs, and by how many processes batches are made."""

    rate: float = 1.5e-4
    seed: int = 0
    device: str = "cpu"
    workers: int = 0


def new_network(base: Arrays, fitting: Fitting) -> ReaderNetwork:
    """A network whose new parts are drawn by the seed."""
    torch.manual_seed(fitting.seed)
    network = ReaderNetwork(base)
    network.to(fitting.device)
    return network


def fit(network: ReaderNetwork, steps: Steps, fitting: Fitting) -> list[float]:
    """Fit the network; gives the loss of each step."""
    torch.manual_seed(fitting.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    heads = network.new()
    known = {id(one) for one in heads}
    rest = [one for one in network.parameters() if one.requires_grad and id(one) not in known]
    optimiser = torch.optim.AdamW(
        [
            {"params": rest, "lr": fitting.rate},
            {"params": heads, "lr": fitting.rate * _HEADS_FASTER},
        ],
        weight_decay=_DECAY,
    )
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda done: rate(done, len(steps)))
    network.train()
    losses = []
    for step in _loaded(steps, fitting):
        loss = _loss(network, step, fitting.device)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), _MOST_GRADIENT)
        optimiser.step()
        schedule.step()
        optimiser.zero_grad(set_to_none=True)
        losses.append(loss.detach())
    found: list[float] = torch.stack(losses).tolist()
    return found


def rate(done: int, steps: int) -> float:
    """The share of the learning rate after so many steps: it rises, then falls to almost none."""
    return min(1.0, (done + 1) / _WARM_UP) * max(_LEAST_RATE, 1 - done / steps)


def judgements(network: ReaderNetwork, rows: Sequence[TokenRow], device: str) -> list[Judgement]:
    """What the network says of each row, in order."""
    network.eval()
    # Rows of one length together hold little padding.
    places = sorted(range(len(rows)), key=lambda place: len(rows[place].ids))
    found: dict[int, Judgement] = {}
    for begin in range(0, len(places), _ROWS_AT_ONCE):
        some = places[begin : begin + _ROWS_AT_ONCE]
        found |= zip(some, _judged(network, [rows[place] for place in some], device), strict=True)
    return [found[place] for place in range(len(rows))]


def _judged(network: ReaderNetwork, rows: Sequence[TokenRow], device: str) -> Iterator[Judgement]:
    inputs = Inputs(*(torch.from_numpy(one).to(device) for one in inputs_of(rows)))
    with torch.inference_mode(), _precision(device):
        said = network(inputs)
    start = said.start.log_softmax(1).cpu().numpy()
    end = said.end.log_softmax(1).cpu().numpy()
    single = [one.cpu() for one in (said.answers, said.yes, said.claim, said.right)]
    for number, row in enumerate(rows):
        answers, yes, claim, right = (float(values[number]) for values in single)
        yield Judgement(answers, yes, claim, right, best_span(start[number], end[number], row))


def _loaded(steps: Steps, fitting: Fitting) -> DataLoader:
    return DataLoader(
        steps,
        batch_size=None,
        shuffle=False,
        num_workers=fitting.workers,
        # Processes that are forked share the examples.
        multiprocessing_context="fork" if fitting.workers else None,
        prefetch_factor=4 if fitting.workers else None,
    )


def _precision(device: str) -> AbstractContextManager[Any]:
    if device != "cuda":
        return nullcontext()
    found: AbstractContextManager[Any] = torch.autocast(device, dtype=torch.bfloat16)
    return found


def _loss(network: ReaderNetwork, step: Step, device: str) -> Any:
    loss = _asked_loss(network, _moved(step.asked, device), device)
    for batch, head in ((step.claimed, "claim"), (step.worded, "right")):
        if batch is not None:
            loss = loss + _CLAIMS * _claim_loss(network, _moved(batch, device), head, device)
    return loss


def _asked_loss(network: ReaderNetwork, batch: AskedBatch, device: str) -> Any:
    with _precision(device):
        said = network(batch.inputs)
    each = functional.binary_cross_entropy_with_logits(said.answers, batch.answers, reduction="sum")
    loss = _EACH_ANSWERS * each / len(batch.right)
    # Among the turns of a question, with none of them as a further choice.
    scores = torch.full(batch.right.shape, _NEVER, device=device)
    scores[:, -1] = 0
    scores = scores.index_put((batch.question, batch.column), said.answers)
    loss = loss + _unlikely(scores, batch.right).mean()
    spans = _unlikely(said.start, batch.starts) + _unlikely(said.end, batch.ends)
    loss = loss + _SPANS * _mean(spans, batch.starts.any(1))
    if (batch.asking != NOT_TAUGHT).any():
        loss = loss + _ASKING * functional.cross_entropy(said.asking, batch.asking)
    yes = functional.binary_cross_entropy_with_logits(
        said.yes, batch.yes.clamp(min=0), reduction="none"
    )
    loss = loss + _YES * _mean(yes, batch.yes >= 0)
    return loss + _WANTS * functional.cross_entropy(said.wants, batch.wants)


def _claim_loss(network: ReaderNetwork, batch: ClaimBatch, head: str, device: str) -> Any:
    with _precision(device):
        said = network(batch.inputs)
    loss = functional.binary_cross_entropy_with_logits(getattr(said, head), batch.right)
    if (batch.start != NOT_TAUGHT).any():
        start = functional.cross_entropy(said.start, batch.start)
        end = functional.cross_entropy(said.end, batch.end)
        loss = loss + _CLAIM_SPANS * (start + end)
    return loss


def _unlikely(scores: Any, right: Any) -> Any:
    """How unlikely it is, by row, that one of those is chosen that are right."""
    return scores.logsumexp(1) - scores.masked_fill(~right, _NEVER).logsumexp(1)


def _mean(values: Any, counted: Any) -> Any:
    """The mean of those that count; none of them is nothing."""
    return (values * counted).sum() / counted.sum().clamp(min=1)


def _moved(batch: Any, device: str) -> Any:
    """A batch on the device, with all that it holds."""
    if isinstance(batch, tuple):
        return type(batch)(*(_moved(one, device) for one in batch))
    return batch.to(device, non_blocking=True)
