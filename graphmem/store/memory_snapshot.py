"""A space's memory as plain values, in a handful of queries."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    split_by_conversation,
)
from graphmem.model.time import Precision, TimeInterval
from graphmem.model.workspace import EntityType, Kind, Modality, Network, Polarity
from graphmem.store.database import Database, Work
from graphmem.store.ledger import load_ledger, load_rulings, load_within
from graphmem.store.lock import LedgerState, changes_so_far, ledger_state
from graphmem.store.record import conversation_uid

_INTERVAL = KnownStatement._fields.index("interval")
_SAID_AT = KnownStatement._fields.index("said_at")
_STATES = KnownStatement._fields.index("states")

T = TypeVar("T")


class PlanInput(NamedTuple):
    """What a plan is computed from; ``version`` tells when it has become old."""

    snapshot: Snapshot
    ledger: tuple[Decision, ...]
    version: int


def load_standing(database: Database, space: str) -> PlanInput:
    """Read everything that reconciliation needs, in one transaction."""

    def read(work: Work) -> PlanInput:
        # The count first: a change that comes while the rest is read makes it old.
        version = changes_so_far(work, space)
        return PlanInput(load_snapshot(work, space), load_ledger(work, space), version)

    return database.read(read)


class ChangedConversations(NamedTuple):
    """The conversations that are to be planned anew, and what people and rules decided of them.

    ``parts`` are by conversation, ``people`` those who take part, with all their conversations.
    ``ledger`` holds what people ever decided, and what rules decided within the conversations.
    ``names`` are the vectors that the names in them are known to have. ``changes`` counts how
    often each conversation changed, ``state`` is of the space.
    """

    parts: Mapping[str, Snapshot]
    people: tuple[KnownPerson, ...]
    ledger: tuple[Decision, ...]
    names: Mapping[str, Sequence[float]]
    changes: Mapping[str, int]
    state: LedgerState


def load_changed(
    database: Database, space: str, *, most: int, turns: int, besides: Iterable[str] = ()
) -> ChangedConversations:
    """Read conversations that have changed since they were reconciled, and some ``besides``.

    Of those that have changed ``most`` at most, and no further one where they have so many
    ``turns``: there is always one.
    """
    uids = [conversation_uid(space, one) for one in sorted(set(besides))]

    def read(work: Work) -> ChangedConversations:
        state = ledger_state(work, space)
        records = work.run("stale_conversations", space=space, uids=uids, most=most)
        changes = {
            record["conversation_id"]: record["changes"] for record in _first(records, turns)
        }
        ids = sorted(changes)
        snapshot = load_conversations(work, space, ids)
        return ChangedConversations(
            parts=_by_conversation(snapshot, ids),
            people=snapshot.people,
            ledger=(*load_rulings(work, space), *load_within(work, space, ids)),
            names={
                record["name"]: record["vector"]
                for record in work.run("name_vectors", space=space, conversation_ids=ids)
            },
            changes=changes,
            state=state,
        )

    return database.read(read)


def _first(records: Iterable[Mapping[str, Any]], turns: int) -> Iterator[Mapping[str, Any]]:
    """The conversations asked for besides, and of the others those before so many turns."""
    before = 0
    for record in records:
        if record["besides"] or before < turns:
            yield record
        if not record["besides"]:
            before += record["turns"]


def load_conversations(work: Work, space: str, conversation_ids: Sequence[str]) -> Snapshot:
    """All that some conversations say, but for questions, and who takes part in them."""
    ids = list(conversation_ids)
    records = work.run("statements_of_conversations", space=space, conversation_ids=ids)
    uids = [record["uid"] for record in records]
    places = [conversation_uid(space, one) for one in ids]
    people = {
        uid
        for record in work.run("conversation_people", space=space, uids=places)
        for uid in record["people"]
    }
    return Snapshot(
        space=space,
        people=people_known(work, space, people),
        entities=known_entities(work, space, [one for one in uids if one[:7] == "entity:"]),
        roles=known_roles(work, space, [one for one in uids if one[:5] == "role:"]),
        answers=known_answers(work, space, [one for one in uids if one[:7] == "answer:"]),
    )


def people_known(work: Work, space: str, uids: Iterable[str]) -> tuple[KnownPerson, ...]:
    """People by uid, with all of their conversations."""
    records = work.run("people_known", space=space, uids=sorted(set(uids)))
    return tuple(map(known_person, records))


def humans_of(work: Work, space: str, uids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """By Person: everybody who is one human with them, the canonical one first."""
    return {
        record["uid"]: (record["canonical"], *record["others"])
        for record in work.run("humans", space=space, uids=sorted(set(uids)))
    }


def _by_conversation(snapshot: Snapshot, ids: Iterable[str]) -> dict[str, Snapshot]:
    wanted = set(ids)
    here = tuple(
        person._replace(
            conversation_ids=tuple(one for one in person.conversation_ids if one in wanted)
        )
        for person in snapshot.people
    )
    found = split_by_conversation(snapshot._replace(people=here))
    # Nobody may be left of a conversation, and then nothing of its layer is.
    empty = Snapshot(snapshot.space, (), (), (), ())
    return {one: found.get(one, empty) for one in sorted(wanted)}


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
    records = work.run("participants", space=space, conversation_ids=None)
    return tuple(map(known_person, records))


def known_person(record: Mapping[str, Any]) -> KnownPerson:
    """A Person as queries give one, conversations sorted."""
    return KnownPerson(
        uid=record["uid"],
        name=record["name"],
        names=tuple(record["names"]),
        person_id=record["person_id"],
        conversation_ids=tuple(sorted(record["conversation_ids"])),
    )


def known_entities(
    work: Work, space: str, uids: Sequence[str] | None = None
) -> tuple[KnownEntity, ...]:
    """The session-layer entities of a space, or those of these uids; sorted by uid."""
    records = work.run("known_entities", space=space, uids=_list(uids))
    return _sorted(
        _known(KnownEntity, record)._replace(
            type=EntityType(record["type"]),
            type_scores=tuple(record["type_scores"]),
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
    return _sorted(known_statement(fields) for record in records for fields in record["answers"])


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


def known_statement(fields: Sequence[Any]) -> KnownStatement:
    """A statement as queries give one: its fields in their order, times as text."""
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
    return known_statement(fields)._replace(
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
