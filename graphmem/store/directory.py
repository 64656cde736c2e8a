"""Directory of a space: who and what it holds, and where what people name stands."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from graphmem.model.ids import person_uid
from graphmem.model.listing import ConversationSummary, Participant, SpaceSummary
from graphmem.store.database import Database, Work


def native(value: Any) -> Any:
    """A driver's temporal value as Python's own; anything else as it is."""
    return value.to_native() if hasattr(value, "to_native") else value


def local_time(value: Any) -> datetime:
    """A stored local wall time."""
    moment = native(value)
    assert isinstance(moment, datetime)
    return moment


def participants(
    database: Database, space: str, *, conversation_ids: Sequence[str] = ()
) -> tuple[Participant, ...]:
    """The people of a space, or of these conversations of it, by name."""
    records = database.query(
        "participants", space=space, conversation_ids=list(conversation_ids) or None
    )
    return tuple(
        Participant(
            uid=record["uid"],
            name=record["name"],
            names=tuple(record["names"]),
            person_id=record["person_id"],
            conversation_ids=tuple(sorted(record["conversation_ids"])),
        )
        for record in records
    )


def heard_by(database: Database, space: str, person: str) -> tuple[str, ...]:
    """The conversations of whoever has this uid or ``person_id``, as one human; none for a name."""
    by_id = person_uid(space, conversation_id="", name="", person_id=person)
    records = database.query("heard_by", space=space, uids=[person, by_id])
    return tuple(record["conversation_id"] for record in records)


def spaces(database: Database) -> tuple[SpaceSummary, ...]:
    """Every space that holds a conversation, by name; never to be told to a guest of one."""
    return tuple(SpaceSummary.model_validate(dict(row)) for row in database.query("spaces"))


def is_empty(database: Database, space: str) -> bool:
    """Tells whether nothing was recorded in a space."""
    empty: bool = database.query("space_is_empty", space=space)[0]["empty"]
    return empty


def conversations(database: Database, space: str) -> tuple[ConversationSummary, ...]:
    """The conversations of a space, by id."""
    return tuple(
        ConversationSummary(
            conversation_id=record["conversation_id"],
            source=record["source"],
            people=tuple(record["people"]),
            sessions=record["sessions"],
            turns=record["turns"],
            first_said_at=native(record["first_said_at"]),
            last_said_at=native(record["last_said_at"]),
        )
        for record in database.query("conversations", space=space)
    )


def conversations_between(
    database: Database, space: str, since: datetime, until: datetime
) -> tuple[str, ...]:
    """The conversations in which something was said in [since, until)."""
    records = database.query("conversations_between", space=space, since=since, until=until)
    return tuple(record["conversation_id"] for record in records)


def session_exists(database: Database, session_uid: str) -> bool:
    """Tells whether a session is recorded."""
    held: bool = database.query("session_exists", session_uid=session_uid)[0]["held"]
    return held


def conversation_sessions(database: Database, conversation_uid: str) -> list[str]:
    """The ``session_id`` of every session of a conversation, in time."""
    records = database.query("conversation_sessions", conversation_uid=conversation_uid)
    return [record["session_id"] for record in records]


class Places(NamedTuple):
    """The conversations, people and entities of the upper layers that references can mean."""

    conversations: frozenset[str]
    people: frozenset[str]
    layers: frozenset[str]


def places_of(work: Work, space: str, references: Sequence[str]) -> Places:
    """Places that references lead to; those that lead nowhere are left out."""
    conversations: set[str] = set()
    for reference in references:
        # A conversation's id may hold a slash, a name hardly ever does.
        above, _, _ = reference.rpartition("/")
        conversations |= {above, above.rpartition("/")[0]} - {""}
    records = work.run(
        "nodes_of_uids", space=space, begins=[one for one in references if ":" in one]
    )
    people = {record["uid"] for record in records if record["is_person"]}
    layers = {record["uid"] for record in records if not record["is_person"]}
    for record in records:
        conversations |= set(record["conversation_ids"])
    return Places(frozenset(conversations), frozenset(people), frozenset(layers))
