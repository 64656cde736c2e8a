"""The links between the answers of a space: derived anew only where something has changed."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from neo4j import Record

from graphmem.adapters.encoder import DEFAULT_MODEL
from graphmem.model.links import LinkKind, StatementLink
from graphmem.store.counted import batches, run_counted
from graphmem.store.database import Work
from graphmem.store.link_places import (
    LinkPlacement,
    Placed,
    Position,
    Stands,
    place,
)
from graphmem.store.memory_part import is_role, load_link_part
from graphmem.store.schema import Mark
from graphmem.store.workspace_rows import Row
from graphmem.tools.link_groups import Before, GroupKind, before_all, turn_of_key
from graphmem.tools.links import links_from
from graphmem.tools.repetition import Cosines, Pair, without_vectors

_DIGITS = 4
_AT_ONCE = 1_000  # statements held in memory, however many there are to link


class Relinked(NamedTuple):
    """How many links were made and taken away."""

    linked: int
    unlinked: int


def relink(work: Work, space: str, *, moved: Collection[str] = (), all: bool = False) -> Relinked:
    """Make the links of a space those of what it holds now; under the space's lock.

    What is said again in other words is told by vectors of the packaged encoder alone. What was
    written since the last time is found by itself. ``moved`` are uids of session-layer
    entities and of people that were reconciled into something else since then. ``all`` looks at
    every statement, whatever changed.
    """
    sessions = work.run("take_sessions_to_link", space=space)
    left = [one for record in sessions for one in record["left_places"]]
    changed = _uids(sessions)
    renamed = _uids(work.run("take_renamed_people", session_uids=changed))
    if all:
        uids = _uids(work.run("all_statements_to_link", space=space))
        placed = _placed(work, space, uids)
        whole = before_all({uid: stands.places for uid, stands in placed.after.items()})
        ground = LinkPlacement(work, placed)
        relinked = _link(work, space, uids, ground, whole)
    else:
        found = work.run(
            "statements_to_link",
            space=space,
            session_uids=changed,
            uids=sorted({*moved, *renamed}),
        )
        placed = _placed(work, space, _uids(found))
        ground = LinkPlacement(work, placed)
        statements, positions = _touched(placed, left)
        relinked = _link(work, space, statements | ground.after(positions), ground)
    ground.write(space)
    return relinked


def standing_links(work: Work, space: str) -> set[StatementLink]:
    """Every link between the answers of a space as it stands in the graph."""
    records = work.run("standing_links", space=space)
    return {_read(*record.values()) for record in records}


def _placed(work: Work, space: str, uids: Sequence[str]) -> Placed:
    before: dict[str, Stands] = {}
    after: dict[str, Stands] = {}
    for some in _some(uids):
        placed = place(work, some, load_link_part(work, space, some))
        before |= placed.before
        after |= placed.after
    return Placed(before, after)


def _touched(placed: Placed, left: Iterable[str]) -> tuple[set[str], set[Position]]:
    """The statements that have changed, and where they and those that have ``left`` stood or stand.

    What has left is told by kind and place, and by the order of its turn.
    """
    statements: set[str] = set()
    positions: set[Position] = set()
    # Which answer of a turn says what a role does depends on all that is said in it.
    turns = {turn_of_key(placed.after[uid].order_key) for uid in placed.new}
    for kind, _, at in (one.partition(" ") for one in left):
        if kind == "turn":
            turns.add(turn_of_key(at))
        else:
            positions.add((GroupKind(kind), at))
    changed = placed.changed
    for uid, stands in placed.after.items():
        if uid in changed or turn_of_key(stands.order_key) in turns:
            statements.add(uid)
            positions |= stands.positions
            if (before := placed.before.get(uid)) is not None:
                positions |= before.positions
    return statements, positions


def _link(
    work: Work, space: str, uids: Iterable[str], ground: LinkPlacement, whole: Before | None = None
) -> Relinked:
    """Derive the links from the turns of these statements, and write what differs.

    ``whole`` is what stands before every place, where that is known.
    """
    linked = unlinked = 0
    for some in _some(sorted(uids)):
        stands = ground.stands(_of_turns(work, some))
        before = whole
        if before is None:
            before = ground.before({at for one in stands.values() for at in one.positions})
        wanted = _derived(work, space, stands, before)
        standing = _standing(work, space, stands, ground)
        gone, new = _rows(standing - wanted), _rows(wanted - standing)
        for rows in batches(gone):
            work.run("unlink_answer_pairs", space=space, rows=rows)
        run_counted(work, "link_answer_pairs", new, space=space)
        linked, unlinked = linked + len(new), unlinked + len(gone)
    return Relinked(linked, unlinked)


def _derived(
    work: Work, space: str, stands: Mapping[str, Stands], before: Before
) -> set[StatementLink]:
    """The links that these statements should have to what was said before them."""
    seen = {uid for one in stands.values() for at in one.positions for uid in before[at]}
    # A role takes part through an answer of its turn.
    seen |= set(_of_turns(work, [uid for uid in seen if is_role(uid)]))
    index, about = load_link_part(work, space, {*stands, *seen})
    places = {uid: one.places for uid, one in stands.items()}
    return set(links_from(places, before, about, index, _cosines_of(work, space)))


def _cosines_of(work: Work, space: str) -> Cosines:
    """Cosines of the packaged encoder's vectors, for which the least one was chosen; else none."""
    marks = work.run("read_mark")
    packaged = bool(marks) and Mark.read(marks[0]).embedding_model == DEFAULT_MODEL
    return partial(_cosines, work, space) if packaged else without_vectors


def _cosines(work: Work, space: str, pairs: Collection[Pair]) -> dict[Pair, float]:
    rows: list[Row] = [{"from": source, "to": target} for source, target in sorted(pairs)]
    return {
        # The last digits go by the batch in which a text was encoded.
        (record["source"], record["target"]): round(record["cosine"], _DIGITS)
        for some in batches(rows)
        for record in work.run("cosines_of_answers", space=space, rows=some)
    }


def _standing(
    work: Work, space: str, stands: Mapping[str, Stands], ground: LinkPlacement
) -> set[StatementLink]:
    """The links in the graph that belong to these statements: the later of two turns has them."""
    answers = sorted(uid for uid in stands if not is_role(uid))
    links = [
        _read(*record.values())
        for record in work.run("links_of_answers", space=space, uids=answers)
    ]
    ends = ground.stands({uid for link in links for uid in link[:2]})
    turn = {uid: turn_of_key(one.order_key) for uid, one in ends.items()}
    own = {turn_of_key(one.order_key) for one in stands.values()}
    return {link for link in links if max(turn[link.source], turn[link.target]) in own}


def _read(source: str, target: str, kind: str, about: str) -> StatementLink:
    return StatementLink(source, target, LinkKind(kind), about)


def _of_turns(work: Work, uids: Sequence[str]) -> list[str]:
    return _uids(work.run("statements_of_turns", uids=list(uids)))


def _uids(records: Iterable[Record]) -> list[str]:
    return [record["uid"] for record in records]


def _some(uids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(uids), _AT_ONCE):
        yield uids[start : start + _AT_ONCE]


def _rows(links: Iterable[StatementLink]) -> list[Row]:
    return [
        {"from": link.source, "to": link.target, "kind": str(link.kind), "about": link.about}
        for link in sorted(links)
    ]
