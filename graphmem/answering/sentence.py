"""Which sentence of a turn bears on a question."""

from graphmem.language.sentences import asks, sentences
from graphmem.language.words import stems


def clause_of(statement: str) -> str:
    """The text of a statement without its full stop."""
    return statement.rstrip(". ")


def best_sentence(text: str, question: str) -> str:
    """The sentence that shares most with the question; the first of equals, statements first."""
    asked = stems(question)
    candidates = sentences(text)

    def fit(sentence: str) -> float:
        shared = len(asked & stems(sentence))
        return shared - (0.5 if asks(sentence) else 0.0) + 0.01 * min(len(sentence), 50)

    return max(candidates, key=fit) if candidates else text
