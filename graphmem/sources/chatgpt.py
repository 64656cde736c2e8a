"""ChatGPT's ``conversations.json``: of each conversation, the way from its end up to its root.

The format is observed, not promised: https://portable-ai-memory.org/providers/openai and
https://whychose.com/seo/chatgpt-conversations-json-format describe it. A conversation is a tree,
``mapping``, since prompts are edited and answers made anew; ``current_node`` is the end of the
branch that is shown, and the others are counted. A turn has the id of its message.
"""

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from graphmem.model.conversation import MessageSettings, Refusal, SourceItem
from graphmem.sources import checks
from graphmem.sources.checks import UnfitError
from graphmem.sources.detection import SourceFormat
from graphmem.sources.json_values import Literal
from graphmem.sources.talks import (
    UNSPOKEN,
    ConversationBuilder,
    Spot,
    Talks,
    said_by_nobody,
    speaker_of,
    spot_of,
    zone_of,
)
from graphmem.sources.times import Moment, epoch_time, in_zone
from graphmem.sources.values import values

_CONVERSATION_KEYS = frozenset({"id", "conversation_id", "mapping", "current_node", "create_time"})
_MESSAGE_KEYS = frozenset({"id", "author", "content", "create_time", "recipient", "metadata"})
_SPOKEN_TYPES = frozenset({"text", "multimodal_text"})
_BRANCHES = "messages of branches that were edited or made anew"
_HIDDEN = "messages that are not shown"
_TOOL_CALLS = "mere calls of tools"
_EMPTY = "messages without words"
_ASSETS = "images and files"


class _Node(NamedTuple):
    node_id: str
    given: dict[str, object]  # the message


def read_chatgpt(
    stream: BinaryIO, *, path: str, name: str | None, settings: MessageSettings
) -> Iterator[SourceItem]:
    """The conversations of an export, whatever its ``name``; other branches are counted."""
    del name  # each conversation has its id
    talks = Talks(path=path, source=SourceFormat.CHATGPT.value)
    taken: set[str] = set()
    for found in values(stream, path=path):
        if isinstance(found, Refusal):
            yield found
            continue
        spot = spot_of(found)
        try:
            given = checks.record(found.value, name="the conversation", used=_CONVERSATION_KEYS)
            conversation_id = checks.identifier(
                given.get("conversation_id") or given.get("id"), name="conversation_id"
            )
        except UnfitError as error:
            talks.refuse(str(error), spot)
            continue
        if conversation_id in taken:
            reason = f"conversation id {conversation_id} was already given"
            talks.refuse(reason, spot, where=conversation_id)
            continue
        taken.add(conversation_id)
        talk = talks.talk(conversation_id)
        try:
            _read_branch(talk, given, spot=spot, settings=settings)
        except UnfitError as error:
            talk.refuse("", str(error), spot)
    yield from talks.items()


def _read_branch(
    talk: ConversationBuilder, given: dict[str, object], *, spot: Spot, settings: MessageSettings
) -> None:
    mapping = given.get("mapping")
    if not isinstance(mapping, dict):
        raise UnfitError(f"mapping is {checks.kind_of(mapping)}, not an object")
    branch = _branch(mapping, _end_of(mapping, given.get("current_node")))
    on_branch = {node.node_id for node in branch}
    aside = sum(
        _message_of(node) is not None for key, node in mapping.items() if key not in on_branch
    )
    talk.leave_out(_BRANCHES, count=aside)
    moment = (
        None
        if given.get("create_time") is None
        else epoch_time(given["create_time"], name="create_time")
    )
    for node in branch:
        here = spot.inside("mapping", node.node_id, "message")
        try:
            message = checks.record(node.given, name="the message", used=_MESSAGE_KEYS)
            if message.get("create_time") is not None:
                moment = epoch_time(message["create_time"], name="create_time")
            _read_message(talk, node, moment, spot=here, settings=settings)
        except UnfitError as error:
            talk.refuse(f"/{node.node_id}", str(error), here)


def _end_of(mapping: dict[str, object], current: object) -> str:
    """The node at which the shown branch ends: the current one, or the only end there is."""
    if isinstance(current, str) and current in mapping:
        return current
    parents = {_parent_of(node) for node in mapping.values()}
    ends = [key for key in mapping if key not in parents]
    if len(ends) != 1:
        raise UnfitError(f"current_node is not in mapping, which has {len(ends)} ends")
    return ends[0]


def _branch(mapping: dict[str, object], end: str) -> list[_Node]:
    """The nodes with messages from the root to ``end``."""
    found: list[_Node] = []
    seen: set[str] = set()
    key: str | None = end
    while key is not None and key in mapping and key not in seen:
        seen.add(key)
        message = _message_of(mapping[key])
        if message is not None:
            found.append(_Node(key, message))
        key = _parent_of(mapping[key])
    return found[::-1]


def _parent_of(node: object) -> str | None:
    parent = node.get("parent") if isinstance(node, dict) else None
    return parent if isinstance(parent, str) else None


def _message_of(node: object) -> dict[str, object] | None:
    message = node.get("message") if isinstance(node, dict) else None
    return message if isinstance(message, dict) else None


def _read_message(
    talk: ConversationBuilder,
    node: _Node,
    moment: Moment | None,
    *,
    spot: Spot,
    settings: MessageSettings,
) -> None:
    message = node.given
    author = message.get("author")
    author = author if isinstance(author, dict) else {}
    role = author.get("role")
    speaker = speaker_of(author.get("name") or role, settings, what="author")
    if isinstance(role, str) and role in UNSPOKEN and role not in settings.speakers:
        talk.leave_out(said_by_nobody(role))
        return
    if (aside := _why_unsaid(message)) is not None:
        talk.leave_out(aside)
        return
    text, assets = _text_of(message["content"])
    talk.leave_out(_ASSETS, count=assets)
    if not text or text.isspace():
        if not assets:
            talk.leave_out(_EMPTY)
        return
    if moment is None:
        raise UnfitError("create_time is missing, and so it is of all before it")
    said_at, zone = in_zone(moment, zone_of(settings))
    turn = checks.turn(
        dia_id=checks.identifier(message.get("id") or node.node_id, name="id"),
        speaker=speaker.name,
        person_id=speaker.person_id,
        text=checks.text(text, name="parts", caption=None),
        said_at=said_at,
        zone=zone,
    )
    talk.add(turn, spot=spot)


def _why_unsaid(message: dict[str, object]) -> str | None:
    """Why a message is not said to anybody, as drafts and calls of tools are; None if it is."""
    metadata = message.get("metadata")
    if isinstance(metadata, dict) and metadata.get("is_visually_hidden_from_conversation") is True:
        return _HIDDEN
    if message.get("recipient") not in (None, "all"):
        return _TOOL_CALLS
    content = message.get("content")
    if not isinstance(content, dict):
        raise UnfitError(f"content is {checks.kind_of(content)}, not an object")
    kind = content.get("content_type", "text")
    if not isinstance(kind, str):
        raise UnfitError(f"content_type is {checks.kind_of(kind)}, not a string")
    return None if kind in _SPOKEN_TYPES else f"content of type {checks.shown(kind)}"


def _text_of(content: object) -> tuple[str, int]:
    """The words of the parts, spoken ones included, and how many parts are images or files."""
    parts = content.get("parts") if isinstance(content, dict) else None
    if not isinstance(parts, list):
        raise UnfitError(f"parts is {checks.kind_of(parts)}, not a list")
    words: list[str] = []
    assets = 0
    for part in parts:
        said = part.get("text") if isinstance(part, dict) else part
        if isinstance(said, Literal):
            raise UnfitError(f"a part is {said}, not a string")
        if isinstance(said, str):
            words.append(said)
        else:
            assets += 1
    return "\n".join(word for word in words if word), assets
