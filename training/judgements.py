"""Judgements by hand on statements, as `corpus/judgements` holds them."""

from collections.abc import Mapping
from enum import StrEnum

from graphmem.evaluation.extracted_statements import ExtractedStatement
from graphmem.evaluation.question_records import read_lines
from graphmem.model.base import Frozen
from training.talk import CORPUS


class Right(StrEnum):
    """What a statement is, read strictly beside its turn; ``part`` is true but incomplete."""

    RIGHT = "right"
    PART = "part"
    WRONG = "wrong"


class Held(StrEnum):
    """Whether a gold statement is stored; ``part`` lacks who, what, time or how it is put."""

    HELD = "held"
    PART = "part"
    MISSING = "missing"


class StatementJudgement(Frozen):
    """A statement of ``source`` (a reader, an alteration of gold, a second annotation).

    ``holds`` has the gold statements that were looked at, by id; ``change`` what an alteration
    did to its gold statement.
    """

    conversation: str
    source: str
    told: ExtractedStatement
    right: Right
    reason: str | None = None
    holds: Mapping[str, Held]
    change: str | None = None


class GoldJudgement(Frozen):
    """A gold statement beside everything that is stored of its turn."""

    conversation: str
    gold: str
    told: tuple[ExtractedStatement, ...]
    held: Held
    reason: str | None = None


FOLDER = CORPUS / "judgements"
STATEMENTS = ("rules.jsonl", "networks.jsonl", "altered.jsonl", "second.jsonl")
GOLD = "gold.jsonl"


def statement_judgements() -> list[StatementJudgement]:
    """The judged statements."""
    return [one for name in STATEMENTS for one in read_lines(FOLDER / name, StatementJudgement)]


def gold_judgements() -> list[GoldJudgement]:
    """The judged gold statements."""
    return list(read_lines(FOLDER / GOLD, GoldJudgement))
