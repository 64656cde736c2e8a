"""The base of every node class."""

from neomodel import DateTimeNeo4jFormatProperty, StringProperty, StructuredNode


class Node(StructuredNode):
    """What every node has: its unique key, its tenant, and when graphmem learnt of it."""

    __abstract_node__ = True

    uid = StringProperty(required=True, unique_index=True)
    space = StringProperty(required=True, index=True)
    recorded_at = DateTimeNeo4jFormatProperty()
