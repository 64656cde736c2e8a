"""Conversations and turns that a program hands over, checked like those read from files."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from graphmem.errors import InputError
from graphmem.model.conversation import (
    MAX_ID_CHARACTERS,
    UNKNOWN_ZONE,
    Conversation,
    Refusal,
    Session,
    Turn,
)
from graphmem.sources import checks
from graphmem.sources.checks import UnfitError
from graphmem.sources.times import UTC_ZONE, iso_time, zone_name

_PATH = "<Conversation object>"


def checked(conversation: Conversation) -> Iterator[Conversation | Refusal]:
    """The refusals of what cannot be kept, then the rest; the same object if all of it can.

    The turns of a session id that comes again follow those that it has; of turns with one id the
    first is kept.
    """
    try:
        conversation_id = checks.identifier(conversation.conversation_id, name="conversation_id")
        source = checks.string(conversation.source, name="source", limit=MAX_ID_CHARACTERS)
    except UnfitError as error:
        yield Refusal(path=_PATH, reason=str(error))
        return
    if not conversation.sessions:
        yield _refusal(conversation_id, "the conversation has no turns")
        return
    sessions: dict[str, list[Turn]] = {}
    taken: set[str] = set()
    for number, session in enumerate(conversation.sessions, 1):
        try:
            session_id = checks.identifier(session.session_id, name="session_id")
        except UnfitError as error:
            yield _refusal(f"{conversation_id} session {number}", str(error))
            continue
        turns = sessions.setdefault(session_id, [])
        yield from _take_turns(session, turns, taken=taken, conversation_id=conversation_id)
    kept = checks.conversation(conversation_id, source=source, sessions=sessions)
    if kept is not None:
        yield conversation if kept == conversation else kept


def _take_turns(
    session: Session, turns: list[Turn], *, taken: set[str], conversation_id: str
) -> Iterator[Refusal]:
    """Add to ``turns`` those of ``session`` that can be kept; the refusals of the others."""
    for position, turn in enumerate(session.turns, 1):
        where = f"{conversation_id} {session.session_id} turn {position}"
        try:
            dia_id = checks.identifier(turn.dia_id, name="dia_id")
            where = f"{conversation_id}/{dia_id}"
            kept = _checked_turn(turn, dia_id=dia_id)
        except UnfitError as error:
            yield _refusal(where, str(error))
            continue
        if dia_id in taken:
            yield _refusal(where, f"turn id {dia_id} was already given")
            continue
        taken.add(dia_id)
        turns.append(kept)


def _checked_turn(turn: Turn, *, dia_id: str) -> Turn:
    caption = checks.caption(turn.caption, name="caption")
    person_id = turn.person_id
    zone = zone_name(turn.zone)
    return checks.turn(
        dia_id=dia_id,
        speaker=checks.speaker(turn.speaker, name="speaker"),
        person_id=None if person_id is None else checks.identifier(person_id, name="person_id"),
        text=checks.text(turn.text, name="text", caption=caption),
        caption=caption,
        said_at=turn.said_at,
        zone=zone or UNKNOWN_ZONE,
    )


def _refusal(where: str, reason: str) -> Refusal:
    return Refusal(path=_PATH, where=where, reason=reason)


# A turn that a program hands over, by the same rules as one that is read from a file.


def new_turn(
    *,
    turn_id: str,
    text: str,
    said_at: datetime | str,
    speaker: str | None = None,
    person_id: str | None = None,
    caption: str | None = None,
    zone: str | None = None,
) -> Turn:
    """The turn of these values; InputError, with the reason, where one of them cannot be kept.

    Of an aware ``said_at`` the wall time is kept; its zone or offset, unless ``zone`` is given.
    A string is read as the ``said_at`` of a file is.
    """
    try:
        kept_caption = checks.caption(caption, name="caption")
        local, kept_zone = _local(said_at, zone)
        return checks.turn(
            dia_id=checks.identifier(turn_id, name="turn_id"),
            speaker=checks.speaker(speaker, name="speaker"),
            person_id=None if person_id is None else checks.identifier(person_id, name="person_id"),
            text=checks.text(text, name="text", caption=kept_caption),
            caption=kept_caption,
            said_at=local,
            zone=kept_zone,
        )
    except checks.UnfitError as error:
        raise _refused(error) from error


def checked_id(value: str, *, name: str) -> str:
    """``value``, if it can be the id of a conversation or session; else InputError."""
    try:
        return checks.identifier(value, name=name)
    except checks.UnfitError as error:
        raise _refused(error) from error


def _refused(error: checks.UnfitError) -> InputError:
    return InputError(f"The turn was not taken in: {error}.", next_step="Mend it and add it again.")


def _local(said_at: object, zone: str | None) -> tuple[datetime, str]:
    if isinstance(said_at, datetime):
        named = zone_name(zone or _zone_of(said_at))
        return iso_time(said_at.isoformat(), name="said_at", zone=named)
    if said_at is None:
        raise checks.UnfitError("said_at is missing")
    if isinstance(said_at, date):
        raise checks.UnfitError("said_at is a date without a time of day")
    if not isinstance(said_at, str):
        what = checks.kind_of(said_at)
        raise checks.UnfitError(f"said_at is {what}, neither a datetime nor a string")
    return iso_time(said_at, name="said_at", zone=zone_name(zone or None))


def _zone_of(said_at: datetime) -> str | None:
    if said_at.tzinfo is UTC:
        return UTC_ZONE
    return said_at.tzinfo.key if isinstance(said_at.tzinfo, ZoneInfo) else None
