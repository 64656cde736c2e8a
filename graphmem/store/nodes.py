"""The node classes, as neomodel declares them: the readable source of the schema in Python.

Uniqueness constraints and plain indexes are installed from here; composite, full-text and vector
ones are in ``cypher/schema``. They are also the typed way to explore from a notebook, after
`graphmem.Memory.connect_neomodel`::

    Person.nodes.filter(space="default", name="John")
"""

from neomodel import (
    ArrayProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
    StructuredNode,
)

# neomodel looks a bare class name up in whichever module happens to import this one, so related
# classes are named by their full path.


class Node(StructuredNode):
    """What every node has: its unique key, its tenant, and when graphmem learnt of it."""

    __abstract_node__ = True

    uid = StringProperty(required=True, unique_index=True)
    space = StringProperty(required=True, index=True)
    recorded_at = DateTimeNeo4jFormatProperty()


class Person(Node):
    """Someone who takes part in a conversation.

    Without a ``person_id`` from the caller, one Person per conversation and name.
    """

    person_id = StringProperty()
    conversation_id = StringProperty()
    name = StringProperty(required=True)
    names = ArrayProperty(StringProperty())

    conversations = RelationshipTo("graphmem.store.nodes.Conversation", "PARTICIPATED_IN")
    turns = RelationshipFrom("graphmem.store.nodes.Turn", "SPOKEN_BY")


class Conversation(Node):
    """A conversation between people; ``source`` names the format that it was read from."""

    conversation_id = StringProperty(required=True, index=True)
    source = StringProperty()

    people = RelationshipFrom("graphmem.store.nodes.Person", "PARTICIPATED_IN")
    sessions = RelationshipTo("graphmem.store.nodes.Session", "HAS_SESSION")


class Session(Node):
    """One sitting of a conversation, with the local time at which it began."""

    conversation_id = StringProperty(required=True)
    session_id = StringProperty(required=True)
    started_at = DateTimeNeo4jFormatProperty()

    conversation = RelationshipFrom("graphmem.store.nodes.Conversation", "HAS_SESSION")
    turns = RelationshipTo("graphmem.store.nodes.Turn", "HAS_TURN")


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

    session = RelationshipFrom("graphmem.store.nodes.Session", "HAS_TURN")
    spoken_by = RelationshipTo("graphmem.store.nodes.Person", "SPOKEN_BY")
    next = RelationshipTo("graphmem.store.nodes.Turn", "NEXT")
    previous = RelationshipFrom("graphmem.store.nodes.Turn", "NEXT")


NODE_CLASSES: tuple[type[Node], ...] = (Person, Conversation, Session, Turn)
