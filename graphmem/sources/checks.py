"""Checks of strings that are to be kept, for every reader. Nothing is stripped or changed."""

import re
from datetime import datetime

from pydantic import ValidationError

from graphmem.model.conversation import (
    MAX_ID_CHARACTERS,
    MAX_TURN_CHARACTERS,
    UNKNOWN_ZONE,
    Conversation,
    Session,
    Turn,
)
from graphmem.model.ids import UNKNOWN_SPEAKER
from graphmem.sources.json_values import Literal, Repeated

_UNKEEPABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_LINE_BREAK = re.compile("[\t\n\r]")
_NONCHARACTER = re.compile(
    "[\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)
_SHOWN_CHARACTERS = 60
_SHOWN_BITS = 64


class UnfitError(ValueError):
    """A value cannot be kept; ``str()`` is the reason, for people."""


def shown(value: str) -> str:
    """``value`` quoted on one line, shortened, so that a reason can hold anything."""
    cut = value if len(value) <= _SHOWN_CHARACTERS else value[:_SHOWN_CHARACTERS] + "…"
    return repr(cut)


def kind_of(value: object) -> str:
    """Describes a value of a file or of a caller, in a reason: ``a list``, ``the number 42``."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case Literal():
            return str(value)
        case list():
            return "a list"
        case dict():
            return "an object"
        case str():
            return "a string"
        case int() if value.bit_length() > _SHOWN_BITS:  # str() refuses very long ones
            return "a very large number"
        case int() | float():
            return f"the number {value}"
        case _:
            return f"of type {type(value).__name__}"


def record(value: object, *, name: str, used: frozenset[str]) -> dict[str, object]:
    """``value`` as a JSON object, none of whose ``used`` keys is given twice."""
    if not isinstance(value, dict):
        raise UnfitError(f"{name} is {kind_of(value)}, not an object")
    if isinstance(value, Repeated) and (twice := sorted(value.repeated & used)):
        raise UnfitError(f"{', '.join(map(shown, twice))} is given twice in one object")
    return value


def string(value: object, *, name: str, limit: int) -> str:
    """``value`` as a string of at most ``limit`` characters, all of which can be kept."""
    if value is None:
        raise UnfitError(f"{name} is missing")
    if not isinstance(value, str):
        raise UnfitError(f"{name} is {kind_of(value)}, not a string")
    if len(value) > limit:
        raise UnfitError(f"{name} has {len(value):,} characters; at most {limit:,} are taken")
    if not value.isprintable() and (found := _UNKEEPABLE.search(value)):
        code = ord(found[0])
        what = "lone surrogate" if code >= 0xD800 else "control character"
        raise UnfitError(f"{what} U+{code:04X} in {name}")
    return value


def identifier(value: object, *, name: str) -> str:
    """``value`` as an id: on one line, of characters only, and not blank."""
    kept = _one_line(value, name=name)
    if _is_blank(kept):
        raise UnfitError(f"{name} is empty")
    if not kept.isprintable() and (found := _NONCHARACTER.search(kept)):
        raise UnfitError(f"noncharacter U+{ord(found[0]):04X} in {name}")
    return kept


def speaker(value: object, *, name: str) -> str:
    """Checks the speaker; ``unknown`` where nobody is named."""
    kept = "" if value is None else _one_line(value, name=name)
    return UNKNOWN_SPEAKER if _is_blank(kept) else kept


def caption(value: object, *, name: str) -> str | None:
    """Checks the caption of a shared image; None where nothing is said of it."""
    if value is None:
        return None
    kept = string(value, name=name, limit=MAX_TURN_CHARACTERS)
    return None if _is_blank(kept) else kept


def text(value: object, *, name: str, caption: str | None) -> str:
    """Checks the text; it may be blank only beside a ``caption``."""
    kept = string(value, name=name, limit=MAX_TURN_CHARACTERS)
    if caption is None and _is_blank(kept):
        raise UnfitError(f"{name} is empty")
    return kept


def turn(
    *,
    dia_id: str,
    speaker: str,
    text: str,
    said_at: datetime,
    caption: str | None = None,
    person_id: str | None = None,
    zone: str = UNKNOWN_ZONE,
) -> Turn:
    """The turn of values that were checked here; UnfitError if the model refuses it still."""
    try:
        return Turn(
            dia_id=dia_id,
            speaker=speaker,
            person_id=person_id,
            text=text,
            caption=caption,
            said_at=said_at,
            zone=zone,
        )
    except ValidationError as error:
        raise UnfitError(_first_reason(error)) from error


def conversation(
    conversation_id: str, *, source: str, sessions: dict[str, list[Turn]]
) -> Conversation | None:
    """The conversation of the ``sessions`` that have turns; None where none has."""
    kept = tuple(
        Session(session_id=session_id, turns=tuple(turns))
        for session_id, turns in sessions.items()
        if turns
    )
    if not kept:
        return None
    return Conversation(conversation_id=conversation_id, source=source, sessions=kept)


def _one_line(value: object, *, name: str) -> str:
    kept = string(value, name=name, limit=MAX_ID_CHARACTERS)
    if not kept.isprintable() and (found := _LINE_BREAK.search(kept)):
        raise UnfitError(f"control character U+{ord(found[0]):04X} in {name}")
    return kept


def _is_blank(kept: str) -> bool:
    return not kept or kept.isspace()


def _first_reason(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc'])) or 'turn'}: {first['msg']}"
