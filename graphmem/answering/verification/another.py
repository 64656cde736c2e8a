"""Whether what is asked of somebody was told only of a relative or friend of theirs; pure."""

import re
from typing import NamedTuple

from graphmem.answering.passages import Proof
from graphmem.answering.sentence import clause_of
from graphmem.answering.telling.forms import base_stem, stems_of
from graphmem.answering.verification.claim import Claim
from graphmem.answering.verification.covering import says
from graphmem.answering.whose import quoted
from graphmem.language.inflection import past_form
from graphmem.model.memory import KnownStatement
from graphmem.retrieval.question import Question
from graphmem.retrieval.wording import stems_of as counted

# Fixed beforehand: a statement that holds less of a claim may tell of something else.
_ENOUGH = 0.5
# Of a group ("my family won") they may be part themselves.
_KIN = """
mother mom mum father dad sister brother husband wife partner son daughter nephew niece kid kids
child children aunt uncle grandma grandmother grandpa grandfather friend friends cousin colleague
colleagues coworker coworkers boss neighbor neighbour teammates mentor mentors
"""
_SOMEBODY = frozenset(map(base_stem, _KIN.split()))
# "My mother and I went", "my husband sold our boat", "my aunt gave me one": theirs as well.
_TOGETHER = re.compile(
    r"\b(?:i|me|we|us|our|ours|ourselves)\b|\b(?:with|and|or|like|unlike) my\b", re.IGNORECASE
)
_THINKS = re.compile(r"^(?:\S+ ){1,3}?thinks (?:that )?(?=\S)")
_BEFORE_VERBS = """
am is are was were be has have had do does did can could will would shall should may might must
cannot used never also just
"""
_AUXILIARIES = frozenset(_BEFORE_VERBS.split())
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_OWNER = re.compile(r"^(?P<owner>.+?)(?:['’]s|(?<=s)['’]) (?P<what>.+)$")
_ASIDE = re.compile(r",? (?:who|whom|whose|which)\b.*$")  # "Ana's brother, who lives in Graz,"
_JOINT = re.compile(r"\band\b|,", re.IGNORECASE)


class Doer(NamedTuple):
    """The subject of a statement as it is called: whose, and what ("Nora's", "brother Sam").

    ``owner`` is empty where it is nobody's; ``joint`` where it is more than one.
    """

    owner: str
    what: str
    joint: bool


def told_of_another(question: Question, claim: Claim, proof: Proof) -> tuple[KnownStatement, ...]:
    """The statements of a quote that tell what is asked, where all of them are of another.

    Another is a relative, friend or colleague of somebody (not a group or a thing of theirs) whom
    the question does not mention. Empty where it asks of nobody by name, and where the quote states
    it of that person too.
    """
    if not claim.people or not stems_of(question.neutral).isdisjoint(_SOMEBODY):
        return ()
    found = []
    for statement in quoted(proof):
        if not _holds(claim, statement):
            continue
        if not _is_another(question, statement):
            return ()
        found.append(statement)
    return tuple(found)


def doer_of(statement: KnownStatement) -> Doer | None:
    """Who does what a statement tells; of an opinion, whom it is about.

    None where its verb is not found in its text.
    """
    text = _THINKS.sub("", clause_of(statement.text))
    verb = statement.predicate.split("_")[0]
    # A question's "broke" has another stem than the predicate "break".
    forms = frozenset(map(base_stem, (verb, past_form(verb))))
    for token in list(_WORD.finditer(text))[1:]:
        word = token.group().lower()
        if token.group()[0].islower() and (word in _AUXILIARIES or base_stem(word) in forms):
            called = _ASIDE.sub("", text[: token.start()]).strip()
            owned = _OWNER.match(called)
            owner, what = (owned["owner"], owned["what"]) if owned else ("", called)
            return Doer(owner, what, _JOINT.search(called) is not None)
    return None


def _holds(claim: Claim, statement: KnownStatement) -> bool:
    """Whether a statement has half of the claim's words."""
    said = counted(statement.text).counts
    held = sum(says(word.forms, said) for word in claim.words)
    return bool(claim.words) and held >= _ENOUGH * len(claim.words)


def _is_another(question: Question, statement: KnownStatement) -> bool:
    doer = doer_of(statement)
    if doer is None or doer.joint or not doer.owner or _TOGETHER.search(statement.quote):
        return False
    called = stems_of(doer.what)
    return not called.isdisjoint(_SOMEBODY) and called.isdisjoint(stems_of(question.text))
