"""Things to compare: a session's entity, a conversation's exact key, or a cluster of keys."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from graphmem.language.keys import entity_key
from graphmem.model.decision import LayerEntity
from graphmem.model.memory import KnownEntity
from graphmem.model.workspace import EntityType, summed_type
from graphmem.tools import Index
from graphmem.tools.ordering import by_number


class EntityCluster(NamedTuple):
    """Something under one or more names; ``bases`` are its session-layer uids.

    ``place`` sorts things as they were spoken of first, those of one layer or those of one
    conversation: ties are broken by it, for uids mean nothing.
    ``proper_keys`` are the keys that are names (nina, techcorp), ``keys`` all of them.
    ``key`` and ``parts``, its words, are of the name that it is best known by.
    """

    uid: str
    place: tuple[Any, ...]
    conversation_id: str
    owner_uid: str | None
    key: str
    name: str
    names: tuple[str, ...]
    keys: frozenset[str]
    proper_keys: frozenset[str]
    parts: tuple[str, ...]
    type: EntityType
    proper: bool
    bases: tuple[str, ...]
    first: datetime
    last: datetime
    mentions: int
    mentioned_by: frozenset[str]

    @property
    def words(self) -> frozenset[str]:
        """The words of the name, in no order."""
        return frozenset(self.parts)


def as_thing(uid: str, entities: Iterable[KnownEntity], index: Index) -> EntityCluster:
    """Session-layer entities of one conversation as one thing."""
    entities = sorted(entities, key=lambda item: index.place[item.uid])
    # One owner or none: what nobody owned may have joined what somebody does.
    owner = next((item.owner_uid for item in entities if item.owner_uid is not None), None)
    best = _best(entities)
    proper_aliases = {
        entity_key(alias) for item in entities for alias in item.aliases if _is_name(alias)
    }
    keys = frozenset(item.key for item in entities) | {
        entity_key(alias) for item in entities for alias in item.aliases
    }
    names = {name for item in entities for name in (item.name, *item.aliases)} - {best.name}
    told, _ = summed_type(item.type_scores for item in entities)
    # Without scores "thing" is what nobody knows better.
    known = (item.type for item in (best, *entities) if item.type is not EntityType.THING)
    return EntityCluster(
        uid=uid,
        place=(index.place[entities[0].uid],),
        conversation_id=best.conversation_id,
        owner_uid=owner,
        key=best.key,
        name=best.name,
        names=(best.name, *sorted(names)),
        keys=keys,
        proper_keys=frozenset(item.key for item in entities if item.proper) | proper_aliases,
        parts=_parts(best.key),
        type=told or next(known, EntityType.THING),
        proper=best.proper,
        bases=tuple(item.uid for item in entities),
        first=min(item.first_said_at for item in entities),
        last=max(item.last_said_at for item in entities),
        mentions=sum(len(item.mention_turns) for item in entities),
        mentioned_by=frozenset(uid for item in entities for uid in item.mentioned_by),
    )


def from_layer(entity: LayerEntity) -> EntityCluster:
    """Things of the conversation layer, to be compared with what stands in others."""
    conversation_id = entity.conversation_id or ""
    return EntityCluster(
        uid=entity.uid,
        place=(
            by_number(conversation_id),
            entity.first_said_at,
            by_number(entity.first_turn),
            entity.key,
            entity.name,
            entity.uid,
        ),
        conversation_id=conversation_id,
        owner_uid=next(iter(entity.owner_uids), None),
        key=entity.key,
        name=entity.name,
        names=(entity.name, *entity.aliases),
        keys=frozenset(entity.keys),
        proper_keys=frozenset(entity.proper_keys),
        parts=_parts(entity.key),
        type=entity.type,
        proper=entity.proper,
        bases=entity.members,
        first=entity.first_said_at,
        last=entity.last_said_at,
        mentions=entity.mentions,
        mentioned_by=frozenset(entity.mentioned_by),
    )


def _best(entities: Sequence[KnownEntity]) -> KnownEntity:
    """The first of those under the key that is spoken most; ``entities`` are in their order."""
    spoken: dict[str, int] = {}
    for item in entities:
        spoken[item.key] = spoken.get(item.key, 0) + len(item.mention_turns)
    return min(entities, key=lambda item: (-spoken[item.key], not item.proper, item.key, item.name))


def own_names(entities: Iterable[KnownEntity]) -> frozenset[str]:
    """Keys of the aliases that are names: what tells one "sister" from another."""
    return frozenset(
        entity_key(alias)
        for item in entities
        for alias in item.aliases
        if _is_name(alias) and entity_key(alias) != item.key
    )


def _is_name(alias: str) -> bool:
    return alias[:1].isupper()


def _parts(key: str) -> tuple[str, ...]:
    # Words as they are, and no stems: back is not backing, nor kind kindness.
    return tuple(part for part in key.split("_") if part) or (key,)
