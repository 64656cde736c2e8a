"""Words that are looked for in everything written: properties of the graph, files of a folder."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, LiteralString, NamedTuple

from benchmarks.forgetting.talks import words_of
from benchmarks.patience import patiently
from graphmem.memory import Memory

_NODES: LiteralString = "MATCH (n) RETURN labels(n), n.space, properties(n)"
_LINKS: LiteralString = "MATCH (n)-[r]->() RETURN [type(r)], n.space, properties(r)"
_SHOWN = 20
_WORD = re.compile(rb"[a-z\x80-\xff]+(?:'[a-z\x80-\xff]+)*")
_AT_ONCE = 1 << 24
_LONGEST = 256  # bytes of a word, at the seam of two pieces of a file
_LEAST = 5  # letters: a shorter word stands in any file by chance


class Properties(NamedTuple):
    """How much was read of a graph, and the words found in it, each with where it stands."""

    nodes: int
    relationships: int
    values: int
    found: dict[str, str]


def properties(memory: Memory, words: Iterable[str], *, space: str | None = None) -> Properties:
    """Look for words in every property of every node and relationship, of all spaces unless one."""
    sought = set(words)
    counts: Counter[str] = Counter()
    found: dict[str, str] = {}
    for kind, query in (("nodes", _NODES), ("relationships", _LINKS)):
        for labels, place, held in rows(memory, query):
            if space not in (None, place):
                continue
            counts[kind] += 1
            for key, value in held.items():
                counts["values"] += 1
                for word in sought & words_of(" ".join(_texts(value))):
                    found.setdefault(word, f"{'/'.join(sorted(labels))}.{key}")
    return Properties(counts["nodes"], counts["relationships"], counts["values"], found)


def vocabulary(memory: Memory) -> set[str]:
    """Every word that any property of the memory's space holds."""
    return {
        word
        for query in (_NODES, _LINKS)
        for _, space, held in rows(memory, query)
        if space == memory.space
        for value in held.values()
        for word in words_of(" ".join(_texts(value)))
    }


def rows(memory: Memory, query: LiteralString, **parameters: Any) -> list[tuple[Any, ...]]:
    """The rows of a query of the database's owner, in their order."""
    database = memory._database

    def read() -> list[tuple[Any, ...]]:
        with database.driver.session(database=database.name) as session:
            return [tuple(row.values()) for row in session.run(query, parameters)]

    return patiently(read)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def files(folder: Path, words: Iterable[str]) -> dict[str, dict[str, Any]]:
    """How many of the words stand in the files of a folder, in UTF-8, by the kind of file."""
    sought = {word.replace("’", "'").encode() for word in words if len(word) >= _LEAST}
    found: Mapping[str, set[bytes]] = defaultdict(set)
    sizes: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            kind = kind_of(path.relative_to(folder).as_posix())
            counts[kind] += 1
            sizes[kind] += path.stat().st_size
            found[kind].update(_within(path, sought))
    return {
        kind: {
            "files": counts[kind],
            "bytes": sizes[kind],
            "words": len(found[kind]),
            "such_as": sorted(word.decode() for word in found[kind])[:_SHOWN],
        }
        for kind in sorted(counts)
    }


def sought_in_files(words: Iterable[str]) -> list[str]:
    """The words that are long enough to stand in a file by no chance."""
    return sorted(word for word in words if len(word) >= _LEAST)


def kind_of(path: str) -> str:
    """What a file of the data folder is, by its path in it."""
    if "/transactions/" in path:
        return "transaction logs"
    if "/schema/index/" in path:
        if "/fulltext" in path:
            return "full-text indexes"
        return "vector indexes" if "/vector" in path else "other indexes"
    if "/databases/" in path:
        return "records of the store"
    if path.startswith("logs/"):
        return "logs"
    return "the rest"


def _within(path: Path, sought: set[bytes]) -> set[bytes]:
    found: set[bytes] = set()
    rest = b""
    try:
        with path.open("rb") as stream:
            while piece := stream.read(_AT_ONCE):
                text = (rest + piece).replace("’".encode(), b"'").lower()
                found |= sought.intersection(_WORD.findall(text))
                rest = text[-_LONGEST:]
    except FileNotFoundError:  # the server's, which has just cleared it away
        pass
    return found
