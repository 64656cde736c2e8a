"""The tools over a snapshot: for reconciliation, and for people, whom they ask back."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from graphmem.errors import NotFoundError
from graphmem.model.decision import LayerEntity
from graphmem.model.ids import turn_reference
from graphmem.model.memory import KnownQuestion, KnownStatement
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    Mention,
    PeopleComparison,
    QuestionAnswered,
    TimelineEntry,
)
from graphmem.tools.changes import StatementChange, changes_among
from graphmem.tools.clarifying_lookup import AskingLookup
from graphmem.tools.comparison import compare, compare_people, of_shared_owners
from graphmem.tools.contradictions import contradictions
from graphmem.tools.index import Index
from graphmem.tools.lookup import EntityLookup, Lookup, require_conversation
from graphmem.tools.mentions import Sought
from graphmem.tools.rendering import in_time, said, turn_of
from graphmem.tools.slot_values import told_slot
from graphmem.tools.slots import told_of


class SnapshotTools:
    """`graphmem.model.tools.MemoryTools` over a whole snapshot or a part of one.

    ``layers`` make the uids of conversation- and person-layer entities known; ``focus`` are
    session-layer uids that are supposed to be one entity: a name of any means all.
    """

    def __init__(
        self,
        index: Index,
        layers: Mapping[str, LayerEntity] | None = None,
        focus: frozenset[str] = frozenset(),
    ) -> None:
        self._index = index
        self._lookup = Lookup(index, layers, focus)

    def get_entity_timeline(self, entity_name: str, person_id: str) -> EntityTimeline:
        """Roles, states and facts of the entity in all conversations of the person, in time."""
        people = self._lookup.person(person_id)
        return timeline(self._lookup.entity(entity_name, owners=people), people, self._index)

    def get_conversation_context(self, conv_id: str, entity_id: str) -> ConversationContext:
        """Statements, mentions and answered questions of one conversation about the entity."""
        require_conversation(conv_id, self._index)
        found = self._lookup.entity(entity_id).within([conv_id])
        return context(conv_id, found, self._index)

    def compare_entities_across_conversations(
        self, entity_name: str, conv_A: str, conv_B: str
    ) -> Comparison:
        """Both conversations side by side; of several owners, whoever takes part in both."""
        require_conversation(conv_A, self._index)
        require_conversation(conv_B, self._index)
        found = self._lookup.entity(entity_name).within([conv_A, conv_B])
        shared = of_shared_owners(found, conv_A, conv_B, self._index)
        return compare(shared, conv_A, conv_B, self._index)

    def detect_contradictions(self, entity_id: str) -> Contradictions:
        """Pairs of statements about the entity or person that do not say the same."""
        return contradictions(self._lookup.entity(entity_id), self._index)


class AskingTools:
    """The tools for people over one snapshot; ``is_person`` as in `AskingLookup`.

    A name that fits two people or two things is an `AmbiguousNameError`.
    """

    def __init__(
        self,
        index: Index,
        layers: Mapping[str, LayerEntity],
        is_person: Mapping[str, str],
    ) -> None:
        self._index = index
        self._lookup = AskingLookup(index, layers, is_person)

    def get_entity_timeline(self, entity_name: str, person_id: str) -> EntityTimeline:
        """Everything of this name that is the person's, side by side, or else nobody's."""
        people = self._lookup.person(person_id)
        found = self._lookup.entities(entity_name, owners=people)
        return timeline(found, people, self._index, self._lookup.meant)

    def sought_of(self, entity_name: str, person_id: str) -> Sought:
        """Filter of turns that wait for a timeline, also where nothing is known yet."""
        people = self._lookup.person(person_id)
        try:
            found = self._lookup.entities(entity_name, owners=people)
        except NotFoundError:
            found = None
        return self._lookup.sought(entity_name, found, people)

    def sought_in(self, conv_id: str, entity_id: str) -> Sought:
        """Filter of turns that wait for a context, also where nothing is known yet."""
        require_conversation(conv_id, self._index)
        try:
            found = self._lookup.entity(entity_id, among=[conv_id])
        except NotFoundError:
            found = None
        return self._lookup.sought(entity_id, found, frozenset())

    def nothing_of(self, entity_name: str, person_id: str) -> EntityTimeline:
        """The timeline of what nothing is known of yet."""
        people = self._lookup.person(person_id)
        return EntityTimeline(entity_name=entity_name, person=self._index.names_of(people))

    def nothing_in(self, conv_id: str, entity_id: str) -> ConversationContext:
        """The context of what nothing is known of yet."""
        return context(conv_id, EntityLookup(entity_id), self._index)

    def get_conversation_context(self, conv_id: str, entity_id: str) -> ConversationContext:
        """Statements, mentions and answered questions of one conversation about the entity."""
        return context(conv_id, self.in_conversation(conv_id, entity_id), self._index)

    def in_conversation(self, conv_id: str, entity_id: str) -> EntityLookup:
        """The one thing or human that is meant, as far as the conversation speaks of it."""
        require_conversation(conv_id, self._index)
        return self._lookup.entity(entity_id, among=[conv_id]).within([conv_id])

    def compare_entities_across_conversations(
        self, entity_name: str, conv_A: str, conv_B: str
    ) -> Comparison:
        """Both conversations side by side; of several owners, whoever takes part in both."""
        for conversation_id in (conv_A, conv_B):
            require_conversation(conversation_id, self._index)
        both = [conv_A, conv_B]
        found = self._lookup.entities(entity_name, among=both).within(both)
        shared = of_shared_owners(found, conv_A, conv_B, self._index)
        for conversation_id in both:
            if self._several(shared, conversation_id):
                self._lookup.entity(entity_name, among=[conversation_id])
        return compare(shared, conv_A, conv_B, self._index)

    def detect_contradictions(self, entity_id: str) -> Contradictions:
        """Pairs of statements about the entity or person that do not say the same."""
        found = self._lookup.entity(entity_id)
        changes: Iterable[StatementChange] = ()
        if found.slot is None:
            statements = self._index.statements_about(found.uids)
            changes = changes_among(statements, self._lookup.about(), self._index)
        return contradictions(found, self._index, changes)

    def compare_people(self, topic: str, person_A: str, person_B: str) -> PeopleComparison:
        """Compares statements of two people on a topic."""
        a, b = self._lookup.person(person_A), self._lookup.person(person_B)
        return compare_people(topic, a, b, self._index)

    def heard_by(self, person_id: str) -> frozenset[str]:
        """The conversations in which a person took part, whoever is the same human included."""
        known = self._index.people
        people = self._lookup.person(person_id)
        return frozenset(place for uid in people for place in known[uid].conversation_ids)

    def _several(self, found: EntityLookup, conversation_id: str) -> bool:
        """Tells whether one conversation alone knows two owners of it."""
        here = found.within([conversation_id]).entities
        return len({self._index.human(item.owner_uid) for item in here if item.owner_uid}) > 1


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
