"""Every analytics query and every saved query of Neo4j Browser, on the packaged sample."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from graphmem.clients.cli.browser import browser_folder
from graphmem.store.analytics import analytics_queries
from tests.e2e.conftest import Ingested, Run

Rows = list[dict[str, Any]]
CHECKS = {"orphan_check", "attribution_check"}
NAMES = [query.name for query in analytics_queries()]
DRAWINGS = sorted((browser_folder() / "queries").glob("*.cypher"))
TURN = re.compile(r"[a-z-]+/D\d+:\d+")


@pytest.fixture
def rows(sample: Ingested) -> Callable[..., Rows]:
    def run(name: str, **given: Any) -> Rows:
        found = sample.memory.analytics(name, **{"limit": 2_000, **given})
        return [dict(zip(found.columns, row, strict=True)) for row in found.rows]

    return run


@pytest.mark.parametrize("name", NAMES)
def test_each_tells_something_and_the_checks_nothing(rows: Callable[..., Rows], name: str) -> None:
    found = rows(name)
    assert bool(found) is (name not in CHECKS)
    for row in found:
        if "turn" in row:
            assert TURN.fullmatch(row["turn"])
        for key in ("day", "first_day", "last_day", "said_on", "asked_on", "since"):
            if row.get(key):
                date.fromisoformat(row[key])


@pytest.mark.parametrize(
    "name",
    [query.name for query in analytics_queries() if "conversation" in query.parameters],
)
def test_a_conversation_narrows(rows: Callable[..., Rows], name: str) -> None:
    whole, part = rows(name), rows(name, conversation="tim-john")
    if name not in CHECKS | {"most_contradicted"}:
        assert 0 < len(part) < len(whole)
    for row in part:
        if "turn" in row:
            assert row["turn"].startswith("tim-john/")


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("who_knows_whom", "person"),
        ("what_changed", "whose"),
        ("most_contradicted", "subject"),
        ("people_by_shared_things", "person"),
        ("evidence_chains", "said_by"),
        ("open_questions", "asked_by"),
        ("people_by_conversations", "person"),
        ("person_timeline", "person"),
        ("plans_without_report", "whose"),
        ("told_by_others", "of_whom"),
        ("told_once", "said_by"),
        ("who_asks_whom", "asker"),
        ("who_speaks_of_whom", "speaker"),
    ],
)
def test_a_person_narrows(rows: Callable[..., Rows], name: str, column: str) -> None:
    assert {row[column] for row in rows(name, person="john")} == {"John"}


def test_who_knows_whom_counts_what_they_say_to_each_other(rows: Callable[..., Rows]) -> None:
    pairs = {(row["person"], row["knows"]): row for row in rows("who_knows_whom")}
    assert len(pairs) == 8
    assert pairs["John", "Maria"]["turns"] == 142
    # Three talk in one conversation, and each pair has turns of its own.
    three = [pairs[pair]["turns"] for pair in (("Bethan", "Owen"), ("Bethan", "Priya"))]
    assert pairs["Owen", "Priya"]["turns"] > max(three)


def test_a_human_of_three_conversations_is_one(rows: Callable[..., Rows]) -> None:
    first = rows("people_by_conversations")[0]
    assert first["person"] == "John"
    assert first["which"] == ["james-john", "john-maria", "tim-john"]
    spoken = [rows("activity_by_month", person="john"), rows("busiest_days", person="John")]
    assert {sum(row["turns"] for row in found) for found in spoken} == {first["turns"]}


def test_months_and_days_count_every_turn(rows: Callable[..., Rows], sample: Ingested) -> None:
    turns = sum(conversation.turns for conversation in sample.memory.conversations())
    for name in ("activity_by_month", "busiest_days"):
        assert sum(row["turns"] for row in rows(name)) == turns
    months = [row["month"] for row in rows("activity_by_month")]
    assert months == sorted(set(months))


def test_jobs_and_homes_change(rows: Callable[..., Rows]) -> None:
    changes = {(row["what"], row["was"], row["became"]) for row in rows("what_changed")}
    assert ("home", "lives in Seattle", "lives in Austin") in changes
    assert ("relationship", "dating Sarah", "split up with Sarah") in changes
    assert any(became == "started own company" for _, _, became in changes)


def test_one_leaving_on_two_days_cannot_be(rows: Callable[..., Rows]) -> None:
    (found,) = rows("most_contradicted")
    assert found["subject"] == "John"
    assert found["first_said"] == "john-maria/D7:7: left TechCorp 2023-09-01"
    assert found["then_said"] == "tim-john/D4:2: left TechCorp 2023-09-15"


def test_decisions_are_those_of_the_ledger(rows: Callable[..., Rows], sample: Ingested) -> None:
    decisions = [item.decision for item in sample.memory.decisions()]
    counted = rows("decisions_by_verdict")
    assert sum(row["sure"] for row in counted) == sum(one.confident for one in decisions)
    assert sum(row["unsure"] for row in counted) == sum(not one.confident for one in decisions)
    undecided = rows("undecided_merges")
    assert len(undecided) == sum(not one.confident for one in decisions)
    by_uid = {one.uid.removeprefix("decision:")[:8]: one for one in decisions}
    for row in undecided:
        decision = by_uid[row["decision"]]
        assert row["reason"] == decision.reason
        assert row["one"]
        assert row["other"]


def test_evidence_leads_from_the_answer_to_who_said_it(
    rows: Callable[..., Rows], sample: Ingested
) -> None:
    found = sample.memory.cypher(
        "MATCH (t:Turn {space: $space}) "
        "RETURN t.conversation_id + '/' + t.dia_id, t.speaker, t.content, t.session_id",
        parameters={"space": sample.memory.space},
    )
    turns = {turn: (speaker, text, session) for turn, speaker, text, session in found.rows}
    chains = rows("evidence_chains")
    assert len(chains) == sample.receipt.workspace.answers  # type: ignore[union-attr]
    for row in chains:
        speaker, text, session = turns[row["turn"]]
        assert (row["said_by"], row["session"]) == (speaker, session)
        assert row["quote"] in text


def test_who_tells_of_others_is_not_who_they_are(rows: Callable[..., Rows]) -> None:
    told = rows("told_by_others")
    assert all(row["of_whom"] != row["told_by"] for row in told)
    spoken = rows("who_speaks_of_whom")
    assert {True, False} == {row["takes_part"] for row in spoken}
    assert sum(row["statements"] for row in spoken if row["takes_part"]) >= len(told)
    assert ("Tim", "Tim's dad") in {(row["speaker"], row["of_whom"]) for row in spoken}


def test_things_by_how_much_is_said_of_them(rows: Callable[..., Rows]) -> None:
    most = rows("most_spoken_of")
    assert [row["turns"] for row in most] == sorted((row["turns"] for row in most), reverse=True)
    assert all(len(row["people"]) > 1 for row in rows("shared_without_owner"))
    once = {row["name"]: row["turn"] for row in rows("told_once")}
    assert once["Mount Rainier"] == "john-maria/D3:3"
    assert "Biscuit" not in once
    shared = {row["shares_with"]: row for row in rows("people_by_shared_things", person="Owen")}
    assert shared["Priya"]["things"] > shared["Bethan"]["things"]
    kinds = rows("facts_by_predicate")
    assert sum(row["answers"] for row in kinds) == len(rows("evidence_chains"))


def test_open_questions_ask_and_nobody_answered(rows: Callable[..., Rows]) -> None:
    found = rows("open_questions")
    assert all("?" in row["question"] for row in found)
    answered = sum(row["questions"] for row in rows("who_asks_whom"))
    assert len(found) < answered


def test_a_life_is_told_in_time(rows: Callable[..., Rows]) -> None:
    days = [row["day"] for row in rows("person_timeline", person="Maria")]
    assert days == sorted(days)
    plans = rows("plans_without_report")
    assert all(row["what"] for row in plans)


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_every_drawing_of_the_browser_draws(sample: Ingested, path: Any) -> None:
    found = sample.memory.cypher(
        path.read_text(encoding="utf-8"),
        parameters={
            "space": sample.memory.space,
            "conversation": None,
            "person": None,
            "limit": 20,
        },
    )
    assert found.rows
    assert all("nodes" in drawn for row in found.rows for drawn in row if drawn)


def test_the_commands(graphmem: Run, sample: Ingested) -> None:
    space = sample.memory.space
    known = graphmem("analytics", "who_knows_whom", "-p", "Maria", "--json", space=space).objects
    assert [(row["person"], row["knows"]) for row in known] == [("Maria", "John")]
    assert graphmem("analytics", "orphan_check", space=space).out == "nothing found\n"
    unknown = graphmem("analytics", "who_owes_whom", space=space)
    assert unknown.code == 1
    assert "who_knows_whom" in unknown.err
    (told,) = graphmem("browser", "--json", space=space).objects
    assert told["browser"].startswith("http://")
    assert told["user"] == "neo4j"
