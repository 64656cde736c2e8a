"""The summary of an evaluation."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from graphmem.evaluation.ablation import AblationRow
from graphmem.evaluation.summary import Abstention, LeftOut, Table
from graphmem.model.base import Frozen


class Weights(Frozen):
    """Whose weights ranked: ``left_out`` conversations got those fitted on all the others."""

    origin: Mapping[str, Any] = Field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    as_given: tuple[str, ...] = ()


class Spaces(Frozen):
    """The spaces that were used, whether they are kept, and which held the data already."""

    count: int
    first: str | None
    kept: bool


class Judging(Frozen):
    """Which model judged, and how many answers it could not judge."""

    model: str
    failed: int


class Summary(Frozen):
    """``summary.json``: every figure in percent, apart from counts and ``seconds``.

    The same on a second run with the same data, model and code, but for ``seconds`` and the
    milliseconds of ``ablation``.
    ``without_conversation`` is None where each question has a space of its own, ``ablation``
    where none was asked for.
    """

    benchmark: str
    conversations: int
    turns: int
    questions: int
    with_conversation: Table
    without_conversation: Table | None
    abstention: Abstention
    left_out: LeftOut
    refused: tuple[str, ...]
    judge: Judging | None
    ablation: tuple[AblationRow, ...] | None
    weights: Weights
    spaces: Spaces
    basis: Mapping[str, Any]
    seconds: Mapping[str, float]
