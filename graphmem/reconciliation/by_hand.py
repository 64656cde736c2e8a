"""A person's own merge or separation, made from uids of whatever layer they looked at."""

from collections.abc import Iterable, Mapping, Sequence

from graphmem.errors import InputError, NotFoundError
from graphmem.model.decision import Decision, Layer, LayerEntity, Side, Verdict
from graphmem.model.memory import KnownEntity, KnownPerson, Snapshot, key_uid
from graphmem.reconciliation.ledger import by_person
from graphmem.tools import Index


def person_decision(
    snapshot: Snapshot,
    ledger: Sequence[Decision],
    verdict: Verdict,
    left_uids: Iterable[str],
    right_uids: Iterable[str],
    *,
    entities: Iterable[LayerEntity] = (),
    canonical: Mapping[str, str] | None = None,
    reason: str = "",
) -> Decision:
    """The decision of a person that left and right are one, or are not.

    Uids are of Person, of session-layer entities, of lasting keys, or of ``entities`` (the layers
    as they stand); ``canonical`` gives who is one human. Raises `NotFoundError` for a uid that the
    space does not hold, and `InputError` where both sides hold the same, where a merge would mix
    what two humans own, or where people and things are mixed on one side.
    """
    hand = _Hand(snapshot, entities, canonical)
    left, right = hand.side(tuple(left_uids)), hand.side(tuple(right_uids))
    hand.check(left, right, verdict)
    said = reason or f"A person says that they are {_WORDS[verdict]}."
    return by_person(snapshot.space, hand.layer(left, right), verdict, (left, right), said, ledger)


_WORDS = {Verdict.MERGE: "one", Verdict.SEPARATE: "two"}


class _Hand:
    def __init__(
        self,
        snapshot: Snapshot,
        entities: Iterable[LayerEntity],
        canonical: Mapping[str, str] | None,
    ) -> None:
        self._space = snapshot.space
        self._index = Index(snapshot, canonical)
        self._layers = {entity.uid: entity for entity in entities}

    def side(self, uids: tuple[str, ...]) -> Side:
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

    def check(self, left: Side, right: Side, verdict: Verdict) -> None:
        if set(left.uids) & set(right.uids):
            raise InputError(
                f"Both sides hold {left.name}.",
                next_step="Name the parts of it: uids of the session layer, or undo a decision.",
            )
        owners = left.owner, right.owner
        if verdict is Verdict.MERGE and all(owners) and owners[0] != owners[1]:
            names = [self._index.person_name(owner or "") for owner in owners]
            raise InputError(
                f"{left.name} and {right.name} belong to two people, {names[0]} and {names[1]}.",
                next_step="If the two are one human, merge the people first.",
            )

    def layer(self, left: Side, right: Side) -> Layer:
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
