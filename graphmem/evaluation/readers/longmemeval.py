"""LongMemEval: each question is asked of its own haystack alone."""

from collections.abc import Iterator
from pathlib import Path

from graphmem.evaluation import labels
from graphmem.evaluation.cases import Batch, Case, Gold, Query, sessions_of
from graphmem.model.answer import Status
from graphmem.model.conversation import Conversation, Refusal
from graphmem.model.ids import turn_reference
from graphmem.sources import SourceFormat
from graphmem.sources.checks import UnfitError
from graphmem.sources.times import longmemeval_time

_ABSTENTION = "_abs"


def longmemeval_cases(path: Path) -> Iterator[Batch]:
    """One batch a question.

    Ids that end in ``_abs`` are to be refused; as in the benchmark they have no evidence.
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
    evidence = (
        ()
        if refuse
        else tuple(
            turn_id for turn_id in _answering_turns(record, conversation) if turn_id in sessions
        )
    )
    held = set(sessions.values())
    return Case(
        query=Query(
            conversation=conversation,
            index=index,
            question=labels.text(record.get("question"), what=f"question of {conversation}"),
            asked_at=asked_at,
        ),
        gold=Gold(
            category=labels.text(
                record.get("question_type"), what=f"question_type of {conversation}"
            ),
            expected=Status.ABSTAINED if refuse else Status.ANSWERED,
            answer=labels.text(record.get("answer"), what=f"answer of {conversation}"),
            evidence=evidence,
            sessions=()
            if refuse
            else tuple(item for item in _answering_sessions(record, conversation) if item in held),
        ),
    )


def _answering_turns(record: dict[str, object], conversation: str) -> Iterator[str]:
    haystack = labels.a_list(record.get("haystack_sessions"), what="haystack_sessions")
    for session, turns in enumerate(haystack, 1):
        for position, turn in enumerate(labels.a_list(turns, what="a session"), 1):
            if isinstance(turn, dict) and turn.get("has_answer") is True:
                yield turn_reference(conversation, f"D{session}:{position}")


def _answering_sessions(record: dict[str, object], conversation: str) -> Iterator[str]:
    ids = labels.texts(record.get("haystack_session_ids"), what="haystack_session_ids")
    wanted = set(labels.texts(record.get("answer_session_ids"), what="answer_session_ids"))
    for number, session in enumerate(ids, 1):
        if session in wanted:
            yield turn_reference(conversation, f"S{number}")
