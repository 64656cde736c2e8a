"""Accepted ingests on disk: what was not done is done at the next start, so none is lost."""

import contextlib
import json
import os
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import AwareDatetime, ValidationError

from graphmem.clients.http.problems import Problem
from graphmem.errors import SettingsError
from graphmem.model.base import Frozen
from graphmem.model.receipt import Receipt
from graphmem.operations.recording import IngestRequest

_RECORD = ".job.json"
_REQUEST = ".request.json"
_UNFINISHED = ".new"


class JobState(StrEnum):
    """How far an ingest is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class JobStatus(Frozen):
    """An ingest that was accepted: how far it is, and what came of it.

    ``stage``, ``finished`` and ``total`` are of the stage that runs; ``receipt`` is there when it
    is done, ``problem`` where it failed.
    """

    job_id: str
    state: JobState = JobState.WAITING
    accepted_at: AwareDatetime
    stage: str | None = None
    finished: int | None = None
    total: int | None = None
    receipt: Receipt | None = None
    problem: Problem | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state in (JobState.DONE, JobState.FAILED)


class SpooledJob(Frozen):
    """A job with the space that it is for, and how often it was begun and did not get to an end."""

    space: str
    status: JobStatus
    begun: int = 0


class Spool:
    """A folder of accepted ingests; of one server at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # It is released on whichever thread is free, not on that which took it.
        self._taken = FileLock(folder / "server.lock", thread_local=False)

    def open(self) -> None:
        """Take the folder; raises `SettingsError` where another server has it."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._taken.acquire(timeout=0)
        except Timeout as error:
            raise SettingsError(
                f"Another `graphmem serve` works on the jobs in {self._folder}.",
                next_step="Stop it, or give --jobs another folder.",
            ) from error
        except OSError as error:
            raise SettingsError(
                f"The folder for jobs {self._folder} cannot be used: {error.strerror}.",
                next_step="Give --jobs a folder that can be written to.",
            ) from error

    def close(self) -> None:
        """Leave the folder to others."""
        self._taken.release()

    def accept(self, job: SpooledJob, request: IngestRequest) -> None:
        """Write a job down; when this returns, no crash can lose it."""
        # In ASCII, since a turn may hold what has no UTF-8; reading refuses that turn alone.
        self._write(job.status.job_id + _REQUEST, json.dumps(request.model_dump()))
        self.update(job)

    def update(self, job: SpooledJob) -> None:
        """Write down how far a job is; what it was to read is forgotten when it has ended."""
        self._write(job.status.job_id + _RECORD, job.model_dump_json())
        if job.status.ended:
            (self._folder / (job.status.job_id + _REQUEST)).unlink(missing_ok=True)

    def request(self, job_id: str) -> IngestRequest:
        """What a job is to read."""
        written = (self._folder / (job_id + _REQUEST)).read_bytes()
        return IngestRequest.model_validate(json.loads(written))

    def jobs(self) -> tuple[SpooledJob, ...]:
        """Every job of the folder in the order of acceptance.

        What a crash left is removed: half a file, and a request without a job to do.
        """
        for path in self._folder.glob(f"*{_UNFINISHED}"):
            path.unlink(missing_ok=True)
        found = sorted(self._read(), key=lambda job: (job.status.accepted_at, job.status.job_id))
        to_do = {job.status.job_id for job in found if not job.status.ended}
        for path in self._folder.glob(f"*{_REQUEST}"):
            if path.name.removesuffix(_REQUEST) not in to_do:
                path.unlink(missing_ok=True)
        return tuple(found)

    def forget(self, job_id: str) -> None:
        """Remove the record of a job that has ended."""
        (self._folder / (job_id + _RECORD)).unlink(missing_ok=True)

    def _read(self) -> Iterator[SpooledJob]:
        for path in self._folder.glob(f"*{_RECORD}"):
            try:
                yield SpooledJob.model_validate_json(path.read_bytes())
            except ValidationError as error:
                raise SettingsError(
                    f"{path} is no job of this version of graphmem.",
                    next_step="Move it elsewhere, and start again.",
                ) from error

    def _write(self, name: str, text: str) -> None:
        beside = self._folder / f"{name}{_UNFINISHED}"
        try:
            opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(opened, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self._folder / name)
        finally:
            beside.unlink(missing_ok=True)  # where the disk was full, it must not stay so
        with contextlib.suppress(OSError, AttributeError):  # no folder can be opened on Windows
            folder = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
