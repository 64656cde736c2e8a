"""Which sentence of a turn bears on a question."""

import re

from graphmem.language.sentences import asks, sentences
from graphmem.language.words import stems

_TIME_HINT = re.compile(
    r"\b(?:\d{1,4}|yesterday|today|tomorrow|tonight|ago|since|last|next|week|weekend|month|year|"
    r"\w+day|january|february|march|april|may|june|july|august|september|october|november|"
    r"december|summer|winter|spring|autumn|fall)\b",
    re.IGNORECASE,
)


def clause_of(statement: str) -> str:
    """The text of a statement without its full stop."""
    return statement.rstrip(". ")


def best_sentence(text: str, question: str, *, want_time: bool = False) -> str:
    """The sentence that shares most with the question; the first of equals, statements first."""
    asked = stems(question)
    candidates = sentences(text)

    def fit(sentence: str) -> float:
        shared = len(asked & stems(sentence))
        timed = 0.75 if want_time and _TIME_HINT.search(sentence) else 0.0
        return shared + timed - (0.5 if asks(sentence) else 0.0) + 0.01 * min(len(sentence), 50)

    return max(candidates, key=fit) if candidates else text
