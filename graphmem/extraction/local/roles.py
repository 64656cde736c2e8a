"""The roles that sentences tell: of which part of a person's life, what each is called, its states.

The verb and what completes it evoke a frame ("live in Ghent": a home, of which one is a resident).
Where the frame leaves the part open ("be a nurse", "leave Contoso"), or there is none, a fitted
network tells it from the vector of the sentence.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from graphmem.extraction.local.network import Array, DenseNetwork, TurnVectors
from graphmem.model.parse import Sentence, Token

_TELLS = 0.4  # from this chance on a sentence tells a role
_COMPLEMENTS = ("dobj", "attr", "oprd", "prep", "agent", "acomp", "xcomp", "dative")
_NAMING = ("compound", "amod", "nmod", "nummod", "quantmod")
_WHEN = ("DATE", "TIME", "CARDINAL", "ORDINAL")
_PLACES = ("GPE", "LOC", "FAC")
_AT = ("at", "for")
_LASTING = ("for", "since")
_BARE = ("VB", "VBP")
_NOT_WORD = re.compile(r"[^\w]+")


class Frame(NamedTuple):
    """What a verb and its complement tell: a part of life, the role in it, and its state.

    Without a ``role`` what completes the verb is one. An ``open`` frame is of its part of life only
    where the network says so.
    """

    part: str
    role: str
    state: str
    open: bool = False


_RESIDENT = Frame("home", "resident", "lives_in")
_NATIVE = Frame("home", "native", "grew_up_in")
_EMPLOYED = Frame("job", "employee", "works_at")
_NAMED = Frame("job", "", "", open=True)
_LEFT = Frame("job", "former_employee", "left")
_FOUNDED = Frame("job", "founder", "started", open=True)
_DATING = Frame("relationship", "dating", "dating")
_MARRIED = Frame("relationship", "married", "married_to")
_ENGAGED = Frame("relationship", "engaged", "engaged_to")
_PROPOSED = Frame("relationship", "proposed", "proposed_to")
_SEPARATED = Frame("relationship", "separated", "split_up_with")
_MEMBER = Frame("membership", "member", "member_of", open=True)

# By the lemmas that lead to the complement; "is" leads to it by nothing.
_FRAMES = {
    "live in": _RESIDENT, "live at": _RESIDENT, "live near": _RESIDENT, "move to": _RESIDENT,
    "move into": _RESIDENT, "relocate to": _RESIDENT, "settle in": _RESIDENT,
    "grow up in": _NATIVE, "bear in": Frame("home", "native", "born_in"),
    "from": Frame("home", "native", "from"),
    "": _NAMED, "become": _NAMED, "work as": _NAMED, "serve as": _NAMED, "make": _NAMED,
    "promote to": _NAMED, "appoint": _NAMED, "name": _NAMED, "elect": _NAMED,
    "work at": _EMPLOYED, "work for": _EMPLOYED,
    "leave": _LEFT, "quit": _LEFT, "resign from": _LEFT, "retire from": _LEFT, "lose": _LEFT,
    "hand in": _LEFT,
    "found": _FOUNDED, "start": _FOUNDED, "launch": _FOUNDED, "open": _FOUNDED,
    "date": _DATING, "go out with": _DATING,
    "see": Frame("relationship", "dating", "dating", open=True),
    "marry": _MARRIED, "marry to": _MARRIED, "married to": _MARRIED,
    "engage to": _ENGAGED, "engaged to": _ENGAGED, "propose to": _PROPOSED,
    "break up with": _SEPARATED, "split up with": _SEPARATED, "split with": _SEPARATED,
    "separate from": _SEPARATED, "divorce": _SEPARATED, "divorce from": _SEPARATED,
    "join": _MEMBER, "teach": Frame("job", "teacher", "teaches", open=True),
}  # fmt: skip
# With these words for what completes the verb, whoever is meant by "we": "we had our third date".
_TOGETHER = {("have", "date"): _DATING, ("see", "other"): _DATING, ("have", "wedding"): _MARRIED}
# These need no complement, or have the partner beside the subject: "Sarah and John broke up".
_ALONE = {
    "quit": _LEFT, "resign": _LEFT, "retire": _LEFT, "break up": _SEPARATED, "split up": _SEPARATED,
    "separate": _SEPARATED, "divorce": _SEPARATED, "marry": _MARRIED, "married": _MARRIED,
    "engage": _ENGAGED, "engaged": _ENGAGED,
}  # fmt: skip
_PERSONAL, _KINDRED = "relationship", "family"
_BEING = ("be", "have")


class LifeRole(NamedTuple):
    """A role in a part of a life (``job``), what it is called, and its states, as one word each.

    ``lacks`` a partner who is named beside the subject or before: a state of two needs one.
    ``predicate`` is of a role that another verb tells than the main one ("left to found a firm").
    """

    part: str
    name: str
    states: tuple[str, ...]
    lacks: bool = False
    predicate: str = ""


class _Filled(NamedTuple):
    """A noun that completes a verb, and the words that lead to it."""

    path: tuple[Token, ...]
    noun: Token


def parts_of_life(network: DenseNetwork, sentences: Sequence[TurnVectors]) -> list[str | None]:
    """For each sentence the part of a person's life of which it tells a role; None for most."""
    if not sentences:
        return []
    chances = network.distribution(np.stack([sentence_vector(one) for one in sentences]))
    none = network.labels.index("")
    best = np.where(np.arange(chances.shape[1]) == none, -1.0, chances).argmax(axis=1)
    return [
        network.labels[place] if 1.0 - row[none] >= _TELLS else None
        for place, row in zip(best, chances, strict=True)
    ]


def sentence_vector(seen: TurnVectors) -> Array:
    """The mean of a sentence's word pieces, of length one; zero where it has none."""
    if not len(seen.vectors):
        return np.zeros(seen.vectors.shape[1], dtype=np.float32)
    mean = seen.vectors.mean(axis=0, dtype=np.float32)
    found: Array = mean / max(float(np.linalg.norm(mean)), 1e-9)
    return found


def life_roles(sentence: Sentence, part: str | None) -> list[LifeRole]:
    """The roles that a sentence of one clause tells of its subject.

    ``part`` is the part of life that the network takes it to tell of.
    """
    verb = sentence.root
    filled = list(_completing(sentence, verb, ()))
    framed = (_framed(sentence, item, part, filled) for item in filled)
    found = [one for one in framed if one is not None]
    found += [*_proposed(sentence, verb), *_staying(sentence, filled)]
    if not any(one.part == _PERSONAL for one in found):
        found += _of_two(sentence, verb)
    if not filled and _ALONE.get(_lemmas(_with_particle(sentence, verb))) is _LEFT:
        found.append(LifeRole("job", _LEFT.role, ("left_job",)))
    if not found and part not in (None, _PERSONAL) and verb.lemma in _BEING:
        found = _unframed(sentence, part, filled)
    return [_employed(sentence, one, filled) for one in _merged(found)]


def one_word(text: str) -> str:
    """Words as one name: "software engineer" becomes ``software_engineer``; case is kept."""
    return _NOT_WORD.sub("_", text).strip("_")


def _framed(
    sentence: Sentence, item: _Filled, part: str | None, filled: Sequence[_Filled]
) -> LifeRole | None:
    frame = _FRAMES.get(_lemmas(item.path))
    if frame is None:
        return None
    noun, phrase = item.noun, one_word(_phrase(sentence, item.noun))
    if frame is _LEFT:
        return _leaving(sentence, item, part, filled)
    if frame.open and part != frame.part:
        return None
    if frame.part in ("home", _PERSONAL) and noun.pos != "PROPN":
        return None
    if frame is _FOUNDED:
        firm = "startup" if noun.lemma.lower() == "company" else noun.lemma.lower()
        told = (f"{frame.state}_{phrase}",)
        verb = item.path[0].lemma.lower()
        return LifeRole("job", f"{firm}_{frame.role}", told, predicate=verb)
    if frame is _RESIDENT and sentence.root.tag == "VBD" and sentence.root.lemma == "live":
        return LifeRole("home", "former_resident", (f"lived_in_{phrase}",))
    if frame.role:
        return LifeRole(frame.part, frame.role, (f"{frame.state}_{phrase}",))
    if noun.pos == "PROPN" and not noun.text.isupper():
        return None
    return LifeRole(frame.part, _named(phrase), ())


def _leaving(
    sentence: Sentence, item: _Filled, part: str | None, filled: Sequence[_Filled]
) -> LifeRole | None:
    """Where one leaves a place it was a home; else, where the network takes it so, a job."""
    noun = item.noun
    if item.path[0].lemma == "lose" and noun.pos == "PROPN":
        return None  # one loses a job, but a firm only as its customer or its owner does
    place = noun.ent in _PLACES or (part == "home" and noun.pos == "PROPN")
    if place and item.path[0].lemma == "leave":
        return LifeRole("home", "former_resident", (f"left_{one_word(_phrase(sentence, noun))}",))
    at = [other.noun for other in filled if other.path and other.path[-1].low in _AT]
    firms = (one for one in (*_inside(sentence, noun), *at) if one.pos == "PROPN")
    named = next(firms, None)
    # "Handed in the notice at Contoso", "left Contoso": a firm tells that it is of a job.
    if part != "job" and (named is None or (named.ent != "ORG" and item.noun is named)):
        return None
    firm = one_word(_phrase(sentence, named)) if named is not None else "job"
    return LifeRole("job", _LEFT.role, (f"left_{firm}",))


def _proposed(sentence: Sentence, verb: Token) -> list[LifeRole]:
    """As in "John asked Lisa to marry him"."""
    asked = sentence.child(verb, "xcomp", "ccomp", "advcl") if verb.lemma == "ask" else None
    if asked is None or asked.lemma != "marry":
        return []
    whom = sentence.child(verb, "dobj", "dative") or sentence.child(asked, "nsubj")
    if whom is None:
        return []
    return [LifeRole(_PERSONAL, "proposed", (f"proposed_to_{_phrase(sentence, whom)}",))]


def _staying(sentence: Sentence, filled: Sequence[_Filled]) -> list[LifeRole]:
    """As in "John has been in Seattle for ten years"."""
    preps = {one.low for one in sentence.children(sentence.root, "prep")}
    return [
        LifeRole("home", _RESIDENT.role, (f"lives_in_{one_word(_phrase(sentence, noun))}",))
        for path, noun in filled
        if _lemmas(path) == "in" and noun.ent == "GPE" and preps.intersection(_LASTING)
    ]


def _of_two(sentence: Sentence, verb: Token) -> list[LifeRole]:
    """As in "Sarah and John broke up", "they had their third date": who is whose partner, open."""
    objects = [one.lemma.lower() for one in sentence.children(verb, "dobj")]
    frame = _TOGETHER.get((verb.lemma, objects[0])) if objects else None
    frame = frame or _ALONE.get(_lemmas(_with_particle(sentence, verb)))
    state = sentence.child(verb, "acomp", "oprd")
    if state is not None and frame is None:
        frame = _ALONE.get(state.low)
    if frame is None or frame.part != _PERSONAL:
        return []
    return [LifeRole(_PERSONAL, frame.role, (frame.state,), lacks=True)]


def _unframed(sentence: Sentence, part: str, filled: Sequence[_Filled]) -> list[LifeRole]:
    """What somebody is or has, called by the first common noun (a dog), else by the adjective."""
    nouns = [item.noun for item in filled if item.noun.pos != "PROPN"]
    state = sentence.child(sentence.root, "acomp")
    called = state or next(iter(nouns), None)
    if called is None:
        return []
    name = one_word(called.low if state else _phrase(sentence, called)).lower()
    states = tuple(
        one_word(" ".join((*(one.text for one in path), _phrase(sentence, noun))))
        for path, noun in filled
    )
    if part == _KINDRED and sentence.root.lemma == "have":
        name = f"has_{name}"
    return [LifeRole(part, name, states or (name,))]


def _employed(sentence: Sentence, role: LifeRole, filled: Sequence[_Filled]) -> LifeRole:
    """With the firm, of a job that is named: "a nurse at Northgate"."""
    if role.part != "job" or role.name == _LEFT.role or any("works_at" in s for s in role.states):
        return role
    firms = [
        item.noun
        for item in filled
        if item.path and item.path[-1].low in _AT and item.noun.pos == "PROPN"
    ]
    firms = [noun for noun in firms if noun.ent != "PERSON"]
    states = tuple(f"works_at_{one_word(_phrase(sentence, noun))}" for noun in firms)
    kept = tuple(state for state in role.states if not any(s[9:] in state for s in states))
    return role._replace(states=(*kept, *states))


def _merged(found: Sequence[LifeRole]) -> list[LifeRole]:
    """An employee who is called by what they do is that: "works at Acme as a nurse"."""
    named = [one for one in found if one.part == "job" and one.name != _EMPLOYED.role]
    firm = [one for one in found if one.part == "job" and one.name == _EMPLOYED.role]
    if not named or not firm:
        return list(found)
    rest = [one for one in found if one.part != "job"]
    states = tuple(state for one in (*named, *firm) for state in one.states)
    return [named[0]._replace(states=states), *rest]


def _completing(sentence: Sentence, at: Token, before: tuple[Token, ...]) -> Iterator[_Filled]:
    """Each noun that completes the verb, with the verb and the words between that govern it.

    "Is a nurse" and "is married to" say no more than "nurse" and "married to".
    """
    path = before if at.lemma == "be" else (*before, at)
    path = (*path, *(one for one in sentence.children(at, "prt") if one.i > at.i))
    for one in sentence.children(at, *_COMPLEMENTS, "advcl"):
        if one.i < at.i:
            continue
        if one.dep in ("acomp", "xcomp"):
            yield from _completing(sentence, one, path)
        elif one.dep == "advcl":
            if _is_purpose(sentence, one):
                yield from _completing(sentence, one, ())
        elif one.dep in ("prep", "agent"):
            yield from _governed(sentence, one, path)
        elif _may_fill(one):
            yield _Filled(path, one)
            for behind in sentence.children(one, "prep"):
                yield from _governed(sentence, behind, (*path, *_inside(sentence, one)))


def _is_purpose(sentence: Sentence, verb: Token) -> bool:
    """As in "left to found a startup"."""
    return verb.tag == "VB" and any(one.tag == "TO" for one in sentence.children(verb, "aux"))


def _governed(
    sentence: Sentence, preposition: Token, before: tuple[Token, ...]
) -> Iterator[_Filled]:
    path = (*before, preposition)
    for noun in sentence.children(preposition, "pobj"):
        if _may_fill(noun):
            yield _Filled(path, noun)
            for behind in sentence.children(noun, "prep"):
                yield from _governed(sentence, behind, (*path, *_inside(sentence, noun)))


def _may_fill(noun: Token) -> bool:
    return noun.pos in ("NOUN", "PROPN") and noun.ent not in _WHEN


def _with_particle(sentence: Sentence, verb: Token) -> tuple[Token, ...]:
    return (verb, *(one for one in sentence.children(verb, "prt", "advmod") if one.low == "up"))


def _lemmas(path: Sequence[Token]) -> str:
    return " ".join(one.lemma.lower() for one in path)


def _named(phrase: str) -> str:
    return phrase if phrase.isupper() else phrase.lower()


def _phrase(sentence: Sentence, noun: Token) -> str:
    return " ".join(token.text for token in _inside(sentence, noun))


def _inside(sentence: Sentence, noun: Token) -> list[Token]:
    """The noun with the words that are part of its name.

    A bare verb right behind what somebody becomes is one of them: "became team lead".
    """
    inside = [noun, *sentence.children(noun, *_NAMING)]
    inside += [deeper for one in inside[1:] for deeper in sentence.children(one, *_NAMING)]
    if noun.dep in ("attr", "oprd") and noun.i + 1 < len(sentence):
        following = sentence[noun.i + 1]
        if following.tag in _BARE and following.pos == "VERB":
            inside.append(following)
    return sorted(inside, key=lambda token: token.i)
