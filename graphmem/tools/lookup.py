"""Looks up names and ids in the snapshot."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from graphmem.errors import NotFoundError
from graphmem.language.keys import entity_key
from graphmem.model.decision import LayerEntity
from graphmem.model.memory import KnownEntity
from graphmem.tools.index import Index


class EntityLookup(NamedTuple):
    """What a name means: session-layer entities, a human's Person nodes, or both as one.

    ``slot`` narrows it to one thing that is told of the human ("Ana's address").
    """

    label: str
    entities: tuple[KnownEntity, ...] = ()
    people: frozenset[str] = frozenset()
    slot: str | None = None

    @property
    def uids(self) -> frozenset[str]:
        """Of either."""
        return self.people | {entity.uid for entity in self.entities}

    def within(self, conversation_ids: Iterable[str]) -> "EntityLookup":
        """Only the entities of these conversations; people stay."""
        wanted = set(conversation_ids)
        kept = tuple(item for item in self.entities if item.conversation_id in wanted)
        return self._replace(entities=kept)


def require_conversation(conversation_id: str, index: Index) -> None:
    """Raises `NotFoundError` where the snapshot holds no such conversation."""
    if conversation_id in index.in_conversation:
        return
    known = ", ".join(sorted(index.in_conversation)[:12])
    raise NotFoundError(
        f"There is no conversation {conversation_id!r} here.", next_step=f"There are: {known}."
    )


class Lookup:
    """Finds entities by uid of any layer, lasting uid, name, alias or "John's job".

    ``focus`` holds session-layer uids that are supposed to be one: a name of any of them means
    them all, and nothing else.
    """

    def __init__(
        self,
        index: Index,
        layers: Mapping[str, LayerEntity] | None = None,
        focus: frozenset[str] = frozenset(),
    ) -> None:
        self._index = index
        self._layers = layers or {}
        self._focus = focus

    def person(self, person_id: str) -> frozenset[str]:
        """Every Person that is meant by a uid, a caller's ``person_id`` or a name.

        Raises `NotFoundError` where nobody bears it.
        """
        found = self._index.meant_by(person_id)
        if not found:
            names = ", ".join(sorted({known.name for known in self._index.people.values()})[:12])
            raise NotFoundError(
                f"Nobody here is called {person_id!r}.", next_step=f"There are: {names}."
            )
        return found

    def entity(self, name: str, *, owners: frozenset[str] | None = None) -> EntityLookup:
        """Looks up a name or uid; with ``owners`` only theirs and what nobody owns.

        Raises `NotFoundError` where nothing in the space bears it.
        """
        by_uid = self.by_uid(name)
        if by_uid is not None:
            return by_uid
        owner, key = self._owner_and_key(name)
        if owner is not None:
            owners = owner if owners is None else owners & owner
        entities = self._index.by_key.get(key, ())
        if not entities:
            return self._a_person(name)
        if any(key in self._index.keys_of[uid] for uid in self._focus):
            known = self._index.entities
            return EntityLookup(
                name,
                tuple(known[uid] for uid in sorted(self._focus, key=self._index.place.__getitem__)),
            )
        if owners is None:
            return EntityLookup(name, entities)
        theirs = tuple(item for item in entities if item.owner_uid in owners)
        # Whoever owns none of it may still speak of what nobody owns.
        free = () if owner is not None else tuple(i for i in entities if i.owner_uid is None)
        return EntityLookup(name, theirs or free)

    def by_uid(self, uid: str) -> EntityLookup | None:
        """Looks up a uid, of whatever layer; None where it is no uid that is known."""
        layer = self._layers.get(uid)
        if layer is not None:
            return EntityLookup(layer.name, self._of_layer(layer))
        entity = self._index.entities.get(uid)
        if entity is not None:
            return EntityLookup(self._index.entity_name(entity), self._whole(entity))
        if uid in self._index.people:
            return EntityLookup(self._index.person_name(uid), people=self._index.bearers(uid))
        entities = self._index.by_key_uid.get(uid)
        return EntityLookup(self._index.entity_name(entities[0]), entities) if entities else None

    def _of_layer(self, layer: LayerEntity) -> tuple[KnownEntity, ...]:
        found: list[KnownEntity] = []
        for member in layer.members:
            below = self._layers.get(member)
            if below is not None:
                found += self._of_layer(below)
            elif member in self._index.entities:
                found.append(self._index.entities[member])
        return tuple(found)

    def _whole(self, entity: KnownEntity) -> tuple[KnownEntity, ...]:
        # A conversation's entity, where it is known: nobody asks about one session's share of it.
        for layer in self._layers.values():
            if entity.uid in layer.members:
                return self._of_layer(layer)
        return (entity,)

    def _owner_and_key(self, name: str) -> tuple[frozenset[str] | None, str]:
        spoken = self._index.names
        key, whole = entity_key(name, owners=spoken), entity_key(name)
        if key == whole:
            return None, key
        lowered = name.casefold().replace("’", "'")
        owner = next(
            (one for one in sorted(spoken) if lowered.startswith(f"{one.casefold()}'")), None
        )
        return (self.person(owner) if owner else None), key

    def _a_person(self, name: str) -> EntityLookup:
        try:
            people = self.person(name)
        except NotFoundError:
            raise NotFoundError(
                f"Nothing here is called {name!r}.",
                next_step="Give a name as it stands in the conversation, or an entity's uid.",
            ) from None
        return EntityLookup(name, people=people)
