"""A space's memory as plain values, in a handful of queries."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from neo4j import Record

from graphmem.model.decision import Decision
from graphmem.model.memory import (
    KnownEntity,
    KnownPerson,
    KnownQuestion,
    KnownState,
    KnownStatement,
    Snapshot,
)
from graphmem.model.time import Precision, TimeInterval
from graphmem.model.workspace import EntityType, Kind, Modality, Network, Polarity
from graphmem.store.database import Database, Work
from graphmem.store.ledger import load_ledger
from graphmem.store.lock import changes_so_far

_INTERVAL = KnownStatement._fields.index("interval")
_SAID_AT = KnownStatement._fields.index("said_at")
_STATES = KnownStatement._fields.index("states")

T = TypeVar("T")


class Standing(NamedTuple):
    """What a plan is computed from; ``version`` tells when it has become old."""

    snapshot: Snapshot
    ledger: tuple[Decision, ...]
    version: int


def load_standing(database: Database, space: str) -> Standing:
    """Read everything that reconciliation needs, in one transaction."""

    def read(work: Work) -> Standing:
        # The count first: a change that comes while the rest is read makes it old.
        version = changes_so_far(work, space)
        return Standing(load_snapshot(work, space), load_ledger(work, space), version)

    return database.read(read)


def load_snapshot(work: Work, space: str) -> Snapshot:
    """Everything that a space's sessions say."""
    return Snapshot(
        space=space,
        people=known_people(work, space),
        entities=known_entities(work, space),
        roles=known_roles(work, space),
        answers=known_answers(work, space),
        questions=known_questions(work, space),
    )


def known_people(work: Work, space: str) -> tuple[KnownPerson, ...]:
    """The people of a space."""
    return tuple(
        KnownPerson(
            uid=record["uid"],
            name=record["name"],
            names=tuple(record["names"]),
            person_id=record["person_id"],
            conversation_ids=tuple(sorted(record["conversation_ids"])),
        )
        for record in work.run("participants", space=space, conversation_ids=None)
    )


def known_entities(
    work: Work, space: str, uids: Sequence[str] | None = None
) -> tuple[KnownEntity, ...]:
    """The session-layer entities of a space, or those of these uids; sorted by uid."""
    records = work.run("known_entities", space=space, uids=_list(uids))
    return _sorted(
        _known(KnownEntity, record)._replace(
            type=EntityType(record["type"]),
            aliases=tuple(record["aliases"]),
            mentioned_by=tuple(record["mentioned_by"]),
            mention_turns=tuple(record["mention_turns"]),
            first_said_at=datetime.fromisoformat(record["first_said_at"]),
            last_said_at=datetime.fromisoformat(record["last_said_at"]),
        )
        for record in records
    )


def known_answers(
    work: Work, space: str, uids: Sequence[str] | None = None
) -> tuple[KnownStatement, ...]:
    """The answers of a space, or those of these uids; sorted by uid."""
    records = work.run("known_answers", space=space, uids=_list(uids))
    return _sorted(_statement(fields) for record in records for fields in record["answers"])


def known_roles(
    work: Work, space: str, uids: Sequence[str] | None = None
) -> tuple[KnownStatement, ...]:
    """The roles of a space with their states, or those of these uids; sorted by uid."""
    records = work.run("known_roles", space=space, uids=_list(uids))
    return _sorted(_role(fields) for record in records for fields in record["roles"])


def known_questions(
    work: Work, space: str, uids: Sequence[str] | None = None
) -> tuple[KnownQuestion, ...]:
    """The questions of a space, or those of these uids; sorted by uid."""
    records = work.run("known_questions", space=space, uids=_list(uids))
    return _sorted(
        _known(KnownQuestion, record)._replace(
            said_at=datetime.fromisoformat(record["said_at"]),
            turn_ids=tuple(record["turn_ids"]),
            answer_uids=tuple(record["answer_uids"]),
        )
        for record in records
    )


def _statement(fields: Sequence[Any]) -> KnownStatement:
    read = KnownStatement(*fields)
    return read._replace(
        kind=Kind(read.kind),
        network=Network(read.network),
        polarity=Polarity(read.polarity),
        modality=Modality(read.modality),
        interval=_interval(fields[_INTERVAL]),
        said_at=datetime.fromisoformat(fields[_SAID_AT]),
        turn_ids=tuple(read.turn_ids),
        names=tuple(read.names),
    )


def _role(fields: Sequence[Any]) -> KnownStatement:
    return _statement(fields)._replace(
        states=tuple(
            KnownState(uid, name, _interval(edges)) for uid, name, edges in fields[_STATES]
        )
    )


def _interval(edges: Sequence[Any] | None) -> TimeInterval | None:
    if edges is None:
        return None
    start, end = datetime.fromisoformat(edges[0]), datetime.fromisoformat(edges[1])
    return TimeInterval(
        start=start,
        end=end,
        precision=Precision(edges[2]),
        open_start=start == datetime.min,
        open_end=end == datetime.max,
    )


def _known(kind: Callable[..., T], record: Record) -> T:
    # The queries give the fields in their order, and times as text: the driver takes longer to
    # make a time than all the rest.
    return kind(*record.values())


def _list(uids: Sequence[str] | None) -> list[str] | None:
    return None if uids is None else list(uids)


def _sorted(items: Iterable[T]) -> tuple[T, ...]:
    return tuple(sorted(items, key=attrgetter("uid")))
