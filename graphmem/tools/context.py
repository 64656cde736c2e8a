"""`get_conversation_context`: everything that one conversation says of an entity."""

from graphmem.model.ids import turn_reference
from graphmem.model.memory import KnownQuestion, KnownStatement
from graphmem.model.tools import ConversationContext, Mention, QuestionAnswered
from graphmem.tools.index import Index
from graphmem.tools.lookup import EntityLookup
from graphmem.tools.rendering import in_time, said, turn_of


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
