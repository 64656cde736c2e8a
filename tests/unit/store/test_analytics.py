"""The packaged analytics: what they promise in their files, and how wrong names are refused."""

import re
from pathlib import Path
from typing import Any, cast

import pytest

from graphmem.errors import InputError, NotFoundError
from graphmem.store import analytics
from graphmem.store.analytics import analytics_queries, list_analytics, run_analytics
from graphmem.store.database import Database
from graphmem.store.queries import CypherQuery

QUERIES = analytics_queries()
NO_DATABASE = cast(Database, None)
WRITES = re.compile(r"\b(CREATE|MERGE|SET|DELETE|REMOVE|LOAD|FOREACH)\b")


class People:
    """Stands in for a database that holds one person in one conversation."""

    def query(self, name: str, /, **_: Any) -> list[dict[str, Any]]:
        assert name == "participants"
        person = {"uid": "person:1", "name": "Ida", "names": ["Ida"], "person_id": None}
        return [person | {"conversation_ids": ["orchard"]}]


DATABASE = cast(Database, People())


def test_there_are_many_and_each_has_a_line() -> None:
    assert len(QUERIES) >= 18
    listed = list_analytics()
    assert listed.columns == ("name", "tells", "narrowed_by")
    assert [row[0] for row in listed.rows] == sorted(query.name for query in QUERIES)
    assert all(tells.endswith(".") and len(tells) < 300 for _, tells, _ in listed.rows)


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.name)
def test_each_reads_only_one_space_and_is_bounded(query: CypherQuery) -> None:
    assert query.path == Path(query.path.parent, f"{query.name}.cypher")
    assert query.returns == "many"
    assert {"space", "limit"} <= query.parameters <= {"space", "limit", "person", "conversation"}
    code = re.sub(r"//[^\n]*", "", query.text)
    assert not WRITES.search(code)
    assert re.search(r"ORDER BY [^;]*\nLIMIT \$limit\s*$", code)


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.name)
def test_each_tells_what_its_parameters_mean(query: CypherQuery) -> None:
    for parameter in query.parameters - {"space", "limit"}:
        assert f"${parameter}" in query.doc


def test_an_unknown_name_is_answered_with_the_names() -> None:
    with pytest.raises(NotFoundError) as refused:
        run_analytics(NO_DATABASE, "home", "who_owes_whom", limit=5)
    assert "who_knows_whom" in refused.value.next_step


def test_what_does_not_narrow_is_refused() -> None:
    with pytest.raises(InputError, match="orphan_check cannot be narrowed by person"):
        run_analytics(NO_DATABASE, "home", "orphan_check", person="Ida", limit=5)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"person": "Tom"}, "Nobody called 'Tom'"),
        ({"conversation": "harbour"}, "no conversation 'harbour'"),
    ],
)
def test_whom_and_what_the_space_does_not_hold_is_said(given: dict[str, str], told: str) -> None:
    with pytest.raises(NotFoundError, match=told):
        run_analytics(DATABASE, "home", "open_questions", limit=5, **given)


@pytest.mark.parametrize("person", ["ida", "Ida", "person:1"])
def test_a_person_is_found_by_any_name(person: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def run(database: Database, text: str, parameters: dict[str, Any], *, limit: int) -> None:
        asked.update(parameters, rows=limit)

    monkeypatch.setattr(analytics, "run_readonly", run)
    run_analytics(DATABASE, "home", "open_questions", person=person, limit=5)
    assert asked == {
        "space": "home",
        "person": person,
        "conversation": None,
        "limit": 6,
        "rows": 5,
    }
