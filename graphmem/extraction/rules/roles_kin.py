"""Kin, partners and animals said to be somebody's in passing: "my sister Nina", "my dogs"."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from graphmem.extraction.rules.entities import Thing
from graphmem.extraction.rules.roles_love import BY_PARTNER
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.shapes import SLOT_TYPES, snake
from graphmem.extraction.rules.wordlists import KIN, NOT_KIN, PETS, words_of
from graphmem.model.workspace import (
    Network,
    ProposedEntity,
    ProposedRole,
    ProposedState,
    Quote,
    Reference,
)

_CONFIDENCE = 0.85
_GONE = frozenset(
    {"late", "ex", "former", "future", "old", "first", "childhood", "friend", "host", "previous"}
)
_EVERYBODY_HAS = words_of(
    "family folks parents parent mom mum mama mother dad papa father relative relatives baby "
    "grandma grandpa grandmother grandfather granny grandad grandparents grandparent in-law "
    "partner"
)


class Belonging(NamedTuple):
    """A role before it is written; ``said`` is what the owner does, ``object`` to what."""

    slot: str
    name: str
    state: str
    said: str
    object: str


def belongings(
    setting: Setting, *, without: Collection[str]
) -> Iterator[tuple[ProposedRole, ProposedEntity]]:
    """The roles that the speaker's own kin, partner and animals give the speaker.

    ``without`` are slots that the turn has filled otherwise.
    """
    for thing in setting.things:
        if thing.reference.owner != setting.scene.speaker or _of_the_past(thing, setting):
            continue
        found = _partner(thing) or _kin(thing) or _animal(thing)
        if found is not None and found.slot not in without:
            yield _written(found, thing, setting)


def _partner(thing: Thing) -> Belonging | None:
    if thing.token.low not in BY_PARTNER:
        return None
    name, lead = BY_PARTNER[thing.token.low]
    who = thing.aliases[0] if thing.aliases else ""
    if not who:
        return Belonging("relationship", name, name, "has", _with_article(thing.token.low))
    said = {"married_to": "is married to", "engaged_to": "is engaged to"}.get(lead, "is dating")
    return Belonging("relationship", name, f"{lead}_{snake(who)}", said, who)


def _kin(thing: Thing) -> Belonging | None:
    noun = thing.token.low
    if noun not in KIN - NOT_KIN:
        return None
    who = thing.aliases[0] if thing.aliases else ""
    if noun in _EVERYBODY_HAS and not who:
        return None
    if thing.first < thing.token.i and " " in thing.reference.name:
        return None  # "my robotics kids" are no children
    return _had("family", thing, who)


def _animal(thing: Thing) -> Belonging | None:
    token = thing.token
    if token.low not in PETS and token.lemma.lower() not in PETS:
        return None
    return _had("pet", thing, thing.aliases[0] if thing.aliases else "")


def _had(slot: str, thing: Thing, who: str) -> Belonging:
    noun = thing.token.low
    plural = thing.token.tag == "NNS"
    called = f" called {who}" if who else ""
    name = thing.token.lemma.lower() if slot == "pet" else f"has_{thing.token.lemma.lower()}"
    state = f"{noun}_{snake(who)}" if who else f"has_{noun}"
    return Belonging(slot, name, state, "has", f"{noun if plural else _with_article(noun)}{called}")


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _of_the_past(thing: Thing, setting: Setting) -> bool:
    """As in "my late husband", "my sister's dog": nobody's now, or somebody else's."""
    below = setting.sentence.children(thing.token, "amod", "compound", "nmod")
    return any(t.low in _GONE for t in below) or thing.token.dep in ("compound", "nmod")


def _written(
    found: Belonging, thing: Thing, setting: Setting
) -> tuple[ProposedRole, ProposedEntity]:
    owner, sentence, turn = setting.scene.speaker, setting.sentence, setting.turn
    first = sentence.child(thing.token, "poss")
    start = first.start if first is not None else sentence[thing.first].start
    start, end = min(start, sentence[thing.first].start), sentence[thing.last].end
    quote = Quote(turn_id=turn.dia_id, text=turn.text[start:end], start=start)
    entity = ProposedEntity(
        name=found.slot, type=SLOT_TYPES[found.slot], owner=owner, evidence=(quote,)
    )
    role = ProposedRole(
        speaker=owner,
        subject=Reference(name=owner),
        text=f"{owner} {found.said} {found.object}",
        predicate="have" if found.said == "has" else found.said.removeprefix("is "),
        object=found.object.removeprefix("a ").removeprefix("an "),
        network=Network.WORLD,
        names=(thing.reference,),
        confidence=_CONFIDENCE,
        evidence=(quote,),
        entity=Reference(name=found.slot, owner=owner),
        name=found.name,
        states=(ProposedState(name=found.state, evidence=(quote,)),),
    )
    return role, entity
