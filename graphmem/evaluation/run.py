"""A whole evaluation: batches in, result files and their summary out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graphmem.evaluation import found
from graphmem.evaluation.ablation import Ablation
from graphmem.evaluation.answers import told
from graphmem.evaluation.asking import Asker, Found, last_turn
from graphmem.evaluation.cases import Batch, Case, Category
from graphmem.evaluation.found import Line, Scored, Timed
from graphmem.evaluation.judge import AnswerJudge
from graphmem.evaluation.results import Judging, Spaces, Summary, Weights
from graphmem.evaluation.scoring import Judged, score
from graphmem.evaluation.spaces import Open, Prepared
from graphmem.evaluation.summary import KINDS, Table, abstention, make_table, unscored
from graphmem.evaluation.timing import seconds_by_phase
from graphmem.evaluation.weighing import unseen
from graphmem.model.progress import Progress, silent
from graphmem.model.search import SearchOptions
from graphmem.retrieval.weights import Shipped


@dataclass(frozen=True, slots=True)
class Plan:
    """How to evaluate.

    ``shipped`` are the weights, and those fitted without each conversation, which rank it where
    there are any. ``names`` and ``groups`` tell what categories are called; ``second_row`` asks
    everything once more without its conversation; ``ablate`` searches without each path and
    signal in turn; ``basis`` goes into the summary as it is (settings, digests).
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


@dataclass(slots=True)
class _Kept:
    lines: list[Line] = field(default_factory=list)
    scored: list[Scored] = field(default_factory=list)
    times: list[Timed] = field(default_factory=list)

    def add(self, judged: Judged, seconds: Timed) -> None:
        self.lines.append(judged.line)
        self.scored.append(judged.scored)
        self.times.append(seconds)


@dataclass(slots=True)
class _Counts:
    conversations: int = 0
    refused: list[str] = field(default_factory=list)
    prepared: list[Prepared] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    as_given: list[str] = field(default_factory=list)
    ablation: Ablation = field(default_factory=Ablation)


def evaluate(
    batches: Iterable[Batch],
    open_batch: Open,
    out: Path,
    plan: Plan,
    *,
    progress: Progress = silent,
) -> Summary:
    """Ask every question, score it, and write the result files into the folder ``out``.

    ``open_batch`` gives what is evaluated, which holds the batch's conversations and no others.
    """
    out.mkdir(parents=True, exist_ok=True)
    given, bare, counts = _Kept(), _Kept(), _Counts()
    for batch in batches:
        counts.refused += [str(item) for item in batch.refused]
        if batch.cases:
            counts.conversations += len(batch.conversations)
            _ask_batch(batch, open_batch, plan, (given, bare), counts, progress)
            # After each batch: a long run that is interrupted has not been for nothing.
            _write(out, given, bare if plan.second_row else None)
    summary = _summary(plan, given, bare, counts)
    text = summary.model_dump_json(indent=2)
    (out / found.SUMMARY).write_text(text + "\n", encoding="utf-8")
    return summary


def _write(out: Path, given: _Kept, bare: _Kept | None) -> None:
    found.write_lines(out / found.QUESTIONS, given.lines)
    found.write_lines(out / found.SCORES, given.scored)
    if bare is not None:
        found.write_lines(out / found.WITHOUT_CONVERSATION, bare.lines)
        found.write_lines(out / found.SCORES_WITHOUT, bare.scored)


def _ask_batch(
    batch: Batch,
    open_batch: Open,
    plan: Plan,
    rows: tuple[_Kept, _Kept],
    counts: _Counts,
    progress: Progress,
) -> None:
    left_out = unseen(batch, plan.shipped)
    for talk in batch.conversations:
        kind = counts.left_out if talk.conversation_id in left_out else counts.as_given
        kind.append(talk.conversation_id)
    weights = plan.options.weights or plan.shipped.weights
    given, bare = rows
    with open_batch(batch) as (subject, prepared):
        counts.prepared.append(prepared)
        asker = Asker(subject, plan.options, weights, left_out, last_turn(batch))
        for case in batch.cases:
            answered = asker.ask(case.query, scoped=True)
            judged = score(case, answered, sessions=batch.sessions, scoped=True)
            given.add(_ruled(judged, case, answered, plan.judge), answered.seconds)
            if plan.second_row:
                answered = asker.ask(case.query, scoped=False)
                bare.add(
                    score(case, answered, sessions=batch.sessions, scoped=False), answered.seconds
                )
            progress("questions", len(given.lines), None)
        if plan.ablate:
            counts.ablation.add(batch, asker)


def _ruled(judged: Judged, case: Case, answered: Found, judge: AnswerJudge | None) -> Judged:
    if judge is None:
        return judged
    ruling = judge.judge(case, told(answered.answer.status, answered.answer.text))
    if ruling is None:
        return judged
    scores = {**judged.scored.scores, "judge": ruling}
    return judged._replace(scored=judged.scored.model_copy(update={"scores": scores}))


def _table(plan: Plan, kept: _Kept) -> Table:
    return make_table(kept.scored, names=plan.names, groups=plan.groups)


def _summary(plan: Plan, given: _Kept, bare: _Kept, counts: _Counts) -> Summary:
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
        judge=plan.judge and Judging(model=plan.judge.name, failed=plan.judge.failed),
        ablation=counts.ablation.rows() if plan.ablate else None,
        weights=Weights(
            origin=plan.shipped.origin,
            left_out=tuple(counts.left_out),
            as_given=tuple(counts.as_given),
        ),
        spaces=Spaces(
            count=len(prepared), first=prepared[0].space if prepared else None, kept=plan.keep
        ),
        basis=plan.basis,
        seconds={
            "ingest": round(sum(item.seconds for item in prepared), 2),
            "spaces_that_held_the_data": sum(item.held for item in prepared),
            **seconds_by_phase(given.times),
        },
    )
