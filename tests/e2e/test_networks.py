"""An ingest by the fitted networks: every line of work chat is told, with its turn as evidence."""

from datetime import datetime

from graphmem.adapters.encoder import Encoder
from graphmem.memory import Memory
from graphmem.model.workspace import ReaderName
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
    settings = live_settings.model_copy(
        update={"space": memory.space, "reader": ReaderName.NETWORKS}
    )
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
