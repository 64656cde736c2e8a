"""Prepares a space for an evaluation, and keeps what its ingest left out."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager

from graphmem.adapters.encoder import Encoder
from graphmem.connection import connect
from graphmem.evaluation.cases import Batch
from graphmem.evaluation.corpus import GoldConversation
from graphmem.evaluation.prompt_coverage import Holding
from graphmem.evaluation.provenance import file_digest, ingest_digest
from graphmem.evaluation.question_runner import Subject
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.progress import Progress, silent
from graphmem.model.receipt import Receipt
from graphmem.settings import Settings
from graphmem.store.memory_snapshot import load_standing


class Ingested(Frozen):
    """Facts of ingest receipts that bear on the figures.

    ``refused`` did not go in; ``changed`` turns are kept as an earlier run recorded them;
    ``sessions_pending`` are recorded but unread, since the budget was spent; ``notes`` tell of
    chunks and pairs that the rules took in the place of the model, or that wait for another run.
    """

    refused: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    sessions_pending: int = 0
    notes: tuple[str, ...] = ()


def of_receipt(receipt: Receipt) -> Ingested:
    """Reads one receipt."""
    read, reconciled = receipt.workspace, receipt.reconciled
    return Ingested(
        refused=tuple(str(item) for item in receipt.refused),
        changed=tuple(
            f"{item.conversation_id}/{item.dia_id}: {item.reason}" for item in receipt.changed
        ),
        sessions_pending=read.sessions_pending if read else 0,
        notes=(*(read.notes if read else ()), *(reconciled.notes if reconciled else ())),
    )


def together(items: Iterable[Ingested]) -> Ingested:
    """Joins several spaces' receipts."""
    kept = list(items)
    return Ingested(
        refused=tuple(line for item in kept for line in item.refused),
        changed=tuple(line for item in kept for line in item.changed),
        sessions_pending=sum(item.sessions_pending for item in kept),
        notes=tuple(line for item in kept for line in item.notes),
    )


_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_NAME = 60
_DATA, _INGEST = 12, 8


class Prepared(Frozen):
    """What was done before the first question: the space, whether it held the data, and time.

    ``ingested`` is what did not go in as it was given.
    """

    space: str
    held: bool
    turns: int
    seconds: float
    ingested: Ingested = Ingested()


Opened = AbstractContextManager[tuple[Subject, Prepared]]
Open = Callable[[Batch], Opened]


def space_name(benchmark: str, batch: str, *, data: str, ingest: str) -> str:
    """A name that the same data get again: ``eval-locomo-79fa87e90f04-0b2d44c1-dev``.

    ``data`` is the digest of the file, ``ingest`` that of what makes a graph of it: another
    extraction has a space of its own, and never scores what an earlier one read.
    """
    digests = f"{data[:_DATA]}-{ingest[:_INGEST]}"
    return f"eval-{benchmark}-{digests}-{_UNSAFE.sub('-', batch)[:_NAME]}"


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
    ingest = ingest_digest(settings, encoder.model if encoder else settings.embedding_model)

    @contextmanager
    def opened(batch: Batch) -> Iterator[tuple[Subject, Prepared]]:
        space = space_name(benchmark, batch.name, data=data_digest, ingest=ingest)
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
                        ingested=of_receipt(receipt),
                    ),
                )
            finally:
                if not keep:
                    memory.delete_space()

    return opened


def talk_opener(
    settings: Settings, encoder: Encoder | None, *, keep: bool
) -> Callable[[GoldConversation], AbstractContextManager[Holding]]:
    """Opens a space that holds one annotated conversation and no other; dropped unless kept."""
    ingest = ingest_digest(settings, encoder.model if encoder else settings.embedding_model)

    @contextmanager
    def opened(talk: GoldConversation) -> Iterator[Holding]:
        sessions = sorted((talk.folder / "sessions").glob("*.json"))
        data = file_digest(talk.folder / "conversation.json", *sessions)
        space = space_name("corpus", talk.header.id, data=data, ingest=ingest)
        own = settings.model_copy(update={"space": space})
        with Memory(own, encoder=encoder) as memory, connect(own) as database:
            try:
                memory.ingest(talk.conversation())
                yield Holding(memory, load_standing(database, space).snapshot)
            finally:
                if not keep:
                    memory.delete_space()

    return opened
