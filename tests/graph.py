"""A space as plain values, to compare two of them node by node."""

from typing import Any

from graphmem.memory import Memory

_NODES = (
    "MATCH (n {space: $space}) RETURN labels(n) AS labels, properties(n) AS properties, "
    "n.uid AS uid"
)
_LINKS = (
    "MATCH (a {space: $space})-[r]->(b) "
    "RETURN a.uid AS a, type(r) AS type, properties(r) AS properties, b.uid AS b"
)
# A vector differs in its last bits with the batch that it was encoded in; `vectors` compares them.
_OWN = {"recorded_at", "space", "uid", "speaker_uid", "embedding"}


def snapshot(memory: Memory) -> tuple[list[str], list[str]]:
    """Every node and relationship, with uids replaced by what they stand for.

    ``recorded_at``, element ids and whatever is derived from the space's name are left out.
    """
    parameters = {"space": memory.space}
    nodes = [
        dict(zip(("labels", "properties", "uid"), row, strict=True))
        for row in memory.cypher(_NODES, parameters=parameters, limit=1_000_000).rows
    ]
    names = {node["uid"]: _name(node) for node in nodes}
    links = memory.cypher(_LINKS, parameters=parameters, limit=1_000_000).rows
    return (
        sorted(_name(node) for node in nodes),
        sorted(
            f"{names.get(a, a)} -{kind} {sorted(properties.items())}-> {names.get(b, b)}"
            for a, kind, properties, b in links
        ),
    )


def _name(node: dict[str, Any]) -> str:
    kept = {
        key: value
        for key, value in node["properties"].items()
        if key not in _OWN and not key.endswith("_key")
    }
    return f"{node['labels']} {sorted(kept.items())}"


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
