"""The ledger: every decision that was ever made in a space, and which are in force."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import NamedTuple

from neo4j import Record

from graphmem.errors import InputError, NotFoundError
from graphmem.model.decision import Decider, Decision
from graphmem.model.ids import uid as make_uid
from graphmem.store.counted import run_counted
from graphmem.store.database import Database, Work
from graphmem.store.directory import local_time
from graphmem.store.layer_rows import decision_digest, decision_properties, read_decision
from graphmem.store.workspace_rows import RelationshipRows, Row, ToEither, is_person


class RecordedDecision(NamedTuple):
    """A decision with what the ledger knows of it."""

    decision: Decision
    in_force: bool
    recorded_at: datetime


class LedgerChange(NamedTuple):
    """How many decisions are new, are made anew, and are no longer in force.

    The others tell how many more are in force than before, of each verdict.
    """

    new: int
    renewed: int
    retired: int
    merges: int
    separations: int
    undecided: int


class _Stored(NamedTuple):
    """A decision on record, as far as writing more needs to know it."""

    digest: str
    in_force: bool
    verdict: str
    confident: bool


On = tuple[str, str, str]  # decision, side, what it is on

_ON = ToEither("link_decisions_people", "link_decisions_entities")


def load_ledger(work: Work, space: str) -> tuple[Decision, ...]:
    """The decisions in force, and all that people ever made, by when they were recorded."""
    return tuple(
        item.decision for item in _read(work.run("read_decisions", space=space, past=False))
    )


def list_decisions(
    database: Database, space: str, *, past: bool = False
) -> tuple[RecordedDecision, ...]:
    """The ledger by when it was written; ``past`` adds what is no longer in force."""
    records = database.query("read_decisions", space=space, past=past)
    return tuple(item for item in _read(records) if past or item.in_force)


def get_decision(database: Database, space: str, uid: str) -> RecordedDecision:
    """The decision of this uid, or the only one whose uid begins so (with or without its kind).

    Raises `NotFoundError` where none does, `InputError` where several do.
    """
    begin = uid if uid.startswith("decision:") else f"decision:{uid}"
    found = _read(database.query("find_decisions", space=space, begin=begin, limit=2))
    exact = [item for item in found if item.decision.uid == begin]
    if not found:
        raise NotFoundError(
            f"There is no decision {uid!r}.", next_step="`graphmem decisions list` shows them."
        )
    if len(found) > 1 and not exact:
        raise InputError(
            f"Several decisions begin with {uid!r}.", next_step="Give more of the uid."
        )
    return (exact or found)[0]


def _read(records: Iterable[Record]) -> list[RecordedDecision]:
    return [
        RecordedDecision(
            decision=read_decision(record["properties"]),
            in_force=record["properties"]["in_force"],
            recorded_at=local_time(record["properties"]["recorded_at"]),
        )
        for record in records
    ]


def load_rulings(work: Work, space: str) -> tuple[Decision, ...]:
    """All that people ever decided, by when they did."""
    return _decisions(work.run("rulings", space=space))


def load_within(work: Work, space: str, conversation_ids: Sequence[str]) -> tuple[Decision, ...]:
    """Decisions of rules about things of one conversation, for each of these."""
    records = work.run("decisions_within", space=space, conversation_ids=list(conversation_ids))
    return _decisions(records)


def load_decisions_on(work: Work, space: str, uids: Sequence[str]) -> tuple[Decision, ...]:
    """Decisions of rules and models about these people and entities."""
    return _decisions(work.run("standing_decisions_on", space=space, uids=list(uids)))


def _decisions(records: Iterable[Record]) -> tuple[Decision, ...]:
    return tuple(read_decision(record["properties"]) for record in records)


def write_ledger(
    work: Work,
    space: str,
    decisions: Iterable[Decision],
    withdrawals: Iterable[Decision] = (),
    *,
    touched: Collection[str],
) -> LedgerChange:
    """Make these the decisions in force, in place of those ``touched``; none is ever removed.

    ``decisions`` hold all of people that stand; ``withdrawals`` are put on record beside them.
    What the rules or a model decided once, gave up and decide again is a new decision: the one
    before stays on record under a uid of its own.
    """
    wanted = {decision.uid: decision for decision in decisions}
    record = {item.uid: item for item in withdrawals}
    rulings = {row["properties"]["uid"] for row in work.run("rulings", space=space)}
    stored = _stored(work, space, {*wanted, *record, *touched, *rulings})
    past = _past_uids(work, space, stored, wanted)
    if past:
        rows: list[Row] = [{"uid": uid, "past_uid": other} for uid, other in past.items()]
        run_counted(work, "put_decisions_aside", rows)
    write = [
        *(item for item in record.values() if item.uid not in stored),
        *(
            decision
            for decision in (_renamed(item, past) for item in wanted.values())
            if decision.uid not in stored
            or not stored[decision.uid].in_force
            or stored[decision.uid].digest != decision_digest(decision)
        ),
    ]
    retired = sorted(uid for uid, item in stored.items() if item.in_force and uid not in wanted)
    run_counted(
        work,
        "write_decisions",
        [
            {"uid": decision.uid, "properties": decision_properties(space, decision)}
            for decision in write
        ],
    )
    if retired:
        work.run("retire_decisions", uids=retired)
    _link_history(work, space, write)
    new = sum(decision.uid not in stored or decision.uid in past for decision in write)
    more = Counter(_sort(item.verdict, item.confident) for item in wanted.values())
    more.subtract(_sort(it.verdict, it.confident) for it in stored.values() if it.in_force)
    return LedgerChange(
        new=new,
        renewed=len(write) - new,
        retired=len(retired),
        merges=more["merge"],
        separations=more["separate"],
        undecided=more["undecided"],
    )


def _sort(verdict: str, confident: bool) -> str:
    return verdict if confident else "undecided"


def _past_uids(
    work: Work, space: str, stored: Mapping[str, _Stored], wanted: Mapping[str, Decision]
) -> dict[str, str]:
    """Under which uids decisions that are no longer in force make room for their like.

    A person's own word that stands again is the same word.
    """
    found: dict[str, str] = {}
    for uid, decision in wanted.items():
        known = stored.get(uid)
        if known is None or known.in_force or decision.decided_by is Decider.PERSON:
            continue
        numbered = (make_uid(space, "decision", "past", uid, str(number)) for number in count())
        found[uid] = next(other for other in numbered if not _stored(work, space, [other]))
    return found


def _renamed(decision: Decision, past: Mapping[str, str]) -> Decision:
    changed = {
        name: past[uid]
        for name, uid in (("replaces", decision.replaces), ("undoes", decision.undoes))
        if uid is not None and uid in past
    }
    return decision.model_copy(update=changed) if changed else decision


def _link_history(work: Work, space: str, written: Iterable[Decision]) -> None:
    links = RelationshipRows({})
    for decision in written:
        if decision.replaces is not None:
            links.add("link_decisions_replaced", decision.uid, decision.replaces)
        if decision.undoes is not None:
            links.add("link_decisions_undone", decision.uid, decision.undoes)
    for query, linked in links.rows.items():
        run_counted(work, query, linked, space=space)


def link_decisions(
    work: Work, space: str, decisions: Iterable[Decision], hung_on: Mapping[str, Collection[str]]
) -> int:
    """Hang decisions on what they are about, as far as the graph holds it; how many changes.

    ``hung_on`` gives, for an entity of a side, the nodes that it stands for now; people stand for
    themselves. A decision that is no longer in force stays where it hung.
    """
    known = {decision.uid: decision for decision in decisions}
    wanted: set[On] = {
        (uid, side, target)
        for uid, decision in known.items()
        for side, of in (("left", decision.left), ("right", decision.right))
        for one in of.uids
        for target in ([one] if is_person(one) else hung_on.get(one, ()))
    }
    standing: set[On] = {
        (record["decision"], record["side"], record["target"])
        for record in work.run("links_of_decisions", space=space, uids=sorted(known))
    }
    gone = sorted(standing - wanted)
    if gone:
        rows = [{"from": uid, "side": side, "to": target} for uid, side, target in gone]
        work.run("unlink_decisions", space=space, rows=rows)
    links = RelationshipRows({})
    new = sorted(wanted - standing)
    for uid, side, target in new:
        links.add_to_either(_ON, uid, target, side=side)
    for query, linked in links.rows.items():
        run_counted(work, query, linked, space=space)
    return len(gone) + len(new)


def _stored(work: Work, space: str, uids: Iterable[str]) -> dict[str, _Stored]:
    return {
        record["uid"]: _Stored(*list(record.values())[1:])
        for record in work.run("decision_states", space=space, uids=sorted(set(uids)))
    }
