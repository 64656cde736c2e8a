"""Labels, relationship types and properties that an archive may hold, as the schema has them.

All of it is read from the node classes, so what is added to them is archived without further ado.
"""

from collections.abc import Mapping
from typing import NamedTuple

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    StringProperty,
)

from graphmem.store.nodes import NODE_CLASSES, Answer, Lease, Node, Retracted, Role, State

# Who extracts a space at present is no part of what it holds.
_LEFT_OUT = (Lease,)
# What a node keeps the properties of, as which it is found no more.
_STOOD_AS: Mapping[type[Node], tuple[type[Node], ...]] = {Retracted: (Answer, Role, State)}

_SORTS: Mapping[type, str] = {
    StringProperty: "text",
    BooleanProperty: "truth",
    IntegerProperty: "integer",
    FloatProperty: "number",
    DateTimeNeo4jFormatProperty: "time",
}


class Declared(NamedTuple):
    """A property as its node class declares it: the sort of its value, or of each in a list."""

    sort: str
    listed: bool
    required: bool


class ArchivedLabel(NamedTuple):
    """One label, with the labels that its nodes have besides and what is declared of them."""

    labels: tuple[str, ...]
    properties: Mapping[str, Declared]


def _declared(node_class: type[Node]) -> dict[str, Declared]:
    made = {
        name: item._replace(required=False)
        for before in _STOOD_AS.get(node_class, ())
        for name, item in _declared(before).items()
    }
    for name, item in node_class.defined_properties(aliases=False, rels=False).items():
        listed = isinstance(item, ArrayProperty)
        base = item.base_property if listed else item
        made[name] = Declared(_SORTS[type(base)], listed, bool(item.required))
    return made


def _concrete() -> tuple[type[Node], ...]:
    """Those that no other class refines: a Statement is always a role, a state, …"""
    return tuple(
        one
        for one in NODE_CLASSES
        if one not in _LEFT_OUT
        and not any(issubclass(other, one) and other is not one for other in NODE_CLASSES)
    )


def _types() -> frozenset[str]:
    return frozenset(
        item.definition["relation_type"]
        for one in NODE_CLASSES
        for item in one.defined_properties(aliases=False, properties=False, rels=True).values()
    )


NODE_SORTS: Mapping[str, ArchivedLabel] = {
    one.__name__: ArchivedLabel(tuple(sorted(set(one.inherited_labels()))), _declared(one))
    for one in sorted(_concrete(), key=lambda one: one.__name__.lower())
}
"""By label, in the order of their uids, which begin with the label in lower case."""

RELATIONSHIP_TYPES: tuple[str, ...] = tuple(sorted(_types()))
