"""The ledger: every decision that was ever made in a space, and which are in force."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import count
from typing import NamedTuple

from neo4j import Record

from graphmem.errors import InputError, NotFoundError
from graphmem.model.decision import Decider, Decision, Layer, LayerEntity
from graphmem.model.ids import uid as make_uid
from graphmem.store.counted import run_counted
from graphmem.store.database import Database, Work
from graphmem.store.directory import local_time
from graphmem.store.layer_rows import decision_digest, decision_properties, read_decision
from graphmem.store.workspace_rows import Links, Row, ToEither


class RecordedDecision(NamedTuple):
    """A decision with what the ledger knows of it."""

    decision: Decision
    in_force: bool
    recorded_at: datetime


class LedgerChange(NamedTuple):
    """How many decisions are new, are made anew, and are no longer in force."""

    new: int
    renewed: int
    retired: int


class _Stored(NamedTuple):
    """A decision on record, as far as writing more needs to know it."""

    digest: str
    in_force: bool
    left_uids: tuple[str, ...]
    right_uids: tuple[str, ...]


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


def write_ledger(
    work: Work,
    space: str,
    decisions: Iterable[Decision],
    withdrawals: Iterable[Decision] = (),
) -> LedgerChange:
    """Make exactly these the decisions in force; none is ever removed.

    ``withdrawals`` are put on record beside them. What the rules or a model decided once, gave up
    and decide again is a new decision: the one before stays on record under a uid of its own.
    """
    stored = _stored(work, space)
    wanted = {decision.uid: decision for decision in decisions}
    past = _past_uids(space, stored, wanted)
    if past:
        rows: list[Row] = [{"uid": uid, "past_uid": other} for uid, other in past.items()]
        run_counted(work, "put_decisions_aside", rows)
    record = {item.uid: item for item in withdrawals if item.uid not in stored}
    write = [
        *record.values(),
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
    return LedgerChange(new=new, renewed=len(write) - new, retired=len(retired))


def _past_uids(
    space: str, stored: Mapping[str, _Stored], wanted: Mapping[str, Decision]
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
        found[uid] = next(other for other in numbered if other not in stored)
    return found


def _renamed(decision: Decision, past: Mapping[str, str]) -> Decision:
    changed = {
        name: past[uid]
        for name, uid in (("replaces", decision.replaces), ("undoes", decision.undoes))
        if uid is not None and uid in past
    }
    return decision.model_copy(update=changed) if changed else decision


def _link_history(work: Work, space: str, written: Iterable[Decision]) -> None:
    links = Links({})
    for decision in written:
        if decision.replaces is not None:
            links.add("link_decisions_replaced", decision.uid, decision.replaces)
        if decision.undoes is not None:
            links.add("link_decisions_undone", decision.uid, decision.undoes)
    for query, linked in links.rows.items():
        run_counted(work, query, linked, space=space)


def link_ledger(
    work: Work,
    space: str,
    *,
    people: Iterable[str],
    keys: Mapping[str, str],
    entities: Iterable[LayerEntity],
) -> int:
    """Hang every decision on what it is about, as far as the graph holds it; how many changes.

    ``keys`` are the session-layer entities with the uid that outlives each. A side above the
    session layer is its conversation's entity, under whatever uid it stands there now.
    """
    above: dict[str, set[str]] = {}
    for entity in entities:
        if entity.layer is Layer.CONVERSATION:
            for member in entity.members:
                if member in keys:
                    above.setdefault(keys[member], set()).add(entity.uid)
    here = {*people, *keys}

    def found(uid: str) -> set[str]:
        return above.get(uid, set()) | ({uid} & here)

    wanted: set[On] = {
        (uid, side, target)
        for uid, decision in _stored(work, space).items()
        for side, uids in (("left", decision.left_uids), ("right", decision.right_uids))
        for one in uids
        for target in found(one)
    }
    standing: set[On] = {
        (record["decision"], record["side"], record["target"])
        for record in work.run("decision_links", space=space)
    }
    gone = sorted(standing - wanted)
    if gone:
        rows = [{"from": uid, "side": side, "to": target} for uid, side, target in gone]
        work.run("unlink_decisions", space=space, rows=rows)
    links = Links({})
    new = sorted(wanted - standing)
    for uid, side, target in new:
        links.add_to_either(_ON, uid, target, side=side)
    for query, linked in links.rows.items():
        run_counted(work, query, linked, space=space)
    return len(gone) + len(new)


def _stored(work: Work, space: str) -> dict[str, _Stored]:
    return {
        record["uid"]: _Stored(
            digest=record["digest"],
            in_force=record["in_force"],
            left_uids=tuple(record["left_uids"]),
            right_uids=tuple(record["right_uids"]),
        )
        for record in work.run("ledger_state", space=space)
    }
