"""LoCoMo: of each record, ``sample_id`` and ``conversation``; the rest are labels."""

import re
from datetime import datetime
from functools import partial

from graphmem.model.conversation import Turn
from graphmem.sources import checks
from graphmem.sources.checks import UnfitError
from graphmem.sources.documents import RecordSoFar
from graphmem.sources.json_values import JsonPath
from graphmem.sources.times import locomo_time

_RECORD_KEYS = frozenset({"sample_id", "conversation"})

_SESSION = re.compile(r"session_([1-9][0-9]{0,8})")
_SESSION_LIKE = re.compile(r"session_(?![1-9][0-9]{0,8}(?:_date_time)?\Z)")
_TURN_KEYS = frozenset({"speaker", "dia_id", "text", "blip_caption"})


def read_record(value: object) -> RecordSoFar:
    """One LoCoMo sample; UnfitError where it has no id."""
    sample = checks.record(value, name="the sample", used=_RECORD_KEYS)
    record = RecordSoFar(checks.identifier(sample.get("sample_id"), name="sample_id"))
    parts = sample.get("conversation")
    if not isinstance(parts, dict):
        what = "missing" if parts is None else f"{checks.kind_of(parts)}, not an object"
        record.refuse("", f"conversation is {what}", at=())
        return record
    for key in filter(_SESSION_LIKE.match, parts):
        reason = f"{checks.shown(key)} is not session_<number>"
        record.refuse("", reason, at=("conversation", key))
    numbers = sorted(int(found[1]) for key in parts if (found := _SESSION.fullmatch(key)))
    for number in numbers:
        _read_session(record, parts, number)
    return record


def _read_session(record: RecordSoFar, parts: dict[str, object], number: int) -> None:
    key, date_key = f"session_{number}", f"session_{number}_date_time"
    at: JsonPath = ("conversation", key)
    try:
        checks.record(parts, name="conversation", used=frozenset({key, date_key}))
        turns = parts[key]
        if not isinstance(turns, list):
            raise UnfitError(f"{key} is {checks.kind_of(turns)}, not a list of turns")
        if not turns:
            return
        if parts.get(date_key) is not None:
            at = ("conversation", date_key)
        said_at = locomo_time(parts.get(date_key), name=date_key)
    except UnfitError as error:
        record.refuse(f" {key}", str(error), at=at)
        return
    make = partial(_turn, said_at=said_at)
    at = ("conversation", key)
    record.read_turns(turns, make, keys=_TURN_KEYS, session=number, at=at)


def _turn(given: dict[str, object], dia_id: str, *, said_at: datetime) -> Turn:
    speaker = given.get("speaker")
    caption = checks.caption(given.get("blip_caption"), name="blip_caption")
    return checks.turn(
        dia_id=dia_id,
        speaker=checks.speaker(speaker if isinstance(speaker, str) else None, name="speaker"),
        text=checks.text(given.get("text"), name="text", caption=caption),
        caption=caption,
        said_at=said_at,
    )
