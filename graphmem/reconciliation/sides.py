"""Resolves uids of any layer to the sides of a person's decision."""

from collections.abc import Iterable, Sequence

from graphmem.errors import InputError, NotFoundError
from graphmem.model.decision import Layer, LayerEntity, Side
from graphmem.model.memory import KnownEntity, KnownPerson, key_uid
from graphmem.tools import Index


class Sides:
    """Sides from uids of Person, of entities of any layer, or of lasting keys."""

    def __init__(self, index: Index, entities: Iterable[LayerEntity]) -> None:
        """``entities`` are the layers as they stand."""
        self._space = index.snapshot.space
        self._index = index
        self._layers = {entity.uid: entity for entity in entities}

    def of(self, uids: tuple[str, ...]) -> Side:
        """All of these as one side; raises `InputError` for none, or for people and things."""
        people = [self._index.people[uid] for uid in uids if uid in self._index.people]
        if people and len(people) == len(uids):
            places = {place for person in people for place in person.conversation_ids}
            return Side(
                kind="person",
                uids=tuple(person.uid for person in sorted(people, key=self._place)),
                name=min(people, key=self._place).name,
                conversation_ids=tuple(sorted(places)),
            )
        if people or not uids:
            raise InputError(
                "One side of a decision is either people or things.",
                next_step="Name uids of one kind on each side.",
            )
        return self._entities(uids)

    def _entities(self, uids: tuple[str, ...]) -> Side:
        lasting: set[str] = set()
        known: list[KnownEntity] = []
        for uid in uids:
            if uid in self._index.entities:
                # One session's share alone: what the layers were not to join by its key.
                lasting.add(uid)
                known.append(self._index.entities[uid])
            else:
                bases = self._bases(uid)
                lasting |= self._lasting(bases)
                known += bases
        owner = next((item.owner_uid for item in known if item.owner_uid is not None), None)
        known.sort(key=self._place)
        return Side(
            kind="entity",
            uids=tuple(sorted(lasting)),
            name=self._index.entity_name(known[0]),
            conversation_ids=tuple(sorted({item.conversation_id for item in known})),
            owner=self._index.human(owner),
            owner_name=self._index.person_name(owner) if owner is not None else None,
        )

    def _place(self, item: KnownPerson | KnownEntity) -> int:
        return self._index.place[item.uid]

    def _bases(self, uid: str) -> list[KnownEntity]:
        layer = self._layers.get(uid)
        if layer is not None:
            return [base for member in layer.members for base in self._bases(member)]
        if uid in self._index.entities:
            return [self._index.entities[uid]]
        found = list(self._index.by_key_uid.get(uid, ()))
        if not found:
            raise NotFoundError(
                f"Nothing here has the uid {uid}.", next_step="List the entities or decisions."
            )
        return found

    def _lasting(self, bases: Sequence[KnownEntity]) -> set[str]:
        """Exact keys, so that later sessions count too; sessions' shares where a key is split."""
        members = {base.uid for base in bases}
        found: set[str] = set()
        for base in bases:
            key = key_uid(self._space, base.conversation_id, base.owner_uid, base.key)
            whole = {other.uid for other in self._index.by_key_uid[key]} <= members
            found.add(key if whole else base.uid)
        return found

    def check_apart(self, left: Side, right: Side) -> None:
        """Raise `InputError` where both hold the same."""
        if self.held(left) & self.held(right):
            raise InputError(
                f"Both sides hold {left.name}.",
                next_step="Name the parts of it: uids of the session layer, or undo a decision.",
            )

    def held(self, side: Side) -> frozenset[str]:
        """Session-layer entities, or Persons, that a side is made of as far as they are known."""
        index = self._index
        return frozenset(
            base
            for uid in side.uids
            for base in [item.uid for item in index.by_key_uid.get(uid, ())] or [uid]
        )

    def layer(self, left: Side, right: Side) -> Layer:
        """The layer of a decision about the two."""
        places = {*left.conversation_ids, *right.conversation_ids}
        if left.kind == right.kind == "person" or len(places) > 1:
            return Layer.PERSON
        sessions = [
            self._index.entities[uid].session_id if uid in self._index.entities else None
            for uid in (*left.uids, *right.uids)
        ]
        if None not in sessions and len(set(sessions)) == 1:
            return Layer.SESSION
        return Layer.CONVERSATION
