"""Which people are compared: namesakes, and of a crowd only those whose lives share a name.

A name that few bear proposes all its pairs. Beyond, only pairs that share an anchor are proposed,
found from the anchors and not from the pairs, and an anchor that a crowd shares proposes none. Of
the rest nothing is decided: that two of five hundred are both called Sam is no question to ask.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from graphmem.model.decision import MergePolicy, Verdict
from graphmem.model.ids import UNKNOWN_SPEAKER
from graphmem.model.memory import KnownPerson
from graphmem.reconciliation.anchors import Anchors
from graphmem.reconciliation.ledger import Ledger
from graphmem.tools import Index

_MANY = 12  # people of one name, or with one anchor, of whom each is compared with each

Two = tuple[str, str]


def proposed(index: Index, anchors: Anchors, ledger: Ledger, policy: MergePolicy) -> list[Two]:
    """The pairs to judge in order, the earlier Person left; none that a person has ruled on."""
    if policy is MergePolicy.BY_ID:
        return []
    by_name = policy is MergePolicy.BY_NAME
    found: set[Two] = set()
    for group in _groups(index.people.values(), whole=by_name):
        found |= set(_likely(group, anchors))
        if by_name:
            found |= set(_star(group, index.people, ledger))
    return sorted(
        (
            (left, right)
            for left, right in found
            if _may_be_one(index.people[left], index.people[right])
            and _one_name(index.people[left], index.people[right], whole=by_name)
            and ledger.ruling([left], [right]) is None
        ),
        key=lambda pair: (index.place[pair[0]], index.place[pair[1]]),
    )


def _groups(people: Iterable[KnownPerson], *, whole: bool) -> list[list[str]]:
    """Uids of whoever shares a name, or the first word of one; each group once and in order."""
    groups: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for person in people:
        for name in _names(person):
            groups[name if whole else name.split()[0]][person.uid] = None
    return [list(group) for group in dict.fromkeys(map(tuple, groups.values())) if len(group) > 1]


def _likely(group: Sequence[str], anchors: Anchors) -> Iterator[Two]:
    """All pairs of a few; of many, those that have something in common."""
    if len(group) <= _MANY:
        yield from combinations(group, 2)
        return
    speak: defaultdict[str, list[str]] = defaultdict(list)
    talk: defaultdict[str, list[str]] = defaultdict(list)
    place = {uid: number for number, uid in enumerate(group)}
    for uid in group:
        for key in anchors.spoken(uid):
            speak[key].append(uid)
        for key in anchors.partners(uid):
            talk[key].append(uid)
    for key, people in speak.items():
        if len(people) <= _MANY:
            yield from combinations(people, 2)
        met = talk.get(key, ())
        # Whom both merely talk to is shared by all who ever talk to that one.
        if len(people) + len(met) <= _MANY:
            for one in people:
                for other in met:
                    if one != other:
                        yield (one, other) if place[one] < place[other] else (other, one)


def _star(group: Sequence[str], people: Mapping[str, KnownPerson], ledger: Ledger) -> Iterator[Two]:
    """Each with one who stands for the name: whom the caller knows, or the first.

    Of very many whom the caller tells apart a name means none, and the others are one among
    themselves.
    """
    known = [uid for uid in group if people[uid].person_id is not None]
    hubs = known if len(known) <= _MANY else []
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


def _may_follow(hub: str, uid: str, people: Mapping[str, KnownPerson], ledger: Ledger) -> bool:
    ruling = ledger.ruling([hub], [uid])
    if ruling is not None:
        return ruling.verdict is Verdict.MERGE
    return _may_be_one(people[hub], people[uid])


def _names(person: KnownPerson) -> list[str]:
    found = (name.casefold() for name in (person.name, *person.names) if name.strip())
    return [name for name in dict.fromkeys(found) if name != UNKNOWN_SPEAKER]


def _one_name(one: KnownPerson, other: KnownPerson, *, whole: bool) -> bool:
    names, others = set(_names(one)), set(_names(other))
    if names & others or whole:
        return bool(names & others)
    given, given_other = ({name for name in said if " " not in name} for said in (names, others))
    return bool(given & {name.split()[0] for name in others}) or bool(
        given_other & {name.split()[0] for name in names}
    )


def _may_be_one(one: KnownPerson, other: KnownPerson) -> bool:
    """Not whom the caller tells apart, and not two who talk to each other."""
    if one.person_id is not None and other.person_id is not None:
        return False
    return bool(one.conversation_ids and other.conversation_ids) and set(
        one.conversation_ids
    ).isdisjoint(other.conversation_ids)
