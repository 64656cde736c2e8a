"""Clauses that keep the talk going, and are no news of anybody."""

from graphmem.extraction.rules.agreeing import only_replies
from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.kinds import looks_forward
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.slots import lemma_of, main_verb
from graphmem.extraction.rules.wordlists import FEELINGS, PERSON_NOUNS, words_of
from graphmem.model.parse import SUBJECTS, Sentence, Token

_GOING_ON = words_of(
    "stay go push move try strive fight work shine rock grow do improve learn aim dream plug"
)
_MAYBE = frozenset({"perhaps", "maybe", "probably", "guess", "surely"})
_GUESSED = frozenset({"understand", "imagine", "hear", "see", "get", "know"})
_KNOWN = words_of("know see get remember understand mean imagine want have need")
_AMOUNTS = words_of("while time work effort lot bit courage patience guts practice ages forever")
_WELL = frozenset({"ok", "okay", "fine", "good", "well", "great", "alright"})
_POINTING = frozenset({"that", "those", "this", "these", "such"})
_WILD = words_of("crazy wild hectic tough hard rough great good amazing awesome fun insane intense")
_AIDS = words_of("help support back listen assist cheer root encourage")
_THEIR_OWN = frozenset({"back", "point"})


def is_courtesy(clause: Clause, setting: Setting) -> bool:
    """Whether the clause only greets, promises to write, encourages or guesses."""
    sentence = clause.sentence
    verb = main_verb(sentence, clause.verb)
    return (
        _keeps_in_touch(sentence, verb)
        or _looks_forward_to_more(clause)
        or _follows(clause)
        or _goes_on(sentence, clause, verb)
        or _stands_by(clause, setting, verb)
        or _guesses(clause, setting)
        or _has_no_doer(clause)
        or _presents(clause)
        or only_replies(clause)
    )


def _keeps_in_touch(sentence: Sentence, verb: Token) -> bool:
    """As in "I just wanted to check in", "I'll let you know", "I had to say hi"."""
    particles = {t.low for t in sentence.children(verb, "prt", "advmod", "prep")}
    if verb.lemma in ("check", "catch", "touch") and particles & {"in", "up", "base"}:
        return True
    if verb.lemma in ("fill", "update") and not particles & {"out"}:
        return any(t.low == "you" for t in sentence.children(verb, "dobj"))
    if verb.lemma in ("keep", "cross") and any(
        t.low in ("fingers", "posted") for t in sentence.subtree(verb)
    ):
        return True
    if verb.lemma == "reach" and "out" in particles and "to" not in particles:
        return True
    if verb.lemma == "wish":
        return any(t.low in ("you", "luck") for t in sentence.children(verb, "dobj", "dative"))
    if verb.lemma == "let":
        known = sentence.child(verb, "ccomp", "xcomp")
        return (
            known is not None
            and known.lemma in ("know", "hear")
            and not sentence.children(known, "ccomp")
        )
    told = sentence.child(verb, "dobj", "intj", "dative")
    greeted = words_of("hi hello hey thanks goodbye bye heads")
    return verb.lemma in ("say", "give", "send") and told is not None and told.low in greeted


def _looks_forward_to_more(clause: Clause) -> bool:
    """As in "Can't wait to see what you make", "Can't wait!": the speaker is only polite."""
    sentence, verb = clause.sentence, clause.verb
    if verb.lemma == "look" and any(t.low == "forward" for t in sentence.children(verb, "advmod")):
        return any(t.low in ("hearing", "seeing") for t in sentence.subtree(verb)) and any(
            t.low in ("you", "your") for t in sentence.subtree(verb)
        )
    eager = sentence.child(verb, "acomp") or verb
    hears = sentence.child(eager, "xcomp")
    if eager.low in FEELINGS and hears is not None and hears.lemma in ("hear", "see", "know"):
        return any(t.low in ("you", "your", "it", "that") for t in sentence.subtree(hears))
    if not looks_forward(sentence, verb):
        return False
    inner = sentence.child(verb, "xcomp")
    if any(t.low in ("you", "your", "it", "that") for t in sentence.subtree(verb)):
        return True
    if inner is None:
        return not sentence.children(verb, "prep", "ccomp", "advcl")
    asked = sentence.child(inner, "ccomp")
    told = sentence.child(inner, "dobj")
    return inner.lemma in ("see", "hear", "know") and (
        asked is not None or told is None or told.tag == "PRP"
    )


def _follows(clause: Clause) -> bool:
    """As in "I understand how you feel": the speaker follows what the other says."""
    sentence, verb = clause.sentence, clause.verb
    told = sentence.child(verb, "ccomp", "xcomp")
    if verb.lemma not in _GUESSED or told is None:
        return False
    return any(
        t.low in ("you", "your", "it", "that") and (t.low in ("you", "your") or t.dep in SUBJECTS)
        for t in sentence.subtree(told)
    )


def _goes_on(sentence: Sentence, clause: Clause, verb: Token) -> bool:
    """As in "I'll keep going", "We'll keep pushing": with what, it does not say."""
    kept = [sentence[i] for i in clause.words if i <= verb.i]
    if not any(t.lemma in ("keep", "hang", "carry", "press") for t in kept):
        return False
    inner = sentence.child(verb, "xcomp", "pcomp") or verb
    if inner.lemma not in _GOING_ON | {"keep", "hang", "carry", "press"}:
        return False
    return not any(
        t.pos in ("NOUN", "PROPN") and t.i in clause.words and t.i > clause.verb.i for t in sentence
    )


def _stands_by(clause: Clause, setting: Setting, verb: Token) -> bool:
    """As in "I've got your back", "I'm here for you"."""
    sentence = clause.sentence
    had = sentence.child(clause.verb, "dobj") or sentence.child(verb, "dobj")
    if had is not None and had.low in _THEIR_OWN and sentence.children(had, "poss"):
        return True
    if _is_at_hand(clause, setting):
        return True
    if verb.lemma != "be" or not any(
        t.low in ("here", "there", "always") for t in sentence.children(verb, "advmod")
    ):
        return False
    return any(
        any(t.low in ("you", "ya", "u") for t in sentence.children(prep, "pobj"))
        for holder in (verb, *sentence.children(verb, "advmod"))
        for prep in sentence.children(holder, "prep")
        if prep.low == "for"
    )


def _is_at_hand(clause: Clause, setting: Setting) -> bool:
    """As in "Always happy to help", "I'm here to support you", "I'm doing fine"."""
    sentence, verb, subject = clause.sentence, clause.verb, clause.subject
    mine = subject is None or subject.low == "i"
    words = [sentence[i] for i in clause.words]
    told_well = sentence.child(verb, "dobj")
    if mine and verb.lemma == "do" and (told_well is None or told_well.low in _WELL):
        return any(t.low in _WELL for t in words) and not setting.things
    helps = [t for t in words if t.lemma in _AIDS]
    ready = any(t.low in ("here", "happy", "glad") for t in words)
    told = [t.low for one in helps for t in sentence.children(one, "dobj", "prep", "prt")]
    is_so = verb.lemma == "be" or verb.pos == "ADJ"
    return mine and is_so and ready and bool(helps) and set(told) <= {"you", "out", "on", "for"}


def _guesses(clause: Clause, setting: Setting) -> bool:
    """As in "Perhaps you know this game", "You must be tired"."""
    subject, sentence = clause.subject, clause.sentence
    if subject is None or subject.low != "you" or subject.i not in setting.meant:
        return False
    told = sentence.child(clause.verb, "dobj")
    if told is not None and {t.low for t in sentence.children(told, "det")} & _POINTING:
        return True  # "You really met those challenges" tells nothing that was not said before
    beside = {t.low for t in sentence.children(clause.verb, "advmod", "aux")}
    if beside & (_MAYBE | {"must", "might", "may", "should"}):
        return True
    finite = clause.finite
    now = finite is not None and finite.i == clause.verb.i and finite.tag in ("VBP", "VB")
    return now and clause.verb.lemma in _KNOWN - {"want", "have", "need"}


def _has_no_doer(clause: Clause) -> bool:
    """As in "Really made me proud", "Took a while": it was not the speaker who did it."""
    if clause.subject is not None:
        return False
    sentence, verb = clause.sentence, clause.verb
    being = main_verb(sentence, verb)
    what = sentence.child(being, "attr") if being.lemma == "be" else None
    if what is not None and verb.low in ("gon", "been") and what.lemma not in PERSON_NOUNS:
        return True  # "Gonna be a great night"
    if lemma_of(verb) == "be" and _is_how_it_was(clause):
        return True
    if clause.bare:
        return verb.low == "loving"
    told = sentence.child(verb, "dobj")
    inner = sentence.child(verb, "ccomp", "xcomp")
    mine = any(t.low in ("me", "us") for t in sentence.children(verb, "dobj", "dative"))
    mine = mine or (
        inner is not None and any(t.low in ("me", "us") for t in sentence.children(inner, "nsubj"))
    )
    if mine and verb.lemma not in ("let", "see", "hear"):
        return True
    return verb.lemma in ("take", "cost", "need") and told is not None and told.low in _AMOUNTS


def _is_how_it_was(clause: Clause) -> bool:
    """As in "Been crazy", "Last week was wild": things were so, and not the speaker."""
    told = clause.sentence.child(clause.verb, "acomp")
    if told is None:
        return False
    return told.low in _WILD or (not clause.bare and clause.verb.tag in ("VBD", "VBZ"))


def _presents(clause: Clause) -> bool:
    """As in "Here is the book that helped me": shown, and nothing said of it."""
    first = clause.sentence[clause.words[0]]
    return first.low == "here" and clause.verb.lemma == "be"


def points_only(clause: Clause) -> bool:
    """As in "Those reminders really help": at what was said, with nothing new."""
    subject, sentence = clause.subject, clause.sentence
    if subject is None:
        return False
    if _comes_and_goes(clause, subject):
        return True
    if any(
        t.low in _POINTING and t.dep == "pobj" and sentence.head(t).low == "like"
        for t in sentence.subtree(subject)
    ):
        return True  # "Moments like these matter"
    marks = {t.low for t in sentence.children(subject, "det")}
    rest = [
        sentence[i]
        for i in clause.words
        if i not in {t.i for t in sentence.subtree(subject)}
        and sentence[i].pos in ("NOUN", "PROPN", "VERB", "ADJ", "NUM")
    ]
    return bool(marks & _POINTING) and len(rest) < 2


def _comes_and_goes(clause: Clause, subject: Token) -> bool:
    """As in "Challenges will come", "All the work paid off"."""
    sentence, verb = clause.sentence, clause.verb
    bare = not sentence.children(subject, "det", "poss", "nummod", "prep", "compound")
    if subject.pos != "NOUN" or subject.lemma in PERSON_NOUNS or subject.tag == "VBG":
        return False
    if not bare and subject.lemma not in ("work", "effort", "time"):
        return False
    behind = [t for t in sentence.children(verb) if t.i > verb.i and t.dep not in ("punct", "prt")]
    return not any(t.i in clause.words for t in behind) and not sentence.children(subject, "poss")
