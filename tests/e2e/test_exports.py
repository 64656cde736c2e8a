"""What other products export, recorded, extracted and asked about."""

import shutil
from pathlib import Path

import pytest

from graphmem.model.answer import Status
from tests.conftest import OpenMemory
from tests.exports import EXPORTS


@pytest.mark.timeout(900)
def test_an_export_of_slack_is_asked_about_and_a_longer_one_adds_what_is_new(
    open_memory: OpenMemory, tmp_path: Path
) -> None:
    memory = open_memory()
    export = tmp_path / "acme"
    shutil.copytree(EXPORTS / "slack", export)
    later = export / "harbour" / "2024-03-04.json"
    later.rename(tmp_path / later.name)
    first = memory.ingest(export, record_only=True)
    assert first.complete
    assert (first.conversations, first.turns_stored) == (2, 6)
    assert sum(one.count for one in first.left_out) == 3
    (tmp_path / later.name).rename(later)
    second = memory.ingest(export)
    assert second.complete
    assert (second.turns_stored, second.turns_skipped) == (2, 6)
    assert memory.ingest(export, record_only=True).turns_stored == 0
    people = {person.name: person for person in memory.people()}
    assert {"Anke Visser", "Bram Okoro", "Cile"} <= people.keys()
    # The late reply stands behind what it answers, in the session of that day.
    dialogue = memory.dialogue("C04HARB", session="2024-03-01")
    assert [turn.text for turn in dialogue.turns][1:3] == [
        "Anke Visser does the pilot know? ask in #harbour",
        "Yes, I rang her on Sunday.",
    ]
    answer = memory.ask("Where does Cile start in May?")
    assert answer.status is Status.ANSWERED
    assert "Contoso" in answer.text
    assert [one.turn_id for one in answer.evidence] == ["D07QRS/1709370000.000100"]
