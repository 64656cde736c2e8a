"""Facts about things, as the layers weigh them: words, names, texts."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property

from graphmem.language.keys import entity_key
from graphmem.language.time.vocabulary import MONTH_NAMES, SEASONS, WEEKDAY_NAMES
from graphmem.language.words import content_words, stem, stems
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import EntityType
from graphmem.reconciliation.things import EntityCluster
from graphmem.reconciliation.vocabulary import is_pet, kin
from graphmem.tools import Index

_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_SENTENCE_END = '.!?…:;"“”(*–—'
_ENOUGH = 0.6
_OTHER_DATES = "christmas easter thanksgiving halloween weekend"
_BESIDE_DATES = """
of the in on at early late mid middle start end beginning last next this first second third fourth
fifth sixth seventh eighth ninth tenth eleventh twelfth day week month year eve morning afternoon
evening night
"""
_DATE_WORDS = frozenset([*WEEKDAY_NAMES, *MONTH_NAMES, *SEASONS, *_OTHER_DATES.split()])
_BESIDE = frozenset(_BESIDE_DATES.split())


class NameUsage:
    """How surely a word is used as a name, counted over all that is said in a conversation.

    A single word counts by its share: *named / (named + plain)*, where *named* is how often it
    stands with a capital inside a sentence or is what a statement is about, and *plain* how often
    it stands in small letters. "Awesome!" and "Cheers!" never pass, Biscuit does although there
    is a biscuit now and then. A date is no name, and neither is Mum.
    """

    def __init__(self, statements: Iterable[KnownStatement], names: dict[str, str]) -> None:
        """``names`` gives the key of every entity by its uid."""
        self._named: Counter[str] = Counter()
        self._plain: Counter[str] = Counter()
        self._key_of: dict[str, str] = {}
        quotes: set[tuple[str, str]] = set()
        for statement in statements:
            about = names.get(statement.subject_uid)
            if about is not None:
                self._named[about] += 1
            place = (f"{statement.conversation_id}/{statement.turn_ids[0]}", statement.quote)
            if place not in quotes:
                quotes.add(place)
                self._count(statement.quote)

    def is_name(self, name: str, type: EntityType) -> bool:
        """Tells whether people use it as the name of one thing."""
        return self.share(name, type) >= _ENOUGH

    def share(self, name: str, type: EntityType) -> float:
        """0 to 1; a name of several words is one, but for a date."""
        key = entity_key(name)
        parts = key.split("_")
        if type is not EntityType.PERSON and _is_date(parts):
            return 0.0
        if len(parts) > 1:
            return 1.0
        if kin(key) or is_pet(key):
            return 0.0
        named, plain = self._named[key], self._plain[key]
        return round(named / (named + plain), 4) if named else 0.0

    def _count(self, quote: str) -> None:
        for match in _WORD.finditer(quote):
            word = match.group()
            key = self._key_of.get(word)
            if key is None:
                key = self._key_of[word] = entity_key(word)
            if word[0].islower():
                self._plain[key] += 1
            elif not _begins_sentence(quote, match.start()):
                self._named[key] += 1


def _begins_sentence(text: str, place: int) -> bool:
    before = text[:place].rstrip()
    return not before or before[-1] in _SENTENCE_END


def _is_date(parts: Iterable[str]) -> bool:
    words = set(parts)
    rest = words - _DATE_WORDS
    return len(rest) < len(words) and all(word in _BESIDE or word.isdigit() for word in rest)


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

    def words(self, thing: EntityCluster) -> frozenset[str]:
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

    def text(self, thing: EntityCluster) -> str:
        """Its name and first facts: what is embedded to compare meanings."""
        facts = [item.text for item in self.statements(thing.bases)[:_PROFILE_FACTS]]
        return " ".join([f"{thing.name}.", *facts])

    def is_pointed_at(self, thing: EntityCluster) -> bool:
        """Tells whether it is spoken of as known already: the race, that race, our race."""
        known = self._pointed_at.get(thing.bases)
        if known is None:
            names = tuple(name.casefold() for name in thing.names)
            quotes = [item.quote.casefold() for item in self.statements(thing.bases)]
            known = any(_points_at(quote, names) for quote in quotes)
            self._pointed_at[thing.bases] = known
        return known

    @cached_property
    def naming(self) -> NameUsage:
        """Certainty of words as names here."""
        keys = {entity.uid: entity.key for entity in self.index.entities.values()}
        return NameUsage(self.index.statements, keys)

    def is_named(self, thing: EntityCluster) -> bool:
        """Tells whether it goes by a name that people use as one: no date, and not "Awesome!"."""
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
