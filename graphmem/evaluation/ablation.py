"""What each path and each signal is worth: everything searched again without it."""

from collections.abc import Sequence
from statistics import median

from graphmem.evaluation.asking import Asker
from graphmem.evaluation.cases import Batch
from graphmem.evaluation.metrics import mean_percent, retrieval_scores
from graphmem.model.base import Frozen
from graphmem.model.search import BASE_PATHS, SearchOptions, SearchPath, SearchWeights

FIGURES = ("recall@1", "recall@5", "recall@10", "recall@30", "mrr", "session_recall@10")


class Variant(Frozen):
    """A way to search: everything, or without one path or signal. Weights are not fitted anew."""

    name: str
    paths: frozenset[SearchPath]
    dropped: str | None = None


class AblationRow(Frozen):
    """One variant: means in percent over answerable questions with evidence.

    ``trap`` is recall@10 of the turns that tempt, over questions to be refused; ``milliseconds``
    is the median of a search.
    """

    name: str
    questions: int
    percent: dict[str, float]
    trap: float | None
    milliseconds: float


def variants(options: SearchOptions, weights: Sequence[SearchWeights]) -> tuple[Variant, ...]:
    """Everything; the base paths alone; without each path; without each signal that has weight."""
    full = options.paths
    made = [Variant(name="everything", paths=full)]
    if full > BASE_PATHS:
        made.append(Variant(name="base paths alone", paths=BASE_PATHS))
    made += [
        Variant(name=f"without the path {path}", paths=full - {path})
        for path in SearchPath
        if path in full
    ]
    made += [
        Variant(name=f"without the signal {name}", paths=full, dropped=name)
        for name in SearchWeights.model_fields
        if any(getattr(item, name) for item in weights)
    ]
    return tuple(made)


class Ablation:
    """Gathers the figures of every variant, batch by batch."""

    def __init__(self) -> None:
        self._scores: dict[str, list[dict[str, float]]] = {}
        self._traps: dict[str, list[float]] = {}
        self._seconds: dict[str, list[float]] = {}

    def add(self, batch: Batch, asker: Asker) -> None:
        """Search every question of a batch in every way."""
        weights = [asker.weights, *asker.left_out.values()]
        for variant in variants(asker.options, weights):
            options = asker.options.model_copy(update={"paths": variant.paths})
            self._measure(batch, variant, asker._replace(options=options, dropped=variant.dropped))

    def _measure(self, batch: Batch, variant: Variant, asker: Asker) -> None:
        scores = self._scores.setdefault(variant.name, [])
        traps = self._traps.setdefault(variant.name, [])
        seconds = self._seconds.setdefault(variant.name, [])
        for case in batch.cases:
            if not case.gold.evidence or case.gold.to_clarify:
                continue
            ranking = asker.search(case.query, scoped=True)
            found = retrieval_scores(
                ranking.turns,
                case.gold.evidence,
                evidence_sessions=case.gold.sessions,
                sessions=batch.sessions,
            )
            seconds.append(ranking.seconds)
            if case.gold.adversarial:
                traps.append(found["recall@10"])
            else:
                scores.append(found)

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
                milliseconds=round(1_000 * median(self._seconds[name] or [0.0]), 1),
            )
            for name, scores in self._scores.items()
        )
