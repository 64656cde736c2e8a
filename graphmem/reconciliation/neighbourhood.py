"""Lookups of a plan: conversations planned anew, beside what stands of the others.

Everything is found by blocks: keys that two of which one may be the other share. So a plan reads
what a change can reach, and not the space.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from graphmem.model.decision import Decision, LayerEntity
from graphmem.model.ids import UNKNOWN_SPEAKER
from graphmem.model.memory import Content, KnownEntity, KnownPerson, KnownStatement, Snapshot
from graphmem.model.sketch import Card, PersonSketch, card
from graphmem.reconciliation.conversation import ConversationLayer

MANY = 12
"""More people than these under one block, and the block links nobody."""


class StandingLayers(Protocol):
    """What stands of the conversations that are not planned anew.

    ``without`` leaves out what conversations of these ids gave.
    """

    def cards(self, uids: Collection[str], without: Collection[str] = ()) -> Mapping[str, Card]:
        """People by uid."""

    def people_in(self, blocks: Collection[str], given: Collection[str] = ()) -> Collection[str]:
        """Uids of everybody in one of the blocks, and in one of ``given`` where there are any."""

    def count_people(self, blocks: Collection[str], without: Collection[str]) -> Mapping[str, int]:
        """Number of people in a block, those of the uids ``without`` left out."""

    def participants(self, conversation_ids: Collection[str]) -> Mapping[str, Sequence[str]]:
        """Participants by conversation."""

    def humans(self, uids: Collection[str]) -> Mapping[str, frozenset[str]]:
        """Every Person that was one human with each of these, itself included."""

    def entities(self, uids: Collection[str]) -> Mapping[str, LayerEntity]:
        """Entities of the conversation layer, by the uid of their own or of any part of them."""

    def entities_of(self, conversation_ids: Collection[str]) -> Sequence[LayerEntity]:
        """The conversation layer of conversations."""

    def entities_in(
        self, blocks: Collection[str], owners: Collection[str]
    ) -> Sequence[LayerEntity]:
        """The conversation layer by block: what these people own."""

    def names_in(self, blocks: Collection[str], people: Collection[str]) -> Sequence[LayerEntity]:
        """Unowned named things, by block, of conversations in which these take part."""

    def entities_anywhere(self, blocks: Collection[str]) -> Sequence[LayerEntity]:
        """The conversation layer by block, whoever owns it."""

    def above(self, uids: Collection[str]) -> Collection[str]:
        """Uids of the person layer in which these of the conversation layer stand."""

    def decisions_on(self, uids: Collection[str]) -> Sequence[Decision]:
        """Decisions of rules and models in force, on people and the conversation layer."""

    def content(self, bases: Collection[str], statements: Collection[str]) -> Content:
        """Statements by uid and about ``bases``, with what they name and with the bases."""


# ---- blocks


def person_blocks(item: Card) -> frozenset[str]:
    """The blocks of a Person: names, first words of names, names spoken of and talked to."""
    given = {name.split()[0] for name in names_of(item.person)}
    return frozenset(
        [
            *(f"name:{name}" for name in names_of(item.person)),
            *(f"given:{name}" for name in given),
            *(f"speaks:{key}" for key in item.anchors),
            *(f"meets:{key}" for key in item.partners),
            *(f"key:{key}" for key in item.names),
        ]
    )


def names_of(person: KnownPerson) -> list[str]:
    """Somebody's names as they are compared; whoever is unknown has none."""
    known = (name.casefold() for name in (person.name, *person.names) if name.strip())
    return [name for name in dict.fromkeys(known) if name != UNKNOWN_SPEAKER]


class PlanningView:
    """Lookups over what is planned anew and what stands beside it, as if all were one."""

    def __init__(
        self,
        space: str,
        layers: Sequence[ConversationLayer],
        parts: Mapping[str, Snapshot],
        people: Iterable[KnownPerson],
        standing: StandingLayers | None,
    ) -> None:
        """``parts`` are the conversations planned anew, ``people`` whoever takes part in them.

        ``standing`` is None where nothing stands.
        """
        self.space = space
        self.anew = {layer.conversation_id: layer for layer in layers}
        self._parts = parts
        self._standing = standing
        self._people = {person.uid: person for person in people}
        self._cards = self._new_cards()
        self._old_cards = dict(standing.cards(self._cards.keys())) if standing else {}
        self._entities = {item.uid: item for layer in layers for item in layer.entities}
        self._old_entities = (
            {item.uid: item for item in standing.entities_of(self.anew.keys())} if standing else {}
        )
        self._part_of = {
            part: item.uid
            for item in self._entities.values()
            for part in (*item.units, *item.members)
        }
        self._person_blocks = _blocks((uid, person_blocks(it)) for uid, it in self._cards.items())
        self._entity_blocks = _blocks((uid, item.blocks) for uid, item in self._entities.items())
        self._content = _content(parts.values())
        self._known_cards = dict(self._cards)

    def _new_cards(self) -> dict[str, Card]:
        sketches: defaultdict[str, list[PersonSketch]] = defaultdict(list)
        for layer in self.anew.values():
            for uid, sketch in layer.sketches.items():
                sketches[uid].append(sketch)
        other: Mapping[str, Card] = {}
        if self._standing:
            other = self._standing.cards(self._people.keys(), without=self.anew.keys())
        return {
            uid: card(person, [*(other[uid].sketches if uid in other else ()), *sketches[uid]])
            for uid, person in self._people.items()
        }

    # ---- what changed

    @property
    def here(self) -> Mapping[str, Card]:
        """Whoever takes part in what is planned anew."""
        return self._cards

    def before(self, uid: str) -> Card | None:
        """A Person of these as they stood."""
        return self._old_cards.get(uid)

    def changed_people(self) -> set[str]:
        """Those of whom anything is new that they are compared by."""
        return {uid for uid, item in self._cards.items() if self._old_cards.get(uid) != item}

    def changed_entities(self) -> tuple[dict[str, LayerEntity], dict[str, LayerEntity]]:
        """Entities of the conversation layer as they stood and as they are to stand, if changed."""
        old = {
            uid: item for uid, item in self._old_entities.items() if self._entities.get(uid) != item
        }
        new = {
            uid: item for uid, item in self._entities.items() if self._old_entities.get(uid) != item
        }
        return old, new

    @property
    def old_entities(self) -> Mapping[str, LayerEntity]:
        """The conversation layer of what is planned anew, as it stood."""
        return self._old_entities

    # ---- people

    def cards(self, uids: Iterable[str]) -> dict[str, Card]:
        """People by uid."""
        wanted = set(uids)
        missing = wanted - self._known_cards.keys()
        if missing and self._standing:
            self._known_cards |= self._standing.cards(missing)
        return {uid: self._known_cards[uid] for uid in wanted if uid in self._known_cards}

    def people_in(self, blocks: Iterable[str], given: Iterable[str] = ()) -> set[str]:
        """Uids of everybody in one of the blocks, and in one of ``given`` where there are any."""
        wanted, firsts = set(blocks), set(given)
        if not wanted:
            return set()
        here = {uid for block in wanted for uid in self._person_blocks.get(block, ())}
        if firsts:
            here &= {uid for block in firsts for uid in self._person_blocks.get(block, ())}
        beside = self._standing.people_in(wanted, firsts) if self._standing else ()
        return here | {uid for uid in beside if uid not in self._cards}

    def count_people(self, blocks: Iterable[str]) -> dict[str, int]:
        """Number of people in a block."""
        wanted = set(blocks)
        counts: Mapping[str, int] = {}
        if self._standing and wanted:
            counts = self._standing.count_people(wanted, without=self._cards.keys())
        return {
            block: counts.get(block, 0) + len(self._person_blocks.get(block, ()))
            for block in wanted
        }

    def holders(self, keys: Iterable[str], room: int = 0) -> dict[str, frozenset[str] | None]:
        """Speakers of a name, by its key; None where that are more than `MANY` and ``room``."""
        counts = self.count_people(f"speaks:{key}" for key in keys)
        few = {block for block, count in counts.items() if count <= MANY + room}
        of: defaultdict[str, set[str]] = defaultdict(set)
        for uid, item in self.cards(self.people_in(few)).items():
            for key in item.anchors:
                of[key].add(uid)
        return {
            block.removeprefix("speaks:"): frozenset(of[block.removeprefix("speaks:")])
            if block in few
            else None
            for block in counts
        }

    def participants(self, conversation_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Participants by conversation."""
        wanted = set(conversation_ids)
        found = {
            place: tuple(person.uid for person in self._parts[place].people)
            for place in wanted & self._parts.keys()
        }
        beside = wanted - found.keys()
        if beside and self._standing:
            found |= {
                place: tuple(uids) for place, uids in self._standing.participants(beside).items()
            }
        return found

    def humans_before(self, uids: Iterable[str]) -> dict[str, frozenset[str]]:
        """Every Person that was one human with each of these, itself included."""
        wanted = set(uids)
        found = self._standing.humans(wanted) if self._standing else {}
        return {uid: found.get(uid, frozenset([uid])) for uid in wanted}

    # ---- entities

    def entities(self, uids: Iterable[str]) -> dict[str, LayerEntity]:
        """Entities of the conversation layer as they are to stand, by uid or that of a part."""
        found: dict[str, LayerEntity] = {}
        missing = set()
        for uid in uids:
            whole = uid if uid in self._entities else self._part_of.get(uid)
            if whole is not None:
                found[uid] = self._entities[whole]
            else:
                missing.add(uid)
        if missing and self._standing:
            found |= {
                uid: item
                for uid, item in self._standing.entities(missing).items()
                if item.conversation_id not in self.anew
            }
        return found

    def entities_of(self, conversation_ids: Iterable[str]) -> list[LayerEntity]:
        """The conversation layer of conversations."""
        wanted = set(conversation_ids)
        here = [item for place in wanted & self.anew.keys() for item in self.anew[place].entities]
        beside = wanted - self.anew.keys()
        if not beside or not self._standing:
            return here
        return [*here, *self._standing.entities_of(beside)]

    def entities_in(self, blocks: Iterable[str], owners: Collection[str]) -> list[LayerEntity]:
        """The conversation layer by block: what these people own."""
        wanted, people = set(blocks), set(owners)
        if not wanted or not people:
            return []
        here = [item for item in self._anew_in(wanted) if not people.isdisjoint(item.owner_uids)]
        beside = self._standing.entities_in(wanted, people) if self._standing else ()
        return [*here, *(item for item in beside if item.conversation_id not in self.anew)]

    def names_in(self, blocks: Iterable[str], people: Collection[str]) -> list[LayerEntity]:
        """Unowned named things, by block, of conversations in which these take part."""
        wanted, among = set(blocks), set(people)
        if not wanted or not among:
            return []
        here = [
            item
            for item in self._anew_in(wanted)
            if item.named
            and not item.owner_uids
            and any(one.uid in among for one in self._parts[item.conversation_id or ""].people)
        ]
        beside = self._standing.names_in(wanted, among) if self._standing else ()
        return [*here, *(item for item in beside if item.conversation_id not in self.anew)]

    def entities_anywhere(self, blocks: Iterable[str]) -> list[LayerEntity]:
        """The conversation layer by block, whoever owns it."""
        wanted = set(blocks)
        here = self._anew_in(wanted)
        beside = self._standing.entities_anywhere(wanted) if wanted and self._standing else ()
        return [*here, *(item for item in beside if item.conversation_id not in self.anew)]

    def _anew_in(self, blocks: Iterable[str]) -> list[LayerEntity]:
        found = {uid for block in blocks for uid in self._entity_blocks.get(block, ())}
        return [self._entities[uid] for uid in found]

    def above(self, uids: Iterable[str]) -> set[str]:
        """Uids of the person layer in which these of the conversation layer stood."""
        return set(self._standing.above(set(uids))) if self._standing else set()

    # ---- decisions and content

    def decisions_on(self, uids: Iterable[str]) -> list[Decision]:
        """Decisions of rules and models in force, on people and the conversation layer."""
        wanted = set(uids)
        if not wanted or not self._standing:
            return []
        return list(self._standing.decisions_on(wanted))

    def content(self, bases: Iterable[str], statements: Iterable[str]) -> Content:
        """Statements by uid and about ``bases``, with what they name and with the bases."""
        wanted, said = set(bases), set(statements)
        if not self._standing:
            return self._content
        beside = self._standing.content(
            wanted - self._content.entities.keys(), said - self._content.statements.keys()
        )
        return Content(
            {**beside.entities, **self._content.entities},
            {**beside.statements, **self._content.statements},
        )


def _blocks(items: Iterable[tuple[str, Iterable[str]]]) -> dict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for uid, blocks in items:
        for block in blocks:
            found[block].add(uid)
    return dict(found)


def _content(parts: Iterable[Snapshot]) -> Content:
    entities: dict[str, KnownEntity] = {}
    statements: dict[str, KnownStatement] = {}
    for part in parts:
        entities |= {item.uid: item for item in part.entities}
        statements |= {item.uid: item for item in (*part.roles, *part.answers)}
    return Content(entities, statements)
