"""What only reads is run where a follower may serve it, and what writes is not.

Told from the code: every place that opens a transaction is followed, through the functions that it
names, to the queries that it may run.
"""

import ast
import re
from collections import defaultdict
from functools import cache
from typing import NamedTuple

import pytest

from graphmem.store.queries import packaged_queries
from tests.conftest import ROOT

_NOT_CODE = re.compile(r"//[^\n]*|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`")
# The last wait for indexes, and have the server write down what it holds.
_WRITES = re.compile(
    r"\b(CREATE|MERGE|SET|DELETE|REMOVE|FOREACH|DROP|TRANSACTIONS)\b|db\.(awaitIndexes|checkpoint)"
)
# It is handed the names of the queries that write.
_BY_VARIABLE = "graphmem.store.archive"

_Named = tuple[str, str]  # a module and a function or class of it


class Mentioned(NamedTuple):
    """What a piece of code names that may run queries, and the texts in it."""

    named: frozenset[_Named]
    texts: frozenset[str]


class Place(NamedTuple):
    """A call that opens a transaction, and what it is handed."""

    path: str
    line: int
    handed: Mentioned

    def queries(self) -> set[str]:
        """The queries that it may run."""
        texts, known, ahead = set(self.handed.texts), set(), set(self.handed.named)
        while ahead:
            one = ahead.pop()
            known.add(one)
            for mentioned in _functions().get(one, ()):
                texts |= mentioned.texts
                ahead |= mentioned.named - known
        return texts & packaged_queries().keys()


@cache
def _modules() -> dict[str, ast.Module]:
    return {
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", "."): ast.parse(
            path.read_text(encoding="utf-8")
        )
        for path in sorted((ROOT / "graphmem").rglob("*.py"))
    }


@cache
def _imported(module: str) -> dict[str, _Named]:
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.walk(_modules()[module])
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _mentioned(code: ast.AST, module: str) -> Mentioned:
    named: set[_Named] = set()
    texts = set()
    for node in ast.walk(code):
        match node:
            case ast.Name(id=name):
                named.add(_imported(module).get(name, (module, name)))
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
                named.add((module, name))
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in _imported(
                module
            ):
                named.add((".".join(_imported(module)[name]), attribute))
            case ast.Constant(value=str(text)):
                texts.add(text)
    return Mentioned(frozenset(named), frozenset(texts))


@cache
def _functions() -> dict[_Named, list[Mentioned]]:
    """What the functions and classes mention that are handed a transaction."""
    found: dict[_Named, list[Mentioned]] = defaultdict(list)
    for module, code in _modules().items():
        for node in ast.walk(code):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and any(
                "work" in {argument.arg for argument in inner.args.args}
                for inner in ast.walk(node)
                if isinstance(inner, ast.FunctionDef)
            ):
                found[module, node.name].append(_mentioned(node, module))
    return found


def _places(*methods: str) -> list[Place]:
    """Calls of these methods of a database."""
    return [
        Place(module, node.lineno, _mentioned(ast.Tuple(node.args, ast.Load()), module))
        for module, code in _modules().items()
        for node in ast.walk(code)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in methods
        and ast.unparse(node.func.value).endswith("database")
    ]


@cache
def _writing() -> frozenset[str]:
    return frozenset(
        query.name
        for query in packaged_queries().values()
        if _WRITES.search(_NOT_CODE.sub(" ", query.text))
    )


def _name(place: Place) -> str:
    return f"{place.path}:{place.line}"


@pytest.mark.parametrize("place", _places("read", "query", "in_turn"), ids=_name)
def test_what_reads_runs_nothing_that_writes(place: Place) -> None:
    assert not place.queries() & _writing()


@pytest.mark.parametrize("place", _places("write", "write_at_once", "command"), ids=_name)
def test_what_takes_the_writer_runs_something_that_writes(place: Place) -> None:
    found = place.queries()
    assert not found or place.path == _BY_VARIABLE or found & _writing()


def test_the_queries_of_transactions_are_found() -> None:
    found = {query for place in _places("read", "query", "in_turn") for query in place.queries()}
    written = {query for place in _places("write") for query in place.queries()}
    assert len(found) > 100
    assert len(written & _writing()) > 60
