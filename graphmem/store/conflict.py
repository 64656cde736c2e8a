"""What is raised when the graph has changed since it was read."""

from graphmem.errors import StoreError


class ConflictError(StoreError):
    """The graph has changed since what is to be written was computed: read it again."""


def changed(what: str) -> ConflictError:
    """The error for something that is no longer as it was read."""
    return ConflictError(
        f"The {what} has changed since it was read.", next_step="Read it again and try once more."
    )
