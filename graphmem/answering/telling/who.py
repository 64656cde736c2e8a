"""Who did or is what a question says: the subject of the statement that says it, by name."""

import re
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.telling.denial import denies
from graphmem.answering.telling.doer import doer_of
from graphmem.answering.telling.found import Found
from graphmem.answering.telling.spans import Span
from graphmem.answering.telling.told import Proof, Told
from graphmem.answering.telling.wants import fits
from graphmem.answering.telling.who_asked import BEING, SubjectAsked
from graphmem.answering.telling.wordlists import KIN, SUBJECTS
from graphmem.language.names import names_in
from graphmem.language.sentences import asks
from graphmem.language.verbs import is_verb_form
from graphmem.model.memory import KnownStatement
from graphmem.model.routing import QuestionKind
from graphmem.model.workspace import Modality, Polarity

# Fixed beforehand: a statement that says less of what is asked is not about the same.
_ENOUGH = 0.5
_LONGEST = 4  # words that name somebody
_MOST = 3  # people; those who did something else besides are not asked for
_AHEAD = re.compile(r"\b(?:will|would|could|might|may|wants?|plans?|hopes?|going to)\b", re.I)
_NOBODY = SUBJECTS | {"this", "that", "these", "those", "there", "one", "what", "who", "which"}
# "The storm broke the fence" names nobody; "the mayor" may.
_THING = re.compile(r"(?:the|a|an|this|that|these|those|its?) ", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:me|my|mine|us|our)\b", re.IGNORECASE)
_NAME = r"[A-Z][\w'’-]*"
_SELF = re.compile(r"\bI\b(?: (?:also|just|really|still|once|even|have|had|was|am|used to))*$")
_RELATION = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur) (?P<what>(?:[a-z]+ )?(?:{'|'.join(sorted(KIN))})(?: {_NAME}){{0,2}})"
    r"(?: (?:also|just|really|still|once|even|has|had|have|is|was|used to))*$"
)


class _Fit(NamedTuple):
    share: float
    who: str
    proof: Proof
    confidence: float


def tell_who(found: Found, asked: SubjectAsked, kind: QuestionKind) -> Told | None:
    """Those of whom it is told, by name; of equals all, up to three.

    From statements, and else from the sentences that were found: there "I" is whoever speaks.
    None where neither tells it of anybody.
    """
    told = _stated(found, asked) or _said(found, asked)
    if not told:
        return None
    best = max(fit.share for fit in told)
    named: dict[str, _Fit] = {}
    for fit in told:
        if fit.share == best:
            named.setdefault(fit.who, fit)
    kept = list(named.values())[:_MOST]
    return Told(
        ", ".join(fit.who for fit in kept),
        kind,
        tuple(fit.proof for fit in kept),
        chance=min(fit.confidence for fit in kept),
    )


def may_be_who(found: Found, span: Span) -> bool:
    """Whether a few words that are not the question's own name somebody, in a sentence about it."""
    words = span.unit.words[span.begin : span.end]
    own = found.asked.stems.isdisjoint(span.unit.stems[span.begin : span.end])
    acts = any(is_verb_form(word) or word.endswith("ing") or word in SUBJECTS for word in words)
    told = span.unit.share >= _ENOUGH and not span.unit.caption and not asks(span.unit.text)
    short = len(words) <= _LONGEST
    return told and own and short and not acts and fits(found.asked, span, len(words)) > 0


def _stated(found: Found, asked: SubjectAsked) -> list[_Fit]:
    every = []
    for passage in found.passages:
        for statement in passage.statements:
            doer = doer_of(statement)
            if doer is None or not _may_tell(found, asked, statement):
                continue
            share = _share(found, asked, doer.stems)
            who = _called(doer.called)
            mentioned = _mentions(found, doer.told, passage, statement.quote)
            if who and mentioned and _has_verb(asked, doer.stems, statement) and share >= _ENOUGH:
                proof = Proof(passage, statement.quote)
                every.append(_Fit(share, who, proof, statement.confidence))
    return every


def _may_tell(found: Found, asked: SubjectAsked, statement: KnownStatement) -> bool:
    denied = statement.polarity is Polarity.NEGATIVE or statement.modality is Modality.DENIED
    ahead = _AHEAD.search(found.question.text) is not None
    return denied is asked.denied and (
        ahead or statement.modality in (Modality.SAID, Modality.DENIED)
    )


def _has_verb(asked: SubjectAsked, told: frozenset[str], statement: KnownStatement) -> bool:
    is_or_has = statement.predicate in ("be", "have") and BEING in asked.verbs
    return is_or_has or not asked.verbs.isdisjoint(told)


def _share(found: Found, asked: SubjectAsked, told: frozenset[str]) -> float:
    """The share of the question's words besides its verb, weighed by rarity, that are told."""
    rest = found.asked.stems - asked.verbs
    return found.rare.share(rest, told) if rest else 1.0


def _mentions(found: Found, told: str, passage: Passage, quote: str) -> bool:
    """Whether those whom the question names are told of: "Who gave Ana the watch?"."""
    names = names_in(told, [name for one in found.question.people for name in one.names])
    people = {one.name: one for one in found.question.people}
    return all(
        not set(names).isdisjoint(one.names)
        or (one.uid == passage.hit.speaker_uid and _FIRST.search(quote) is not None)
        for one in people.values()
    )


def _called(called: str) -> str:
    """How a subject is called; "" for a pronoun, and for a thing that is nobody's."""
    words = called.lower().split()
    if not words or words[0] in _NOBODY:
        return ""
    named = any(word in KIN for word in words) or re.search(rf"\s{_NAME}", called)
    return "" if _THING.match(called) and not named else called


def _said(found: Found, asked: SubjectAsked) -> list[_Fit]:
    every = []
    for unit in found.units:
        if unit.caption or asks(unit.text):
            continue
        stems = frozenset(unit.stems)
        share = _share(found, asked, stems)
        passage = unit.passage
        if share < _ENOUGH or not _mentions(found, unit.text, passage, unit.text):
            continue
        if asked.denied is not denies(unit.text):
            continue
        for at, stem in enumerate(unit.stems):
            if stem in asked.verbs:
                before = unit.text[: unit.begins[at]].rstrip()
                if who := _subject(before, passage.hit.speaker):
                    every.append(_Fit(share, who, Proof(passage, unit.text), share))
                    break
    return every


def _subject(before: str, speaker: str) -> str:
    """Whom the words before a verb name: "I", "my brother Sam"; "" where they name nobody."""
    if _SELF.search(before):
        return speaker
    relation = _RELATION.search(before)
    return f"{speaker}'s {relation['what']}" if relation else ""
