"""Resolve: from names to the people and things of the scope that they mean; pure.

Whose it is decides first, then which profile fits what is asked. How often or how lately something
was spoken of says nothing about which of two is meant.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from graphmem.assembly.parse import Asked, NameMention
from graphmem.language.keys import entity_key
from graphmem.model.assembly import AssemblySettings, Thing
from graphmem.model.listing import Participant


class Human(NamedTuple):
    """Somebody who takes part: every Person node that is one human, and every name."""

    name: str
    names: tuple[str, ...]
    uids: tuple[str, ...]


class Resolved(NamedTuple):
    """Whom and what the names mean; ``unclear`` names may mean several of them."""

    humans: tuple[Human, ...]
    things: tuple[Thing, ...]
    unclear: tuple[str, ...]


def may_be_meant(
    asked: Asked, things: Iterable[Thing], participants: Iterable[Participant]
) -> Iterator[str]:
    """The uids of the people whom a text names, or who own or are what it names."""
    yield from (person.uid for person in asked.people)
    for thing in things:
        yield from (*thing.people, *thing.owner_uids)
    owners = {name for mention in asked.mentions for name in mention.owners}
    yield from (person.uid for person in participants if not owners.isdisjoint(person.names))


def resolve(
    asked: Asked,
    things: Sequence[Thing],
    participants: Sequence[Participant],
    canonical: Mapping[str, str],
    settings: AssemblySettings,
) -> Resolved:
    """Find what is meant; ``canonical`` says which Person nodes are one human.

    It is wanted of those who `may_be_meant` alone, and of all who are one with them.
    """
    named = list(asked.people)
    bearers: dict[str, dict[str, Thing]] = {}
    for thing in things:
        for name in (thing.name, *thing.aliases):
            bearers.setdefault(entity_key(name), {})[thing.uid] = thing
    by_uid = {person.uid: person for person in participants}
    chosen: dict[str, Thing] = {}
    unclear: dict[str, None] = {}
    humans = {canonical.get(person.uid, person.uid) for person in named}
    for mention in asked.mentions:
        bearing = list(bearers.get(mention.key, {}).values())
        if not bearing:
            continue
        meant = _meant(mention, bearing, participants, canonical, humans)
        clear = _clear(meant, settings.clear_by)
        if len(clear) > 1:
            unclear.setdefault(mention.written)
        for thing in clear:
            if thing.people:
                named += [by_uid[uid] for uid in thing.people if uid in by_uid]
            elif thing.facts:
                chosen.setdefault(thing.uid, thing)
    people = _humans(named, participants, canonical)
    for human, others in _namesakes(people).items():
        if others > 1:
            unclear.setdefault(human)
    return Resolved(
        humans=people[: settings.things],
        things=tuple(chosen.values())[: settings.things],
        unclear=tuple(unclear),
    )


def _meant(
    mention: NameMention,
    bearing: Sequence[Thing],
    participants: Sequence[Participant],
    canonical: Mapping[str, str],
    humans: Iterable[str],
) -> list[Thing]:
    """Of those that bear the name what belongs to whom it is said of, or else whom it is about."""
    owners = {
        canonical.get(person.uid, person.uid)
        for person in participants
        if set(person.names) & set(mention.owners)
    }

    def owned(by: Iterable[str]) -> list[Thing]:
        wanted = set(by)
        return [
            thing
            for thing in bearing
            if wanted & {canonical.get(uid, uid) for uid in thing.owner_uids}
        ]

    if owners:
        return owned(owners)
    # A name is a name, whoever owns what it names; "the boat" is that of whom the talk is about.
    return (
        [thing for thing in bearing if thing.proper]
        or owned(humans)
        or [thing for thing in bearing if not thing.owner_uids]
        or list(bearing)
    )


def _clear(meant: Sequence[Thing], clear_by: float) -> list[Thing]:
    """The one that is nearest in meaning by enough, or all of them."""
    ranked = sorted(meant, key=lambda thing: (-(thing.similarity or 0.0), thing.uid))
    if len(ranked) < 2:
        return ranked
    ahead = (ranked[0].similarity or 0.0) - (ranked[1].similarity or 0.0)
    return ranked[:1] if ahead >= clear_by else ranked


def _humans(
    named: Iterable[Participant],
    participants: Sequence[Participant],
    canonical: Mapping[str, str],
) -> tuple[Human, ...]:
    nodes: dict[str, list[Participant]] = {}
    for person in participants:
        nodes.setdefault(canonical.get(person.uid, person.uid), []).append(person)
    wanted = dict.fromkeys((canonical.get(person.uid, person.uid), person) for person in named)
    found: dict[str, Human] = {}
    for human, person in wanted:
        same = nodes.get(human, [person])
        names = dict.fromkeys(name for one in same for name in (one.name, *one.names))
        found.setdefault(
            human,
            Human(
                name=person.name,
                names=tuple(name for name in names if name != person.name),
                uids=tuple(dict.fromkeys([person.uid, *(one.uid for one in same)])),
            ),
        )
    return tuple(found.values())


def _namesakes(humans: Iterable[Human]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for human in humans:
        counted[human.name] = counted.get(human.name, 0) + 1
    return counted
