"""What sort of clause it is: an opening without a subject, a meeting, a time, an aside."""

from graphmem.extraction.rules.tree import finite_word, own_subject
from graphmem.extraction.rules.trim import outer_marks
from graphmem.extraction.rules.verbs import SAME_IN_THE_PAST
from graphmem.extraction.rules.wordlists import TIME_LABELS
from graphmem.model.parse import Sentence, Token

_DASHES = frozenset({"-", "–", "—", "--"})


def is_meeting(sentence: Sentence, verb: Token) -> bool:
    """As in "See you tomorrow at the pier": where and when."""
    whom = sentence.child(verb, "dobj")
    places = [t for t in sentence.children(verb, "prep") if t.low in ("at", "in", "on")]
    when = any(t.ent in TIME_LABELS for t in sentence)
    return whom is not None and whom.low == "you" and when and bool(places)


def is_topic(sentence: Sentence, verb: Token) -> bool:
    """As in "Cooking and music - that's great": the words before a dash, and no statement."""
    return verb.low != "gon" and (
        sentence.tokens[-1].text in _DASHES
        or sentence.child(verb, "ccomp") is not None
        or any(
            t.lemma == "be"
            and t.i > verb.i
            and own_subject(sentence, t) is None
            and t.tag in ("VBZ", "VBD")
            and t.dep != "aux"
            for t in sentence
        )
    )


def is_at_any_time(sentence: Sentence, verb: Token) -> bool:
    """As in "when a plan fails": not that it does."""
    finite = finite_word(sentence, verb)
    if verb.lemma == "be" and "when" in outer_marks(sentence, verb):
        return True  # "when I was a child" says when, and nothing more
    present = finite is not None and finite.tag in ("VBP", "VBZ")
    present = present and finite is not None and finite.low not in SAME_IN_THE_PAST
    return present and bool(outer_marks(sentence, verb) & {"when", "before", "after"})


def can_be_told_of(noun: Token) -> bool:
    """Whether "which" is sure to mean the noun, and not all that was said: "left in a hurry"."""
    return noun.pos == "PROPN" or (noun.pos == "NOUN" and noun.dep != "pobj")
