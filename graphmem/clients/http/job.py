"""An ingest as a job: its id, and how far it is, both told by what waits in the graph."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import blake2b
from http import HTTPStatus
from typing import NamedTuple

from pydantic import AwareDatetime

from graphmem.clients.http.problems import Problem, make_problem
from graphmem.model.backlog import Backlog, ExtractionProgress
from graphmem.model.base import Frozen
from graphmem.model.receipt import Receipt

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_BEGUN, _TOOK = 14, 10  # hexadecimal digits, each of microseconds


class JobState(StrEnum):
    """How far an ingest is: recorded and waiting, being extracted, done, or failed."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class JobStatus(Frozen):
    """An ingest that was recorded: how far its extraction is, and what came of it.

    ``stage``, ``finished`` and ``total`` are of the stage that runs, ``waiting`` the turns of the
    space that are not extracted or not reconciled. ``receipt`` tells what was recorded and, where
    this server extracted it, what that gave; after a restart it is not known any more. ``problem``
    says why it failed; what failed is tried again by itself. ``bookmark`` is of what was recorded,
    and at the end of what was made of it.
    """

    job_id: str
    state: JobState = JobState.WAITING
    accepted_at: AwareDatetime
    waiting: int = 0
    stage: str | None = None
    finished: int | None = None
    total: int | None = None
    receipt: Receipt | None = None
    problem: Problem | None = None
    bookmark: str | None = None

    @property
    def ended(self) -> bool:
        """Tells whether nothing more will come of it by itself soon."""
        return self.state in (JobState.DONE, JobState.FAILED)


class Recorded(NamedTuple):
    """When an ingest was recorded, by the database's clock: all that its id says.

    What waits since then, or longer, is what the ingest waits for.
    """

    begun: datetime
    ended: datetime

    def job_id(self, space: str) -> str:
        """The id, which no other space takes for one of its own."""
        begun = (self.begun - _EPOCH) // _MICROSECOND
        took = (self.ended - self.begun) // _MICROSECOND
        times = f"{begun:0{_BEGUN}x}{max(0, took):0{_TOOK}x}"
        return times + _check(space, times)

    @classmethod
    def of(cls, space: str, job_id: str) -> "Recorded | None":
        """Parses an id; None for one that was not given for this space."""
        times = job_id[: _BEGUN + _TOOK]
        if job_id != times + _check(space, times):
            return None
        begun = _EPOCH + int(times[:_BEGUN], 16) * _MICROSECOND
        return cls(begun, begun + int(times[_BEGUN:], 16) * _MICROSECOND)


def status_of(
    space: str,
    recorded: Recorded,
    backlog: Backlog,
    *,
    receipt: Receipt | None,
    step: ExtractionProgress | None,
) -> JobStatus:
    """Status of an ingest, by what waits in its space and what this server does there now."""
    status = JobStatus(
        job_id=recorded.job_id(space),
        accepted_at=recorded.begun,
        waiting=backlog.turns,
        receipt=receipt,
    )
    if backlog.since is not None and backlog.since <= recorded.ended:
        if step is not None:
            return running(status, step)
        if backlog.failure is None:
            return status
        return status.model_copy(
            update={"state": JobState.FAILED, "problem": _problem("Its extraction failed.")}
        )
    failed = [
        f"{item.conversation_id}/{item.session_id}"
        for item in backlog.failed
        if recorded.begun <= item.waiting_since <= recorded.ended
    ]
    if failed:
        told = f"It was recorded, but these sessions could not be extracted: {', '.join(failed)}."
        return status.model_copy(update={"state": JobState.FAILED, "problem": _problem(told)})
    return status.model_copy(update={"state": JobState.DONE})


def running(status: JobStatus, step: ExtractionProgress) -> JobStatus:
    """The status of an ingest whose extraction is under way."""
    update = {"stage": step.stage, "finished": step.done, "total": step.total}
    return status.model_copy(update={"state": JobState.RUNNING, **update})


def _problem(detail: str) -> Problem:
    return make_problem(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "extraction",
        detail,
        next_step="It is tried again by itself, and its turns can be found meanwhile. The log "
        "of the server and `graphmem doctor` say why it failed.",
    )


def _check(space: str, times: str) -> str:
    return blake2b(f"{space}\n{times}".encode("utf-8", "replace"), digest_size=4).hexdigest()
