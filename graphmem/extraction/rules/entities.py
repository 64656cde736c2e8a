"""The things that a sentence speaks of: names, owned things, noun phrases that say something."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from graphmem.extraction.rules.capitals import plausible_noun
from graphmem.extraction.rules.mentions import Mention
from graphmem.extraction.rules.people import Meant, Scene
from graphmem.extraction.rules.phrases import entity_name, owner_of, possessor_of, proper_name
from graphmem.extraction.rules.wordlists import (
    ABSTRACT_NOUNS,
    BACKCHANNEL,
    CALENDAR,
    COLLECTIVE,
    CONCEPT_SUFFIXES,
    DISCOURSE_WORDS,
    EVENT_NOUNS,
    FEMALE_KIN,
    FEMALE_TITLES,
    GREETINGS,
    KIN_PLURALS,
    MALE_KIN,
    ORG_NOUNS,
    PERSON_NOUNS,
    PETS,
    PLACE_NOUNS,
    PROCESS_NOUNS,
    PROJECT_NOUNS,
    SYSTEM_NOUNS,
)
from graphmem.model.parse import Sentence, Token
from graphmem.model.workspace import EntityType, Reference

_BY_LABEL = {
    "PERSON": EntityType.PERSON,
    "ORG": EntityType.ORG,
    "GPE": EntityType.PLACE,
    "LOC": EntityType.PLACE,
    "FAC": EntityType.PLACE,
    "EVENT": EntityType.EVENT,
    "NORP": EntityType.CONCEPT,
    "LANGUAGE": EntityType.CONCEPT,
    "LAW": EntityType.CONCEPT,
}
_BY_NOUN = (
    (PERSON_NOUNS, EntityType.PERSON),
    (ORG_NOUNS, EntityType.ORG),
    (EVENT_NOUNS, EntityType.EVENT),
    (PROJECT_NOUNS, EntityType.PROJECT),
    (PLACE_NOUNS, EntityType.PLACE),
    (SYSTEM_NOUNS, EntityType.SYSTEM),
    (PROCESS_NOUNS, EntityType.PROCESS),
)
_NOT_THINGS = frozenset({"npadvmod", "vocative", "intj"})
_EDGES = " -–—!?.,;:'’\"“”()*~"
_SEPARATORS = re.compile(r"[\s,!.]+")
_CALLING = frozenset({"call", "name"})


class Thing(NamedTuple):
    """Something that a sentence speaks of; ``first`` and ``last`` are places of its words."""

    reference: Reference
    type: EntityType
    proper: bool
    aliases: tuple[str, ...]
    token: Token
    first: int
    last: int
    sort: str
    salient: bool = True

    @property
    def label(self) -> str:
        """How to write it in a sentence of its own: "Ana's sister", "TechCorp", "the kiln"."""
        if self.reference.owner:
            return f"{self.reference.owner}'s {self.reference.name}"
        return self.reference.name if self.proper else f"the {self.reference.name}"

    def mention(self, *, turn: int, sentence: int) -> Mention:
        """The thing as a later pronoun can mean it."""
        plural = self.token.tag in ("NNS", "NNPS") or self.token.low in COLLECTIVE
        return Mention(
            self.label,
            self.reference,
            self.sort,
            plural,
            turn,
            sentence,
            self.token.start,
            self.salient,
            self.aliases[0] if self.aliases else None,
        )


def things_in(
    sentence: Sentence, scene: Scene, meant: Mapping[int, Meant], known: Mapping[str, Reference]
) -> list[Thing]:
    """The things of a sentence, in order; ``known`` gives what an alias stands for."""
    found: list[Thing] = []
    covered: set[int] = set()
    for token in sentence:
        if token.pos not in ("NOUN", "PROPN") or token.i in covered or token.dep in _NOT_THINGS:
            continue
        if token.dep in ("compound", "nmod") and sentence.head(token).pos in ("NOUN", "PROPN"):
            continue
        if token.i in meant or (token.i == 0 and token.low in GREETINGS | DISCOURSE_WORDS):
            continue
        thing = _thing(sentence, token, scene, meant, known)
        if thing is not None and scene.participant(thing.reference.name) is None:
            found.append(thing)
            covered.update(range(thing.first, thing.last + 1))
    return found


def _thing(
    sentence: Sentence,
    token: Token,
    scene: Scene,
    meant: Mapping[int, Meant],
    known: Mapping[str, Reference],
) -> Thing | None:
    if _is_alias(sentence, token):
        return None
    owner = owner_of(sentence, token, meant)
    capital = token.pos == "PROPN" or (token.ent and token.text[:1].isupper())
    if capital and not _is_name(sentence, token, scene, known):
        if not plausible_noun(token):
            return None
        token = token._replace(pos="NOUN", ent="", text=token.text.lower())
    called = _noun_before(sentence, token) if owner or token.pos == "PROPN" else None
    if called is not None:
        alias = token.text
        reference = Reference(name=called.low, owner=owner)
        return _made(sentence, called, reference, False, (alias,), last=token.i)
    name = entity_name(sentence, token)
    name = name.strip(_EDGES) if name else None
    if name is None or len(name) < 2 or _is_addressed(name, scene):
        return None
    proper = token.pos == "PROPN" or bool(token.ent and not name.islower())
    if name.lower() in known and proper:
        reference = known[name.lower()]
        return _made(sentence, token, reference, False, (name,))
    aliases = tuple(_aliases(sentence, token))
    holder = possessor_of(sentence, token, meant) if owner is None else None
    if holder and not proper:
        name = f"{holder}'s {name}"
    return _made(sentence, token, Reference(name=name, owner=owner), proper, aliases)


def _is_name(
    sentence: Sentence, token: Token, scene: Scene, known: Mapping[str, Reference]
) -> bool:
    """A name of several words is one wherever it stands; of one word it depends."""
    name = proper_name(sentence, token)
    several = [word for word in name.split() if word[:1].isupper()]
    if len(several) > 1:
        return not _is_addressed(name, scene) and several[0].lower() not in CALENDAR
    return name.lower() in known or scene.known.is_name(sentence, token)


def _is_addressed(name: str, scene: Scene) -> bool:
    """As in "ya, Ana": a piece of small talk with a participant's name in it."""
    parts = [part for part in _SEPARATORS.split(name) if part]
    return len(parts) > 1 and all(
        part.lower() in scene.names or part.lower() in GREETINGS | DISCOURSE_WORDS | BACKCHANNEL
        for part in parts
    )


def _made(
    sentence: Sentence,
    token: Token,
    reference: Reference,
    proper: bool,
    aliases: tuple[str, ...],
    *,
    last: int | None = None,
) -> Thing:
    first = token.i
    while first and (
        (
            sentence[first - 1].dep in ("compound", "amod", "nmod", "punct", "poss", "case")
            and sentence[first - 1].head in range(first, token.i + 1)
            and sentence[first - 1].text not in {",", "(", '"', "“"}
        )
        or (token.ent and sentence[first - 1].ent == token.ent and not sentence[first].begins)
    ):
        first -= 1
    noun = reference.name.split()[-1].lower() if reference.name else token.low
    kind = _type(token, noun, proper)
    end = last if last is not None else token.i
    while (
        last is None and token.ent and end + 1 < len(sentence)
        and sentence[end + 1].ent == token.ent and not sentence[end + 1].begins
    ):  # fmt: skip
        end += 1
    sort = _sort(token, noun, kind, aliases)
    salient = proper or _is_definite(sentence, token, kind)
    return Thing(reference, kind, proper, aliases, token, first, end, sort, salient)


def _is_definite(sentence: Sentence, token: Token, kind: EntityType) -> bool:
    """Whether a later "it" can mean the thing: one that can be met, and no state of affairs."""
    if not sentence.children(token, "det", "poss") and token.tag not in ("NNS", "NNPS"):
        return False
    if kind is EntityType.CONCEPT or token.lemma in ABSTRACT_NOUNS or token.dep == "attr":
        return False
    if token.dep != "pobj":
        return True
    prep = sentence.head(token)
    if prep.low == "for":  # "signed up for a class", but not "met for a drink"
        return bool(sentence.children(sentence.head(prep), "prt"))
    return prep.low in ("to", "about", "with")


def _type(token: Token, noun: str, proper: bool) -> EntityType:
    singular = noun.removesuffix("s")
    if not proper:
        for nouns, kind in _BY_NOUN:
            if noun in nouns or singular in nouns or token.lemma in nouns:
                return kind
    if token.ent in _BY_LABEL:
        return _BY_LABEL[token.ent]
    if not proper and noun.endswith(CONCEPT_SUFFIXES):
        return EntityType.CONCEPT
    return EntityType.THING


def _sort(token: Token, noun: str, kind: EntityType, aliases: tuple[str, ...]) -> str:
    if noun in FEMALE_KIN | FEMALE_TITLES:
        return "f"
    if noun in MALE_KIN:
        return "m"
    if kind is EntityType.PERSON or noun in KIN_PLURALS:
        return "person"
    if noun in PETS or aliases:
        return "animal"
    if token.ent == "PERSON":
        return "person"
    return "thing"


def _noun_before(sentence: Sentence, token: Token) -> Token | None:
    """The noun of "my dog Biscuit", where the name is the head of the phrase."""
    if token.pos != "PROPN" and not token.text[:1].isupper():
        return None
    for child in sentence.children(token, "compound", "nmod", "amod"):
        if child.low in PERSON_NOUNS | PETS and child.i == token.i - 1:
            return child
    return None


def _is_alias(sentence: Sentence, token: Token) -> bool:
    head = sentence.head(token)
    if token.dep == "appos" and token.pos == "PROPN":
        return head.low in PERSON_NOUNS | PETS
    return token.dep == "oprd" and head.lemma in _CALLING


def _aliases(sentence: Sentence, token: Token) -> Iterable[str]:
    if token.pos == "PROPN":
        return
    for child in sentence.children(token, "appos"):
        if child.pos == "PROPN" and token.low in PERSON_NOUNS | PETS:
            yield proper_name(sentence, child)
    for child in sentence.children(token, "acl"):
        name = sentence.child(child, "oprd", "dobj")
        if child.lemma in _CALLING and name is not None and name.text[:1].isupper():
            yield proper_name(sentence, name)


def naming(sentence: Sentence) -> tuple[Token, str] | None:
    """What is given a name here and the name: "she's called Marble", "his name is Rex".

    The word is the pronoun or noun for the thing named.
    """
    for token in sentence:
        if token.lemma in _CALLING and token.pos in ("VERB", "AUX"):
            name = sentence.child(token, "oprd") or (
                sentence.child(token, "ccomp") if token.lemma == "name" else None
            )
            named = sentence.child(token, "nsubjpass") or sentence.child(token, "dobj")
            if name is not None and named is not None and name.text[:1].isupper():
                return named, proper_name(sentence, name)
        if token.low in ("name", "names") and token.dep == "nsubj":
            value = sentence.child(sentence.head(token), "attr", "acomp")
            holder = sentence.child(token, "poss")
            if holder is not None and value is not None and value.text[:1].isupper():
                return holder, proper_name(sentence, value)
    return None
