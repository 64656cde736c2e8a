"""The backlog of extraction: counted, and its failures kept, in the graph."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from graphmem.model.backlog import Backlog, ExtractionProgress, FailedSession
from graphmem.model.scope import Reach, Scope
from graphmem.store.database import Database, Work
from graphmem.store.directory import local_time
from graphmem.store.lock import lease_uid
from graphmem.store.record import session_uid
from graphmem.store.sight import Sight
from graphmem.tools.mentions import Sought, UnreadTurn

# A count goes no further, so that it costs the same however much waits.
MOST_COUNTED = 10_000

# Turns that hold the letters of a name, which are then held against its words.
_MOST_COMPARED = 400

_CLOSED_AT_ONCE = 200  # sessions, so that no transaction holds all turns of a great ingest

# Attempts at a session that no process lived to tell of, before it is put off.
_MOST_ATTEMPTS = 3
_RETRY_SECONDS = 5.0
_RETRY_FACTOR = 4.0
_MOST_SECONDS = 3_600
_DIED = f"It was begun {_MOST_ATTEMPTS} times, and each time the process ended before it was done."
_DIED_SECONDS = 600

Place = tuple[str, str]  # conversation_id, session_id


class ExtractedSession(NamedTuple):
    """A revision of a session that is extracted, and its number of turns where that is known."""

    place: Place
    revision: int
    turns: int | None = None


class DueSpace(NamedTuple):
    """A space in which something waits that may be tried now.

    ``turns`` is counted up to a bound; ``quiet`` is the seconds since the last was recorded, None
    where no turn waits, only sessions to be read again or profiles to be worded; ``taken`` tells
    that somebody holds its lease.
    """

    space: str
    turns: int
    quiet: float | None
    taken: bool


def waiting_in_sight(
    database: Database, space: str, sight: Sight, conversations: Sequence[str] | None = None
) -> int:
    """Number of waiting turns in sight, of these conversations alone where given."""
    places = _in_sight(sight, conversations)
    return waiting_turns(
        database,
        Scope(
            space=space,
            session=sight.session,
            reach=None if places is None else Reach(conversations=places, people=()),
            said_from=sight.since,
            said_to=sight.until,
        ),
    )


def turns_saying(
    database: Database,
    space: str,
    sought: Sought,
    sight: Sight,
    conversations: Sequence[str] | None = None,
) -> list[UnreadTurn]:
    """The last turns that wait, are in sight, and may speak of what is sought."""
    places = _in_sight(sight, conversations)
    records = database.query(
        "waiting_turns_saying",
        space=space,
        conversations=None if places is None else list(places),
        session=sight.session,
        said_from=sight.since,
        said_to=sight.until,
        names=sought.parts,
        speakers=sorted(sought.people),
        looked_at=MOST_COUNTED,
        most=_MOST_COMPARED,
    )
    return [
        UnreadTurn(
            **record.data()
            | {"said_at": local_time(record["said_at"]), "caption": record["caption"] or ""}
        )
        for record in records
    ]


def waiting_turns(database: Database, scope: Scope) -> int:
    """Number of a scope's turns that wait for extraction, counted up to `MOST_COUNTED`."""
    records = database.query(
        "waiting_turns",
        space=scope.space,
        conversations=list(scope.reach.conversations) if scope.reach else None,
        people=list(scope.people) or None,
        session=scope.session,
        said_from=scope.said_from,
        said_to=scope.said_to,
        most=MOST_COUNTED,
    )
    turns: int = records[0]["turns"]
    return turns


def backlog(database: Database, space: str) -> Backlog:
    """The backlog of a space."""
    (record,) = database.query("backlog", space=space, lease_uid=lease_uid(space))
    return Backlog(
        at=_native(record["at"]),
        turns=record["turns"],
        sessions=record["sessions"],
        since=_native(record["since"]),
        failed=tuple(
            FailedSession(
                **one | {name: _native(one[name]) for name in ("retry_at", "waiting_since")}
            )
            for one in record["failed"]
        ),
        failure=record["failure"],
        retry_at=_native(record["retry_at"]),
        progress=None
        if record["stage"] is None
        else ExtractionProgress(record["stage"], record["done"], record["total"]),
    )


def due_spaces(
    database: Database, spaces: Sequence[str], *, most: int, wording: bool = False
) -> list[DueSpace]:
    """Those of these spaces in which something waits; turns counted up to ``most``.

    ``wording`` counts in profiles that wait for a model to word them.
    """
    records = database.query("waiting_spaces", spaces=list(spaces), most=most, wording=wording)
    return [DueSpace(**record.data()) for record in records]


def begin_extraction(database: Database, space: str, places: Sequence[Place]) -> None:
    """Count an attempt at these sessions, before it is made."""
    _write(
        database,
        "begin_extraction",
        session_uids=_uids(space, places),
        most=_MOST_ATTEMPTS,
        failure=_DIED,
        seconds=_DIED_SECONDS,
    )


def end_extraction(database: Database, space: str, places: Sequence[Place]) -> None:
    """Take the count back: the attempt ended in order, and was no failure of these sessions."""
    _write(database, "end_extraction", session_uids=_uids(space, places))


def fail_extraction(database: Database, space: str, place: Place, reason: str) -> None:
    """Keep why a session could not be extracted; it is tried again later, and later each time."""
    _write(
        database,
        "fail_extraction",
        session_uid=session_uid(space, *place),
        failure=reason,
        seconds=_RETRY_SECONDS,
        factor=_RETRY_FACTOR,
        most=_MOST_SECONDS,
    )


def close_sessions(database: Database, space: str, extracted: Sequence[ExtractedSession]) -> None:
    """These sessions and their turns wait no longer; where one has grown, only what was read."""
    for begin in range(0, len(extracted), _CLOSED_AT_ONCE):
        rows = [
            {
                "uid": session_uid(space, *item.place),
                "revision": item.revision,
                "turns": item.turns,
            }
            for item in extracted[begin : begin + _CLOSED_AT_ONCE]
        ]
        _write(database, "close_sessions", space=space, rows=rows)


def _in_sight(sight: Sight, conversations: Sequence[str] | None) -> tuple[str, ...] | None:
    """Those of the conversations that are in sight, all where none are named; None for any."""
    if conversations is None:
        return None if sight.conversations is None else tuple(sight.conversations)
    return tuple(place for place in dict.fromkeys(conversations) if sight.in_sight(place))


def _uids(space: str, places: Sequence[Place]) -> list[str]:
    return [session_uid(space, *place) for place in places]


def _write(database: Database, name: str, **given: Any) -> None:
    def write(work: Work) -> None:
        work.run(name, **given)

    database.write(write)


def _native(moment: Any) -> Any:
    return None if moment is None else moment.to_native()
