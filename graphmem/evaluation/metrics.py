"""Metrics of rankings (recall, MRR, …) and of answers (token F1 as LoCoMo counts it, BLEU-1)."""

import math
import re
import string
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from graphmem.evaluation.cases import Category, GoldAnswer
from graphmem.language.words import stem
from graphmem.model.answer import Status

NO_ANSWER = "No information available"

_NOT_KNOWN = ("no information available", "not mentioned")
_ARTICLES = re.compile(r"\b(?:a|an|the|and)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_MULTI_HOP, _OPEN_DOMAIN = 1, 3


def as_scored(status: Status, text: str) -> str:
    """An answer as the benchmarks read one: whatever is none is LoCoMo's own phrase for that."""
    return text if status is Status.ANSWERED and text.strip() else NO_ANSWER


def answer_scores(status: Status, text: str, gold: GoldAnswer) -> dict[str, float]:
    """``f1`` and ``bleu1``, each between 0 and 1; for a question to be refused ``f1`` alone.

    There it is 1 where the answer holds one of the phrases for not knowing, else 0. A question
    that should be asked back has ``asked_back`` instead, 1 where it was.
    """
    if gold.to_clarify:
        return {"asked_back": float(status is Status.NEEDS_CLARIFICATION)}
    prediction = as_scored(status, text)
    if gold.adversarial:
        return {"f1": float(any(phrase in prediction.lower() for phrase in _NOT_KNOWN))}
    answer = _wanted(gold.answer, gold.category)
    if gold.category == _MULTI_HOP:
        return {"f1": list_f1(prediction, answer), "bleu1": bleu1(prediction, answer)}
    return {"f1": token_f1(prediction, answer), "bleu1": bleu1(prediction, answer)}


def token_f1(prediction: str, answer: str) -> float:
    """The harmonic mean of precision and recall over stems, from 0 to 1."""
    said, wanted = _stems(prediction), _stems(answer)
    same = sum((Counter(said) & Counter(wanted)).values())
    if not same:
        return 0.0
    precision, recall = same / len(said), same / len(wanted)
    return 2 * precision * recall / (precision + recall)


def list_f1(prediction: str, answer: str) -> float:
    """For each part of the answer between commas the F1 of the part said that fits best; mean."""
    said = prediction.split(",")
    parts = answer.split(",")
    return sum(max(token_f1(one, part) for one in said) for part in parts) / len(parts)


def bleu1(prediction: str, answer: str) -> float:
    """The share of the words said that the answer holds, less where fewer are said; 0 to 1.

    Words are normalised as for F1 but not stemmed; each counts at most as often as in the answer.
    The brevity penalty is ``exp(1 - wanted / said)``.
    """
    said, wanted = _tokens(prediction), _tokens(answer)
    if not said or not wanted:
        return 0.0
    same = sum((Counter(said) & Counter(wanted)).values())
    brevity = 1.0 if len(said) >= len(wanted) else math.exp(1 - len(wanted) / len(said))
    return brevity * same / len(said)


def _wanted(answer: str, category: Category) -> str:
    # After the semicolon LoCoMo's annotators explain themselves.
    return answer.split(";")[0].strip() if category == _OPEN_DOMAIN else answer


def _tokens(text: str) -> list[str]:
    return _ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split()


def _stems(text: str) -> list[str]:
    return [stem(token) for token in _tokens(text)]


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
