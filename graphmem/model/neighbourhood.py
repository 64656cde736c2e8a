"""The graph around a person or a thing: what is known of it, and how that hangs together."""

from datetime import datetime
from enum import StrEnum

from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen


class NodeSort(StrEnum):
    """What a node of a neighbourhood stands for."""

    PERSON = "person"
    ENTITY = "entity"
    STATEMENT = "statement"


class Tie(StrEnum):
    """What links two nodes: closeness in time, in meaning, or a person or thing in common."""

    TEMPORAL = "temporal"
    SEMANTIC = "semantic"
    ENTITY = "entity"


class NearNode(Frozen):
    """A human or a thing as a whole, or a statement with who said it, when, and in which turn.

    ``name`` is a statement's text; ``type`` is the entity's.
    """

    uid: str
    sort: NodeSort
    name: str
    type: str | None = None
    speaker: str | None = None
    turn_id: str | None = None
    said_at: datetime | None = None


class NearLink(Frozen):
    """A link between two nodes; ``relation`` says which, ``weight`` is between 0 and 1."""

    source: str
    target: str
    tie: Tie
    relation: str
    weight: float = 1.0


class Neighbourhood(WhileWaiting):
    """What is around one person or thing, ``center``, who is among the nodes.

    ``parts`` are the uids that stand for it: of a human one for each conversation. ``statements``
    counts all that tell of it; the nodes hold the latest.
    """

    center: str
    parts: tuple[str, ...]
    nodes: tuple[NearNode, ...]
    links: tuple[NearLink, ...] = ()
    statements: int = 0
