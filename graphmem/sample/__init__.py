"""Conversations written for graphmem, to try it on and to test it with."""

from importlib.resources import files
from pathlib import Path


def sample_folder() -> Path:
    """The folder that holds the sample's conversations (JSON Lines) and its questions."""
    return Path(str(files(__name__)))


def sample_files() -> tuple[Path, ...]:
    """The sample's conversations."""
    return tuple(sorted(sample_folder().glob("*.jsonl")))
