"""Somebody spoken of who turns out to take part in a conversation."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphmem.language.keys import entity_key
from graphmem.model.decision import (
    Decider,
    Decision,
    IsPerson,
    Judgement,
    Layer,
    MergeWeights,
    Side,
    Verdict,
)
from graphmem.model.memory import KnownPerson
from graphmem.model.workspace import EntityType
from graphmem.reconciliation import wording
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.ledger import Ledger
from graphmem.reconciliation.made import decision
from graphmem.reconciliation.scoring import total
from graphmem.reconciliation.things import Thing


class SpokenOf(NamedTuple):
    """Which entities are participants, and why."""

    is_person: tuple[IsPerson, ...]
    decisions: tuple[Decision, ...]


def find_participants(
    things: Sequence[Thing],
    units: Mapping[str, Sequence[Thing]],
    facts: Facts,
    ledger: Ledger,
    weights: MergeWeights,
) -> SpokenOf:
    """Decide for every name of a person whether it is that of somebody who takes part.

    Sure within a conversation; elsewhere only where whoever says the name talks to that one.
    """
    known_to = _Known(facts)
    found: list[IsPerson] = []
    made: list[Decision] = []
    for thing in things:
        if thing.type is not EntityType.PERSON:
            continue
        uids = [*(unit.uid for unit in units[thing.uid]), *thing.bases]
        ruled = {uid: item for uid, item in ledger.ruled_with(uids) if uid in facts.index.people}
        found += [
            _edge(thing, uid, item.decision_uid)
            for uid, item in ruled.items()
            if item.verdict is Verdict.MERGE
        ]
        settled = {facts.index.human(uid) for uid in ruled}
        known = [
            person
            for person in known_to.bearers(thing)
            if facts.index.human(person.uid) not in settled
        ]
        # Two people of that name whom the speaker knows: it could be either.
        several = len(known) > 1
        for person in known:
            item = _decide(thing, person, units[thing.uid], facts, ledger, weights, several)
            made.append(item)
            if item.verdict is Verdict.MERGE:
                found.append(_edge(thing, person.uid, item.uid))
    return SpokenOf(tuple(found), tuple(made))


class _Known:
    """Who bears a name, of whoever takes part or talks to the speaker; one Person a human."""

    def __init__(self, facts: Facts) -> None:
        self._index = facts.index
        self._of: dict[str, Mapping[str, Sequence[KnownPerson]]] = {}

    def bearers(self, thing: Thing) -> list[KnownPerson]:
        """In order; of one human the Person who takes part here, else the first."""
        here = self._index.in_conversation.get(thing.conversation_id, ())
        elsewhere = (
            self._known_to(human).get(key, ())
            for human in {self._index.human(uid) or uid for uid in thing.mentioned_by}
            for key in thing.proper_keys
        )
        found = {
            person.uid: person
            for person in (
                *(item for item in here if thing.proper_keys & _keys(item)),
                *(item for known in elsewhere for item in known),
            )
            if person.uid != thing.owner_uid
        }
        place = self._index.place
        in_order = sorted(
            found.values(), key=lambda item: (not _here(thing, item), place[item.uid])
        )
        one: dict[str | None, KnownPerson] = {}
        for person in in_order:
            one.setdefault(self._index.human(person.uid), person)
        return list(one.values())

    def _known_to(self, human: str) -> Mapping[str, Sequence[KnownPerson]]:
        """By the keys of their names, everybody to whom a human talks."""
        if human not in self._of:
            found: defaultdict[str, dict[str | None, KnownPerson]] = defaultdict(dict)
            for uid in sorted(self._index.bearers(human), key=self._index.place.__getitem__):
                for conversation_id in self._index.people[uid].conversation_ids:
                    for person in self._index.in_conversation.get(conversation_id, ()):
                        if person.uid != uid:
                            for key in _keys(person):
                                found[key].setdefault(self._index.human(person.uid), person)
            self._of[human] = {key: tuple(known.values()) for key, known in found.items()}
        return self._of[human]


def _keys(person: KnownPerson) -> frozenset[str]:
    return frozenset(entity_key(name) for name in (person.name, *person.names))


def _here(thing: Thing, person: KnownPerson) -> bool:
    return thing.conversation_id in person.conversation_ids


def _decide(
    thing: Thing,
    person: KnownPerson,
    units: Sequence[Thing],
    facts: Facts,
    ledger: Ledger,
    weights: MergeWeights,
    several: bool,
) -> Decision:
    here = _here(thing, person)
    tie = 1.0 if here else 0.8
    score = total(
        [
            ("name", 1.0 if here else 0.5, weights.person_name),
            ("anchors", tie, weights.person_anchors),
            ("several", float(several), weights.several),
        ]
    )
    merge = not several and score.value >= weights.person_merge
    why = "takes part here" if here else f"talks to whoever says so, in {_place(person)}"
    doubt = "" if not several else ", but so does another of that name"
    judgement = Judgement(
        verdict=Verdict.MERGE if merge else Verdict.SEPARATE,
        confident=merge,
        score=score.value,
        parts=score.parts,
        reason=f"{wording.shown(thing, facts)} bears the name of {person.name}, who {why}{doubt}.",
    )
    sides = (
        wording.side(units, facts),
        Side(
            kind="person",
            uids=(person.uid,),
            name=person.name,
            conversation_ids=tuple(sorted(person.conversation_ids)),
        ),
    )
    layer = Layer.CONVERSATION if here else Layer.PERSON
    return decision(ledger.space, layer, sides, judgement, Decider.RULE)


def _place(person: KnownPerson) -> str:
    return wording.listed(sorted(person.conversation_ids))


def _edge(thing: Thing, person_uid: str, decision_uid: str) -> IsPerson:
    return IsPerson(entity_uid=thing.uid, person_uid=person_uid, decision_uid=decision_uid)
