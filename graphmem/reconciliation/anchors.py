"""Anchors: the names in somebody's life that only the same human would share.

What a name that two people share tells is *weight × share / (1 + strangers)*: the weight is by how
the name is tied to them and by what bears it, the share how surely it is used as a name at all
(`graphmem.reconciliation.facts.Naming`; 1 where a tie says whose it is), and strangers are the
people who speak of it without being near either of the two. So a sister's name tells much, a city
little, and what more than a dozen speak of nothing.
"""

from collections.abc import Mapping
from typing import NamedTuple

from graphmem.model.sketch import Anchor, Card
from graphmem.model.workspace import EntityType
from graphmem.reconciliation.neighbourhood import PlanningView
from graphmem.tools import slots

_TIED_TWICE = 0.5  # both say whose sister she is
_TIED_ONCE = 0.35
_MET = 0.35  # a name in one conversation, somebody to talk to in the other
_BY_TYPE = {
    EntityType.PERSON: 0.3,
    EntityType.THING: 0.25,
    EntityType.ORG: 0.2,
    EntityType.PROJECT: 0.2,
    EntityType.SYSTEM: 0.1,
    EntityType.PLACE: 0.1,
}
_ELSE = 0.05
_HOME_TIED = 0.2  # very many live in one city


class Shared(NamedTuple):
    """One name in two people's lives, and how much that tells, 0 to 1.

    A side is None where that one talks to somebody of the name.
    """

    key: str
    left: Anchor | None
    right: Anchor | None
    value: float

    @property
    def name(self) -> str:
        """As it was said."""
        said = self.left or self.right
        return said.name if said else self.key

    @property
    def ties(self) -> set[str]:
        """Statements of whose it is."""
        return {side.tie for side in (self.left, self.right) if side and side.tie is not None}


def shared_keys(left: Card, right: Card) -> set[str]:
    """The names that two people share, their own and those to whom both talk left out."""
    aside = left.names | right.names | (left.partners & right.partners)
    spoken, others = left.anchors.keys(), right.anchors.keys()
    return ((spoken & others) | (left.partners & others) | (right.partners & spoken)) - aside


class Anchors:
    """What two people share; ``holders`` tells who speaks of a name, None where too many do."""

    def __init__(self, known: PlanningView, holders: Mapping[str, frozenset[str] | None]) -> None:
        self._holders = holders
        self._cards = known.cards({uid for some in holders.values() for uid in some or ()})

    def shared(self, left: Card, right: Card) -> list[Shared]:
        """Names that two people share, the most telling first."""
        found = [self._shared(key, left, right) for key in shared_keys(left, right)]
        return sorted(
            (item for item in found if item is not None), key=lambda item: (-item.value, item.key)
        )

    def _shared(self, key: str, left: Card, right: Card) -> Shared | None:
        here, there = left.anchors.get(key), right.anchors.get(key)
        holders = self._holders.get(key)
        if holders is None:
            return None
        if here is None or there is None:
            return Shared(key, here, there, _MET)
        share = max(here.share, there.share)
        value = _weight(here, there) * share / (1 + self._strangers(holders, left, right))
        return Shared(key, here, there, round(value, 4))

    def _strangers(self, holders: frozenset[str], left: Card, right: Card) -> int:
        near = {*left.person.conversation_ids, *right.person.conversation_ids}
        names = left.names | right.names
        return sum(
            near.isdisjoint(item.person.conversation_ids) and names.isdisjoint(item.names)
            for uid in holders
            if (item := self._cards.get(uid)) is not None
        )


def _weight(left: Anchor, right: Anchor) -> float:
    ties = {left.tie, right.tie}
    if ties <= {slots.HOME, None} and slots.HOME in ties:
        return _HOME_TIED
    if left.tie is not None and left.tie == right.tie:
        return _TIED_TWICE
    if ties != {None}:
        return _TIED_ONCE
    return max(_BY_TYPE.get(left.type, _ELSE), _BY_TYPE.get(right.type, _ELSE))
