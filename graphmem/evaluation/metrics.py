"""How good a ranking is: shares of evidence turns and sessions, each between 0 and 1."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

DEPTHS = (1, 5, 10, 20, 30)
DEPTH = max(DEPTHS)
_SESSIONS = 10
_TURNS = 10
_GAIN = 10


def mean_percent(values: Iterable[float]) -> float:
    """The mean of values between 0 and 1 in percent, to two decimals; 0 where there is none."""
    kept = list(values)
    return round(100.0 * sum(kept) / len(kept), 2) if kept else 0.0


def recall(ranked: Sequence[str], evidence: Collection[str], k: int) -> float:
    """The share of the evidence among the first ``k``."""
    return len(set(ranked[:k]) & set(evidence)) / len(evidence)


def hit(ranked: Sequence[str], evidence: Collection[str], k: int) -> float:
    """1 where any evidence is among the first ``k``, else 0."""
    return float(not set(ranked[:k]).isdisjoint(evidence))


def reciprocal_rank(ranked: Sequence[str], evidence: Collection[str]) -> float:
    """1 over the place of the first evidence turn; 0 where there is none."""
    places = (place for place, turn_id in enumerate(ranked, 1) if turn_id in evidence)
    return 1.0 / next(places, math.inf)


def gain(ranked: Sequence[str], evidence: Collection[str], k: int) -> float:
    """The nDCG at ``k``: discounted gain over that of the best order; an evidence turn gains 1."""
    found = sum(
        1.0 / math.log2(place + 1)
        for place, turn_id in enumerate(ranked[:k], 1)
        if turn_id in evidence
    )
    best = sum(1.0 / math.log2(place + 1) for place in range(1, min(k, len(evidence)) + 1))
    return found / best


def retrieval_scores(
    ranked: Sequence[str],
    evidence: Collection[str],
    *,
    evidence_sessions: Collection[str],
    sessions: Mapping[str, str],
) -> dict[str, float]:
    """Every retrieval figure of one question, each between 0 and 1.

    ``ranked`` are up to 30 turns without repeats, best first; ``sessions`` gives a turn's session.
    ``session_recall@10`` looks at the first ten different sessions among them, and
    ``session_recall_of_10_turns`` at the sessions of the first ten turns. Empty where there is
    neither evidence nor a session of it: nothing is scored for free.
    """
    scores: dict[str, float] = {}
    if evidence:
        scores |= {f"recall@{k}": recall(ranked, evidence, k) for k in DEPTHS}
        scores |= {f"hit@{k}": hit(ranked, evidence, k) for k in DEPTHS}
        scores["mrr"] = reciprocal_rank(ranked, evidence)
        scores[f"ndcg@{_GAIN}"] = gain(ranked, evidence, _GAIN)
    if evidence_sessions:
        visited = [sessions[turn_id] for turn_id in ranked[:DEPTH] if turn_id in sessions]
        different = list(dict.fromkeys(visited))
        scores["session_recall@10"] = recall(different, evidence_sessions, _SESSIONS)
        scores["session_hit@10"] = hit(different, evidence_sessions, _SESSIONS)
        scores["session_recall_of_10_turns"] = recall(visited, evidence_sessions, _TURNS)
    return scores
