"""Decisions: what was merged or kept apart, why, by whom; and the plan that follows from them."""

from datetime import datetime
from enum import StrEnum
from typing import Literal

from pydantic import Field

from graphmem.model.base import Frozen
from graphmem.model.search import ScorePart
from graphmem.model.workspace import EntityType


class Layer(StrEnum):
    """Where a decision holds, and where an entity stands."""

    SESSION = "session"
    CONVERSATION = "conversation"
    PERSON = "person"


class Verdict(StrEnum):
    """What was decided."""

    MERGE = "merge"
    SEPARATE = "separate"


class Decider(StrEnum):
    """Who decided: the rules, a language model, or a person, whom no later run overrules."""

    RULE = "rule"
    MODEL = "model"
    PERSON = "person"


class MergePolicy(StrEnum):
    """How people of one name in several conversations are taken.

    ``decide`` on the evidence, with a reason; ``by_name`` they are one; ``by_id`` only the
    caller's ``person_id`` counts; ``ask`` judges like ``decide`` but merges nothing by itself.
    """

    DECIDE = "decide"
    BY_NAME = "by_name"
    BY_ID = "by_id"
    ASK = "ask"


class MergeWeights(Frozen):
    """What each sign of sameness counts, and how much is enough; all between 0 and 1.

    A score is the sum of its parts. At or above ``*_merge`` things are merged, unless something
    excludes it; below, where nothing does, they stay apart and are listed as undecided.
    """

    name: float = Field(0.6, description="Within a conversation: how well the names agree.")
    words: float = Field(0.15, description="Within a conversation: words that their facts share.")
    meaning: float = Field(0.1, description="Within a conversation: how alike their profiles are.")
    time: float = Field(0.15, description="Within a conversation: how near in time they are.")
    alias: float = Field(
        0.25, description="Within: one is the other's alias, or both say the same in other words."
    )
    several: float = Field(-0.3, description="The shorter name could be short for several things.")
    types: float = Field(-0.1, description="They are of different types.")
    session_merge: float = Field(0.72, description="Enough to merge within a session.")
    conversation_merge: float = Field(0.74, description="Enough to merge within a conversation.")
    similar_names: float = Field(
        0.86, description="Cosine from which names without a word in common are compared at all."
    )
    near_days: float = Field(120.0, description="Days after which nearness in time counts nothing.")
    adopt_named: bool = Field(
        True,
        description="A name that nobody owns joins the one owned thing that bears it as an alias.",
    )

    across_name: float = Field(0.3, description="Across conversations: how well the names agree.")
    across_owner: float = Field(0.15, description="Across conversations: the same human's.")
    across_unique: float = Field(0.2, description="Across: one can have only one (job, mother).")
    across_named: float = Field(0.25, description="Across: both name the same people and places.")
    across_time: float = Field(0.1, description="Across: their times follow one another.")
    across_words: float = Field(0.15, description="Across: words that their facts share.")
    across_against: float = Field(-0.6, description="Across: they exclude each other.")
    across_merge: float = Field(0.7, description="Enough to merge across conversations.")

    person_name: float = Field(0.15, description="People: how much of the name agrees.")
    person_anchors: float = Field(0.85, description="People: what only one human would share.")
    person_against: float = Field(-0.4, description="People: they exclude each other.")
    person_merge: float = Field(0.6, description="Enough to take two people for one.")


class Side(Frozen):
    """One of the two things that a decision is about, by uids that later input cannot change.

    For persons ``uids`` are Person nodes. For entities of the session layer, and for parts of one
    exact key, they are session-layer entities; else the conversation's exact keys
    (`graphmem.model.memory.key_uid`). ``name`` reads as "John's job"; ``owner`` is a Person uid,
    ``owner_name`` what that one is called.
    """

    kind: Literal["person", "entity"]
    uids: tuple[str, ...] = Field(min_length=1)
    name: str
    conversation_ids: tuple[str, ...]
    owner: str | None = None
    owner_name: str | None = None


class ToolCall(Frozen):
    """One use of a tool while deciding: its arguments and, in a line or a few, what it gave."""

    tool: str
    arguments: dict[str, str]
    result: str


class Judgement(Frozen):
    """What a judge makes of two sides: the part of a `Decision` that is its own."""

    verdict: Verdict
    confident: bool
    score: float
    parts: tuple[ScorePart, ...] = ()
    reason: str
    tools: tuple[ToolCall, ...] = ()
    transcript: tuple[str, ...] = ()
    model: str | None = None


class Decision(Frozen):
    """One MERGE or SEPARATE.

    ``confident`` is False for a SEPARATE that only stands because the evidence was not enough:
    it is listed as undecided. ``replaces`` is the decision that this one takes the place of,
    ``undoes`` the one that a person took back with it. ``inputs_digest`` changes when anything
    that was looked at does, so that a model is not asked the same thing twice. ``judged`` is the
    verdict of whoever decided, where other decisions did not let it be.
    """

    uid: str
    layer: Layer
    verdict: Verdict
    confident: bool = True
    left: Side
    right: Side
    score: float
    parts: tuple[ScorePart, ...] = ()
    tools: tuple[ToolCall, ...] = ()
    reason: str
    decided_by: Decider
    model: str | None = None
    transcript: tuple[str, ...] = ()
    inputs_digest: str = ""
    replaces: str | None = None
    undoes: str | None = None
    judged: Verdict | None = None

    @property
    def is_withdrawal(self) -> bool:
        """True if a person only took their own separation back with it.

        It rules nothing, is on record and never in force: the two are judged as if nobody had
        spoken.
        """
        return self.decided_by is Decider.PERSON and not self.confident


class ProfileLine(Frozen):
    """One fact of a profile, with the statement that it comes from, where and when it was said.

    ``weight`` tells how much it says of the entity: the lines of greatest weight are kept.
    """

    text: str
    statement_uid: str
    turn_id: str
    said_at: datetime
    weight: float


class LayerEntity(Frozen):
    """An entity of the conversation or the person layer: computed, never written by hand.

    ``members`` are the entities of the layer below (of a conversation's, all session-layer ones,
    absorbed ones too); ``owner_uids`` the persons whose it is (one, or several Person nodes of
    one human); ``shared_with`` everyone who spoke of what nobody owns.

    The rest is what reconciliation compares it by in other conversations: ``units`` are the lasting
    uids of its exact keys, ``keys`` those keys (``proper_keys``: those that are names), ``blocks``
    what another shares with it that may be the same, ``crowd``
    the words of its name that another name of its owner has too, ``named`` whether people use the
    name as one, ``evidence_digest`` changes with any statement about it.
    """

    uid: str
    layer: Layer
    conversation_id: str | None
    key: str
    name: str
    type: EntityType
    aliases: tuple[str, ...]
    proper: bool
    owner_uids: tuple[str, ...]
    shared_with: tuple[str, ...]
    tags: tuple[str, ...]
    profile: tuple[ProfileLine, ...]
    members: tuple[str, ...] = Field(min_length=1)
    units: tuple[str, ...]
    keys: tuple[str, ...]
    proper_keys: tuple[str, ...]
    blocks: tuple[str, ...]
    crowd: tuple[str, ...]
    named: bool
    mentions: int
    mentioned_by: tuple[str, ...]
    first_said_at: datetime
    last_said_at: datetime
    first_turn: str
    evidence_digest: str

    @property
    def profile_text(self) -> str:
        """The embedded text: the name and its facts."""
        return " ".join([self.name + ".", *(line.text for line in self.profile)])


class Reconciled(Frozen):
    """An entity that was absorbed into another, or that stands in the layer above as ``into``.

    ``decision_uid`` is None where an exact key alone made it so. Whatever stands in something of
    another name does so by a decision.
    """

    uid: str
    into: str
    decision_uid: str | None = None


class SamePerson(Frozen):
    """A Person node and the canonical one of the same human."""

    uid: str
    canonical_uid: str
    decision_uid: str | None = None


class IsPerson(Frozen):
    """A conversation-layer entity that turns out to be a participant."""

    entity_uid: str
    person_uid: str
    decision_uid: str


class SketchOf(Frozen):
    """What one conversation shows of a Person, as JSON."""

    person_uid: str
    conversation_id: str
    last: datetime
    sketch: str


class Blocks(Frozen):
    """The blocks by which a Person is found when others are compared with them."""

    person_uid: str
    blocks: tuple[str, ...]


class PlanReach(Frozen):
    """The part of a space that a plan is of, by uids; all else stays as it stands.

    ``conversations`` (ids) are planned anew; of ``people`` it tells who is one human, of
    ``mentioned`` which entities are participants, of ``entities`` what they stand in. ``above`` is
    what stood in the person layer and ``decisions`` what was in force, unless the plan has it.
    """

    conversations: tuple[str, ...]
    people: tuple[str, ...]
    mentioned: tuple[str, ...]
    entities: tuple[str, ...]
    above: tuple[str, ...]
    decisions: tuple[str, ...]


class Plan(Frozen):
    """What the layers and the ledger are to be; applied in one transaction.

    ``decisions`` are all that are in force within ``reach`` (None: the whole space), made now or
    before, and all of people; ``withdrawals`` are put on record beside them. ``notes`` tell of
    pairs that the rules judged in a model's place, and why.
    """

    decisions: tuple[Decision, ...] = ()
    withdrawals: tuple[Decision, ...] = ()
    entities: tuple[LayerEntity, ...] = ()
    reconciled: tuple[Reconciled, ...] = ()
    same_person: tuple[SamePerson, ...] = ()
    is_person: tuple[IsPerson, ...] = ()
    sketches: tuple[SketchOf, ...] = ()
    blocks: tuple[Blocks, ...] = ()
    reach: PlanReach | None = None
    notes: tuple[str, ...] = ()
