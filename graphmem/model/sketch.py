"""Sketches: what tells somebody from their namesakes, small enough to compare without the rest."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from graphmem.model.base import Frozen
from graphmem.model.memory import KnownPerson
from graphmem.model.workspace import EntityType

LIFE = 6
"""Conversations, the latest ones, by which somebody is compared with their namesakes."""


class Anchor(Frozen):
    """A name that somebody speaks of, the tie to them if one is told, and where.

    ``share`` is how surely the word is used as a name, 0 to 1.
    """

    key: str
    name: str
    tie: str | None
    type: EntityType
    share: float
    turn_id: str
    statement_uid: str


class PersonSketch(Frozen):
    """What one conversation, of ``size`` people, shows of one; ``last`` is when it last did.

    ``names`` are what that one was called then, in all conversations, and ``name_keys`` the exact
    keys of these; ``partners`` are the keys of those talked to, ``statements`` the uids of what
    tells of their life.
    """

    conversation_id: str
    names: tuple[str, ...]
    name_keys: tuple[str, ...]
    size: int
    last: datetime
    anchors: tuple[Anchor, ...]
    partners: tuple[str, ...]
    statements: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    """A Person with the sketches of their last conversations, the latest first."""

    person: KnownPerson
    sketches: tuple[PersonSketch, ...]

    @cached_property
    def conversation_ids(self) -> tuple[str, ...]:
        """The conversations of the sketches, sorted; those taken part in where there is none."""
        seen = [item.conversation_id for item in self.sketches]
        return tuple(sorted(seen or self.person.conversation_ids[:LIFE]))

    @cached_property
    def anchors(self) -> dict[str, Anchor]:
        """By key; of one name the first that tells a tie."""
        found: dict[str, Anchor] = {}
        for sketch in reversed(self.sketches):
            for anchor in sketch.anchors:
                known = found.get(anchor.key)
                if known is None or (known.tie is None and anchor.tie is not None):
                    found[anchor.key] = anchor
        return found

    @cached_property
    def partners(self) -> frozenset[str]:
        """The names of whom they talk to, as keys."""
        return frozenset(name for sketch in self.sketches for name in sketch.partners)

    @cached_property
    def names(self) -> frozenset[str]:
        """Their own names, as keys."""
        return frozenset(key for sketch in self.sketches for key in sketch.name_keys)


def card(person: KnownPerson, sketches: Iterable[PersonSketch]) -> Card:
    """The latest of somebody's sketches."""
    latest = sorted(sketches, key=lambda item: (item.last, item.conversation_id), reverse=True)
    return Card(person=person, sketches=tuple(latest[:LIFE]))


def as_sketched(person: KnownPerson, sketches: Iterable[PersonSketch]) -> Card:
    """Somebody with the names that they had when the sketches were made."""
    found = card(person, sketches)
    names = next((item.names for item in found.sketches), person.names)
    if names == person.names:
        return found
    return card(person._replace(names=names, name=min(names)), found.sketches)
