"""Labelled files → weights: each file in a space of its own, which is dropped afterwards."""

from collections.abc import Sequence
from pathlib import Path

from graphmem.adapters.encoder import Encoder
from graphmem.evaluation.origin import file_digest
from graphmem.evaluation.ranker import Gathered, Labelled, fit_ranker, gather, together
from graphmem.evaluation.readers import READERS, benchmark_of
from graphmem.evaluation.spaces import opener
from graphmem.model.progress import Progress, silent
from graphmem.retrieval.weights import Shipped, read_weights
from graphmem.settings import Settings


def fit_files(
    files: Sequence[Path],
    settings: Settings,
    encoder: Encoder | None,
    *,
    date: str,
    keep: bool = False,
    progress: Progress = silent,
) -> Shipped:
    """Fit the ranker on labelled files in LoCoMo's, LongMemEval's or the sample's format.

    Weights that are not fitted stay as the settings have them. ``keep`` leaves the spaces.
    Raises `InputError` where a file is not what it should be, before anything is ingested.
    """
    base = read_weights(settings.weights).weights
    gathered: list[Gathered] = []
    labelled: list[Labelled] = []
    known = [(file, benchmark_of(file), file_digest(file)) for file in files]
    for file, benchmark, found in known:
        open_batch = opener(
            settings,
            encoder,
            benchmark=benchmark,
            data_digest=found,
            keep=keep,
            progress=progress,
        )
        parts: list[Gathered] = []
        conversations = 0
        for batch in READERS[benchmark](file):
            if not batch.cases:
                continue
            with open_batch(batch) as (memory, _):
                parts.append(gather(batch, memory, base, progress=progress))
            conversations += len(batch.conversations)
        of_file = together(parts)
        gathered.append(of_file)
        labelled.append(
            Labelled(
                name=file.name,
                sha256=found,
                conversations=conversations,
                questions=len(of_file.examples),
            )
        )
    return fit_ranker(gathered, base, labelled, date=date, progress=progress)
