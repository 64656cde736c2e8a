"""The answer that a statement holds: whoever is asked about is its subject, the verb its verb."""

import re
from typing import NamedTuple

from graphmem.answering.telling.asked import Want
from graphmem.answering.telling.forms import base_stem
from graphmem.answering.telling.found import Found
from graphmem.answering.telling.told import Proof, Told
from graphmem.answering.telling.units import stems_of
from graphmem.answering.telling.wordlists import PREPOSITIONS
from graphmem.language.words import content_words, words
from graphmem.model.memory import KnownStatement
from graphmem.model.routing import QuestionKind
from graphmem.model.workspace import Modality, Polarity

# Fixed beforehand: a statement that says less of the rest of a question may be of another time.
_ENOUGH = 0.5
_THINGS = frozenset({Want.THING, Want.NAME, Want.PERSON, Want.PLACE})
_PHOTO = "share_photo"  # what an image shows is no object of what somebody did


class _Fit(NamedTuple):
    share: float
    statement: KnownStatement
    proof: Proof


def stated(found: Found) -> Told | None:
    """The object of the statement that says most of the question; the best ranked of equals.

    None where no statement of the people asked about has the question's verb and says at least
    half of its other words. What is denied, planned or thinkable is not stated.
    """
    asked = found.asked
    if asked.want not in _THINGS or not asked.verbs or not asked.people:
        return None
    rest = asked.stems - asked.verbs - asked.focus
    fits = [
        _Fit(share, statement, Proof(passage, statement.quote))
        for passage in found.passages
        for statement in passage.statements
        if _answers(found, statement)
        and (share := len(rest & stems_of(statement.text)) / len(rest) if rest else 1.0) >= _ENOUGH
    ]
    best = max(fits, key=lambda fit: fit.share, default=None)
    if best is None:
        return None
    return Told(
        best.statement.object, QuestionKind.FACT, (best.proof,), chance=best.statement.confidence
    )


def _answers(found: Found, statement: KnownStatement) -> bool:
    asked = found.asked
    return (
        statement.subject_uid in asked.people
        and statement.polarity is Polarity.POSITIVE
        and statement.modality is Modality.SAID
        and statement.predicate != _PHOTO
        and _has_verb(found, statement.predicate)
        and not stems_of(" ".join(content_words(statement.object))) <= asked.stems
        and not _denied(statement)
    )


def _denied(statement: KnownStatement) -> bool:
    """Whether its quote denies the object: "I don't agree" is no agreement."""
    denied = rf"(?:n['’]t|\b(?:not|never))\s+{re.escape(statement.object)}"
    return re.search(denied, statement.quote, re.IGNORECASE) is not None


def _has_verb(found: Found, predicate: str) -> bool:
    """Whether it is the question's verb: who drives to town does not drive the town."""
    verb, *particles = predicate.split("_")
    beside = PREPOSITIONS.intersection(particles) - set(words(found.question.neutral))
    asked = found.asked
    return base_stem(verb) in asked.verbs and (asked.want is Want.PLACE or not beside)
