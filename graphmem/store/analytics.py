"""Questions that people have about their own memory: the packaged queries of cypher/analytics."""

from typing import Any, TypedDict, Unpack

from graphmem.errors import InputError, NotFoundError
from graphmem.model.listing import Participant, Table
from graphmem.store.database import Database
from graphmem.store.directory import participants
from graphmem.store.memory_about import people_of
from graphmem.store.queries import CypherQuery, packaged_queries
from graphmem.store.readonly import run_readonly
from graphmem.tools.clarifying_lookup import AskingLookup
from graphmem.tools.index import Index

ROWS = 50  # at most so many, unless others are asked for

_FOLDER = "analytics"
_ALWAYS = {"space", "limit"}


class Narrowed(TypedDict, total=False):
    """To what a query is narrowed.

    ``person`` is a name (in upper or lower case), a person_id or a uid, and means the human in
    every conversation; ``limit`` the most rows.
    """

    person: str | None
    conversation: str | None
    limit: int


def analytics_queries() -> tuple[CypherQuery, ...]:
    """Every one of them, by name."""
    return tuple(
        query
        for name, query in sorted(packaged_queries().items())
        if query.path.parent.name == _FOLDER
    )


def list_analytics() -> Table:
    """Their names, what each tells, and what it can be narrowed by besides the space."""
    return Table(
        columns=("name", "tells", "narrowed_by"),
        rows=tuple(
            (query.name, query.doc, sorted(query.parameters - _ALWAYS))
            for query in analytics_queries()
        ),
    )


def run_analytics(
    database: Database, space: str, name: str | None = None, **narrowed: Unpack[Narrowed]
) -> Table:
    """Run one of them on a space, in a READ session; without a name, list them.

    Raises `NotFoundError` for a query, person or conversation that there is not, `InputError` for
    a query that cannot be narrowed by what is given, `AmbiguousNameError` for a name of two humans.
    """
    if name is None:
        return list_analytics()
    query = _query(name)
    limit = narrowed.get("limit", ROWS)
    given = {"person": narrowed.get("person"), "conversation": narrowed.get("conversation")}
    for parameter, value in given.items():
        if value is not None and parameter not in query.parameters:
            raise InputError(
                f"{name} cannot be narrowed by {parameter}.",
                next_step=f"Leave {parameter} out; `graphmem analytics` tells what each takes.",
            )
    given["person"] = _meant(database, space, **given)
    # One row more than asked for tells that there are more.
    values: dict[str, Any] = {"space": space, "limit": limit + 1, **given}
    parameters = {key: value for key, value in values.items() if key in query.parameters}
    return run_readonly(database, query.text, parameters, limit=limit)


def _query(name: str) -> CypherQuery:
    queries = analytics_queries()
    for query in queries:
        if query.name == name:
            return query
    raise NotFoundError(
        f"There is no analytics query {name!r}.",
        next_step=f"There are: {', '.join(query.name for query in queries)}.",
    )


def _meant(
    database: Database, space: str, person: str | None, conversation: str | None
) -> str | None:
    """The person as the query is to look for them: by a word that means one human only."""
    if person is None and conversation is None:
        return None
    people = participants(database, space)
    if conversation is not None and not any(conversation in one.conversation_ids for one in people):
        raise NotFoundError(
            f"The space {space!r} holds no conversation {conversation!r}.",
            next_step="`graphmem conversations` lists those that it holds.",
        )
    if person is None:
        return None
    bearers = sum(_bears(one, person) for one in people)
    if not bearers:
        known = ", ".join(dict.fromkeys(one.name for one in people))
        raise NotFoundError(
            f"Nobody called {person!r} takes part in these conversations.",
            next_step=f"Known are: {known or 'nobody yet'}.",
        )
    return person if bearers == 1 else _one_human(database, space, person, conversation)


def _bears(one: Participant, word: str) -> bool:
    words = {known.casefold() for known in (*one.names, one.uid, one.person_id or "")}
    return word.casefold() in words


def _one_human(database: Database, space: str, person: str, conversation: str | None) -> str:
    """The uid of one Person of the human: the queries find the others by it."""
    known = people_of(database, space)
    lookup = AskingLookup(Index(known.snapshot, known.canonical), {}, {})
    return min(lookup.person(person, among=None if conversation is None else [conversation]))
