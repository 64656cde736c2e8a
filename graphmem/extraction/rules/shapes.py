"""What a role is drawn from: a clause with its setting and answer, and how a role is written."""

import re
from typing import NamedTuple

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.entities import Thing
from graphmem.extraction.rules.setting import Setting
from graphmem.model.parse import Sentence, Token
from graphmem.model.workspace import (
    EntityType,
    Modality,
    Polarity,
    ProposedAnswer,
    ProposedEntity,
    ProposedRole,
    ProposedState,
    Reference,
)

_NOT_WORD = re.compile(r"[^\w]+")
_LONGEST = 60
SLOT_TYPES = {
    "job": EntityType.CONCEPT,
    "relationship": EntityType.CONCEPT,
    "home": EntityType.PLACE,
    "education": EntityType.CONCEPT,
    "family": EntityType.CONCEPT,
    "pet": EntityType.THING,
    "membership": EntityType.CONCEPT,
    "health": EntityType.CONCEPT,
}


class View(NamedTuple):
    """A clause as the role rules see it: ``verb`` says what happens, ``lemma`` is its lemma."""

    clause: Clause
    setting: Setting
    answer: ProposedAnswer
    verb: Token
    lemma: str

    @property
    def sentence(self) -> Sentence:
        """The clause's sentence."""
        return self.clause.sentence

    def thing(self, token: Token | None) -> Thing | None:
        """The thing that a word means."""
        if token is None:
            return None
        return next((one for one in self.setting.things if one.token.i == token.i), None)

    def object(self, *prepositions: str) -> Token | None:
        """What stands after one of these prepositions; without any, the direct object."""
        if not prepositions:
            return self.sentence.child(self.verb, "dobj", "attr", "oprd")
        for holder in (self.verb, *self.sentence.children(self.verb, "prt", "advmod", "prep")):
            for prep in self.sentence.children(holder, "prep"):
                if prep.low in prepositions:
                    return self.sentence.child(prep, "pobj")
        return None

    def person(self, token: Token | None) -> str | None:
        """How the person that a word means is called, or None where it means nobody."""
        if token is None:
            return None
        if token.i in self.setting.meant and self.setting.meant[token.i].human:
            return self.setting.meant[token.i].label
        thing = self.thing(token)
        if thing is not None and thing.sort != "thing":
            return thing.aliases[0] if thing.aliases else thing.reference.name
        if token.pos == "PROPN" and token.ent in ("", "PERSON"):
            return token.text
        return None


class Part(NamedTuple):
    """A role before it is written: which slot, what name, which states."""

    slot: str
    name: str
    states: tuple[str, ...] = ()


def snake(text: str) -> str:
    """Words as one name: "software engineer" becomes ``software_engineer``; case is kept."""
    return _NOT_WORD.sub("_", text).strip("_")[:_LONGEST].strip("_")


def written(view: View, part: Part) -> tuple[ProposedRole, ProposedEntity | None]:
    """The role as a proposal, and the entity that it is of where no word of the text names it.

    Of a participant it is a role of a slot (``job``), of anybody else their own.
    """
    answer = view.answer
    own = view.setting.scene.participant(answer.subject.name) and answer.subject.owner is None
    entity: ProposedEntity | None = None
    reference = answer.subject
    if own:
        reference = Reference(name=part.slot, owner=answer.subject.name)
        entity = ProposedEntity(
            name=part.slot,
            type=SLOT_TYPES[part.slot],
            owner=answer.subject.name,
            evidence=answer.evidence,
        )
    fields = {name: getattr(answer, name) for name in ProposedAnswer.model_fields}
    states = tuple(
        ProposedState(name=state, time=answer.time, evidence=answer.evidence)
        for state in part.states
        if state
    )
    role = ProposedRole(**fields, entity=reference, name=part.name, states=states)
    return role, entity


def is_so(answer: ProposedAnswer) -> bool:
    """Whether the answer states how things are or were, and not a wish or a denial."""
    return answer.modality is Modality.SAID and answer.polarity is Polarity.POSITIVE
