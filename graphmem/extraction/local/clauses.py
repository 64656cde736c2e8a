"""Splits a parsed sentence into clauses, the candidates for statements.

Every verb with a clause of its own gives one, subordinate clauses too, and a sentence without a
verb gives one as a whole. Which of them state something is for the salience model to say.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from graphmem.extraction.local.agreement import finite_word
from graphmem.language.pronouns import PRONOUNS
from graphmem.language.time.vocabulary import WEEKDAYS
from graphmem.model.parse import SUBJECTS, Sentence, Token

_AUXILIARY = frozenset({"aux", "auxpass"})
_OWN_CLAUSE = frozenset({"conj", "parataxis"})
_COMPLEMENT = frozenset({"ccomp", "xcomp", "csubj"})
_EDGES = frozenset({"PUNCT", "INTJ", "CCONJ", "SPACE"})
# A clause of these marks is a proposition of its own; "if", "when", "until" belong to the main one.
_LOOSE_MARKS = frozenset({"because", "cause", "cos", "although", "though", "whereas", "while"})


TIME_ENTITIES = ("DATE", "TIME")
"""Labels of named entities that say when."""


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
        infinitive = any(one.tag == "TO" for one in self.sentence.children(self.head, "aux"))
        return not infinitive and (
            self.type in (ClauseType.MAIN, ClauseType.COORDINATE, ClauseType.COMPLEMENT)
            and self.subject is None
            and self.shared is None
            and self.head.tag in ("VB", "VBP")
            and (self.finite is None or self.finite.lemma == "do" or self.finite is self.head)
        )

    @property
    def interrogative(self) -> bool:
        """True if it is the question of its sentence, and not what is told before one."""
        asks = self.sentence.tokens[-1].text.startswith("?") or any(
            token.text == "?" for token in self.sentence.tokens[-2:]
        )
        return asks and not (self._is_told and self._leads_to_question)

    @property
    def elliptical(self) -> bool:
        """True if its verb stands for what was said before: "Will do", "Done"."""
        said = {it.dep for it in self.tokens if it.head == self.head.i != it.i}
        bare = said <= {"aux", "neg", "punct", "intj", *SUBJECTS}
        participle = self.head.tag == "VBN" and self.subject is None and self.finite is None
        return bare and (participle or (self.head.lemma == "do" and self.head.pos == "VERB"))

    @property
    def proposed(self) -> Token | None:
        """The verb of what all are to do together: "go" of "let's go"."""
        verb = self.sentence.child(self.head, "ccomp")
        if self.head.lemma != "let" or verb is None:
            return None
        subject = self.sentence.child(verb, *SUBJECTS)  # "let us know" asks others
        return verb if subject is not None and subject.low in ("'s", "’s") else None

    @property
    def _is_told(self) -> bool:
        """Whether its subject stands before its verb, and no word asks."""
        asking = any(token.tag in ("WP", "WRB", "WDT") for token in self.tokens[:1])
        subject, finite = self.subject, self.finite
        return not asking and subject is not None and finite is not None and subject.i < finite.i

    @property
    def _leads_to_question(self) -> bool:
        """Whether a clause after it asks: "I'm late, could you wait?", no "could you?"."""
        return _last_inverted(self.sentence) > self.tokens[-1].i


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
    subject = _subject(sentence, head)
    apart = _set_apart(sentence, head, subject)
    words = _trimmed([token for token in _words(sentence, head) if token.i not in apart])
    if not words:
        return None
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
        if above.pos not in ("VERB", "AUX"):
            return ClauseType.OTHER
        while above.dep in _OWN_CLAUSE and above.head != above.i:
            above = sentence.head(above)
        # "He has to pay and give": both complete "has".
        infinitive = above.dep in _COMPLEMENT and head.tag == "VB"
        return ClauseType.COMPLEMENT if infinitive else ClauseType.COORDINATE
    if head.dep in _COMPLEMENT:
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
        if mark is None:
            return False
        # What follows from it stands after a comma; what it is for does not: "so I can see it".
        follows = mark.low == "so" and mark.i > 0 and sentence[mark.i - 1].text == ","
        return follows or mark.low in _LOOSE_MARKS
    # "It's fine, I think": the parser hangs what is said under the verb of saying.
    return child.dep == "ccomp" and child.i < head.i and sentence.child(child, "mark") is None


def _subject(sentence: Sentence, head: Token) -> Token | None:
    """The subject of a verb; of two the one beside it: "Ana, the site is down".

    The parser may hang it on a word before the verb that it takes for its helper: "Sarah went
    climbing".
    """
    helpers = sentence.children(head, *_AUXILIARY)
    found = [one for it in (head, *helpers) for one in sentence.children(it, *SUBJECTS)]
    before = [one for one in found if one.i < head.i]
    if len(before) > 1 and before[0].pos == "PRON" and before[0].low not in PRONOUNS:
        return before[0]  # "Everyone, Ben included, left"
    return before[-1] if before else next(iter(found), None)


_NOMINAL = ("NOUN", "PROPN", "PRON", "NUM", "ADJ")
_APART = ("npadvmod", "dep", "advcl")


def _set_apart(sentence: Sentence, head: Token, subject: Token | None) -> set[int]:
    """The places of what stands beside the clause: exclamations, whom it calls, what it takes up.

    "Sorry for the silence, …", "Ben, the site is down", "My fault, I never tried", "Me, I'm free".
    """
    begins = head.i if subject is None else sentence.subtree(subject)[0].i
    found: set[int] = set()
    for child in sentence.children(head):
        phrase = sentence.subtree(child)
        first, last = phrase[0].i, phrase[-1].i
        if child.dep == "intj" and len(phrase) > 1:
            found |= {token.i for token in phrase}
        elif subject is not None and last < begins and child.dep in SUBJECTS:
            if "-" in (sentence[last].text, sentence[last + 1].text):
                continue  # "ex-husband"
            found |= set(range(first, begins))
        elif subject is not None and last < begins and child.dep in _APART:
            after = sentence[last].text == "," or sentence[last + 1].text == ","
            denied = after and phrase[0].dep == "neg"
            # Any other noun there may say when or how often: "half the time".
            named = child.pos == "PROPN" or (after and phrase[0].tag == "PRP$")
            apart = named if child.dep == "npadvmod" else after
            if denied or (apart and _is_nominal(child, phrase)):
                found |= {token.i for token in phrase}
        elif first > head.i and child.dep == "npadvmod" and child.pos == "PROPN":
            ends = last + 1 == len(sentence) or sentence[last + 1].pos == "PUNCT"
            if sentence[first - 1].text == "," and ends and _is_nominal(child, phrase):
                found |= {token.i for token in phrase}
    return found


def _is_nominal(token: Token, phrase: Sequence[Token]) -> bool:
    """Whether a phrase names something, and not when."""
    when = (one.ent in TIME_ENTITIES or one.low.removesuffix("s") in WEEKDAYS for one in phrase)
    return token.pos in _NOMINAL and not any(when)


@lru_cache(maxsize=64)
def _last_inverted(sentence: Sentence) -> int:
    """The place of the last verb that asks by the order of its words; -1 for none."""
    asking = [it.i for it in _heads(sentence) if it.pos == "VERB" and _is_inverted(sentence, it)]
    return max(asking, default=-1)


def _is_inverted(sentence: Sentence, head: Token) -> bool:
    """Whether a verb asks by the order of its words: "could I stay", "where is it"; no tag does."""
    words = _trimmed(_words(sentence, head))
    subject, finite = _subject(sentence, head), finite_word(sentence, head)
    if words and words[0].tag in ("WP", "WRB", "WDT"):
        return True
    tag = all(one in (head, subject) or one.dep in (*_AUXILIARY, "neg") for one in words)
    return not tag and subject is not None and finite is not None and finite.i < subject.i


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
