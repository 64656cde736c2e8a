"""mem0: the memories that ``get_all`` and its exports give.

Documented at https://docs.mem0.ai/api-reference/memory/get-memories and
https://docs.mem0.ai/cookbooks/essentials/exporting-memories: objects with ``id``, ``memory``,
``user_id``, ``agent_id``, ``app_id``, ``run_id``, ``created_at`` and ``updated_at``, in a list of
their own or as ``results`` or ``memories``.

A memory is a model's summing up and nobody's words, so it becomes a turn by ``unknown`` in a
conversation of whom it belongs to: ``mem0:user:ana``. Its text goes into the id of its turn, since
mem0 rewrites a memory in its place: an updated one is a new turn, said when it was updated.
"""

from collections.abc import Iterator
from typing import BinaryIO

from graphmem.model.conversation import MessageSettings, Refusal, SourceItem
from graphmem.model.ids import UNKNOWN_SPEAKER, content_digest
from graphmem.sources import checks
from graphmem.sources.checks import UnfitError
from graphmem.sources.detection import SourceFormat
from graphmem.sources.talks import ConversationBuilder, Spot, Talks, listed_in, spot_of, zone_of
from graphmem.sources.times import in_zone, iso_time
from graphmem.sources.values import values

_OWNERS = ("user", "agent", "app", "run")
_LISTS = ("results", "memories")
_USED = frozenset(
    {"id", "memory", "created_at", "updated_at", *(f"{owner}_id" for owner in _OWNERS)}
)
_DIGITS = 8
_RELATIONS = "relations of the graph that mem0 made"
_OWNERLESS = (
    "a memory belongs to nobody (user_id, agent_id, app_id, run_id): give conversation_id for such"
)


def read_mem0(
    stream: BinaryIO, *, path: str, name: str | None, settings: MessageSettings
) -> Iterator[SourceItem]:
    """A conversation for each owner of memories, in the order of time."""
    talks = Talks(path=path, source=SourceFormat.MEM0.value)
    ownerless = settings.conversation_id or name
    for found in values(stream, path=path):
        if isinstance(found, Refusal):
            yield found
            continue
        relations = found.value.get("relations") if isinstance(found.value, dict) else None
        talks.leave_out(_RELATIONS, count=len(relations) if isinstance(relations, list) else 0)
        for value, spot in listed_in(found.value, spot_of(found), _LISTS):
            _read_memory(talks, value, spot, ownerless=ownerless, settings=settings)
    for talk in talks:
        talk.put_in_order()
    yield from talks.items()


def _read_memory(
    talks: Talks, value: object, spot: Spot, *, ownerless: str | None, settings: MessageSettings
) -> None:
    try:
        given = checks.record(value, name="the memory", used=_USED)
        memory_id = checks.identifier(given.get("id"), name="id")
        talk = talks.talk(_conversation_of(given, ownerless))
    except UnfitError as error:
        talks.refuse(str(error), spot)
        return
    try:
        _take(talk, given, memory_id, spot, settings)
    except UnfitError as error:
        talk.refuse(f"/{memory_id}", str(error), spot)


def _conversation_of(given: dict[str, object], ownerless: str | None) -> str:
    for owner in _OWNERS:
        key = f"{owner}_id"
        if given.get(key) is not None:
            return checks.identifier(
                f"mem0:{owner}:{checks.identifier(given[key], name=key)}", name=key
            )
    if ownerless is None:
        raise UnfitError(_OWNERLESS)
    return ownerless


def _take(
    talk: ConversationBuilder,
    given: dict[str, object],
    memory_id: str,
    spot: Spot,
    settings: MessageSettings,
) -> None:
    text = checks.text(given.get("memory"), name="memory", caption=None)
    key = "updated_at" if given.get("updated_at") is not None else "created_at"
    said_at, zone = in_zone(iso_time(given.get(key), name=key), zone_of(settings))
    dia_id = f"{memory_id}:{content_digest(text)[:_DIGITS]}"
    turn = checks.turn(
        dia_id=checks.identifier(dia_id, name="id"),
        speaker=UNKNOWN_SPEAKER,
        text=text,
        said_at=said_at,
        zone=zone,
    )
    talk.add(turn, spot=spot)
