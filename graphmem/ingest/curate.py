"""Applies a person's decisions: a merge, a separation, or taking a decision back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.errors import InputError, NotFoundError
from graphmem.language.keys import entity_key
from graphmem.model.decision import Decider, Decision, Layer, LayerEntity, Side, Verdict
from graphmem.model.memory import KnownPerson, Snapshot, key_uid
from graphmem.reconciliation import person_decision, undo_decision
from graphmem.store.database import Database, Work
from graphmem.store.directory import places_of
from graphmem.store.layers import load_layers
from graphmem.store.ledger import load_decisions_on, load_rulings, load_within
from graphmem.store.memory_snapshot import humans_of, load_conversations, people_known

_HOW = (
    "Name a person as CONVERSATION/NAME, a thing as CONVERSATION/OWNER/NAME "
    "(CONVERSATION//NAME where nobody owns it), or give a uid."
)


def find_uid(reference: str, snapshot: Snapshot, layers: Iterable[LayerEntity]) -> str:
    """The uid that a reference stands for, of a Person or an entity.

    Raises `NotFoundError` where it fits nothing and `InputError` where it fits several.
    """
    entities = tuple(layers)
    found = _by_uid(reference, snapshot, entities) or _by_place(reference, snapshot, entities)
    if not found:
        raise NotFoundError(f"Nothing here is called {reference!r}.", next_step=_HOW)
    if len(found) > 1:
        listed = ", ".join(found[:5])
        raise InputError(
            f"{reference!r} fits {len(found)} things: {listed}.", next_step="Give one of the uids."
        )
    return found[0]


def _by_uid(reference: str, snapshot: Snapshot, entities: tuple[LayerEntity, ...]) -> list[str]:
    uids = [
        *(person.uid for person in snapshot.people),
        *(entity.uid for entity in entities),
        *(entity.uid for entity in snapshot.entities),
        # What decisions about things are on.
        *(
            key_uid(snapshot.space, entity.conversation_id, entity.owner_uid, entity.key)
            for entity in snapshot.entities
        ),
    ]
    if reference in uids:
        return [reference]
    if ":" not in reference:
        return []
    return sorted({uid for uid in uids if uid.startswith(reference)})


def _by_place(reference: str, snapshot: Snapshot, entities: tuple[LayerEntity, ...]) -> list[str]:
    # A conversation's id may hold a slash, a name hardly ever does.
    conversation_id, _, name = reference.rpartition("/")
    people = [
        person.uid
        for person in snapshot.people
        if conversation_id in person.conversation_ids and _bears(person, name)
    ]
    conversation_id, _, owner = conversation_id.rpartition("/")
    owners = {
        person.uid
        for person in snapshot.people
        if conversation_id in person.conversation_ids and _bears(person, owner)
    }
    key = entity_key(name) if name else ""
    things = [
        entity.uid
        for entity in entities
        if entity.layer is Layer.CONVERSATION
        and entity.conversation_id == conversation_id
        and (owners & set(entity.owner_uids) if owner else not entity.owner_uids)
        and key in {entity.key, *(entity_key(alias) for alias in entity.aliases)}
    ]
    return sorted({*people, *things})


def _bears(person: KnownPerson, name: str) -> bool:
    return name.casefold() in {known.casefold() for known in (person.name, *person.names)}


Make = Callable[[Database, str], Decision]
"""Makes a person's decision from what stands in a space; nothing is written."""


class _State(NamedTuple):
    """What bears on a decision of a person: the conversations of its sides and of the rulings on
    them, the decisions about these, and the layers and humans that they stand in.
    """

    snapshot: Snapshot
    ledger: tuple[Decision, ...]
    layers: tuple[LayerEntity, ...]
    canonical: Mapping[str, str]


def undo(decision: Decision) -> Make:
    """The decision that takes this one back."""

    def make(database: Database, space: str) -> Decision:
        sides = (decision.left, decision.right)
        state = database.read(lambda work: _load(work, space, (), sides))
        return undo_decision(state.snapshot, state.ledger, decision, canonical=state.canonical)

    return make


def by_hand(
    verdict: Verdict, left: str, right: str, reason: str, allow_same_conversation: bool = False
) -> Make:
    """The decision that two things, as people name them, are one or are not."""

    def make(database: Database, space: str) -> Decision:
        state = database.read(lambda work: _load(work, space, (left, right), ()))
        return person_decision(
            state.snapshot,
            state.ledger,
            verdict,
            [find_uid(left, state.snapshot, state.layers)],
            [find_uid(right, state.snapshot, state.layers)],
            entities=state.layers,
            canonical=state.canonical,
            reason=reason,
            allow_same_conversation=allow_same_conversation,
        )

    return make


def _load(work: Work, space: str, references: Sequence[str], sides: Iterable[Side]) -> _State:
    sides = tuple(sides)
    found = places_of(work, space, references)
    places = {*found.conversations, *_places(sides)}
    people = {*found.people, *(uid for side in sides for uid in _people(side))}
    rulings = load_rulings(work, space)
    near = _near(rulings, places, people)
    places |= {
        place for item in near for side in (item.left, item.right) for place in _places([side])
    }
    people |= {uid for item in near for side in (item.left, item.right) for uid in _people(side)}
    snapshot = load_conversations(work, space, sorted(places))
    here = {person.uid for person in snapshot.people}
    humans = humans_of(work, space, people | here)
    others = {uid for human in humans.values() for uid in human} - here
    snapshot = snapshot._replace(people=(*snapshot.people, *people_known(work, space, others)))
    layers = [*found.layers]
    for place in sorted(places):
        layers += [
            row["uid"]
            for row in work.run("layer_of_conversations", space=space, conversation_ids=[place])
        ]
    within = load_within(work, space, sorted(places))
    entities = load_layers(work, space, sorted(set(layers)))
    on = load_decisions_on(work, space, sorted(_first_uids(sides, entities)))
    ledger = {item.uid: item for item in (*rulings, *within, *on)}
    return _State(
        snapshot,
        tuple(ledger.values()),
        entities,
        {uid: human[0] for uid, human in humans.items() if uid != human[0]},
    )


def _first_uids(sides: Iterable[Side], entities: Iterable[LayerEntity]) -> set[str]:
    """The uids that sides about the same may begin with, by which decisions are looked up.

    A side of today may begin with what has joined it since: with the uid of its entity.
    """
    uids = {uid for side in sides for uid in side.uids}
    return uids | {
        item.uid for item in entities if not uids.isdisjoint((*item.units, *item.members))
    }


def _near(rulings: Iterable[Decision], places: set[str], people: set[str]) -> list[Decision]:
    """The rulings that can bear on these conversations and people, through whatever others."""
    left = [item for item in rulings if item.decided_by is Decider.PERSON]
    seen_places, seen_people = set(places), set(people)
    near: list[Decision] = []
    while True:
        touching = [
            item
            for item in left
            if any(
                not seen_places.isdisjoint(_places([side]))
                or not seen_people.isdisjoint(_people(side))
                for side in (item.left, item.right)
            )
        ]
        if not touching:
            return near
        near += touching
        left = [item for item in left if item not in touching]
        for item in touching:
            for side in (item.left, item.right):
                seen_places |= _places([side])
                seen_people |= set(_people(side))


def _places(sides: Iterable[Side]) -> set[str]:
    return {place for side in sides if side.kind == "entity" for place in side.conversation_ids}


def _people(side: Side) -> list[str]:
    if side.kind == "person":
        return list(side.uids)
    return [side.owner] if side.owner is not None else []
