"""LongMemEval: each question is asked of its own haystack alone."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from graphmem.evaluation import labels
from graphmem.evaluation.cases import Batch, Case, EvaluationQuery, GoldAnswer, sessions_of
from graphmem.model.answer import Status
from graphmem.model.conversation import Conversation, Refusal
from graphmem.model.ids import turn_reference
from graphmem.sources import SourceFormat
from graphmem.sources.checks import UnfitError
from graphmem.sources.times import longmemeval_time

_ABSTENTION = "_abs"


def longmemeval_cases(path: Path) -> Iterator[Batch]:
    """One batch a question.

    Ids that end in ``_abs`` are to be refused; as in the benchmark they have no evidence. Turns
    and sessions that answer and are not held are among the lost.
    Records are read one after the other, so that the largest file fits into memory. A question
    whose haystack cannot be read at all is among the refused.
    """
    items = labels.conversations(path, SourceFormat.LONGMEMEVAL)
    talk, refused = _next(items)
    for index, record in enumerate(labels.records(path)):
        wanted = labels.text(record.get("question_id"), what="question_id")
        if talk is None or talk.conversation_id != wanted:
            continue
        sessions = sessions_of([talk])
        yield Batch(
            name=wanted,
            conversations=(talk,),
            cases=(_case(record, wanted, index, sessions),),
            sessions=sessions,
            refused=refused,
        )
        talk, refused = _next(items)
    if refused:
        yield Batch(name="", conversations=(), cases=(), sessions={}, refused=refused)


def _next(
    items: Iterator[Conversation | Refusal],
) -> tuple[Conversation | None, tuple[Refusal, ...]]:
    refused: list[Refusal] = []
    for item in items:
        if isinstance(item, Conversation):
            return item, tuple(refused)
        refused.append(item)
    return None, tuple(refused)


def _case(
    record: dict[str, object], conversation: str, index: int, sessions: dict[str, str]
) -> Case:
    date = record.get("question_date")
    try:
        asked_at = None if date is None else longmemeval_time(date, name="question_date")
    except UnfitError as error:
        raise labels.unfit(f"{conversation}: {error}.") from error
    refuse = conversation.endswith(_ABSTENTION)
    evidence = _Evidence((), (), ()) if refuse else _evidence(record, conversation, sessions)
    return Case(
        query=EvaluationQuery(
            conversation=conversation,
            index=index,
            question=labels.text(record.get("question"), what=f"question of {conversation}"),
            asked_at=asked_at,
        ),
        gold=GoldAnswer(
            category=labels.text(
                record.get("question_type"), what=f"question_type of {conversation}"
            ),
            expected=Status.ABSTAINED if refuse else Status.ANSWERED,
            answer=labels.text(record.get("answer"), what=f"answer of {conversation}"),
            evidence=evidence.turns,
            lost=evidence.lost,
            sessions=evidence.sessions,
        ),
    )


class _Evidence(NamedTuple):
    turns: tuple[str, ...]
    sessions: tuple[str, ...]
    lost: tuple[str, ...]


def _evidence(record: dict[str, object], conversation: str, sessions: dict[str, str]) -> _Evidence:
    """Turns and sessions that answer and are held, and those that are not."""
    turns = dict(_answering_turns(record, conversation))
    held = set(sessions.values())
    found: set[str] = set()
    lost = [dia_id for turn_id, dia_id in turns.items() if turn_id not in sessions]
    for written, places in _answering_sessions(record, conversation).items():
        inside = [place for place in places if place in held]
        found.update(inside)
        if not inside:
            lost.append(written)
    return _Evidence(
        turns=tuple(turn_id for turn_id in turns if turn_id in sessions),
        sessions=tuple(item for item in dict.fromkeys(sessions.values()) if item in found),
        lost=tuple(lost),
    )


def _answering_turns(record: dict[str, object], conversation: str) -> Iterator[tuple[str, str]]:
    """Each turn that answers, as people read it, and its ``dia_id``."""
    haystack = labels.a_list(record.get("haystack_sessions"), what="haystack_sessions")
    for session, turns in enumerate(haystack, 1):
        for position, turn in enumerate(labels.a_list(turns, what="a session"), 1):
            if isinstance(turn, dict) and turn.get("has_answer") is True:
                dia_id = f"D{session}:{position}"
                yield turn_reference(conversation, dia_id), dia_id


def _answering_sessions(record: dict[str, object], conversation: str) -> dict[str, list[str]]:
    """Each session that answers, as written, and its places in the haystack."""
    ids = labels.texts(record.get("haystack_session_ids"), what="haystack_session_ids")
    wanted = labels.texts(record.get("answer_session_ids"), what="answer_session_ids")
    return {
        written: [
            turn_reference(conversation, f"S{number}")
            for number, session in enumerate(ids, 1)
            if session == written
        ]
        for written in wanted
    }
