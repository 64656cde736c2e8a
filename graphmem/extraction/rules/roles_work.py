"""Jobs: what somebody is, where they work, when they rise and when they leave."""

import re
from collections.abc import Iterator

from graphmem.extraction.rules.lifewords import (
    BUSINESSES,
    JOB_NOUNS,
    NOT_JOBS,
    OCCUPATIONS,
    TEAMS,
    WORKPLACES,
)
from graphmem.extraction.rules.phrases import object_phrase, proper_name
from graphmem.extraction.rules.shapes import Part, View, snake
from graphmem.extraction.rules.wordlists import EMPTY_NOUNS, KIN, PETS, PRAISE, TIME_LABELS
from graphmem.model.parse import Token

_WEAK = frozenset({"new", "own", "proud", "unemployed", "current", "busy"})
_OCCUPATION = re.compile(r"(?:[a-z]{2,}(?:er|or|ist|ian|eer|essor|ologist)|man|woman)$")


def job(view: View) -> Iterator[Part]:
    """The roles of a job that a clause states."""
    for rule in (_being, _working, _rising, _leaving, _founding):
        yield from rule(view)


def is_occupation(noun: Token) -> bool:
    """Whether the noun says what somebody does for a living."""
    low = noun.lemma.lower() if noun.pos == "NOUN" else noun.low
    if low in NOT_JOBS or low in PETS or low in KIN:
        return False
    return low in OCCUPATIONS or (noun.pos == "NOUN" and bool(_OCCUPATION.search(low)))


def _being(view: View) -> Iterator[Part]:
    """As in "I'm a software engineer at TechCorp", "I work as a nurse"."""
    noun = None
    if view.lemma == "be":
        noun = view.object()
    elif view.lemma in ("work", "serve", "freelance", "volunteer"):
        noun = view.object("as")
    if noun is None or not is_occupation(noun) or _is_praised(view, noun):
        return
    employer = _employer(view, noun)
    states = (f"works_at_{snake(employer)}",) if employer else ()
    yield Part("job", _job_name(view, noun), states)


def _is_praised(view: View, noun: Token) -> bool:
    """As in "Ito is such an inspiring writer": what somebody thinks of him."""
    first = view.clause.subject
    mine = first is None or first.low in ("i", "we")
    marks = {t.low for t in view.sentence.children(noun, "amod", "predet")}
    return not mine and bool(marks & (PRAISE | {"such"}))


def _working(view: View) -> Iterator[Part]:
    """As in "I work at TechCorp", "I volunteer at a shelter", "I signed with a new team"."""
    if view.object("as") is not None:
        return
    if view.lemma == "volunteer":
        place = view.object("at", "for", "with")
        if place is not None and place.pos in ("NOUN", "PROPN") and place.ent not in TIME_LABELS:
            yield Part("job", "volunteer", (f"volunteers_at_{_called(view, place)}",))
        return
    if view.lemma == "sign" and (team := view.object("with", "for")) is not None:
        if _is_workplace(team) or team.lemma.lower() in TEAMS:
            yield Part("job", "team_member", (f"signed_with_{_called(view, team)}",))
        return
    if view.lemma in ("teach", "coach", "mentor"):
        yield from _teaching(view)
        return
    place = view.object("at", "for")
    if view.lemma != "work" or place is None or not _is_workplace(place):
        return
    yield Part("job", "employee", (f"works_at_{_called(view, place)}",))


def _teaching(view: View) -> Iterator[Part]:
    """As in "I teach chemistry": what is done every day, not once."""
    finite, taught = view.clause.finite, view.object()
    if finite is None or view.verb.tag not in ("VBP", "VBZ") or taught is None:
        return
    if view.sentence.child(view.verb, "xcomp", "ccomp", "dative") is not None:
        return
    if taught.pos not in ("NOUN", "PROPN") or taught.lemma.lower() in EMPTY_NOUNS:
        return
    name = {"teach": "teacher", "coach": "coach", "mentor": "mentor"}[view.lemma]
    verb = {"teach": "teaches", "coach": "coaches", "mentor": "mentors"}[view.lemma]
    yield Part("job", name, (f"{verb}_{_called(view, taught)}",))


def _rising(view: View) -> Iterator[Part]:
    """As in "I became team lead", "I was promoted to senior engineer", "they moved me up to"."""
    noun: Token | None = None
    states: tuple[str, ...] = ()
    if view.lemma == "become":
        noun = _after(view, view.object())
    elif view.lemma == "promote":
        noun, states = view.object("to"), ("promoted",)
    elif view.lemma == "ask" and view.verb.tag == "VBN":
        inner = view.sentence.child(view.verb, "xcomp")
        noun = view.sentence.child(inner, "attr") if inner is not None else None
        states = ("asked_to_be",)
    elif view.lemma in ("move", "make", "name", "appoint") and view.verb.tag in ("VBN", "VBD"):
        noun, states = view.object("to") or view.sentence.child(view.verb, "oprd"), ("promoted",)
    elif view.lemma in ("get", "land", "start", "accept", "find") and _new_job(view):
        yield Part("job", "new_job", ("started_job",))
        return
    if noun is None:
        return
    if noun.low in ("position", "role") or noun.low in OCCUPATIONS or is_occupation(noun):
        yield Part("job", _job_name(view, noun), states)


def _after(view: View, noun: Token | None) -> Token | None:
    """The last word of "team lead", which the parser takes for a verb after a noun."""
    if noun is None or is_occupation(noun) or noun.i + 1 >= len(view.sentence):
        return noun
    following = view.sentence[noun.i + 1]
    return following if following.low in OCCUPATIONS else noun


def _leaving(view: View) -> Iterator[Part]:
    """As in "I quit my job", "I left TechCorp", "I handed in my notice at TechCorp"."""
    if view.lemma in ("lose",) and _is_job(view.object()):
        employer = _employer(view, view.verb) or _employer(view, view.object() or view.verb)
        where = (f"worked_at_{snake(employer)}",) if employer else ()
        yield Part("job", "unemployed", ("lost_job", *where))
        return
    if view.lemma in ("hand", "give") and _notice(view):
        place = view.object("at") or _inside_notice(view)
        name = _called(view, place) if place is not None else "job"
        yield Part("job", "former_employee", (f"left_{name}",))
        return
    if view.lemma not in ("leave", "quit", "resign"):
        return
    thing = view.object() or view.object("from")
    if thing is None:
        if view.lemma in ("quit", "resign"):
            yield Part("job", "former_employee", ("left_job",))
        return
    founded = _founded_after(view)
    if _is_job(thing):
        name = "startup_founder" if founded else "former_employee"
        yield Part("job", name, ("left_job",))
    elif thing.ent == "ORG" or thing.low in WORKPLACES:
        name = "startup_founder" if founded else "former_employee"
        yield Part("job", name, (f"left_{_called(view, thing)}",))


def _founding(view: View) -> Iterator[Part]:
    """As in "I started my own company"."""
    if view.lemma not in ("found", "start", "open", "launch", "run", "own", "cofound", "build"):
        return
    thing = view.object()
    if thing is None or thing.lemma.lower() not in BUSINESSES:
        return
    kind = "owner" if view.lemma in ("own", "run") else "founder"
    name = thing.lemma.lower()
    startup = name in ("startup", "company") and kind == "founder"
    yield Part("job", "startup_founder" if startup else f"{snake(name)}_{kind}", (
        f"{'runs' if kind == 'owner' else 'started'}_{snake(object_phrase(view.sentence, thing))}",
    ))  # fmt: skip


def _job_name(view: View, noun: Token) -> str:
    if noun.low in ("position", "role"):
        modifiers = view.sentence.children(noun, "amod", "compound")
        return snake("_".join([*(t.low for t in modifiers), noun.low]))
    phrase = object_phrase(view.sentence, noun)
    before = view.sentence[noun.i - 1] if noun.i else noun
    if noun.pos != "NOUN" and before.pos == "NOUN":
        phrase = f"{before.low} {noun.low}"
    for prep in view.sentence.children(noun, "prep"):
        inner = view.sentence.child(prep, "pobj")
        if prep.low == "of" and noun.low in ("head", "director", "chair") and inner is not None:
            phrase = f"{noun.low} of {inner.low}"
    kept = [w for w in phrase.split() if w.lower() not in PRAISE | _WEAK]
    return snake(" ".join(w if w.isupper() else w.lower() for w in kept))


def _employer(view: View, noun: Token) -> str | None:
    for prep in [*view.sentence.children(noun, "prep"), *view.sentence.children(view.verb, "prep")]:
        inner = view.sentence.child(prep, "pobj")
        if prep.low in ("at", "for", "with") and inner is not None and _is_workplace(inner):
            return _called(view, inner)
    return None


def _is_workplace(noun: Token) -> bool:
    return noun.ent == "ORG" or noun.pos == "PROPN" or noun.lemma.lower() in WORKPLACES


def _called(view: View, noun: Token) -> str:
    if noun.pos == "PROPN":
        return snake(proper_name(view.sentence, noun))
    return snake(object_phrase(view.sentence, noun))


def _is_job(noun: Token | None) -> bool:
    return noun is not None and noun.lemma.lower() in JOB_NOUNS


def _new_job(view: View) -> bool:
    noun = view.object()
    return noun is not None and noun.low in JOB_NOUNS and view.verb.tag in ("VBD", "VBN")


def _notice(view: View) -> bool:
    noun = view.object()
    return noun is not None and noun.low in ("notice", "badge", "resignation")


def _inside_notice(view: View) -> Token | None:
    noun = view.object()
    if noun is None:
        return None
    for prep in view.sentence.children(noun, "prep"):
        if prep.low == "at":
            return view.sentence.child(prep, "pobj")
    return view.sentence.child(noun, "compound")


def _founded_after(view: View) -> bool:
    return any(
        t.lemma in ("found", "start", "launch", "open", "build")
        and (inner := view.sentence.child(t, "dobj")) is not None
        and inner.lemma.lower() in BUSINESSES
        for t in view.sentence.subtree(view.verb)
    )
