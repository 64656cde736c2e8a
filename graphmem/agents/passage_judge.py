"""A language model that orders passages by how well they answer a question."""

from collections.abc import Sequence

from graphmem.adapters.llm import LanguageModel, prompted
from graphmem.errors import LlmOutputError
from graphmem.model.base import Frozen


class PassageOrder(Frozen):
    """What the model answers: numbers of passages, the best first."""

    order: tuple[int, ...]


class PassageJudge:
    """A `graphmem.adapters.sentence_models.Reranker` that asks a language model once a question."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """1 for the best passage, less by equal steps for the next; 0 for those it left out.

        Raises an `LlmError`; an order with a number that is none, or one twice, is an
        `LlmOutputError`.
        """
        if not passages:
            return []
        told = self._model.complete(
            prompted("graphmem.agents", "rerank", _asked(question, passages)), PassageOrder
        )
        order = told.order
        if not order or len(set(order)) < len(order) or not set(order) <= _numbers(passages):
            raise LlmOutputError(
                f"{self.name} put {len(passages)} passages in the order {list(order)[:50]}.",
                next_step="Use a model that follows instructions better, or a CrossEncoder.",
            )
        scores = [0.0] * len(passages)
        for place, number in enumerate(order):
            scores[number - 1] = 1.0 - place / len(passages)
        return scores


def _numbers(passages: Sequence[str]) -> set[int]:
    return set(range(1, len(passages) + 1))


def _asked(question: str, passages: Sequence[str]) -> str:
    # One line each, so that no passage can pass for another.
    lines = [f"{number}. {' '.join(text.split())}" for number, text in enumerate(passages, 1)]
    return "\n".join([f"Question: {' '.join(question.split())}", "", "Passages:", *lines])
