"""Ingests as jobs: recorded at once, in order, and told of by what waits."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from threading import Event, Lock
from typing import Any, cast

import pytest

from graphmem.clients.http.job import JobState, JobStatus, Recorded, status_of
from graphmem.clients.http.jobs import Jobs
from graphmem.clients.http.memories import Memories
from graphmem.clients.http.metrics import Metrics
from graphmem.clients.http.problems import RefusedError
from graphmem.errors import InputError, LlmSetupError, NotFoundError
from graphmem.model.backlog import Backlog, ExtractionProgress, FailedSession
from graphmem.model.receipt import Receipt, WorkspaceReceipt
from graphmem.operations.recording import IngestRequest
from graphmem.settings import Settings

EMPTY = IngestRequest()
NOON = datetime(2024, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
RECORDED = Recorded(NOON, NOON + SECOND)
Ingest = Callable[..., Receipt]


def receipt(*_: Any, **__: Any) -> Receipt:
    return Receipt(space="s", turns_stored=1)


def failed(since: datetime) -> FailedSession:
    return FailedSession(
        conversation_id="shed", session_id="S1", attempts=1, reason="Bad.", waiting_since=since
    )


class FakeMemories:
    """Memories whose ingest is the test's own, and whose backlog the test says."""

    def __init__(self, ingest: Ingest) -> None:
        self._ingest = ingest
        self.settings = Settings()
        self.left: dict[str, Any] = {}
        self.asked: list[bool] = []

    @contextmanager
    def using(self, space: str) -> Iterator[Any]:
        yield self

    def ingest(self, *sources: Any, record_only: bool, **given: Any) -> Receipt:
        self.asked.append(record_only)
        return self._ingest(*sources, **given)

    def waiting(self) -> Backlog:
        return Backlog(at=datetime.now(UTC), **self.left)

    def bookmark(self) -> str:
        return "FB:somewhere"


def jobs_of(memories: FakeMemories, *, ingests: int = 5) -> Jobs:
    return Jobs(cast(Memories, memories), Metrics(), ingests=ingests)


async def end_of(jobs: Jobs, status: JobStatus, space: str = "s") -> JobStatus:
    async for now in jobs.follow(space, status.job_id):
        status = now or status
    return status


def status(backlog: Backlog, step: ExtractionProgress | None = None) -> JobStatus:
    return status_of("s", RECORDED, backlog, receipt=None, step=step)


def test_an_id_says_when_and_is_of_one_space() -> None:
    job_id = RECORDED.job_id("s")
    assert Recorded.of("s", job_id) == RECORDED
    assert Recorded.of("another", job_id) is None
    assert Recorded.of("s", "nothing") is None
    assert Recorded.of("s", "x" * 32) is None
    assert len(job_id) == 32


def test_what_waits_says_how_far_a_job_is() -> None:
    at = NOON + 9 * SECOND
    assert status(Backlog(at=at)).state is JobState.DONE
    waits = Backlog(at=at, turns=3, sessions=1, since=NOON)
    assert (status(waits).state, status(waits).waiting) == (JobState.WAITING, 3)
    running = status(waits, ExtractionProgress("extracted", 1, 2))
    assert (running.state, running.finished, running.total) == (JobState.RUNNING, 1, 2)
    later = Backlog(at=at, turns=3, sessions=1, since=NOON + 2 * SECOND)
    assert status(later).state is JobState.DONE  # of another ingest
    whole = Backlog(at=at, sessions=1, since=NOON, failure="The key is refused.")
    assert status(whole).state is JobState.FAILED


def test_what_failed_of_a_job_is_named_and_what_failed_before_is_not_its_own() -> None:
    at = NOON + 9 * SECOND
    own = status(Backlog(at=at, sessions=1, failed=(failed(NOON),)))
    assert own.state is JobState.FAILED
    assert own.problem is not None
    assert "shed/S1" in own.problem.detail
    before = status(Backlog(at=at, sessions=1, failed=(failed(NOON - SECOND),)))
    assert before.state is JobState.DONE


def test_nothing_is_recorded_where_the_language_model_has_no_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    async def talk() -> None:
        memories = FakeMemories(receipt)
        memories.settings = Settings(llm_model="openai/gpt-4o-mini")
        jobs = jobs_of(memories)
        with pytest.raises(LlmSetupError, match="OPENAI_API_KEY"):
            await jobs.accept("s", EMPTY)
        assert memories.asked == []
        await jobs.accept("s", IngestRequest(record_only=True))
        assert memories.asked == [True]

    asyncio.run(talk())


def test_a_job_is_recorded_before_it_is_accepted_and_done_when_nothing_waits() -> None:
    async def talk() -> None:
        memories = FakeMemories(receipt)
        jobs = jobs_of(memories)
        memories.left = {"turns": 1, "sessions": 1, "since": NOON}
        accepted = await jobs.accept("s", EMPTY)
        assert memories.asked == [True]
        assert accepted.state is JobState.WAITING
        assert accepted.receipt is not None
        assert accepted.receipt.turns_stored == 1
        memories.left = {}
        run = Receipt(space="s", workspace=WorkspaceReceipt(answers=2))
        for _ in range(2):
            jobs.ended("s", run, None)
        ended = await end_of(jobs, accepted)
        assert ended.state is JobState.DONE
        assert ended.receipt is not None
        assert ended.receipt.workspace is not None
        assert ended.receipt.workspace.answers == 4
        with pytest.raises(NotFoundError):
            await jobs.get("another", accepted.job_id)
        restarted = jobs_of(FakeMemories(receipt))
        again = await restarted.get("s", accepted.job_id)
        assert (again.state, again.receipt) == (JobState.DONE, None)
        await jobs.close()

    asyncio.run(talk())


def test_a_job_is_done_only_when_the_run_that_did_its_last_has_given_its_receipt() -> None:
    async def talk() -> None:
        jobs = jobs_of(FakeMemories(receipt))
        jobs.step("s", ExtractionProgress("reconciled", 1, 1))
        accepted = await jobs.accept("s", EMPTY)
        assert accepted.state is JobState.RUNNING
        for _ in range(2):  # nothing waits any more, and the run has not ended
            assert (await jobs.get("s", accepted.job_id)).state is JobState.RUNNING
        jobs.ended("s", Receipt(space="s", workspace=WorkspaceReceipt(answers=2)), None)
        jobs.step("s", ExtractionProgress("extracted", 1, 2))  # the next run is of others
        ended = await jobs.get("s", accepted.job_id)
        assert ended.state is JobState.DONE
        assert ended.receipt is not None
        assert ended.receipt.workspace == WorkspaceReceipt(answers=2)
        await jobs.close()

    asyncio.run(talk())


def test_what_recording_refuses_is_raised_and_the_next_goes_on() -> None:
    ends = iter([InputError("Bad.", next_step="Mend."), None])

    def ingest(*_: Any, **__: Any) -> Receipt:
        end = next(ends)
        if end is not None:
            raise end
        return receipt()

    async def talk() -> None:
        jobs = jobs_of(FakeMemories(ingest))
        with pytest.raises(InputError):
            await jobs.accept("s", EMPTY)
        assert (await jobs.accept("s", EMPTY)).state is JobState.DONE
        await jobs.close()

    asyncio.run(talk())


def test_a_space_records_one_at_a_time_and_two_spaces_at_once() -> None:
    lock, running, most = Lock(), [0], [0]
    both = Event()

    def ingest(*_: Any, **__: Any) -> Receipt:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
            if running[0] == 2:
                both.set()
        both.wait(0.3)
        with lock:
            running[0] -= 1
        return receipt()

    async def talk() -> None:
        jobs = jobs_of(FakeMemories(ingest))
        await asyncio.gather(*(jobs.accept("s", EMPTY) for _ in range(2)))
        assert most == [1]
        await asyncio.gather(*(jobs.accept(space, EMPTY) for space in ("s", "t")))
        assert most == [2]
        await jobs.close()

    asyncio.run(talk())


def test_a_full_queue_refuses_more() -> None:
    go_on = Event()

    def ingest(*_: Any, **__: Any) -> Receipt:
        go_on.wait(10)
        return receipt()

    async def talk() -> None:
        jobs = jobs_of(FakeMemories(ingest), ingests=2)
        two = [asyncio.create_task(jobs.accept("s", EMPTY)) for _ in range(2)]
        await asyncio.sleep(0.1)
        with pytest.raises(RefusedError) as refused:
            await jobs.accept("s", EMPTY)
        assert refused.value.problem.status == 429
        assert "Retry-After" in refused.value.headers
        go_on.set()
        await asyncio.gather(*two)
        await jobs.accept("s", EMPTY)
        await jobs.close()
        with pytest.raises(RefusedError):
            await jobs.accept("s", EMPTY)

    asyncio.run(talk())


def test_receipts_of_old_jobs_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphmem.clients.http.jobs._KEPT", 2)

    async def talk() -> None:
        jobs = jobs_of(FakeMemories(receipt))
        made = [await jobs.accept("s", EMPTY) for _ in range(3)]
        found = [await jobs.get("s", one.job_id) for one in made]
        assert [one.receipt is None for one in found] == [True, False, False]
        assert {one.state for one in found} == {JobState.DONE}
        await jobs.close()

    asyncio.run(talk())


def test_followers_are_bounded_and_who_left_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphmem.clients.http.jobs._FOLLOWERS", 2)

    async def talk() -> None:
        memories = FakeMemories(receipt)
        memories.left = {"turns": 1, "sessions": 1, "since": NOON}
        jobs = jobs_of(memories)
        job = (await jobs.accept("s", EMPTY)).job_id
        places = [jobs.following("s", job) for _ in range(3)]
        for place in places[:2]:
            place.__enter__()
        with pytest.raises(RefusedError, match="followed"):
            places[2].__enter__()
        places[0].__exit__(None, None, None)
        with jobs.following("s", job) as changes:
            assert await anext(aiter(changes)) is not None
        await jobs.close()

    asyncio.run(talk())


def test_a_stop_ends_streams_and_the_job_still_waits() -> None:
    async def talk() -> None:
        memories = FakeMemories(receipt)
        memories.left = {"turns": 1, "sessions": 1, "since": NOON}
        jobs = jobs_of(memories)
        accepted = await jobs.accept("s", EMPTY)
        ends = asyncio.create_task(end_of(jobs, accepted))
        await asyncio.sleep(0.05)
        jobs.stop()
        assert (await asyncio.wait_for(ends, 5)).state is JobState.WAITING
        await jobs.close()

    asyncio.run(talk())
