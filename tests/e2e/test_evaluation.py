"""Evaluations on a live Neo4j: LongMemEval's format on the project's own file, and the commands."""

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.evaluation.files import Choices, evaluate_file
from graphmem.evaluation.found import QUESTIONS, SCORES
from graphmem.evaluation.results import Summary
from graphmem.memory import Memory
from graphmem.sample import sample_folder
from graphmem.settings import Settings
from tests.conftest import OpenMemory
from tests.e2e.conftest import Run

# Twenty spaces are made and dropped, one after the other.
pytestmark = pytest.mark.timeout(1_200)

LONGMEMEVAL = sample_folder() / "longmemeval.json"
TYPES = {
    *("single-session-user", "single-session-assistant", "single-session-preference"),
    *("multi-session", "temporal-reasoning", "knowledge-update"),
}


def records() -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = json.loads(LONGMEMEVAL.read_text("utf-8"))
    return read


@pytest.fixture
def some(tmp_path: Path) -> Path:
    """The first two questions, and one to be refused."""
    file = tmp_path / "some.json"
    file.write_text(json.dumps([*records()[:2], records()[3]]), encoding="utf-8")
    return file


def spaces_left(memory: Memory) -> int:
    query = "MATCH (n) WHERE n.space STARTS WITH 'eval-' RETURN count(n)"
    (count,) = memory.cypher(query).rows[0]
    return int(count)


def test_the_file_has_twenty_questions_of_all_types() -> None:
    read = records()
    assert len(read) == 20
    assert {record["question_type"] for record in read} == TYPES
    assert sum(record["question_id"].endswith("_abs") for record in read) == 4
    for record in read:
        assert len(record["haystack_sessions"]) >= 3
        assert set(record["answer_session_ids"]) <= set(record["haystack_session_ids"])
        telling = [
            turn
            for turns in record["haystack_sessions"]
            for turn in turns
            if turn.get("has_answer")
        ]
        assert bool(telling) != record["question_id"].endswith("_abs")


def test_longmemeval_end_to_end(
    live_settings: Settings, encoder: Encoder, open_memory: OpenMemory, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    summary = evaluate_file("longmemeval", LONGMEMEVAL, out, live_settings, encoder)
    assert (summary.questions, summary.conversations, summary.spaces.count) == (20, 20, 20)
    assert summary.refused == ()
    table = summary.with_conversation
    assert {row.category for row in table.by_category} == TYPES
    assert (table.answerable.questions, table.answerable.scored) == (16, 16)
    assert table.adversarial is not None
    assert (table.adversarial.questions, table.adversarial.scored) == (4, 0)
    assert table.foreign_turns == 0
    # Haystacks of some twenty turns: what tells is among the first ten nearly always.
    assert table.answerable.percent["recall@10"] >= 80
    assert table.answerable.percent["session_recall@10"] >= 90
    assert summary.without_conversation is None
    assert spaces_left(open_memory()) == 0

    lines = [json.loads(line) for line in (out / QUESTIONS).read_text("utf-8").splitlines()]
    for line, record in zip(lines, records(), strict=True):
        assert (line["conversation"], line["category"]) == (
            record["question_id"],
            record["question_type"],
        )
        held = {
            f"D{session}:{place}"
            for session, turns in enumerate(record["haystack_sessions"], 1)
            for place in range(1, len(turns) + 1)
        }
        assert set(line["ranked_turns"]) <= held
        assert set(line["evidence_turns"]) <= held
        assert len(line["ranked_turns"]) == len(set(line["ranked_turns"]))
    for name in ("report.md", "report.html", "summary.json"):
        assert (out / name).stat().st_size > 1_000


def test_the_same_numbers_on_a_second_run_of_a_kept_space(
    live_settings: Settings,
    encoder: Encoder,
    open_memory: OpenMemory,
    some: Path,
    tmp_path: Path,
) -> None:
    def run(name: str, *, keep: bool) -> Summary:
        choices = Choices(keep=keep)
        return evaluate_file(
            "longmemeval", some, tmp_path / name, live_settings, encoder, choices=choices
        )

    first, second = run("a", keep=True), run("b", keep=True)
    assert first.seconds["spaces_that_held_the_data"] == 0
    assert second.seconds["spaces_that_held_the_data"] == 3
    assert first.model_dump(exclude={"seconds"}) == second.model_dump(exclude={"seconds"})
    assert (tmp_path / "a" / SCORES).read_bytes() == (tmp_path / "b" / SCORES).read_bytes()
    assert spaces_left(open_memory()) > 0
    run("c", keep=False)
    assert spaces_left(open_memory()) == 0


def test_the_commands(graphmem: Run, some: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    ended = graphmem("eval", "longmemeval", str(some), "--out", str(one), "--ablation")
    assert ended.code == 0, ended.err
    assert "session R@10" in ended.out
    assert "was dropped" in ended.out
    weights = tmp_path / "weights.json"
    ended = graphmem("train-ranker", str(some), "--out", str(weights), "--json")
    assert ended.code == 0, ended.err
    assert ended.objects[0]["origin"]["questions"] == 2
    ended = graphmem(
        *("eval", "longmemeval", str(some), "--out", str(other), "--json"),
        *("--weights", str(weights)),
    )
    assert ended.code == 0, ended.err
    (summary,) = ended.objects
    # Each was fitted on, so each is ranked by weights that were fitted without it.
    assert summary["weights"]["left_out"] == ["own-01", "own-02"]
    assert summary["ablation"] is None
    compared = graphmem("eval", "compare", str(one), str(other), "--json").objects[0]
    assert [item["metric"] for item in compared["differences"]] == ["recall@5", "recall@10", "f1"]
    refused = graphmem("eval", "locomo", str(some), "--out", str(one))
    assert refused.code == 1
    assert "no conversation in the format locomo" in refused.err
