"""Parses a statement's wording: words, names, clauses, unresolved words."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.evaluation.corpus import HalfOpenInterval
from graphmem.language.keys import entity_key
from graphmem.language.pronouns import PRONOUNS, GrammaticalPerson
from graphmem.language.time.matcher import find_times
from graphmem.model.parse import SUBJECTS, Parsed, Sentence, Token

_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "X", "INTJ"})
_PRESENT = frozenset({GrammaticalPerson.I, GrammaticalPerson.WE, GrammaticalPerson.YOU})
_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
_COMPLEMENTS = ("ccomp", "xcomp")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_YEAR = re.compile(r"\b[12]\d{3}\b")
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_LONGEST_NAME = 6  # words


class StatementFeatures(NamedTuple):
    """Features of a statement's words.

    ``lemmas`` are its content words without names and times; ``named`` who and what it names,
    ``subjects`` those of them in the place of a subject; ``dates`` the days, months and
    figures of its times, ``when`` what those with a year
    mean; ``marked`` whether a modal verb, a verb over it or an if says how it is put.
    """

    lemmas: tuple[str, ...]
    verbs: tuple[str, ...]
    numbers: frozenset[str]
    named: frozenset[str]
    subjects: frozenset[str]
    dates: frozenset[str]
    when: tuple[HalfOpenInterval, ...]
    negations: int
    marked: bool
    past: bool
    form: "Form"


class Form(NamedTuple):
    """Whether it is one clause that stands alone, as far as grammar tells.

    ``persons`` are words for the speaker and the hearer, ``unbound`` pronouns before which
    nothing stands that they could mean, ``bound`` the others; ``definite`` things of which only
    "the" says which; ``attributed`` is whoever is said to say, think or want it.
    """

    finite: bool
    subject: bool
    clauses: int
    pieces: int
    imperative: bool
    persons: int
    unbound: int
    bound: int
    pointing: int
    definite: int
    repeated: int
    length: int
    attributed: frozenset[str]


class Names:
    """Whom and what the names of a conversation mean."""

    def __init__(self, known: Mapping[str, tuple[str, ...]], plain: Mapping[str, str]) -> None:
        self._known = known
        self._plain = plain
        self._longest = min(_LONGEST_NAME, max((key.count("_") + 1 for key in known), default=1))

    def plainly(self, text: str) -> str:
        """A text in which whoever has several names has always the same one."""
        parts, end = [], 0
        for begin, after, means in self.find(text):
            (name,) = [self._plain[one] for one in means] if len(means) == 1 else [None]
            if name is not None:
                parts += [text[end:begin], name]
                end = after
        return "".join([*parts, text[end:]])

    def find(self, text: str) -> list[tuple[int, int, frozenset[str]]]:
        """The names in a text, longest first come, with the characters where they stand."""
        words = list(_WORD.finditer(text))
        found, at = [], 0
        while at < len(words):
            for many in range(min(self._longest + 1, len(words) - at), 0, -1):
                begin, end = words[at].start(), words[at + many - 1].end()
                means = self._known.get(entity_key(text[begin:end]))
                if means and entity_key(text[begin:end]) != "_":
                    found.append((begin, end, frozenset(means)))
                    at += many
                    break
            else:
                at += 1
        return found


def word(parsed: Parsed, names: Names, said_at: datetime) -> StatementFeatures:
    """Read the wording of a parsed statement that was said then."""
    text = parsed.text
    called = names.find(text)
    times = find_times(text, said_at=said_at)
    hidden = [(begin, end) for begin, end, _ in called] + [(one.start, one.end) for one in times]
    tokens = [token for sentence in parsed.sentences for token in sentence]
    content = [token for token in tokens if token.pos in _CONTENT and not _within(token, hidden)]
    return StatementFeatures(
        lemmas=tuple(dict.fromkeys(token.lemma.lower() for token in content)),
        verbs=tuple(token.lemma.lower() for token in tokens if token.pos in ("VERB", "AUX")),
        numbers=numbers(text, [(one.start, one.end) for one in times]),
        named=frozenset().union(*(means for _, _, means in called)),
        subjects=_subjects(parsed, called),
        dates=frozenset(
            match.group().lower()
            for one in times
            for match in _WORD.finditer(one.text)
            if match.group()[:1].isupper() or match.group()[:1].isdigit()
        ),
        when=tuple(
            HalfOpenInterval(
                None if one.interval.open_start else one.interval.start,
                None if one.interval.open_end else one.interval.end,
            )
            for one in times
            if one.interval is not None and _YEAR.search(one.text)
        ),
        negations=sum(token.dep == "neg" or token.low in ("no", "never") for token in tokens),
        marked=any(_marks(sentence, token) for sentence in parsed.sentences for token in sentence),
        past=any(sentence.root.tag in ("VBD", "VBN") for sentence in parsed.sentences),
        form=_form(parsed, called),
    )


def _within(token: Token, places: list[tuple[int, int]]) -> bool:
    return any(begin <= token.start < end for begin, end in places)


def numbers(text: str, hidden: Sequence[tuple[int, int]] = ()) -> frozenset[str]:
    """The numbers of a text in figures, without the hidden stretches."""
    return frozenset(
        match.group().replace(",", "")
        for match in _NUMBER.finditer(text)
        if not any(begin <= match.start() < end for begin, end in hidden)
    )


def _subjects(parsed: Parsed, called: list[tuple[int, int, frozenset[str]]]) -> frozenset[str]:
    # The head alone: "Ana's brother" is nobody's subject but the brother's.
    heads = [token for sentence in parsed.sentences for token in sentence if token.dep in SUBJECTS]
    return frozenset().union(*(_meant(token, called) for token in heads))


def _marks(sentence: Sentence, token: Token) -> bool:
    """Tells whether a word says how the statement is put: a modal verb, a verb over it, an if."""
    if token.tag == "MD":
        return True
    if token.dep == "mark" and sentence.head(token).dep == "advcl":
        return True
    return token.pos == "VERB" and sentence.child(token, *_COMPLEMENTS) is not None


def _form(parsed: Parsed, called: list[tuple[int, int, frozenset[str]]]) -> Form:
    tokens = [token for sentence in parsed.sentences for token in sentence]
    places = [(begin, end) for begin, end, _ in called]
    empty = _empty(parsed)
    people = [PRONOUNS.get(token.low) for token in tokens]
    third = [
        (place, token)
        for place, token in enumerate(tokens)
        if people[place] not in (None, GrammaticalPerson.THIS, *_PRESENT) and place not in empty
    ]
    unbound = sum(not _bound(token, tokens[:place]) for place, token in third)
    spoken = [token.low for token in tokens if token.pos in ("PROPN", "NOUN")]
    return Form(
        finite=any(token.tag in _FINITE for token in tokens),
        subject=any(token.dep in SUBJECTS for token in tokens),
        clauses=sum(token.tag in _FINITE for token in tokens),
        pieces=len(parsed.sentences),
        imperative=any(
            sentence.root.tag == "VB" and sentence.child(sentence.root, *SUBJECTS) is None
            for sentence in parsed.sentences
        ),
        persons=sum(person in _PRESENT for person in people),
        unbound=unbound,
        bound=len(third) - unbound,
        pointing=sum(_points(token) for token in tokens),
        definite=sum(
            _unsaid(sentence, token, places) for sentence in parsed.sentences for token in sentence
        ),
        repeated=len(spoken) - len(set(spoken)),
        length=len(tokens),
        attributed=_attributed(parsed, called),
    )


def _empty(parsed: Parsed) -> frozenset[int]:
    """The places of "it" that means nothing: "it was a bad year", "it was Ana who …"."""
    found, place = set(), 0
    for sentence in parsed.sentences:
        for token in sentence:
            over = sentence.head(token)
            is_noun = over.lemma == "be" and sentence.child(over, "attr") is not None
            if token.dep == "expl" or (token.low == "it" and token.dep in SUBJECTS and is_noun):
                found.add(place)
            place += 1
    return frozenset(found)


def _bound(pronoun: Token, before: list[Token]) -> bool:
    """Tells whether something stands before it that it could mean, by number alone."""
    nouns = [token for token in before if token.pos in ("NOUN", "PROPN")]
    person = PRONOUNS[pronoun.low]
    if person is GrammaticalPerson.THEY and pronoun.tag != "PRP$":
        return any(token.tag in ("NNS", "NNPS") or token.dep == "conj" for token in nouns)
    if person is GrammaticalPerson.IT:
        return any(token.pos == "NOUN" or token.dep not in SUBJECTS for token in nouns)
    return bool(nouns)


def _attributed(parsed: Parsed, called: list[tuple[int, int, frozenset[str]]]) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for sentence in parsed.sentences:
        for token in sentence:
            over = sentence.head(token)
            if token.dep in SUBJECTS and sentence.child(over, *_COMPLEMENTS) is not None:
                found |= _meant(token, called)
    return found


def _meant(token: Token, called: list[tuple[int, int, frozenset[str]]]) -> frozenset[str]:
    return frozenset().union(*(means for begin, end, means in called if begin <= token.start < end))


def _points(token: Token) -> bool:
    """Tells whether it is "this" or "that" of something, not the mark of a clause."""
    if token.low == "one" or PRONOUNS.get(token.low) is not GrammaticalPerson.THIS:
        return False
    return token.tag == "DT"


def _unsaid(sentence: Sentence, token: Token, called: list[tuple[int, int]]) -> bool:
    """Tells whether it is "the site": which one, neither a name nor a word beside it tells."""
    if token.pos != "NOUN" or _within(token, called):
        return False
    children = sentence.children(token)
    return any(child.low == "the" for child in children) and all(
        child.dep in ("det", "punct", "cc", "conj") for child in children
    )
