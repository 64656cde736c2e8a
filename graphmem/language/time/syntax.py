"""Tense and syntax around a time expression, from a parse or from the words around it."""

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Literal

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
    """Outlook of the clause with this head."""
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
    """Tells whether it is a verb with a clause of its own."""
    return token.pos in ("VERB", "AUX") and token.dep not in _AUXILIARY


def is_perfect(sentence: Sentence, head: Token) -> bool:
    """Tells whether it is a perfect: "has left". "Have got" is a present."""
    auxiliaries = sentence.children(head, *_AUXILIARY)
    passive = any(one.dep == "auxpass" for one in auxiliaries)
    been = any(one.low == "been" for one in (head, *auxiliaries))
    has = next((one for one in auxiliaries if _is_have(one)), None)
    if has is None:  # "she's been ill"
        return been and any(one.tag == "VBZ" for one in auxiliaries)
    if has.tag == "VBD":
        return False
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
    own = head.dep in ("ccomp", "xcomp") and sentence.child(head, *SUBJECTS) is not None
    infinitive = any(one.tag == "TO" for one in auxiliaries)
    if own and not infinitive and sentence.child(head, "mark") is None:
        return above or Outlook.UNKNOWN  # "we had it done in June", "I saw him leave on Monday"
    if head.tag == "VBN" and not own:
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


# What a parse tells of a time expression: which way its clause looks, what it hangs on.

_MODIFIERS = frozenset({"compound", "amod", "nummod", "nmod", "poss"})
_WEAK = frozenset({"det", "punct"})
_GOAL = frozenset({"for", "to"})
_ORIGIN = frozenset({"from", "of"})


class Syntax:
    """The parse of a text, asked by places in it; ``offset`` is where the text begins in it."""

    def __init__(self, sentences: Sequence[Sentence], *, offset: int = 0) -> None:
        self._sentences = tuple(sentences)
        self._offset = offset

    def outlook(self, start: int, end: int) -> Outlook:
        """Outlook of the clause in which the expression stands."""
        sentence, top = self._top(start, end)
        if sentence is None or top is None:
            return Outlook.UNKNOWN
        if _follows_since(sentence, top, start + self._offset):
            return Outlook.PAST
        head = _clause_head(sentence, top)
        if head is None or _is_apposed(sentence, top, start + self._offset):
            return Outlook.UNKNOWN
        looks = outlook(sentence, head)
        preposition = _preposition(sentence, top)
        if preposition is None:
            return looks
        if preposition.low in _GOAL and looks is Outlook.PAST:
            return Outlook.COMING if is_perfect(sentence, head) else Outlook.UNKNOWN
        if preposition.low in _ORIGIN and _is_origin(sentence, preposition):
            return Outlook.UNKNOWN
        return looks

    def follows_since(self, start: int, end: int) -> bool:
        """Tells whether it says since when, which has begun."""
        sentence, top = self._top(start, end)
        if sentence is None or top is None:
            return False
        return _follows_since(sentence, top, start + self._offset)

    def is_until_now(self, start: int, end: int) -> bool:
        """Tells whether a length lasts until now: in a perfect, or with "now" in no future."""
        sentence, top = self._top(start, end)
        head = None if sentence is None or top is None else _clause_head(sentence, top)
        if sentence is None or top is None or head is None:
            return False
        auxiliaries = sentence.children(head, *_AUXILIARY)
        while _shares_auxiliary(sentence, head):  # "I've lived and worked here for …"
            head = sentence.head(head)
            auxiliaries = sentence.children(head, *_AUXILIARY)
        if any(one.tag in ("MD", "VBD") for one in (head, *auxiliaries)):
            return False
        last = [one for one in sentence if one.end <= end + self._offset][-1]
        if last.low in ("now", "already"):
            return True
        preposition = _preposition(sentence, top)
        of_a_thing = preposition is not None and sentence.head(preposition).pos == "NOUN"
        return is_perfect(sentence, head) and not of_a_thing

    def is_one_sentence(self, start: int, end: int) -> bool:
        """Tells whether a stretch of text lies within one sentence."""
        first, last = start + self._offset, end + self._offset
        return any(one.start <= first and last <= one.end for one in self._sentences)

    def outlook_beside(self, start: int, end: int) -> Outlook:
        """Outlook of the sentence before it, or else after it, where it has no verb."""
        sentence, top = self._top(start, end)
        if sentence is None or top is None or _clause_head(sentence, top) is not None:
            return Outlook.UNKNOWN
        index = self._sentences.index(sentence)
        for other in (*self._sentences[:index][-1:], *self._sentences[index + 1 : index + 2]):
            looks = outlook(other, other.root)
            if looks is not Outlook.UNKNOWN:
                return looks
        return Outlook.UNKNOWN

    def is_origin(self, start: int, end: int) -> bool:
        """True if it says where something is from ("photos from August"), not from when on."""
        sentence, top = self._top(start, end)
        if sentence is None or top is None:
            return False
        preposition = _preposition(sentence, top)
        return preposition is not None and _is_origin(sentence, preposition)

    def is_modifier(self, start: int, end: int) -> bool:
        """Tells whether it only says of what sort a thing is: "a Sunday roast", "the 5th floor"."""
        sentence, top = self._top(start, end)
        if sentence is None or top is None or top.dep not in _MODIFIERS:
            return False
        head = sentence.head(top)
        return (
            head.i > top.i and head.pos in ("NOUN", "PROPN", "PRON") and self._begins(head) >= end
        )

    def is_date(self, start: int, end: int, *, adverbial: bool = False) -> bool:
        """True if it is named as a date, and no part of a name or of another word's phrase."""
        sentence, top = self._top(start, end)
        if sentence is None or top is None or top.ent != "DATE":
            return False
        named = any(one.pos == "PROPN" for one in sentence.children(top, "compound"))  # "Dr March"
        if named or top.dep in _MODIFIERS:
            return False
        return adverbial or top.dep not in ("npadvmod", "det")

    def is_day(self, start: int, end: int) -> bool:
        """Tells whether an ordinal stands for a day: a noun of its own, and no name."""
        sentence, top = self._top(start, end)
        if sentence is None or top is None or top.ent not in ("DATE", "ORDINAL", "CARDINAL", ""):
            return False
        return top.dep not in (*_MODIFIERS, "advmod", "acomp", "npadvmod")

    def is_any_adverb(self, start: int, end: int, test: Callable[[str], bool]) -> bool:
        """Tells whether an adverb of the expression's clause is such a one."""
        sentence, top = self._top(start, end)
        head = None if sentence is None or top is None else _clause_head(sentence, top)
        if sentence is None or head is None:
            return False
        return any(test(one.low) for one in sentence.children(head, "advmod", "neg"))

    def is_timeless(self, start: int, end: int) -> bool:
        """Tells whether its clause tells in the simple present how things are."""
        sentence, top = self._top(start, end)
        head = None if sentence is None or top is None else _clause_head(sentence, top)
        if sentence is None or head is None:
            return False
        return head.tag in ("VBP", "VBZ") and sentence.child(head, "aux") is None

    def is_change(self, start: int, end: int) -> bool:
        """True if "from A to B" moves a thing from A to B: it follows what the verb is done to."""
        sentence, top = self._top(start, end)
        head = None if sentence is None or top is None else _clause_head(sentence, top)
        if sentence is None or top is None or head is None or top.i < head.i:
            return False
        done_to = [*sentence.children(head, "dobj"), *sentence.children(head, "nsubjpass")]
        return any(one.i < top.i for one in done_to)

    def _top(self, start: int, end: int) -> tuple[Sentence | None, Token | None]:
        """The word of the expression that the others hang on."""
        first, last = start + self._offset, end + self._offset
        for sentence in self._sentences:
            inside = [one for one in sentence if one.start < last and first < one.end]
            if inside:
                places = {one.i for one in inside}
                tops = [one for one in inside if one.head == one.i or one.head not in places]
                return sentence, next((one for one in tops if one.dep not in _WEAK), tops[0])
        return None, None

    def _begins(self, token: Token) -> int:
        return token.start - self._offset


def _clause_head(sentence: Sentence, token: Token) -> Token | None:
    """The verb of the clause that a word stands in."""
    chain = (token, *sentence.ancestors(token))
    return next((one for one in chain if is_clause_head(one)), None)


def _is_apposed(sentence: Sentence, top: Token, start: int) -> bool:
    """Whether it says when what a noun names is, by a comma after it: "for Bremen, 11 May".

    So does what stands in a phrase set apart before its clause: "1,400 from June, he says".
    """
    before = [one for one in sentence if one.end <= start][-2:]
    numbered = any(one.tag == "CD" for one in (top, *sentence.children(top, "nummod")))
    if top.dep == "npadvmod" and numbered and len(before) == 2 and before[1].text == ",":
        return before[0].dep == "pobj"
    chain = (top, *sentence.ancestors(top))
    return any(one.dep == "dep" and one.pos in ("NUM", "NOUN", "PROPN") for one in chain)


def _shares_auxiliary(sentence: Sentence, head: Token) -> bool:
    own = sentence.child(head, *_AUXILIARY, *SUBJECTS)
    return head.dep == "conj" and head.pos == "VERB" and own is None


def _preposition(sentence: Sentence, top: Token) -> Token | None:
    if top.pos == "ADP" or top.dep == "prep":
        return top
    head = sentence.head(top)
    return head if head.pos == "ADP" or head.dep == "prep" else None


def _follows_since(sentence: Sentence, top: Token, start: int) -> bool:
    before = [one.low for one in sentence if one.end <= start]
    return top.low == "since" or before[-1:] == ["since"] or before[-2:] == ["since", "the"]


def _is_origin(sentence: Sentence, preposition: Token) -> bool:
    """Whether it hangs on a noun, or on "be" that says nothing else of its subject."""
    head = sentence.head(preposition)
    if head.i > preposition.i:
        return False
    if head.pos in ("NOUN", "PROPN", "PRON"):
        return True
    says = sentence.children(head, "attr", "acomp", "advmod", "prep")
    return (
        head.lemma == "be"
        and head.dep not in ("aux", "auxpass")
        and sentence.child(head, *SUBJECTS) is not None
        and says == [preposition]
    )


# Whether the words around a time expression speak of the past or of the future.

Tense = Literal["past", "future"]

_REACH = 120
_BREAK = re.compile(r"[.!?;\n]+(?:\s|$)")

_FUTURE = re.compile(
    r"\b(?:will|won['’]t|shall|going\sto|gonna|plan(?:s|ning|ned)?|hop(?:e|es|ing)|wanna"
    r"|want(?:s)?\sto|would|can['’]?t\swait|look(?:ing)?\sforward|upcoming|coming\sup|soon"
    r"|excited\s(?:for|to|about)|should|let['’]?s|see\syou|scheduled|book(?:ed|ing)|supposed\sto"
    r"|due|have\sto|has\sto|need\sto|gotta|next|ready\sfor|join\s(?:me|us)|start(?:s|ing)"
    r"|begins|opens|leaves|thinking\s(?:of|about)|free|are\syou\sdoing|appointment|deadline"
    r"|(?:am|are|is|['’`]m|['’`]re|['’`]s)\s(?!been)(?:\w+ly\s)?\w+ing)\b|['’`]ll\b",
    re.IGNORECASE | re.ASCII,
)
_PAST = re.compile(
    r"\b(?!(?:need|feed|speed|indeed|excited|interested|scheduled|booked|planned|supposed|married"
    r"|bed|red|seed|weed|shed|hundred|kindred|sacred|breed|bleed|exceed|proceed|succeed)\b)"
    r"(?:[a-z]{2,}ed|was|were|wasn['’]t|weren['’]t|had|hadn['’]t|did|didn['’]t|been|went|got"
    r"|took|made|saw|came|met|found|bought|gave|told|said|ran|won|lost|left|spent|began|became"
    r"|brought|built|caught|chose|drove|ate|fell|felt|flew|forgot|grew|heard|held|kept|knew|led"
    r"|put|read|rode|sang|sat|sent|slept|sold|spoke|stood|swam|taught|thought|threw|understood"
    r"|woke|wore|wrote|broke|drew|drank|fought|hurt|quit|paid|rang|shot|ago)\b",
    re.IGNORECASE | re.ASCII,
)
_HABIT = re.compile(
    r"\b(?:usually|always|often|normally|typically|generally|traditionally|sometimes|never"
    r"|tend\sto)\b",
    re.IGNORECASE | re.ASCII,
)
_SINCE = re.compile(r"\bsince\s(?:the\s)?$", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:until|till|by|(?:day|week|month)s?\sfrom)\s(?:the\s)?$", re.IGNORECASE)


def tense_around(text: str, *, span: tuple[int, int]) -> Tense | None:
    """The tense of the nearest sign in the same sentence; None where there is none."""
    start, end = span
    before, after = _sentence(text, start, end)
    if _SINCE.search(before):
        return "past"
    past = min(_distances(_PAST, before, after), default=None)
    future = min(_distances(_FUTURE, before, after), default=None)
    if past is None and future is None:
        return "future" if _UNTIL.search(before) else None
    if past is None:
        return "future"
    return "past" if future is None or past < future else "future"


def habit_around(text: str, *, span: tuple[int, int]) -> bool:
    """Tells whether the sentence speaks of what is done again and again."""
    return any(_HABIT.search(side) for side in _sentence(text, *span))


def is_habit_adverb(word: str) -> bool:
    """Tells whether an adverb says that something is done again and again."""
    return _HABIT.fullmatch(word) is not None


def _sentence(text: str, start: int, end: int) -> tuple[str, str]:
    before = _BREAK.split(text[max(0, start - _REACH) : start])[-1]
    after = _BREAK.split(text[end : end + _REACH], maxsplit=1)[0]
    return before, after


def _distances(cue: re.Pattern[str], before: str, after: str) -> list[int]:
    # A sign before the expression is likelier to be its verb than one after it.
    found = [len(before) - sign.end() for sign in cue.finditer(before)]
    return found + [2 * sign.start() for sign in cue.finditer(after)]
