"""A turn that a program hands over, by the same rules as one that is read from a file."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from graphmem.errors import InputError
from graphmem.model.conversation import Turn
from graphmem.sources import checks
from graphmem.sources.times import UTC_ZONE, iso_time, zone_name


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
        named = zone_name(zone or _zone_of(said_at), name="zone")
        return iso_time(said_at.isoformat(), name="said_at", zone=named)
    if said_at is None:
        raise checks.UnfitError("said_at is missing")
    if isinstance(said_at, date):
        raise checks.UnfitError("said_at is a date without a time of day")
    if not isinstance(said_at, str):
        what = checks.kind_of(said_at)
        raise checks.UnfitError(f"said_at is {what}, neither a datetime nor a string")
    return iso_time(said_at, name="said_at", zone=zone_name(zone or None, name="zone"))


def _zone_of(said_at: datetime) -> str | None:
    if said_at.tzinfo is UTC:
        return UTC_ZONE
    return said_at.tzinfo.key if isinstance(said_at.tzinfo, ZoneInfo) else None
