"""The turns that a question is ranked over: by words and by meaning, always within a scope."""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import IntFlag
from itertools import product
from typing import Any, NamedTuple

from graphmem.errors import IndexFaultError
from graphmem.model.ids import token
from graphmem.model.scope import EARLIEST, LATEST, Scope
from graphmem.store.database import Database, as_vector
from graphmem.store.record import day_key, turn_uid

_log = logging.getLogger(__name__)

# No id begins with this character, which Unicode assigns to nobody and the readers refuse.
_AFTER_EVERY_ID = "\U0010ffff"
# Of what an index gives, since it breaks ties as it likes, and vectors are found but nearly.
_LOOKED_AT = 2
# Lucene takes 1,024 clauses in a query.
_KEYS_IN_A_QUERY = 400
# The index of words knows nothing of networks: what it gives of others must not crowd theirs out.
_LOOKED_AT_FOR_NETWORK = 2_000


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


_SAID_AT = StoredTurn._fields.index("said_at")


class Near(NamedTuple):
    """A turn that may answer, its cosine to the question, and its `CandidateSource` bits."""

    turn: StoredTurn
    cosine: float
    found: int


class Earlier(NamedTuple):
    """What was said before a turn."""

    speaker: str
    said_at: datetime
    text: str
    caption: str | None


class CandidateSource(IntFlag):
    """How a turn came among the candidates; a mere neighbour has none of these."""

    WORDS = 1
    MEANING = 2
    FURTHER = 4


def candidates(
    database: Database,
    scope: Scope,
    terms: Sequence[str],
    vector: Sequence[float],
    *,
    limit: int,
    meaning: bool = True,
    further: Sequence[str] = (),
) -> list[Near]:
    """The turns that a question is ranked over, with the neighbours of each, in one query.

    Up to ``limit`` that share words with ``terms`` (letters and digits only), up to ``limit``
    nearest to ``vector`` unless ``meaning`` is off, and those of ``further`` (uids) that are in
    scope. Neighbours may be spoken by people outside the scope. Where the index fails inside the
    server, and for a network, which it does not know, the scope's turns are compared one by one.
    """
    asked = {
        "vector": as_vector(vector),
        "lucene": [lucene_query(part, terms) for part in _parts(scope)] if terms else [],
        "limit": limit,
        "looked_at": _LOOKED_AT * limit,
        "meaning": meaning,
        "further": list(further),
        "space": scope.space,
        "said_from": scope.said_from,
        "said_to": scope.said_to,
    }
    network = None if scope.network is None else scope.network.value
    try:
        if network is not None:
            asked["looked_at"] = _LOOKED_AT_FOR_NETWORK
            [record] = database.query("candidates_exact", **asked, **within(scope), network=network)
        elif scope.reach is None:
            [record] = database.query("candidates", **asked)
        else:
            [record] = database.query("candidates_within", **asked, **within(scope))
    except IndexFaultError as error:
        _log.warning("The vector index failed, so every turn of the scope was read: %s", error)
        [record] = database.query("candidates_exact", **asked, **within(scope), network=network)
    return [Near(_stored(turn), cosine, paths) for *turn, cosine, paths in record["turns"]]


def turns_called(
    database: Database, scope: Scope, turn_ids: Sequence[str]
) -> dict[str, StoredTurn]:
    """The turns of these ids as people read them ("garden/D2:1"), as far as the scope holds them.

    What is no turn of the scope is not in it.
    """
    uids = {uid: turn_id for turn_id in turn_ids for uid in _uids_meant(scope.space, turn_id)}
    if not uids:
        return {}
    records = database.query(
        "turns_called",
        uids=list(uids),
        space=scope.space,
        said_from=scope.said_from,
        said_to=scope.said_to,
        **within(scope),
    )
    return {uids[record["uid"]]: _stored(record.values()) for record in records}


def leading_up(
    database: Database, space: str, turns: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], list[Earlier]]:
    """Turns before each turn (conversation, dia_id) in its session: up to four, in order.

    A turn that begins its session is not in it.
    """
    places = {turn_uid(space, *turn): turn for turn in turns}
    records = database.query("turns_leading_up", uids=list(places), space=space)
    return {
        places[record["uid"]]: [
            Earlier(speaker, datetime.fromisoformat(said_at), text, caption)
            for speaker, said_at, text, caption in record["before"]
        ]
        for record in records
    }


def _uids_meant(space: str, turn_id: str) -> Iterator[str]:
    """Ids of conversations and turns may hold slashes themselves, so each is tried."""
    parts = turn_id.split("/")
    for cut in range(1, len(parts)):
        yield turn_uid(space, "/".join(parts[:cut]), "/".join(parts[cut:]))


def within(scope: Scope) -> dict[str, Any]:
    """The parameters of a narrowed scope; null lists where nothing narrows it."""
    reach = scope.reach
    return {
        "conversations": None if reach is None else list(reach.conversations),
        "people": None if reach is None else list(reach.people),
        "session_from": scope.session or "",
        "session_to": scope.session or _AFTER_EVERY_ID,
    }


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


def _stored(fields: Sequence[Any]) -> StoredTurn:
    turn = StoredTurn(*fields)
    return turn._replace(said_at=datetime.fromisoformat(fields[_SAID_AT]))
