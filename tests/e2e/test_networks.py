"""An ingest by the fitted networks: every line of work chat is told, with its turn as evidence."""

from datetime import datetime

import pytest
from typer.testing import CliRunner

from graphmem.adapters.encoder import Encoder
from graphmem.clients.cli.app import command_line
from graphmem.errors import NotFoundError
from graphmem.memory import Memory
from graphmem.model.receipt import Skipped, SkipSort, count_skipped
from graphmem.settings import Settings

SAID = (
    ("Ana", "We must encrypt backups."),
    ("Bo", "I'll send you the contract tomorrow."),
    ("Ana", "You should rotate the Stripe key before Friday."),
    ("Bo", "Let's move the launch to Thursday, legal hasn't signed off."),
    ("Ana", "Please cancel the Pro plan. Always answer me in French."),
    ("Bo", "Legal prefers Contoso over Fabrikam because of the SLA."),
)


def test_work_chat_is_told(live_settings: Settings, encoder: Encoder, memory: Memory) -> None:
    settings = live_settings.model_copy(update={"space": memory.space})
    with Memory(settings, encoder=encoder) as reading:
        for number, (speaker, text) in enumerate(SAID):
            said_at = datetime(2024, 5, 8, 13, number)
            reading.add_turn("work", text, speaker=speaker, said_at=said_at)
        receipt = reading.ingest()
        assert receipt.workspace is not None
        assert receipt.workspace.notes == ()
        assert reading.check_layers().differences == ()
        assert reading.ask("When will Bo send Ana the contract?").text.startswith("9 May 2024")
    found = memory.cypher(
        "MATCH (t:Turn {space: $space})<-[:EVIDENCED_BY]-(s:Statement) "
        "RETURN count(DISTINCT t), collect(DISTINCT s.extracted_by)",
        parameters={"space": memory.space},
    ).rows
    assert found == ((len(SAID), ["networks"]),)


def test_what_is_not_kept_is_counted_and_listed_and_nothing_is_written_for_it(
    live_settings: Settings,
    encoder: Encoder,
    memory: Memory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = live_settings.model_copy(update={"space": memory.space})
    said = ("Hello!", "I'll send Bo the contract tomorrow.", "Well, you never know, do you?")
    with Memory(settings, encoder=encoder) as reading:
        for number, text in enumerate(said):
            said_at = datetime(2024, 5, 8, 13, number)
            reading.add_turn("work", text, speaker="Ana", said_at=said_at, session_id="S1")
        assert reading.skipped("work") == ()  # nothing is judged yet
        receipt = reading.ingest().workspace
        assert receipt is not None
        before = everything(memory)
        found = reading.skipped("work")
        assert everything(memory) == before
        assert found == reading.skipped("work", session="S1")
        assert receipt.skipped == count_skipped(found)
        assert found[0] == Skipped(
            turn_id="work/S1:1", words="Hello!", sort=SkipSort.NO_CLAUSE, score=0.0
        )
        assert {one.sort for one in found if one.turn_id == "work/S1:3"}
        assert not any("contract" in one.words for one in found)
        again = reading.ingest().workspace
        assert again is not None
        assert again.skipped == ()
        for wrong in ({"conversation": "play"}, {"conversation": "work", "session": "S2"}):
            with pytest.raises(NotFoundError):
                reading.skipped(**wrong)
    monkeypatch.setattr("graphmem.clients.cli.output.Memory", lambda **_: Memory(settings))
    told = CliRunner().invoke(command_line(), ["skipped", "work", "--json"])
    lines = [Skipped.model_validate_json(line) for line in told.stdout.splitlines()]
    assert tuple(lines) == found


def everything(memory: Memory) -> object:
    """Every node with its properties, and how many relationships there are."""
    return memory.cypher(
        "MATCH (n {space: $space}) WITH n ORDER BY n.uid "
        "RETURN count(n), collect(properties(n)), sum(COUNT { (n)--() })",
        parameters={"space": memory.space},
    ).rows
