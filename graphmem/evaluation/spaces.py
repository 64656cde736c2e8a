"""A space of its own for what is evaluated, and what becomes of it."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from graphmem.adapters.encoder import Encoder
from graphmem.evaluation.asking import Subject
from graphmem.evaluation.cases import Batch
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.progress import Progress, silent
from graphmem.settings import Settings

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_NAME = 60
_DIGEST = 12


class Prepared(Frozen):
    """What was done before the first question: the space, whether it held the data, and time."""

    space: str
    held: bool
    turns: int
    seconds: float


Opened = AbstractContextManager[tuple[Subject, Prepared]]
Open = Callable[[Batch], Opened]


def space_name(benchmark: str, data_digest: str, batch: str) -> str:
    """A name that the same data get again: ``eval-locomo-79fa87e90f04-dev``."""
    return f"eval-{benchmark}-{data_digest[:_DIGEST]}-{_UNSAFE.sub('-', batch)[:_NAME]}"


def opener(
    settings: Settings,
    encoder: Encoder | None,
    *,
    benchmark: str,
    data_digest: str,
    keep: bool,
    progress: Progress = silent,
) -> Open:
    """Opens a batch's space: takes in what it does not hold yet, and drops it unless kept."""

    @contextmanager
    def opened(batch: Batch) -> Iterator[tuple[Subject, Prepared]]:
        space = space_name(benchmark, data_digest, batch.name)
        with Memory(settings.model_copy(update={"space": space}), encoder=encoder) as memory:
            try:
                receipt = memory.ingest(*batch.conversations, progress=progress)
                yield (
                    memory,
                    Prepared(
                        space=space,
                        held=receipt.turns_stored == 0,
                        turns=receipt.turns_stored + receipt.turns_skipped,
                        seconds=receipt.seconds.total,
                    ),
                )
            finally:
                if not keep:
                    memory.delete_space()

    return opened
