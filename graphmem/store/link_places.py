"""Places of statements in the groups of links: kept with the graph, found through indexes."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping
from operator import itemgetter
from typing import NamedTuple

from graphmem.model.ids import content_digest
from graphmem.model.memory import KnownStatement
from graphmem.store.counted import batches, run_counted
from graphmem.store.database import Work
from graphmem.store.memory_part import LinkPart
from graphmem.store.workspace_rows import Row
from graphmem.tools.index import About, Index
from graphmem.tools.link_groups import (
    REACH,
    GroupKind,
    GroupPosition,
    group_of,
    order_key,
    places_of,
)

Position = tuple[GroupKind, str]
"""A place in a group: its kind and ``at`` of `GroupPosition`."""


class Stands(NamedTuple):
    """Where a statement stands, and a digest of what its links depend on besides."""

    order_key: str
    digest: str
    places: frozenset[GroupPosition]

    @property
    def positions(self) -> set[Position]:
        """Its places, by whatever name they came about."""
        return {(place.kind, place.at) for place in self.places}


def standing_places(work: Work, uids: Collection[str]) -> dict[str, Stands]:
    """Stored places of these statements, by uid; those never placed are left out."""
    return {
        record["uid"]: Stands(
            record["order_key"],
            record["link_digest"],
            frozenset(
                GroupPosition(GroupKind(kind), at, named) for kind, at, named in record["places"]
            ),
        )
        for record in work.run("link_places", uids=sorted(uids))
        if record["order_key"] is not None
    }


class Placed(NamedTuple):
    """Where statements stood, as far as they were placed before, and where they belong."""

    before: Mapping[str, Stands]
    after: Mapping[str, Stands]

    @property
    def changed(self) -> set[str]:
        """Those that belong elsewhere, or are otherwise than they were."""
        return {uid for uid, stands in self.after.items() if self.before.get(uid) != stands}

    @property
    def new(self) -> set[str]:
        """Those that were never placed before."""
        return self.after.keys() - self.before.keys()


def place(work: Work, uids: Collection[str], part: LinkPart) -> Placed:
    """Computes places of these statements; ``part`` holds them."""
    wanted, (index, about) = set(uids), part
    return Placed(
        standing_places(work, wanted),
        {item.uid: _stands(item, index, about) for item in index.statements if item.uid in wanted},
    )


class LinkPlacement:
    """Where statements stand once those ``placed`` stand where they belong.

    The graph is read as it was, and written at the end: what a transaction has changed makes
    every look into an index slower.
    """

    def __init__(self, work: Work, placed: Placed) -> None:
        self._work = work
        self._placed = placed
        self._gone: defaultdict[tuple[GroupKind, str], set[str]] = defaultdict(set)
        self._new: defaultdict[tuple[GroupKind, str], list[tuple[str, str]]] = defaultdict(list)
        for uid in placed.changed:
            after = placed.after[uid].positions
            before = placed.before[uid].positions if uid in placed.before else set()
            for kind, at in before - after:
                self._gone[kind, group_of(at)].add(at)
            for kind, at in after - before:
                self._new[kind, group_of(at)].append((at, uid))
        for some in self._new.values():
            some.sort()

    def stands(self, uids: Collection[str]) -> dict[str, Stands]:
        """Places of these statements."""
        known = {uid: self._placed.after[uid] for uid in uids if uid in self._placed.after}
        return standing_places(self._work, set(uids) - known.keys()) | known

    def before(self, positions: Collection[Position]) -> dict[Position, tuple[str, ...]]:
        """The statements before each of these places, as far as is looked, the nearest last."""
        found = {}
        for (kind, at), stood in self._beside("places_before", positions).items():
            new = self._new.get((kind, group_of(at)), [])
            last = bisect_left(new, at, key=itemgetter(0))
            nearer = new[max(0, last - REACH[kind]) : last]
            stands = sorted([*stood, *nearer])
            found[kind, at] = tuple(uid for _, uid in stands[-REACH[kind] :])
        return found

    def after(self, positions: Collection[Position]) -> set[str]:
        """The statements from which any of these places is looked at."""
        found: set[str] = set()
        for (kind, at), stood in self._beside("places_after", positions).items():
            new = self._new.get((kind, group_of(at)), [])
            first = bisect_right(new, at, key=itemgetter(0))
            stands = sorted([*stood, *new[first : first + REACH[kind]]])
            found.update(uid for _, uid in stands[: REACH[kind]])
        return found

    def write(self, space: str) -> None:
        """Let the statements stand where they belong."""
        placed = self._placed
        rows = [_row(uid, placed.after[uid]) for uid in sorted(placed.changed)]
        run_counted(self._work, "set_link_places", rows, space=space)

    def _beside(
        self, query: str, positions: Collection[Position]
    ) -> dict[Position, list[tuple[str, str]]]:
        """What stood beside each place and still does."""
        rows: list[Row] = [
            {
                "kind": kind.value,
                "at": at,
                "group_start": f"{group_of(at)} ",
                # The character after the space: whatever begins with the group's key is before it.
                "group_end": f"{group_of(at)}!",
            }
            for kind, at in sorted(positions)
        ]
        reach = dict(REACH)
        for (kind, _), gone in self._gone.items():
            reach[kind] = max(reach[kind], REACH[kind] + len(gone))
        found: dict[Position, list[tuple[str, str]]] = {one: [] for one in positions}
        for some in batches(rows):
            limits = {f"reach_{kind.value}": count for kind, count in reach.items()}
            for record in self._work.run(query, rows=some, **limits):
                kind, at = GroupKind(record["kind"]), record["at"]
                gone = self._gone.get((kind, group_of(at)), set())
                found[kind, at] = [(one, uid) for one, uid in record["stands"] if one not in gone]
        return found


def _stands(item: KnownStatement, index: Index, about: About) -> Stands:
    return Stands(
        order_key(item),
        _digest(item, index, about),
        frozenset(places_of(item, about, index)),
    )


def _digest(item: KnownStatement, index: Index, about: About) -> str:
    """A digest of all by which a statement can change a link, other than its own words."""
    uids = [item.subject_uid, item.speaker_uid, *item.names]
    things = [index.entities.get(uid) for uid in (*uids, item.entity_uid or "")]
    return content_digest(
        *map(about.one, uids),
        *map(index.name, item.names),
        *(f"{thing.key} {thing.type} {thing.proper}" for thing in things if thing is not None),
        *(f"{state.uid} {state.interval}" for state in item.states),
    )


def _row(uid: str, stands: Stands) -> Row:
    row: Row = {"uid": uid, "order_key": stands.order_key, "link_digest": stands.digest}
    row |= {"slot": None, "again": None, "subject": None, "predicate": None}
    row |= {"thing": {}, "pair": {}, "opinion": {}}
    for kind, at, named in stands.places:
        if named is None:
            row[kind.value] = at
        else:
            row[kind.value][named] = at
    return row
