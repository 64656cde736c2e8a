"""Workspaces as properties and links: pure, from the models to what the Cypher files take."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from graphmem.model.ids import token
from graphmem.model.retraction import BY_HAND
from graphmem.model.time import TimeInterval
from graphmem.model.workspace import (
    Answer,
    EvidenceSpan,
    Modality,
    Part,
    Polarity,
    Question,
    Role,
    State,
    Statement,
    Workspace,
)
from graphmem.store.record import day_key

Row = dict[str, Any]


class SaidTurn(NamedTuple):
    """A recorded turn, as far as what it proves copies from it."""

    uid: str
    dia_id: str
    position: int
    speaker_uid: str
    text: str
    caption: str | None
    said_at: datetime


class RelationshipRows(NamedTuple):
    """Rows of ``from`` and ``to``, by the query that writes them."""

    rows: dict[str, list[Row]]

    def add(self, query: str, source: str, target: str, **properties: Any) -> None:
        """One more relationship; ``properties`` only where its query takes them."""
        row: Row = {"from": source, "to": target}
        self.rows.setdefault(query, []).append(
            row | ({"properties": properties} if properties else {})
        )

    def add_to_either(
        self, queries: "ToEither", source: str, target: str, **properties: Any
    ) -> None:
        """One more relationship, to a person or an entity."""
        query = queries.people if is_person(target) else queries.entities
        self.add(query, source, target, **properties)


class ToEither(NamedTuple):
    """The queries that write one relationship to people and to entities."""

    people: str
    entities: str


_SUBJECT = ToEither("link_subject_people", "link_subject_entities")
_NAMED = ToEither("link_named_people", "link_named_entities")
_ABOUT = ToEither("link_about_people", "link_about_entities")


_FIRST, _LAST = datetime.min, datetime.max


def is_person(uid: str) -> bool:
    """Tells whether a uid is a person's."""
    return uid.startswith("person:")


def times(said_at: datetime, interval: TimeInterval | None) -> Row:
    """When something was said, and its interval; without one from the first moment to the last.

    As text, which the queries read: the driver takes longer to pack a time than the server to
    read it.
    """
    start, end = (_FIRST, _LAST) if interval is None else (interval.start, interval.end)
    return {
        "said_at": said_at.isoformat(),
        "valid_from": start.isoformat(),
        "valid_to": end.isoformat(),
    }


def quote(evidence: Iterable[EvidenceSpan], turns: Mapping[str, SaidTurn]) -> str:
    """The longest words that state it: others may only say when."""
    stating = [item for item in evidence if item.part is Part.STATEMENT]
    longest = max(stating, key=lambda item: (item.end - item.start, -item.start))
    turn = turns[longest.turn_uid]
    said = turn.text if longest.field == "text" else turn.caption or ""
    return said[longest.start : longest.end]


def answer_properties(space: str, answer: Answer, turns: Mapping[str, SaidTurn]) -> Row:
    """The properties of an Answer node."""
    return _claim(space, answer, turns) | {
        "space_key": token(space),
        "conversation_key": token(space, answer.conversation_id),
        "session_key": token(space, answer.conversation_id, answer.session_id),
        "speaker_key": token(answer.speaker_uid),
        "subject_key": token(answer.subject_uid),
        "day_key": day_key(answer.said_at),
    }


def question_properties(space: str, question: Question, turns: Mapping[str, SaidTurn]) -> Row:
    """The properties of a Question node; where nobody is seen to ask it, all evidence is."""
    asked = (
        item.dia_id
        for item in question.evidence
        if turns[item.turn_uid].speaker_uid == question.asked_by_uid
    )
    return _claim(space, question, turns) | {
        "asked_by_uid": question.asked_by_uid,
        "answer_uids": list(question.answer_uids),
        "asked_turns": list(dict.fromkeys(asked)) or list(question.evidence_turn_ids),
    }


def role_properties(space: str, role: Role, turns: Mapping[str, SaidTurn]) -> Row:
    """The properties of a Role node."""
    return _claim(space, role, turns) | {"entity_uid": role.entity_uid, "name": role.name}


def state_properties(space: str, role: Role, state: State, turns: Mapping[str, SaidTurn]) -> Row:
    """The properties of a State node; it was stated by whoever stated its role."""
    return _stated(space, role, state.uid, state.interval, state.evidence, turns) | {
        "role_uid": role.uid,
        "name": state.name,
    }


def _claim(space: str, statement: Statement, turns: Mapping[str, SaidTurn]) -> Row:
    return _stated(
        space, statement, statement.uid, statement.interval, statement.evidence, turns
    ) | {
        "subject_uid": statement.subject_uid,
        "text": statement.text,
        "predicate": statement.predicate,
        "object": statement.object,
        "kind": statement.kind.value,
        "network": statement.network.value,
        "polarity": statement.polarity.value,
        "modality": statement.modality.value,
        "time_text": statement.time_text,
        "place": statement.place,
        "confidence": statement.confidence,
        "worth": statement.worth,
        "mentioned_by": list(statement.mentioned_by),
        "named_uids": list(statement.names),
    }


def _stated(
    space: str,
    statement: Statement,
    uid: str,
    interval: TimeInterval | None,
    evidence: Sequence[EvidenceSpan],
    turns: Mapping[str, SaidTurn],
) -> Row:
    stating = (item.dia_id for item in evidence if item.part is Part.STATEMENT)
    # The turn has other words than a correction, which a person made of them.
    by_hand = statement.extracted_by == BY_HAND
    return {
        "uid": uid,
        "space": space,
        "conversation_id": statement.conversation_id,
        "session_id": statement.session_id,
        "speaker_id": statement.speaker_uid,
        "speaker_uid": statement.speaker_uid,
        "evidence_turn_ids": list(dict.fromkeys(item.dia_id for item in evidence)),
        "statement_turns": list(dict.fromkeys(stating)),
        "quote": statement.text if by_hand else quote(evidence, turns),
        "extracted_by": statement.extracted_by,
        "precision": None if interval is None else interval.precision.value,
    }


def statements(workspace: Workspace) -> Iterator[Statement]:
    """Its roles, questions and answers."""
    yield from workspace.roles
    yield from workspace.questions
    yield from workspace.answers


def evidence_of(workspace: Workspace) -> Iterator[tuple[str, EvidenceSpan]]:
    """Every piece of evidence with the uid of the statement or state that it proves."""
    for statement in statements(workspace):
        yield from ((statement.uid, item) for item in statement.evidence)
    for role in workspace.roles:
        for state in role.states:
            yield from ((state.uid, item) for item in state.evidence)


def statement_links(workspace: Workspace, new: set[str], links: RelationshipRows) -> None:
    """Add the relationships of the statements that are ``new``; chunk and speaker come with them.

    RELATES_TO is drawn where an answer about one entity names another, and affirms it.
    """
    for uid, item in evidence_of(workspace):
        if uid in new:
            links.add(
                "link_evidence",
                uid,
                item.turn_uid,
                part=item.part.value,
                field=item.field,
                quote_start=item.start,
                quote_end=item.end,
            )
    for statement in statements(workspace):
        if statement.uid in new:
            links.add_to_either(_SUBJECT, statement.uid, statement.subject_uid)
            for named in dict.fromkeys(statement.names):
                links.add_to_either(_NAMED, statement.uid, named)
            for person in dict.fromkeys(statement.mentioned_by):
                links.add("link_mentioned_by", statement.uid, person)
    for question in workspace.questions:
        if question.uid in new:
            _link_question(question, links)
    for answer in workspace.answers:
        if answer.uid in new and _affirms(answer) and not is_person(answer.subject_uid):
            _link_related(answer, links)


def _link_question(question: Question, links: RelationshipRows) -> None:
    for about in dict.fromkeys((question.subject_uid, *question.names)):
        links.add_to_either(_ABOUT, question.uid, about)
    for answer_uid in dict.fromkeys(question.answer_uids):
        links.add("link_answers", question.uid, answer_uid)


def _link_related(answer: Answer, links: RelationshipRows) -> None:
    said = times(answer.said_at, answer.interval)
    for named in dict.fromkeys(answer.names):
        if not is_person(named) and named != answer.subject_uid:
            links.add(
                "link_related",
                answer.subject_uid,
                named,
                predicate=answer.predicate,
                answer_uid=answer.uid,
                valid_from=said["valid_from"],
                valid_to=said["valid_to"],
            )


def _affirms(answer: Answer) -> bool:
    return answer.polarity is Polarity.POSITIVE and answer.modality is Modality.SAID
