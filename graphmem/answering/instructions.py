"""Answers how-to questions from a turn and the instructions that follow it."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from graphmem.answering.answer import Read
from graphmem.answering.evidence import Passage, evidence, evidence_of
from graphmem.answering.extractive.lexical import best_sentence, stems_of
from graphmem.answering.statement_answers import answered
from graphmem.language.sentences import asks, sentences
from graphmem.model.answer import Answer, Candidate, Source
from graphmem.model.assembly import RecordedTurn
from graphmem.model.memory import KnownStatement
from graphmem.model.scope import Scope
from graphmem.model.search import SearchHit
from graphmem.model.workspace import Kind
from graphmem.retrieval.retractions import AsItStands
from graphmem.store.about import answers_of_turns
from graphmem.store.database import Database
from graphmem.store.listing import following_turns

LEAST_NAMED = 0.5  # of the question's words, that the turn before the steps says
FEWEST_STEPS = 2
INSTRUCTS = frozenset({Kind.INSTRUCTION, Kind.PROCESS})
_TRIED, _TURNS = 3, 40  # turns that may begin it, and that may follow
_BETWEEN = 3  # turns before the first instruction of a process, and between two
_TELLER = 0.6  # what it counts that the teller is known, beside how many words are said


class Instruction(NamedTuple):
    """A turn of a process, what of it does not merely ask, and what it states."""

    turn: RecordedTurn
    text: str
    stated: Sequence[KnownStatement] = ()


def answer_from_process(
    database: Database,
    scope: Scope,
    read: Read,
    *,
    whose: Candidate | None,
    stands: AsItStands,
) -> Answer | None:
    """The steps of what a question asks how to do, or asks to be done; None where nobody told any.

    ``whose`` is the namesake that the question means; ``stands`` reads the turns that follow.
    """
    if not read.frame.process:
        return None
    wanted = stems_of(" ".join(read.question.terms))
    people = {person.uid for person in read.question.people}
    fitting = [
        (named_in(one.hit.text, wanted), one)
        for one in read.passages
        if not people or one.hit.speaker_uid in people
    ]
    fitting = [one for one in fitting if one[0] >= LEAST_NAMED]
    for share, passage in sorted(fitting, key=lambda one: -one[0])[:_TRIED]:
        later, stated = told_after(database, scope, passage.hit, stands)
        steps = steps_of(passage.hit.speaker, later, stated)
        if len(steps) >= FEWEST_STEPS:
            return _answer(read, passage, share, steps, whose)
    return None


def named_in(text: str, wanted: Collection[str]) -> float:
    """The share of the words of a process, as stems, that a text says."""
    return len(stems_of(text) & set(wanted)) / max(1, len(wanted))


def told_after(
    database: Database, scope: Scope, hit: SearchHit, stands: AsItStands
) -> tuple[list[RecordedTurn], list[Sequence[KnownStatement]]]:
    """The turns that follow in the session, and what each of them states."""
    later = stands.read(
        following_turns(database, scope, hit.conversation_id, hit.dia_id, limit=_TURNS)
    )
    places = [(turn.conversation_id, turn.dia_id) for turn in later]
    stated = answers_of_turns(database, scope, places)
    return later, [stated.get(place, ()) for place in places]


def steps_of(
    speaker: str,
    turns: Sequence[RecordedTurn],
    stated: Sequence[Sequence[KnownStatement]],
    *,
    kinds: Collection[Kind] = INSTRUCTS,
) -> tuple[Instruction, ...]:
    """Instructions of a speaker, from one that soon follows to the last of the process.

    Who repeats the steps instructs as well, so what stands between belongs to them.
    """
    instructs = [any(said.kind in kinds for said in one) for one in stated]
    telling = [at for at, one in enumerate(instructs) if one]
    last = -1
    for at in telling:
        if at - last > _BETWEEN + 1:
            break
        last = at
    first = telling[0] if telling else 0
    found = [
        Instruction(turn, " ".join(one for one in sentences(turn.text) if not asks(one)), told)
        for turn, told in zip(turns[first : last + 1], stated[first : last + 1], strict=True)
        if turn.speaker == speaker
    ]
    return tuple(step for step in found if step.text)


def _answer(
    read: Read,
    passage: Passage,
    share: float,
    steps: Sequence[Instruction],
    whose: Candidate | None,
) -> Answer:
    about = "" if whose is None else f"{whose.name} ({whose.apart}): "
    quote = best_sentence(passage.hit.text, read.question.neutral)
    first = evidence_of(passage, quote, read.question.people)
    own = first.source is Source.SELF_REPORTED  # whoever announces a process tells its steps
    text = " ".join(f"{number}. {step.text}" for number, step in enumerate(steps, 1))
    return answered(
        read.question,
        read.routing,
        f"{about}{text}",
        {"teller": (1.0, _TELLER), "words": (share, 1.0 - _TELLER)},
        (
            first,
            *(evidence(step.turn, step.text, own=own) for step in steps),
            *(() if whose is None else whose.evidence),
        ),
        (*read.steps, f"answered with {len(steps)} steps after {passage.hit.turn_id}"),
    )
