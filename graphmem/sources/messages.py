"""Chat messages with ``role`` and ``content``: a list of them, or objects that hold ``messages``.

The file may be a JSON document or have one value on each line. A bare list is one conversation,
named by the settings or by the file; an object is one of its own.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NamedTuple

from graphmem.errors import InputError
from graphmem.model.conversation import (
    UNKNOWN_ZONE,
    LeftOut,
    MessageSettings,
    Refusal,
    SourceItem,
    Speaker,
    Turn,
)
from graphmem.sources import checks
from graphmem.sources.checks import UnfitError
from graphmem.sources.detection import SourceFormat, is_message
from graphmem.sources.json_values import Literal
from graphmem.sources.talks import UNSPOKEN, day_of, said_by_nobody, zone_of
from graphmem.sources.times import Moment, epoch_time, in_zone, iso_time
from graphmem.sources.values import values

_DATES = ("said_at", "timestamp", "created_at", "create_time", "date", "time")
_IDS = ("conversation_id", "id", "session_id", "thread_id")
_USED = frozenset({"role", "name", "content", "tool_calls", "id", *_DATES})
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

_UNDATED = (
    "no date: give the messages one each (`timestamp`, `created_at` or `date`), or say when the "
    "talk began (--said-at 2024-03-01T18:00, MessageSettings.said_at)"
)
_UNNAMED = "a list of messages does not name its conversation: give conversation_id"


class _RoleMessage(NamedTuple):
    value: object
    line: int | None


class _Talk(NamedTuple):
    conversation_id: str
    began: Moment | None
    messages: Sequence[_RoleMessage]


def read_messages(
    stream: BinaryIO, *, path: str, name: str | None, settings: MessageSettings
) -> Iterator[SourceItem]:
    """The conversations of a file of messages; ``name`` is what it is called without an id."""
    began = first_moment(settings)
    named = settings.conversation_id or name
    bare: list[_RoleMessage] = []
    number = 0
    for found in values(stream, path=path):
        if isinstance(found, Refusal):
            yield found
            continue
        item = _RoleMessage(found.value, found.line)
        if isinstance(item.value, dict) and isinstance(item.value.get("messages"), list):
            number += 1
            try:
                talk = _talk(item, name=f"{named}-{number}" if named else None, began=began)
            except UnfitError as error:
                yield Refusal(path=path, line=item.line, reason=str(error))
                continue
            yield from _conversation(talk, path=path, settings=settings)
        else:
            bare.append(item)
    if not bare:
        if not number:
            yield Refusal(path=path, reason="the list holds no message")
    elif named is None:
        yield Refusal(path=path, reason=_UNNAMED)
    else:
        yield from _conversation(_Talk(named, began, bare), path=path, settings=settings)


def first_moment(settings: MessageSettings) -> Moment | None:
    """Start of a talk by the settings; `InputError` for what is no date."""
    if settings.said_at is None:
        return None
    try:
        return _moment(settings.said_at, name="said_at")
    except UnfitError as error:
        raise InputError(
            f"The talk cannot have begun then: {error}.",
            next_step="Give a date and a time of day, such as 2024-03-01T18:00.",
        ) from error


def _talk(item: _RoleMessage, *, name: str | None, began: Moment | None) -> _Talk:
    """An object that holds ``messages``; UnfitError where it cannot be named or dated."""
    held = checks.record(item.value, name="the conversation", used=frozenset(_IDS))
    given = next((held[key] for key in _IDS if held.get(key) is not None), name)
    if given is None:
        raise UnfitError(_UNNAMED)
    conversation_id = checks.identifier(_text(given), name="conversation_id")
    messages = held["messages"]
    assert isinstance(messages, list)
    return _Talk(
        conversation_id=conversation_id,
        began=_date_of(held) or began,
        messages=[_RoleMessage(value, item.line) for value in messages],
    )


def _conversation(talk: _Talk, *, path: str, settings: MessageSettings) -> Iterator[SourceItem]:
    """The refusals of a talk's messages, then what goes in: a session for each day."""
    zone = zone_of(settings)
    left: Counter[str] = Counter()
    sessions: dict[str, list[Turn]] = {}
    refused: list[Refusal] = []
    undated = 0
    taken: set[str] = set()
    moment = talk.began
    for number, message in enumerate(talk.messages, 1):
        dia_id = f"M{number}"
        try:
            given = checks.record(message.value, name="the message", used=_USED)
            # Also of what nobody says: it was said at that time too.
            moment = _date_of(given) or moment
            if (speaker := _speaker(given, settings)) is None:
                left[said_by_nobody(given["role"])] += 1
                continue
            if given.get("id") is not None:
                dia_id = checks.identifier(_text(given["id"]), name="id")
            if (text := _content(given)) is None:
                left["mere calls of tools"] += 1
                continue
            if dia_id in taken:
                raise UnfitError(f"message id {dia_id} was already given")
            if moment is None:
                undated += 1
                raise UnfitError(_UNDATED)
            said_at, known = in_zone(moment, zone)
            turn = checks.turn(
                dia_id=dia_id,
                speaker=speaker.name,
                person_id=speaker.person_id,
                text=text,
                said_at=said_at,
                zone=known,
            )
        except UnfitError as error:
            where = f"{talk.conversation_id}/{dia_id}"
            refused.append(Refusal(path=path, line=message.line, where=where, reason=str(error)))
            continue
        taken.add(dia_id)
        sessions.setdefault(day_of(said_at), []).append(turn)
    if undated and undated == len(refused) and not sessions:
        yield Refusal(path=path, where=talk.conversation_id, reason=_UNDATED)
        return
    yield from refused
    for reason, count in left.items():
        yield LeftOut(path=path, where=talk.conversation_id, reason=reason, count=count)
    read = checks.conversation(
        talk.conversation_id, source=SourceFormat.MESSAGES.value, sessions=sessions
    )
    if read is not None:
        yield read
    elif not refused:
        yield Refusal(path=path, where=talk.conversation_id, reason="nobody says anything")


def _speaker(given: dict[str, object], settings: MessageSettings) -> Speaker | None:
    """Who says it; None where nobody does."""
    if not is_message(given):
        raise UnfitError("not a message: `role` or `content` is missing")
    role = checks.identifier(given.get("role"), name="role")
    known = settings.speakers.get(role)
    if known is None and role in UNSPOKEN:
        return None
    if given.get("name") is None:
        return known or Speaker(name=role)
    name = checks.identifier(given["name"], name="name")
    return settings.speakers.get(name) or Speaker(name=name)


def _content(given: dict[str, object]) -> str | None:
    """What is said, without the parts that are no text; None for a mere call of tools."""
    content = given.get("content")
    if isinstance(content, list):
        parts = (part for part in content if isinstance(part, dict))
        content = "\n".join(
            text for part in parts if isinstance(text := part.get("text"), str) and text
        )
    if given.get("tool_calls") and not content:
        return None
    return checks.text(content, name="content", caption=None)


def _date_of(given: dict[str, object]) -> Moment | None:
    """The first date that an object has; UnfitError for one that cannot be read."""
    for name in _DATES:
        if given.get(name) is not None:
            return _moment(given[name], name=name)
    return None


def _moment(value: object, *, name: str) -> Moment:
    """ISO 8601, a day, seconds or milliseconds since 1970 as local wall time and zone."""
    if isinstance(value, Literal):
        return epoch_time(value, name=name)
    if isinstance(value, str) and _DAY.fullmatch(value):
        return iso_time(f"{value}T00:00", name=name)[0], UNKNOWN_ZONE
    return iso_time(value, name=name)


def _text(value: object) -> object:
    """A number as it is written: ids may be numbers."""
    return value.written if isinstance(value, Literal) else value
