"""Clauses that the tree has put together wrongly, which cannot be told as they are."""

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.openings import is_bidden
from graphmem.extraction.rules.tree import own_subject
from graphmem.extraction.rules.wordlists import FEELINGS, FIRST_PERSON_BARE

_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_STOPS = frozenset({",", "-", "–", "—", ";", ":", "!", "."})
_BELOW = ("ccomp", "relcl", "advcl", "xcomp", "aux", "auxpass", "pcomp", "acl")
_OF_A_CLAUSE = frozenset({"mean", "lead", "make", "help", "show", "allow", "let", "give", "keep"})


def is_broken(clause: Clause) -> bool:
    """Whether what the clause would say is not what was said."""
    return (
        _cut_from_subject(clause)
        or _inverted(clause)
        or _two_finite(clause)
        or _compared(clause)
        or _is_a_feeling(clause)
        or _shares_what_follows(clause)
        or _doing_is_subject(clause)
        or _object_lost(clause)
        or _disagrees(clause)
        or _is_what_was_told(clause)
        or (clause.role == "relative" and _which_is_all(clause))
    )


def _cut_from_subject(clause: Clause) -> bool:
    """As in "Small step, but feels like progress": what stands before "but" is no subject."""
    subject = clause.subject
    if subject is None or subject.i > clause.verb.i or clause.role == "conj":
        return False
    sentence = clause.sentence
    if subject.i == 0 and subject.low in FIRST_PERSON_BARE:
        return True  # "Love rowing with people who are as keen": a verb taken for a noun
    if subject.low == "me" and not sentence.children(subject, "conj"):
        return True  # "everybody cheers, me included"
    if subject.i > 1 and sentence[subject.i - 1].low == "like" and subject.tag == "PRP":
        return True  # "Friends like you make a difference"
    last = sentence.subtree(subject)[-1].i
    between = [sentence[i] for i in range(min(last, clause.verb.i) + 1, clause.verb.i)]
    return any(
        t.low in ("but", "and", "so") and t.dep == "cc" and t.head == clause.verb.i for t in between
    )


def _doing_is_subject(clause: Clause) -> bool:
    """As in "Finding a way to help matters": what is done is no deed of the speaker's."""
    verb, sentence = clause.verb, clause.sentence
    if clause.subject is not None or verb.tag != "VBG" or sentence.child(verb, "aux"):
        return False
    after = sentence.tokens[verb.i + 1 :]
    if sentence[clause.words[-1]].low in ("matters", "counts", "helps"):
        return True
    stop = next((t.i for t in after if t.text in _STOPS), len(sentence))
    for token in after:
        if token.i >= stop:
            break
        following = sentence[token.i + 1].low if token.i + 1 < len(sentence) else ""
        if token.low == "'s" and following in ("a", "an", "the", "so"):
            return True  # "the right kiln's a tough job"
        if token.tag == "VBZ" and token.dep not in _BELOW:
            beside = sentence.children(token, "nsubj", "nsubjpass")
            if not beside or any(t.dep == "cc" for t in sentence.tokens[verb.i + 1 : beside[0].i]):
                return True
        if token.tag == "VBZ" and token.dep in ("ccomp", "relcl") and (
            sentence.child(token, "acomp") and not sentence.children(token, "nsubj")
        ):  # fmt: skip
            return True
    return False


def _object_lost(clause: Clause) -> bool:
    """Whether what it was done to has been cut away, as a word of talk."""
    if clause.role == "relative" or clause.joined:
        return False
    told = clause.sentence.children(clause.verb, "dobj")
    return any(t.i not in clause.words and t.tag not in ("WDT", "WP") for t in told)


def _disagrees(clause: Clause) -> bool:
    """As in "I steer the boat and our race is next week", where the tree has "I is"."""
    verb, subject, sentence = clause.verb, clause.subject, clause.sentence
    if subject is None:
        return is_bidden(sentence, verb, sentence.child(verb, "aux"))
    if subject.low in ("y'", "y’"):
        return True
    if clause.role == "conj" and own_subject(sentence, verb) is None:
        first = sentence.head(verb)
        modal = any(t.tag == "MD" for t in sentence.children(first, "aux"))
        if modal and clause.shared_aux is None and verb.tag == "VBP":
            return True  # "I should rest, at least lie down"
        finite = clause.finite
        mine = subject.low in ("i", "we", "you", "they")
        return mine and finite is not None and finite.tag == "VBZ"
    bare = verb.tag == "VB" and clause.finite is verb and clause.role == "main"
    one = subject.tag == "NN" and not sentence.children(subject, "conj")
    return bare and one and subject.i < verb.i  # "a dream come true"


def _is_what_was_told(clause: Clause) -> bool:
    """As in "... reminding me I'm not alone": it is only what somebody else tells."""
    subject, sentence = clause.subject, clause.sentence
    if subject is None or clause.role != "main" or subject.i < 2:
        return False
    whom, teller = sentence[subject.i - 1], sentence[subject.i - 2]
    return whom.low in ("me", "us") and teller.lemma in ("remind", "tell", "show", "teach")


def _inverted(clause: Clause) -> bool:
    """As in "so does having friends around", "neither was the other"."""
    first = min(clause.own)
    before = {t.low for t in clause.sentence.tokens[max(first - 1, 0) : clause.verb.i]}
    finite, subject = clause.finite, clause.subject
    if subject is not None and finite is not None and finite.i < subject.i < clause.verb.i:
        return True  # "wow, was I glad"
    return bool(before & {"so", "neither", "nor"}) and (
        clause.verb.low in ("does", "do", "did")
        or (clause.subject is not None and clause.subject.i > clause.verb.i)
    )


def _which_is_all(clause: Clause) -> bool:
    """As in "They like the hats, which means I sell more": not the hats mean it."""
    verb, subject = clause.verb, clause.subject
    if subject is None or subject.i != verb.head:
        return False
    if verb.lemma in _OF_A_CLAUSE:
        return True
    plural = subject.tag in ("NNS", "NNPS")
    finite = clause.finite
    return finite is not None and finite.tag == "VBZ" and plural


def _compared(clause: Clause) -> bool:
    """As in "people who are as keen as I am about boats": the rest belongs to the others."""
    verb = clause.verb
    return (
        clause.role == "adverbial"
        and verb.pos == "AUX"
        and any(t.low in ("as", "than") for t in clause.sentence.children(verb, "mark"))
    )


def _is_a_feeling(clause: Clause) -> bool:
    """As in "I'm a mix of happy and scared to go": the tree took an adjective for a verb."""
    verb = clause.verb
    return (
        clause.role == "conj"
        and verb.low in FEELINGS
        and verb.tag in ("VBD", "VBN")
        and clause.shared_aux is None
        and clause.sentence.child(verb, "dobj", "aux", "auxpass", "nsubj") is None
    )


def _shares_what_follows(clause: Clause) -> bool:
    """As in "We trust and rely on one another": whom is said only after the next verb."""
    verb, sentence = clause.verb, clause.sentence
    if verb.i + 2 >= len(sentence) or verb.i != clause.words[-1] or verb.pos != "VERB":
        return False
    link, second = sentence[verb.i + 1], sentence[verb.i + 2]
    return link.dep == "cc" and second.pos == "VERB" and second.head == verb.i


def _two_finite(clause: Clause) -> bool:
    """Whether the verb stands beside another finite verb that nothing links to it."""
    verb, sentence = clause.verb, clause.sentence
    after = sentence[verb.i + 1] if verb.i + 1 < len(sentence) else verb
    return (
        after.tag in ("VBZ", "VBD", "MD")
        and verb.tag in _FINITE
        and after.pos in ("VERB", "AUX")
        and verb.pos == "AUX"
        and after.dep not in ("aux", "auxpass", "ccomp", "relcl")
    )
