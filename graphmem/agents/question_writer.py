"""A language model that words a question anew."""

from datetime import datetime
from functools import cache
from importlib.resources import files

from graphmem.adapters.llm import LanguageModel, PromptMessage
from graphmem.language.time import write_day
from graphmem.model.base import Frozen
from graphmem.model.workspace import Words


class FurtherQuestions(Frozen):
    """What the model answers."""

    questions: tuple[Words, ...]


def write_questions(
    model: LanguageModel, question: str, *, now: datetime | None
) -> tuple[str, ...]:
    """Further wordings of a question, as the model gives them; raises an `LlmError`."""
    asked_on = f"\n\nAsked on {write_day(now)}." if now is not None else ""
    told = model.complete(
        [PromptMessage("system", _instructions()), PromptMessage("user", f"{question}{asked_on}")],
        FurtherQuestions,
    )
    return told.questions


@cache
def _instructions() -> str:
    return files("graphmem.agents").joinpath("prompts/questions.md").read_text("utf-8")
