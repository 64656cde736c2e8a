"""Tells whether a text says what other texts say, clause by clause, and nothing else; pure.

The check of an answer lets through a share of words of its own, and what is joined wrongly from
words that stand in the turns. A text that is kept, and has no question beside it, may do neither:
each of its clauses tells what one clause of a source does, with its verb, subject, negation and
tense, and no word that another source says ("5 mg at dinner, 10 mg at breakfast" is not swapped).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from graphmem.answering.polarity import DENYING
from graphmem.extraction.local.clauses import TIME_ENTITIES, Clause, clauses
from graphmem.language.words import STOP_WORDS, stem, words
from graphmem.model.parse import SUBJECTS, Parsed, Sentence, Token

_PASSIVE = frozenset({"nsubjpass", "csubjpass"})
_OBJECTS = frozenset({"attr", "acomp", "dative", "dobj", "oprd"})
_OF_PREPOSITION = frozenset({"pobj", "pcomp"})
_CLAUSES = ("relcl", "acl")
_MODIFIERS = frozenset(
    {"advmod", "amod", "compound", "det", "nmod", "nummod", "poss", "predet", "quantmod"}
)
_RELATIVE = frozenset({"WDT", "WP"})
_PAST = frozenset({"VBD", "VBN"})
_PARTICIPLES = frozenset({"VBG", "VBN"})
_ARTICLES = frozenset({"a", "an", "the"})
_TELLING = frozenset({"ADJ", "ADV", "DET", "NUM"})  # "only", "more", "all": they tell, if small
_AND = "and"


class _SubjectWords(NamedTuple):
    """The words of a subject, by stem: of its head (all of a name), and of all of it."""

    head: frozenset[str]
    words: frozenset[str]

    def is_meant_by(self, other: "_SubjectWords") -> bool:
        """Whether another text may call it so: by a part of its name, and as nothing else."""
        return bool(self.head & other.head) and other.words <= self.words


class _ClauseManner(NamedTuple):
    """How a clause tells it: what must be the same where it is told again.

    ``modals`` are its modal verbs, ``helpers`` the others but "do", with ``participle`` the tag of
    the verb after them: "has lived", "is living". ``marks`` are the words by which it hangs on
    another clause.
    """

    verb: str
    passive: bool
    denied: bool
    past: bool
    asks: bool
    modals: frozenset[str]
    helpers: frozenset[str]
    participle: str
    marks: frozenset[str]


_Word = tuple[str, str]
"""What a word belongs to (a word, a preposition, ``subject`` or nothing), and its stem."""


class _ToldClause(NamedTuple):
    """What a clause tells: of whom (None for a pronoun), in which way, and which words."""

    subject: _SubjectWords | None
    way: _ClauseManner
    words: frozenset[_Word]


def added(told: Parsed, sources: Sequence[Parsed], *, times: Iterable[Parsed] = ()) -> bool:
    """Whether a text tells anything that none of the sources does.

    ``times`` are what may be told of when it was so besides ("since 1 June 2024").
    """
    known = [clause for source in sources for clause in _told(source)]
    subjects = {one.subject for one in known}
    alone = next(iter(subjects)) if len(subjects) == 1 else None
    when = {word for one in times for word in _words_of_time(one)}
    ties = {tie for source in sources for tie in _ties(source)}
    return not ties >= set(_ties(told)) or not all(
        _is_known(one, known, alone, when) for one in _told(told)
    )


def left_out(told: Parsed, sources: Iterable[Parsed]) -> bool:
    """Whether a text lacks a word that counts in one of the sources."""
    return not _counted(told) >= {word for source in sources for word in _counted(source)}


def _is_known(
    told: _ToldClause,
    known: Sequence[_ToldClause],
    alone: _SubjectWords | None,
    when: Collection[_Word],
) -> bool:
    subject = told.subject or alone
    return subject is not None and any(
        one.way == told.way
        and one.subject is not None
        and one.subject.is_meant_by(subject)
        and all(word in one.words or _is_of_time(word, one, when) for word in told.words)
        for one in known
    )


def _is_of_time(word: _Word, source: _ToldClause, when: Collection[_Word]) -> bool:
    """Whether a word tells when it was so, of which the source's own text says nothing.

    A time that is written without a preposition may be told with any ("in June").
    """
    _, own = word
    return all(own != one for _, one in source.words) and bool({word, ("", own)}.intersection(when))


def _words_of_time(time: Parsed) -> Iterator[_Word]:
    for sentence in time.sentences:
        for token in sentence:
            for word in _counts(token):
                yield _preposition(sentence, token), word


def _ties(parsed: Parsed) -> Iterator[str]:
    """The words that tie clauses and things together, but for "and"."""
    return (
        token.low
        for sentence in parsed.sentences
        for token in sentence
        if token.pos == "CCONJ" and token.low != _AND
    )


def _told(parsed: Parsed) -> Iterator[_ToldClause]:
    for sentence in parsed.sentences:
        for clause in clauses(sentence):
            yield _of_clause(sentence, clause)


def _of_clause(sentence: Sentence, clause: Clause) -> _ToldClause:
    subject = clause.subject or clause.shared
    if subject is not None and subject.tag in _RELATIVE:
        subject = sentence.head(clause.head)
    apart = {one.i for one in sentence.subtree(subject)} if subject is not None else set[int]()
    rest = [one for one in clause.tokens if one.i not in apart and one.i != clause.head.i]
    return _ToldClause(
        _subject_of(sentence, subject),
        _way_of(sentence, clause, rest),
        frozenset(
            (_belongs_to(sentence, clause, one), word) for one in rest for word in _counts(one)
        ),
    )


def _way_of(sentence: Sentence, clause: Clause, rest: Iterable[Token]) -> _ClauseManner:
    head, own = clause.head, clause.finite
    denied = any(one.dep == "neg" or one.low in DENYING for one in rest)
    helpers = sentence.children(head, "aux", "auxpass")
    above = sentence.head(head)
    if head.dep == "conj" and head.tag == "VB" and not helpers:
        # "Ana will paint and sell it": what stands before the first verb is said of both.
        helpers = sentence.children(above, "aux")
        denied = denied or sentence.child(above, "neg") is not None
    marks = [one for one in sentence.children(head) if one.dep == "mark" or one.tag == "WRB"]
    return _ClauseManner(
        verb=head.lemma.lower(),
        passive=clause.subject is not None and clause.subject.dep in _PASSIVE,
        denied=denied,
        past=own is not None and own.tag in _PAST,
        asks=clause.interrogative,
        modals=frozenset(one.lemma.lower() for one in helpers if one.tag == "MD"),
        helpers=frozenset(
            one.lemma.lower()
            for one in helpers
            if one.tag not in ("MD", "TO") and one.lemma.lower() != "do"
        ),
        participle=head.tag if head.tag in _PARTICIPLES else "",
        marks=frozenset(one.low for one in marks),
    )


def _subject_of(sentence: Sentence, subject: Token | None) -> _SubjectWords | None:
    if subject is None:
        return _SubjectWords(frozenset(), frozenset())
    if subject.pos == "PRON":
        return None
    named = sentence.children(subject, "compound") if subject.pos == "PROPN" else []
    # What hangs on it as a clause is looked at by itself.
    apart = {
        below.i for one in sentence.children(subject, *_CLAUSES) for below in sentence.subtree(one)
    }
    phrase = [one for one in sentence.subtree(subject) if one.i not in apart]
    return _SubjectWords(_stems([subject, *named]), _stems(phrase))


def _stems(tokens: Iterable[Token]) -> frozenset[str]:
    return frozenset(word for one in tokens for word in _counts(one))


def _counted(parsed: Parsed) -> frozenset[str]:
    """The words of a text that count, by stem."""
    return _stems(token for sentence in parsed.sentences for token in sentence)


def _counts(token: Token) -> Iterator[str]:
    """The stems of a word that tells something; no article, helper or preposition does."""
    telling = token.dep == "prt" or (token.pos in _TELLING and token.low not in _ARTICLES)
    return (stem(word) for word in words(token.text) if telling or word not in STOP_WORDS)


def _belongs_to(sentence: Sentence, clause: Clause, token: Token) -> str:
    """The word that it modifies, the preposition that it follows, or ""; ``subject`` in a subject.

    Of a time, which is told in many ways, only the preposition is looked at.
    """
    if token.ent in TIME_ENTITIES:
        return _preposition(sentence, token)
    modified = sentence.head(token)
    if token.dep in _MODIFIERS and modified.pos not in ("AUX", "VERB"):
        return stem(modified.low)
    for one in (token, *sentence.ancestors(token)):
        if one.i == clause.head.i or one.dep in _OBJECTS:
            return ""
        if one.dep in _OF_PREPOSITION:
            return sentence.head(one).low
        if one.dep in SUBJECTS:
            return "subject"
    return ""


def _preposition(sentence: Sentence, token: Token) -> str:
    """The preposition that a word follows, or ""."""
    for one in (token, *sentence.ancestors(token)):
        if one.dep in _OF_PREPOSITION:
            return sentence.head(one).low
        if one.pos in ("AUX", "VERB"):
            break
    return ""
