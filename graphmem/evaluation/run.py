"""Runs a whole evaluation: batches in, result files and their summary out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graphmem.evaluation import question_records
from graphmem.evaluation.ablation import Ablation
from graphmem.evaluation.cases import Batch, Case, Category, speakers_of
from graphmem.evaluation.metrics import as_scored
from graphmem.evaluation.provenance import ready_folder, write_text, writing
from graphmem.evaluation.question_records import QuestionRecord, QuestionTiming, Scored
from graphmem.evaluation.question_runner import Answered, QuestionRunner, last_turn
from graphmem.evaluation.scoring import AnswerJudge, ScoredQuestion, TurnLookup, score
from graphmem.evaluation.spaces import Open, Prepared, together
from graphmem.evaluation.summary import (
    KINDS,
    JudgeStats,
    MetricTable,
    Spaces,
    Summary,
    Weights,
    abstention,
    make_table,
    unscored,
)
from graphmem.evaluation.train import HeldOutWeights, seen_by
from graphmem.model.progress import Progress, silent
from graphmem.model.search import SearchOptions
from graphmem.retrieval.weights import Shipped

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
    """Counts kept beside the questions."""

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


_ORDER = {"p50": 0.5, "p95": 0.95}


def seconds_by_phase(times: Sequence[QuestionTiming]) -> dict[str, float]:
    """Median and 95th percentile of the seconds of each phase, and all of them together."""
    question_records: dict[str, float] = {}
    for phase in QuestionTiming.model_fields:
        values = sorted(getattr(item, phase) for item in times)
        for name, share in _ORDER.items():
            question_records[f"{phase}_{name}"] = round(_at(values, share), 4)
        question_records[f"{phase}_total"] = round(sum(values), 2)
    return question_records


def _at(values: Sequence[float], share: float) -> float:
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


@dataclass(frozen=True, slots=True)
class EvaluationPlan:
    """Settings of an evaluation.

    ``shipped`` are the weights, and those fitted without each conversation, which rank it where
    there are any; weights in ``options`` rank everything in their place. ``names`` and ``groups``
    tell what categories are called; ``second_row`` asks everything once more without its
    conversation; ``ablate`` searches without each path and signal in turn; ``basis`` goes into the
    summary as it is (settings, digests).
    """

    benchmark: str
    shipped: Shipped
    names: Mapping[Category, str] = field(default_factory=dict)
    groups: tuple[str, str] = KINDS
    options: SearchOptions = SearchOptions()  # noqa: RUF009 - immutable
    keep: bool = False
    second_row: bool = True
    ablate: bool = False
    judge: AnswerJudge | None = None
    basis: Mapping[str, Any] = field(default_factory=dict)


def evaluate(
    batches: Iterable[Batch],
    open_batch: Open,
    out: Path,
    plan: EvaluationPlan,
    *,
    progress: Progress = silent,
) -> Summary:
    """Ask every question, score it, and write the result files into the folder ``out``.

    ``open_batch`` gives what is evaluated, which holds the batch's conversations and no others.
    Raises `InputError`, before anything is asked, where nothing can be written in ``out``.
    """
    ready_folder(out)
    with writing(out):
        # Of an earlier run: beside new questions it would vouch for what it never saw.
        (out / question_records.SUMMARY).unlink(missing_ok=True)
    total = sum(len(batch.cases) for batch in batches) if isinstance(batches, Sequence) else None

    def tell(done: int) -> None:
        progress("questions", done, total)

    given, bare, counts = Kept(), Kept(), RunCounts()
    for batch in batches:
        counts.refused += [str(item) for item in batch.refused]
        if batch.cases:
            counts.conversations += len(batch.conversations)
            _ask_batch(batch, open_batch, plan, (given, bare), counts, tell)
            # After each batch: a long run that is interrupted has not been for nothing.
            _write(out, given, bare if plan.second_row else None)
    summary = _summary(plan, given, bare, counts)
    write_text(out / question_records.SUMMARY, summary.model_dump_json(indent=2) + "\n")
    return summary


def _write(out: Path, given: Kept, bare: Kept | None) -> None:
    question_records.write_lines(out / question_records.QUESTIONS, given.lines)
    question_records.write_lines(out / question_records.SCORES, given.scored)
    if bare is not None:
        question_records.write_lines(out / question_records.WITHOUT_CONVERSATION, bare.lines)
        question_records.write_lines(out / question_records.SCORES_WITHOUT, bare.scored)


def _ask_batch(
    batch: Batch,
    open_batch: Open,
    plan: EvaluationPlan,
    rows: tuple[Kept, Kept],
    counts: RunCounts,
    tell: Callable[[int], None],
) -> None:
    chosen = plan.options.weights
    seen = seen_by(plan.shipped, batch) if chosen is None else HeldOutWeights({}, frozenset())
    if chosen is None:
        counts.note(batch, seen)
    weights = plan.shipped.weights if chosen is None else chosen
    given, bare = rows
    with open_batch(batch) as (subject, prepared):
        counts.prepared.append(prepared)
        asker = QuestionRunner(
            subject,
            plan.options,
            weights,
            seen.left_out,
            last_turn(batch),
        )
        talk = TurnLookup(batch.sessions, speakers_of(batch.conversations))
        for case in batch.cases:
            answered = asker.ask(case.query, scoped=True)
            judged = score(case, answered, talk, scoped=True)
            given.add(_ruled(judged, case, answered, plan.judge), answered.seconds)
            if plan.second_row:
                answered = asker.ask(case.query, scoped=False)
                bare.add(score(case, answered, talk, scoped=False), answered.seconds)
            tell(len(given.lines))
        if plan.ablate:
            counts.ablation.add(batch, asker)


def _ruled(
    judged: ScoredQuestion, case: Case, answered: Answered, judge: AnswerJudge | None
) -> ScoredQuestion:
    if judge is None or case.gold.to_clarify:  # whether it was asked back, words do not tell
        return judged
    ruling = judge.judge(case, as_scored(answered.answer.status, answered.answer.text))
    if ruling is None:
        return judged
    scores = {**judged.scored.scores, "judge": ruling}
    return judged._replace(scored=judged.scored.model_copy(update={"scores": scores}))


def _table(plan: EvaluationPlan, kept: Kept) -> MetricTable:
    return make_table(kept.scored, names=plan.names, groups=plan.groups)


def _summary(plan: EvaluationPlan, given: Kept, bare: Kept, counts: RunCounts) -> Summary:
    prepared = counts.prepared
    return Summary(
        benchmark=plan.benchmark,
        conversations=counts.conversations,
        turns=sum(item.turns for item in prepared),
        questions=len(given.scored),
        with_conversation=_table(plan, given),
        without_conversation=_table(plan, bare) if plan.second_row else None,
        abstention=abstention(given.scored),
        left_out=unscored(given.scored),
        refused=tuple(counts.refused),
        ingested=together(item.ingested for item in prepared),
        judge=plan.judge and JudgeStats(model=plan.judge.name, failed=plan.judge.failed),
        ablation=counts.ablation.rows() if plan.ablate else None,
        weights=Weights(
            origin=plan.shipped.origin if plan.options.weights is None else {},
            left_out=tuple(counts.left_out),
            fitted_on=tuple(counts.fitted_on),
            as_given=tuple(counts.as_given),
            of_options=plan.options.weights is not None,
        ),
        spaces=Spaces(
            count=len(prepared),
            held=sum(item.held for item in prepared),
            first=prepared[0].space if prepared else None,
            kept=plan.keep,
        ),
        basis=plan.basis,
        seconds={
            "ingest": round(sum(item.seconds for item in prepared), 2),
            **seconds_by_phase(given.times),
        },
    )
