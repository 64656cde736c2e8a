"""Who does what a statement tells, as its text calls them; pure."""

import re
from typing import NamedTuple

from graphmem.answering.sentence import clause_of
from graphmem.answering.telling.forms import base_stem
from graphmem.answering.telling.tokens import lower, tokens
from graphmem.answering.telling.units import stems_of
from graphmem.language.inflection import past_form
from graphmem.model.memory import KnownStatement

_THINKS = re.compile(r"^(?:\S+ ){1,3}?thinks (?:that )?(?=\S)")
_BEFORE_VERBS = """
am is are was were be has have had do does did can could will would shall should may might must
cannot used never also just
"""
_AUXILIARIES = frozenset(_BEFORE_VERBS.split())
_OWNER = re.compile(r"^(?P<owner>.+?)(?:['’]s|(?<=s)['’]) (?P<what>.+)$")
_ASIDE = re.compile(r",? (?:who|whom|whose|which)\b.*$")  # "Ana's brother, who lives in Graz,"
_JOINT = re.compile(r"\band\b|,", re.IGNORECASE)


class Doer(NamedTuple):
    """The subject of a statement as it is called ("Nora's brother Sam"), and what is told of it.

    ``told`` is the rest of the text, ``stems`` are those of its words and of the verb's base form.
    ``owner`` and ``what`` are parts of the subject ("Nora", "brother Sam"); ``owner`` is empty
    where it is nobody's. ``joint`` where it is more than one ("Nora's mother and Nora").
    """

    called: str
    told: str
    stems: frozenset[str]
    owner: str
    what: str
    joint: bool


def doer_of(statement: KnownStatement) -> Doer | None:
    """Who does what a statement tells; of an opinion, whom it is about.

    None where its verb is not found in its text.
    """
    text = _THINKS.sub("", clause_of(statement.text))
    verb = statement.predicate.split("_")[0]
    # A question's "broke" has another stem than the predicate "break".
    forms = frozenset(map(base_stem, (verb, past_form(verb))))
    for token in list(tokens(text))[1:]:
        word = lower(token)
        if token.group()[0].islower() and (word in _AUXILIARIES or base_stem(word) in forms):
            called = _ASIDE.sub("", text[: token.start()]).strip()
            told = text[token.start() :]
            owned = _OWNER.match(called)
            owner, what = (owned["owner"], owned["what"]) if owned else ("", called)
            return Doer(
                called, told, stems_of(told) | forms, owner, what, _JOINT.search(called) is not None
            )
    return None
