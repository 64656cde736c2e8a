"""Which things of different conversations are known through one human, and worth a look."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from graphmem.model.decision import MergeWeights
from graphmem.reconciliation.blocking import Pair, pairs
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.things import Thing
from graphmem.reconciliation.vectors import Vectors

_MANY = 8  # of one key: each is compared with as many before it in time, not with all


class Candidate(NamedTuple):
    """Two things of different conversations that are known through one human."""

    pair: Pair
    human: str


def candidates(
    things: Sequence[Thing], facts: Facts, vectors: Vectors, weights: MergeWeights
) -> list[Candidate]:
    """The pairs to look at, each once; ``vectors`` must know the names."""
    found: dict[tuple[str, str], Candidate] = {}
    by_human = _by_human(things, facts)
    place = facts.index.place
    for human, known in sorted(by_human.items(), key=lambda item: place[item[0]]):
        for pair in _few(pairs(known, vectors, similar=weights.similar_names, may=_may)):
            found.setdefault((pair.left.uid, pair.right.uid), Candidate(pair, human))
    return sorted(found.values(), key=lambda item: (item.pair.left.place, item.pair.right.place))


def _may(left: Thing, right: Thing) -> bool:
    if left.conversation_id == right.conversation_id and left.owner_uid == right.owner_uid:
        return False
    return (left.owner_uid is None) == (right.owner_uid is None)


def _by_human(things: Iterable[Thing], facts: Facts) -> Mapping[str, list[Thing]]:
    """What a human owns anywhere, and names that nobody owns in their conversations."""
    index = facts.index
    found: defaultdict[str, list[Thing]] = defaultdict(list)
    places: defaultdict[str, set[str]] = defaultdict(set)
    for person in index.people.values():
        places[index.human(person.uid) or person.uid].update(person.conversation_ids)
    several = {human for human, conversations in places.items() if len(conversations) > 1}
    for thing in things:
        owner = index.human(thing.owner_uid)
        if owner is not None:
            if owner in several:
                found[owner].append(thing)
        elif facts.is_named(thing):
            for person in index.in_conversation.get(thing.conversation_id, ()):
                human = index.human(person.uid) or person.uid
                if human in several:
                    found[human].append(thing)
    return found


def _few(found: Sequence[Pair]) -> Iterator[Pair]:
    """Where one key is in very many conversations, only neighbours in time."""
    by_key: defaultdict[str, list[Thing]] = defaultdict(list)
    for thing in {thing for pair in found for thing in (pair.left, pair.right)}:
        by_key[thing.key].append(thing)
    places = {
        thing.uid: place
        for group in by_key.values()
        for place, thing in enumerate(sorted(group, key=lambda item: (item.first, item.place)))
    }
    for pair in found:
        apart = abs(places[pair.left.uid] - places[pair.right.uid])
        if pair.left.key != pair.right.key or apart <= _MANY:
            yield pair
