"""Reads statements about people, things, turns and slots of lives in a scope, for prompts."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from neo4j import Record

from graphmem.errors import IndexFaultError
from graphmem.model.assembly import RecordedTurn, Thing
from graphmem.model.links import LinkKind
from graphmem.model.memory import KnownEntity, KnownStatement
from graphmem.model.scope import Scope
from graphmem.model.workspace import EntityType
from graphmem.store.database import Database, Work, as_vector
from graphmem.store.directory import local_time
from graphmem.store.memory_snapshot import (
    known_answers,
    known_entities,
    known_roles,
    known_statement,
)
from graphmem.store.mentions import names_query
from graphmem.store.record import turn_uid
from graphmem.store.turns import within
from graphmem.store.workspace_rows import is_person

_log = logging.getLogger(__name__)
_CHANGES = frozenset({LinkKind.SUPERSEDES, LinkKind.CORRECTS})
_MOST_BEARERS = 400  # rarer names rank first, so what is cut bears a name that hundreds bear


class SlotMemory(NamedTuple):
    """Roles and answers of slots, the entities that they name, and the turns that state them.

    ``turns`` are by conversation and ``dia_id``.
    """

    statements: tuple[KnownStatement, ...]
    entities: tuple[KnownEntity, ...]
    turns: Mapping[tuple[str, str], RecordedTurn]


def things_named(
    database: Database, scope: Scope, keys: Sequence[str], vector: Sequence[float] | None = None
) -> tuple[Thing, ...]:
    """Things under one of these exact keys (`graphmem.language.keys.entity_key`), by uid.

    Their facts are those of their profiles that the scope holds. Without a vector they are not
    looked up, and there is no likeness: who asks what a name means needs neither.
    """
    if not keys:
        return ()

    def read(work: Work) -> tuple[Thing, ...]:
        records = work.run(
            "things_named",
            lucene=names_query(scope, keys),
            limit=_MOST_BEARERS,
            vector=None if vector is None else as_vector(vector),
            **narrowed(scope),
        )
        facts = statements(work, scope, (uid for record in records for uid in record["facts"]))
        return tuple(_thing(record, facts) for record in records)

    return database.in_turn(read)


def same_people(database: Database, space: str, people: Iterable[str]) -> dict[str, str]:
    """The canonical uid of these people (uids) and of all who are the same humans.

    Whoever is alone is not in it.
    """
    asked = sorted(set(people))
    records = database.query("same_people_of", space=space, people=asked) if asked else ()
    return {record["source"]: record["target"] for record in records}


def facts_about_people(
    database: Database,
    scope: Scope,
    people: Sequence[str],
    vector: Sequence[float],
    *,
    limit: int,
) -> dict[str, tuple[KnownStatement, ...]]:
    """Of each of these people (uids) the latest roles, then the nearest standing facts.

    At most ``limit`` of either; who has none is not in it.
    """
    if not people:
        return {}

    def read(work: Work) -> dict[str, tuple[KnownStatement, ...]]:
        records = work.run(
            "facts_about_people",
            about=list(people),
            vector=as_vector(vector),
            limit=limit,
            **narrowed(scope),
        )
        facts = statements(work, scope, (record["statement"] for record in records))
        found: dict[str, tuple[KnownStatement, ...]] = {}
        for record in records:
            if (fact := facts.get(record["statement"])) is not None:
                person = record["person"]
                found[person] = (*found.get(person, ()), fact)
        return found

    return database.in_turn(read)


def answers_of_turns(
    database: Database, scope: Scope, turns: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], tuple[KnownStatement, ...]]:
    """Statements of each of these turns (conversation_id, dia_id), in the order of its words."""
    if not turns:
        return {}
    places = {turn_uid(scope.space, *place): place for place in turns}
    [record] = database.query("answers_of_turns", turn_uids=list(places), **narrowed(scope))
    return {
        places[turn]: tuple(
            known_statement(fields)._replace(spoken_of=called or "") for *fields, called in stated
        )
        for turn, stated in record["turns"]
    }


def answers_linked(
    database: Database, scope: Scope, uids: Sequence[str]
) -> dict[str, tuple[KnownStatement, ...]]:
    """The statements that take the place of each of these answers, or correct it, and the reverse.

    The scope is that of the answers: what is linked may lie outside of it.
    """
    if not uids:
        return {}

    def read(work: Work) -> dict[str, tuple[KnownStatement, ...]]:
        pairs = [
            (one, other)
            for record in work.run("links_of_answers", space=scope.space, uids=list(uids))
            if record["kind"] in _CHANGES
            for one, other in (
                (record["source"], record["target"]),
                (record["target"], record["source"]),
            )
            if one in wanted
        ]
        known = statements(work, scope, (other for _, other in pairs))
        found: dict[str, tuple[KnownStatement, ...]] = {}
        for one, other in sorted(pairs):
            if other in known:
                found[one] = (*found.get(one, ()), known[other])
        return found

    wanted = frozenset(uids)
    return database.in_turn(read)


def changes_since(
    database: Database, scope: Scope, uids: Sequence[str]
) -> dict[str, tuple[tuple[LinkKind, KnownStatement], ...]]:
    """What the scope holds that is linked to each of these answers as said later, in time.

    It may say the same again. Answers to which nothing is linked are left out.
    """
    if not uids:
        return {}

    def read(work: Work) -> dict[str, tuple[tuple[LinkKind, KnownStatement], ...]]:
        links = [
            (record["target"], LinkKind(record["kind"]), record["source"])
            for record in work.run("links_of_answers", space=scope.space, uids=list(uids))
            if record["target"] in wanted
        ]
        known = statements(work, scope, (source for _, _, source in links))
        found: dict[str, tuple[tuple[LinkKind, KnownStatement], ...]] = {}
        for target, kind, source in sorted(links):
            later = known.get(source)
            if later is not None and _in_scope(later, scope):
                found[target] = (*found.get(target, ()), (kind, later))
        return {
            uid: tuple(sorted(changes, key=lambda change: (change[1].said_at, change[1].uid)))
            for uid, changes in found.items()
        }

    wanted = frozenset(uids)
    return database.in_turn(read)


def _in_scope(statement: KnownStatement, scope: Scope) -> bool:
    places = scope.conversations
    said_then = scope.said_from <= statement.said_at <= scope.said_to
    return said_then and (not places or statement.conversation_id in places)


def processes_near(
    database: Database, scope: Scope, vector: Sequence[float], *, limit: int, least: float
) -> tuple[KnownStatement, ...]:
    """Processes nearest in meaning first; none under a cosine of ``least``.

    Where the index fails inside the server, the scope's answers are compared one by one instead.
    """
    scoped = narrowed(scope)
    asked = {"vector": as_vector(vector), "limit": limit}
    space_wide = ("space", "said_from", "said_to")
    try:
        if scope.reach is None:
            asked |= {name: scoped[name] for name in space_wide}
            records = database.query("processes_near", **asked)
        else:
            records = database.query("processes_near_within", **asked, **scoped)
    except IndexFaultError as error:
        _log.warning("The vector index failed, so every answer of the scope was read: %s", error)
        records = database.query("processes_near_exact", **{**asked, **scoped})
    uids = [record["answer"] for record in records if record["cosine"] >= least]
    if not uids:
        return ()
    facts = database.in_turn(lambda work: statements(work, scope, uids))
    return tuple(facts[uid] for uid in uids if uid in facts)


def recent_turns(database: Database, scope: Scope, *, limit: int) -> tuple[RecordedTurn, ...]:
    """The last turns of the conversations that the scope names, in order; none where none is."""
    if not scope.conversations or limit < 1:
        return ()
    records = database.query("recent_turns", limit=limit, **narrowed(scope))
    return tuple(
        RecordedTurn(*record.values())._replace(said_at=local_time(record["said_at"]))
        for record in reversed(records)
    )


def narrowed(scope: Scope) -> dict[str, Any]:
    """The parameters of every query here that a scope narrows."""
    return {
        "space": scope.space,
        "said_from": scope.said_from,
        "said_to": scope.said_to,
        **within(scope),
    }


def statements(work: Work, scope: Scope, uids: Iterable[str]) -> Mapping[str, KnownStatement]:
    """Answers and roles by uid."""
    wanted = list(dict.fromkeys(uids))
    answers = [uid for uid in wanted if uid.startswith("answer:")]
    roles = [uid for uid in wanted if uid.startswith("role:")]
    found = (
        *(known_answers(work, scope.space, answers) if answers else ()),
        *(known_roles(work, scope.space, roles) if roles else ()),
    )
    return {statement.uid: statement for statement in found}


def _thing(record: Record, facts: Mapping[str, KnownStatement]) -> Thing:
    names = dict.fromkeys(record["names"])
    return Thing(
        uid=record["uid"],
        name=record["name"],
        type=EntityType(record["type"]),
        aliases=tuple(name for name in names if name.casefold() != record["name"].casefold()),
        proper=record["proper"],
        owner_uids=tuple(record["owner_uids"]),
        people=tuple(record["people"]),
        similarity=record["similarity"],
        facts=tuple(facts[uid] for uid in record["facts"] if uid in facts),
    )


def statements_of_slots(
    database: Database,
    scope: Scope,
    people: Sequence[str],
    *,
    keys: Sequence[str],
    predicates: Sequence[str],
) -> SlotMemory:
    """Statements on these people (uids) in a scope: roles by key of the slot, answers by predicate.

    Keys are those of `graphmem.language.keys.entity_key` (``job``).
    """

    def read(work: Work) -> SlotMemory:
        records = work.run(
            "statements_of_slots",
            about=list(people),
            keys=list(keys),
            predicates=list(predicates),
            **narrowed(scope),
        )
        known = statements(work, scope, (record["statement"] for record in records))
        turns = {}
        for record in records:
            turn = RecordedTurn(*record.values()[1:])
            turns[turn.conversation_id, turn.dia_id] = turn._replace(
                said_at=local_time(turn.said_at)
            )
        named = {
            uid
            for one in known.values()
            for uid in (one.subject_uid, one.entity_uid, *one.names)
            if uid is not None and not is_person(uid)
        }
        found = known_entities(work, scope.space, sorted(named)) if named else ()
        return SlotMemory(tuple(known.values()), found, turns)

    return database.in_turn(read)
