"""Clusters that grow by links and keep apart what must not be one."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple


class MergeLink(NamedTuple):
    """Two members that were joined, and the decision that did it; None for an exact key."""

    left: str
    right: str
    decision_uid: str | None


class Clusters:
    """Disjoint sets of uids. No set ever holds a forbidden pair, or what two humans own.

    Nor does it hold two members of one place, but for the pairs that are ``allowed`` to be one.
    """

    def __init__(
        self,
        owners: Mapping[str, str | None],
        forbidden: Iterable[tuple[str, str]] = (),
        *,
        places: Mapping[str, Iterable[str]] | None = None,
        allowed: Iterable[tuple[str, str]] = (),
    ) -> None:
        """``owners`` gives every member and the human whose it is; None for nobody's.

        Their order is that of everything that is told of the sets. ``places`` gives where each
        member is.
        """
        self._place = {uid: place for place, uid in enumerate(owners)}
        self._parent = {uid: uid for uid in owners}
        self._members = {uid: {uid} for uid in owners}
        self._owner = dict(owners)
        self._forbidden: defaultdict[str, set[str]] = defaultdict(set)
        self._at: dict[str, dict[str, list[str]]] = {
            uid: {place: [uid] for place in at} for uid, at in (places or {}).items()
        }
        self._allowed = {frozenset(pair) for pair in allowed}
        self.links: list[MergeLink] = []
        for one, other in forbidden:
            self._forbidden[one].add(other)
            self._forbidden[other].add(one)

    def root(self, uid: str) -> str:
        """The member that stands for the set, until it grows."""
        while self._parent[uid] != uid:
            self._parent[uid] = self._parent[self._parent[uid]]
            uid = self._parent[uid]
        return uid

    def together(self, one: str, other: str) -> bool:
        """Tells whether they are in one set."""
        return self.root(one) == self.root(other)

    def members(self, uid: str) -> list[str]:
        """The set that holds this member, in order."""
        return sorted(self._members[self.root(uid)], key=self._place.__getitem__)

    def may_join(self, one: str, other: str) -> bool:
        """Tells whether their sets could be one."""
        left, right = self.root(one), self.root(other)
        owner_left, owner_right = self._owner[left], self._owner[right]
        if owner_left is not None and owner_right is not None and owner_left != owner_right:
            return False
        return self._forbidden[left].isdisjoint(self._members[right]) and all(
            frozenset(pair) in self._allowed for pair in self._met(left, right)
        )

    def _met(self, left: str, right: str) -> Iterator[tuple[str, str]]:
        """Every member of one set with every one of the other that is where it is."""
        here, there = sorted((self._at.get(root, {}) for root in (left, right)), key=len)
        for place, members in here.items():
            yield from product(members, there.get(place, ()))

    def join(self, one: str, other: str, decision_uid: str | None = None) -> bool:
        """Make their sets one; False, and nothing done, where that may not be."""
        left, right = self.root(one), self.root(other)
        if left == right:
            return True
        if not self.may_join(left, right):
            return False
        self.links.append(MergeLink(one, other, decision_uid))
        if len(self._members[left]) < len(self._members[right]):
            left, right = right, left
        self._parent[right] = left
        self._members[left] |= self._members.pop(right)
        self._forbidden[left] |= self._forbidden.pop(right, set())
        at = self._at.setdefault(left, {})
        for place, members in self._at.pop(right, {}).items():
            at[place] = [*at.get(place, ()), *members]
        if self._owner[left] is None:
            self._owner[left] = self._owner[right]
        return True

    def forbid(self, one: str, other: str) -> None:
        """Keep their sets apart from now on; they must not be one already."""
        self._forbidden[self.root(one)].add(other)
        self._forbidden[self.root(other)].add(one)

    def groups(self) -> list[list[str]]:
        """Every set in order, by its first member."""
        place = self._place.__getitem__
        found = [sorted(members, key=place) for members in self._members.values()]
        return sorted(found, key=lambda members: place(members[0]))

    def reasons(self) -> dict[str, str | None]:
        """For every member the decision that joined it, on its way from the first of its set.

        A member that only exact keys join, to the first or to one that a decision joined, has
        that one's; the first has None.
        """
        beside: defaultdict[str, list[tuple[str, str | None]]] = defaultdict(list)
        for link in self.links:
            beside[link.left].append((link.right, link.decision_uid))
            beside[link.right].append((link.left, link.decision_uid))
        found: dict[str, str | None] = {}
        for group in self.groups():
            ahead = [group[0]]
            found[group[0]] = None
            for uid in ahead:
                for other, decision in sorted(beside[uid], key=lambda item: self._place[item[0]]):
                    if other not in found:
                        found[other] = decision or found[uid]
                        ahead.append(other)
        return found
