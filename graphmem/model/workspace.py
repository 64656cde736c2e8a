"""The workspace: what a stretch of dialogue says, each statement with who said it and where.

The fitted networks, a language model and a caller all hand in *proposals*, which name people,
things and turns as people do. `graphmem.extraction.admit` checks them and makes of them a
`Workspace`, which names nodes by uid. Nothing else makes one.
"""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from graphmem.model.base import Frozen
from graphmem.model.time import TimeInterval

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]
Confidence = Annotated[float, Field(ge=0.0, le=1.0)]
Worth = Annotated[float, Field(ge=0.0, le=3.0)]
TurnField = Literal["text", "caption"]


SAYS = "say"
"""The predicate of what is told as somebody's words; of what they say it tells no more."""

HOLDS = "hold_opinion"
"""The predicate of an opinion that somebody keeps; its object is the question."""

NETWORKS = "networks"
"""``extracted_by`` of what the fitted networks read; a model's is ``llm:`` and its name."""


PARTS_OF_OTHERS = frozenset({"family", "relationship", "pet"})
"""Keys of the parts of a life in which somebody is told of by what they are to another."""


class EntityType(StrEnum):
    """What sort of thing an entity is; ``thing`` is an object, an animal or a food."""

    PERSON = "person"
    ORG = "org"
    PROJECT = "project"
    PLACE = "place"
    SYSTEM = "system"
    PROCESS = "process"
    CONCEPT = "concept"
    EVENT = "event"
    THING = "thing"


TypeScores = tuple[float, ...]
"""How well each type fits what is told of something, in the order of `EntityType`.

Logarithms, so that those of several chunks add up; empty where only the type is known.
"""


def summed_type(given: Iterable[TypeScores]) -> tuple[EntityType | None, TypeScores]:
    """The type that fits all of these best, and the sum of the scores; None where none has any."""
    told = [scores for scores in given if len(scores) == len(EntityType)]
    if not told:
        return None, ()
    sums = tuple(round(sum(column), 1) for column in zip(*told, strict=True))
    return tuple(EntityType)[sums.index(max(sums))], sums


class Kind(StrEnum):
    """What sort of statement it is.

    ``fact`` is true without regard to time, ``state`` holds for a while; ``commitment`` is what
    somebody promises, ``request`` what they ask for or advise, ``instruction`` a standing rule and
    ``process`` how something is done.
    """

    FACT = "fact"
    STATE = "state"
    EVENT = "event"
    PREFERENCE = "preference"
    PLAN = "plan"
    COMMITMENT = "commitment"
    REQUEST = "request"
    DECISION = "decision"
    INSTRUCTION = "instruction"
    OPINION = "opinion"
    PROCESS = "process"


class Network(StrEnum):
    """Which network a statement belongs to.

    ``world`` is how things are, ``agent`` what somebody did, does or intends, ``opinion`` what
    somebody thinks or feels.
    """

    WORLD = "world"
    AGENT = "agent"
    OPINION = "opinion"


def network_of(kind: Kind) -> Network:
    """The network that a statement of a kind belongs to, where nobody says otherwise."""
    if kind in (Kind.OPINION, Kind.PREFERENCE):
        return Network.OPINION
    return Network.WORLD if kind in (Kind.FACT, Kind.STATE) else Network.AGENT


class Polarity(StrEnum):
    """Whether it is affirmed or negated."""

    POSITIVE = "positive"
    NEGATIVE = "negative"


class Modality(StrEnum):
    """How it is put: as so, as intended, wished, asked for, merely thinkable, or as not so."""

    SAID = "said"
    PLANNED = "planned"
    POSSIBLE = "possible"
    CONDITIONAL = "conditional"
    WISHED = "wished"
    PROPOSED = "proposed"
    ADVISED = "advised"
    REQUIRED = "required"
    REQUESTED = "requested"
    HYPOTHETICAL = "hypothetical"
    DENIED = "denied"


class Part(StrEnum):
    """What a turn is to a statement: "Yeah, violin" states it, the question before is context."""

    STATEMENT = "statement"
    CONTEXT = "context"


# ---- proposals


class Reference(Frozen):
    """A participant by name, or an entity by name and, where it is somebody's, its owner."""

    name: Words
    owner: str | None = None


class Quote(Frozen):
    """Words that stand in a turn. ``start`` tells which place is meant where they stand twice."""

    turn_id: str
    text: Annotated[str, StringConstraints(min_length=1)]
    part: Part = Part.STATEMENT
    field: TurnField = "text"
    start: int | None = None


class ProposedEntity(Frozen):
    """A thing talked about. ``proper`` tells that its name is a name (TechCorp), no noun (job).

    ``type_scores`` are what ``type`` was told by, so that it can be told anew with other chunks.
    """

    name: Words
    type: EntityType = EntityType.THING
    type_scores: TypeScores = ()
    aliases: tuple[Words, ...] = ()
    owner: str | None = None
    proper: bool = False
    evidence: tuple[Quote, ...] = Field(min_length=1)


class ProposedStatement(Frozen):
    """What every proposed statement has.

    ``text`` is self-contained ("Ana planted forty tulips"); ``predicate`` the normalised slot
    (``plant``, ``work_at``) and ``object`` what fills it; ``time`` the words of the turn that say
    when, which the check resolves against the turn's own date; ``interval`` only where a caller
    knows it otherwise. ``worth`` is how much it is worth remembering, from 0 (a passing remark) by
    1 (minor) and 2 (useful for months) to 3 (must not be forgotten); None where nobody says.
    """

    speaker: str
    subject: Reference
    text: Words
    predicate: Words
    object: str = ""
    kind: Kind = Kind.FACT
    network: Network = Network.WORLD
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.SAID
    time: str | None = None
    interval: TimeInterval | None = None
    place: str | None = None
    mentioned_by: tuple[str, ...] = ()
    names: tuple[Reference, ...] = ()
    confidence: Confidence = 0.8
    worth: Worth | None = None
    evidence: tuple[Quote, ...] = Field(min_length=1)


class ProposedState(Frozen):
    """One state of a role (``works_at_TechCorp``), with its own time and words."""

    name: Words
    time: str | None = None
    interval: TimeInterval | None = None
    evidence: tuple[Quote, ...] = Field(min_length=1)


class ProposedRole(ProposedStatement):
    """What an entity is: of John's ``job`` the name ``software_engineer``; subject is John."""

    entity: Reference
    name: Words
    states: tuple[ProposedState, ...] = ()


class ProposedAnswer(ProposedStatement):
    """An atomic fact, event, preference, plan, opinion or process."""


class ProposedQuestion(ProposedStatement):
    """A question that the dialogue answers: ``speaker`` is who answers, ``answers`` by place."""

    asked_by: str
    answers: tuple[int, ...] = ()


class ProposedWorkspace(Frozen):
    """Everything that somebody proposes for one chunk."""

    entities: tuple[ProposedEntity, ...] = ()
    roles: tuple[ProposedRole, ...] = ()
    questions: tuple[ProposedQuestion, ...] = ()
    answers: tuple[ProposedAnswer, ...] = ()


# ---- what the check lets through


class EvidenceSpan(Frozen):
    """A place in a turn: characters ``start`` to ``end`` of its text or caption."""

    turn_uid: str
    dia_id: str
    part: Part
    field: TurnField
    start: int
    end: int


class Entity(Frozen):
    """A thing talked about in one session, under its exact key; facts hang on these.

    ``owner_uid`` is the person whose it is; None for what belongs to no one of them.
    """

    uid: str
    conversation_id: str
    session_id: str
    key: str
    name: str
    type: EntityType
    type_scores: TypeScores = ()
    aliases: tuple[str, ...] = ()
    owner_uid: str | None = None
    proper: bool = False
    mention_uids: tuple[str, ...] = Field(min_length=1)


class Statement(Frozen):
    """What every checked statement has; uids are of Person, session-layer Entity and Turn.

    At least one piece of evidence is a statement, and all of those were spoken by ``speaker_uid``.
    """

    uid: str
    conversation_id: str
    session_id: str
    speaker_uid: str
    mentioned_by: tuple[str, ...]
    subject_uid: str
    text: str
    predicate: str
    object: str
    kind: Kind
    network: Network
    polarity: Polarity
    modality: Modality
    interval: TimeInterval | None
    time_text: str | None
    place: str | None
    names: tuple[str, ...]
    confidence: float
    said_at: datetime
    evidence: tuple[EvidenceSpan, ...] = Field(min_length=1)
    extracted_by: str
    worth: float | None = None

    @property
    def evidence_turn_ids(self) -> tuple[str, ...]:
        """The ``dia_id`` of every evidence turn, each once, in order."""
        return tuple(dict.fromkeys(item.dia_id for item in self.evidence))


class State(Frozen):
    """A dated state of a role."""

    uid: str
    name: str
    interval: TimeInterval | None
    evidence: tuple[EvidenceSpan, ...] = Field(min_length=1)


class Role(Statement):
    """What an entity is in this workspace, and its states."""

    entity_uid: str
    name: str
    states: tuple[State, ...] = ()


class Answer(Statement):
    """An atomic fact, event, preference, plan, opinion or process."""


class Question(Statement):
    """A question asked in the dialogue and the answers that it got."""

    asked_by_uid: str
    answer_uids: tuple[str, ...] = ()


class Workspace(Frozen):
    """What one chunk says, checked."""

    entities: tuple[Entity, ...] = ()
    roles: tuple[Role, ...] = ()
    questions: tuple[Question, ...] = ()
    answers: tuple[Answer, ...] = ()


class Rejection(Frozen):
    """A proposal that the check did not let through, and why."""

    what: str
    reason: str


class Admission(Frozen):
    """What the check makes of proposals."""

    workspace: Workspace
    rejected: tuple[Rejection, ...] = ()
