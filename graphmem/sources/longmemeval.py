"""LongMemEval: of each record, its id, dates and messages; answers and session ids are labels."""

from datetime import datetime
from functools import partial

from graphmem.model.conversation import Turn
from graphmem.sources import checks
from graphmem.sources.checks import UnfitError
from graphmem.sources.documents import RecordSoFar
from graphmem.sources.json_values import JsonPath
from graphmem.sources.times import longmemeval_time

_RECORD_KEYS = frozenset({"question_id", "haystack_dates", "haystack_sessions"})

_TURN_KEYS = frozenset({"role", "content"})


def read_record(value: object) -> RecordSoFar:
    """One LongMemEval question's haystack; UnfitError where it has no id."""
    question = checks.record(value, name="the record", used=_RECORD_KEYS)
    record = RecordSoFar(checks.identifier(question.get("question_id"), name="question_id"))
    try:
        sessions = _list(question, "haystack_sessions")
        dates = _list(question, "haystack_dates")
        if len(dates) != len(sessions):
            raise UnfitError(f"{len(dates)} haystack_dates for {len(sessions)} haystack_sessions")
    except UnfitError as error:
        record.refuse("", str(error), at=())
        return record
    for number, (date, turns) in enumerate(zip(dates, sessions, strict=True), 1):
        _read_session(record, number=number, date=date, turns=turns)
    return record


def _list(question: dict[str, object], key: str) -> list[object]:
    value = question.get(key)
    if value is None:
        raise UnfitError(f"{key} is missing")
    if not isinstance(value, list):
        raise UnfitError(f"{key} is {checks.kind_of(value)}, not a list")
    return value


def _read_session(record: RecordSoFar, *, number: int, date: object, turns: object) -> None:
    at: JsonPath = ("haystack_sessions", number - 1)
    try:
        if not isinstance(turns, list):
            raise UnfitError(f"the session is {checks.kind_of(turns)}, not a list of turns")
        if not turns:
            return
        at = ("haystack_dates", number - 1)
        said_at = longmemeval_time(date, name=f"date {number} of haystack_dates")
    except UnfitError as error:
        record.refuse(f" session {number}", str(error), at=at)
        return
    make = partial(_turn, said_at=said_at)
    at = ("haystack_sessions", number - 1)
    record.read_turns(turns, make, keys=_TURN_KEYS, session=number, at=at)


def _turn(given: dict[str, object], dia_id: str, *, said_at: datetime) -> Turn:
    role = given.get("role")
    return checks.turn(
        dia_id=dia_id,
        speaker=checks.speaker(role if isinstance(role, str) else None, name="role"),
        text=checks.text(given.get("content"), name="content", caption=None),
        said_at=said_at,
    )
