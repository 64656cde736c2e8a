"""What is so now, and what was so before, where a slot of somebody's life has changed."""

import re
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.telling.found import Found
from graphmem.answering.telling.told import Proof
from graphmem.answering.telling.units import stems_of
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import Modality, Polarity
from graphmem.tools.slots import same_value, slot_of_predicate, value_key

_NOW = re.compile(r"\b(?:now|nowadays|currently|these days|at present)\b", re.IGNORECASE)


class Change(NamedTuple):
    """The present value of a slot, the one before it, and the statements that tell them."""

    now: str
    before: str
    proofs: tuple[Proof, ...]


def change(found: Found) -> Change | None:
    """The two latest values of what a question asks for; None where it has not changed.

    Only what holds one value at a time (home, work, partner …) changes: a book that is read after
    another does not. Where the question says "now", anything may have.
    """
    told: dict[tuple[str, str], list[tuple[KnownStatement, Passage]]] = {}
    for passage in found.passages:
        for statement in passage.statements:
            slot = _slot(found, statement)
            if slot:
                told.setdefault((statement.subject_uid, slot), []).append((statement, passage))
    for _, values in sorted(told.items()):
        values.sort(key=lambda item: (item[0].said_at, item[1].hit.turn_id))
        latest, passage = values[-1]
        for earlier, at in reversed(values[:-1]):
            if not same_value(value_key(earlier.object), value_key(latest.object)):
                proofs = (Proof(passage, latest.quote), Proof(at, earlier.quote))
                return Change(latest.object, earlier.object, proofs)
    return None


def _slot(found: Found, statement: KnownStatement) -> str | None:
    """What a statement gives a value to, if the question asks for it; None for anything else."""
    asked = found.asked
    said = statement.polarity is Polarity.POSITIVE and statement.modality is Modality.SAID
    if not said or not statement.object or asked.verbs.isdisjoint(_verbs(statement)):
        return None
    if asked.people and statement.subject_uid not in asked.people:
        return None
    if _NOW.search(found.question.text):
        others = asked.stems - asked.verbs
        return statement.predicate if others & stems_of(statement.text) else None
    return slot_of_predicate(statement.predicate)


def _verbs(statement: KnownStatement) -> frozenset[str]:
    return stems_of(statement.predicate.replace("_", " "))
