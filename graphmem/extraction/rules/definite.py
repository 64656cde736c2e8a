"""Definite nouns: which thing spoken of before "the class" is, or that it is left open."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphmem.extraction.rules.entities import Thing
from graphmem.extraction.rules.people import Meant
from graphmem.extraction.rules.wordlists import (
    ABSTRACT_NOUNS,
    CALENDAR,
    PRAISE,
    WEAK_MODIFIERS,
    words_of,
)
from graphmem.model.parse import SUBJECTS, Sentence, Token

_REACH = 6  # turns back in which a thing may have been named
_MORE = ("amod", "compound", "prep", "relcl", "acl", "poss", "nummod", "nmod", "appos")
_POINTING = frozenset({"the", "that", "this", "these", "those"})
_IN_PRAISE = PRAISE | words_of("hard whole new entire little big great")
_TOWNS = words_of("city town country")
_WORKS = words_of("book novel movie film series song album game show")
# There is but one of them, or everybody has one: "the sea", "the gym".
_UNIQUE = (
    words_of(
        "sea ocean sun sky moon world internet future past weekend environment outdoors earth "
        "planet public media law military government church gym beach kitchen piano guitar violin "
        "truth "
        "spotlight holiday holidays mountains country countryside woods news web job summer winter "
        "spring morning evening night afternoon day year month week time way rest same other"
    )
    | CALENDAR
)


class Spoken(NamedTuple):
    """Something spoken of: the last word of its name, how to write it, and what name it is of."""

    turn: int
    head: str
    label: str
    bare: bool
    ent: str


class Named:
    """What has been spoken of in a chunk, in order."""

    def __init__(self) -> None:
        self._all: list[Spoken] = []

    def add(self, things: Sequence[Thing], *, turn: int) -> None:
        """Remember the things of a sentence."""
        for thing in things:
            head = thing.token.lemma.lower()
            bare = thing.reference.name.lower() in (head, thing.token.low)
            more = [word for word in thing.reference.name.lower().split() if word != head]
            bare = bare or all(word in WEAK_MODIFIERS | PRAISE for word in more)
            bare = bare and not thing.reference.owner and not thing.proper
            self._all.append(Spoken(turn, head, thing.label, bare, thing.token.ent))

    def fuller(
        self, sentence: Sentence, meant: Mapping[int, Meant], *, turn: int
    ) -> dict[int, str]:
        """For the words of each definite noun that is sure: what to write in their place."""
        found: dict[int, str] = {}
        for token in sentence:
            mark = bare_definite(sentence, token)
            if mark is None or token.i in meant or mark.i != token.i - 1:
                continue
            label = self._label(token, turn)
            if label is not None:
                found[mark.i], found[token.i] = label, ""
        return found

    def _label(self, token: Token, turn: int) -> str | None:
        near = [one for one in self._all if turn - _REACH <= one.turn <= turn]
        lemma = token.lemma.lower()
        plural = token.tag == "NNS"
        if lemma in ABSTRACT_NOUNS:
            return None
        same = [
            one for one in near if one.head == lemma and not one.bare and not _is_clumsy(one.label)
            and one.label.lower().endswith(token.low if plural else lemma)
        ]  # fmt: skip
        if same:
            labels = {one.label.lower() for one in same}
            return same[-1].label if len(labels) == 1 else None
        ents = ("GPE",) if lemma in _TOWNS else ("WORK_OF_ART",) if lemma in _WORKS else ()
        names = [one for one in near if one.ent in ents]
        if names and not plural and len({one.label for one in names}) == 1:
            return names[-1].label
        return None


def bare_definite(sentence: Sentence, token: Token) -> Token | None:
    """The "the" of a noun that nothing else says which it is, or None."""
    if token.pos != "NOUN" or token.dep in ("compound", "nmod", "amod", "npadvmod"):
        return None
    marks = sentence.children(token, "det")
    if len(marks) != 1 or marks[0].low not in _POINTING:
        return None
    if token.lemma in _UNIQUE or token.low in _UNIQUE or token.ent in ("DATE", "TIME"):
        return None
    more = [t for t in sentence.children(token, *_MORE) if t.i != marks[0].i]
    if any(t.dep != "amod" or t.low not in _IN_PRAISE for t in more):
        return None
    if more and marks[0].i != more[0].i - 1:
        return None
    return marks[0]


def left_open(sentence: Sentence, token: Token, fuller: Mapping[int, str]) -> bool:
    """Whether the noun is definite and it is not known which one it is."""
    mark = bare_definite(sentence, token)
    return mark is not None and mark.i not in fuller


def is_open_subject(sentence: Sentence, subject: Token | None, fuller: Mapping[int, str]) -> bool:
    """Whether what is spoken of is a definite thing that nobody has named."""
    return subject is not None and subject.dep in SUBJECTS and left_open(sentence, subject, fuller)


def _is_clumsy(label: str) -> bool:
    return len(label.split()) > 5
