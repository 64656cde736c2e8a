"""ingest, reconcile, decisions, merge, separate: as a user runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphmem.connection import connect
from graphmem.memory import Memory
from graphmem.settings import Settings
from tests.conftest import OpenMemory
from tests.e2e.conftest import Run, environment
from tests.talk import HARBOUR, HILLS


@pytest.fixture
def memory(open_memory: OpenMemory) -> Memory:
    memory = open_memory()
    memory.ingest(HARBOUR, HILLS)
    return memory


def test_ingest_tells_what_it_read_and_again_that_nothing_changed(
    graphmem: Run, open_memory: OpenMemory, tmp_path: Path
) -> None:
    space = open_memory().space
    file = tmp_path / "two.jsonl"
    said = [
        ("Ana", "I moved to Lisbon last month. I work as a nurse at Northgate."),
        ("Ben", "Do you play any instruments?"),
        ("Ana", "Yeah, violin."),
    ]
    lines = [
        {"conversation_id": "c", "speaker": who, "said_at": f"2024-03-01T18:0{n}", "text": text}
        for n, (who, text) in enumerate(said)
    ]
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    recorded = graphmem("ingest", str(file), "--record-only", space=space)
    assert recorded.code == 0, recorded.err
    assert recorded.out.splitlines()[0].startswith("3 turns stored in 1 session, 0 already there")
    assert "chunk" not in recorded.out

    waiting = graphmem("ingest", space=space)
    assert waiting.code == 0, waiting.err
    assert "from 1 chunk of 1 session" in waiting.out
    assert "undecided in force" in waiting.out
    assert "extracted chunks: 1 of 1" in waiting.err

    (again,) = graphmem("ingest", str(file), "--json", space=space).objects
    assert (again["turns_skipped"], again["workspace"]["chunks"]) == (3, 0)
    assert again["reconciled"]["new_decisions"] == 0


def test_a_model_or_a_budget_that_cannot_be_is_refused(graphmem: Run) -> None:
    budget = graphmem("ingest", "--llm", "openai/loopback", "--budget", "much", space="refused")
    assert budget.code == 1
    assert "not a budget" in budget.err
    assert "Traceback" not in budget.err


def test_decisions_are_listed_shown_and_undone(graphmem: Run, memory: Memory) -> None:
    listed = graphmem("decisions", "list", space=memory.space)
    assert listed.code == 0, listed.err
    lines = listed.out.splitlines()
    assert "Across conversations" in lines
    recorded = memory.decisions()
    for item in recorded:
        made = item.decision
        word = made.verdict.value if made.confident else "undecided"
        short = made.uid.removeprefix("decision:")[:8]
        (place,) = [n for n, line in enumerate(lines) if line.startswith(f"{short}  {word} ")]
        assert made.left.name in lines[place]
        assert made.right.name in lines[place]
        assert lines[place + 1] == f"          {made.reason}"
    as_json = graphmem("decisions", "list", "--json", space=memory.space).objects
    assert {one["uid"] for one in as_json} == {item.decision.uid for item in recorded}

    merge = next(item.decision for item in recorded if item.decision.left.name == "Lea's job")
    short = merge.uid.removeprefix("decision:")[:8]
    shown = graphmem("decisions", "show", short, space=memory.space)
    assert shown.code == 0, shown.err
    assert f"uid {merge.uid}" in shown.out
    assert "decided by rule" in shown.out
    for part in merge.parts:
        assert f"{part.name} {part.contribution:+.3f}" in shown.out
    for call in merge.tools:
        assert f"{call.tool}(" in shown.out

    undone = graphmem("decisions", "undo", short, space=memory.space)
    assert undone.code == 0, undone.err
    assert "separate " in undone.out
    assert "Taken back by a person." in undone.out
    assert merge.uid not in {item.decision.uid for item in memory.decisions()}
    past = graphmem("decisions", "list", "--past", space=memory.space)
    assert f"{short}  merge" in past.out
    assert "(no longer in force)" in past.out
    twice = graphmem("decisions", "undo", short, space=memory.space)
    assert (twice.code, "taken back already" in twice.err) == (1, True)


def test_what_a_person_decides(graphmem: Run, memory: Memory) -> None:
    merged = graphmem(
        "merge", "harbour/Jonas", "hills/Petra", "--reason", "A stage name.", space=memory.space
    )
    assert merged.code == 0, merged.err
    assert " = " in merged.out
    assert "A stage name." in merged.out
    (made,) = graphmem(
        "separate", "harbour/Jonas", "hills/Petra", "--json", space=memory.space
    ).objects
    assert (made["verdict"], made["decided_by"]) == ("separate", "person")
    in_force = {item.decision.uid for item in memory.decisions()}
    assert made["uid"] in in_force
    assert made["replaces"] not in in_force
    withdrawn = graphmem("decisions", "undo", made["uid"], space=memory.space)
    assert withdrawn.code == 0, withdrawn.err
    assert "withdrawn  " in withdrawn.out
    assert f"takes back {made['uid'].removeprefix('decision:')[:8]}" in withdrawn.out
    # What it had replaced stands again.
    assert made["replaces"] in {item.decision.uid for item in memory.decisions()}

    same = graphmem("merge", "harbour/Lea", "harbour/Lea", space=memory.space)
    unknown = graphmem("separate", "harbour/Nobody", "hills/Lea", space=memory.space)
    for refused in (same, unknown):
        assert refused.code == 1
        assert "next:" in refused.err
        assert "Traceback" not in refused.err


def test_a_merge_of_two_who_talk_to_each_other_needs_a_yes(graphmem: Run, memory: Memory) -> None:
    pair = ("merge", "harbour/Lea", "harbour/Jonas")
    refused = graphmem(*pair, space=memory.space)
    assert refused.code == 1
    assert "Lea and Jonas one, who talk to each other in harbour" in refused.err
    assert "--yes" in refused.err
    (told,) = graphmem(*pair, "--json", space=memory.space).objects
    assert told["error"] == "SameConversationError"
    made = graphmem(*pair, "--yes", space=memory.space)
    assert made.code == 0, made.err
    assert "Lea (harbour) = Jonas (harbour)" in made.out


def test_on_a_terminal_a_merge_of_two_who_talk_to_each_other_is_asked(
    live_settings: Settings, memory: Memory
) -> None:
    pty = pytest.importorskip("pty", reason="there are no such terminals here")
    before = {item.decision.uid for item in memory.decisions()}
    for answer, code in ((b"n\n", 1), (b"y\n", 0)):
        command = [sys.executable, "-m", "graphmem", "merge", "harbour/Lea", "harbour/Jonas"]
        master, slave = pty.openpty()
        os.write(master, answer)
        done = subprocess.run(
            command,
            stdin=slave,
            capture_output=True,
            check=False,
            timeout=240,
            env=environment(live_settings) | {"GRAPHMEM_SPACE": memory.space},
        )
        os.close(master)
        os.close(slave)
        assert b"one human all the same?" in done.stderr
        assert done.returncode == code, done.stderr
        changed = {item.decision.uid for item in memory.decisions()} != before
        assert changed == (code == 0)


def test_a_dry_run_prints_the_plan_and_changes_nothing(graphmem: Run, memory: Memory) -> None:
    before = {item.decision.uid for item in memory.decisions()}
    by_id = graphmem("reconcile", "--dry-run", space=memory.space, GRAPHMEM_MERGE_POLICY="by_id")
    assert by_id.code == 0, by_id.err
    assert "would be in force" in by_id.out
    assert "Lea (harbour) = Lea (hills)" not in by_id.out
    assert {item.decision.uid for item in memory.decisions()} == before
    (applied,) = graphmem("reconcile", "--json", space=memory.space).objects
    assert (applied["applied"], applied["new_decisions"]) == (True, 0)
    (dry,) = graphmem("reconcile", "--dry-run", "--json", space=memory.space).objects
    assert {one["uid"] for one in dry["plan"]["decisions"]} == before


def test_an_empty_space_has_nothing_to_decide(graphmem: Run, open_memory: OpenMemory) -> None:
    space = open_memory().space
    listed = graphmem("decisions", "list", space=space)
    assert (listed.code, listed.out) == (0, "There are no such decisions in this space.\n")
    assert f"The space '{space}' is empty" in listed.err
    shown = graphmem("decisions", "show", "abc", "--json", space=space)
    assert (shown.code, shown.objects[0]["error"]) == (1, "NotFoundError")


def test_nothing_is_reconciled_in_a_space_that_is_not_there(
    graphmem: Run, memory: Memory, open_memory: OpenMemory
) -> None:
    space = open_memory().space
    for option in ((), ("--dry-run",), ("--check",)):
        ended = graphmem("reconcile", *option, space=space)
        assert ended.code == 1
        told = " ".join(ended.err.split())
        assert "is empty" in told
        assert f"{memory.space} (" in told


def test_the_layers_are_checked(
    graphmem: Run, graphmem_process: Run, memory: Memory, live_settings: Settings
) -> None:
    sound = graphmem("reconcile", "--check", space=memory.space)
    assert sound.code == 0, sound.err
    assert "0 differences" in sound.out

    with connect(live_settings) as database:
        database.write(
            lambda work: work.run("unlink_reconciled", space=memory.space, rows=[_a_link(memory)])
        )
    flawed = graphmem("reconcile", "--check", space=memory.space)
    assert flawed.code == 1
    assert "RECONCILED_INTO" in flawed.out
    assert "is planned, and does not stand" in flawed.out
    assert graphmem("reconcile", "--anew", space=memory.space).code == 0
    mended = graphmem_process("reconcile", "--check", space=memory.space)
    assert mended.code == 0


def _a_link(memory: Memory) -> dict[str, str]:
    (row,) = memory.cypher(
        "MATCH (a:Entity {space: $space})-[:RECONCILED_INTO]->(b) RETURN a.uid, b.uid LIMIT 1",
        parameters={"space": memory.space},
    ).rows
    return {"from": row[0], "to": row[1]}
