"""A space's memory as plain values: what reconciliation and the four tools read.

Loaded from the database in one transaction, so that everything behind it is pure.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from graphmem.model.ids import uid
from graphmem.model.time import TimeInterval
from graphmem.model.workspace import EntityType, Kind, Modality, Network, Polarity, TypeScores


class KnownPerson(NamedTuple):
    """A Person node: without a ``person_id``, one per conversation and name."""

    uid: str
    name: str
    names: tuple[str, ...]
    person_id: str | None
    conversation_ids: tuple[str, ...]


class KnownEntity(NamedTuple):
    """A session-layer entity; ``mentioned_by`` are the people who spoke of it.

    ``type_scores`` are what its type was told by.
    """

    uid: str
    conversation_id: str
    session_id: str
    key: str
    name: str
    type: EntityType
    aliases: tuple[str, ...]
    owner_uid: str | None
    proper: bool
    mentioned_by: tuple[str, ...]
    mention_turns: tuple[str, ...]
    first_said_at: datetime
    last_said_at: datetime
    type_scores: TypeScores = ()


class KnownState(NamedTuple):
    """A dated state of a role."""

    uid: str
    name: str
    interval: TimeInterval | None


class KnownStatement(NamedTuple):
    """A Role or an Answer. ``subject_uid`` and ``names`` are Person or session-layer Entity uids.

    ``turn_ids`` are its statement turns, by ``dia_id``; ``quote`` is the words of the first. For
    a Role, ``entity_uid`` is whose it is, ``name`` what it is called; for an Answer both are None.
    ``worth`` is 0 to 3, None where nobody said how much it is worth remembering.
    ``spoken_of`` is what a subject is called who is spoken of and does not talk, where looked up.
    """

    uid: str
    conversation_id: str
    session_id: str
    speaker_uid: str
    subject_uid: str
    text: str
    predicate: str
    object: str
    kind: Kind
    network: Network
    polarity: Polarity
    modality: Modality
    interval: TimeInterval | None
    said_at: datetime
    turn_ids: tuple[str, ...]
    quote: str
    names: tuple[str, ...]
    confidence: float
    worth: float | None = None
    entity_uid: str | None = None
    name: str | None = None
    states: tuple[KnownState, ...] = ()
    spoken_of: str = ""


class KnownQuestion(NamedTuple):
    """A question asked in the dialogue, with the uids of the answers that it got."""

    uid: str
    conversation_id: str
    asked_by_uid: str
    text: str
    said_at: datetime
    turn_ids: tuple[str, ...]
    answer_uids: tuple[str, ...]


class KnownTelling(NamedTuple):
    """An answer that says the same as another, with who said it (a Person), where and when."""

    uid: str
    conversation_id: str
    turn_id: str
    speaker_uid: str
    said_at: datetime


class KnownOutcome(NamedTuple):
    """What became of a statement since it was said, until ``heard_to``.

    ``by_hand``: a person wrote it in the place of what was corrected. ``corrected``: somebody put
    it right. ``contested``: what contradicts it still stands. ``replaced_at`` is when something was
    first said to hold instead.
    """

    said_at: datetime
    heard_to: datetime
    replaced_at: datetime | None = None
    by_hand: bool = False
    corrected: bool = False
    contested: bool = False


class Snapshot(NamedTuple):
    """Everything of a space that reconciliation reads; the order of the tuples means nothing.

    ``tellings`` are, where looked up, by uid of an answer that is said more than once all that say
    it, in order and itself among them; ``outcomes`` by uid of a statement what became of it.
    """

    space: str
    people: tuple[KnownPerson, ...]
    entities: tuple[KnownEntity, ...]
    roles: tuple[KnownStatement, ...]
    answers: tuple[KnownStatement, ...]
    questions: tuple[KnownQuestion, ...] = ()
    tellings: Mapping[str, tuple[KnownTelling, ...]] = MappingProxyType({})
    outcomes: Mapping[str, KnownOutcome] = MappingProxyType({})


def split_by_conversation(snapshot: Snapshot) -> dict[str, Snapshot]:
    """A snapshot in one for each conversation, with the people who take part there."""
    people: defaultdict[str, list[KnownPerson]] = defaultdict(list)
    for person in snapshot.people:
        for one in person.conversation_ids:
            people[one].append(person._replace(conversation_ids=(one,)))
    entities = _grouped(snapshot.entities)
    roles, answers = _grouped(snapshot.roles), _grouped(snapshot.answers)
    questions = _grouped(snapshot.questions)
    return {
        one: Snapshot(
            snapshot.space,
            tuple(people[one]),
            tuple(entities[one]),
            tuple(roles[one]),
            tuple(answers[one]),
            tuple(questions[one]),
        )
        for one in sorted({*people, *entities, *roles, *answers, *questions})
    }


_Said = TypeVar("_Said", KnownEntity, KnownStatement, KnownQuestion)


def _grouped(items: Iterable[_Said]) -> defaultdict[str, list[_Said]]:
    found: defaultdict[str, list[_Said]] = defaultdict(list)
    for item in items:
        found[item.conversation_id].append(item)
    return found


class Content(NamedTuple):
    """Statements and the session-layer entities that they name, by uid."""

    entities: Mapping[str, KnownEntity]
    statements: Mapping[str, KnownStatement]


def key_uid(space: str, conversation_id: str, owner_uid: str | None, key: str) -> str:
    """The lasting uid of what a conversation calls by one exact key and one person owns."""
    return uid(space, "entity", "conversation", conversation_id, owner_uid or "", key)
