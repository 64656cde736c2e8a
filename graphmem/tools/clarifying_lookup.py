"""Looks up names in the snapshot for people: a name that fits two things asks back."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.errors import AmbiguousNameError, NameCandidate, NotFoundError
from graphmem.language.keys import entity_key, split_owner
from graphmem.language.words import content_stems
from graphmem.model.decision import LayerEntity
from graphmem.model.memory import KnownEntity, KnownStatement, key_uid
from graphmem.tools import slots
from graphmem.tools.index import About, Index
from graphmem.tools.lookup import EntityLookup, Lookup
from graphmem.tools.mentions import Sought
from graphmem.tools.rendering import turn_of

_MOST_NAMED = 12


class Meant(NamedTuple):
    """One of the things that a name may mean, and the uid that tells it from the others."""

    uid: str
    found: EntityLookup


_JOINED = re.compile(r"[^\W_]+(?:_[^\W_]+)+")


class EntityReference(NamedTuple):
    """``conversation`` and ``owner`` only where they were named; without an owner, also ""
    tells that nobody owns it (``CONVERSATION//NAME``).
    """

    name: str
    owner: str | None = None
    conversation: str | None = None


class AskingLookup:
    """Finds people and entities by uid, name or place; raises `AmbiguousNameError` for several.

    ``is_person`` tells which entities (uids of the conversation layer) are which Person;
    ``meant`` gives for every session-layer uid the uid of what it is in the end.
    """

    def __init__(
        self,
        index: Index,
        layers: Mapping[str, LayerEntity],
        is_person: Mapping[str, str],
    ) -> None:
        self._index = index
        self._lookup = Lookup(index, layers)
        self.meant: dict[str, str] = {}
        above = {
            member: layer.uid
            for layer in layers.values()
            if layer.conversation_id is None
            for member in layer.members
        }
        for layer in layers.values():
            if layer.conversation_id is not None:
                meant = is_person.get(layer.uid) or above.get(layer.uid, layer.uid)
                self.meant.update(dict.fromkeys(layer.members, meant))
        self._parts: defaultdict[str, list[KnownEntity]] = defaultdict(list)
        for entity in index.entities.values():
            self._parts[self._one(entity)].append(entity)

    def person(self, written: str, *, among: Iterable[str] | None = None) -> frozenset[str]:
        """Every Person of the one human that is meant; ``among`` are conversations to look in.

        Raises `NotFoundError` where nobody bears the name, `AmbiguousNameError` where two do.
        """
        reference = self._read(written)
        places = _narrowed(among, reference)
        if reference.conversation is None:
            found = self._lookup.person(written)
        else:
            found = self._lookup.person(reference.name)
        humans = self._humans(found, places)
        if not humans:
            raise NotFoundError(
                f"{written!r} takes no part in {listed(places or ())}.",
                next_step="`graphmem conversations` lists who takes part in which.",
            )
        return self._only(written, [Meant(uid, self._whole(uid, written)) for uid in humans]).people

    def entity(
        self,
        written: str,
        *,
        owners: frozenset[str] | None = None,
        among: Iterable[str] | None = None,
    ) -> EntityLookup:
        """The one thing or human that is meant; with ``owners`` only theirs and what nobody owns.

        Raises `NotFoundError` where nothing bears the name, `AmbiguousNameError` where two do.
        """
        by_uid = self._by_uid(written)
        if by_uid is not None:
            return by_uid
        return self._only(written, self._all(written, owners, among))

    def entities(
        self,
        written: str,
        *,
        owners: frozenset[str] | None = None,
        among: Iterable[str] | None = None,
    ) -> EntityLookup:
        """All that bear the name together, to be looked at side by side."""
        by_uid = self._by_uid(written)
        if by_uid is not None:
            return by_uid
        several = [item.found for item in self._all(written, owners, among)]
        return EntityLookup(
            several[0].label if len(several) == 1 else written,
            tuple(entity for found in several for entity in found.entities),
            frozenset(uid for found in several for uid in found.people),
            several[0].slot,
        )

    def uid(self, found: EntityLookup) -> str:
        """The uid of the Person or Entity that stands for the whole of what was found."""
        if found.people:
            one = min(found.people, key=self._index.place.__getitem__)
            return self._index.human(one) or one
        return self._one(found.entities[0])

    def about(self) -> About:
        """What statements are about, where what one conversation calls by one key is one."""
        whole = {uid: self._one(entity) for uid, entity in self._index.entities.items()}
        return About(self._index, whole)

    def sought(self, written: str, found: EntityLookup | None, of: frozenset[str]) -> Sought:
        """What turns that wait are to speak of, where ``written`` means ``found``, or nothing yet.

        ``of`` are the people whose it is to be, or none where anybody's will do.
        """
        reference = self._read(written)
        if reference.owner:
            among = _narrowed(None, reference)
            of = self.person(reference.owner, among=among)
        names, people = [reference.name], frozenset[str]()
        if found is not None:
            names += [name for item in found.entities for name in (item.name, *item.aliases)]
            if found.slot is None:
                people = found.people
                names += self._names(people)
        # A name without a word in it ("🎸") would be found in every turn.
        spelled = tuple(name for name in dict.fromkeys(names) if content_stems(name))
        return Sought(spelled, people, self._names(of), of)

    def _names(self, people: frozenset[str]) -> tuple[str, ...]:
        known = [self._index.people[uid] for uid in sorted(people) if uid in self._index.people]
        return tuple(dict.fromkeys(name for one in known for name in (one.name, *one.names)))

    def _by_uid(self, uid: str) -> EntityLookup | None:
        found = self._lookup.by_uid(uid)
        if found is None:
            return None
        return self._whole(next((self._one(item) for item in found.entities), uid), found.label)

    def _whole(self, uid: str, label: str) -> EntityLookup:
        """All of what a uid stands for; of somebody who talks also what is said elsewhere."""
        human = self._index.human(uid) or uid
        if human not in self._index.people:
            return EntityLookup(label, tuple(self._parts[uid]))
        called, bearers = self._index.person_name(human), self._index.bearers(human)
        return EntityLookup(called, tuple(self._parts.get(human, ())), bearers)

    def _all(
        self, written: str, owners: frozenset[str] | None, among: Iterable[str] | None
    ) -> list[Meant]:
        reference = self._read(written)
        places = _narrowed(among, reference)
        owner = self.person(reference.owner, among=places) if reference.owner else None
        if owner is not None:
            owners = owner if owners is None else owners & owner
        found = self._things(reference, owners, places)
        if owner is None and reference.owner is None:
            found = self._with_people(written, reference, found, places)
        if not found and (slot := slots.slot_asked_for(entity_key(reference.name))) and owners:
            label = f"{self._index.names_of(owners)}'s {reference.name}"
            return [Meant(slot, EntityLookup(label, people=owners, slot=slot))]
        if not found:
            raise NotFoundError(
                f"Nothing here is called {written!r}.",
                next_step="Give a name as it stands in the conversation, or an entity's uid.",
            )
        return found

    def _things(
        self,
        reference: EntityReference,
        owners: frozenset[str] | None,
        places: frozenset[str] | None,
    ) -> list[Meant]:
        named = self._index.by_key.get(entity_key(reference.name), ())
        entities = [item for item in named if places is None or item.conversation_id in places]
        if reference.owner == "":
            entities = [item for item in entities if item.owner_uid is None]
        elif owners is not None:
            theirs = [item for item in entities if item.owner_uid in owners]
            # Whoever owns none of it may still speak of what nobody owns.
            free = [item for item in entities if item.owner_uid is None]
            entities = theirs or ([] if reference.owner else free)
        return self._told_apart(entities, reference.name)

    def _told_apart(self, entities: Iterable[KnownEntity], name: str) -> list[Meant]:
        first: dict[str, KnownEntity] = {}
        for entity in entities:
            first.setdefault(self._one(entity), entity)
        return [
            Meant(uid, self._whole(uid, self._label(entity, name))) for uid, entity in first.items()
        ]

    def _label(self, entity: KnownEntity, name: str) -> str:
        called = self._index.entity_name(entity)
        # Found by another of its names, it is shown by both.
        return called if entity.key == entity_key(name) else f"{name} ({called})"

    def _one(self, entity: KnownEntity) -> str:
        meant = self.meant.get(entity.uid)
        if meant is None:  # nothing was reconciled yet: the exact key stands for it
            space = self._index.snapshot.space
            meant = key_uid(space, entity.conversation_id, entity.owner_uid, entity.key)
        return self._index.human(meant) or meant

    def _with_people(
        self,
        written: str,
        reference: EntityReference,
        found: list[Meant],
        places: frozenset[str] | None,
    ) -> list[Meant]:
        """Those who talk and bear the name as well; one who is also spoken of counts once."""
        bearers = self._index.meant_by(
            written if reference.conversation is None else reference.name
        )
        known = {item.uid for item in found}
        talkers = [
            Meant(uid, self._whole(uid, written))
            for uid in self._humans(bearers, places)
            if uid not in known
        ]
        return [*talkers, *found]

    def _humans(self, people: frozenset[str], places: frozenset[str] | None) -> list[str]:
        """Each human of them who takes part in the places, once, in order."""
        return list(
            dict.fromkeys(
                self._index.human(uid) or uid
                for uid in sorted(people, key=self._index.place.__getitem__)
                if places is None or places.intersection(self._index.people[uid].conversation_ids)
            )
        )

    def _read(self, written: str) -> EntityReference:
        return read_reference(written, self._index.names, self._index.in_conversation)

    def _only(self, written: str, meant: Sequence[Meant]) -> EntityLookup:
        if len(meant) > 1:
            raise which(written, meant, self._index)
        return meant[0].found


def _narrowed(among: Iterable[str] | None, reference: EntityReference) -> frozenset[str] | None:
    if reference.conversation is not None:
        return frozenset([reference.conversation])
    return None if among is None else frozenset(among)


def which(written: str, meant: Sequence[Meant], index: Index) -> AmbiguousNameError:
    """Asks back, with whatever is spoken of most first; at most 12 are named."""
    told = [(item, index.statements_about(item.found.uids)) for item in meant]
    told.sort(key=lambda pair: -len(pair[1]))
    named = f", the {_MOST_NAMED} most spoken of" if len(meant) > _MOST_NAMED else ""
    return AmbiguousNameError(
        f"Which {written}? The name fits {len(meant)}{named}:",
        next_step="Ask again with the uid of the one that is meant.",
        candidates=[_candidate(*pair, index) for pair in told[:_MOST_NAMED]],
    )


def listed(places: Iterable[str]) -> str:
    """Conversations as reasons and errors print them."""
    return ", ".join(sorted(places))


def _candidate(item: Meant, statements: Sequence[KnownStatement], index: Index) -> NameCandidate:
    apart = _places(item.found, index)
    if not statements:
        return NameCandidate(item.uid, item.found.label, apart, _first_mention(item.found))
    # A role says what it is; whatever was said first says at least something.
    telling = next((one for one in statements if one.name is not None), statements[0])
    example = f"{turn_of(telling)}: “{telling.quote}”"
    return NameCandidate(item.uid, item.found.label, f"{apart}: {telling.text}", example)


def _places(found: EntityLookup, index: Index) -> str:
    if found.people:
        places = {place for uid in found.people for place in index.people[uid].conversation_ids}
        return f"takes part in {listed(places)}"
    return f"spoken of in {listed({entity.conversation_id for entity in found.entities})}"


def _first_mention(found: EntityLookup) -> str:
    for entity in found.entities:
        if entity.mention_turns:
            return f"{entity.conversation_id}/{entity.mention_turns[0]}"
    return ""


def read_reference(
    written: str, people: Iterable[str], conversations: Iterable[str]
) -> EntityReference:
    """Parses ``job``, ``Ana's job``, ``ana_job``, ``garden/Ana`` or ``garden/Ana/job``.

    ``people`` and ``conversations`` are the names and ids that there are.
    """
    known = sorted(people)
    for conversation in sorted(conversations, key=len, reverse=True):
        if written.startswith(f"{conversation}/"):
            whose, slash, name = written[len(conversation) + 1 :].rpartition("/")
            return EntityReference(name, whose if slash else None, conversation)
    owner, name = split_owner(written, known)
    if owner is None and _JOINED.fullmatch(written):
        owner, name = split_owner(written.replace("_", "'s ", 1).replace("_", " "), known)
    return EntityReference(written) if owner is None else EntityReference(name, owner)
