"""Ingests as jobs: their order, their end, and what a stop leaves for the next server."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Lock
from typing import Any, cast

import pytest

from graphmem.clients.http.jobs import Jobs
from graphmem.clients.http.memories import Memories
from graphmem.clients.http.metrics import Metrics
from graphmem.clients.http.problems import RefusedError
from graphmem.clients.http.spool import JobState, JobStatus, Spool, SpooledJob
from graphmem.errors import InputError, NotFoundError, SettingsError
from graphmem.model.receipt import Receipt
from graphmem.operations.recording import IngestRequest

EMPTY = IngestRequest()
Ingest = Callable[..., Receipt]


def receipt(*_: Any, **__: Any) -> Receipt:
    return Receipt(space="s", turns_stored=1)


class FakeMemories:
    """Memories whose ingest is the test's own."""

    def __init__(self, ingest: Ingest) -> None:
        self.ingest = ingest

    @contextmanager
    def using(self, space: str) -> Iterator[Any]:
        yield self


def jobs_of(folder: Path, ingest: Ingest, *, queue: int = 5) -> Jobs:
    memories = cast(Memories, FakeMemories(ingest))
    return Jobs(memories, Metrics(), Spool(folder), queue=queue)


async def end_of(jobs: Jobs, status: JobStatus, space: str = "s") -> JobStatus:
    async for now in jobs.follow(space, status.job_id):
        status = now or status
    return status


def test_progress_is_told_and_the_receipt_is_kept(tmp_path: Path) -> None:
    def ingest(*_: Any, progress: Any, **__: Any) -> Receipt:
        progress("read", 1, 2)
        return receipt()

    async def talk() -> None:
        jobs = jobs_of(tmp_path, ingest)
        await jobs.open()
        accepted = await jobs.accept("s", EMPTY)
        assert accepted.state is JobState.WAITING
        ended = await end_of(jobs, accepted)
        assert ended.state is JobState.DONE
        assert ended.receipt is not None
        assert jobs.get("s", accepted.job_id) == ended
        with pytest.raises(NotFoundError):
            jobs.get("another", accepted.job_id)
        await jobs.close()
        assert not list(tmp_path.glob("*.request.json"))

    asyncio.run(talk())


def test_a_job_that_fails_says_why_and_the_next_goes_on(tmp_path: Path) -> None:
    ends = iter([InputError("Bad.", next_step="Mend."), ValueError("forty tulips"), None])

    def ingest(*_: Any, **__: Any) -> Receipt:
        end = next(ends)
        if end is not None:
            raise end
        return receipt()

    async def talk() -> None:
        jobs = jobs_of(tmp_path, ingest)
        await jobs.open()
        accepted = [await jobs.accept("s", EMPTY) for _ in range(3)]
        ended = [await end_of(jobs, one) for one in accepted]
        await jobs.close()
        assert [one.state for one in ended] == [JobState.FAILED, JobState.FAILED, JobState.DONE]
        assert ended[0].problem is not None
        assert ended[0].problem.status == 422
        assert ended[1].problem is not None
        assert "tulips" not in ended[1].model_dump_json()

    asyncio.run(talk())


def test_a_space_ingests_one_at_a_time_and_two_spaces_at_once(tmp_path: Path) -> None:
    lock, running, most = Lock(), [0], [0]
    both = Event()

    def ingest(*_: Any, **__: Any) -> Receipt:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
            if running[0] == 2:
                both.set()
        met = both.wait(0.3)
        with lock:
            running[0] -= 1
        return receipt().model_copy(update={"turns_stored": int(met)})

    async def talk() -> None:
        jobs = jobs_of(tmp_path, ingest)
        await jobs.open()
        alone = [await jobs.accept("s", EMPTY) for _ in range(2)]
        for one in alone:
            await end_of(jobs, one)
        assert most == [1]
        two = [(space, await jobs.accept(space, EMPTY)) for space in ("s", "t")]
        for space, one in two:
            await end_of(jobs, one, space)
        assert most == [2]
        await jobs.close()

    asyncio.run(talk())


def test_a_full_queue_refuses_more(tmp_path: Path) -> None:
    go_on = Event()

    def ingest(*_: Any, **__: Any) -> Receipt:
        go_on.wait(10)
        return receipt()

    async def talk() -> None:
        jobs = jobs_of(tmp_path, ingest, queue=2)
        await jobs.open()
        accepted = [await jobs.accept("s", EMPTY) for _ in range(2)]
        with pytest.raises(RefusedError) as refused:
            await jobs.accept("s", EMPTY)
        assert refused.value.problem.status == 429
        assert "Retry-After" in refused.value.headers
        await jobs.accept("t", EMPTY)
        go_on.set()
        for one in accepted:
            await end_of(jobs, one)
        await jobs.close()

    asyncio.run(talk())


def test_what_a_stop_interrupts_or_leaves_waiting_the_next_server_does(tmp_path: Path) -> None:
    begun, done = Event(), []

    def interrupted(*_: Any, progress: Any, **__: Any) -> Receipt:
        begun.set()
        while True:  # ends where progress is told to a server that stops
            progress("read", 1, None)

    def completed(*_: Any, **__: Any) -> Receipt:
        done.append(1)
        return receipt()

    async def stopped() -> list[JobStatus]:
        jobs = jobs_of(tmp_path, interrupted)
        await jobs.open()
        accepted = [await jobs.accept("s", EMPTY) for _ in range(3)]
        await asyncio.to_thread(begun.wait, 10)
        await jobs.close()
        with pytest.raises(RefusedError):
            await jobs.accept("s", EMPTY)
        return accepted

    async def again(accepted: list[JobStatus]) -> None:
        jobs = jobs_of(tmp_path, completed)
        await jobs.open()
        ended = [await end_of(jobs, one) for one in accepted]
        assert {one.state for one in ended} == {JobState.DONE}
        await jobs.close()
        later = jobs_of(tmp_path, completed)
        await later.open()
        assert later.get("s", accepted[0].job_id).receipt is not None
        await later.close()

    asyncio.run(again(asyncio.run(stopped())))
    assert len(done) == 3


def test_who_waits_is_told_though_the_end_cannot_be_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError("no space left on device")

    async def talk() -> JobStatus:
        jobs = jobs_of(tmp_path, receipt)
        await jobs.open()
        accepted = await jobs.accept("s", EMPTY)
        monkeypatch.setattr(Spool, "update", full)
        ended = await asyncio.wait_for(end_of(jobs, accepted), 10)
        monkeypatch.setattr(Spool, "accept", full)
        with pytest.raises(RefusedError, match="could not be written down"):
            await jobs.accept("s", EMPTY)
        await jobs.close()
        return ended

    assert asyncio.run(talk()).state is JobState.DONE


def test_of_each_space_the_last_ends_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.clients.http.jobs._KEPT", 2)

    async def talk() -> None:
        jobs = jobs_of(tmp_path, receipt)
        await jobs.open()
        first = await jobs.accept("quiet", EMPTY)
        await end_of(jobs, first, "quiet")
        busy = [await jobs.accept("busy", EMPTY) for _ in range(4)]
        for one in busy:
            await end_of(jobs, one, "busy")
        await jobs.close()
        assert jobs.get("quiet", first.job_id).ended
        with pytest.raises(NotFoundError):
            jobs.get("busy", busy[0].job_id)
        assert len(list(tmp_path.glob("*.job.json"))) == 3

    asyncio.run(talk())


def test_a_request_without_a_job_to_do_is_removed(tmp_path: Path) -> None:
    left = tmp_path / "0f3a.request.json"
    left.write_text("{}", encoding="utf-8")
    spool = Spool(tmp_path)
    spool.open()
    assert spool.jobs() == ()
    assert not left.exists()
    spool.close()


def test_a_folder_is_of_one_server(tmp_path: Path) -> None:
    one, other = Spool(tmp_path), Spool(tmp_path)
    one.open()
    with pytest.raises(SettingsError, match="Another"):
        other.open()
    one.close()
    other.open()
    other.close()


def test_a_file_of_another_version_is_said_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "x.job.json").write_text("{}")
    with pytest.raises(SettingsError, match="no job of this version"):
        Spool(tmp_path).jobs()


def test_followers_are_bounded_and_who_left_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.clients.http.jobs._FOLLOWERS", 2)
    go = Event()

    def ingest(*_: Any, **__: Any) -> Receipt:
        go.wait(30)
        return receipt()

    async def talk() -> None:
        jobs = jobs_of(tmp_path, ingest)
        await jobs.open()
        job = (await jobs.accept("s", EMPTY)).job_id
        places = [jobs.following("s", job) for _ in range(3)]
        for place in places[:2]:
            place.__enter__()
        with pytest.raises(RefusedError, match="followed"):
            places[2].__enter__()
        places[0].__exit__(None, None, None)
        with jobs.following("s", job) as changes:
            assert await anext(aiter(changes)) is not None
        go.set()
        await jobs.close()

    asyncio.run(talk())


def test_what_ends_the_server_again_and_again_is_given_up(tmp_path: Path) -> None:
    """As where a job takes all memory: the record on disk is all that its server leaves."""
    spool = Spool(tmp_path)
    status = JobStatus(job_id="fatal", accepted_at=datetime.now(UTC))
    spool.accept(SpooledJob(space="s", status=status, begun=2), EMPTY)

    def die(*_: Any, **__: Any) -> Receipt:
        began.append(SpooledJob.model_validate_json((tmp_path / "fatal.job.json").read_bytes()))
        return receipt()

    async def start() -> JobStatus:
        jobs = jobs_of(tmp_path, die)
        await jobs.open()
        ended = await end_of(jobs, jobs.get("s", "fatal"))
        await jobs.close()
        return ended

    began: list[SpooledJob] = []
    assert asyncio.run(start()).state is JobState.DONE
    assert [one.begun for one in began] == [3]  # written before it is begun
    spool.accept(began[0], EMPTY)
    ended = asyncio.run(start())
    assert ended.state is JobState.FAILED
    assert ended.problem is not None
    assert "ended each time" in ended.problem.detail
    assert len(began) == 1


def test_a_stop_in_order_does_not_count_as_begun_in_vain(tmp_path: Path) -> None:
    going = Event()

    def ingest(*_: Any, progress: Any, **__: Any) -> Receipt:
        going.set()
        while True:
            progress("read", 1, 2)

    async def talk() -> str:
        jobs = jobs_of(tmp_path, ingest)
        await jobs.open()
        accepted = await jobs.accept("s", EMPTY)
        await asyncio.to_thread(going.wait, 30)
        await jobs.close()
        return accepted.job_id

    name = asyncio.run(talk())
    left = SpooledJob.model_validate_json((tmp_path / f"{name}.job.json").read_bytes())
    assert (left.begun, left.status.state) == (0, JobState.WAITING)
