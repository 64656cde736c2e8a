"""Ablates each path and each signal: searched again, or ranked anew, without it."""

from collections.abc import Sequence
from statistics import median

from graphmem.evaluation.cases import Batch, Case
from graphmem.evaluation.metrics import mean_percent, retrieval_scores
from graphmem.evaluation.question_runner import QuestionRunner, distinct_turns
from graphmem.model.base import Frozen
from graphmem.model.search import BASE_PATHS, SearchHit, SearchOptions, SearchPath, SearchWeights

_EVERYTHING = "everything"
_ALL = 1_000  # hits; a search has a few hundred candidates
FIGURES = ("recall@1", "recall@5", "recall@10", "recall@30", "mrr", "session_recall@10")


class Variant(Frozen):
    """A way to search: on every path, or on some of them."""

    name: str
    paths: frozenset[SearchPath]


class AblationRow(Frozen):
    """One variant: means in percent over answerable questions with evidence.

    ``trap`` is recall@10 of the turns that tempt, over questions to be refused; ``milliseconds``
    is the median of a search, None where the candidates of the full search were ranked anew.
    """

    name: str
    questions: int
    percent: dict[str, float]
    trap: float | None
    milliseconds: float | None


def variants(options: SearchOptions) -> tuple[Variant, ...]:
    """Everything; the base paths alone; without each path."""
    full = options.paths
    made = [Variant(name=_EVERYTHING, paths=full)]
    if full > BASE_PATHS:
        made.append(Variant(name="base paths alone", paths=BASE_PATHS))
    made += [
        Variant(name=f"without the path {path}", paths=full - {path})
        for path in SearchPath
        if path in full
    ]
    return tuple(made)


def signals_with_weight(weights: Sequence[SearchWeights]) -> tuple[str, ...]:
    """The signals that count in any of these weights."""
    names = SearchWeights.model_fields
    return tuple(name for name in names if any(getattr(item, name) for item in weights))


def without(hits: Sequence[SearchHit], signal: str) -> tuple[str, ...]:
    """The first turns as they would rank if a signal counted nothing."""

    def score(hit: SearchHit) -> float:
        return hit.score - sum(part.contribution for part in hit.parts if part.name == signal)

    return distinct_turns(sorted(hits, key=score, reverse=True))


class Ablation:
    """Gathers the figures of every variant, batch by batch."""

    def __init__(self) -> None:
        self._scores: dict[str, list[dict[str, float]]] = {}
        self._traps: dict[str, list[float]] = {}
        self._seconds: dict[str, list[float]] = {}

    def add(self, batch: Batch, asker: QuestionRunner) -> None:
        """Search every question of a batch on each set of paths; rank anew without each signal."""
        cases = [case for case in batch.cases if case.gold.evidence and not case.gold.to_clarify]
        for variant in variants(asker.options):
            options = asker.options.model_copy(update={"paths": variant.paths})
            searching = asker._replace(options=options)
            for case in cases:
                ranking = searching.search(case.query, scoped=True)
                self._note(variant.name, batch, case, ranking.turns, ranking.seconds)
        signals = signals_with_weight([asker.weights, *asker.left_out.values()])
        for case in cases:
            hits = asker.candidates(case.query, scoped=True, limit=_ALL)
            for signal in signals:
                self._note(f"without the signal {signal}", batch, case, without(hits, signal))

    def _note(
        self,
        name: str,
        batch: Batch,
        case: Case,
        turns: tuple[str, ...],
        seconds: float | None = None,
    ) -> None:
        scores, traps = self._scores.setdefault(name, []), self._traps.setdefault(name, [])
        found = retrieval_scores(
            turns,
            case.gold.evidence,
            evidence_sessions=case.gold.sessions,
            sessions=batch.sessions,
        )
        if case.gold.adversarial:
            traps.append(found["recall@10"])
        else:
            scores.append(found)
        if seconds is not None:
            self._seconds.setdefault(name, []).append(seconds)

    def rows(self) -> tuple[AblationRow, ...]:
        """One row a variant, the full search first."""
        return tuple(
            AblationRow(
                name=name,
                questions=len(scores),
                percent={
                    figure: mean_percent([item[figure] for item in scores]) for figure in FIGURES
                },
                trap=mean_percent(traps) if (traps := self._traps[name]) else None,
                milliseconds=round(1_000 * median(spent), 1)
                if (spent := self._seconds.get(name))
                else None,
            )
            for name, scores in self._scores.items()
        )
