"""Accepted ingests on disk: nothing is left behind, and nothing is lost."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphmem.clients.http.spool import JobStatus, Spool, SpooledJob
from graphmem.operations.recording import IngestRequest


def job(name: str) -> SpooledJob:
    return SpooledJob(space="s", status=JobStatus(job_id=name, accepted_at=datetime.now(UTC)))


def test_what_was_accepted_is_read_again_word_for_word(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    request = IngestRequest(turns=({"text": "half a \ud83d, é, 漢"},))
    spool.accept(job("one"), request)
    assert spool.request("one") == request
    assert [one.status.job_id for one in spool.jobs()] == ["one"]


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        Spool(tmp_path).accept(job("one"), IngestRequest(document="forty tulips"))
    assert list(tmp_path.iterdir()) == []


def test_what_a_crash_left_is_removed_at_the_next_start(tmp_path: Path) -> None:
    (tmp_path / "one.request.json.new").write_text("forty tulips", encoding="utf-8")
    (tmp_path / "two.request.json").write_text("{}", encoding="utf-8")
    assert Spool(tmp_path).jobs() == ()
    assert list(tmp_path.iterdir()) == []
