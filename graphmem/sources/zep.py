"""Zep: sessions or threads with their messages, as its API gives them.

Documented at https://help.getzep.com/v2/sdk-reference/memory/get-session-messages (``role_type``
is the sort of speaker, ``role`` the name) and, for threads,
https://help.getzep.com/sdk-reference/thread/get-messages-of-a-thread (``role`` is the sort,
``name`` the name). The API gives the messages apart from their session, so a file may be one
answer of it, called as the file, or objects that hold ``session_id`` or ``thread_id``,
``user_id`` and ``messages``, also inside ``sessions`` or ``threads``.
"""

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from graphmem.model.conversation import MessageSettings, Refusal, SourceItem, Speaker
from graphmem.model.ids import UNKNOWN_SPEAKER
from graphmem.sources import checks
from graphmem.sources.checks import UnfitError
from graphmem.sources.detection import SourceFormat
from graphmem.sources.talks import (
    UNSPOKEN,
    ConversationBuilder,
    Spot,
    Talks,
    listed_in,
    said_by_nobody,
    speaker_of,
    spot_of,
    zone_of,
)
from graphmem.sources.times import in_zone, iso_time
from graphmem.sources.values import values

_IDS = ("session_id", "thread_id")
_LISTS = ("sessions", "threads")
_USED = frozenset({"uuid", "role", "role_type", "name", "content", "created_at"})
_UNNAMED = "the messages do not name their session: give conversation_id"
_NO_ROLE = "norole"


class _ZepMessage(NamedTuple):
    value: object
    spot: Spot


def read_zep(
    stream: BinaryIO, *, path: str, name: str | None, settings: MessageSettings
) -> Iterator[SourceItem]:
    """The conversations of sessions; what has no session is called ``name``, as the file is."""
    talks = Talks(path=path, source=SourceFormat.ZEP.value)
    named = settings.conversation_id or name
    bare: list[_ZepMessage] = []
    for found in values(stream, path=path):
        if isinstance(found, Refusal):
            yield found
            continue
        for held, spot in listed_in(found.value, spot_of(found), _LISTS):
            if isinstance(held, dict) and isinstance(held.get("messages"), list):
                _read_session(talks, held, spot, named=named, settings=settings)
            else:
                bare.append(_ZepMessage(held, spot))
    if bare and named is None:
        talks.refuse(_UNNAMED, None)
    elif bare and named is not None:
        _read_messages(talks.talk(named), bare, user_id=None, settings=settings)
    yield from talks.items()


def _read_session(
    talks: Talks,
    held: dict[str, object],
    spot: Spot,
    *,
    named: str | None,
    settings: MessageSettings,
) -> None:
    try:
        given = next((held[key] for key in _IDS if held.get(key) is not None), named)
        if given is None:
            raise UnfitError(_UNNAMED)
        conversation_id = checks.identifier(given, name="session_id")
        user_id = held.get("user_id")
        known = None if user_id is None else checks.identifier(user_id, name="user_id")
    except UnfitError as error:
        talks.refuse(str(error), spot)
        return
    messages = held["messages"]
    assert isinstance(messages, list)
    _read_messages(
        talks.talk(conversation_id),
        [_ZepMessage(one, spot.inside("messages", at)) for at, one in enumerate(messages)],
        user_id=known,
        settings=settings,
    )


def _read_messages(
    talk: ConversationBuilder,
    messages: list[_ZepMessage],
    *,
    user_id: str | None,
    settings: MessageSettings,
) -> None:
    users = {_name_of(one.value) for one in messages if _sort_of(one.value) == "user"}
    # Where several people write as the user of a session, its user_id tells of none which it is.
    person_id = user_id if len(users) == 1 else None
    for number, message in enumerate(messages, 1):
        _read_message(talk, message, number=number, person_id=person_id, settings=settings)


def _sort_of(value: object) -> object:
    if not isinstance(value, dict):
        return None
    return value.get("role_type") or value.get("role")


def _name_of(value: object) -> object:
    """Who a message says it is by: the free ``role`` in a session, the ``name`` in a thread."""
    if not isinstance(value, dict):
        return None
    named = value.get("role") if value.get("role_type") else value.get("name")
    return named if isinstance(named, str) and named.strip() else None


def _read_message(
    talk: ConversationBuilder,
    message: _ZepMessage,
    *,
    number: int,
    person_id: str | None,
    settings: MessageSettings,
) -> None:
    dia_id = f"M{number}"
    try:
        given = checks.record(message.value, name="the message", used=_USED)
        if given.get("uuid") is not None:
            dia_id = checks.identifier(given["uuid"], name="uuid")
        sort = _sort_of(given)
        if isinstance(sort, str) and sort in UNSPOKEN and sort not in settings.speakers:
            talk.leave_out(said_by_nobody(sort))
            return
        speaker = _speaker(given, person_id, settings)
        moment = iso_time(given.get("created_at"), name="created_at")
        said_at, zone = in_zone(moment, zone_of(settings))
        turn = checks.turn(
            dia_id=dia_id,
            speaker=speaker.name,
            person_id=speaker.person_id,
            text=checks.text(given.get("content"), name="content", caption=None),
            said_at=said_at,
            zone=zone,
        )
    except UnfitError as error:
        talk.refuse(f"/{dia_id}", str(error), message.spot)
        return
    talk.add(turn, spot=message.spot)


def _speaker(given: dict[str, object], person_id: str | None, settings: MessageSettings) -> Speaker:
    sort = _sort_of(given)
    name = _name_of(given) or (None if sort == _NO_ROLE else sort)
    speaker = speaker_of(name, settings, what="role")
    if speaker.name == UNKNOWN_SPEAKER or sort != "user" or speaker.person_id is not None:
        return speaker
    return Speaker(name=speaker.name, person_id=person_id)
