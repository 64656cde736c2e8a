"""Splits a parsed sentence into clauses, the candidates for statements.

Every verb with a clause of its own gives one, subordinate clauses too, and a sentence without a
verb gives one as a whole. Which of them state something is for the salience model to say.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from graphmem.extraction.local.agreement import finite_word
from graphmem.model.parse import SUBJECTS, Sentence, Token

_AUXILIARY = frozenset({"aux", "auxpass"})
_OWN_CLAUSE = frozenset({"conj", "parataxis"})
_EDGES = frozenset({"PUNCT", "INTJ", "CCONJ", "SPACE"})
# A clause of these marks is a proposition of its own; "if", "when", "until" belong to the main one.
_LOOSE_MARKS = frozenset({"because", "cause", "cos", "although", "though", "whereas", "while"})


class ClauseType(StrEnum):
    """How a clause hangs in its sentence, or that it has no verb."""

    MAIN = "main"
    COORDINATE = "coordinate"
    COMPLEMENT = "complement"
    RELATIVE = "relative"
    ADVERBIAL = "adverbial"
    OTHER = "other"
    FRAGMENT = "fragment"


class Clause(NamedTuple):
    """One clause: its words in order, and the grammar that its wording needs.

    ``subject`` is its own; ``shared`` the subject that it takes from the clause that it is
    coordinated with or, of a relative clause, what it is said of. ``finite`` is the word that
    carries the tense. ``imperative`` has neither.
    """

    sentence: Sentence
    head: Token
    type: ClauseType
    tokens: tuple[Token, ...]
    subject: Token | None
    shared: Token | None
    finite: Token | None

    @property
    def start(self) -> int:
        """The first character of the clause in the text."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """One past its last character."""
        return max(token.end for token in self.tokens)

    @property
    def imperative(self) -> bool:
        """True if it is a bare verb without a subject: "cancel the Pro plan"."""
        return (
            self.type in (ClauseType.MAIN, ClauseType.COORDINATE, ClauseType.COMPLEMENT)
            and self.subject is None
            and self.shared is None
            and self.head.tag in ("VB", "VBP")
            and (self.finite is None or self.finite.lemma == "do" or self.finite is self.head)
        )

    @property
    def interrogative(self) -> bool:
        """True if it is the question of its sentence."""
        return self.sentence.tokens[-1].text.startswith("?") or any(
            token.text == "?" for token in self.sentence.tokens[-2:]
        )


def clauses(sentence: Sentence) -> list[Clause]:
    """The clauses of a sentence, in the order of their heads."""
    return [clause for head in _heads(sentence) if (clause := _clause(sentence, head)) is not None]


def _heads(sentence: Sentence) -> Iterator[Token]:
    for token in sentence:
        is_root = token.head == token.i
        if is_root or (token.pos in ("VERB", "AUX") and token.dep not in _AUXILIARY):
            yield token


def _clause(sentence: Sentence, head: Token) -> Clause | None:
    kind = _type(sentence, head)
    words = _trimmed(_words(sentence, head))
    if not words:
        return None
    subject = sentence.child(head, *SUBJECTS)
    return Clause(
        sentence=sentence,
        head=head,
        type=kind,
        tokens=tuple(words),
        subject=subject,
        shared=None if subject is not None else _shared(sentence, head),
        finite=finite_word(sentence, head),
    )


def _type(sentence: Sentence, head: Token) -> ClauseType:
    if head.pos not in ("VERB", "AUX"):
        return ClauseType.FRAGMENT
    if head.head == head.i:
        return ClauseType.MAIN
    above = sentence.head(head)
    if head.dep in _OWN_CLAUSE:
        return ClauseType.COORDINATE if above.pos in ("VERB", "AUX") else ClauseType.OTHER
    if head.dep in ("ccomp", "xcomp", "csubj"):
        return ClauseType.COMPLEMENT
    if head.dep in ("relcl", "acl"):
        return ClauseType.RELATIVE
    return ClauseType.ADVERBIAL if head.dep == "advcl" else ClauseType.OTHER


def _words(sentence: Sentence, head: Token) -> list[Token]:
    """The subtree of the head without the clauses that stand beside it."""
    kept: list[int] = []
    waiting = [head]
    while waiting:
        token = waiting.pop()
        kept.append(token.i)
        for child in sentence.children(token):
            if token is head and _stands_beside(sentence, head, child):
                continue
            waiting.append(child)
    return [sentence[i] for i in sorted(kept)]


def _stands_beside(sentence: Sentence, head: Token, child: Token) -> bool:
    if child.dep in ("cc", "preconj"):
        # It goes with what it ties on: a clause of its own, or not ("475, 440 and 495").
        tied = sentence.children(head, "conj")
        return not tied or any(one.pos in ("VERB", "AUX") for one in tied)
    if child.pos not in ("VERB", "AUX"):
        return False
    if child.dep in _OWN_CLAUSE:
        return True
    if child.dep == "advcl":
        mark = sentence.child(child, "mark")
        return mark is not None and mark.low in _LOOSE_MARKS
    # "It's fine, I think": the parser hangs what is said under the verb of saying.
    return child.dep == "ccomp" and child.i < head.i and sentence.child(child, "mark") is None


def _trimmed(words: list[Token]) -> list[Token]:
    begin, end = 0, len(words)
    while begin < end and words[begin].pos in _EDGES:
        begin += 1
    while end > begin and words[end - 1].pos in ("PUNCT", "SPACE", "CCONJ"):
        end -= 1
    return words[begin:end]


def _shared(sentence: Sentence, head: Token) -> Token | None:
    """The subject that a clause without its own takes over."""
    if head.dep == "relcl":
        return sentence.head(head)
    token = head
    while token.dep in _OWN_CLAUSE:
        token = sentence.head(token)
        subject = sentence.child(token, *SUBJECTS)
        if subject is not None:
            return subject
    return None
