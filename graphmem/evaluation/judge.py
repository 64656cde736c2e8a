"""A language model that says whether an answer is right, where words alone do not show it."""

from functools import cache
from importlib.resources import files

from graphmem.adapters.llm import LanguageModel, PromptMessage
from graphmem.errors import LlmError, LlmSetupError
from graphmem.evaluation.cases import Case
from graphmem.model.base import Frozen
from graphmem.model.workspace import Words

_NOT_KNOWN = "(not known)"


class JudgeReply(Frozen):
    """The judging model's reply."""

    correct: bool
    reason: Words


class AnswerJudge:
    """Judges answers with a language model; ``failed`` counts those it could not judge."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self.failed = 0

    @property
    def name(self) -> str:
        """The model that judges."""
        return self._model.name

    def judge(self, case: Case, answer: str) -> float | None:
        """1 for a right answer, 0 for a wrong one; None where the model gave no verdict.

        Raises `LlmSetupError`: then no later question would fare better.
        """
        try:
            ruling = self._model.complete(
                [
                    PromptMessage("system", _instructions()),
                    PromptMessage("user", describe(case, answer)),
                ],
                JudgeReply,
            )
        except LlmSetupError:
            raise
        except LlmError:
            self.failed += 1
            return None
        return float(ruling.correct)


def describe(case: Case, answer: str) -> str:
    """The question, the reference and the answer as the model reads them."""
    reference = _NOT_KNOWN if case.gold.adversarial else case.gold.answer
    return f"Question: {case.query.question}\nReference answer: {reference}\nAnswer: {answer}"


@cache
def _instructions() -> str:
    return files("graphmem.evaluation").joinpath("prompts/judge.md").read_text("utf-8")
