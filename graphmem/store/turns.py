"""Finding turns: by meaning and by words, always within a scope."""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import product
from typing import NamedTuple

from neo4j import Record

from graphmem.errors import IndexFaultError
from graphmem.model.ids import token
from graphmem.model.scope import EARLIEST, LATEST, Scope
from graphmem.store.database import Database, as_vector
from graphmem.store.directory import local_time
from graphmem.store.record import day_key

_log = logging.getLogger(__name__)

# No id begins with this character, which Unicode assigns to nobody and the readers refuse.
_AFTER_EVERY_ID = "\U0010ffff"
# Lucene takes 1,024 clauses in a query.
_KEYS_IN_A_QUERY = 400


class StoredTurn(NamedTuple):
    """A recorded turn as retrieval sees it; a tuple, since a search reads a hundred of them."""

    uid: str
    conversation_id: str
    session_id: str
    dia_id: str
    position: int
    speaker: str
    speaker_uid: str
    text: str
    caption: str | None
    said_at: datetime
    zone: str


class Found(NamedTuple):
    """The uid of a turn with the score of the path that found it."""

    uid: str
    score: float


class Near(NamedTuple):
    """A turn with its cosine to the question."""

    turn: StoredTurn
    cosine: float


def turns_by_text(
    database: Database, scope: Scope, terms: Sequence[str], *, limit: int
) -> list[Found]:
    """The turns of the scope that share words with ``terms`` (letters and digits only)."""
    if not terms:
        return []
    found = [
        Found(record["uid"], record["score"])
        for part in _parts(scope)
        for record in database.query(
            "turns_by_text",
            lucene=lucene_query(part, terms),
            limit=limit,
            space=scope.space,
            said_from=scope.said_from,
            said_to=scope.said_to,
        )
    ]
    return sorted(found, key=lambda item: (-item.score, item.uid))[:limit]


def turns_by_vector(
    database: Database,
    scope: Scope,
    vector: Sequence[float],
    *,
    limit: int,
    further: Sequence[str] = (),
) -> list[Near]:
    """The nearest turns of the scope, and the cosine of ``further`` ones (uids) beside them.

    Where the index fails inside the server, the scope's turns are compared one by one instead.
    """
    asked = {
        "vector": as_vector(vector),
        "limit": limit,
        "further": list(further),
        "space": scope.space,
        "said_from": scope.said_from,
        "said_to": scope.said_to,
    }
    within = {
        "conversations": None if scope.reach is None else list(scope.reach.conversations),
        "people": None if scope.reach is None else list(scope.reach.people),
        "session_from": scope.session or "",
        "session_to": scope.session or _AFTER_EVERY_ID,
    }
    try:
        if scope.reach is None:
            records = database.query("turns_by_vector", **asked)
        else:
            records = database.query("turns_by_vector_within", **asked, **within)
    except IndexFaultError as error:
        _log.warning("The vector index failed, so every turn of the scope was read: %s", error)
        records = database.query("turns_by_vector_exact", **asked, **within)
    return [Near(_stored(record), record["cosine"]) for record in records]


def _parts(scope: Scope) -> Iterator[Scope]:
    """The scope in parts whose keys fit into one full-text query each."""
    for conversations, people in product(_chunks(scope.conversations), _chunks(scope.people)):
        yield scope.model_copy(update={"conversations": conversations, "people": people})


def _chunks(keys: tuple[str, ...]) -> list[tuple[str, ...]]:
    if not keys:
        return [()]
    size = _KEYS_IN_A_QUERY
    return [keys[begin : begin + size] for begin in range(0, len(keys), size)]


def lucene_query(scope: Scope, terms: Sequence[str]) -> str:
    """The full-text query: required keys of the scope with weight zero, then the terms.

    Every term is letters and digits in lower case, so none of it can be Lucene syntax; raises
    `ValueError` otherwise.
    """
    for term in terms:
        if not term.isalnum() or term != term.lower():
            raise ValueError(f"{term!r} is no plain lower-case word")
    required = [f"+space_key:{token(scope.space)}^0"]
    required += _any_of(
        "conversation_key", [token(scope.space, name) for name in scope.conversations]
    )
    if scope.session is not None:
        places = [token(scope.space, name, scope.session) for name in scope.conversations]
        required += _any_of("session_key", places)
    required += _any_of("speaker_key", [token(person) for person in scope.people])
    if (scope.said_from, scope.said_to) != (EARLIEST, LATEST):
        required.append(f"+day_key:[{day_key(scope.said_from)} TO {day_key(scope.said_to)}]^0")
    return f"{' '.join(required)} +content:({' '.join(terms)})"


def _any_of(field: str, keys: Sequence[str]) -> list[str]:
    return [f"+{field}:({' '.join(keys)})^0"] if keys else []


def _stored(record: Record) -> StoredTurn:
    values = [record[name] for name in StoredTurn._fields]
    return StoredTurn(*values)._replace(said_at=local_time(record["said_at"]))
