"""Cypher files: found by name, checked, run with exactly the parameters that they use.

A file holds one query under a header::

    // name: known_turns
    // returns: many            (none | optional | one | many)
    // A sentence or two on what it does.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from neo4j import Record, Result

from graphmem import telemetry
from graphmem.errors import QueryFileError

CARDINALITIES = ("none", "optional", "one", "many")

_HEADER = re.compile(r"//\s*name:\s*(?P<name>\w+)\s*\n//\s*returns:\s*(?P<returns>\w+)\s*\n")
_NOT_CODE = re.compile(
    r"//[^\n]*|/\*.*?\*/|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`", re.DOTALL
)
_PARAMETER = re.compile(r"\$(\w+)")


class Runner(Protocol):
    """A session or a transaction of the driver."""

    def run(self, query: Any, parameters: dict[str, Any] | None = None, /) -> Result:
        """Send one query."""


@dataclass(frozen=True)
class CypherQuery:
    """One Cypher file: its text, how many records it gives, and the parameters that it names."""

    name: str
    returns: str
    doc: str
    text: str
    parameters: frozenset[str]
    path: Path

    def run(self, runner: Runner, /, **parameters: Any) -> list[Record]:
        """Run it; raises `QueryFileError` when parameters or the count of records do not fit."""
        if parameters.keys() != self.parameters:
            raise QueryFileError(
                f"{self.path}: called with {sorted(parameters)}, uses {sorted(self.parameters)}.",
                next_step="Pass exactly the parameters that the file names.",
            )
        with telemetry.query(self.name):
            records = list(runner.run(self.text, parameters))
        fits = {
            "none": not records,
            "optional": len(records) <= 1,
            "one": len(records) == 1,
            "many": True,
        }
        if not fits[self.returns]:
            raise QueryFileError(
                f"{self.path}: gave {len(records)} records, declares `returns: {self.returns}`.",
                next_step="Correct the query or its header.",
            )
        return records


def parse_query(text: str, path: Path) -> CypherQuery:
    """Read one file's text; raises `QueryFileError` where the header is missing or wrong."""
    header = _HEADER.match(text)
    if header is None or header["returns"] not in CARDINALITIES:
        raise QueryFileError(
            f"{path}: has no proper header.",
            next_step=f"Begin with `// name:` and `// returns: {' | '.join(CARDINALITIES)}`.",
        )
    lines = text[header.end() :].splitlines()
    doc = []
    for line in lines:
        if not line.startswith("//"):
            break
        doc.append(line.removeprefix("//").strip())
    if not doc:
        raise QueryFileError(f"{path}: has no line of doc.", next_step="Say what the query does.")
    code = _NOT_CODE.sub(" ", text)
    return CypherQuery(
        name=header["name"],
        returns=header["returns"],
        doc=" ".join(doc),
        text=text,
        parameters=frozenset(_PARAMETER.findall(code)),
        path=path,
    )


def load_queries(folder: Path) -> Mapping[str, CypherQuery]:
    """Every query below ``folder`` by name; a name that two files claim is refused."""
    queries: dict[str, CypherQuery] = {}
    for path in sorted(folder.rglob("*.cypher")):
        query = parse_query(path.read_text(encoding="utf-8"), path)
        if query.name in queries:
            raise QueryFileError(
                f"{path} and {queries[query.name].path} are both called {query.name}.",
                next_step="Rename one of them.",
            )
        queries[query.name] = query
    if not queries:
        raise QueryFileError(
            f"{folder} holds no Cypher files.",
            next_step="Install graphmem again: it is incomplete.",
        )
    return queries


def cypher_folder() -> Path:
    """Folder of the queries: inside the package of a wheel, beside it in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "cypher"
    return inside if inside.is_dir() else package.parent / "cypher"


@cache
def packaged_queries() -> Mapping[str, CypherQuery]:
    """The queries that ship with graphmem, read once."""
    return load_queries(cypher_folder())
