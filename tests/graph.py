"""A space as plain values, to compare two of them node by node.

`whole_graph` and `layers_graph` leave the ledger aside, and everything that a clock or the space's
name decides, so that graphs of two spaces, or of one space built twice, can be compared::

    assert differences(whole_graph(one), whole_graph(other)) == []

`snapshot` is stricter: within one space, nothing at all may have changed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

from graphmem.memory import Memory

_NODES = (
    "MATCH (n {space: $space}) RETURN labels(n) AS labels, properties(n) AS properties, "
    "n.uid AS uid"
)
_LINKS = (
    "MATCH (a {space: $space})-[r]->(b) "
    "RETURN a.uid AS a, type(r) AS type, properties(r) AS properties, b.uid AS b"
)
_LEDGER = {"Decision", "Ledger", "Lease", "Retraction", "Forgotten", "ForgottenTurn"}
_LAYER_LINKS = {"RECONCILED_INTO", "IS_PERSON", "SAME_PERSON_AS", "SHARED_WITH", "BELONGS_TO"}
_UID = re.compile(r"(person|conversation|session|turn|chunk|entity|role|state|question|answer):\w+")
# What a clock or the space's name decides; a vector differs in its last bits with the batch that
# it was encoded in, so vectors are compared apart.
_OWN = {"recorded_at", "space", "uid", "key_uid", "embedding", "name_keys"}
_OWN |= {"revision", "extracted_revision", "waiting_since", "told_at"}
# Made of uids too; what they lead to, the links between answers, is compared itself.
_OWN |= {"link_digest", "slot_at", "again_at", "subject_at", "predicate_at"}
_OWN |= {"thing_at", "pair_at", "opinion_at"}
# Counters, and what reconciliation looks things up by: digests of uids and of the space's name.
_OWN |= {"changes", "stale", "blocks", "evidence_digest", "sketch", "sketched_until"}
# On one of the entities that bear a name, whichever was looked at first.
_OWN |= {"embedded_name", "name_embedding"}
# Digests of uids, so of the space's name; what they are of is compared itself.
_DIGESTS = {"Chunk": {"digest"}, "Entity": {"digest"}}
_PROFILE = ("profile", "profile_statements", "profile_turns")

Properties = Mapping[str, Any]


class Graph(NamedTuple):
    """Nodes and links as sorted lines, uids read as what they stand for; vectors by node."""

    nodes: list[str]
    links: list[str]
    vectors: dict[str, list[float]]


class _Node(NamedTuple):
    labels: frozenset[str]
    properties: Properties


class _Link(NamedTuple):
    source: str
    type: str
    properties: Properties
    target: str


def whole_graph(memory: Memory) -> Graph:
    """Everything of the memory's space but the ledger: no Decision, no Ledger, no link to one.

    Of a link's ``decision_uid`` only stays whether there is one.
    """
    nodes, links = _read(memory)
    kept = {uid for uid, node in nodes.items() if not node.labels & _LEDGER}
    return _graph(nodes, kept, (link for link in links if {link.source, link.target} <= kept))


def layers_graph(memory: Memory) -> Graph:
    """The conversation and person layers alone: entities, what stands in them, whose they are."""
    nodes, links = _read(memory)
    kept = {
        uid
        for uid, node in nodes.items()
        if "Entity" in node.labels and node.properties["layer"] != "session"
    }
    above = (
        link
        for link in links
        if link.type in _LAYER_LINKS
        and (link.source in kept or link.type in {"RECONCILED_INTO", "SAME_PERSON_AS"})
    )
    return _graph(nodes, kept, above)


def differences(one: Graph, other: Graph, *, tolerance: float = 1e-4) -> list[str]:
    """What stands in only one of two graphs, and vectors any number of which is further apart.

    A tolerance, since rounding would tell apart what lies on two sides of a rounding edge.
    """
    lines = [
        f"only in the {which}: {line}"
        for which, left, right in (("first", one, other), ("second", other, one))
        for kind in ("nodes", "links")
        for line in (Counter(getattr(left, kind)) - Counter(getattr(right, kind))).elements()
    ]
    shared = one.vectors.keys() & other.vectors.keys()
    lines += [
        f"only one has a vector: {name}" for name in one.vectors.keys() ^ other.vectors.keys()
    ]
    lines += [
        f"other vector: {name}"
        for name in shared
        if any(
            abs(a - b) > tolerance
            for a, b in zip(one.vectors[name], other.vectors[name], strict=True)
        )
    ]
    return sorted(lines)


def _read(memory: Memory) -> tuple[dict[str, _Node], list[_Link]]:
    parameters = {"space": memory.space}
    nodes = memory.cypher(_NODES, parameters=parameters, limit=1_000_000).rows
    links = memory.cypher(_LINKS, parameters=parameters, limit=1_000_000).rows
    return (
        {uid: _Node(frozenset(labels), properties) for labels, properties, uid in nodes},
        [_Link(*row) for row in links],
    )


def _graph(nodes: Mapping[str, _Node], kept: set[str], links: Iterable[_Link]) -> Graph:
    called = _Names(nodes)
    lines = {uid: called.content(nodes[uid]) for uid in kept}
    # Two nodes of one name are told apart by the rest of what they are.
    several = Counter(called.name(uid) for uid in kept)
    names = {
        uid: f"{name} #{_short(lines[uid])}" if several[name := called.name(uid)] > 1 else name
        for uid in kept
    }

    def end(uid: str) -> str:
        return names.get(uid) or called.name(uid)

    vectors: dict[str, list[float]] = {}
    for uid in sorted(kept, key=lambda uid: (names[uid], lines[uid])):
        if (vector := nodes[uid].properties.get("embedding")) is not None:
            name = names[uid]
            while name in vectors:
                name += "'"
            vectors[name] = vector
    return Graph(
        nodes=sorted(lines.values()),
        links=sorted(
            f"{end(link.source)} -{link.type} {called.link_content(link)}-> {end(link.target)}"
            for link in links
        ),
        vectors=vectors,
    )


class _Names:
    """Nodes by what they stand for: the same in every space, for whatever may name them."""

    def __init__(self, nodes: Mapping[str, _Node]) -> None:
        self._nodes = nodes
        self._known: dict[str, str] = {}

    def name(self, uid: str) -> str:
        """A short name of a node."""
        if uid not in self._nodes:
            return f"{uid.partition(':')[0]} elsewhere"
        if uid not in self._known:
            self._known[uid] = self._new(self._nodes[uid])
        return self._known[uid]

    def content(self, node: _Node) -> str:
        """Everything that a node is."""
        own = _OWN.union(*(_DIGESTS.get(label, ()) for label in node.labels))
        kept = {
            key: self._plain(value)
            for key, value in node.properties.items()
            if key not in own and key not in _PROFILE and not key.endswith("_key")
        }
        if node.labels & {"Session", "Turn"}:
            kept["waits"] = "waiting_since" in node.properties
        if "profile" in node.properties:
            lines = zip(*(node.properties[key] for key in _PROFILE), strict=True)
            kept["profile"] = [(text, self.name(uid), turn) for text, uid, turn in lines]
        return f"{'/'.join(sorted(node.labels))} {sorted(kept.items())}"

    def link_content(self, link: _Link) -> str:
        """Everything that a link is, its ends and its type apart."""
        kept = {
            key: self._plain(value) for key, value in link.properties.items() if key not in _OWN
        }
        if "decision_uid" in kept:
            kept["decision_uid"] = "a decision"
        return str(sorted(kept.items()))

    def _plain(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.name(value) if _UID.fullmatch(value) else value
        if isinstance(value, list | tuple):
            named = [self._plain(item) for item in value]
            # Lists of uids may be sorted by uid, which differs between spaces.
            return sorted(named) if named != list(value) else named
        return value

    def _new(self, node: _Node) -> str:
        said = node.properties
        kind = sorted(node.labels - {"Statement"})[0]
        place = said.get("conversation_id") or ""
        if kind == "Person":
            where = said.get("person_id") or f"{place}/{said['name']}"
        elif kind == "Entity":
            uids = said.get("owner_uids") or [said.get("owner_uid")]
            owners = ", ".join(sorted(self.name(uid) for uid in uids if uid))
            session = said.get("session_id") or ""
            where = f"{said['layer']} {place}/{session} ({owners}) {said['key']}"
        elif kind in {"Role", "State", "Question", "Answer"}:
            where = f"{place}/{said['statement_turns'][0]} {said.get('text') or said['name']}"
        else:
            ids = (said.get(key) for key in ("session_id", "dia_id", "first_dia_id", "place"))
            where = "/".join([place, *(str(one) for one in ids if one is not None)])
        return f"{kind} {where}"


def _short(text: str) -> str:
    return blake2b(text.encode(), digest_size=4).hexdigest()


def snapshot(memory: Memory) -> tuple[list[str], list[str]]:
    """Every node and relationship of the space, the ledger's too, vectors and clocks apart."""
    nodes, links = _read(memory)
    graph = _graph(nodes, set(nodes), links)
    return graph.nodes, graph.links


def vectors(memory: Memory) -> dict[str, list[float]]:
    """The vector of every turn, by where it stands."""
    rows = memory.cypher(
        "MATCH (t:Turn {space: $space}) RETURN t.conversation_id + '/' + t.dia_id, t.embedding",
        parameters={"space": memory.space},
        limit=1_000_000,
    ).rows
    return dict(rows)


def farthest(one: dict[str, list[float]], other: dict[str, list[float]]) -> float:
    """The largest distance (1 - cosine) between vectors of the same turn; all must be there."""
    assert one.keys() == other.keys()
    return max(1 - sum(a * b for a, b in zip(one[turn], other[turn], strict=True)) for turn in one)
