"""The LoCoMo development file, where it is at hand: real talk, held against the file by Cypher.

All tests on it stand here, so that one process ingests it.
"""

import json
import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.memory import Memory
from graphmem.model.decision import MergePolicy, Verdict
from tests.conftest import ROOT
from tests.e2e.conftest import Ingested
from tests.e2e.test_example import between
from tests.e2e.test_owners import assert_nothing_is_mixed
from tests.e2e.test_workspace import NEVER

# The worked examples of the source documents, held against the talk that they come from.
EXAMPLES = ROOT.parent / "shared" / "eval" / "worked-examples.json"
# What is known to fail, by the number of the example.
NOT_YET = {4: "the turn with the violin tells of time for oneself: the reader does not take it"}
JOHNS = ("conv-41", "conv-43", "conv-47")

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


def _captions(file: Path) -> dict[tuple[str, str], str]:
    records: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return {
        (record["sample_id"], turn["dia_id"]): turn["blip_caption"]
        for record in records
        for session in record["conversation"].values()
        if isinstance(session, list)
        for turn in session
        if turn.get("blip_caption")
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

    # No turn id is ever made up, no hit leaves the conversation that was asked about, and a quote
    # is what was said or what the photo shows.
    captions = _captions(locomo_file)
    questions = json.loads(locomo_file.read_text(encoding="utf-8"))
    for record in questions:
        for item in record["qa"][::40]:
            found = recorded.search(item["question"], conversation=record["sample_id"])
            for hit in found.hits:
                assert (hit.conversation_id, hit.dia_id) in expected
                assert hit.conversation_id == record["sample_id"]
            answer = recorded.ask(item["question"], conversation=record["sample_id"])
            for evidence in answer.evidence:
                place = evidence.conversation_id, evidence.dia_id
                speaker, text = expected[place]
                assert evidence.speaker == speaker
                assert evidence.quote in text or evidence.quote == captions.get(place)

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


def test_nothing_of_real_talk_is_mixed(dev: Ingested) -> None:
    assert_nothing_is_mixed(dev.memory)


def canonical_johns(memory: Memory) -> set[str]:
    rows = memory.cypher(
        """
        MATCH (p:Person {space: $space, name: 'John'})
        OPTIONAL MATCH (p)-[:SAME_PERSON_AS]->(canonical)
        RETURN coalesce(canonical, p).uid
        """,
        parameters={"space": memory.space},
    ).rows
    assert len(rows) == 3
    return {uid for (uid,) in rows}


def test_three_men_of_one_name_stay_apart(dev: Ingested) -> None:
    assert len(canonical_johns(dev.memory)) == 3
    made = between(dev.memory, "John")
    pairs = {
        frozenset((one.left.conversation_ids[0], one.right.conversation_ids[0])): one
        for one in made
    }
    assert pairs.keys() == {frozenset(pair) for pair in combinations(JOHNS, 2)}
    for one in pairs.values():
        assert one.verdict is Verdict.SEPARATE
        assert len(one.reason) > 60
    rows = dev.memory.cypher(
        """
        MATCH (e:Entity {space: $space, layer: 'person'})-[:BELONGS_TO]->(p:Person {name: 'John'})
        WITH e, count(DISTINCT p) AS johns WHERE johns > 1 RETURN e.name
        """,
        parameters={"space": dev.memory.space},
    ).rows
    assert rows == ()


def test_by_name_they_are_one_but_what_contradicts_stays_apart(
    dev: Ingested, encoder: Encoder
) -> None:
    settings = dev.memory.settings.model_copy(update={"merge_policy": MergePolicy.BY_NAME})
    with Memory(settings, encoder=encoder) as memory:
        plan = memory.reconcile(dry_run=True).plan
    assert plan is not None
    johns = {
        uid: conversations[0]
        for uid, conversations in dev.memory.cypher(
            "MATCH (p:Person {space: $space, name: 'John'})-[:PARTICIPATED_IN]->(c) "
            "RETURN p.uid, collect(c.conversation_id)",
            parameters={"space": dev.memory.space},
        ).rows
    }
    one = {item.canonical_uid for item in plan.same_person if item.uid in johns}
    assert len(one) == 1
    assert sum(item.uid in johns for item in plan.same_person) == 2
    # Three occupations in the same months are not one job.
    jobs = [
        made
        for made in plan.decisions
        if made.layer == "person"
        and all(one.name.endswith("job") for one in (made.left, made.right))
    ]
    assert jobs
    assert all(made.verdict is Verdict.SEPARATE for made in jobs)
    assert all(len(made.reason) > 60 for made in jobs)


def examples() -> list[Any]:
    if not EXAMPLES.is_file():
        return []
    held = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return [
        pytest.param(held["conversation"], example, id=f"example-{number}", marks=_marks(number))
        for number, example in enumerate(held["examples"])
    ]


def _marks(number: int) -> list[pytest.MarkDecorator]:
    return [pytest.mark.xfail(strict=True, reason=NOT_YET[number])] if number in NOT_YET else []


@pytest.mark.parametrize(("conversation", "example"), examples())
def test_example(dev: Ingested, conversation: str, example: dict[str, Any]) -> None:
    answer = dev.memory.ask(example["question"], conversation=conversation)
    status = answer.status.value
    if example["status"] == "answered_or_abstained":
        assert status in ("answered", "abstained")
    else:
        assert status == example["status"], answer.text
    if status == "answered":
        said = answer.text.lower()
        for part in example.get("answer_contains", ()):
            assert part.lower() in said
        wanted = example.get("answer_contains_any", ())
        assert not wanted or any(part.lower() in said for part in wanted), answer.text
        for part in example.get("answer_lacks", ()):
            assert part.lower() not in said
    for name in example.get("reason_names", ()):
        assert name in (answer.reason or ""), answer.reason
    cited = {item.dia_id for item in answer.evidence}
    any_of = set(example.get("evidence_any", ()))
    assert not any_of or cited & any_of, cited
    assert set(example.get("evidence_all", ())) <= cited
