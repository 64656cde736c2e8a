"""What a parse tells of a time expression: which way its clause looks, what it hangs on."""

from collections.abc import Callable, Sequence

from graphmem.language.time.outlook import Outlook, is_clause_head, is_perfect, outlook
from graphmem.model.parse import SUBJECTS, Sentence, Token

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
        """Which way the clause looks in which the expression stands."""
        sentence, top = self._top(start, end)
        if sentence is None or top is None:
            return Outlook.UNKNOWN
        if _follows_since(sentence, top, start + self._offset):
            return Outlook.PAST
        head = _clause_head(sentence, top)
        if head is None:
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

    def outlook_beside(self, start: int, end: int) -> Outlook:
        """Which way the sentence before it, or else after it, looks where it has no verb."""
        sentence, top = self._top(start, end)
        if sentence is None or top is None or _clause_head(sentence, top) is not None:
            return Outlook.UNKNOWN
        place = self._sentences.index(sentence)
        for other in (*self._sentences[:place][-1:], *self._sentences[place + 1 : place + 2]):
            looks = outlook(other, other.root)
            if looks is not Outlook.UNKNOWN:
                return looks
        return Outlook.UNKNOWN

    def is_origin(self, start: int, end: int) -> bool:
        """Whether it says where something is from ("photos from August"), not from when on."""
        sentence, top = self._top(start, end)
        if sentence is None or top is None:
            return False
        preposition = _preposition(sentence, top)
        return preposition is not None and _is_origin(sentence, preposition)

    def is_modifier(self, start: int, end: int) -> bool:
        """Whether it only says of what sort a thing is: "a Sunday roast", "the 5th floor"."""
        sentence, top = self._top(start, end)
        if sentence is None or top is None or top.dep not in _MODIFIERS:
            return False
        head = sentence.head(top)
        return (
            head.i > top.i and head.pos in ("NOUN", "PROPN", "PRON") and self._begins(head) >= end
        )

    def is_date(self, start: int, end: int, *, adverbial: bool = False) -> bool:
        """Whether it is named as a date, and no part of a name or of another word's phrase."""
        sentence, top = self._top(start, end)
        if sentence is None or top is None or top.ent != "DATE":
            return False
        named = any(one.pos == "PROPN" for one in sentence.children(top, "compound"))  # "Dr March"
        if named or top.dep in _MODIFIERS:
            return False
        return adverbial or top.dep not in ("npadvmod", "det")

    def is_day(self, start: int, end: int) -> bool:
        """Whether an ordinal stands for a day: a noun of its own, and no name."""
        sentence, top = self._top(start, end)
        if sentence is None or top is None or top.ent not in ("DATE", "ORDINAL", "CARDINAL", ""):
            return False
        return top.dep not in (*_MODIFIERS, "advmod", "acomp", "npadvmod")

    def is_any_adverb(self, start: int, end: int, test: Callable[[str], bool]) -> bool:
        """Whether an adverb of the expression's clause is such a one."""
        sentence, top = self._top(start, end)
        head = None if sentence is None or top is None else _clause_head(sentence, top)
        if sentence is None or head is None:
            return False
        return any(test(one.low) for one in sentence.children(head, "advmod", "neg"))

    def is_timeless(self, start: int, end: int) -> bool:
        """Whether its clause tells in the simple present how things are."""
        sentence, top = self._top(start, end)
        head = None if sentence is None or top is None else _clause_head(sentence, top)
        if sentence is None or head is None:
            return False
        return head.tag in ("VBP", "VBZ") and sentence.child(head, "aux") is None

    def is_change(self, start: int, end: int) -> bool:
        """Whether "from A to B" moves a thing from A to B: it follows what the verb is done to."""
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
