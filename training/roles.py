"""Examples of roles, and of what only seems to tell one.

`corpus/roles` has short exchanges, `corpus/told` sentences such as the package writes.
"""

from datetime import datetime
from typing import Annotated

from pydantic import BeforeValidator

from graphmem.evaluation.corpus import RolePart, Words
from graphmem.evaluation.question_records import read_lines
from graphmem.model.base import Frozen
from training.talk import CORPUS

FOLDER = CORPUS / "roles"
_TOLD = CORPUS / "told"


class SaidTurn(Frozen):
    """One turn of an exchange."""

    speaker: Words
    text: Words


class RoleClause(Frozen):
    """Words of a turn that state something, and the part of life of which they tell a role.

    ``name`` is the role in the fewest words, ``value`` what fills its place: a firm, a town, a
    name. Where it tells no role, ``role`` is None.
    """

    turn: int
    quote: Words
    subject: Words
    role: Annotated[RolePart | None, BeforeValidator(lambda given: given or None)]
    name: str
    ended: bool
    value: str


class Exchange(Frozen):
    """A few turns of one kind of talk, with what they state."""

    id: Words
    kind: Words
    at: datetime
    turns: tuple[SaidTurn, ...]
    clauses: tuple[RoleClause, ...]


def exchanges() -> list[Exchange]:
    """All exchanges of the corpus."""
    return [one for file in sorted(FOLDER.glob("*.jsonl")) for one in read_lines(file, Exchange)]


class ToldSentence(Frozen):
    """A sentence that stands alone, and the part of life of which it tells a role, or None."""

    text: Words
    role: Annotated[RolePart | None, BeforeValidator(lambda given: given or None)]


def told_sentences() -> list[ToldSentence]:
    """All of them."""
    return [one for file in sorted(_TOLD.glob("*.jsonl")) for one in read_lines(file, ToldSentence)]
