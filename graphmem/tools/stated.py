"""What is stated of an entity: in time, and in one conversation."""

from collections.abc import Mapping
from types import MappingProxyType

from graphmem.model.ids import turn_reference
from graphmem.model.memory import KnownQuestion, KnownStatement
from graphmem.model.tools import (
    ConversationContext,
    EntityTimeline,
    Mention,
    QuestionAnswered,
    TimelineEntry,
)
from graphmem.tools.index import Index
from graphmem.tools.lookup import EntityLookup
from graphmem.tools.rendering import in_time, said, turn_of
from graphmem.tools.slot_values import told_slot
from graphmem.tools.slots import told_of


def timeline(
    found: EntityLookup,
    people: frozenset[str],
    index: Index,
    meant: Mapping[str, str] = MappingProxyType({}),
) -> EntityTimeline:
    """Statements of the entities by or about these people (Person uids), in time.

    ``meant`` gives for session-layer uids the uid of what they are in the end.
    """
    owned = {entity.uid for entity in found.entities if entity.owner_uid in people}
    parts = [entity.uid for entity in found.entities if entity.uid in meant]
    entries = [
        _entry(statement, index, next((meant[uid] for uid in parts if tells(statement, uid)), None))
        for statement in in_time(index.statements_about(found.uids), index)
        if (found.slot is None or told_slot(statement, index) in told_of(found.slot))
        and (
            statement.speaker_uid in people
            or statement.subject_uid in people
            or any(tells(statement, uid) for uid in owned)
        )
    ]
    return EntityTimeline(
        entity_name=found.label, person=index.names_of(people), entries=tuple(entries)
    )


def tells(statement: KnownStatement, entity_uid: str) -> bool:
    """Tells whether the entity is what a statement is about, whose role it is, or named in it."""
    return entity_uid in {statement.subject_uid, statement.entity_uid, *statement.names}


def _entry(statement: KnownStatement, index: Index, entity_uid: str | None) -> TimelineEntry:
    told = [
        person.name
        for person in index.in_conversation.get(statement.conversation_id, ())
        if person.uid != statement.speaker_uid
    ]
    return TimelineEntry(
        **dict(said(statement, index)),
        entity_uid=entity_uid,
        role=statement.name,
        states=tuple(state.name for state in statement.states),
        partners=tuple(told),
    )


def context(conversation_id: str, found: EntityLookup, index: Index) -> ConversationContext:
    """Statements, the turns that make them, and questions with their answers, in time."""
    statements = [
        statement
        for statement in index.statements_about(found.uids)
        if statement.conversation_id == conversation_id
    ]
    people = index.in_conversation.get(conversation_id, ())
    return ConversationContext(
        conversation_id=conversation_id,
        entity=found.label,
        people=tuple(person.name for person in people),
        mentions=_mentions(statements, index),
        statements=tuple(said(statement, index) for statement in in_time(statements, index)),
        questions=_questions(statements, index),
    )


def _mentions(statements: list[KnownStatement], index: Index) -> tuple[Mention, ...]:
    found: dict[str, Mention] = {}
    for statement in statements:
        found.setdefault(
            turn_of(statement),
            Mention(
                turn_id=turn_of(statement),
                speaker=index.person_name(statement.speaker_uid),
                said_at=statement.said_at,
                quote=statement.quote,
            ),
        )
    return tuple(sorted(found.values(), key=lambda item: item.said_at))


def _questions(statements: list[KnownStatement], index: Index) -> tuple[QuestionAnswered, ...]:
    asked: dict[str, tuple[KnownQuestion, list[KnownStatement]]] = {}
    for statement in statements:
        for question in index.questions_of.get(statement.uid, ()):
            asked.setdefault(question.uid, (question, []))[1].append(statement)
    in_order = sorted(asked.values(), key=lambda item: index.place[item[0].uid])
    return tuple(
        QuestionAnswered(
            question=question.text,
            asked_by=index.person_name(question.asked_by_uid),
            turn_id=turn_reference(question.conversation_id, question.turn_ids[0]),
            answers=tuple(said(answer, index) for answer in answers),
        )
        for question, answers in in_order
    )
