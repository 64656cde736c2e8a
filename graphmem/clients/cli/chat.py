"""The options of `ingest` that are about chats."""

from collections.abc import Sequence
from pathlib import Path

from graphmem.errors import InputError
from graphmem.model.messages import MessageSettings, Speaker


def message_settings(
    paths: Sequence[Path],
    speakers: Sequence[str],
    person_ids: Sequence[str],
    *,
    said_at: str | None,
    conversation: str | None,
    zone: str | None = None,
    day_first: bool | None = None,
) -> MessageSettings:
    """The settings of ``ROLE=NAME`` and ``ROLE=ID``; `InputError` for what is not written so."""
    if conversation is not None and (len(paths) != 1 or not paths[0].is_file()):
        raise InputError(
            "A conversation was named for what is not one file.",
            next_step="Read each file by itself, with its --conversation.",
        )
    names = _pairs(speakers, option="--role")
    ids = _pairs(person_ids, option="--role-id")
    return MessageSettings(
        speakers={
            role: Speaker(name=names.get(role, role), person_id=ids.get(role))
            for role in {**names, **ids}
        },
        said_at=said_at,
        conversation_id=conversation,
        zone=zone,
        day_first=day_first,
    )


def _pairs(given: Sequence[str], *, option: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in given:
        role, _, value = one.partition("=")
        if not role or not value or role in found:
            raise InputError(
                f"{option} {one!r} does not say it of one role.",
                next_step=f"Give {option} ROLE=VALUE, once for each role: {option} user=Ana.",
            )
        found[role] = value
    return found
