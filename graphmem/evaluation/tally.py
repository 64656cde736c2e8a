"""What gathers while the questions are asked."""

from dataclasses import dataclass, field

from graphmem.evaluation.ablation import Ablation
from graphmem.evaluation.cases import Batch
from graphmem.evaluation.found import QuestionRecord, QuestionTiming, Scored
from graphmem.evaluation.scoring import ScoredQuestion
from graphmem.evaluation.spaces import Prepared
from graphmem.evaluation.weighing import HeldOutWeights

_ALL = "all conversations together"


@dataclass(slots=True)
class Kept:
    """The questions asked in one row, in order."""

    lines: list[QuestionRecord] = field(default_factory=list)
    scored: list[Scored] = field(default_factory=list)
    times: list[QuestionTiming] = field(default_factory=list)

    def add(self, judged: ScoredQuestion, seconds: QuestionTiming) -> None:
        """Keep one more."""
        self.lines.append(judged.line)
        self.scored.append(judged.scored)
        self.times.append(seconds)


@dataclass(slots=True)
class RunCounts:
    """What is counted beside the questions."""

    conversations: int = 0
    refused: list[str] = field(default_factory=list)
    prepared: list[Prepared] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    fitted_on: list[str] = field(default_factory=list)
    as_given: list[str] = field(default_factory=list)
    ablation: Ablation = field(default_factory=Ablation)

    def note(self, batch: Batch, seen: HeldOutWeights) -> None:
        """Note which weights rank the batch's conversations."""
        names: list[str | None] = [talk.conversation_id for talk in batch.conversations]
        if any(case.query.conversation is None for case in batch.cases):
            names.append(None)
        for name in names:
            kind = self.as_given
            if name in seen.left_out:
                kind = self.left_out
            elif name in seen.fitted_on:
                kind = self.fitted_on
            kind.append(name or _ALL)
