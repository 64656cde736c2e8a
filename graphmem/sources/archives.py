"""Zip files, as chats and workspaces are exported → a folder that is read like any other."""

import lzma
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
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    RuntimeError,
    ValueError,
)
# Talk packs to a tenth or so; what is far smaller packed is made to fill the disk.
_MOST_TIMES = 200
_SURELY_FINE = 64 << 20


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
                members = [one for one in archive.infolist() if _is_read(one.filename)]
                # No more than is said of a member comes out of it.
                whole = sum(one.file_size for one in members)
                if whole > max(_SURELY_FINE, _MOST_TIMES * path.stat().st_size):
                    raise UnreadableError(
                        f"the zip file unpacks to {whole:,} bytes, more than {_MOST_TIMES} times "
                        "its size; unpack it yourself and give the folder, if that is right"
                    )
                for member in members:
                    archive.extract(member, folder)  # never outside of the folder
        except _BROKEN as error:
            raise UnreadableError(f"the zip file cannot be read: {error}") from error
        yield _content(Path(folder))


def _is_read(name: str) -> bool:
    return Path(name).suffix.lower() in _SUFFIXES


def _content(folder: Path) -> Path:
    """The folder itself, or the one folder that is all it holds."""
    inside = [one for one in folder.iterdir() if one.name != _ASIDE]
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder
