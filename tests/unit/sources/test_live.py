from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from graphmem.errors import InputError
from graphmem.model.conversation import Turn
from graphmem.sources import checked_id, new_turn

_AT = datetime(2024, 3, 2, 18, 5)


def test_a_turn_by_the_rules_of_files() -> None:
    assert new_turn(turn_id="t", text=" hello ", said_at=_AT) == Turn(
        dia_id="t", speaker="unknown", text=" hello ", said_at=_AT, zone="unknown"
    )


@pytest.mark.parametrize(
    ("said_at", "given", "kept"),
    [
        (_AT, None, "unknown"),
        (_AT, "Europe/Berlin", "Europe/Berlin"),
        (_AT.replace(tzinfo=UTC), None, "UTC"),
        (_AT.replace(tzinfo=UTC), "Europe/London", "Europe/London"),
        (_AT.replace(tzinfo=timezone(timedelta(hours=-3))), None, "-03:00"),
        (_AT.replace(tzinfo=ZoneInfo("Europe/Berlin")), None, "Europe/Berlin"),
        (_AT.replace(tzinfo=ZoneInfo("Europe/Berlin")), "+01:00", "+01:00"),
    ],
)
def test_zones(said_at: datetime, given: str | None, kept: str) -> None:
    turn = new_turn(turn_id="t", text="hello", said_at=said_at, zone=given)
    assert (turn.said_at, turn.zone) == (_AT, kept)


def test_a_turn_that_cannot_be_kept() -> None:
    with pytest.raises(InputError) as refused:
        new_turn(turn_id="t", text="", said_at=_AT)
    assert (
        str(refused.value) == "The turn was not taken in: text is empty. Mend it and add it again."
    )
    with pytest.raises(InputError, match="another offset than Asia/Tokyo had then"):
        new_turn(turn_id="t", text="a", said_at=_AT.replace(tzinfo=UTC), zone="Asia/Tokyo")


@pytest.mark.parametrize(
    ("said_at", "given", "kept"),
    [
        ("2024-03-02T18:05", None, "unknown"),
        ("2024-03-02 18:05:00Z", None, "UTC"),
        ("2024-03-02T18:05:00+01:00", "Europe/Berlin", "Europe/Berlin"),
    ],
)
def test_said_at_may_be_written(said_at: str, given: str | None, kept: str) -> None:
    turn = new_turn(turn_id="t", text="hello", said_at=said_at, zone=given)
    assert (turn.said_at, turn.zone) == (_AT, kept)


@pytest.mark.parametrize(
    ("said_at", "reason"),
    [
        ("yesterday", "said_at 'yesterday' is not written like '2023-05-08T13:56:00'"),
        ("2024-02-30T10:00", "said_at '2024-02-30T10:00' is not a date that exists"),
        (date(2024, 3, 2), "said_at is a date without a time of day"),
        (None, "said_at is missing"),
        (1714000000, "said_at is the number 1714000000, neither a datetime nor a string"),
        (_AT.time(), "said_at is of type time, neither a datetime nor a string"),
        ([_AT], "said_at is a list, neither a datetime nor a string"),
    ],
)
def test_said_at_that_tells_no_time(said_at: Any, reason: str) -> None:
    with pytest.raises(InputError) as refused:
        new_turn(turn_id="t", text="hello", said_at=said_at)
    assert refused.value.problem == f"The turn was not taken in: {reason}."


def test_values_of_other_types() -> None:
    number: Any = 5
    with pytest.raises(InputError, match="text is the number 5, not a string"):
        new_turn(turn_id="t", text=number, said_at=_AT)
    with pytest.raises(InputError, match="zone is the number 5, not a string"):
        new_turn(turn_id="t", text="hello", said_at=_AT, zone=number)
    with pytest.raises(InputError, match="session_id is the number 5, not a string"):
        checked_id(number, name="session_id")


def test_an_id() -> None:
    assert checked_id("c", name="conversation_id") == "c"
    with pytest.raises(InputError, match="conversation_id is empty"):
        checked_id(" ", name="conversation_id")
