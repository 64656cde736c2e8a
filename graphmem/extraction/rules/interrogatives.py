"""A question taken apart: what it asks for, of whom, and the slot that an answer fills."""

from typing import NamedTuple

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.slots import Slot, slot_of
from graphmem.extraction.rules.tree import own_subject
from graphmem.extraction.rules.wordlists import EMPTY_ASKED
from graphmem.model.parse import Token
from graphmem.model.workspace import Part, Quote, Reference

_WH = frozenset({"what", "when", "where", "who", "whom", "whose", "why", "which", "how", "what's"})
UNSAID = frozenset({"it", "that", "this", "they", "those", "these", "he", "she"})
_FURTHER = frozenset({"other", "others", "another", "there", "here", "one", "else"})


class Asked(NamedTuple):
    """A question: ``wh`` are the words that stand for what is asked (none where yes or no is).

    ``verb`` is what it is about, ``subject`` its subject, ``about`` whom an answer is about.
    """

    setting: Setting
    verb: Token
    subject: Token | None
    wh: tuple[Token, ...]
    slot: Slot
    about: Reference | None


def is_open(asked: Asked) -> bool:
    """Whether it asks what, who, when and so on, and not yes or no."""
    return bool(asked.wh)


def asked_in(setting: Setting) -> Asked | None:
    """The question of a sentence; None for small talk ("What's up?")."""
    sentence = setting.sentence
    verb = sentence.root
    if verb.pos not in ("VERB", "AUX"):
        inner = sentence.child(verb, "relcl", "acl", "ccomp")
        if inner is None or inner.pos not in ("VERB", "AUX"):
            return None
        verb = inner
    content = [
        t
        for t in sentence
        if t.pos in ("NOUN", "PROPN", "VERB", "ADJ", "NUM") and t.lemma.lower() not in EMPTY_ASKED
        and setting.scene.participant(t.text) is None
    ]  # fmt: skip
    if not content:
        return None
    subject = own_subject(sentence, verb)
    wh = _asked_for(setting, verb)
    words = tuple(t.i for t in sentence.subtree(verb))
    slot = slot_of(Clause(sentence, verb, subject, words, (words[0], words[-1])), setting.meant)
    if wh and slot.head is not None and slot.head.i in {t.i for t in wh}:
        slot = slot._replace(object="")
    return Asked(setting, verb, subject, wh, slot, _about(setting, subject))


def _asked_for(setting: Setting, verb: Token) -> tuple[Token, ...]:
    """The words of "what kind of music", "how long", "where"."""
    sentence = setting.sentence
    for token in sentence:
        if token.low not in _WH or token.i > verb.i + 1:
            continue
        top = token
        while top.head != top.i and sentence.head(top).i != verb.i:
            above = sentence.head(top)
            if above.pos in ("VERB", "AUX"):
                break
            top = above
        if top.i == verb.i:
            return (token,)
        return tuple(t for t in sentence.subtree(top) if t.i < verb.i)
    return ()


def _about(setting: Setting, subject: Token | None) -> Reference | None:
    meant = setting.meant
    if subject is not None:
        if subject.i in meant:
            return meant[subject.i].reference
        for child in setting.sentence.children(subject, "poss"):
            if child.i in meant:
                return meant[child.i].reference
    for i in sorted(meant):
        if setting.sentence[i].low in ("you", "your"):
            return meant[i].reference
    return None


def leans(asked: Asked) -> bool:
    """As in "Did you make that?", "Do you know any others?": a yes leaves it as open."""
    return any(
        t.low in UNSAID | _FURTHER and t.i not in asked.setting.meant
        for t in asked.setting.sentence
    )


def goes_on_behind(asked: Asked) -> bool:
    """As in "What do you use now for it?": the reply's words would stand behind the rest."""
    sentence, verb = asked.setting.sentence, asked.verb
    behind = [t for t in sentence.children(verb, "prep", "advmod", "advcl") if t.i > verb.i]
    if any(t.low in ("most", "best") and t.i > verb.i for t in sentence):
        return True
    return any(sentence.children(t, "pobj", "pcomp") or t.dep != "prep" for t in behind)


def context(asked: Asked) -> Quote:
    """The question's words as context."""
    sentence, turn = asked.setting.sentence, asked.setting.turn
    return Quote(
        turn_id=turn.dia_id,
        text=turn.text[sentence.start : sentence.end],
        start=sentence.start,
        part=Part.CONTEXT,
    )
