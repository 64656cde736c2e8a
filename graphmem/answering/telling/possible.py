"""What is told only as possible or as planned, where a question asks of what has been."""

import re
from collections.abc import Iterable

from graphmem.answering.passages import Passage
from graphmem.answering.telling.found import Found
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import Modality

_PAST = re.compile(r"\b(?:did|was|were|had|has|have)(?:n['’]t)?\b", re.IGNORECASE)
_INTENDS = (
    r"(?:plan(?:s|ned|ning)?|hop(?:e|es|ed|ing)|want(?:s|ed|ing)?|intend(?:s|ed|ing)?"
    r"|aim(?:s|ed|ing)?|wish(?:es|ed|ing)?|dream(?:s|ed|t|ing)?|prepar(?:e|es|ed|ing)"
    r"|think(?:s|ing)?|consider(?:s|ed|ing)?)"
)
_AHEAD = re.compile(
    rf"\b(?:will|would|might|may|could|should|shall|going to|gonna|{_INTENDS})\b", re.IGNORECASE
)
# "May" alone is a month, and "could" what somebody was able to do, more often than not.
_MAY_BE = re.compile(
    r"\b(?:might|(?:I|we|you|they|he|she|it) may|maybe|perhaps|possibly|probably|if|unless|whether"
    rf"|would|should|wanna|{_INTENDS} (?:to|on|of|about))\b",
    re.IGNORECASE,
)
_SHALL_BE = re.compile(
    r"\b(?:will|won['’]t|shall|gonna|going to (?!the\b|a\b|an\b|my\b|our\b)[a-z]+"
    r"|looking forward to|(?:can['’]t|cannot) wait|about to|(?:have|has|need|needs) to)\b|['’]ll\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:–—]\s+|\s(?:so|and|but|because)\s")
_OPEN = frozenset({Modality.PLANNED, Modality.HYPOTHETICAL})


def of_the_past(question: str) -> bool:
    """Whether a question asks of what has been, and not of what somebody meant to do."""
    return _PAST.search(question) is not None and _AHEAD.search(question) is None


def open_still(found: Found, passage: Passage, sentence: str) -> bool:
    """Whether a sentence tells what is asked only as possible or as planned.

    Told by its statement that says most of the question, where there is one that says any of it;
    else by the words of the clause that does. Nothing is open where the question does not ask of
    the past.
    """
    if not of_the_past(found.question.text):
        return False
    nearest = _nearest(found, passage.statements, sentence)
    if nearest is not None:
        return _is_open(nearest)
    clause = _clause(found, sentence)
    return _MAY_BE.search(clause) is not None or _SHALL_BE.search(clause) is not None


def unsettled(found: Found, passage: Passage, sentence: str) -> bool:
    """Whether it is open even for what is dated: thinkable or wished for, but not yet fixed.

    "The race is next month" fixes a day, "I hope to race next month" does not.
    """
    if not open_still(found, passage, sentence):
        return False
    nearest = _nearest(found, passage.statements, sentence)
    if nearest is not None and nearest.modality is Modality.HYPOTHETICAL:
        return True
    return _MAY_BE.search(_clause(found, sentence)) is not None


def _is_open(statement: KnownStatement) -> bool:
    """Whether a statement says what is planned or thinkable, not what is so."""
    return statement.modality in _OPEN


def _nearest(
    found: Found, statements: Iterable[KnownStatement], sentence: str
) -> KnownStatement | None:
    """The statement of a sentence that says most of the question; None where none says any."""
    shared = [
        (share, one)
        for one in statements
        if one.quote
        and (one.quote in sentence or sentence in one.quote)
        and (share := found.covered(one.text)) > 0
    ]
    return max(shared, key=lambda pair: pair[0])[1] if shared else None


def _clause(found: Found, sentence: str) -> str:
    """The clause that says most of the question; the first of equals."""
    return max(_CLAUSE.split(sentence), key=found.covered)
