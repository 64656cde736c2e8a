"""Reasons in words: quotes, turns, dates."""

from collections.abc import Sequence

from graphmem.model.decision import Side
from graphmem.model.memory import KnownStatement
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.things import EntityCluster
from graphmem.tools.rendering import day, turn_of

_QUOTE = 90  # characters


def side(things: Sequence[EntityCluster], facts: Facts, *, bases: bool = False) -> Side:
    """Things of one conversation as a side of a decision, by lasting uid or, ``bases``, by those
    of the session layer.
    """
    first, owner = things[0], things[0].owner_uid
    uids = [uid for thing in things for uid in (thing.bases if bases else (thing.uid,))]
    return Side(
        kind="entity",
        uids=tuple(uids),
        name=owned_name(first, facts),
        conversation_ids=tuple(sorted({thing.conversation_id for thing in things})),
        owner=owner,
        owner_name=None if owner is None else facts.index.person_name(owner),
    )


def owned_name(thing: EntityCluster, facts: Facts) -> str:
    """As people say it: "John's job", or "TechCorp" where nobody owns it."""
    if thing.owner_uid is None or thing.proper:
        return thing.name
    return f"{facts.index.person_name(thing.owner_uid)}'s {thing.name}"


def quoted(statement: KnownStatement) -> str:
    """The words of a statement with their turn."""
    words = " ".join(statement.quote.split())
    if len(words) > _QUOTE:
        words = words[:_QUOTE].rsplit(" ", 1)[0] + " …"
    return f"“{words}” ({turn_of(statement)}, {day(statement.said_at)})"


def shown(thing: EntityCluster, facts: Facts) -> str:
    """A thing with the first words that were said about it."""
    statements = facts.statements(thing.bases)
    name = f"“{thing.name}”"
    if not statements:
        return f"{name} (from {day(thing.first)})"
    return f"{name}, as in {quoted(statements[0])}"


def listed(words: Sequence[str], *, most: int = 4) -> str:
    """The first few, as in "a, b and c"."""
    few = list(words[:most])
    if len(few) < 2:
        return "".join(few)
    return f"{', '.join(few[:-1])} and {few[-1]}"
