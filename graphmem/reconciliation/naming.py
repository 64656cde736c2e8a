"""Which capitalised words are names, and which only begin a sentence or stand in a calendar."""

import re
from collections import Counter
from collections.abc import Iterable

from graphmem.language.keys import entity_key
from graphmem.language.time.vocabulary import MONTH_NAMES, SEASONS, WEEKDAY_NAMES
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import EntityType
from graphmem.reconciliation.vocabulary import is_pet, kin

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


class Naming:
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
        """Whether people use it as the name of one thing."""
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
