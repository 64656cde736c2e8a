"""An answer by a language model, with the same checks around it as without one."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.adapters.llm import LanguageModel, Tool
from graphmem.agents.answer_writer import Withheld, Written, WrittenAnswer, write_answer
from graphmem.answering.attribution import Whose, told_to, whose
from graphmem.answering.citations import CheckedCitations, check_citations, cited_elsewhere
from graphmem.answering.evidence import Passage, Proof
from graphmem.answering.frame import QuestionFrame
from graphmem.answering.groundedness import Encode, unsupported_parts
from graphmem.answering.time_resolution import sure_times
from graphmem.answering.verification.verify import ClaimStatus, Verification
from graphmem.language.time import write_day
from graphmem.language.time.vocabulary import WEEKDAY_NAMES
from graphmem.model.answer import QuestionKind
from graphmem.model.listing import Participant
from graphmem.model.parse import Parser
from graphmem.model.search import SearchHit
from graphmem.reader import TurnReading

LookUp = Callable[[Sequence[str]], Mapping[str, Passage]]
ReadAgain = Callable[[Sequence[Passage]], Mapping[str, TurnReading]]

# Fixed beforehand: the log odds under which the reader finds that a turn does not bear a question
# out; of the annotated development talk's right turns one of 26 lies under it.
_UNLIKELY = -2.0
_NUMBER = re.compile(r"\d+$")
_LOOKED_FOR = 3  # texts that a model may look for
_JUST_BEFORE = 2  # turns before a cited one, whose names it may mean


class ModelAnswer(NamedTuple):
    """A model's answer where one holds, and a line for each step.

    ``proof`` are passages with the words cited, each held against the turn and its speaker;
    ``withheld`` is the answer that does not leave, None where the model gave none; ``look_for`` are
    texts by which what is missing may be found. ``written`` is what the model wrote.
    """

    text: str | None
    proof: tuple[Proof, ...]
    steps: tuple[str, ...]
    withheld: Withheld | None = None
    look_for: tuple[str, ...] = ()
    written: WrittenAnswer | None = None


class Checks(NamedTuple):
    """Inputs of the checks of a model's answer, besides the evidence that it was given.

    ``found`` is what the rules make of the claim inside the question; ``look_up`` gives the turns
    of ids that the tools told, as far as they are in scope. ``encode`` gives unit vectors, and
    ``read`` what the reader says of the question beside turns, by their ids; without either, words
    alone tell.
    """

    found: Verification
    participants: Sequence[Participant]
    now: datetime | None
    look_up: LookUp
    parse: Parser
    encode: Encode | None = None
    read: ReadAgain = lambda _: {}


class _Fault(NamedTuple):
    """Why an answer is withheld, and of each passage cited what is wrong with it, by its turn."""

    wrong: str
    of_turns: Mapping[str, str] = {}


def answer_by_model(
    model: LanguageModel,
    frame: QuestionFrame,
    passages: Sequence[Passage],
    checks: Checks,
    *,
    tools: Sequence[Tool] = (),
    max_steps: int = 0,
    before: Withheld | None = None,
    write: Callable[..., Written] = write_answer,
) -> ModelAnswer:
    """Let the model answer, and keep the answer only with proof of the right person.

    It is withheld where a citation is made up, where none is told of a person whom the question
    names, where rules and reader find the claim not borne out, also by the turns cited, and where
    it adds in substance to what is cited. ``before`` tells the model what was withheld before,
    ``write`` asks it (`graphmem.agents.answer_writer`).
    Raises an `LlmError`.
    """
    written = write(
        model,
        frame.text,
        [evidence_line(passage, passages, checks.parse) for passage in passages],
        now=checks.now,
        tools=tools,
        max_steps=max_steps,
        before=before,
    )
    steps = [f"model: {step}" for step in written.answer.steps]
    steps += [f"tool: {call.tool} gave: {call.result}" for call in written.calls]
    if not written.answer.found or not written.answer.answer.strip():
        steps.append("the model finds no answer in the evidence")
        return ModelAnswer(None, (), tuple(steps), look_for=written.answer.look_for[:_LOOKED_FOR])
    told = _checked(written.answer, frame, passages, checks)
    return told._replace(steps=(*steps, *told.steps), written=written.answer)


def evidence_line(passage: Passage, passages: Sequence[Passage], parse: Parser) -> str:
    """A turn as the model reads it, with what its time words meant, and what it is linked to."""
    hit = passage.hit
    image = f" [shared image: {hit.caption}]" if hit.caption else ""
    notes = [
        f"“{time.expression}” = {time.meaning}" for time in sure_times(hit.text, hit.said_at, parse)
    ]
    numbers = {one.hit.turn_id: number for number, one in enumerate(passages, start=1)}
    linked = sorted(numbers[turn] for turn in passage.see_also if turn in numbers)
    if linked:
        notes.append("see also " + ", ".join(f"[{number}]" for number in linked))
    meant = f" [{'; '.join(notes)}]" if notes else ""
    day = f"{WEEKDAY_NAMES[hit.said_at.weekday()].title()} {write_day(hit.said_at)}"
    return f"{hit.turn_id}, {day}, {hit.speaker}: {hit.text}{image}{meant}"


def _checked(
    written: WrittenAnswer, frame: QuestionFrame, passages: Sequence[Passage], checks: Checks
) -> ModelAnswer:
    elsewhere = cited_elsewhere(written.citations, passages)
    checked = check_citations(
        written.citations, passages, checks.look_up(elsewhere) if elsewhere else None
    )
    answer = written.answer.strip()
    steps = tuple(_told(checked))
    proof, fault, noted = _judged(answer, checked, frame, passages, checks)
    if fault is None:
        return ModelAnswer(answer, proof, (*steps, *noted))
    withheld = Withheld(answer, fault.wrong, tuple(_cited(checked, fault)))
    steps = (*steps, *noted, f"{fault.wrong}, so the answer is withheld")
    return ModelAnswer(None, proof, steps, withheld)


def _judged(
    answer: str,
    checked: CheckedCitations,
    frame: QuestionFrame,
    passages: Sequence[Passage],
    checks: Checks,
) -> tuple[tuple[Proof, ...], _Fault | None, tuple[str, ...]]:
    """The proof of an answer, what is wrong with it if anything, and what was found on the way."""
    if checked.made_up:
        return (), _Fault("a citation is made up"), ()
    if not checked.held:
        return (), _Fault("no citation holds"), ()
    claim = frame.claim
    proof, faults = _of_those_asked(checked.held, frame, checks)
    who = " and ".join(claim.names)
    if not proof:
        told_by = checked.held[0][0].hit.speaker
        return (
            checked.held,
            _Fault(f"what is cited is told by {told_by} and not of {who}", faults),
            (),
        )
    noted: tuple[str, ...] = ()
    doubted = checks.found.outcome is not ClaimStatus.SUPPORTED
    if doubted and frame.kind is not QuestionKind.YES_NO:
        if not _is_likely(proof, checks):
            wrong = "what the question takes for granted is not borne out by what is cited"
            return proof, _Fault(wrong), ()
        noted = ("the rules doubt the claim, and what is cited bears it out",)
    lost = unsupported_parts(
        answer,
        frame.question,
        proof,
        now=checks.now,
        parse=checks.parse,
        encode=checks.encode,
        near=_just_before(proof, passages),
        participants=checks.participants,
    )
    if lost:
        told = ", ".join(f"“{one}”" for one in lost)
        return proof, _Fault(f"what is cited does not say {told}"), noted
    return proof, None, noted


def _of_those_asked(
    held: Sequence[Proof], frame: QuestionFrame, checks: Checks
) -> tuple[tuple[Proof, ...], Mapping[str, str]]:
    """The citations that tell of those asked about, and why others do not, by turn.

    Where the words leave it open, the reader tells; without one it stays open.
    """
    [parsed] = checks.parse([frame.text])
    to = told_to(parsed, frame.claim.people)
    found = [(proof, whose(proof, frame.claim, to)) for proof in held]
    kept = tuple(
        proof
        for proof, of in found
        if of is Whose.THEIRS or (of is Whose.UNCLEAR and _is_likely([proof], checks))
    )
    faults = {
        proof[0].hit.turn_id: "not told of whom it is asked"
        for proof, _ in found
        if proof not in kept
    }
    # Once something of theirs is cited, what others say beside it may belong to it.
    return (tuple(held) if kept else ()), faults


def _is_likely(proof: Sequence[Proof], checks: Checks) -> bool:
    """Whether the reader finds it likely that a turn cited bears the question out, if one reads."""
    readings = checks.read([passage for passage, _ in proof])
    return not readings or any(
        max(one.answers, one.supported) >= _UNLIKELY for one in readings.values()
    )


def _just_before(proof: Sequence[Proof], passages: Sequence[Passage]) -> list[str]:
    """What was said just before the turns cited, and by whom, as far as it is evidence too."""
    hits = [passage.hit for passage in passages]
    cited = {passage.hit.turn_id for passage, _ in proof}
    places = [place for place, hit in enumerate(hits) if hit.turn_id in cited]
    before = [beside(hits, -step) for step in range(1, _JUST_BEFORE + 1)]
    near = {found[place] for found in before for place in places}
    return [f"{hits[one].speaker} {hits[one].text}" for one in near if one is not None]


def beside(hits: Sequence[SearchHit], step: int) -> list[int | None]:
    """Of each turn the place of the one that comes ``step`` turns later (before it where < 0).

    None where that was not found, and for a turn whose id ends in no number.
    """
    numbers = [_NUMBER.search(hit.dia_id) for hit in hits]
    addresses = [
        (hit.conversation_id, hit.session_id, int(number.group())) if number else None
        for hit, number in zip(hits, numbers, strict=True)
    ]
    at = {address: place for place, address in enumerate(addresses) if address is not None}
    return [
        None if address is None else at.get((*address[:2], address[2] + step))
        for address in addresses
    ]


def _told(checked: CheckedCitations) -> list[str]:
    told = [f"cited {passage.hit.turn_id}: “{quote}”" for passage, quote in checked.held]
    return told + [
        f"dropped citation {citation.turn_id or citation.number} ({citation.speaker}): {fault}"
        for citation, fault in checked.dropped
    ]


def _cited(checked: CheckedCitations, fault: _Fault) -> list[str]:
    """A line for each citation: its turn, its words, and whether it counts."""
    told = [
        f"{passage.hit.turn_id}, {passage.hit.speaker}: “{quote}”: "
        f"{fault.of_turns.get(passage.hit.turn_id, 'stands in the turn')}"
        for passage, quote in checked.held
    ]
    return told + [
        f"{citation.turn_id or f'[{citation.number}] of that time'}, {citation.speaker}: "
        f"“{citation.quote}”: does not count, {dropped}"
        for citation, dropped in checked.dropped
    ]
