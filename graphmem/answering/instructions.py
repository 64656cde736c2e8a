"""Tellings of a process, a turn and the instructions that follow it, and answers from them."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from graphmem.answering.answer import Read
from graphmem.answering.evidence import evidence, evidence_of
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

_LEAST_NAMED = 0.5  # of the question's words, that the turn before the steps says
_FEWEST_STEPS = 2
INSTRUCTS = frozenset({Kind.INSTRUCTION, Kind.PROCESS})
_TRIED, _TURNS = 3, 40  # turns that may begin it, and that may follow
_BETWEEN = 3  # turns before the first instruction of a process, and between two
_TELLER = 0.6  # what it counts that the teller is known, beside how many words are said


class Instruction(NamedTuple):
    """A turn of a process, what of it does not merely ask, and what it states."""

    turn: RecordedTurn
    text: str
    stated: Sequence[KnownStatement] = ()


class ToldSteps(NamedTuple):
    """A turn that says the name of a process, the steps told, and the share of it that it says."""

    hit: SearchHit
    steps: tuple[Instruction, ...]
    share: float


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
    hits = [one.hit for one in read.passages if not people or one.hit.speaker_uid in people]
    for told in tellings(database, scope, wanted, hits, stands, kinds=INSTRUCTS, tried=_TRIED):
        if len(told.steps) >= _FEWEST_STEPS:
            return _answer(read, told, whose)
    return None


def tellings(
    database: Database,
    scope: Scope,
    wanted: frozenset[str],
    hits: Sequence[SearchHit],
    stands: AsItStands,
    *,
    kinds: Collection[Kind],
    tried: int,
) -> Iterator[ToldSteps]:
    """The tellings of a process that begin at a turn that says its name, of ``wanted`` stems.

    The first ``tried`` turns that say most of it are gone through; what instructs in one is the
    first step. After a question the steps are those of the first who instructs.
    """
    shares = {hit.turn_id: len(stems_of(hit.text) & wanted) / max(1, len(wanted)) for hit in hits}
    fitting = [hit for hit in hits if shares[hit.turn_id] >= _LEAST_NAMED]
    fitting = sorted(fitting, key=lambda hit: -shares[hit.turn_id])[:tried]
    places = [(hit.conversation_id, hit.dia_id) for hit in fitting]
    stated = answers_of_turns(database, scope, places)
    for hit, place in zip(fitting, places, strict=True):
        turn = RecordedTurn(
            hit.conversation_id, hit.dia_id, hit.speaker, hit.text, hit.caption, hit.said_at
        )
        own = tuple(
            Instruction(turn, one.text, (one,))
            for one in stated.get(place, ())
            if one.kind in INSTRUCTS
        )
        later, told = _told_after(database, scope, hit, stands)
        steps = steps_of(hit.speaker, later, told, kinds=kinds)
        if not steps and asks_anywhere(hit.text):
            others = (
                turn.speaker
                for turn, said in zip(later, told, strict=True)
                if any(one.kind in kinds for one in said)
            )
            steps = steps_of(next(others, hit.speaker), later, told, kinds=kinds)
        steps = (*own, *(steps if own or len(steps) >= _FEWEST_STEPS else ()))
        if steps:
            yield ToldSteps(hit, steps, shares[hit.turn_id])


def asks_anywhere(text: str) -> bool:
    """Whether a sentence of a text asks."""
    return any(map(asks, sentences(text)))


def _told_after(
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
    told: ToldSteps,
    whose: Candidate | None,
) -> Answer:
    hit, steps, share = told
    about = "" if whose is None else f"{whose.name} ({whose.apart}): "
    quote = best_sentence(hit.text, read.question.neutral)
    passage = next(one for one in read.passages if one.hit.turn_id == hit.turn_id)
    first = evidence_of(passage, quote, read.question.people)
    # Whoever announces a process tells its steps; after a question somebody else may.
    own = first.source is Source.SELF_REPORTED
    text = " ".join(f"{number}. {step.text}" for number, step in enumerate(steps, 1))
    return answered(
        read.question,
        read.routing,
        f"{about}{text}",
        {"teller": (1.0, _TELLER), "words": (share, 1.0 - _TELLER)},
        (
            first,
            *(
                evidence(step.turn, step.text, own=own and step.turn.speaker == hit.speaker)
                for step in steps
            ),
            *(() if whose is None else whose.evidence),
        ),
        (*read.steps, f"answered with {len(steps)} steps after {hit.turn_id}"),
    )
