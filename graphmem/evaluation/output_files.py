"""Writes result files, and checks beforehand that they can be written."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphmem.errors import InputError


def ready_folder(folder: Path) -> None:
    """Make the folder, and see that files can be written in it; `InputError` where they cannot."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass


def ready_file(file: Path) -> None:
    """See that the file can be written, and make its folder; `InputError` where it cannot."""
    with writing(file):
        if file.is_dir():
            raise IsADirectoryError(None, "it is a folder")
        if file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(None, "it may not be written")
    ready_folder(file.parent)


def write_text(file: Path, text: str) -> None:
    """Write a file whole; `InputError` where it cannot be written."""
    with writing(file):
        file.write_text(text, encoding="utf-8")


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Tell of a path that cannot be written as an `InputError`."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror or error}.",
            next_step="Give another place for the results, or make room there.",
        ) from error
