"""Candidate pairs of things across conversations, by sorted neighbourhoods.

Two things of one human in different conversations are compared where they share a block (a key, a
word of a name, a kinship) and few others of that block lie between them in time. So a thing that
comes up in every conversation is compared with those before and after it, and what is said today
touches no pair of long ago.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.model.decision import LayerEntity
from graphmem.reconciliation.blocking import CandidatePair
from graphmem.reconciliation.names import NameRelation, likeness
from graphmem.reconciliation.neighbourhood import PlanningView
from graphmem.reconciliation.things import EntityCluster, from_layer

WINDOW = 4
"""In a block, so many before it in time a thing is compared with."""

Human = tuple[str, ...]
Block = tuple[Human, bool, str]  # whose, whether owned, which
Two = tuple[str, str]


class TouchedPairs(NamedTuple):
    """Pairs that a change may have touched, and those of them that are candidates."""

    looked_at: frozenset[Two]
    candidates: tuple[CandidatePair, ...]


def candidate_pairs(
    known: PlanningView,
    bearers: Callable[[Collection[str]], Mapping[str, Human]],
    changed: Iterable[LayerEntity],
    gone: Iterable[LayerEntity],
) -> TouchedPairs:
    """The pairs around what ``changed`` (as it is now) and what is ``gone`` (as it was).

    ``bearers`` gives for Persons everybody who is one human with them.
    """
    return _BlockSearch(known, bearers).around(list(changed), list(gone))


class _BlockSearch:
    def __init__(
        self,
        known: PlanningView,
        bearers: Callable[[Collection[str]], Mapping[str, Human]],
    ) -> None:
        self._known = known
        self._bearers = bearers
        self._entities: dict[str, LayerEntity] = {}
        self._members: dict[Block, list[EntityCluster]] = {}
        self._things: dict[str, EntityCluster] = {}
        self._participants: dict[str, tuple[str, ...]] = {}

    def around(self, changed: list[LayerEntity], gone: list[LayerEntity]) -> TouchedPairs:
        blocks = self._load(changed)
        blocks_before = self._load(gone)
        places: defaultdict[Block, set[int]] = defaultdict(set)
        for item in changed:
            for block in blocks[item.uid]:
                places[block].add(_position(self._members[block], self._thing(item)))
        for item in gone:
            thing = from_layer(item)
            for block in blocks_before[item.uid]:
                places[block].add(_position(self._members[block], thing))
        fresh = {item.uid for item in changed}
        near: set[Two] = set()
        edge: set[Two] = set()
        for block, some in places.items():
            members = self._members[block]
            near |= _pairs_around(members, some)
            edge |= _parted(members, fresh)
        near |= self._near_elsewhere(edge - near)
        looked_at = near | edge
        pairs = (self._pair(*pair) for pair in near)
        found = sorted(
            (pair for pair in pairs if pair is not None),
            key=lambda pair: (pair.left.place, pair.right.place),
        )
        return TouchedPairs(frozenset(looked_at), tuple(found))

    def _load(self, items: Sequence[LayerEntity]) -> dict[str, set[Block]]:
        """Fill the blocks in which these are; the blocks of each by uid."""
        missing = {item.conversation_id or "" for item in items} - self._participants.keys()
        self._participants |= self._known.participants(missing)
        humans = self._humans_of(items)
        found = {
            item.uid: {
                (human, bool(item.owner_uids), block)
                for human in humans[item.uid]
                for block in item.blocks
            }
            for item in items
        }
        wanted = {block for blocks in found.values() for block in blocks} - self._members.keys()
        owned: defaultdict[Human, set[str]] = defaultdict(set)
        free: defaultdict[Human, set[str]] = defaultdict(set)
        for human, is_owned, text in wanted:
            (owned if is_owned else free)[human].add(text)
        for human, theirs in owned.items():
            self._fill(wanted, self._known.entities_in(theirs, human), [human])
        if free:
            names = self._known.names_in(set().union(*free.values()), set().union(*free))
            places = {item.conversation_id or "" for item in names}
            self._participants |= self._known.participants(places - self._participants.keys())
            self._fill(wanted, names, free)
        for block in wanted:
            # A changed one that is nowhere any more has an empty block.
            self._members.setdefault(block, []).sort(key=_when)
        return found

    def _fill(
        self, wanted: Collection[Block], items: Iterable[LayerEntity], humans: Iterable[Human]
    ) -> None:
        by_person: defaultdict[str, set[Human]] = defaultdict(set)
        for human in humans:
            for uid in human:
                by_person[uid].add(human)
        for item in items:
            owned = bool(item.owner_uids)
            people = item.owner_uids or self._participants.get(item.conversation_id or "", ())
            whose = {human for uid in people for human in by_person.get(uid, ())}
            if not whose:
                continue
            thing = self._thing(item)
            for text in item.blocks:
                for human in whose:
                    if (human, owned, text) in wanted:
                        self._members.setdefault((human, owned, text), []).append(thing)

    def _humans_of(self, items: Sequence[LayerEntity]) -> dict[str, set[Human]]:
        """Through whom each is known: its owner, or of a name whoever takes part."""

        def people(item: LayerEntity) -> Sequence[str]:
            if item.owner_uids:
                return item.owner_uids
            return self._participants.get(item.conversation_id or "", ()) if item.named else ()

        uids = {uid for item in items for uid in people(item)}
        bearers = self._bearers(uids)
        everybody = {uid for human in bearers.values() for uid in human}
        cards = self._known.cards(everybody)
        several = {
            human
            for human in set(bearers.values())
            if sum(len(cards[uid].person.conversation_ids) for uid in human if uid in cards) > 1
        }
        return {
            item.uid: {bearers[uid] for uid in people(item) if bearers[uid] in several}
            for item in items
        }

    def _thing(self, item: LayerEntity) -> EntityCluster:
        known = self._things.get(item.uid)
        if known is None:
            known = self._things[item.uid] = from_layer(item)
            self._entities[item.uid] = item
        return known

    def _near_elsewhere(self, pairs: Collection[Two]) -> set[Two]:
        """Pairs that another block brings together."""
        if not pairs:
            return set()
        uids = sorted({uid for pair in pairs for uid in pair})
        blocks = self._load([self._entities[uid] for uid in uids])
        places: dict[Block, dict[str, int]] = {}
        found = set()
        for left, right in pairs:
            for block in blocks[left] & blocks[right]:
                if block not in places:
                    places[block] = {it.uid: at for at, it in enumerate(self._members[block])}
                if abs(places[block][left] - places[block][right]) <= WINDOW:
                    found.add((left, right))
                    break
        return found

    def _pair(self, one: str, other: str) -> CandidatePair | None:
        left, right = self._things[one], self._things[other]
        if left.conversation_id == right.conversation_id and left.owner_uid == right.owner_uid:
            return None
        like = likeness(left, right)
        if like is None:
            return None
        several = False
        if like.relation in {NameRelation.NARROWER, NameRelation.LONGER, NameRelation.LONGER_NAME}:
            short, long = sorted((left, right), key=lambda item: len(item.words))
            # "The car" could as well be the blue one of the same conversation.
            several = short.words <= frozenset(self._entities[long.uid].crowd)
        return CandidatePair(left, right, like, several)


def _pairs_around(members: Sequence[EntityCluster], places: Iterable[int]) -> set[Two]:
    """The neighbours among those around these places."""
    found = set()
    for place in places:
        first, last = max(0, place - WINDOW), min(len(members), place + WINDOW + 1)
        for one in range(first, last):
            for other in range(one + 1, min(last, one + WINDOW + 1)):
                found.add(_two(members[one], members[other]))
    return found


def _parted(members: Sequence[EntityCluster], fresh: Collection[str]) -> set[Two]:
    """Pairs that are no neighbours any more if the fresh ones, however many, came between them."""
    rest = [place for place, thing in enumerate(members) if thing.uid not in fresh]
    return {
        _two(members[one], members[other])
        for number, one in enumerate(rest)
        for other in rest[number + 1 : number + 1 + WINDOW]
        if other - one > WINDOW
    }


def _position(members: Sequence[EntityCluster], thing: EntityCluster) -> int:
    return bisect_left(members, _when(thing), key=_when)


def _when(thing: EntityCluster) -> tuple[object, ...]:
    return thing.first, thing.place


def _two(one: EntityCluster, other: EntityCluster) -> Two:
    left, right = sorted((one, other), key=lambda item: item.place)
    return left.uid, right.uid
