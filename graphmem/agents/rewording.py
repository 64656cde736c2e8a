"""A language model that words anew: a question in other ways, a profile from numbered sentences."""

from collections.abc import Sequence
from datetime import datetime

from graphmem.adapters.llm import LanguageModel, prompted
from graphmem.language.time import write_day
from graphmem.model.base import Frozen
from graphmem.model.workspace import Words


class FurtherQuestions(Frozen):
    """What the model answers."""

    questions: tuple[Words, ...]


class WrittenSentence(Frozen):
    """A sentence of the model, and the numbers of what it says, from 1."""

    text: Words
    cites: tuple[int, ...]


class WrittenProfile(Frozen):
    """What the model answers; nothing of it is checked yet."""

    sentences: tuple[WrittenSentence, ...]


def write_profile(model: LanguageModel, name: str, lines: Sequence[str]) -> WrittenProfile:
    """Let the model word what the lines say of whom or what bears the name, in one request.

    Raises an `LlmError`.
    """
    numbered = (f"[{number}] {line}" for number, line in enumerate(lines, start=1))
    asked = "\n".join([f"Profile of {name}:", *numbered])
    return model.complete(prompted("graphmem.agents", "profile", asked), WrittenProfile)


def write_questions(
    model: LanguageModel, question: str, *, now: datetime | None
) -> tuple[str, ...]:
    """Further wordings of a question, as the model gives them; raises an `LlmError`."""
    asked_on = f"\n\nAsked on {write_day(now)}." if now is not None else ""
    messages = prompted("graphmem.agents", "questions", f"{question}{asked_on}")
    return model.complete(messages, FurtherQuestions).questions
