"""The summary of an evaluation."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from graphmem.evaluation.ablation import AblationRow
from graphmem.evaluation.ingested import Ingested
from graphmem.evaluation.summary import Abstention, MetricTable, Unscored
from graphmem.model.base import Frozen


class Weights(Frozen):
    """Whose weights ranked which conversations.

    ``left_out`` were part of the fit, and ranked by weights fitted without them; ``fitted_on``
    were part of it and ranked by those very weights, since there are no others; ``as_given`` were
    not. Where ``of_options``, the caller's own ranked everything, and what they have seen is not
    known: then the lists are empty.
    """

    origin: Mapping[str, Any] = Field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    fitted_on: tuple[str, ...] = ()
    as_given: tuple[str, ...] = ()
    of_options: bool = False


class Spaces(Frozen):
    """The spaces that were used, how many held the data already, and whether they are kept."""

    count: int
    held: int
    first: str | None
    kept: bool


class JudgeStats(Frozen):
    """Which model judged, and how many answers it could not judge."""

    model: str
    failed: int


class Summary(Frozen):
    """``summary.json``: every figure in percent, apart from counts and ``seconds``.

    The same on a second run with the same data, model and code, but for ``seconds``, the
    milliseconds of ``ablation`` and, where spaces are kept, what ``spaces`` and ``ingested`` tell
    of a space that held the data already.
    ``without_conversation`` is None where each question has a space of its own, ``ablation``
    where none was asked for.
    """

    benchmark: str
    conversations: int
    turns: int
    questions: int
    with_conversation: MetricTable
    without_conversation: MetricTable | None
    abstention: Abstention
    left_out: Unscored
    refused: tuple[str, ...]
    ingested: Ingested
    judge: JudgeStats | None
    ablation: tuple[AblationRow, ...] | None
    weights: Weights
    spaces: Spaces
    basis: Mapping[str, Any]
    seconds: Mapping[str, float]
