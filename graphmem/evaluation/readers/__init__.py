"""Labelled files → batches of conversations and questions."""

from collections.abc import Callable, Iterable
from pathlib import Path

from graphmem.evaluation import labels
from graphmem.evaluation.cases import Batch
from graphmem.evaluation.readers.locomo import CATEGORIES, GROUPS, locomo_cases
from graphmem.evaluation.readers.longmemeval import longmemeval_cases
from graphmem.evaluation.readers.sample import QUESTIONS, sample_cases

# A sequence where a file is one batch; where it is many, they come one after the other.
Reader = Callable[[Path], Iterable[Batch]]

READERS: dict[str, Reader] = {
    "locomo": locomo_cases,
    "longmemeval": longmemeval_cases,
    "sample": sample_cases,
}
_KEYS = {"qa": "locomo", "haystack_sessions": "longmemeval", "questions": "sample"}

__all__ = [
    "CATEGORIES",
    "GROUPS",
    "QUESTIONS",
    "READERS",
    "Reader",
    "benchmark_of",
    "locomo_cases",
    "longmemeval_cases",
    "sample_cases",
]


def benchmark_of(path: Path) -> str:
    """Detects the format of a labelled file: ``locomo``, ``longmemeval`` or ``sample``.

    `InputError` for any other file.
    """
    for record in labels.records(path):
        for key, name in _KEYS.items():
            if key in record:
                return name
    raise labels.unfit(f"{path} holds no labelled questions in a format that is known.")
