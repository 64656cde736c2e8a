"""Yes or no: whether what bears on the question affirms or denies it."""

import re
from typing import NamedTuple

from graphmem.answering.telling.denial import denies
from graphmem.answering.telling.ended import over_by_now
from graphmem.answering.telling.found import Found
from graphmem.answering.telling.possible import is_open, of_the_past, open_still
from graphmem.answering.telling.told import Proof
from graphmem.answering.telling.units import stems_of
from graphmem.language.sentences import asks
from graphmem.model.workspace import Modality, Polarity

_NAY = re.compile(r"\b(?:no|nope|none|nobody|nothing|neither|without|stopped)\b", re.IGNORECASE)
_ENOUGH = 0.5  # of the question's words, for a statement to be about it
_TURNS = 3  # passages whose statements are looked at


class Verdict(NamedTuple):
    """Whether it is so, and the words that say it."""

    affirmed: bool
    proof: Proof


def verdict(found: Found) -> Verdict | None:
    """What the nearest statement of the people asked about says, else the nearest sentence."""
    asked_no = _denies(found.question.text)
    if (over := over_by_now(found)) is not None:
        return Verdict(asked_no, Proof(over.passage, over.sentence))
    past = of_the_past(found.question.text)
    for passage in found.passages[:_TURNS]:
        for statement in passage.statements:
            about = statement.subject_uid in found.asked.people or not found.asked.people
            share = found.rare.share(found.asked.stems, stems_of(statement.text))
            if about and share >= _ENOUGH and not (past and is_open(statement)):
                denied = (
                    statement.polarity is Polarity.NEGATIVE or statement.modality is Modality.DENIED
                )
                return Verdict(denied is asked_no, Proof(passage, statement.quote))
    for unit in found.units:
        told = not asks(unit.text) and not unit.caption
        if told and not open_still(found, unit.passage, unit.text):
            return Verdict(_denies(unit.text) is asked_no, Proof(unit.passage, unit.text))
    return None


def _denies(text: str) -> bool:
    return denies(text) or _NAY.search(text) is not None
