"""Who and what is somebody's, several at a time: relatives, animals, clubs."""

from typing import NamedTuple

from graphmem.answering.slots.asked import SlotAsked
from graphmem.answering.slots.facts import SlotFacts
from graphmem.answering.slots.grammar import MEMBERSHIP
from graphmem.language.keys import entity_key
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import Modality, Polarity
from graphmem.tools.slots import named_part

_ALIKE = {"mom": "mother", "mum": "mother", "dad": "father", "grandma": "grandmother",
          "grandpa": "grandfather", "puppy": "dog", "kitten": "cat", "pup": "dog"}  # fmt: skip
_MEMBER_OF = "member_of_"


class Member(NamedTuple):
    """One of them, and who says so."""

    value: str
    statements: tuple[KnownStatement, ...]


def members_of(asked: SlotAsked, facts: SlotFacts) -> tuple[Member, ...]:
    """The names, or the clubs, that the question asks for; each once, in time."""
    found: dict[str, list[KnownStatement]] = {}
    for statement in facts.known.statements:
        said = statement.modality is Modality.SAID and statement.polarity is Polarity.POSITIVE
        entity = facts.known.entities.get(statement.entity_uid or "")
        if not said or entity is None or entity.key != asked.slot:
            continue
        for state in statement.states:
            if state.interval is not None and state.interval.start > facts.until:
                continue
            value = _value(asked, statement, state.name)
            if value:
                found.setdefault(value, []).append(statement)
    return tuple(Member(value, tuple(told)) for value, told in found.items())


def _value(asked: SlotAsked, statement: KnownStatement, state: str) -> str | None:
    if asked.slot == MEMBERSHIP:
        return state.removeprefix(_MEMBER_OF).replace("_", " ") if _MEMBER_OF in state else None
    sort = entity_key((statement.name or "").removeprefix("has_").replace("_", " "))
    wanted = entity_key(asked.member)
    same = wanted == "pet" or _ALIKE.get(sort, sort) == _ALIKE.get(wanted, wanted)
    return named_part(state) if same else None
