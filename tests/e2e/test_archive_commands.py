"""Spaces taken along, from the command line and after decisions by hand."""

import re
from pathlib import Path

from tests.archives import everything, undated
from tests.conftest import OpenMemory
from tests.e2e.conftest import Run
from tests.talk import GARDEN, HARBOUR


def test_a_space_goes_into_a_file_and_comes_back(
    graphmem: Run, open_memory: OpenMemory, tmp_path: Path
) -> None:
    memory = open_memory("taken-along")
    memory.ingest(GARDEN, record_only=True)
    path = str(tmp_path / "garden.zip")

    told = graphmem("export", path, space="taken-along")
    assert told.code == 0, told.err
    assert re.search(r"nodes and .* relationships of space taken-along in .*garden\.zip", told.out)
    assert graphmem("export", path, space="taken-along").code == 1  # it is there already

    memory.delete_space()
    back = graphmem("import", path, "--json", space="taken-along")
    assert back.code == 0, back.err
    (receipt,) = back.objects
    assert receipt["nodes"]["Turn"] == sum(len(one.turns) for one in GARDEN.sessions)
    assert receipt["nodes_standing"] == 0

    again = graphmem("import", path, space="taken-along")
    assert again.code == 0, again.err
    assert "0 nodes and 0 relationships came into space taken-along" in again.out

    other = graphmem("import", path, space="elsewhere")
    assert other.code == 1
    assert "--space taken-along" in other.err


def test_a_space_comes_back_after_decisions_by_hand(
    open_memory: OpenMemory, tmp_path: Path
) -> None:
    memory = open_memory()
    memory.ingest(GARDEN, HARBOUR)
    decided, again = tmp_path / "decided.zip", tmp_path / "again.zip"
    one, other, *_, third = (person.uid for person in memory.people())
    made = memory.merge(one, other, reason="one", allow_same_conversation=True)
    memory.undo(made.uid)
    memory.separate(one, third, reason="two")
    before = everything(memory)
    memory.export_archive(decided)
    memory.delete_space()
    memory.import_archive(decided)
    assert everything(memory) == before
    memory.export_archive(again)
    assert undated(again) == undated(decided)
    assert memory.check_layers().differences == ()
