"""Whom a clause is about."""

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.kinds import Sort, finite_is_present, has_modal
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.wordlists import (
    FEELINGS,
    PERSON_NOUNS,
    VAGUE_SUBJECTS,
)
from graphmem.model.workspace import Kind, Network, Reference

_ME = frozenset({"me", "my", "myself", "us", "our", "i", "we"})


def whom(clause: Clause, setting: Setting, sort: Sort, predicate: str) -> tuple[Reference, bool]:
    """Whom the statement is about, and whether it is told as what the speaker thinks."""
    speaker = Reference(name=setting.scene.speaker)
    subject = clause.subject
    if subject is None:
        return speaker, False
    if predicate == "name":
        holder = clause.sentence.child(subject, "poss")
        subject = holder or subject
    person = setting.meant.get(subject.i)
    if person and (not person.possessive or predicate == "name"):
        if person.human or predicate == "name":
            return person.reference, False
        if sort.kind in (Kind.OPINION, Kind.PREFERENCE):
            return speaker, True
        return (speaker if _touches(clause, setting) else person.reference), False
    if any(t.low in ("i", "me") for t in clause.sentence.children(subject, "conj")):
        return speaker, False
    owned = next((one for one in setting.things if one.token.i == subject.i), None)
    if owned is not None and owned.sort != "thing" and _feels(clause, sort):
        return owned.reference, False
    if sort.network is Network.OPINION or _general(clause):
        return speaker, True
    if _moved(clause):
        return speaker, False
    if owned is None or subject.low in VAGUE_SUBJECTS:
        return speaker, False
    somebody = owned.sort != "thing"
    if not somebody and _touches(clause, setting):
        return speaker, False
    return owned.reference, False


def _feels(clause: Clause, sort: Sort) -> bool:
    """Whether it says what somebody likes or feels, and not what the speaker thinks of them."""
    told = clause.sentence.child(clause.verb, "acomp")
    return sort.kind is Kind.PREFERENCE or (told is not None and told.low in FEELINGS)


def _moved(clause: Clause) -> bool:
    """As in "They promoted me": told of the speaker, by people who are not named."""
    subject = clause.subject
    return (
        subject is not None
        and subject.low in ("they", "it")
        and any(t.low == "me" for t in clause.sentence.children(clause.verb, "dobj"))
    )


def _general(clause: Clause) -> bool:
    """As in "Change starts small": a thing at large, in the present; a view, whoever holds it."""
    sentence, subject = clause.sentence, clause.subject
    if subject is None or (not finite_is_present(clause) and not has_modal(clause)):
        return False
    if subject.dep == "csubj" or subject.tag == "VBG":
        return True
    return (
        subject.pos == "NOUN"
        and not subject.ent
        and not sentence.children(subject, "det", "poss", "nummod")
        and subject.lemma not in PERSON_NOUNS
    )


def _touches(clause: Clause, setting: Setting) -> bool:
    """Whether something happens to the speaker: "made me feel", "speaks to me"."""
    return any(
        clause.sentence[i].low in _ME and i in setting.meant and clause.sentence[i].dep != "poss"
        for i in clause.words
    )
