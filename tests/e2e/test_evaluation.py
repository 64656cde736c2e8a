"""Evaluations on a live Neo4j: LongMemEval's format on the project's own file, and the commands."""

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.adapters.factory import make_encoder
from graphmem.evaluation import readers
from graphmem.evaluation.files import Choices, evaluate_file
from graphmem.evaluation.question_records import QUESTIONS, SCORES, SCORES_WITHOUT
from graphmem.evaluation.summary import Summary
from graphmem.memory import Memory
from graphmem.sample import sample_folder
from graphmem.settings import Settings
from tests.conftest import OpenMemory
from tests.e2e.conftest import Run

# Seven spaces are made and dropped, one after the other.
pytestmark = [pytest.mark.long, pytest.mark.timeout(1_200)]

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


def _refused(record: dict[str, Any]) -> bool:
    return str(record["question_id"]).endswith("_abs")


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
    # One question of each type, and one to be refused.
    answerable = {
        record["question_type"]: record for record in reversed(records()) if not _refused(record)
    }
    asked = [*answerable.values(), next(filter(_refused, records()))]
    file, out = tmp_path / "some.json", tmp_path / "out"
    file.write_text(json.dumps(asked), encoding="utf-8")
    summary = evaluate_file("longmemeval", file, out, live_settings, encoder)
    assert (summary.questions, summary.conversations, summary.spaces.count) == (7, 7, 7)
    assert summary.refused == ()
    table = summary.with_conversation
    assert {row.category for row in table.by_category} == TYPES
    assert (table.answerable.questions, table.answerable.scored) == (6, 6)
    assert table.adversarial is not None
    assert (table.adversarial.questions, table.adversarial.scored) == (1, 0)
    assert table.foreign_turns == 0
    # Haystacks of some twenty turns: what tells is among the first ten nearly always.
    assert table.answerable.percent["recall@10"] >= 80
    assert table.answerable.percent["session_recall@10"] >= 90
    assert summary.without_conversation is None
    assert spaces_left(open_memory()) == 0

    lines = [json.loads(line) for line in (out / QUESTIONS).read_text("utf-8").splitlines()]
    for line, record in zip(lines, asked, strict=True):
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
    assert (first.spaces.held, second.spaces.held) == (0, 3)
    assert first.spaces.first == second.spaces.first
    spaces = second.spaces.model_copy(update={"held": 0})
    second = second.model_copy(update={"spaces": spaces})
    assert first.model_dump(exclude={"seconds"}) == second.model_dump(exclude={"seconds"})
    assert (tmp_path / "a" / SCORES).read_bytes() == (tmp_path / "b" / SCORES).read_bytes()
    assert spaces_left(open_memory()) > 0
    run("c", keep=False)
    assert spaces_left(open_memory()) == 0


@pytest.mark.usefixtures("unremembered")
def test_the_same_numbers_on_a_second_run_that_builds_the_space_anew(
    live_settings: Settings,
    open_memory: OpenMemory,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The beginnings of two conversations that share people, so that every layer is built.
    talks = [tmp_path / f"{name}.jsonl" for name in ("james-john", "tim-john")]
    for talk in talks:
        said = (sample_folder() / talk.name).read_text("utf-8").splitlines(keepends=True)
        talk.write_text("".join(said[:35]), encoding="utf-8")
    monkeypatch.setattr(readers, "sample_files", lambda: talks)
    labelled = json.loads((sample_folder() / "questions.json").read_text("utf-8"))
    names = {None, *(talk.stem for talk in talks)}
    asked = [item for item in labelled["questions"] if item["conversation"] in names][::4]
    assert {item["conversation"] for item in asked} == names
    file = tmp_path / "questions.json"
    file.write_text(json.dumps({"questions": asked}), encoding="utf-8")

    # The fixture's encoder remembers, and would hide vectors that are not the same.
    encoder = make_encoder(live_settings)

    def run(name: str) -> Summary:
        return evaluate_file("sample", file, tmp_path / name, live_settings, encoder)

    first, second = run("a"), run("b")
    assert (first.questions, first.spaces.held, second.spaces.held) == (9, 0, 0)
    assert spaces_left(open_memory()) == 0
    assert first.model_dump(exclude={"seconds"}) == second.model_dump(exclude={"seconds"})
    for lines in (SCORES, SCORES_WITHOUT):
        assert (tmp_path / "a" / lines).read_bytes() == (tmp_path / "b" / lines).read_bytes()
    ranked = [
        [json.loads(line)["ranked_turns"] for line in text.splitlines()]
        for text in ((tmp_path / name / QUESTIONS).read_text("utf-8") for name in ("a", "b"))
    ]
    assert ranked[0] == ranked[1]


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
    assert [item["metric"] for item in compared["differences"]] == [
        *("recall@5", "recall@10", "mrr", "ndcg@10"),
        *("session_recall@10", "session_recall_of_10_turns", "f1"),
        *("rightly_abstained", "falsely_abstained"),
    ]
    refused = graphmem("eval", "locomo", str(some), "--out", str(one))
    assert refused.code == 1
    assert "no conversation in the format locomo" in refused.err
