"""The things talked about: one entity per session, owner and exact key."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from graphmem.extraction.admission import ProposalRejected
from graphmem.extraction.admission.quotes import require_words
from graphmem.extraction.admission.turns import ParticipantNames, Turns
from graphmem.language.keys import entity_key, split_owner
from graphmem.model.chunk import KnownName
from graphmem.model.ids import uid
from graphmem.model.workspace import (
    Entity,
    EntityType,
    EvidenceSpan,
    Part,
    ProposedEntity,
    Reference,
    TypeScores,
    summed_type,
)

_Owned = tuple[str | None, str]  # owner and key
# What talk may tell of somebody without the word: "I teach maths", "my mum".
_IMPLIED_NAMES = """
job home family relationship marriage education membership health hobby pet
mother father parent sister brother sibling grandmother grandfather grandparent
daughter son child wife husband spouse partner
"""
_IMPLIED = frozenset(_IMPLIED_NAMES.split())


class Saying(NamedTuple):
    """The statement that names something: who says it, in which session, where."""

    speaker_uid: str
    session_id: str
    evidence: Sequence[EvidenceSpan]

    @property
    def dia_ids(self) -> tuple[str, ...]:
        """The turns of the evidence, context included."""
        return tuple(one.dia_id for one in self.evidence)


@dataclass(slots=True)
class _Thing:
    """What is known of an entity, in whatever session it comes up."""

    owner_uid: str | None
    key: str
    name: str
    type: EntityType
    proper: bool
    type_scores: TypeScores = ()
    aliases: dict[str, None] = field(default_factory=dict)
    mentions: dict[str, dict[str, None]] = field(default_factory=dict)  # turns by session


class Things:
    """The entities that proposals name, made as they are wanted.

    ``known`` is what the talk before the turns called by name: a pronoun may mean it.
    """

    def __init__(
        self,
        *,
        space: str,
        conversation_id: str,
        turns: Turns,
        people: ParticipantNames,
        known: Iterable[KnownName] = (),
    ) -> None:
        self._space = space
        self._conversation_id = conversation_id
        self._turns = turns
        self._people = people
        self._things: dict[_Owned, _Thing] = {}
        self._by_alias: dict[_Owned, dict[_Owned, None]] = {}
        self._owners_of: dict[str, dict[_Owned, None]] = {}
        self._types_before = {(one.owner_uid, entity_key(one.name)): one.type for one in known}

    def add(self, proposed: ProposedEntity, evidence: Sequence[EvidenceSpan]) -> None:
        """Take an entity in; one that bears a participant's name is that person, and no thing."""
        if self._people.find(proposed.name) is not None:
            return
        reference = Reference(name=proposed.name, owner=proposed.owner)
        places = [one.dia_id for one in evidence]
        if not any(self._turns.tell_of(alias, places) for alias in proposed.aliases):
            self._require_told(reference, places)
        thing = self._make(reference, proposed.type, proper=proposed.proper)
        told, thing.type_scores = summed_type((thing.type_scores, proposed.type_scores))
        if told is not None:
            thing.type = told
        elif thing.type is EntityType.THING:
            thing.type = proposed.type
        for alias in proposed.aliases:
            self._add_alias(thing, alias)
        self._mention(thing, evidence)

    def find(self, reference: Reference, saying: Saying) -> str:
        """The uid of the participant or thing meant; a thing not yet known is made."""
        return self._people.find(reference.name) or self.find_thing(reference, saying)

    def find_thing(
        self, reference: Reference, saying: Saying, *, sort: EntityType = EntityType.THING
    ) -> str:
        """The uid of the thing meant, never of a participant; one not yet known is made."""
        thing = self._known(reference, saying)
        if thing is None:
            proper = reference.name[:1].isupper()
            # Of a role the thing is a slot ("hobby"), for which talk need not have a word.
            if sort is not EntityType.CONCEPT or reference.owner is None or proper:
                self._require_told(reference, saying.dia_ids)
            thing = self._make(reference, sort, proper=proper)
        if saying.session_id not in thing.mentions:
            self._mention(thing, (one for one in saying.evidence if one.part is Part.STATEMENT))
        return self._uid(thing, saying.session_id)

    def called(self, reference: Reference, saying: Saying) -> tuple[str, ...]:
        """Names of the participant or thing meant, as far as it is known."""
        person_uid = self._people.find(reference.name)
        if person_uid is not None:
            return (self._people.name_of(person_uid), *self._people.names_of(person_uid))
        thing = self._known(reference, saying)
        known = () if thing is None else (thing.name, *thing.aliases)
        return (self._read(reference)[1], *known)

    def is_named(self, reference: Reference) -> bool:
        """Tells whether it is something of exactly this owner (or of none) that bears a name."""
        owner_uid, name = self._read(reference)
        thing = self._things.get((owner_uid, entity_key(name)))
        return thing is not None and thing.proper

    def entities(self) -> tuple[Entity, ...]:
        """Every entity in every session in which it is mentioned."""
        return tuple(
            Entity(
                uid=self._uid(thing, session_id),
                conversation_id=self._conversation_id,
                session_id=session_id,
                key=thing.key,
                name=thing.name,
                type=thing.type,
                type_scores=thing.type_scores,
                aliases=tuple(thing.aliases),
                owner_uid=thing.owner_uid,
                proper=thing.proper,
                mention_uids=tuple(turn_uids),
            )
            for thing in self._things.values()
            for session_id, turn_uids in thing.mentions.items()
        )

    def _known(self, reference: Reference, saying: Saying) -> _Thing | None:
        """By owner and key, then by an alias; without an owner also the only one of that key."""
        owner_uid, name = self._read(reference)
        key = entity_key(name)
        found = self._things.get((owner_uid, key))
        if found is None:
            found = self._only(self._by_alias.get((owner_uid, key), ()))
        if found is None and owner_uid is None:
            found = self._things.get((saying.speaker_uid, key))
        if found is None and owner_uid is None:
            only = self._only(self._owners_of.get(key, ()))
            found = only if only and _is_spoken_of(only, saying) else None
        return found

    def _only(self, places: Iterable[_Owned]) -> _Thing | None:
        found = list(places)
        return self._things[found[0]] if len(found) == 1 else None

    def _read(self, reference: Reference) -> tuple[str | None, str]:
        """Its owner and its name: "John's job" is John's ``job``.

        What belongs to somebody who takes no part ("Rita's garden") keeps them in its name.
        """
        if reference.owner is None:
            owner, name = split_owner(reference.name, self._people.names)
            return (None if owner is None else self._people.find(owner)), name
        owner_uid = self._people.find(reference.owner)
        owner, name = split_owner(reference.name, self._people.names_of(owner_uid))
        if owner_uid is None and owner is None:
            name = f"{reference.owner}'s {reference.name}"
        return owner_uid, name

    def _make(self, reference: Reference, sort: EntityType, *, proper: bool) -> _Thing:
        require_words(reference.name)
        owner_uid, name = self._read(reference)
        owned = (owner_uid, entity_key(name))
        thing = self._things.get(owned)
        if thing is None:
            if sort is EntityType.THING:
                sort = self._types_before.get(owned, sort)
            thing = _Thing(*owned, name=name, type=sort, proper=proper)
            self._things[owned] = thing
            self._owners_of.setdefault(owned[1], {})[owned] = None
        else:
            thing.proper = thing.proper or proper
        return thing

    def _require_told(self, reference: Reference, dia_ids: Collection[str]) -> None:
        """Raise `ProposalRejected` for a thing that these turns tell of by no name or pronoun."""
        owner_uid, name = self._read(reference)
        key = entity_key(name)
        is_implied = owner_uid is not None and key in _IMPLIED
        is_meant = (owner_uid, key) in self._types_before and self._turns.refer_back(dia_ids)
        if not is_implied and not is_meant and not self._turns.tell_of(name, dia_ids):
            raise ProposalRejected(f"no turn of its evidence tells of {reference.name!r}")

    def _add_alias(self, thing: _Thing, alias: str) -> None:
        key = entity_key(alias, owners=self._people.names_of(thing.owner_uid))
        if key == thing.key or self._people.bears(alias):
            return
        thing.aliases[alias] = None
        for owned in ((thing.owner_uid, key), (None, key)):
            self._by_alias.setdefault(owned, {})[thing.owner_uid, thing.key] = None

    def _mention(self, thing: _Thing, evidence: Iterable[EvidenceSpan]) -> None:
        for one in evidence:
            session_id = self._turns.get(one.dia_id).session_id
            thing.mentions.setdefault(session_id, {})[one.turn_uid] = None

    def _uid(self, thing: _Thing, session_id: str) -> str:
        return uid(
            self._space,
            "entity",
            self._conversation_id,
            session_id,
            thing.owner_uid or "",
            thing.key,
        )


def _is_spoken_of(thing: _Thing, saying: Saying) -> bool:
    """Whether a statement may mean somebody's thing without saying whose it is.

    It may where it bears a name, or is named in the same turns; else "a guitar" of one person
    would be taken for another's.
    """
    named_in = {turn for turns in thing.mentions.values() for turn in turns}
    return thing.proper or any(one.turn_uid in named_in for one in saying.evidence)
