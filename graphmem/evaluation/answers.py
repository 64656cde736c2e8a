"""How good an answer's words are: token F1 as LoCoMo counts it, and BLEU-1."""

import math
import re
import string
from collections import Counter

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
