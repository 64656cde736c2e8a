"""Taking back: which turns go, what rests on them, and the tombstone that stays."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from graphmem.errors import StoreError
from graphmem.model.decision import Decision
from graphmem.store.database import Database, Work
from graphmem.store.directory import local_time, native
from graphmem.store.layer_rows import decision_properties, read_decision
from graphmem.store.lock import ledger_state, ledger_uid
from graphmem.store.record import conversation_uid
from graphmem.store.workspace_rows import Row


class FoundTurn(NamedTuple):
    """A turn that is recorded, and its conversation."""

    uid: str
    conversation_id: str


class Called(NamedTuple):
    """What somebody or something is called, the conversations that may say it, and its parts."""

    names: tuple[str, ...]
    places: frozenset[str]
    entities: tuple[str, ...]


class Resting(NamedTuple):
    """What rests on turns: counts, and the uids of things that nothing else mentions."""

    statements: int
    things: int
    links: int
    thing_uids: tuple[str, ...]


class Tombstone(NamedTuple):
    """One that is yet to be followed up: conversations by uid, and what decisions may be about."""

    uid: str
    places: tuple[str, ...]
    touched: tuple[str, ...]


# ---- what is meant


def turns_of(
    database: Database,
    space: str,
    *,
    conversation_id: str | None = None,
    session_id: str | None = None,
    turn_uids: Sequence[str] = (),
) -> list[FoundTurn]:
    """The turns of a conversation, of one session of it, or of these uids, that are recorded."""
    place = None if conversation_id is None else conversation_uid(space, conversation_id)
    return _found(
        database.query(
            "turns_to_forget",
            space=space,
            conversation_uid=place,
            session_id=session_id,
            turn_uids=list(turn_uids),
        )
    )


def turns_about(
    database: Database, space: str, people: Sequence[str], entities: Sequence[str]
) -> list[FoundTurn]:
    """The turns that people speak, and those that what is known of people and things rests on."""
    return _found(
        database.query(
            "turns_about_people", space=space, people=list(people), entities=list(entities)
        )
    )


def turns_of_statement(database: Database, space: str, uid: str) -> list[FoundTurn]:
    """The turns that state a statement; none where there is no such statement."""
    return _found(database.query("turns_of_statement", space=space, uid=uid))


def words_of(database: Database, space: str, conversation_id: str) -> list[tuple[str, str]]:
    """The turns of a conversation by uid, each with what it says."""
    records = database.query(
        "words_of_conversation",
        space=space,
        conversation_uid=conversation_uid(space, conversation_id),
    )
    return [(record["uid"], record["content"]) for record in records]


def people_called(database: Database, space: str, people: Sequence[str]) -> Called:
    """Names of people, where they take part or are spoken of, and what is taken for them."""
    [record] = database.query("people_to_forget", space=space, people=list(people))
    places = {*record["places"], *record["spoken_of"], *record["told_of"]}
    return Called(tuple(record["names"]), frozenset(places), tuple(record["entities"]))


def thing_called(database: Database, space: str, uids: Sequence[str]) -> Called:
    """The names of a thing that are names, and the parts that it is made of; none for no thing."""
    [record] = database.query("thing_to_forget", space=space, uids=list(uids))
    names = {
        name
        for called, proper in zip(record["called"], record["proper"], strict=True)
        if proper
        for name in called
    }
    return Called(tuple(sorted(names)), frozenset(record["places"]), tuple(record["entities"]))


def forgotten_at(work: Work, space: str, turn_uids: Iterable[str]) -> dict[str, datetime]:
    """Those of these turns that were taken back, each with when."""
    records = work.run("forgotten_turns", space=space, turn_uids=sorted(set(turn_uids)))
    return {record["uid"]: native(record["at"]) for record in records}


# ---- what goes


def places_of_turns(
    work: Work, space: str, conversation_ids: Iterable[str]
) -> dict[str, list[dict[str, Any]]]:
    """Every turn of these conversations, in order, as `TurnPlace` has it."""
    return {
        one: [
            record.data() | {"said_at": local_time(record["said_at"])}
            for record in work.run(
                "turns_of_conversation", space=space, conversation_uid=conversation_uid(space, one)
            )
        ]
        for one in sorted(set(conversation_ids))
    }


def opinions_resting_on(
    work: Work, space: str, turn_uids: Iterable[str], *, session_id: str
) -> list[FoundTurn]:
    """The turns of sessions of this id in which opinions were kept that rest on these turns."""
    return _found(
        work.run(
            "opinions_resting_on", space=space, turn_uids=sorted(turn_uids), session_id=session_id
        )
    )


def speakers_of(work: Work, space: str, turn_uids: Collection[str]) -> list[dict[str, Any]]:
    """Speakers of these turns, and what is left of them without, as `SpeakerLeft` has it."""
    records = work.run("speakers_of_turns", space=space, turn_uids=sorted(turn_uids))
    return [
        {
            name: tuple(sorted(value)) if isinstance(value, list) else value
            for name, value in record.data().items()
        }
        for record in records
    ]


def resting_on(work: Work, space: str, turn_uids: Collection[str]) -> Resting:
    """Statements that rest on these turns."""
    [record] = work.run("count_forgotten", space=space, turn_uids=sorted(turn_uids))
    uids = tuple(sorted({uid for uid in record["thing_uids"] if uid is not None}))
    return Resting(record["statements"], record["things"], record["links"], uids)


def sides_of(work: Work, space: str, conversation_ids: Iterable[str]) -> frozenset[str]:
    """Sides that decisions may be about in these conversations."""
    found: set[str] = set()
    for one in sorted(set(conversation_ids)):
        [record] = work.run(
            "sides_of_conversation",
            space=space,
            conversation_id=one,
            conversation_uid=conversation_uid(space, one),
        )
        found |= {*record["people"], *record["entities"], *record["keys"]}
    return frozenset(found)


def decisions_about(work: Work, space: str, uids: Iterable[str]) -> list[tuple[Decision, bool]]:
    """The decisions on record about any of these, each with whether it is in force."""
    records = work.run("touched_decisions", space=space, uids=sorted(set(uids)))
    return [
        (read_decision(record["properties"]), record["properties"]["in_force"])
        for record in records
    ]


def chunks_of(
    work: Work,
    sessions: Sequence[str],
    emptied: Sequence[str],
    turn_uids: Collection[str],
    people: Collection[str],
) -> dict[str, bool]:
    """The chunks of sessions (by uid) that go with turns and people; whether facts of a caller."""
    records = work.run(
        "chunks_to_forget",
        session_uids=list(sessions),
        emptied=list(emptied),
        turn_uids=sorted(turn_uids),
        people=sorted(people),
    )
    return {record["uid"]: record["facts"] for record in records}


def bury(work: Work, space: str, uid: str, turn_uids: Collection[str], **told: Any) -> None:
    """Remove the turns, and leave their tombstone; ``told`` are its properties."""
    work.run("forget_portraits", space=space)
    work.run("forget_retractions", space=space, turn_uids=sorted(turn_uids))
    work.run("bury", space=space, tombstone_uid=uid, turns=len(turn_uids), **told)
    work.run("forget_turns", space=space, tombstone_uid=uid, turn_uids=sorted(turn_uids))


def shrink(work: Work, sessions: Sequence[Row], people: Sequence[Row]) -> None:
    """Write what is left of sessions and people."""
    work.run("shrink_sessions", rows=list(sessions))
    work.run("shrink_people", rows=list(people))


def reorder(work: Work, moves: Sequence[Row], links: Sequence[Row]) -> None:
    """Give turns their places, and join those that follow each other now."""
    work.run("move_turns", moves=list(moves))
    work.run("link_turns", links=list(links))


# ---- what follows


def unfinished(database: Database, space: str) -> list[Tombstone]:
    """Forgetting that is yet to be followed up."""
    return [
        Tombstone(record["uid"], tuple(record["places"]), tuple(record["touched"]))
        for record in database.query("unfinished_tombstones", space=space)
    ]


def sweep(work: Work, places: Sequence[str]) -> list[str]:
    """Remove what is empty in these conversations (by uid); those that stay, whose layers wait."""
    work.run("sweep_sessions", places=list(places))
    work.run("sweep_people", places=list(places))
    left = [record["uid"] for record in work.run("sweep_conversations", places=list(places))]
    work.run("mark_stale", uids=left)
    return left


def sessions_to_read(
    database: Database, space: str, places: Sequence[str]
) -> frozenset[tuple[str, str]]:
    """The sessions of these conversations (by uid) that were extracted, and wait again."""
    records = database.query("extracted_sessions", space=space, places=list(places))
    return frozenset((record["conversation_id"], record["session_id"]) for record in records)


def clean_ledger(work: Work, space: str, touched: Collection[str]) -> None:
    """Take off the record what was decided about these and holds no more, or is about nobody.

    A person's word that took another back tells no longer what it had said.
    """
    on_record = decisions_about(work, space, touched)
    uids = {uid for item, _ in on_record for side in (item.left, item.right) for uid in side.uids}
    stands = {row["uid"] for row in work.run("standing_sides", uids=sorted(uids))}
    gone: list[tuple[Decision, bool]] = []
    for item, in_force in on_record:
        by_person = item.decided_by == "person"
        if not stands.issuperset((*item.left.uids, *item.right.uids)) or not (
            in_force or by_person
        ):
            gone.append((item, in_force))
        elif item.undoes is not None and _QUOTED in item.reason:
            _rewrite(work, space, item, in_force)
    if gone:
        work.run("delete_decisions", space=space, uids=[item.uid for item, _ in gone])
        _count_out(work, space, [item for item, in_force in gone if in_force])


def finish(work: Work, tombstones: Sequence[str]) -> None:
    """Note that everything is done of these tombstones."""
    work.run("finish_tombstones", uids=list(tombstones))


def checkpoint(database: Database) -> None:
    """Have the server write what it holds in memory to its files, where it offers that."""
    with suppress(StoreError):
        database.command("checkpoint")


_QUOTED = " What was decided: "


def _rewrite(work: Work, space: str, item: Decision, in_force: bool) -> None:
    said = item.model_copy(update={"reason": item.reason.partition(_QUOTED)[0]})
    properties = decision_properties(space, said) | {"in_force": in_force}
    row = {"uid": item.uid, "properties": properties}
    work.run("write_decisions", rows=[row])


def _count_out(work: Work, space: str, decisions: Sequence[Decision]) -> None:
    state = ledger_state(work, space)
    kinds = [item.verdict.value if item.confident else "undecided" for item in decisions]
    work.run(
        "count_planned",
        ledger_uid=ledger_uid(space),
        how=state.planned_with,
        merges=-kinds.count("merge"),
        separations=-kinds.count("separate"),
        undecided=-kinds.count("undecided"),
        entities=0,
    )


def _found(records: Iterable[Any]) -> list[FoundTurn]:
    return [FoundTurn(record["uid"], record["conversation_id"]) for record in records]


def place_uids(space: str, conversation_ids: Iterable[str]) -> list[str]:
    """The uids of conversations."""
    return [conversation_uid(space, one) for one in sorted(set(conversation_ids))]
