"""The commands, end to end, on the packaged sample."""

from pathlib import Path

from graphmem.sample import sample_files
from tests.e2e.conftest import Ingested, Run


def test_ingest_search_ask_and_again(graphmem: Run) -> None:
    wanted = {"john-maria", "priya-owen"}
    files = [str(path) for path in sample_files() if path.stem in wanted]
    first = graphmem("ingest", *files, "--json", space="cli")
    assert first.code == 0, first.err
    (receipt,) = first.objects
    assert receipt["turns_stored"] == 240
    assert receipt["workspace"]["answers"] > 240
    assert receipt["reconciled"]["applied"]
    again = graphmem("ingest", *files, "--record-only", space="cli")
    assert again.code == 0
    assert "Nothing changed" in again.out

    hits = graphmem("search", "Where is the beagle?", "-n", "3", "--json", space="cli").objects
    assert len(hits) == 3
    assert {"turn_id", "speaker", "said_at", "text", "score"} <= hits[0].keys()
    explained = graphmem(
        "search", "Where is the beagle?", "-c", "john-maria", "--explain", space="cli"
    )
    assert "meaning" in explained.out
    assert "john-maria/D1:" in explained.out
    assert "\x1b" not in explained.out

    answered = graphmem(
        "ask", "When did John hand in his notice at TechCorp?", "--json", space="cli"
    )
    (answer,) = answered.objects
    assert answer["status"] == "answered"
    assert answer["evidence"][0]["turn_id"] == "john-maria/D7:7"
    assert answer["text"] == "1 September 2023"

    refused = graphmem(
        "ask", "When did Priya climb Kilimanjaro?", "-c", "priya-owen", "--json", space="cli"
    )
    (answer,) = refused.objects
    assert answer["status"] == "abstained"
    assert "Bethan" in answer["text"]
    assert answer["evidence"][0]["turn_id"] == "priya-owen/D4:8"

    listed = graphmem("conversations", "--json", space="cli").objects
    assert {item["conversation_id"]: item["turns"] for item in listed}["john-maria"] == 142


def test_bad_input_is_listed_and_the_exit_code_says_so(graphmem: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(
        b'{"conversation_id": "b", "speaker": "Ana", "said_at": "2024-01-01T10:00", "text": "hi"}\n'
        b'{"conversation_id": "b", "speaker": "Ana", "text": "a\\u0000b"}\n'
        b'{"conversation_id": "b", "speaker": "Ana"}\n'
        b"\xff\xfe\n"
    )
    ended = graphmem("ingest", str(bad), space="bad")
    assert ended.code == 1
    assert "1 turn stored in 1 session, " in ended.out
    for line in (2, 3, 4):
        assert f"bad.jsonl:{line}" in ended.err.replace("\n", "")


def test_errors_say_what_to_do(graphmem_process: Run) -> None:
    ended = graphmem_process("search", "anything", "-c", "nowhere")
    assert ended.code == 1
    assert "next:" in ended.err
    assert "Traceback" not in ended.err
    as_json = graphmem_process("search", "anything", "-c", "nowhere", "--json")
    assert as_json.objects[0]["error"] == "NotFoundError"


def test_cypher_reads_and_refuses(graphmem: Run) -> None:
    rows = graphmem("cypher", "UNWIND [1, 2] AS n RETURN n, 'a' AS text", "--json").objects
    assert rows == [{"n": 1, "text": "a"}, {"n": 2, "text": "a"}]
    refused = graphmem("cypher", "CREATE (n:Turn) RETURN n")
    assert refused.code == 1
    assert "writes" in refused.err


def test_doctor_finds_nothing_wrong(graphmem_process: Run) -> None:
    ended = graphmem_process("doctor", "--json")
    assert ended.code == 0, ended.out
    names = {check["name"] for check in ended.objects}
    assert {"disk", "model", "server", "schema"} <= names
    assert all(check["ok"] for check in ended.objects)


def test_doctor_says_what_to_mend(graphmem: Run) -> None:
    ended = graphmem("doctor", GRAPHMEM_URI="bolt://127.0.0.1:1", GRAPHMEM_PASSWORD="x")
    assert ended.code == 1
    assert "FAIL server" in ended.out
    assert "next:" in ended.out


def test_a_wrong_setting_is_named(graphmem: Run) -> None:
    ended = graphmem("conversations", GRAPHMEM_SERVER_HEAP="lots")
    assert ended.code == 1
    assert "server_heap" in ended.err


def test_a_piped_hit_is_one_line_of_text(
    graphmem: Run, graphmem_process: Run, sample: Ingested
) -> None:
    space = sample.memory.space
    hits = graphmem("search", "Where is the beagle?", "--json", space=space).objects
    assert hits
    printed = graphmem_process("search", "Where is the beagle?", space=space).out.splitlines()
    for hit in hits:
        assert any(hit["turn_id"] in line for line in printed)
        assert any(line.startswith(f"      {hit['text']}") for line in printed)


def test_a_limit_of_nothing_is_refused(graphmem: Run) -> None:
    ended = graphmem("cypher", "RETURN 1 AS n", "--limit", "0")
    assert ended.code == 2
    assert "Traceback" not in ended.err
