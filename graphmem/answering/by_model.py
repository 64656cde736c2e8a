"""An answer by a language model, with the same checks around it as without one."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.adapters.llm import LanguageModel, Tool
from graphmem.agents.answer_writer import Written, write_answer
from graphmem.answering.borne_out import not_borne_out
from graphmem.answering.cited import Checked, check_citations, cited_elsewhere
from graphmem.answering.passages import Passage
from graphmem.answering.times import resolved_times
from graphmem.answering.verification.another import told_of_another
from graphmem.answering.verification.claim import read_claim
from graphmem.answering.verification.verify import Outcome, Verification
from graphmem.answering.whose import carries, tells_of
from graphmem.language.time import write_day
from graphmem.model.people import Participant
from graphmem.retrieval.question import Question

LookUp = Callable[[Sequence[str]], Mapping[str, Passage]]


class ByModel(NamedTuple):
    """What a model made of the passages: its answer where one holds, and a line for each step.

    ``proof`` are passages with the words cited, each held against the turn and its speaker;
    ``wrong`` is why an answer is withheld, None where the model gave none.
    """

    text: str | None
    proof: tuple[tuple[Passage, str], ...]
    steps: tuple[str, ...]
    wrong: str | None = None


class Checks(NamedTuple):
    """What a model's answer is held against besides the evidence that it was given.

    ``found`` is what the rules make of the claim inside the question; ``look_up`` gives the turns
    of ids that the tools told, as far as they are in scope.
    """

    found: Verification
    participants: Sequence[Participant]
    now: datetime | None
    look_up: LookUp


def answer_by_model(
    model: LanguageModel,
    asked: Question,
    passages: Sequence[Passage],
    checks: Checks,
    *,
    tools: Sequence[Tool] = (),
    max_steps: int = 0,
    wrong: str | None = None,
) -> ByModel:
    """Let the model answer, and keep the answer only with proof of the right person.

    It is withheld where a citation is made up, where none is told of a person whom the question
    names (what is told of their relative is not), where the rules find the claim not borne out and
    the citations by themselves do not bear it out either, and where it says what is not cited.
    ``wrong`` tells the model why it was withheld before. Raises an `LlmError`.
    """
    written = write_answer(
        model,
        asked.text,
        [evidence_line(passage) for passage in passages],
        now=checks.now,
        tools=tools,
        max_steps=max_steps,
        wrong=wrong,
    )
    steps = [f"model: {step}" for step in written.answer.steps]
    steps += [f"tool: {call.tool} gave: {call.result}" for call in written.calls]
    if not written.answer.found or not written.answer.answer.strip():
        return ByModel(None, (), (*steps, "the model finds no answer in the evidence"))
    told = _checked(written, asked, passages, checks)
    if told.wrong is not None:
        told = told._replace(steps=(*told.steps, f"{told.wrong}, so the answer is withheld"))
    return told._replace(steps=(*steps, *told.steps))


def evidence_line(passage: Passage) -> str:
    """A turn as the model reads it, with what its time words meant."""
    hit = passage.hit
    image = f" [shared image: {hit.caption}]" if hit.caption else ""
    times = "; ".join(
        f"“{time.expression}” = {time.meaning}" for time in resolved_times(hit.text, hit.said_at)
    )
    meant = f" [{times}]" if times else ""
    return f"{hit.turn_id}, {write_day(hit.said_at)}, {hit.speaker}: {hit.text}{image}{meant}"


def _checked(
    written: Written, asked: Question, passages: Sequence[Passage], checks: Checks
) -> ByModel:
    citations = written.answer.citations
    elsewhere = cited_elsewhere(citations, passages)
    checked = check_citations(citations, passages, checks.look_up(elsewhere) if elsewhere else None)
    steps = tuple(_told(checked))
    held = checked.held
    if checked.made_up:
        return ByModel(None, (), steps, "a citation is made up")
    if not held:
        return ByModel(None, (), steps, "no citation holds")
    claim = read_claim(asked, checks.participants)
    proof = tuple(one for one in held if tells_of(one, claim, checks.participants))
    if proof and all(told_of_another(asked, one) for one in proof):
        who = " and ".join(claim.names)
        wrong = f"what is cited is told of somebody else whom {who} may know, and not of {who}"
        return ByModel(None, proof, steps, wrong)
    if not proof:
        who = " and ".join(claim.names)
        wrong = f"what is cited is told by {held[0][0].hit.speaker} and not of {who}"
        return ByModel(None, held, steps, wrong)
    if checks.found.outcome is not Outcome.SUPPORTED:
        if not carries(proof, claim):
            wrong = "what the question takes for granted is not borne out by what is cited"
            return ByModel(None, proof, steps, wrong)
        steps += ("the rules doubt the claim, and the words cited bear it out themselves",)
    answer = written.answer.answer.strip()
    lost = not_borne_out(answer, asked, proof, now=checks.now)
    if lost:
        told = ", ".join(f"“{one}”" for one in lost)
        return ByModel(None, proof, steps, f"what is cited does not say {told}")
    return ByModel(answer, proof, steps)


def _told(checked: Checked) -> list[str]:
    told = [f"cited {passage.hit.turn_id}: “{quote}”" for passage, quote in checked.held]
    return told + [
        f"dropped citation {citation.turn_id or citation.number} ({citation.speaker}): {fault}"
        for citation, fault in checked.dropped
    ]
