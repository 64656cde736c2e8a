"""Entities of the conversation and the person layer, made of the layer below."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from graphmem.model.decision import Layer, LayerEntity
from graphmem.model.workspace import EntityType
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.profiles import profile, tags
from graphmem.reconciliation.things import Thing, as_thing


def conversation_things(clusters: Iterable[Sequence[Thing]], facts: Facts) -> tuple[Thing, ...]:
    """Every cluster of units as one thing, under the uid of the first of them, in order."""
    found = []
    for units in clusters:
        if len(units) == 1:
            found.append(units[0])
            continue
        bases = [facts.index.entities[base] for unit in units for base in unit.bases]
        found.append(as_thing(units[0].uid, bases, facts.index))
    return tuple(sorted(found, key=lambda item: item.place))


def conversation_entities(things: Sequence[Thing], facts: Facts) -> list[LayerEntity]:
    """The conversation layer, in the order of the things."""
    known = _known_by_name(things, facts)
    return [
        _entity(
            thing,
            facts,
            layer=Layer.CONVERSATION,
            members=thing.bases,
            shared=_shared(thing, known, facts),
        )
        for thing in things
    ]


def person_entity(uid: str, members: Sequence[Thing], facts: Facts) -> LayerEntity:
    """Things of several conversations as one of the person layer."""
    bases = [facts.index.entities[base] for thing in members for base in thing.bases]
    shared = {speaker for thing in members for speaker in thing.mentioned_by}
    return _entity(
        as_thing(uid, bases, facts.index),
        facts,
        layer=Layer.PERSON,
        members=tuple(thing.uid for thing in members),
        shared=shared if all(thing.owner_uid is None for thing in members) else set(),
        owners={thing.owner_uid for thing in members if thing.owner_uid is not None},
    )


def _entity(
    thing: Thing,
    facts: Facts,
    *,
    layer: Layer,
    members: tuple[str, ...],
    shared: set[str],
    owners: set[str] | None = None,
) -> LayerEntity:
    statements = facts.statements(thing.bases)
    if owners is None:
        owners = {thing.owner_uid} if thing.owner_uid is not None else set()
    return LayerEntity(
        uid=thing.uid,
        layer=layer,
        conversation_id=thing.conversation_id if layer is Layer.CONVERSATION else None,
        key=thing.key,
        name=thing.name,
        type=thing.type,
        aliases=thing.names[1:],
        proper=thing.proper,
        owner_uids=_in_order(owners, facts),
        shared_with=_several_humans(shared, facts),
        tags=tags(thing.names, statements, facts),
        profile=profile(thing.bases, statements, facts),
        members=members,
    )


def _several_humans(people: set[str], facts: Facts) -> tuple[str, ...]:
    humans = {facts.index.human(uid) for uid in people}
    return _in_order(people, facts) if len(humans) > 1 else ()


def _in_order(people: Iterable[str], facts: Facts) -> tuple[str, ...]:
    place = facts.index.place
    return tuple(sorted(people, key=lambda uid: (place.get(uid, len(place)), uid)))


def _shared(thing: Thing, known: Mapping[str, Sequence[Thing]], facts: Facts) -> set[str]:
    """Whoever spoke of what nobody owns; of a name, in other conversations too."""
    if thing.owner_uid is not None:
        return set()
    people = set(thing.mentioned_by)
    if _tells_which(thing, facts):
        for other in known.get(thing.key, ()):
            people |= other.mentioned_by
    return people


def _known_by_name(things: Iterable[Thing], facts: Facts) -> Mapping[str, Sequence[Thing]]:
    found: defaultdict[str, list[Thing]] = defaultdict(list)
    for thing in things:
        if thing.owner_uid is None and _tells_which(thing, facts):
            found[thing.key].append(thing)
    return found


def _tells_which(thing: Thing, facts: Facts) -> bool:
    return names_one_thing(thing) and facts.is_named(thing)


def names_one_thing(thing: Thing) -> bool:
    """Whether the name alone tells which: TechCorp does, Peter does not, Peter Lang does."""
    return thing.proper and (thing.type is not EntityType.PERSON or len(thing.parts) > 1)
