"""The readers of files under a fuzzer that is guided by what it covers.

    python -m benchmarks.hostile.fuzz [-max_total_time=600] [FOLDER …]

The arguments are libFuzzer's; without a folder it begins with one file of each format. What makes
a reader raise, or give what cannot be kept, ends it with that file beside it (``crash-…``). Needs
`atheris`, the group ``fuzz``.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["graphmem.sources", "graphmem.archive"]):
    from graphmem.archive.container import ArchiveReader
    from graphmem.errors import ArchiveError
    from graphmem.sources import SourceFormat, read

from benchmarks.hostile.documents import documents, slack
from benchmarks.hostile.doors.files import packed

_FORMATS: tuple[SourceFormat | None, ...] = (None, *SourceFormat)
_NAMES = ("talk.json", "talk.jsonl", "talk.txt")
_MOST = ("-max_len=65536", "-timeout=30", "-rss_limit_mb=4096")


def read_all(folder: Path, data: bytes) -> None:
    """Read what follows the first two bytes, which say its format and how it is called."""
    if len(data) < 2:
        return
    file = folder / _NAMES[data[1] % len(_NAMES)]
    file.write_bytes(data[2:])
    for item in read(file, format=_FORMATS[data[0] % len(_FORMATS)]):
        item.model_dump_json()
    try:
        with ArchiveReader(file) as archive:
            for part in archive.manifest.parts:
                for _ in archive.lines(part):
                    pass
    except ArchiveError:
        pass


def seeds(folder: Path) -> None:
    """A file of each format to begin with."""
    for number, document in enumerate(documents()):
        place = _NAMES.index(f"talk{Path(document.name).suffix}")
        (folder / f"seed-{number}").write_bytes(bytes((0, place)) + document.content)
    (folder / "seed-zip").write_bytes(bytes((0, 0)) + packed(slack()))


def main(given: Sequence[str]) -> None:
    """Fuzz until something is found or the time is over."""
    with tempfile.TemporaryDirectory(prefix="graphmem-fuzz-") as work:
        begun = Path(work) / "corpus"
        begun.mkdir()
        seeds(begun)
        folders = [one for one in given if not one.startswith("-")]
        arguments = ["fuzz", *_MOST, *given, *([] if folders else [str(begun)])]
        atheris.Setup(arguments, lambda data: read_all(Path(work), data))
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
