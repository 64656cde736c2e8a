"""The backlog: what waits for extraction, or for the layers to take it in."""

from typing import NamedTuple

from pydantic import AwareDatetime

from graphmem.model.base import Frozen


def waiting_note(turns: int) -> str | None:
    """That so many turns wait, in a line; None where none do."""
    if not turns:
        return None
    if turns == 1:
        return "1 turn waits to be read: it is found by its words, its facts are not known yet"
    return (
        f"{turns:,} turns wait to be read: they are found by their words, "
        "their facts are not known yet"
    )


class WhileWaiting(Frozen):
    """A result that tells how many ``waiting`` turns of its scope are not extracted or
    reconciled yet.

    What they say is found by their words, not among facts. The count goes no further than 10,000.
    """

    waiting: int = 0

    @property
    def waiting_note(self) -> str | None:
        """That some wait, in a line; None where none do."""
        return waiting_note(self.waiting)


class FailedSession(Frozen):
    """A session whose extraction failed, why, and when it is tried again (all by the server)."""

    conversation_id: str
    session_id: str
    attempts: int
    reason: str
    waiting_since: AwareDatetime
    retry_at: AwareDatetime | None = None


class ExtractionProgress(NamedTuple):
    """Progress of a space's extraction: so many of ``total`` (None where unknown) in a stage."""

    stage: str
    done: int
    total: int | None


class Backlog(Frozen):
    """What of a space waits for extraction, ``at`` a moment of the server's clock.

    ``turns`` are not extracted, or the layers do not know them yet; ``sessions`` hold these, or
    wait to be read again because somebody joined their conversation. ``since`` is
    when the oldest of those that have not failed was recorded; ``failed`` are tried again later;
    ``failure`` is why the last run failed as a whole, ``retry_at`` when the next may begin.
    ``progress`` is of the run that is under way, in whatever process, as it was told last.
    """

    at: AwareDatetime
    turns: int = 0
    sessions: int = 0
    since: AwareDatetime | None = None
    failed: tuple[FailedSession, ...] = ()
    failure: str | None = None
    retry_at: AwareDatetime | None = None
    progress: ExtractionProgress | None = None

    @property
    def empty(self) -> bool:
        """True if nothing waits."""
        return self.sessions == 0

    @property
    def stuck(self) -> bool:
        """True if all that waits has failed, so that it is only tried again later."""
        return self.sessions > 0 and (self.failure is not None or self.sessions == len(self.failed))

    @property
    def pause(self) -> float | None:
        """Seconds until something of what failed is tried again; None where nothing is."""
        if self.failure is not None:
            times = [self.retry_at]
        else:
            times = [item.retry_at for item in self.failed]
        seconds = [(one - self.at).total_seconds() for one in times if one is not None]
        return min(seconds, default=None)
