"""Which way a clause looks: back to what was, or ahead to what is to come.

Tense and mood decide, as the parse has them. A bare date ("on 12 June") beside a past tense is the
last one, beside a present, a modal or an imperative the next one, and else the nearest.
"""

from enum import StrEnum

from graphmem.model.parse import SUBJECTS, Sentence, Token

_AUXILIARY = ("aux", "auxpass")
_COMPLEMENT = frozenset({"xcomp", "ccomp", "advcl", "acl", "pcomp", "csubj", "dep"})
_WILL = frozenset({"will", "shall", "'ll", "wo", "sha"})
_PAST_MODALS = frozenset({"would", "could", "might", "should", "'d"})


class Outlook(StrEnum):
    """Past, still to come, or neither by its grammar."""

    PAST = "past"
    COMING = "coming"
    UNKNOWN = "unknown"


def outlook(sentence: Sentence, head: Token) -> Outlook:
    """Which way the clause with this head looks."""
    if not is_clause_head(head):
        return Outlook.UNKNOWN
    auxiliaries = sentence.children(head, *_AUXILIARY)
    modal = next((one for one in auxiliaries if one.tag == "MD"), None)
    if modal is not None:
        return _modal(sentence, head, modal, auxiliaries)
    finite = next((one for one in (*auxiliaries, head) if one.tag in ("VBD", "VBP", "VBZ")), None)
    if finite is None:
        return _not_finite(sentence, head, auxiliaries)
    if finite.tag == "VBD":
        return Outlook.COMING if _is_condition(sentence, head) else Outlook.PAST
    return Outlook.PAST if is_perfect(sentence, head) else Outlook.COMING


def is_clause_head(token: Token) -> bool:
    """Whether it is a verb with a clause of its own."""
    return token.pos in ("VERB", "AUX") and token.dep not in _AUXILIARY


def is_perfect(sentence: Sentence, head: Token) -> bool:
    """Whether it is a perfect: "has left". "Have got" is a present."""
    auxiliaries = sentence.children(head, *_AUXILIARY)
    has = next((one for one in auxiliaries if _is_have(one)), None)
    if has is None or has.tag == "VBD":
        return False
    passive = any(one.dep == "auxpass" for one in auxiliaries)
    return head.low != "got" or passive


def _modal(sentence: Sentence, head: Token, modal: Token, auxiliaries: list[Token]) -> Outlook:
    if any(_is_have(one) for one in auxiliaries):  # "should have sent", but "will have sent"
        return Outlook.COMING if modal.low in _WILL else Outlook.PAST
    if modal.low == "'d" and head.tag == "VBN" and head.dep != "conj":  # "we'd gone"
        return Outlook.PAST
    reported = modal.low in _PAST_MODALS and _governor(sentence, head) is Outlook.PAST
    return Outlook.UNKNOWN if reported else Outlook.COMING


def _not_finite(sentence: Sentence, head: Token, auxiliaries: list[Token]) -> Outlook:
    """Of infinitives, participles, imperatives and coordinated verbs."""
    if any(_is_have(one) for one in auxiliaries):
        return Outlook.PAST
    if head.dep == "conj":
        return outlook(sentence, sentence.head(head))
    above = _governor(sentence, head)
    causative = head.dep in ("ccomp", "xcomp") and sentence.child(head, *SUBJECTS) is not None
    if head.tag == "VBN" and not causative:  # "we have it done in June"
        # "The parcel posted on the 3rd" has been; "whatever is posted after the 3rd" may be.
        return Outlook.UNKNOWN if above is Outlook.COMING else Outlook.PAST
    if head.dep in _COMPLEMENT:
        gone = above is Outlook.PAST and head.tag == "VBG" and head.dep != "acl"
        return above if above and (gone or above is Outlook.COMING) else Outlook.UNKNOWN
    return Outlook.COMING if head.tag in ("VB", "VBG") else Outlook.UNKNOWN


def _governor(sentence: Sentence, head: Token) -> Outlook | None:
    """The outlook of the clause that this one is a part of."""
    if head.dep not in _COMPLEMENT:
        return None
    above = next((one for one in sentence.ancestors(head) if is_clause_head(one)), None)
    return None if above is None else outlook(sentence, above)


def _is_condition(sentence: Sentence, head: Token) -> bool:
    """Whether it is the condition of what would be: "if you were free on the 21st, we could …"."""
    mark = sentence.child(head, "mark")
    if mark is None or mark.low != "if" or any(map(_is_have, sentence.children(head, "aux"))):
        return False
    above = sentence.children(sentence.head(head), "aux")
    return any(one.tag == "MD" for one in above) and not any(map(_is_have, above))


def _is_have(token: Token) -> bool:
    return token.lemma in ("have", "'ve") or (token.low == "'d" and token.tag == "VBD")
