"""Progress of long work, as it reports on itself."""

from typing import Protocol


class Progress(Protocol):
    """Told after each step how far a stage is; ``total`` is None while it is not known."""

    def __call__(self, stage: str, done: int, total: int | None, /) -> None:
        """``done`` of ``total`` in ``stage``."""


def after(progress: Progress, before: int) -> Progress:
    """The same, for a part of a stage of which ``before`` were done already."""

    def report(stage: str, done: int, total: int | None, /) -> None:
        progress(stage, before + done, None if total is None else before + total)

    return report


def silent(stage: str, done: int, total: int | None, /) -> None:
    """Report nothing."""
