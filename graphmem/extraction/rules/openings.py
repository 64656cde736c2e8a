"""What sort of clause it is: an opening without a subject, a meeting, a time, an aside."""

from graphmem.extraction.rules.tree import finite_word, own_subject
from graphmem.extraction.rules.trim import outer_marks
from graphmem.extraction.rules.verbs import SAME_IN_THE_PAST
from graphmem.extraction.rules.wordlists import FIRST_PERSON_BARE, SAYING, TIME_LABELS
from graphmem.model.parse import SUBJECTS, Sentence, Token

_UNSURE = frozenset({"it", "that", "this", "they", "these", "those", "which", "you", "we"})
PAST_ONLY = frozenset(
    {"got", "went", "made", "took", "saw", "had", "came", "bought", "did", "lost", "found", "met",
     "won", "left", "gave", "told", "tried"}
)  # fmt: skip
_OWN_STATES = frozenset(
    {"want", "feel", "like", "know", "think", "have", "need", "remember", "see", "get", "mind"}
)
_DASHES = frozenset({"-", "–", "—", "--"})


def is_meeting(sentence: Sentence, verb: Token) -> bool:
    """As in "See you tomorrow at the pier": where and when."""
    whom = sentence.child(verb, "dobj")
    places = [t for t in sentence.children(verb, "prep") if t.low in ("at", "in", "on")]
    when = any(t.ent in TIME_LABELS for t in sentence)
    return whom is not None and whom.low == "you" and when and bool(places)


def is_bidden(sentence: Sentence, verb: Token, auxiliary: Token | None) -> bool:
    """As in "Don't miss it!": the other is told not to; "Don't feel like it" is the speaker's."""
    if auxiliary is None or auxiliary.lemma != "do" or auxiliary.tag not in ("VB", "VBP"):
        return False
    return sentence.child(verb, "neg") is not None and verb.lemma not in _OWN_STATES


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


def opening_verb(sentence: Sentence, verb: Token, subject: Token) -> Token | None:
    """The verb of "Just got back from Rome, it was fun": what the speaker did, told first."""
    if subject.low not in _UNSURE:
        return None
    first = next((t for t in sentence.children(verb, "advcl", "ccomp") if t.i < subject.i), None)
    if first is None or own_subject(sentence, first) is not None:
        return None
    below = sentence.subtree(first)
    helped = sentence.children(first, "aux", "auxpass")
    been = first.low == "been" or any(t.low == "been" for t in helped)
    before = [t for t in below if t.i < first.i and t.pos not in ("ADV", "INTJ", "PUNCT", "AUX")]
    done = first.tag == "VBD" or first.low in PAST_ONLY or been
    marked = sentence.child(first, "mark") is not None
    return first if done and not before and not marked else None


def reporter_of(sentence: Sentence, head: Token) -> Token | None:
    """The verb that tells what hangs on ``head``: "says", "wanted to let you know"."""
    if head.lemma in SAYING and own_subject(sentence, head) is not None:
        return head
    above = sentence.head(head)
    following = [t.low for t in sentence.tokens[head.i + 1 : head.i + 3]]
    if head.lemma == "let" and following == ["you", "know"]:
        above = head
    elif head.lemma != "know" or above.lemma != "let":
        return None
    if any(t.low == "me" for t in sentence.children(head, *SUBJECTS)):
        return None  # "let me know if you come" tells nothing
    while above.dep in ("xcomp", "ccomp"):
        above = sentence.head(above)
    return above


def is_predicate(token: Token) -> bool:
    """Whether a clause may begin with this word as its verb."""
    if token.dep == "ROOT":
        likes = token.low in FIRST_PERSON_BARE and token.i == 0  # "Love hearing the waves"
        return token.pos in ("VERB", "AUX") or token.low == "gon" or likes
    if token.dep == "dep":  # the parser could not say; a past form is one more thing done
        return token.tag == "VBD" and token.i > token.head
    return token.pos in ("VERB", "AUX") and token.dep in (
        "conj", "ccomp", "advcl", "relcl", "parataxis"
    )  # fmt: skip


def behind_name(sentence: Sentence, verb: Token, subject: Token) -> Token | None:
    """The "trip" of "Hey Bo, that trip was wild", where the name was taken for the subject."""
    if subject.pos != "PROPN" or any(t.pos != "INTJ" for t in sentence.tokens[: subject.i]):
        return None
    rest = sentence.tokens[subject.i + 1 : verb.i]
    if len(rest) < 3 or rest[0].text != "," or rest[1].low not in ("that", "this", "the", "my"):
        return None
    return rest[2] if subject.i else None
