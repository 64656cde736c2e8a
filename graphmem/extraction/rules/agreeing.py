"""Clauses that only agree with whoever listens, or answer their kindness."""

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.slots import main_verb
from graphmem.extraction.rules.wordlists import words_of

_TRIED = words_of("shot try go advice suggestion mind laugh blast fun time word tip")
_YOU = frozenset({"you", "your", "yours", "yourself", "ya", "u"})


def only_replies(clause: Clause) -> bool:
    """As in "I'm doing OK, thanks", "I won't stop there", "I'll wait for the link then, thanks"."""
    sentence, finite = clause.sentence, clause.finite
    mine = clause.subject is None or clause.subject.low in ("i", "we")
    if not mine:
        return False
    if any(sentence[i].low in ("thanks", "cheers") for i in clause.words[1:]):
        return True
    low = {sentence[i].low for i in clause.words}
    to_come = finite is not None and finite.low in ("will", "'ll", "wo")
    learned = sentence.child(clause.verb, "dobj")
    if clause.verb.lemma == "learn" and learned is not None and learned.low in ("lot", "lots"):
        more = [*sentence.children(clause.verb, "prep"), *sentence.children(learned, "prep")]
        return not any(t.i in clause.words for t in more)
    if to_come and clause.verb.lemma in ("stop", "quit") and low & {"n't", "not", "never"}:
        return True
    return (
        bool(low & {"potential", "progress"})
        and "we" in low
        and not any(sentence[i].pos == "PROPN" or sentence[i].ent for i in clause.words)
    )


def agrees(clause: Clause, setting: Setting) -> bool:
    """As in "I feel the same way", "Just giving you the heads up"."""
    low = [clause.sentence[i].low for i in clause.words]
    if "heads" in low and low[low.index("heads") :][1:2] == ["up"]:
        return True
    verb = main_verb(clause.sentence, clause.verb)
    mine = clause.subject is None or clause.subject.low in ("i", "we")
    told = clause.sentence.child(verb, "dobj")
    if mine and told is not None and verb.lemma in ("give", "take", "have", "keep", "get"):
        more = clause.sentence.children(told, "prep", "relcl", "acl", "compound")
        more += [
            t for t in clause.sentence.children(verb, "prep", "advcl", "xcomp") if t.i > verb.i
        ]
        timed = setting.times.within([clause.sentence[i] for i in clause.words]) is not None
        if told.lemma in _TRIED and not timed and not any(t.i in clause.words for t in more):
            return True
    if mine and verb.lemma == "agree" and "with" in low:
        return any(clause.sentence[i].low in _YOU for i in clause.words)
    return mine and verb.lemma in ("feel", "think") and "same" in low
