"""Finds the clause of a question that asks, by its parse; pure."""

from graphmem.language.words import words
from graphmem.model.parse import SUBJECTS, Parsed, Sentence, Token

INTERROGATIVES = frozenset({"what", "which", "who", "whom", "whose", "when", "where", "why", "how"})
_BESIDE = frozenset({"CCONJ", "INTJ", "ADV", "PUNCT"})  # these say nothing of what is asked
_ASKING = frozenset({"you", "we", "i"})  # who is asked, and who asks


def asks_within(text: str) -> bool:
    """Whether a word that asks stands in a text, but not first: then the parse tells where."""
    first, *rest = words(text) or [""]
    return first not in INTERROGATIVES and not INTERROGATIVES.isdisjoint(rest)


def asking_clause(asked: Parsed) -> str:
    """The question from the phrase on that asks; the whole text where that is all of it.

    So it is of "so when …" and "Hi, who …", and where the clause is what somebody is asked to tell
    ("Tell me where …") or whether they, or who asks, know ("Do you know when …", "I'd like to know
    who …"). "Does Ana know who …" and "Were you there when …" ask something else.
    """
    for sentence in asked.sentences:
        asking = next(filter(_is_interrogative, sentence), None)
        if asking is not None:
            begin = asking.i
            while begin and sentence[begin - 1].tag == "IN":  # "until when", "in which year"
                begin -= 1
            beside = all(one.pos in _BESIDE for one in sentence.tokens[:begin])
            if beside or _is_wanted(sentence, asking):
                return asked.text[sentence[begin].start :]
        if asking is not None or sentence[-1].text == "?":
            break
    return asked.text


def _is_interrogative(token: Token) -> bool:
    return token.tag.startswith("W") and token.low in INTERROGATIVES


def _is_wanted(sentence: Sentence, asking: Token) -> bool:
    """Whether the clause of this word is what somebody is asked to tell, or is known by them."""
    above = [asking, *sentence.ancestors(asking)]
    clause = next((one for one in above if one.pos in ("VERB", "AUX")), asking)
    verb = sentence.head(clause)
    if clause.dep == "pcomp":  # "know since when …"
        verb = sentence.head(verb)
    elif clause.dep not in ("ccomp", "advcl"):
        return False
    while verb.dep == "xcomp":  # "like to know"
        verb = sentence.head(verb)
    if verb.dep != "ROOT":
        return False
    subject = sentence.child(verb, "nsubj")
    if subject is None:
        # An imperative: "Tell me where …".
        return verb.tag == "VB" and sentence.child(verb, *SUBJECTS, "aux") is None
    return clause.dep != "advcl" and subject.low in _ASKING
