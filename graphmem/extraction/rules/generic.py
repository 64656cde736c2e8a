"""Where "you" means anybody, and not who listens."""

from collections.abc import Iterable

from graphmem.extraction.rules.wordlists import HELPING
from graphmem.model.parse import SUBJECTS, Sentence, Token

_GENERIC_AUX = frozenset({"can", "ca", "must", "need"})


def generic(token: Token, sentence: Sentence) -> bool:
    """Whether "you" means anybody: "you never know", "you have to", "when you make it"."""
    if (token.dep in SUBJECTS and helped(token, sentence)) or _below_things(token, sentence):
        return True
    if token.dep not in SUBJECTS:
        if token.dep in ("dobj", "dative") and helped(token, sentence):
            return True
        if token.low == "your" and _likens(sentence):
            return True
        if token.low == "your" and _of_things(sentence):
            return True
        above: Iterable[Token] = list(sentence.ancestors(token))
        if any(one.dep == "relcl" and one.tag in ("VBP", "VBZ") for one in above):
            return True
        return any(
            child.low in ("you", "one") and generic(child, sentence)
            for one in above
            for child in sentence.children(one, "nsubj")
        )
    verb = sentence.head(token)
    if any(t.i < token.i for t in sentence.children(verb, "aux")):
        return False
    told = sentence.children(sentence.head(verb), "nsubj") if verb.dep == "ccomp" else []
    if any(t.low == "i" for t in told):
        return False  # "I imagine how you must feel" is said of the addressee
    marks = {child.low for child in sentence.children(verb, "mark", "advmod", "aux", "neg")}
    asks = sentence.tokens[-1].text.endswith("?")
    above = sentence.children(sentence.head(verb), "nsubj") if verb.dep == "advcl" else []
    if any(t.low == "you" for t in above):
        return generic(above[0], sentence)  # "you look happy when you dance"
    if (verb.dep == "relcl" and verb.tag not in ("VBD", "VBG") and not asks) or marks & {
        "never",
        "when",
        "whenever",
        "wherever",
        "everywhere",
        "anywhere",
        "once",
        "until",
    }:
        return True
    if verb.low in ("have", "need", "got", "gotta") and sentence.child(verb, "xcomp"):
        return True
    return bool(marks & _GENERIC_AUX) and not marks & {"'d", "would"}


def _below_things(token: Token, sentence: Sentence) -> bool:
    """As in "Pets are great at making you feel loved"."""
    below = token.low == "you" and sentence.head(token).i != sentence.root.i
    return below and _of_things(sentence)


def _likens(sentence: Sentence) -> bool:
    """As in "It's like finding your way home": so it is for anybody."""
    verb = sentence.root
    subject = next(iter(sentence.children(verb, "nsubj")), None)
    like = [t for t in sentence.children(verb, "prep") if t.low == "like"]
    return (
        subject is not None
        and subject.low in ("it", "that")
        and verb.lemma in ("be", "feel", "'s")
        and any(t.tag == "VBG" for one in like for t in sentence.children(one, "pcomp"))
    )


def _of_things(sentence: Sentence) -> bool:
    """As in "Yoga is good for your back": always so, of a thing at large."""
    verb = sentence.root
    subject = next(iter(sentence.children(verb, "nsubj", "csubj")), None)
    may = any(t.low in _GENERIC_AUX for t in sentence.children(verb, "aux"))
    if subject is None or not (may or verb.tag in ("VBZ", "VBP")) or subject.ent:
        return False
    at_large = subject.pos == "NOUN" and not sentence.children(subject, "det", "poss", "nummod")
    return at_large or subject.dep == "csubj"


def helped(token: Token, sentence: Sentence) -> bool:
    """As in "It helps you relax": said of anybody, where a thing does it, always."""
    verb = sentence.head(token)
    if verb.lemma not in HELPING and verb.dep in ("ccomp", "xcomp"):
        verb = sentence.head(verb)
    if verb.lemma not in HELPING or verb.tag not in ("VBZ", "VBP", "VB"):
        return False
    subjects = sentence.children(verb, "nsubj", "csubj")
    while not subjects and verb.dep == "conj":
        verb = sentence.head(verb)
        subjects = sentence.children(verb, "nsubj", "csubj")
    return (
        bool(subjects)
        and all(
            one.i != token.i and one.low not in ("i", "we", "he", "she", "they") for one in subjects
        )
        and not sentence.children(subjects[0], "poss")
    )


def several(token: Token, sentence: Sentence) -> bool:
    """As in "both of you", "you two": not the addressee alone."""
    before = [t.low for t in sentence.tokens[max(token.i - 2, 0) : token.i]]
    after = sentence[token.i + 1].low if token.i + 1 < len(sentence) else ""
    return (before[-1:] == ["of"] and before[0] in ("both", "all", "each", "two")) or (
        after in ("two", "both")
    )
