"""The lines of an archive as nodes and relationships, each checked by itself and in its place."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from graphmem.archive.container import ArchiveReader, PartLine
from graphmem.errors import ArchiveError
from graphmem.model.archive import ArchivePart
from graphmem.store.archive import ArchivedNode
from graphmem.store.archive_values import NODE_SORTS, check_declared, read

_UID = re.compile(r"[a-z]+:[0-9a-f]{32}")
_NEXT = "Export the space again; an archive is not to be changed by hand."


class PlacedNode(NamedTuple):
    """A node, and the line of its part."""

    line: int
    node: ArchivedNode


class PlacedLink(NamedTuple):
    """A relationship, and the line of its part."""

    line: int
    source: str
    target: str
    properties: dict[str, Any]


def nodes_in(reader: ArchiveReader, part: ArchivePart) -> Iterator[PlacedNode]:
    """The nodes of a part by uid; raises `ArchiveError` with part and line."""
    sort = NODE_SORTS[part.of]
    kind = part.of.lower()
    last = ""
    for line in reader.lines(part):
        with _at(part, line.number):
            held = _object(line)
            uid = _uid(held.get("uid"))
            if uid.partition(":")[0] != kind:
                raise _refused(f"{uid} is the uid of no {part.of}")
            if uid <= last:
                raise _refused(f"{uid} stands twice, or not in order")
            if held.get("space") != reader.manifest.space:
                raise _refused(f"{uid} is not of the space of the manifest")
            values = read(held, dimension=reader.manifest.embedding.dimension)
            check_declared(values, sort.properties)
        last = uid
        yield PlacedNode(line.number, ArchivedNode(uid, held))


def links_in(reader: ArchiveReader, part: ArchivePart) -> Iterator[PlacedLink]:
    """The relationships of a part by their ends; raises `ArchiveError` with part and line."""
    last = ("", "")
    for line in reader.lines(part):
        with _at(part, line.number):
            held = _object(line)
            properties = held.get("properties")
            if held.keys() != {"from", "to", "properties"} or not isinstance(properties, dict):
                raise _refused("it is no relationship")
            ends = _uid(held["from"]), _uid(held["to"])
            if ends < last:
                raise _refused("it does not stand in order")
            read(properties, dimension=reader.manifest.embedding.dimension)
        last = ends
        yield PlacedLink(line.number, *ends, properties)


def refuse_at(part: ArchivePart, line: int, problem: str) -> ArchiveError:
    """The error for something about one line."""
    return ArchiveError(f"{part.name}, line {line}: {problem}.", next_step=_NEXT)


def _object(line: PartLine) -> dict[str, Any]:
    try:
        found = json.loads(line.text)
    except (ValueError, RecursionError):
        raise _refused("it is no JSON") from None
    if not isinstance(found, dict):
        raise _refused("it is no JSON object")
    return found


def _uid(value: Any) -> str:
    if not isinstance(value, str) or not _UID.fullmatch(value):
        raise _refused(f"{str(value)[:80]!r} is no uid")
    return value


@contextmanager
def _at(part: ArchivePart, line: int) -> Iterator[None]:
    try:
        yield
    except ArchiveError as error:
        problem = error.problem.removesuffix(".")
        raise refuse_at(part, line, problem) from error


def _refused(problem: str) -> ArchiveError:
    return ArchiveError(f"{problem}.", next_step=_NEXT)
