"""Where what people name stands: by uid or its beginning, or by conversation, owner and name."""

from collections.abc import Sequence
from typing import NamedTuple

from graphmem.store.database import Work


class Places(NamedTuple):
    """The conversations, people and entities of the upper layers that references can mean."""

    conversations: frozenset[str]
    people: frozenset[str]
    layers: frozenset[str]


def places_of(work: Work, space: str, references: Sequence[str]) -> Places:
    """Where references lead; those that lead nowhere are left out."""
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
