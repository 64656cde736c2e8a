"""ARCHITECTURE.md and CONTRIBUTING.md name what there is: terms, types, commands, files."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from graphmem.clients.cli.commands import PANELS
from graphmem.store.nodes import NODE_CLASSES

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "graphmem"
TEXT = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
FOLDERS = ("graphmem", "cypher", "tests", "scripts", "training", "benchmarks")
MOST_TERMS = 40

_CODE = re.compile(r"`([^`]+)`")
_FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_PATH = re.compile(r"[\w./-]+(?:/|\.(?:py|md|json|cypher|onnx|npz|grass))")
# Folders that a reader puts a name in the place of.
_PLACEHOLDER = re.compile(r"\b(?:[A-Z]{2,}|NN)\b(?!\.md)")
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


class Term(NamedTuple):
    """A row of the glossary, each cell as the names in it."""

    term: str
    meaning: str
    types: list[str]
    labels: list[str]
    commands: list[str]
    unused: list[str]


def section(title: str) -> str:
    """What stands under a heading of the second level."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", TEXT, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[1]


def glossary() -> list[Term]:
    rows = [line for line in section("Glossary").splitlines() if line.startswith("| ")]
    head, *terms = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert head == ["term", "what it is", "type", "label", "command", "not"]
    return [
        Term(
            term,
            meaning,
            _CODE.findall(types),
            _CODE.findall(labels),
            _CODE.findall(commands),
            [word for word in unused.split(", ") if word],
        )
        for term, meaning, types, labels, commands, unused in terms
    ]


def spelled(identifier: str) -> str:
    """The words of a name in lower case, with ``_`` around and between them."""
    return f"_{'_'.join(_WORD.findall(identifier)).lower()}_"


def is_called(identifier: str, word: str) -> bool:
    """Whether a name has a word in it, or its plural."""
    name, wanted = spelled(identifier), word.replace(" ", "_")
    return f"_{wanted}_" in name or f"_{wanted}s_" in name


def identifiers() -> Iterator[tuple[str, str]]:
    """Every module, class and function of the package, with its file."""
    for path in sorted(PACKAGE.rglob("*.py")):
        place = str(path.relative_to(ROOT))
        yield (path.parent if path.stem == "__init__" else path).stem, place
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name, f"{place}:{node.lineno}"


TERMS = glossary()
each = pytest.mark.parametrize("term", TERMS, ids=lambda term: term.term)


def test_the_glossary_is_short_and_has_each_term_once() -> None:
    names = [term.term for term in TERMS]
    assert len(names) <= MOST_TERMS
    assert names == sorted(set(names))


@each
def test_a_term_is_told_in_one_sentence(term: Term) -> None:
    assert re.fullmatch(r"[^.]+", term.meaning), term.meaning


@each
def test_the_type_of_a_term_exists(term: Term) -> None:
    for name in term.types:
        module, _, attribute = name.rpartition(".")
        assert isinstance(getattr(import_module(f"graphmem.{module}"), attribute), type), name


@each
def test_the_label_of_a_term_exists(term: Term) -> None:
    known = {label for node in NODE_CLASSES for label in node.inherited_labels()}
    assert set(term.labels) <= known


@each
def test_the_command_of_a_term_exists(term: Term) -> None:
    known = {entry.name for entries in PANELS.values() for entry in entries}
    assert set(term.commands) <= known


def test_no_name_in_the_code_has_a_word_that_the_glossary_does_not_use() -> None:
    unused = [word for term in TERMS for word in term.unused]
    assert unused
    assert len(unused) == len(set(unused))
    guilty = [
        f"{name} ({place}): the glossary does not say “{word}”"
        for name, place in identifiers()
        for word in unused
        if is_called(name, word)
    ]
    assert guilty == []


@pytest.mark.parametrize(
    ("identifier", "word", "called"),
    [
        ("TenantStore", "tenant", True),
        ("_tenants_of", "tenant", True),
        ("by_date_range", "date range", True),
        ("DateRange", "date range", True),
        ("tenancy", "tenant", False),
        ("updated", "date", False),
    ],
)
def test_a_word_is_seen_within_a_name(identifier: str, word: str, called: bool) -> None:
    assert is_called(identifier, word) is called


@pytest.mark.parametrize(
    "title", ["From `Memory.ingest` to the graph", "From `Memory.ask` to its answer"]
)
def test_a_walk_opens_files_that_exist_and_counts_them(title: str) -> None:
    walk = re.search(rf"^### {re.escape(title)}\n(.*?)(?=^##|\Z)", TEXT, re.DOTALL | re.MULTILINE)
    assert walk, title
    steps = re.findall(r"^(\d+)\. `([^`]+)`", walk[1], re.MULTILINE)
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
    opened = [place for _, place in steps]
    assert len(opened) == len(set(opened))
    assert [place for place in opened if not (PACKAGE / place).is_file()] == []
    told = re.search(r"\b(\d+) files\b", walk[1])
    assert told
    assert int(told[1]) == len(opened)


@pytest.mark.parametrize("document", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_the_files_that_a_document_names_exist(document: str) -> None:
    names = _CODE.findall(_FENCED.sub("", (ROOT / document).read_text("utf-8")))
    paths = {name for name in names if _PATH.fullmatch(name) and not _PLACEHOLDER.search(name)}
    assert len(paths) > 10
    assert [path for path in sorted(paths) if not _exists(path)] == []


def _exists(path: str) -> bool:
    """Whether it stands in the repository, or ends a path in one of its folders."""
    return (ROOT / path).exists() or any(
        True for folder in FOLDERS for _ in (ROOT / folder).rglob(path)
    )


# Nodes bear the names of their labels; the corpus has the words of its files.
_NAMED_TWICE = {node.__label__ for node in NODE_CLASSES} | {"Modality", "QuestionKind"}


def test_no_other_class_name_is_defined_twice() -> None:
    defined: dict[str, list[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                defined.setdefault(node.name, []).append(str(file.relative_to(PACKAGE)))
    twice = {name: files for name, files in defined.items() if len(files) > 1}
    assert {name: twice[name] for name in twice.keys() - _NAMED_TWICE} == {}
