"""A language model that answers, or forms an opinion, from numbered evidence, and cites it."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from graphmem.adapters.llm import LanguageModel, PromptMessage, Tool, instructions
from graphmem.language.time import write_day
from graphmem.model.base import Frozen
from graphmem.model.decision import ToolCall
from graphmem.model.thought import Stance
from graphmem.model.workspace import Confidence, Words


class Citation(Frozen):
    """A piece of evidence with its speaker and words as the model has it.

    It is named by its number, from 1, or where a tool gave it by its ``turn_id``.
    """

    number: int | None = None
    turn_id: str | None = None
    speaker: Words
    quote: Words


class WrittenAnswer(Frozen):
    """What the model answers; without ``found`` the steps tell what is missing.

    ``look_for`` are texts by which a search may find that.
    """

    steps: tuple[Words, ...]
    found: bool
    answer: str = ""
    citations: tuple[Citation, ...] = ()
    look_for: tuple[Words, ...] = ()


class WeighedCitation(Citation):
    """A citation and the side of the opinion on which it stands."""

    stance: Stance


class WrittenOpinion(WrittenAnswer):
    """An opinion (``answer``), how sure of it the model is, and what is for and against it."""

    confidence: Confidence = 0.0
    citations: tuple[WeighedCitation, ...] = ()


class Written(NamedTuple):
    """An answer, not checked yet, and the tools that the model used for it."""

    answer: WrittenAnswer
    calls: tuple[ToolCall, ...] = ()


class Withheld(NamedTuple):
    """An answer of the model that was withheld, why, and a line for each of its citations."""

    answer: str
    wrong: str
    citations: tuple[str, ...]


def write_answer(
    model: LanguageModel,
    question: str,
    evidence: Sequence[str],
    *,
    now: datetime | None,
    tools: Sequence[Tool] = (),
    max_steps: int = 0,
    before: Withheld | None = None,
    prompt: str = "answer",
    schema: type[WrittenAnswer] = WrittenAnswer,
) -> Written:
    """Let the model answer from ``evidence``, one piece a line; raises an `LlmError`.

    With ``max_steps`` it may use the tools in as many answers before its last. ``before`` is what
    it answered before and why that was withheld.
    """
    with_tools = bool(max_steps and tools)
    told = instructions("graphmem.agents", prompt)
    if with_tools:
        told = f"{told}\n{instructions('graphmem.agents', 'answer_tools')}"
    messages = [
        PromptMessage("system", told),
        PromptMessage("user", _asked(question, evidence, now, before)),
    ]
    if not with_tools:
        return Written(model.complete(messages, schema))
    talk = model.converse(messages, tools, schema, max_steps=max_steps)
    return Written(talk.result, talk.calls)


write_opinion = partial(write_answer, prompt="opinion", schema=WrittenOpinion)
"""Let the model form an opinion from evidence in the same way."""


def _asked(
    question: str, evidence: Sequence[str], now: datetime | None, before: Withheld | None
) -> str:
    numbered = [f"[{number}] {line}" for number, line in enumerate(evidence, start=1)]
    lines = ["Evidence:", *(numbered or ["(none)"]), "", f"Question: {question}"]
    if now is not None:
        lines.append(f"Asked on {write_day(now)}.")
    if before is not None:
        lines += [
            "",
            f"You answered before: {before.answer}",
            *(f"- you cited {line}" for line in before.citations),
            f"That was withheld: {before.wrong}. Mend it, or set `found` to false.",
        ]
    return "\n".join(lines)
