"""Zip files, as chats and workspaces are exported → a folder that is read like any other."""

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from graphmem.sources.json_stream import UnreadableError

_BEGIN = b"PK\x03\x04"
# What macOS adds to an archive beside its content.
_ASIDE = "__MACOSX"
_SUFFIXES = frozenset({".json", ".jsonl", ".ndjson", ".txt"})


def is_archive(path: Path) -> bool:
    """Tells whether a file is a zip file, by how it begins."""
    with path.open("rb") as stream:
        return stream.read(len(_BEGIN)) == _BEGIN


@contextmanager
def opened(path: Path) -> Iterator[Path]:
    """The folder that an archive holds, without its media, until the end; `UnreadableError`."""
    with TemporaryDirectory(prefix="graphmem-") as folder:
        try:
            with zipfile.ZipFile(path) as archive:
                for member in archive.infolist():
                    if Path(member.filename).suffix.lower() in _SUFFIXES:
                        archive.extract(member, folder)  # never outside of the folder
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
            raise UnreadableError(f"the zip file cannot be read: {error}") from error
        yield _content(Path(folder))


def _content(folder: Path) -> Path:
    """The folder itself, or the one folder that is all it holds."""
    inside = [one for one in folder.iterdir() if one.name != _ASIDE]
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder
