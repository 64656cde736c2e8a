"""The node classes, as neomodel declares them: the readable source of the schema in Python.

Uniqueness constraints and plain indexes are installed from here; composite, full-text and vector
ones are in ``cypher/schema``. They are also the typed way to explore from a notebook, after
`graphmem.Memory.connect_neomodel`::

    Person.nodes.filter(space="default", name="John")
"""

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
)

from graphmem.store.workspace_nodes import (
    Answer,
    Chunk,
    Decision,
    Entity,
    Ledger,
    Node,
    Question,
    Retracted,
    Retraction,
    Role,
    State,
    Statement,
)

__all__ = [
    "FORGETTING_CLASSES",
    "NODE_CLASSES",
    "RECORD_CLASSES",
    "RETRACTION_CLASSES",
    "WORKSPACE_CLASSES",
    "Answer",
    "Chunk",
    "Conversation",
    "Decision",
    "Entity",
    "Forgotten",
    "ForgottenTurn",
    "Lease",
    "Ledger",
    "Node",
    "Person",
    "Portrait",
    "Question",
    "Retracted",
    "Retraction",
    "Role",
    "Session",
    "State",
    "Statement",
    "Turn",
]

# neomodel looks a bare class name up in whichever module happens to import this one, so related
# classes are named by their full path.


class Lease(Node):
    """Who extracts a space at present, and until when; why the last run of it failed."""

    owner = StringProperty()
    expires_at = DateTimeNeo4jFormatProperty()
    attempts = IntegerProperty()
    failure = StringProperty()
    retry_at = DateTimeNeo4jFormatProperty()


class Forgotten(Node):
    """The tombstone of what was taken back: when, by whom, of what ``sort`` and how much; no words.

    ``places`` and ``touched`` are uids, and there only while it is ``unfinished``.
    """

    sort = StringProperty(required=True)
    by = StringProperty()
    turns = IntegerProperty(required=True)
    sessions = IntegerProperty(required=True)
    conversations = IntegerProperty(required=True)
    people = IntegerProperty(required=True)
    unfinished = BooleanProperty()
    places = ArrayProperty(StringProperty())
    touched = ArrayProperty(StringProperty())


class ForgottenTurn(Node):
    """A turn that was taken back, by the uid that it had: it is not recorded again."""

    tombstone_uid = StringProperty(required=True)


class Person(Node):
    """Someone who takes part in a conversation.

    Without a ``person_id`` from the caller, one Person per conversation and name.
    """

    person_id = StringProperty()
    conversation_id = StringProperty()
    name = StringProperty(required=True)
    names = ArrayProperty(StringProperty())
    blocks = StringProperty()
    linked_name = StringProperty()

    conversations = RelationshipTo("graphmem.store.nodes.Conversation", "PARTICIPATED_IN")
    turns = RelationshipFrom("graphmem.store.nodes.Turn", "SPOKEN_BY")
    stated = RelationshipFrom("graphmem.store.nodes.Statement", "STATED_BY")
    subject_of = RelationshipFrom("graphmem.store.nodes.Statement", "SUBJECT")
    owns = RelationshipFrom("graphmem.store.nodes.Entity", "BELONGS_TO")
    shares = RelationshipFrom("graphmem.store.nodes.Entity", "SHARED_WITH")
    same_person_as = RelationshipTo("graphmem.store.nodes.Person", "SAME_PERSON_AS")


class Conversation(Node):
    """A conversation between people; ``source`` names the format that it was read from."""

    conversation_id = StringProperty(required=True, index=True)
    source = StringProperty()
    stale = BooleanProperty()
    changes = IntegerProperty()

    people = RelationshipFrom("graphmem.store.nodes.Person", "PARTICIPATED_IN")
    sessions = RelationshipTo("graphmem.store.nodes.Session", "HAS_SESSION")


class Session(Node):
    """One sitting of a conversation, with the local time at which it began.

    ``revision`` counts the changes that extraction depends on; ``waiting_since`` is there while
    some of them wait for it, ``told_at`` when the last turn came meanwhile. ``failure``,
    ``attempts`` and ``retry_at`` tell of what went wrong. ``relink`` tells that its statements have
    changed since they were linked, ``left_places`` where those stood that are gone.
    """

    conversation_id = StringProperty(required=True)
    session_id = StringProperty(required=True)
    started_at = DateTimeNeo4jFormatProperty()
    last_turn_uid = StringProperty()
    revision = IntegerProperty(required=True)
    extracted_revision = IntegerProperty()
    waiting_since = DateTimeNeo4jFormatProperty()
    told_at = DateTimeNeo4jFormatProperty()
    attempts = IntegerProperty()
    failure = StringProperty()
    retry_at = DateTimeNeo4jFormatProperty()
    relink = BooleanProperty()
    left_places = ArrayProperty(StringProperty())

    conversation = RelationshipFrom("graphmem.store.nodes.Conversation", "HAS_SESSION")
    turns = RelationshipTo("graphmem.store.nodes.Turn", "HAS_TURN")
    chunks = RelationshipTo("graphmem.store.nodes.Chunk", "HAS_CHUNK")


class Turn(Node):
    """One utterance: the evidence of everything else.

    ``content`` is what is searched (the text and what a shared image shows); the ``*_key``
    properties are one-token copies of ids for full-text queries.
    """

    conversation_id = StringProperty(required=True)
    session_id = StringProperty(required=True)
    dia_id = StringProperty(required=True)
    position = IntegerProperty(required=True)
    speaker = StringProperty(required=True)
    speaker_uid = StringProperty(required=True)
    text = StringProperty(required=True)
    caption = StringProperty()
    content = StringProperty(required=True)
    said_at = DateTimeNeo4jFormatProperty(required=True)
    zone = StringProperty()
    digest = StringProperty()
    space_key = StringProperty()
    conversation_key = StringProperty()
    session_key = StringProperty()
    speaker_key = StringProperty()
    day_key = StringProperty()
    embedding = ArrayProperty(FloatProperty())
    waiting_since = DateTimeNeo4jFormatProperty()

    session = RelationshipFrom("graphmem.store.nodes.Session", "HAS_TURN")
    spoken_by = RelationshipTo("graphmem.store.nodes.Person", "SPOKEN_BY")
    next = RelationshipTo("graphmem.store.nodes.Turn", "NEXT")
    previous = RelationshipFrom("graphmem.store.nodes.Turn", "NEXT")


class Portrait(Node):
    """What `Memory.profile` gave of a person or a thing, without a budget, kept until it changes.

    ``sentences`` are JSON (`graphmem.model.portrait.PortraitSentence`), ``statement_uids`` the
    statements that they are, ``left_out`` how many more there were. ``version`` counts the changes
    of ``inputs_digest``, which tells what it was made from. ``worded`` are sentences of a model
    that stand for some of them, and what was refused (JSON of `graphmem.model.portrait.Worded`),
    ``worded_by`` which model, ``worded_version`` what it was made from; ``retry_at`` is set where
    it failed.
    """

    of_uid = StringProperty(required=True)
    name = StringProperty(required=True)
    text = StringProperty(required=True)
    sentences = StringProperty(required=True)
    statement_uids = ArrayProperty(StringProperty(), required=True)
    left_out = IntegerProperty(required=True)
    version = IntegerProperty(required=True)
    inputs_digest = StringProperty(required=True)
    worded = StringProperty()
    worded_by = StringProperty()
    worded_version = IntegerProperty()
    retry_at = DateTimeNeo4jFormatProperty()

    person = RelationshipTo("graphmem.store.nodes.Person", "PORTRAYS")
    entity = RelationshipTo("graphmem.store.nodes.Entity", "PORTRAYS")


RECORD_CLASSES: tuple[type[Node], ...] = (Person, Conversation, Session, Turn)
WORKSPACE_CLASSES: tuple[type[Node], ...] = (
    Chunk,
    Entity,
    Statement,
    Role,
    State,
    Question,
    Answer,
    Decision,
    Ledger,
)
EXTRACTION_CLASSES: tuple[type[Node], ...] = (Lease,)
PORTRAIT_CLASSES: tuple[type[Node], ...] = (Portrait,)
RETRACTION_CLASSES: tuple[type[Node], ...] = (Retracted, Retraction)
FORGETTING_CLASSES: tuple[type[Node], ...] = (Forgotten, ForgottenTurn)
NODE_CLASSES = (
    *(*RECORD_CLASSES, *WORKSPACE_CLASSES),
    *(*EXTRACTION_CLASSES, *PORTRAIT_CLASSES, *RETRACTION_CLASSES, *FORGETTING_CLASSES),
)
