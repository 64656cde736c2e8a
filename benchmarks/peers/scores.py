"""Recall of turns, and turns that leak out of another scope: pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import fmean, median
from typing import Any

from benchmarks.peers.data import Question


def recall(found: Sequence[str], evidence: Collection[str], k: int) -> float:
    """The fraction of the evidence among the first k, which count once each."""
    wanted = set(evidence)
    return len(wanted & set(found[:k])) / len(wanted)


def percent_found(
    questions: Iterable[Question], found: Mapping[str, Sequence[str]], k: int
) -> float:
    """The mean of `recall` over questions, in percent."""
    return round(100 * fmean(recall(found[one.id], one.evidence, k) for one in questions), 1)


def leaks(asked: Iterable[Question], found: Iterable[Sequence[str]]) -> dict[str, int]:
    """Of questions asked in another conversation: how many brought turns of any but that one."""
    turns = [
        sum(not turn.startswith(f"{question.conversation}/") for turn in hits)
        for question, hits in zip(asked, found, strict=True)
    ]
    return {
        "asked": len(turns),
        "leaking": sum(count > 0 for count in turns),
        "foreign_turns": sum(turns),
    }


def figures(
    questions: Sequence[Question], foreign: Sequence[Question], measured: Mapping[str, Any]
) -> dict[str, Any]:
    """What the table shows of a run."""
    answered = [one for one in questions if not one.tempting]
    tempting = [one for one in questions if one.tempting]
    found = measured["found"]
    return {
        "recall_5": percent_found(answered, found, 5),
        "recall_10": percent_found(answered, found, 10),
        "tempting_10": percent_found(tempting, found, 10),
        "returned": round(fmean(len(hits) for hits in found.values()), 1),
        "leaks": leaks(foreign, measured["foreign"]),
        "errors": measured["errors"],
        "ingest_over_encode": round(_ratio(measured["ingests"]), 2),
        "query_over_encode": round(_ratio(measured["searches"]), 2),
        "ingest_seconds": round(sum(took for took, _ in measured["ingests"]), 1),
        "query_ms": round(1000 * median(took for took, _ in measured["searches"]), 1),
    }


def _ratio(pairs: Iterable[Sequence[float]]) -> float:
    return median(took / alone for took, alone in pairs)
