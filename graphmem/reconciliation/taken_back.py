"""Finds statements, of any reading, that say what a person took back; pure."""

from collections.abc import Iterable

from graphmem.language.keys import entity_key
from graphmem.model.retraction import BY_HAND, Retraction, StatementContent, WordsOf

_OVERLAP = 0.5  # of the shorter of two stretches, from which both quote the same words


def taken_back(
    retractions: Iterable[Retraction], stated: Iterable[StatementContent]
) -> dict[str, str]:
    """By the uid of each statement that is taken back the uid of the first retraction that says so.

    ``retractions`` are in force, in the order in which they were made.
    """
    made = tuple(retractions)
    found: dict[str, str] = {}
    for one in stated:
        retraction = next((item for item in made if says_the_same(item, one)), None)
        if retraction is not None:
            found[one.uid] = retraction.uid
    return found


def says_the_same(retraction: Retraction, one: StatementContent) -> bool:
    """Tells whether a statement is what was taken back, however another reading words it.

    It is where it has the same uid; else it must rest on a same turn, and have the same words, or
    tell the same of the same subject: quote the same words of the turn, with the same predicate and
    an object that is no other one, or of the same object with another predicate. What a person
    put in its place need not: it is another word on the same.
    """
    if one.uid == retraction.statement_uid:
        return True
    if not _turns(retraction.words) & _turns(one.words):
        return False
    if _key(one.text) == _key(retraction.text):
        return True
    if one.extracted_by == BY_HAND:
        return False
    if one.subject_uid != retraction.subject_uid or one.polarity is not retraction.polarity:
        return False
    if not any(_same_words(left, right) for left in retraction.words for right in one.words):
        return False
    ours, theirs = _words(retraction.object), _words(one.object)
    if _key(one.predicate) == _key(retraction.predicate):
        return ours <= theirs or theirs <= ours
    return bool(ours) and ours == theirs


def _turns(words: Iterable[WordsOf]) -> set[str]:
    return {item.turn_uid for item in words}


def _same_words(one: WordsOf, other: WordsOf) -> bool:
    """Whether two stretches of a turn are the same but for some at their ends."""
    if (one.turn_uid, one.field) != (other.turn_uid, other.field):
        return False
    shared = min(one.end, other.end) - max(one.start, other.start)
    return shared > 0 and shared >= _OVERLAP * min(one.end - one.start, other.end - other.start)


def _key(text: str) -> str:
    return entity_key(text.replace("_", " ")) if text else ""


def _words(text: str) -> frozenset[str]:
    return frozenset(_key(text).split("_")) - {""}
