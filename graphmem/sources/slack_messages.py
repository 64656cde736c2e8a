"""The messages of a Slack channel → its conversation: edits, threads, who speaks, what is said."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.model.conversation import MAX_TURN_CHARACTERS, MessageSettings, SourceItem, Speaker
from graphmem.model.ids import UNKNOWN_SPEAKER
from graphmem.sources import checks
from graphmem.sources.checks import UnfitError
from graphmem.sources.detection import SourceFormat
from graphmem.sources.json_stream import Element
from graphmem.sources.talks import ConversationBuilder, Spot, Talks, day_of, zone_of
from graphmem.sources.times import UTC_ZONE, epoch_time, in_zone

_MARKUP = re.compile(r"<(?P<sort>[@#!]?)(?P<target>[^<>|\n]+)(?:\|(?P<label>[^<>\n]*))?>")
_ESCAPED = re.compile("&(amp|lt|gt);")
_PLAIN = {"amp": "&", "lt": "<", "gt": ">"}


def plain(text: str, *, people: Mapping[str, str], channels: Mapping[str, str]) -> str:
    """``text`` with the names of ``people`` and ``channels`` by id; an unknown id stays."""

    def told(found: re.Match[str]) -> str:
        target, label = found["target"], found["label"]
        match found["sort"]:
            case "@":
                return people.get(target) or label or target
            case "#":
                return f"#{channels.get(target) or label or target}"
            case "!":
                # <!here>, or <!subteam^S1|@crew> and <!date^…|3 May> with words for those.
                return label or f"@{target.split('^')[0]}"
            case _:
                return _link(target, label)

    return _ESCAPED.sub(lambda found: _PLAIN[found[1]], _MARKUP.sub(told, text))


def _link(address: str, label: str | None) -> str:
    """The words of a link and where it leads, unless they say as much themselves."""
    if not label:
        return address
    bare = label.strip().rstrip("/")
    return label if address.rstrip("/").endswith(bare) else f"{label} ({address})"


# https://docs.slack.dev/reference/events/message lists the subtypes; of all others nobody speaks.
_SPOKEN = frozenset({None, "bot_message", "file_share", "me_message", "reply_broadcast"}) | {
    "thread_broadcast"
}
_USED = frozenset(
    {"type", "subtype", "ts", "thread_ts", "user", "text", "message", "deleted_ts"}
    | {"bot_id", "username", "bot_profile", "user_profile", "files", "attachments"}
)
_BEFORE_EDIT = "versions before an edit"
_DELETED = "deleted messages"
_FILES = "files"
_ATTACHMENTS = "previews of links and messages that are passed on"
_EMPTY = "messages without words"


class SlackMessage(NamedTuple):
    """A message as it stands on a line of the file ``path`` of a day."""

    value: object
    line: int
    path: str


def message_of(element: Element, *, path: str) -> SlackMessage:
    """Reads a message: most of it is how Slack lays it out, and a channel may be long."""
    value = element.value
    if type(value) is dict:  # what repeats a key stays whole, to be refused
        value = {key: held for key, held in value.items() if key in _USED}
    return SlackMessage(value, element.line, path)


class SlackWorkspace(NamedTuple):
    """The names of people and channels by their ids."""

    people: Mapping[str, str]
    channels: Mapping[str, str]


class _Posted(NamedTuple):
    ts: str
    at: datetime
    root: datetime  # when the thread was begun that it is in, else as ``at``
    given: Mapping[str, object]
    spot: Spot


def read_channel(
    conversation_id: str,
    messages: Sequence[SlackMessage],
    *,
    path: str,
    workspace: SlackWorkspace,
    settings: MessageSettings,
) -> Iterator[SourceItem]:
    """The conversation of a channel, each thread where it was begun."""
    talks = Talks(path=path, source=SourceFormat.SLACK.value)
    talk = talks.talk(conversation_id)
    zone = zone_of(settings)
    for posted in sorted(_posted(messages, talk), key=lambda one: (one.root, one.at)):
        try:
            day = day_of(in_zone((posted.root, UTC_ZONE), zone)[0])
            _take(talk, posted, session_id=day, workspace=workspace, zone=zone)
        except UnfitError as error:
            talk.refuse(f"/{posted.ts}", str(error), posted.spot)
    yield from talks.items()


def _posted(messages: Sequence[SlackMessage], talk: ConversationBuilder) -> Iterator[_Posted]:
    """What stands after every edit and deletion that the export tells of."""
    posted: list[_Posted] = []
    changed: dict[str, _Posted] = {}
    deleted: set[str] = set()
    for message in messages:
        spot = Spot(message.line, path=message.path)
        try:
            given = checks.record(message.value, name="the message", used=_USED)
            match given.get("subtype"):
                case "message_changed" if isinstance(given.get("message"), dict):
                    edit = _read(given["message"], spot)
                    changed[edit.ts] = edit
                    talk.leave_out(_BEFORE_EDIT)
                case "message_deleted":
                    deleted.add(checks.identifier(given.get("deleted_ts"), name="deleted_ts"))
                case _:
                    posted.append(_read(given, spot))
        except UnfitError as error:
            talk.refuse("", str(error), spot)
    there = {one.ts for one in posted}
    posted += [edit for ts, edit in changed.items() if ts not in there]
    for one in posted:
        if one.ts in deleted:
            talk.leave_out(_DELETED)
        else:
            yield changed.get(one.ts, one)


def _read(value: object, spot: Spot) -> _Posted:
    given = checks.record(value, name="the message", used=_USED)
    ts = checks.identifier(given.get("ts"), name="ts")
    at, _ = epoch_time(ts, name="ts")
    thread = given.get("thread_ts")
    root = at if thread is None else epoch_time(thread, name="thread_ts")[0]
    return _Posted(ts, at, root, given, spot)


def _take(
    talk: ConversationBuilder,
    posted: _Posted,
    *,
    session_id: str,
    workspace: SlackWorkspace,
    zone: str | None,
) -> None:
    given = posted.given
    subtype = given.get("subtype")
    if subtype not in _SPOKEN:
        talk.leave_out(f"said by nobody: {checks.shown(str(subtype))}")
        return
    files, attachments = _held(given, "files"), _held(given, "attachments")
    text = checks.string(given.get("text") or "", name="text", limit=MAX_TURN_CHARACTERS)
    if not text.strip() and given.get("bot_id") is not None:
        text, attachments = _of_attachments(attachments), []
    talk.leave_out(_FILES, count=len(files))
    talk.leave_out(_ATTACHMENTS, count=len(attachments))
    text = plain(text, people=workspace.people, channels=workspace.channels)
    if not text.strip():
        if not files and not attachments:
            talk.leave_out(_EMPTY)
        return
    speaker = _speaker(given, workspace)
    said_at, told_zone = in_zone((posted.at, UTC_ZONE), zone)
    turn = checks.turn(
        dia_id=posted.ts,
        speaker=speaker.name,
        person_id=speaker.person_id,
        text=checks.text(text, name="text", caption=None),
        said_at=said_at,
        zone=told_zone,
    )
    talk.add(turn, spot=posted.spot, session_id=session_id)


def _held(given: Mapping[str, object], key: str) -> list[object]:
    held = given.get(key)
    return held if isinstance(held, list) else []


def _of_attachments(attachments: Sequence[object]) -> str:
    """What an app says, which often stands in its attachments alone."""
    words = (one.get("text") or one.get("fallback") for one in attachments if isinstance(one, dict))
    return "\n".join(word for word in words if isinstance(word, str))


def _speaker(given: Mapping[str, object], workspace: SlackWorkspace) -> Speaker:
    """The user or app by its id; a name that the message gives itself where users.json has none."""
    user = given.get("user")
    if user is not None:
        user_id = checks.identifier(user, name="user")
        name = workspace.people.get(user_id) or person_name(given.get("user_profile")) or user_id
        return Speaker(name=name, person_id=user_id)
    profile = given.get("bot_profile")
    named = given.get("username") or (profile.get("name") if isinstance(profile, dict) else None)
    bot = given.get("bot_id")
    bot_id = None if bot is None else checks.identifier(bot, name="bot_id")
    name = checks.speaker(named, name="username")
    if name == UNKNOWN_SPEAKER and bot_id is not None:
        name = bot_id
    return Speaker(name=name, person_id=bot_id)


def person_name(given: object) -> str | None:
    """The full name of a user, or of a message's profile of one, else a shorter one."""
    user = given if isinstance(given, dict) else {}
    profile = user.get("profile")
    held = profile if isinstance(profile, dict) else {}
    for name in (
        *(held.get("real_name"), user.get("real_name")),
        *(held.get("display_name"), user.get("display_name"), user.get("name")),
    ):
        if isinstance(name, str) and name.strip():
            return checks.speaker(name, name="name")
    return None
