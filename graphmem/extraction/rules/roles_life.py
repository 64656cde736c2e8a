"""Homes, schooling, family, animals, memberships and health."""

from collections.abc import Iterator

from graphmem.extraction.rules.lifewords import BODY_PARTS, CLUB_NOUNS, DIETS, ILLNESSES, SCHOOLS
from graphmem.extraction.rules.phrases import object_phrase, proper_name
from graphmem.extraction.rules.shapes import Part, View, snake
from graphmem.extraction.rules.wordlists import KIN, NOT_KIN, PETS, PLACE_LABELS, TIME_LABELS
from graphmem.model.parse import Token

_YOUNG = frozenset({"kid", "child", "toddler", "kids", "children"})
_LASTING = frozenset({"for", "since"})
_COMING = frozenset(["move", "relocate"])


def home(view: View) -> Iterator[Part]:
    """Where somebody lives, moved to, or grew up."""
    if view.lemma == "live":
        place = _place(view, "in", "near", "at")
        if place:
            past = view.clause.finite is not None and view.clause.finite.tag == "VBD"
            yield (
                Part("home", "former_resident", (f"lived_in_{place}",))
                if past
                else Part("home", "resident", (f"lives_in_{place}",))
            )
    elif view.lemma in _COMING:
        place = _place(view, "to", "into")
        if place:
            yield Part("home", "resident", (f"lives_in_{place}",))
    elif view.lemma == "leave" and (left := view.object()) is not None and left.ent == "GPE":
        yield Part("home", "former_resident", (f"left_{_called(view, left)}",))
    elif view.lemma == "grow" and view.sentence.child(view.verb, "prt"):
        place = _place(view, "in", "near")
        if place:
            yield Part("home", "native", (f"grew_up_in_{place}",))
    elif view.lemma == "be":
        yield from _being_somewhere(view)


def _being_somewhere(view: View) -> Iterator[Part]:
    origin = _place(view, "from")
    if origin:
        yield Part("home", "native", (f"from_{origin}",))
    noun = view.object("in")
    subject = view.clause.subject
    mine = subject is not None and subject.low == "i" and view.clause.verb.tag in ("VBP", "VBZ")
    lasting = mine or bool(_LASTING & {t.low for t in view.sentence.children(view.verb, "prep")})
    if noun is not None and noun.ent == "GPE" and lasting and view.answer.place:
        yield Part("home", "resident", (f"lives_in_{_called(view, noun)}",))


def education(view: View) -> Iterator[Part]:
    """What somebody studies, where, and what they passed."""
    if view.lemma in ("study", "major") and view.object() is not None:
        yield Part("education", "student", (f"studies_{_called(view, view.object())}",))
    elif view.lemma == "graduate":
        school = view.object("from")
        yield Part(
            "education",
            "graduate",
            (f"graduated_from_{_called(view, school)}" if school else "graduated",),
        )
    elif view.lemma in ("attend", "enroll", "start"):
        school = view.object() or view.object("in", "at")
        if school is not None and school.lemma.lower() in SCHOOLS:
            yield Part("education", "student", (f"attends_{_called(view, school)}",))
    elif view.lemma in ("finish", "complete", "get", "earn", "pass"):
        noun = view.object()
        if noun is not None and noun.lemma.lower() in (
            "degree", "diploma", "certificate", "certification", "exam", "master", "phd"
        ):  # fmt: skip
            passed = noun.lemma.lower() == "exam"
            name = "examinee" if passed else f"{snake(noun.lemma.lower())}_holder"
            verb = "passed" if passed or view.lemma == "pass" else "has"
            yield Part("education", name, (f"{verb}_{_called(view, noun)}",))


def family(view: View) -> Iterator[Part]:
    """As in "I have two sons", "I'm an uncle"."""
    noun = view.object()
    if noun is None or noun.pos != "NOUN":
        return
    mine = view.lemma == "have" and noun.low in KIN - NOT_KIN
    if mine and not view.sentence.children(noun, "poss"):
        counted = [t.low for t in view.sentence.children(noun, "nummod", "det") if t.low != "the"]
        yield Part("family", f"has_{noun.lemma.lower()}", (snake("_".join([*counted, noun.low])),))
    elif view.lemma in ("be", "become") and noun.low in KIN - NOT_KIN - _YOUNG and _of_whom(view):
        yield Part("family", noun.low, (noun.low,))


def pet(view: View) -> Iterator[Part]:
    """As in "I have a dog", "I adopted two kittens"."""
    noun = view.object()
    if view.lemma not in ("have", "own", "adopt", "get", "buy", "rescue") or noun is None:
        return
    if noun.lemma.lower() not in PETS and noun.low not in PETS:
        return
    thing = view.thing(noun)
    names = [f"named_{snake(alias)}" for alias in thing.aliases] if thing else []
    yield Part("pet", noun.lemma.lower(), (f"has_{snake(object_phrase(view.sentence, noun))}",
                                           *names))  # fmt: skip


def membership(view: View) -> Iterator[Part]:
    """As in "I joined a climbing gym", "I'm a member of the choir"."""
    noun = view.object()
    if noun is None:
        return
    if view.lemma == "join" and (noun.lemma.lower() in CLUB_NOUNS or noun.ent == "ORG"):
        yield Part("membership", "member", (f"member_of_{_called(view, noun)}",))
    if view.lemma in ("be", "become") and noun.lemma.lower() == "member":
        group = next(
            (
                view.sentence.child(prep, "pobj")
                for prep in view.sentence.children(noun, "prep")
                if prep.low in ("of", "at")
            ),
            None,
        )
        if group is not None:
            yield Part("membership", "member", (f"member_of_{_called(view, group)}",))


def health(view: View) -> Iterator[Part]:
    """Allergies, diets, injuries and illnesses."""
    told = view.sentence.child(view.verb, "acomp", "attr")
    noun = view.object()
    if view.lemma in ("be", "become", "go") and told is not None:
        if told.low == "allergic":
            cause = next(
                (view.sentence.child(p, "pobj") for p in view.sentence.children(told, "prep")), None
            )
            yield Part("health", "allergic", (
                f"allergic_to_{_called(view, cause)}" if cause else "allergic",
            ))  # fmt: skip
        elif told.low in DIETS:
            yield Part("health", told.low, (told.low,))
    if noun is None:
        return
    hurt = ("break", "injure", "hurt", "sprain", "twist", "tear", "bruise", "strain", "fracture")
    if view.lemma in hurt and noun.lemma.lower() in BODY_PARTS:
        yield Part("health", "injured", (f"{view.lemma}_{_called(view, noun)}",))
    elif view.lemma in ("have", "get", "suffer") and noun.lemma.lower() in ILLNESSES:
        yield Part("health", snake(noun.lemma.lower()), (f"has_{_called(view, noun)}",))


def _place(view: View, *prepositions: str) -> str | None:
    noun = view.object(*prepositions)
    if noun is None or view.sentence.child(view.verb, "dobj") is not None:
        return None
    # After "moved to" a name is a place, whatever it was taken for.
    named = noun.ent in PLACE_LABELS or (noun.pos == "PROPN" and noun.ent not in TIME_LABELS)
    return _called(view, noun) if named else None


def _called(view: View, noun: Token | None) -> str:
    if noun is None:
        return ""
    if noun.pos == "PROPN":
        return snake(proper_name(view.sentence, noun))
    return snake(object_phrase(view.sentence, noun))


def _of_whom(view: View) -> bool:
    """Whether the speaker says it of themself: "I'm an uncle", not "she is a mother"."""
    subject = view.clause.subject
    return subject is None or subject.low == "i"
