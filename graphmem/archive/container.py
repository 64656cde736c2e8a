"""The file of an archive: a zip of parts, the same bytes for the same parts, read as a stream."""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple, Self

from pydantic import ValidationError

from graphmem.errors import ArchiveError
from graphmem.model.archive import FORMAT_VERSION, ArchivePart, Manifest
from graphmem.model.base import faults
from graphmem.store.archive import ArchivedNode

MANIFEST = "manifest.json"

_FORMAT: str = Manifest.model_fields["format"].default
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip can tell
_UNIX = 3
_READABLE = 0o644 << 16
_LONGEST_LINE = 64 * 2**20
_LONGEST_MANIFEST = 2**20
_PACKED = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_ENCRYPTED = 0x1
# What the library raises over a file of another hand, besides `KeyError` for a part it lacks.
_UNREADABLE = (OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError)
_DAMAGED = "Take another copy of the archive, or export the space again."


class PartLine(NamedTuple):
    """A line of a part with its number, from 1."""

    number: int
    text: bytes


class _Zipped:
    _zip: zipfile.ZipFile

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()


class ArchiveWriter(_Zipped):
    """Writes parts into a new file, one after the other, and the manifest at the end."""

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.parts: list[ArchivePart] = []

    def add(self, kind: Literal["nodes", "relationships"], of: str, lines: Iterable[bytes]) -> None:
        """Write one part; nothing where there are no lines."""
        name = part_name(kind, of)
        digest, count, size = hashlib.sha256(), 0, 0
        iterator = iter(lines)
        first = next(iterator, None)
        if first is None:
            return
        with self._zip.open(_entry(name), "w", force_zip64=True) as stream:
            for line in _chained(first, iterator):
                stream.write(line)
                digest.update(line)
                count += 1
                size += len(line)
        self.parts.append(
            ArchivePart(
                name=name, kind=kind, of=of, lines=count, bytes=size, sha256=digest.hexdigest()
            )
        )

    def close(self, manifest: Manifest) -> None:
        """Write the manifest, as it is: so its date changes no length."""
        held = manifest.model_dump(mode="json", exclude_none=True)
        text = json.dumps(held, ensure_ascii=False, indent=2) + "\n"
        self._zip.writestr(_entry(MANIFEST), text, compress_type=zipfile.ZIP_STORED)
        self._zip.close()


def _chained(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def part_name(kind: str, of: str) -> str:
    """``nodes/Turn.jsonl``."""
    return f"{kind}/{of}.jsonl"


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, date_time=_EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = _UNIX
    entry.external_attr = _READABLE
    return entry


class ArchiveReader(_Zipped):
    """Reads the manifest and the parts of an archive; what does not fit is an `ArchiveError`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
        except FileNotFoundError as error:
            raise ArchiveError(f"There is no {path}.", next_step="Correct the path.") from error
        except _UNREADABLE as error:
            raise _no_archive(path, str(error)) from error
        try:
            self.manifest = self._manifest()
            self._check_entries()
        except BaseException:  # whatever it was, nobody else could close the file
            self._zip.close()
            raise

    def lines(self, part: ArchivePart) -> Iterator[PartLine]:
        """The lines of a part; at its end its digest is held against the manifest's."""
        digest, count, size = hashlib.sha256(), 0, 0
        try:
            with self._zip.open(part.name) as stream:
                while text := stream.readline(_LONGEST_LINE + 1):
                    count += 1
                    size += len(text)
                    if len(text) > _LONGEST_LINE:
                        raise _damaged(f"{part.name}, line {count}: longer than 64 MiB")
                    if size > part.bytes or count > part.lines:
                        raise _damaged(f"{part.name}: longer than the manifest says")
                    digest.update(text)
                    yield PartLine(count, text)
        except _UNREADABLE as error:
            raise _damaged(f"{part.name}, after line {count}: {error}") from error
        if digest.hexdigest() != part.sha256 or (count, size) != (part.lines, part.bytes):
            raise _damaged(f"{part.name}: its SHA-256 is not that of the manifest")

    def _manifest(self) -> Manifest:
        try:
            with self._zip.open(MANIFEST) as stream:
                text = _whole(stream)
        except KeyError as error:
            raise _no_archive(self.path, f"it has no {MANIFEST}") from error
        except _UNREADABLE as error:
            raise _damaged(f"{MANIFEST}: {error}") from error
        try:
            found: Any = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise _damaged(f"{MANIFEST}: it is no JSON") from error
        if not isinstance(found, dict) or found.get("format") != _FORMAT:
            raise _no_archive(self.path, f"its {MANIFEST} does not say {_FORMAT!r}")
        if found.get("format_version") != FORMAT_VERSION:
            raise ArchiveError(
                f"{MANIFEST}: the archive is of format version {found.get('format_version')!r}; "
                f"this graphmem reads {FORMAT_VERSION}.",
                next_step="Import it with the version of graphmem that it names.",
            )
        try:
            return Manifest.model_validate_json(text)
        except ValidationError as error:
            raise _damaged(f"{MANIFEST}: {faults(error)}") from error

    def _check_entries(self) -> None:
        entries = self._zip.infolist()
        names = [entry.filename for entry in entries]
        wanted = [*(part.name for part in self.manifest.parts), MANIFEST]
        for part in self.manifest.parts:
            if part.name != part_name(part.kind, part.of):
                raise _damaged(f"{MANIFEST}: {part.name!r} is no name for its part")
        if missing := sorted(set(wanted) - set(names)):
            raise _damaged(f"{missing[0]}: it is missing")
        if sorted(names) != sorted(wanted):
            raise _damaged(f"{MANIFEST}: the file holds parts that it does not name, or one twice")
        for entry in entries:
            if entry.compress_type not in _PACKED or entry.flag_bits & _ENCRYPTED:
                raise _damaged(f"{entry.filename}: it is packed in another way")


def _whole(stream: IO[bytes]) -> bytes:
    text = stream.read(_LONGEST_MANIFEST + 1)
    if len(text) > _LONGEST_MANIFEST:
        raise _damaged(f"{MANIFEST}: longer than 1 MiB")
    return text


def _no_archive(path: Path, why: str) -> ArchiveError:
    return ArchiveError(
        f"{path} is no archive of graphmem: {why}.",
        next_step="`graphmem export FILE` writes one; talk to be read anew is for "
        "`graphmem ingest`.",
    )


def _damaged(problem: str) -> ArchiveError:
    return ArchiveError(f"{problem}.", next_step=_DAMAGED)


# The lines of an archive: one JSON object each, as short as it can be and always the same.


def node_line(node: ArchivedNode) -> bytes:
    """A node: its properties, among them its uid."""
    return _line(node.properties)


def link_lines(node: ArchivedNode) -> Iterator[tuple[str, bytes]]:
    """The relationships that begin at a node, each with its type; those of one type in order."""
    found = sorted((link.type, link.target, _text(link.properties)) for link in node.links)
    for kind, target, held in found:
        ends = f'{{"from":{_text(node.uid)},"to":{_text(target)}'
        yield kind, f'{ends},"properties":{held}}}\n'.encode()


def _line(value: Mapping[str, Any]) -> bytes:
    return (_text(value) + "\n").encode()


def _text(value: Any) -> str:
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )
