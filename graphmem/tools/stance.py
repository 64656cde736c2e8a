"""Stance of a statement, for or against, and when two state and deny the same."""

from graphmem.language.words import words
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import Kind, Modality, Network, Polarity
from graphmem.tools.slots import value_key

_LASTING = frozenset({Kind.FACT, Kind.STATE, Kind.PREFERENCE, Kind.OPINION})
_FOR_VERBS = "love like enjoy adore prefer recommend appreciate"
_AGAINST_VERBS = "hate dislike detest loathe despise avoid regret"
_GOOD_WORDS = """
good great best wonderful amazing lovely gorgeous beautiful excellent fantastic brilliant
awesome perfect delicious fun inspiring
"""
_BAD_WORDS = """
bad worst terrible awful horrible boring overpriced deafening dreadful ugly disgusting
disappointing useless annoying
"""
_REPORTING = frozenset(
    ["think", "believe", "say", "tell", "ask", "hope", "know", "guess", "feel", "mean", "wonder"]
)
_FOR = frozenset(_FOR_VERBS.split())
_AGAINST = frozenset(_AGAINST_VERBS.split())
_WITHSTAND = frozenset(["stand", "bear"])
_GOOD = frozenset(_GOOD_WORDS.split())
_BAD = frozenset(_BAD_WORDS.split())


def stance(statement: KnownStatement) -> int:
    """1 for, -1 against, 0 where it takes no side."""
    if statement.modality is Modality.HYPOTHETICAL:
        return 0
    opinion = statement.network is Network.OPINION or statement.kind in {
        Kind.OPINION,
        Kind.PREFERENCE,
    }
    verb = statement.predicate.split("_")[0]
    sign = 1 if statement.polarity is Polarity.POSITIVE else -1
    if verb in _FOR:
        return sign
    if verb in _AGAINST:
        return -sign
    if verb in _WITHSTAND and sign < 0:
        return -1
    if not opinion:
        return 0
    said = set(words(statement.object)) | set(words(statement.text))
    good, bad = bool(said & _GOOD), bool(said & _BAD)
    return 0 if good == bad else (sign if good else -sign)


def stated_again(statement: KnownStatement) -> tuple[str, frozenset[str]] | None:
    """Key shared by statements that say, or deny, the same; None for what may well differ.

    A thing that was done once and not done another time contradicts nothing.
    """
    lasting = statement.kind in _LASTING
    if statement.name is not None or not lasting or not statement.object:
        return None
    if statement.predicate in _REPORTING:
        return None
    if statement.modality not in {Modality.SAID, Modality.DENIED}:
        return None
    return statement.predicate, value_key(statement.object)
