"""Other memories beside this one: what is counted, and that what is published follows from it."""

import ast
import json
import sys
from typing import Any

import pytest

from benchmarks.peers.data import Question, corpus_data, short, whole
from benchmarks.peers.scores import figures, leaks, percent_found, recall
from benchmarks.peers.systems import SYSTEMS
from benchmarks.peers.table import LOCOMO, RESULTS, results, table, version

_MEASURED = {name: one for name, one in results("corpus").items() if "figures" in one}


def _question(key: str, *evidence: str, tempting: bool = False) -> Question:
    return Question(key, key.partition("/")[0], "Who?", evidence, tempting)


def test_recall_is_the_fraction_of_the_evidence_among_the_first() -> None:
    found = ["a/1:1", "a/1:2", "a/1:1", "a/2:1"]
    assert recall(found, ["a/1:2", "a/2:1"], 3) == 0.5
    assert recall(found, ["a/1:2", "a/2:1"], 4) == 1
    assert recall(["a/1:1", "a/1:1"], ["a/1:1", "a/1:2"], 2) == 0.5
    assert recall([], ["a/1:1"], 10) == 0


def test_every_question_weighs_the_same() -> None:
    asked = [_question("a/q1", "a/1:1"), _question("a/q2", "a/1:1", "a/1:2", "a/1:3")]
    assert percent_found(asked, {"a/q1": ["a/1:1"], "a/q2": []}, 5) == 50


def test_a_turn_of_any_other_conversation_leaks() -> None:
    asked = [_question("a/q1"), _question("b/q1"), _question("b/q2")]
    found = [["a/1:1", "ab/1:1", "b/1:1"], ["b/1:1"], []]
    assert leaks(asked, found) == {"asked": 3, "leaking": 1, "foreign_turns": 2}


def test_figures_tell_answered_and_tempting_questions_apart() -> None:
    asked = [_question("a/q1", "a/1:1"), _question("a/q2", "a/1:2", tempting=True)]
    measured = {
        "found": {"a/q1": ["a/1:1", "a/1:2"], "a/q2": []},
        "foreign": [["b/1:1"]],
        "errors": 0,
        "ingests": [(5.0, 2.0), (9.0, 1.0), (1.0, 1.0)],
        "searches": [(0.006, 0.004)],
    }
    told = figures(asked, [_question("b/q1")], measured)
    assert (told["recall_5"], told["tempting_10"], told["returned"]) == (100, 0, 1)
    assert (told["ingest_over_encode"], told["query_over_encode"]) == (2.5, 1.5)
    assert told["leaks"]["leaking"] == 0


def test_a_line_of_turns_is_read_as_it_was_written() -> None:
    ids = ["a/1:1", "b/2:3"]
    assert short(ids, "a") == "1:1 b/2:3"
    assert whole(short(ids, "a"), "a") == ids


def test_questions_of_another_conversation_are_spread_over_all() -> None:
    data = corpus_data()
    assert len(data.foreign) == 200
    assert {one.conversation for one in data.foreign} == {
        one.conversation for one in data.questions
    }
    assert all(not one.id.startswith(f"{one.conversation}/") for one in data.foreign)
    assert all("evidence" not in one for one in data.given["questions"])


def test_the_table_has_a_row_for_each_and_says_why_one_was_not_run() -> None:
    found: dict[str, Any] = {
        "recall_5": 40,
        "recall_10": 50.25,
        "tempting_10": 60,
        "leaks": {"asked": 200, "leaking": 3},
        "ingest_over_encode": 1.26,
        "query_over_encode": 2,
    }
    rows = table(
        {
            "mem0": {"version": "2.2.1", "megabytes": 1234, "figures": found},
            "hindsight": {"not_run": "no database"},
        }
    ).splitlines()
    head, one = rows[0], rows[4]
    assert one == (
        "| mem0ai 2.2.1, `infer=False` | 40.0 | 50.2 | 60.0 | `user_id` | 3 of 200 | 1.3 | 2.0 "
        "| 1,234 |"
    )
    assert [row.split(" | ")[1] for row in rows if "no database" in row] == ["no database"]
    assert {row.count("|") for row in rows} == {head.count("|")}
    assert sum("not yet measured" in row for row in rows) == len(SYSTEMS) - 2
    assert table({}) == "Nothing is measured yet."


def test_a_version_is_found_whatever_way_a_name_is_written() -> None:
    assert version("neo4j-graphrag", "neo4j==6.0 neo4j_graphrag==1.22.0") == "1.22.0"
    assert version("mem0ai", "neo4j==6.0") == ""


@pytest.mark.parametrize("name", _MEASURED)
def test_published_recall_is_what_the_results_by_question_give(name: str) -> None:
    data, result = corpus_data(), _MEASURED[name]
    assert result["data"] == data.described, f"run python -m benchmarks.peers run {name}"
    found = {one.id: whole(result["found"][one.id], one.conversation) for one in data.questions}
    for k, tempting in ((5, False), (10, False), (10, True)):
        asked = [one for one in data.questions if one.tempting is tempting]
        title = f"tempting_{k}" if tempting else f"recall_{k}"
        assert percent_found(asked, found, k) == result["figures"][title]


def test_every_result_is_of_a_system_and_tells_nothing_of_the_machine() -> None:
    files = list(RESULTS.glob("*.json"))
    assert {file.stem for file in files} <= SYSTEMS.keys()
    assert all("file://" not in file.read_text("utf-8") for file in files)


def test_of_a_locomo_file_only_figures_are_kept() -> None:
    held = json.loads(LOCOMO.read_text("utf-8")) if LOCOMO.exists() else {}
    assert all("found" not in one for one in held.values())


@pytest.mark.parametrize("script", sorted({one.script for one in SYSTEMS.values()}))
def test_an_adapter_is_short_and_imports_its_own_system_alone(script: Any) -> None:
    text = script.read_text("utf-8")
    assert len(text.splitlines()) <= 80
    allowed = {
        script.stem,
        "numpy",
        "langchain",
        "neo4j",
        "pg0",
        "pydantic",
        *sys.stdlib_module_names,
    }
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert {name.partition(".")[0].removesuffix("_api") for name in names} <= allowed
