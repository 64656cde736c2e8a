"""JSON Lines: one turn a line, as ``turn.schema.json`` describes it."""

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from importlib import resources
from typing import BinaryIO

from graphmem.model.conversation import Conversation, Refusal, Turn
from graphmem.sources import checks
from graphmem.sources.checks import UnfitError
from graphmem.sources.detection import SourceFormat
from graphmem.sources.json_stream import broken_json, not_utf8
from graphmem.sources.json_values import DECODER
from graphmem.sources.times import iso_time, zone_name

TURN_KEYS = frozenset(
    {"conversation_id", "session_id", "turn_id", "speaker", "person_id"}
    | {"said_at", "zone", "text", "caption"}
)
DEFAULT_SESSION = "S1"

_NUMBERED_SESSION = re.compile(r"S([1-9][0-9]*)")
_LIKE_A_LABEL = re.compile(r"D+[1-9][0-9]*")
_MAX_LINE_BYTES = 32_000_000  # text and caption of a million characters each, escaped, fit in
_SHOWN_KEYS = 5


@dataclass(slots=True)
class _SessionSoFar:
    label: str  # what its turns' default ids begin with
    turns: list[Turn] = field(default_factory=list)
    position: int = 0
    said_at: tuple[datetime, str] | None = None


@dataclass(slots=True)
class _ConversationSoFar:
    sessions: dict[str, _SessionSoFar] = field(default_factory=dict)
    lines_by_turn: dict[str, int] = field(default_factory=dict)

    def session(self, session_id: str) -> _SessionSoFar:
        if session_id not in self.sessions:
            self.sessions[session_id] = _SessionSoFar(_label(session_id))
        return self.sessions[session_id]


def turn_line_schema() -> dict[str, object]:
    """The JSON Schema of one line."""
    schema: dict[str, object] = json.loads(
        resources.files("graphmem.sources").joinpath("turn.schema.json").read_text("utf-8")
    )
    return schema


def read_jsonl(stream: BinaryIO, *, path: str) -> Iterator[Conversation | Refusal]:
    """Refusals as their lines are met, then the conversations in order of first appearance."""
    conversations: dict[str, _ConversationSoFar] = {}
    empty = True
    for number, raw in enumerate(lines(stream), 1):
        line = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
        if not line.strip(b" \t\r\n"):
            continue
        empty = False
        if refusal := _take_line(line, conversations, path=path, number=number):
            yield refusal
    if empty:
        yield Refusal(path=path, reason="the file is empty")
    for conversation_id, so_far in conversations.items():
        turns = {session_id: session.turns for session_id, session in so_far.sessions.items()}
        read = checks.conversation(conversation_id, source=SourceFormat.JSONL.value, sessions=turns)
        if read is not None:
            yield read


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines, each cut where it is far too long."""
    while line := stream.readline(_MAX_LINE_BYTES + 1):
        rest = line
        while len(rest) > _MAX_LINE_BYTES and not rest.endswith(b"\n"):
            rest = stream.readline(_MAX_LINE_BYTES + 1)
        yield line


def _label(session_id: str) -> str:
    """``D3`` for ``S3``, else the id itself; no two sessions share one, whatever their order."""
    if found := _NUMBERED_SESSION.fullmatch(session_id):
        return f"D{found[1]}"
    # D3 becomes DD3, DD3 becomes DDD3 and so on: each makes way for the one before it.
    return f"D{session_id}" if _LIKE_A_LABEL.fullmatch(session_id) else session_id


def _take_line(
    line: bytes, conversations: dict[str, _ConversationSoFar], *, path: str, number: int
) -> Refusal | None:
    where: list[str] = []
    try:
        _take(decoded(line), conversations, where=where, number=number)
    except UnfitError as error:
        place = "/".join(where) or None
        return Refusal(path=path, line=number, where=place, reason=str(error))
    return None


def decoded(line: bytes) -> object:
    """The value of a line; UnfitError where it is no JSON."""
    if len(line) > _MAX_LINE_BYTES:
        raise UnfitError(f"the line has more than {_MAX_LINE_BYTES:,} bytes")
    try:
        return DECODER.decode(line.decode())
    except UnicodeDecodeError as error:
        raise UnfitError(not_utf8(line[error.start])) from error
    except json.JSONDecodeError as error:
        raise UnfitError(f"{broken_json(error)}, character {error.pos + 1}") from error
    except RecursionError as error:
        raise UnfitError("nested too deeply") from error


def _take(
    value: object,
    conversations: dict[str, _ConversationSoFar],
    *,
    where: list[str],
    number: int,
) -> None:
    """Add the turn; ``where`` tells the caller how far its ids could be read."""
    given = checks.record(value, name="the line", used=TURN_KEYS)
    conversation_id = checks.identifier(given.get("conversation_id"), name="conversation_id")
    where.append(conversation_id)
    session_id = _optional_id(given, "session_id") or DEFAULT_SESSION
    if conversation_id not in conversations:
        conversations[conversation_id] = _ConversationSoFar()
    conversation = conversations[conversation_id]
    session = conversation.session(session_id)
    # A refused turn keeps its place, so that mending it changes no other turn's id.
    session.position += 1
    default_id = f"{session.label}:{session.position}"
    where.append(default_id)
    where[-1] = turn_id = _optional_id(given, "turn_id") or checks.identifier(
        default_id, name="turn_id, made of session_id and position,"
    )
    said_at, zone = session.said_at = _said_at(given, before=session.said_at)
    if not TURN_KEYS.issuperset(given):
        raise UnfitError(_unknown_keys(given))
    caption = checks.caption(given.get("caption"), name="caption")
    turn = checks.turn(
        dia_id=turn_id,
        speaker=checks.speaker(given.get("speaker"), name="speaker"),
        person_id=_optional_id(given, "person_id"),
        text=checks.text(given.get("text"), name="text", caption=caption),
        caption=caption,
        said_at=said_at,
        zone=zone,
    )
    first = conversation.lines_by_turn.setdefault(turn_id, number)
    if first != number:
        raise UnfitError(f"turn id {turn_id} was already given at line {first}")
    session.turns.append(turn)


def _unknown_keys(given: dict[str, object]) -> str:
    unknown = sorted(given.keys() - TURN_KEYS)
    more = f" and {len(unknown) - _SHOWN_KEYS} more" if len(unknown) > _SHOWN_KEYS else ""
    return f"unknown key {', '.join(map(checks.shown, unknown[:_SHOWN_KEYS]))}{more}"


def _optional_id(given: dict[str, object], key: str) -> str | None:
    value = given.get(key)
    return None if value is None else checks.identifier(value, name=key)


def _said_at(
    given: dict[str, object], *, before: tuple[datetime, str] | None
) -> tuple[datetime, str]:
    """When a turn was said; without ``said_at``, when the turn ``before`` it was."""
    zone = zone_name(given.get("zone"))
    if given.get("said_at") is not None:
        return iso_time(given["said_at"], name="said_at", zone=zone)
    if before is None:
        raise UnfitError("said_at is missing, and no turn before it in its session has one")
    if zone not in (None, before[1]):
        raise UnfitError(f"zone {zone} is given without said_at, and the turn before has another")
    return before
