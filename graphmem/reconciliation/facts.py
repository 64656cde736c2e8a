"""What is said of things, as the layers weigh it: words, names, texts."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from graphmem.language.words import content_words, stem, stems
from graphmem.model.memory import KnownStatement
from graphmem.reconciliation.naming import Naming
from graphmem.reconciliation.things import Thing
from graphmem.tools import Index

_PROFILE_FACTS = 6
_POINTER = re.compile(r"\b(?:the|that|this|these|those|my|our|your|his|her|their)\s+")


class Facts:
    """Looks up what a snapshot says of things; remembers the words of each statement."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._stems: dict[str, frozenset[str]] = {}
        self._written: dict[str, Mapping[str, str]] = {}
        self._pointed_at: dict[tuple[str, ...], bool] = {}

    def statements(
        self, bases: Iterable[str], session_id: str | None = None
    ) -> tuple[KnownStatement, ...]:
        """Statements about these session-layer entities, in time; of one session where asked."""
        found = self.index.statements_about(bases)
        if session_id is None:
            return found
        return tuple(item for item in found if item.session_id == session_id)

    def words(self, thing: Thing) -> frozenset[str]:
        """The stems that its statements speak of, its own name and the people's left out."""
        found: set[str] = set()
        for statement in self.statements(thing.bases):
            found |= self._words_of(statement)
        return frozenset(found) - {word for name in thing.names for word in stems(name)}

    def written(self, statement: KnownStatement) -> Mapping[str, str]:
        """The stems of a statement's content words, each with the last word that has it."""
        known = self._written.get(statement.uid)
        if known is None:
            known = {stem(word): word for word in content_words(statement.text)}
            self._written[statement.uid] = known
        return known

    def text(self, thing: Thing) -> str:
        """Its name and first facts: what is embedded to compare meanings."""
        facts = [item.text for item in self.statements(thing.bases)[:_PROFILE_FACTS]]
        return " ".join([f"{thing.name}.", *facts])

    def is_pointed_at(self, thing: Thing) -> bool:
        """Whether it is spoken of as known already: the race, that race, our race."""
        known = self._pointed_at.get(thing.bases)
        if known is None:
            names = tuple(name.casefold() for name in thing.names)
            quotes = [item.quote.casefold() for item in self.statements(thing.bases)]
            known = any(_points_at(quote, names) for quote in quotes)
            self._pointed_at[thing.bases] = known
        return known

    @cached_property
    def naming(self) -> Naming:
        """How surely words are used as names here."""
        keys = {entity.uid: entity.key for entity in self.index.entities.values()}
        return Naming(self.index.statements, keys)

    def is_named(self, thing: Thing) -> bool:
        """Whether it goes by a name that people use as one: no date, and not "Awesome!"."""
        return thing.proper and self.naming.is_name(thing.name, thing.type)

    @cached_property
    def people_words(self) -> frozenset[str]:
        """The stems of everybody's names."""
        return frozenset(
            stem(word)
            for person in self.index.people.values()
            for name in (person.name, *person.names)
            for word in content_words(name)
        )

    def _words_of(self, statement: KnownStatement) -> frozenset[str]:
        known = self._stems.get(statement.uid)
        if known is None:
            known = frozenset(self.written(statement)) - self.people_words
            self._stems[statement.uid] = known
        return known


def _points_at(quote: str, names: tuple[str, ...]) -> bool:
    for match in _POINTER.finditer(quote):
        for name in names:
            end = match.end() + len(name)
            if quote.startswith(name, match.end()) and not quote[end : end + 1].isalnum():
                return True
    return False


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of the smaller set that the other has too; of fewer than three words, less."""
    smaller = min(len(one), len(other))
    if not smaller:
        return 0.0
    return round(len(one & other) / max(smaller, 3), 4)
