"""Clauses of one sentence that live on each other, put together into one statement."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.definite import is_open_subject
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.slots import main_verb
from graphmem.extraction.rules.vague import Worth, is_talk, worth_of
from graphmem.extraction.rules.wordlists import (
    ABSTRACT_NOUNS,
    EMPTY_NOUNS,
    POINTING_SUBJECTS,
    words_of,
)
from graphmem.model.parse import Token

_LONGEST = 34  # words of what is put together
_MANY = 3  # things done that are told in one
_GAP = 4  # words between two clauses that may be taken in
_LIGHT = words_of("get have do make take be feel become stay win lose")
_NO_LINKS = frozenset({"-", "–", "—", "--", ";", ":", "...", "(", ")", ".", "!"})
_WHAT = ("dobj", "pobj", "attr", "xcomp", "ccomp", "oprd", "dative")


class Told(NamedTuple):
    """A statement's clause, the clauses it was put together from, and what it is worth."""

    clause: Clause
    parts: tuple[Clause, ...]
    worth: Worth


def told_together(found: Sequence[Clause], setting: Setting, *, reacts: bool) -> list[Told]:
    """The clauses as they are to be told: what is little alone stands with what it belongs to.

    As in "We played the champions, fought hard and got the win".
    """
    groups: list[list[Clause]] = []
    for clause in found:
        if groups and _belongs(groups[-1], clause, setting):
            groups[-1].append(clause)
        else:
            groups.append([clause])
    return [_told(group, setting, reacts=reacts) for group in groups]


def _told(group: Sequence[Clause], setting: Setting, *, reacts: bool) -> Told:
    worths = [worth_of(clause, setting, reacts=reacts) for clause in group]
    if len(group) == 1:
        return Told(group[0], (group[0],), worths[0])
    first = group[0]
    inside = {i for clause in group for i in clause.words}
    for before, after in pairwise(group):
        inside.update(range(max(before.words) + 1, min(after.own)))
    words = tuple(sorted(inside))
    whole = first._replace(words=words, own=(first.own[0], max(words)), joined=True)
    worth = max(worths)
    mine = first.subject is None or first.subject.low in ("i", "we")
    if worths[0] > Worth.OPEN and mine:
        worth = Worth.ENOUGH
    return Told(whole, tuple(group), worth)


def _belongs(group: Sequence[Clause], clause: Clause, setting: Setting) -> bool:
    first, last = group[0], group[-1]
    if clause.role != "conj" or first.role not in ("main", "conj") or clause.reporter:
        return False
    if clause.verb.head not in {one.verb.i for one in group}:
        return False
    if is_talk(first, setting) or is_talk(clause, setting):
        return False
    if is_open_subject(first.sentence, first.subject, setting.fuller):
        return False
    if _is_vague_subject(first, setting) or not _is_adjoining(last, clause):
        return False
    if sum(len(one.words) for one in group) + len(clause.words) > _LONGEST:
        return False
    if _differ(first, clause, setting):
        return False
    if _was_going_on(first) and clause.verb.tag == "VBD":
        return True
    return _points_back(clause) or _is_one_of_many(clause) or _is_weak(clause) or _is_weak(last)


def _is_adjoining(last: Clause, clause: Clause) -> bool:
    start, end = max(last.words), min(clause.own)
    if start >= end or end - start > _GAP:
        return False
    between = clause.sentence.tokens[start + 1 : end]
    return not any(t.text in _NO_LINKS or t.pos in ("INTJ", "VERB", "AUX") for t in between)


def _differ(first: Clause, clause: Clause, setting: Setting) -> bool:
    """Whether they are of different times, or one is an event to come."""
    times = [
        setting.times.within([one.sentence[i] for i in one.words if one.own[0] <= i <= one.own[1]])
        for one in (first, clause)
    ]
    if times[1] and (times[0] or times[1].future):
        return True
    modal = [
        one.finite is not None and one.finite.low in ("will", "'ll") for one in (first, clause)
    ]
    lasting = first.verb.tag == "VBG" and clause.verb.tag in ("VBD", "VBN")
    return modal[0] != modal[1] or (lasting and not _was_going_on(first))


def _is_vague_subject(clause: Clause, setting: Setting) -> bool:
    subject = clause.subject
    return (
        subject is not None
        and subject.low in POINTING_SUBJECTS | {"you", "there"}
        and (subject.i not in setting.meant or subject.low == "you")
    )


def _was_going_on(clause: Clause) -> bool:
    """As in "I was painting": what something else happened during."""
    finite = clause.finite
    return clause.verb.tag == "VBG" and finite is not None and finite.low in ("was", "were")


def _is_one_of_many(clause: Clause) -> bool:
    """As in "We played games, ate cake and sang": one of three or more things done together."""
    sentence = clause.sentence
    verb = clause.verb
    while verb.dep == "conj":
        verb = sentence.head(verb)
    done, all_of = [verb], 0
    for one in done:
        done += [
            t
            for t in sentence.children(one, "conj")
            if t.pos == "VERB" and not sentence.children(t, "nsubj", "nsubjpass")
        ]
        all_of += 1
    return all_of >= _MANY


def _points_back(clause: Clause) -> bool:
    return clause.subject is not None and clause.subject.low in POINTING_SUBJECTS


def _is_weak(clause: Clause) -> bool:
    """Whether it does something to nothing that could be told alone: "fought hard"."""
    verb = main_verb(clause.sentence, clause.verb)
    told = [t for t in _told_of(clause, verb) if t.i in clause.words]
    concrete = [
        t for t in told
        if t.pos in ("PROPN", "VERB", "NUM")
        or (t.pos == "NOUN" and t.lemma not in EMPTY_NOUNS | ABSTRACT_NOUNS)
    ]  # fmt: skip
    if not concrete:
        return True
    if verb.lemma not in _LIGHT or clause.verb.i != verb.i:
        return False
    return all(_is_bare_definite(clause, t) or _is_hollow(clause, t) for t in concrete)


def _is_hollow(clause: Clause, token: Token) -> bool:
    """As "a surge" of "a surge of energy"."""
    inner = [
        t
        for prep in clause.sentence.children(token, "prep")
        if prep.low == "of"
        for t in clause.sentence.children(prep, "pobj")
    ]
    return bool(inner) and all(t.lemma in ABSTRACT_NOUNS | EMPTY_NOUNS for t in inner)


def _is_bare_definite(clause: Clause, token: Token) -> bool:
    marks = {t.low for t in clause.sentence.children(token, "det")}
    more = clause.sentence.children(token, "amod", "compound", "prep", "relcl", "acl", "poss")
    return "the" in marks and not more


def _told_of(clause: Clause, verb: Token) -> list[Token]:
    sentence = clause.sentence
    found = sentence.children(verb, *_WHAT)
    for prep in sentence.children(verb, "prep", "prt", "agent"):
        found += sentence.children(prep, "pobj", "pcomp")
        for inner in sentence.children(prep, "prep"):
            found += sentence.children(inner, "pobj", "pcomp")
    return found
