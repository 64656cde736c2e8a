"""How long questions took."""

from collections.abc import Sequence

from graphmem.evaluation.found import QuestionTiming

_ORDER = {"p50": 0.5, "p95": 0.95}


def seconds_by_phase(times: Sequence[QuestionTiming]) -> dict[str, float]:
    """Median and 95th percentile of the seconds of each phase, and all of them together."""
    found: dict[str, float] = {}
    for phase in QuestionTiming.model_fields:
        values = sorted(getattr(item, phase) for item in times)
        for name, share in _ORDER.items():
            found[f"{phase}_{name}"] = round(_at(values, share), 4)
        found[f"{phase}_total"] = round(sum(values), 2)
    return found


def _at(values: Sequence[float], share: float) -> float:
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0
