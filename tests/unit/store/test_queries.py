import re
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import QueryFileError
from graphmem.store.queries import load_queries, packaged_queries, parse_query

GOOD = """// name: find_turn
// returns: one
// Finds a turn.
MATCH (t:Turn {uid: $uid}) // not $this
WHERE t.text <> '$nor_this' AND t.`$odd` = "$or_this"
RETURN t
"""


class Answers:
    def __init__(self, count: int) -> None:
        self.count = count
        self.sent: list[tuple[str, Any]] = []

    def run(self, query: Any, parameters: dict[str, Any] | None = None, /) -> Any:
        self.sent.append((query, parameters))
        return iter(range(self.count))


def test_a_header_gives_name_cardinality_doc_and_parameters() -> None:
    query = parse_query(GOOD, Path("x.cypher"))
    assert (query.name, query.returns, query.doc) == ("find_turn", "one", "Finds a turn.")
    assert query.parameters == {"uid"}


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (n) RETURN n",
        "// name: x\nMATCH (n) RETURN n",
        "// name: x\n// returns: lots\n// Doc.\nRETURN 1",
        "// name: x\n// returns: one\nRETURN 1",
    ],
)
def test_a_file_without_a_proper_header_is_refused(text: str) -> None:
    with pytest.raises(QueryFileError, match=r"x\.cypher"):
        parse_query(text, Path("x.cypher"))


def test_parameters_must_be_exactly_those_that_are_named() -> None:
    query = parse_query(GOOD, Path("x.cypher"))
    for wrong in ({}, {"uid": "a", "more": 1}, {"other": 1}):
        with pytest.raises(QueryFileError, match="uses"):
            query.run(Answers(1), **wrong)


@pytest.mark.parametrize(
    ("returns", "count", "fits"),
    [
        ("none", 0, True),
        ("none", 1, False),
        ("optional", 0, True),
        ("optional", 2, False),
        ("one", 1, True),
        ("one", 0, False),
        ("many", 5, True),
    ],
)
def test_the_declared_cardinality_is_held(returns: str, count: int, fits: bool) -> None:
    query = parse_query(GOOD.replace("returns: one", f"returns: {returns}"), Path("x.cypher"))
    if fits:
        assert len(query.run(Answers(count), uid="a")) == count
    else:
        with pytest.raises(QueryFileError, match="declares"):
            query.run(Answers(count), uid="a")


def test_a_name_that_two_files_claim_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.cypher").write_text(GOOD)
    (tmp_path / "b.cypher").write_text(GOOD)
    with pytest.raises(QueryFileError, match="both called find_turn"):
        load_queries(tmp_path)


def test_an_empty_folder_says_that_the_installation_is_incomplete(tmp_path: Path) -> None:
    with pytest.raises(QueryFileError, match="no Cypher files"):
        load_queries(tmp_path)


def test_every_packaged_query_is_used_by_the_store_and_nothing_else_is_named() -> None:
    source = "\n".join(
        path.read_text() for path in (Path(__file__).parents[3] / "graphmem").rglob("*.py")
    )
    named = set(re.findall(r"\"([a-z]+(?:_[a-z]+)*)\"", source))
    # Those of analytics are looked up by whatever name the user gives.
    unused = {
        name
        for name, query in packaged_queries().items()
        if name not in named and query.path.parent.name != "analytics"
    }
    assert not unused


def test_no_cypher_stands_in_python() -> None:
    package = Path(__file__).parents[3] / "graphmem"
    clause = re.compile(r"\b(MATCH|MERGE|UNWIND|CREATE|RETURN)\b *[({$\[]")
    help_only = {package / "clients" / "cli" / "commands.py"}  # examples of what a user may type
    guilty = {path for path in package.rglob("*.py") if clause.search(path.read_text())}
    assert guilty <= help_only


def test_every_query_of_the_tools_and_of_retrieval_is_scoped_by_space() -> None:
    within = {"tools", "retrieve"}
    queries = [one for one in packaged_queries().values() if one.path.parent.name in within]
    unscoped = {one.name for one in queries if "space" not in one.parameters}
    assert not unscoped


def test_links_of_the_layers_and_the_ledger_are_scoped_by_space() -> None:
    linking = [
        one
        for one in packaged_queries().values()
        if one.path.parent.name == "reconcile" and one.name.startswith(("link_", "unlink_"))
    ]
    unscoped = {one.name for one in linking if "space" not in one.parameters}
    # It stands in one batch with the links of the workspace, whose uids hold the space.
    assert unscoped == {"link_shared_with"}
