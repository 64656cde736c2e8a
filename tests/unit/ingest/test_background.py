"""Waiting for what cannot be read: not for ever, and not longer than it may still pass."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from graphmem.errors import InputError
from graphmem.ingest import background
from graphmem.ingest.background import Background
from graphmem.model.backlog import Backlog
from graphmem.settings import load_settings
from graphmem.store.database import Database

NOW = datetime(2024, 3, 1, tzinfo=UTC)
EMPTY = Backlog(at=NOW)


def failed(seconds: float) -> Backlog:
    """All that waits has failed, and is tried again after so many seconds."""
    again = NOW + timedelta(seconds=seconds)
    return Backlog(at=NOW, turns=1, sessions=1, failure="It broke.", retry_at=again)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Whether `wait` says that nothing waits, where looks find this, the last again and again."""

    def wait(*looks: Backlog, timeout: float | None) -> bool:
        left = list(looks)
        monkeypatch.setattr(
            background, "backlog", lambda *_: left.pop(0) if len(left) > 1 else left[0]
        )
        own = Background(cast(Database, None), cast(Any, None), load_settings(space="s"))
        return own.wait(timeout)

    return wait


def test_without_a_time_it_gives_up_when_stuck_for_long(
    waits: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "_PATIENCE_SECONDS", 0.3)
    assert not waits(failed(0.1), timeout=None)


def test_a_failure_that_passes_is_outlasted(waits: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_PATIENCE_SECONDS", 5.0)
    assert waits(failed(0.1), failed(0.1), EMPTY, timeout=None)
    assert waits(failed(0.1), EMPTY, timeout=5.0)


def test_what_is_tried_again_later_than_that_is_not_waited_for(waits: Any) -> None:
    assert not waits(failed(3_600), timeout=None)


@pytest.mark.parametrize("timeout", [-1.0, float("nan")])
def test_less_than_no_time_is_refused(waits: Any, timeout: float) -> None:
    with pytest.raises(InputError, match="is no time to wait"):
        waits(EMPTY, timeout=timeout)
    assert waits(EMPTY, timeout=0)
