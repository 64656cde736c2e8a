"""What an ingest did: nothing that was given to it goes unmentioned."""

from pydantic import Field

from graphmem.model.base import Frozen
from graphmem.model.conversation import Refusal


class ChangedTurn(Frozen):
    """A turn that is already recorded with other content; the recorded one was kept."""

    conversation_id: str
    dia_id: str
    reason: str


class Stages(Frozen):
    """Seconds spent in each stage of an ingest."""

    read: float = 0.0
    plan: float = 0.0
    encode: float = 0.0
    write: float = 0.0
    total: float = 0.0


class TurnReceipt(Frozen):
    """What became of one live turn; ``turn_id`` is where it stands, as people read it.

    ``stored`` is False for a turn that was already recorded; ``changed`` says where the recorded
    one differs.
    """

    turn_id: str
    stored: bool
    changed: ChangedTurn | None = None


class Receipt(Frozen):
    """Turns stored, skipped (already recorded, the same), changed (kept as recorded), refused."""

    space: str
    conversations: int = 0
    sessions_written: int = 0
    turns_stored: int = 0
    turns_skipped: int = 0
    changed: tuple[ChangedTurn, ...] = ()
    refused: tuple[Refusal, ...] = ()
    seconds: Stages = Field(default_factory=Stages)

    @property
    def complete(self) -> bool:
        """True when everything that was given is now in the database as given."""
        return not self.changed and not self.refused
