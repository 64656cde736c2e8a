"""graphmem demo, twice: what it shows, and that it leaves everything as it was."""

import pytest

from graphmem.clients.cli.demo import DEMO_SPACE
from tests.e2e.conftest import Ingested, Run


@pytest.mark.timeout(600)
def test_it_shows_everything_and_run_again_leaves_everything_as_it_was(
    graphmem: Run, sample: Ingested
) -> None:
    memory = sample.memory
    assert memory.space == DEMO_SPACE
    ledger = memory.decisions(past=True)
    first = graphmem("demo", "--json")
    assert first.code == 0, first.err
    told = first.objects
    assert {answer["status"] for answer in told if "status" in answer} == {"answered", "abstained"}
    assert any("entries" in one and len(one["entries"]) > 5 for one in told)
    assert any({"a", "b", "overlap"} <= one.keys() for one in told)
    kinds = {finding["kind"] for one in told for finding in one.get("findings", ())}
    assert kinds == {"evolution", "conflict"}
    merged, undone = (one for one in told if one.get("left", {}).get("name") == "John's job")
    assert (merged["verdict"], undone["verdict"]) == ("merge", "separate")
    assert undone["undoes"] == merged["uid"]
    timelines = [one for one in told if "entries" in one]
    owners = [len({entry["entity_uid"] for entry in one["entries"]}) for one in timelines]
    assert owners == [1, 2]

    nodes = memory.cypher("MATCH (n) RETURN n.space AS space, count(*) AS nodes ORDER BY space")
    again = graphmem("demo")
    assert again.code == 0, again.err
    assert "Nothing changed" in again.out
    assert "\x1b" not in again.out
    assert memory.decisions(past=True) == ledger
    assert (
        memory.cypher("MATCH (n) RETURN n.space AS space, count(*) AS nodes ORDER BY space")
        == nodes
    )
    assert not any(str(space).startswith("demo-trial") for space, _ in nodes.rows)
