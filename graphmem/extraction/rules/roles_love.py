"""Relationships: dating, engaged, married, apart."""

from collections.abc import Iterator

from graphmem.extraction.rules.shapes import Part, View, snake
from graphmem.model.parse import SUBJECTS, Token

BY_PARTNER = {
    "wife": ("married", "married_to"),
    "husband": ("married", "married_to"),
    "spouse": ("married", "married_to"),
    "girlfriend": ("dating", "dating"),
    "boyfriend": ("dating", "dating"),
    "fiancé": ("engaged", "engaged_to"),
    "fiancée": ("engaged", "engaged_to"),
}


def relationship(view: View) -> Iterator[Part]:
    """The roles of a relationship that a clause states."""
    part = _dating(view) or _marrying(view) or _parting(view) or _single(view)
    if part is not None:
        yield part


def spouse(view: View) -> Iterator[Part]:
    """As in "Ana and I call each other my wife and my husband": who the partner is."""
    first = view.clause.subject
    if first is None or view.answer.subject.name != view.setting.scene.speaker:
        return
    beside = any(t.low == "i" for t in view.sentence.children(first, "conj"))
    who = view.person(first) if beside else None
    for thing in view.setting.things:
        mine = thing.reference.owner == view.setting.scene.speaker
        unnamed = mine and not thing.aliases and thing.token.i != first.i
        if who and unnamed and thing.token.low in BY_PARTNER:
            name, lead = BY_PARTNER[thing.token.low]
            yield Part("relationship", name, (f"{lead}_{snake(who)}",))
            return


def _dating(view: View) -> Part | None:
    who = view.person(view.object())
    if view.lemma == "date":
        return _with("dating", who or view.person(view.object("with")) or _beside(view))
    seeing = view.lemma == "see" and view.verb.tag == "VBG"
    if seeing and who and who[:1].isupper() and not _together(view):
        return _with("dating", who)
    if view.lemma in ("have", "go") and _dates(view):
        who = view.person(_within(view, view.object(), "with"))
        return _with("dating", who or (view.setting.lately if _together(view) else None))
    if seeing and _together(view) and not (who and who[:1].isupper()):
        return _with("dating", view.setting.lately)
    return None


def _together(view: View) -> bool:
    """As in "We had our third date", "we've been seeing each other"."""
    subject = view.clause.subject
    return subject is not None and subject.low == "we"


def _marrying(view: View) -> Part | None:
    if view.lemma == "marry" or (view.lemma in ("get", "be") and _state(view) == "married"):
        who = view.person(view.object()) or view.person(view.object("to")) or _beside(view)
        return _with("married", who, to=True)
    if view.lemma in ("have", "hold", "celebrate") and _wedding(view):
        return _with("married", _beside(view), to=True)
    if view.lemma in ("get", "be") and _state(view) == "engaged":
        return _with("engaged", view.person(view.object("to")) or _beside(view), to=True)
    if view.lemma == "ask":
        inner = view.sentence.child(view.verb, "xcomp", "ccomp", "advcl")
        if inner is not None and inner.lemma == "marry":
            asked = view.object() or view.sentence.child(inner, "nsubj")
            return _with("proposed", view.person(asked), to=True)
    if view.lemma == "propose" and view.object("to") is not None:
        return _with("proposed", view.person(view.object("to")), to=True)
    return None


def _wedding(view: View) -> bool:
    """As in "Carla and I had our wedding in May": their own, since two are named."""
    subject, noun = view.clause.subject, view.object()
    if subject is None or noun is None:
        return False
    words = {noun.low, *(t.low for t in view.sentence.children(noun, "compound"))}
    both = any(t.low in ("i", "me") for t in view.sentence.children(subject, "conj"))
    return "wedding" in words and both


def _parting(view: View) -> Part | None:
    particle = {t.low for t in view.sentence.children(view.verb, "prt", "advmod")}
    apart = view.lemma in ("split", "break") and "up" in particle
    if apart or view.lemma in ("divorce", "separate"):
        who = view.person(view.object("with", "from")) or view.person(view.object())
        return _with("separated", who or _beside(view), word="split_up_with")
    if view.lemma in ("get", "be") and _state(view) == "divorced":
        return _with("divorced", None)
    return None


def _single(view: View) -> Part | None:
    if view.lemma == "be" and _state(view) == "single":
        return Part("relationship", "single", ("single",))
    return None


def _with(name: str, who: str | None, *, to: bool = False, word: str = "") -> Part | None:
    if who is None:
        return Part("relationship", name, (name,)) if name in ("married", "engaged") else None
    lead = word or (f"{name}_to" if to else name)
    return Part("relationship", name, (f"{lead}_{snake(who)}",))


def _state(view: View) -> str:
    told = view.sentence.child(view.verb, "acomp", "oprd", "attr")
    if told is not None:
        return told.low
    # "got married": the parser takes "got" for an auxiliary.
    return ""


def _dates(view: View) -> bool:
    noun = view.object() or view.object("on")
    return noun is not None and noun.lemma.lower() == "date"


def _within(view: View, noun: Token | None, preposition: str) -> Token | None:
    for holder in (noun, view.verb):
        if holder is None:
            continue
        for prep in view.sentence.children(holder, "prep"):
            if prep.low == preposition:
                return view.sentence.child(prep, "pobj")
    return None


def _beside(view: View) -> str | None:
    """Sarah of "Sarah and I split up"."""
    subject = view.clause.subject
    if subject is None or subject.dep not in SUBJECTS:
        return None
    for other in [subject, *view.sentence.children(subject, "conj")]:
        if other.low not in ("i", "me", "we") and (name := view.person(other)):
            return name if name != view.answer.subject.name else None
    if subject.low == "we":
        group = view.setting.meant.get(subject.i)
        names = group.label.split(" and ") if group else []
        others = [one for one in names if one not in (view.answer.subject.name, "others")]
        return others[0] if len(others) == 1 else None
    return None
