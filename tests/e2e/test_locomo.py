"""The LoCoMo development file, where it is at hand: real talk, held against the file by Cypher."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Ingested
from tests.e2e.test_workspace import NEVER

pytestmark = pytest.mark.locomo


def _turns(file: Path) -> dict[tuple[str, str], tuple[str, str]]:
    records: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return {
        (record["sample_id"], turn["dia_id"]): (turn["speaker"], turn["text"])
        for record in records
        for key, session in record["conversation"].items()
        if isinstance(session, list)
        for turn in session
    }


def test_every_turn_is_recorded_with_its_speaker(dev: Ingested, locomo_file: Path) -> None:
    recorded, receipt = dev
    assert receipt.complete
    rows = recorded.cypher(
        "MATCH (c:Conversation {space: $space})-[:HAS_SESSION]->(:Session)-[:HAS_TURN]->(t:Turn)"
        "-[:SPOKEN_BY]->(p:Person) RETURN c.conversation_id, t.dia_id, p.name, t.text",
        parameters={"space": recorded.space},
        limit=10_000,
    ).rows
    expected = _turns(locomo_file)
    assert {(row[0], row[1]): (row[2], row[3]) for row in rows} == expected
    assert len(rows) == len(expected) == 2_820
    listed = recorded.conversations()
    assert (len(listed), sum(item.sessions for item in listed)) == (5, 130)
    again = recorded.ingest(locomo_file)
    assert (again.turns_stored, again.turns_skipped) == (0, 2_820)
    assert again.workspace is not None
    assert again.reconciled is not None
    assert (again.workspace.chunks, again.reconciled.new_decisions) == (0, 0)

    # No turn id is ever made up, and no hit leaves the conversation that was asked about.
    questions = json.loads(locomo_file.read_text(encoding="utf-8"))
    for record in questions:
        for item in record["qa"][::40]:
            found = recorded.search(item["question"], conversation=record["sample_id"])
            for hit in found.hits:
                assert (hit.conversation_id, hit.dia_id) in expected
                assert hit.conversation_id == record["sample_id"]
            answer = recorded.ask(item["question"], conversation=record["sample_id"])
            for evidence in answer.evidence:
                speaker, text = expected[evidence.conversation_id, evidence.dia_id]
                assert evidence.speaker == speaker
                assert evidence.quote in text

    # Most of fifteen questions, drawn once, have an evidence turn among the first five hits.
    pool = [
        (record["sample_id"], item)
        for record in questions
        for item in record["qa"]
        if item["category"] != 5
        and item["evidence"]
        and all((record["sample_id"], dia_id) in expected for dia_id in item["evidence"])
    ]
    found_in_five = 0
    for conversation, item in random.Random(15).sample(pool, 15):
        hits = recorded.search(item["question"], conversation=conversation, limit=5).hits
        found_in_five += any(hit.dia_id in item["evidence"] for hit in hits)
    assert found_in_five >= 10


def test_every_statement_is_proven(dev: Ingested) -> None:
    workspace = dev.receipt.workspace
    assert workspace is not None
    assert (workspace.sessions, workspace.sessions_pending) == (130, 0)
    assert workspace.answers > 2_500
    assert workspace.notes == ()
    for offence, query in NEVER.items():
        assert dev.memory.cypher(query).rows == (), offence
    (between,) = dev.memory.cypher(
        """
        MATCH (:Statement|Entity|Decision {space: $space})-[r]-() RETURN count(DISTINCT r)
        """,
        parameters={"space": dev.memory.space},
    ).rows[0]
    assert between > 10_000
