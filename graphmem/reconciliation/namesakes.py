"""Candidate pairs of people: namesakes, and of a crowd only those whose lives share a name.

A name that few bear proposes all its pairs. Beyond, only pairs that share an anchor which few
speak of are proposed. Of the rest nothing is decided: that two of five hundred are both called Sam
is no question to ask.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from graphmem.model.decision import MergePolicy, Verdict
from graphmem.model.memory import KnownPerson
from graphmem.model.sketch import Card
from graphmem.reconciliation.decision_log import DecisionLog
from graphmem.reconciliation.lives import shared_keys
from graphmem.reconciliation.neighbourhood import MANY, PlanningView, names_of
from graphmem.tools.ordering import person_order

Two = tuple[str, str]


class PersonPairs(NamedTuple):
    """Pairs of people, the earlier left and in order.

    ``looked_at`` are all that a change may have touched (of ``groups`` every pair), ``proposed``
    those of them that are to be decided, ``anew`` those of these whose evidence is new.
    """

    looked_at: frozenset[Two]
    groups: frozenset[str]
    proposed: tuple[Two, ...]
    anew: frozenset[Two]
    holders: Mapping[str, frozenset[str] | None]


def candidates(
    known: PlanningView, changed: Collection[str], ledger: DecisionLog, policy: MergePolicy
) -> PersonPairs:
    """The pairs that a change of these people can touch; none that a person has ruled on."""
    if policy is MergePolicy.BY_ID:
        return PersonPairs(frozenset(), frozenset(), (), frozenset(), {})
    if policy is MergePolicy.BY_NAME:
        return _by_name(known, changed, ledger)
    return _PersonPairSearch(known, changed).candidates(ledger)


class _PersonPairSearch:
    def __init__(self, known: PlanningView, changed: Collection[str]) -> None:
        self._known = known
        self._cards = known.cards(changed)
        # Of whom nothing was said yet there is nothing to compare.
        self._changed = set(self._cards)
        # Blocks may have been small before, or be so now: so many came or went.
        self._room = len(changed)

    def candidates(self, ledger: DecisionLog) -> PersonPairs:
        looked_at, by_evidence = self._looked_at()
        cards = self._known.cards({uid for pair in looked_at for uid in pair})
        ordered = {_ordered(cards[one], cards[other]) for one, other in looked_at}
        may = [
            (left, right)
            for left, right in ordered
            if _may_be_one(cards[left].person, cards[right].person)
            and _one_name(cards[left].person, cards[right].person)
            and ledger.ruling([left], [right]) is None
        ]
        keys = {key for left, right in may for key in shared_keys(cards[left], cards[right])}
        holders = self._known.holders(keys)
        counts = self._known.count_people(
            f"given:{name}" for pair in may for uid in pair for name in _given(cards[uid].person)
        )

        def proposed(left: str, right: str) -> bool:
            common = _given(cards[left].person) & _given(cards[right].person)
            if any(counts[f"given:{name}"] <= MANY for name in common):
                return True
            return any(holders[key] is not None for key in shared_keys(cards[left], cards[right]))

        found = sorted(
            (pair for pair in may if proposed(*pair)),
            key=lambda pair: (
                person_order(cards[pair[0]].person),
                person_order(cards[pair[1]].person),
            ),
        )
        anew = {
            pair
            for pair in found
            if self._changed.intersection(pair) or frozenset(pair) in by_evidence
        }
        return PersonPairs(frozenset(ordered), frozenset(), tuple(found), frozenset(anew), holders)

    def _looked_at(self) -> tuple[set[Two], set[frozenset[str]]]:
        """Pairs to look at, and those whose shared names tell more or less than before."""
        found: set[Two] = set()
        given = {name for uid in self._changed for name in self._given_names(uid)}
        counts = self._known.count_people(f"given:{name}" for name in given)
        few = {name for name in given if counts[f"given:{name}"] <= MANY + self._here(name)}
        bearers: defaultdict[str, list[str]] = defaultdict(list)
        for uid, item in self._cards_in(f"given:{name}" for name in few).items():
            for name in _given(item.person) & few:
                bearers[name].append(uid)
        for group in bearers.values():
            found |= set(combinations(sorted(group), 2))
        found |= self._sharing(given - few)
        touched = self.touched_by_names()
        return found | {(one, other) for one, other in map(sorted, touched)}, touched

    def _cards_in(self, blocks: Iterable[str], given: Iterable[str] = ()) -> dict[str, Card]:
        return self._known.cards(self._known.people_in(blocks, given))

    def _given_names(self, uid: str) -> set[str]:
        before = self._known.before(uid)
        old = _given(before.person) if before else set()
        return _given(self._cards[uid].person) | old

    def _here(self, name: str) -> int:
        return sum(name in self._given_names(uid) for uid in self._changed)

    def _sharing(self, crowded: Collection[str]) -> set[Two]:
        """Each who changed and bears a name that very many do, with whom they share an anchor."""
        names = {uid: self._given_names(uid) & set(crowded) for uid in self._changed}
        here = {uid: self._cards[uid] for uid, borne in names.items() if borne}
        keys = {key for item in here.values() for key in item.anchors.keys() | item.partners}
        few = {key for key, who in self._known.holders(keys, self._room).items() if who is not None}
        spoken = {uid: item.anchors.keys() & few for uid, item in here.items()}
        either = {uid: spoken[uid] | (item.partners & few) for uid, item in here.items()}
        blocks = {f"speaks:{key}" for shared in either.values() for key in shared}
        blocks |= {f"meets:{key}" for shared in spoken.values() for key in shared}
        others = self._cards_in(blocks, {f"given:{name}" for uid in here for name in names[uid]})
        return {
            (uid, other)
            for uid in here
            for other, item in others.items()
            if other != uid
            and names[uid] & _given(item.person)
            and (either[uid] & item.anchors.keys() or spoken[uid] & item.partners)
        }

    def touched_by_names(self) -> set[frozenset[str]]:
        """Pairs of others who share a name that somebody came or ceased to speak of."""
        keys: set[str] = set()
        for uid in self._changed:
            before, now = self._known.before(uid), self._cards[uid]
            if before is None or before.names != now.names:
                keys |= now.anchors.keys() | (before.anchors.keys() if before else set())
                continue
            old, new = before.anchors, now.anchors
            keys |= {key for key in old.keys() | new.keys() if (key in old) != (key in new)}
        holders = self._known.holders(keys, self._room)
        speakers = {key: self._known.cards(who) for key, who in holders.items() if who}
        # Who talks to somebody of that name counts too: too many holders, and it links nobody.
        given = {
            f"given:{name}"
            for cards in speakers.values()
            for item in cards.values()
            for name in _given(item.person)
        }
        met = self._cards_in((f"meets:{key}" for key in speakers), given)
        return {
            frozenset([uid, other])
            for key, cards in speakers.items()
            for uid, item in cards.items()
            for other, its in (
                *cards.items(),
                *((o, i) for o, i in met.items() if key in i.partners),
            )
            if uid != other and _given(item.person) & _given(its.person)
        }


def _by_name(known: PlanningView, changed: Collection[str], ledger: DecisionLog) -> PersonPairs:
    """Each with one who stands for the name."""
    touched = _PersonPairSearch(known, changed).touched_by_names()
    people = {*changed, *(uid for pair in touched for uid in pair)}
    cards = known.cards(people)
    names = {
        name
        for uid in people
        for item in (cards.get(uid), known.before(uid))
        if item is not None
        for name in names_of(item.person)
    }
    found: set[Two] = set()
    groups: set[str] = set()
    bearers: defaultdict[str, dict[str, Card]] = defaultdict(dict)
    for uid, item in known.cards(known.people_in(f"name:{name}" for name in names)).items():
        for name in names.intersection(names_of(item.person)):
            bearers[name][uid] = item
    for _, here in sorted(bearers.items()):
        group = sorted(here, key=lambda uid: person_order(here[uid].person))
        groups.update(group)
        cards |= here
        by_uid = {uid: item.person for uid, item in here.items()}
        found |= {
            pair
            for pair in _star(group, by_uid, ledger)
            if ledger.ruling(pair[:1], pair[1:]) is None
        }
    in_order = sorted(
        found, key=lambda pair: tuple(person_order(cards[uid].person) for uid in pair)
    )
    anew = frozenset(
        pair for pair in found if not set(changed).isdisjoint(pair) or frozenset(pair) in touched
    )
    keys = {key for left, right in found for key in shared_keys(cards[left], cards[right])}
    return PersonPairs(
        frozenset(found), frozenset(groups), tuple(in_order), anew, known.holders(keys)
    )


def _star(
    group: Sequence[str], people: Mapping[str, KnownPerson], ledger: DecisionLog
) -> Iterator[Two]:
    """Each with one who stands for the name: whom the caller knows, or the first.

    Of very many whom the caller tells apart a name means none, and the others are one among
    themselves.
    """
    known = [uid for uid in group if people[uid].person_id is not None]
    hubs = known if len(known) <= MANY else []
    place = {uid: number for number, uid in enumerate(group)}
    for uid in group:
        if people[uid].person_id is not None:
            continue
        hub = next((one for one in hubs if _may_follow(one, uid, people, ledger)), None)
        if hub is None:
            hubs = [*hubs, uid]
        elif place[hub] < place[uid]:
            yield hub, uid
        else:
            yield uid, hub


def _may_follow(hub: str, uid: str, people: Mapping[str, KnownPerson], ledger: DecisionLog) -> bool:
    ruling = ledger.ruling([hub], [uid])
    if ruling is not None:
        return ruling.verdict is Verdict.MERGE
    return _may_be_one(people[hub], people[uid])


def _ordered(one: Card, other: Card) -> Two:
    left, right = sorted((one.person, other.person), key=person_order)
    return left.uid, right.uid


def _given(person: KnownPerson) -> set[str]:
    return {name.split()[0] for name in names_of(person)}


def _one_name(one: KnownPerson, other: KnownPerson) -> bool:
    names, others = set(names_of(one)), set(names_of(other))
    if names & others:
        return True
    given, given_other = _first_names(names), _first_names(others)
    return bool(given & _given(other)) or bool(given_other & _given(one))


def _first_names(names: Iterable[str]) -> set[str]:
    return {name for name in names if " " not in name}


def _may_be_one(one: KnownPerson, other: KnownPerson) -> bool:
    """Not whom the caller tells apart, and not two who talk to each other."""
    if one.person_id is not None and other.person_id is not None:
        return False
    return bool(one.conversation_ids and other.conversation_ids) and set(
        one.conversation_ids
    ).isdisjoint(other.conversation_ids)
