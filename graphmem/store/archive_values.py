"""Values of the graph as an archive writes them, and back: exactly, and each with its type.

What JSON has is written as JSON has it. A moment is ``{"datetime": …}`` or
``{"localdatetime": …}``, a vector ``{"float32": …}``: base64 of its numbers, four bytes each, the
lowest byte first.
"""

import base64
import binascii
import math
import re
import struct
from collections.abc import Mapping, Sequence
from datetime import timedelta, timezone
from typing import Any, NamedTuple

from neo4j.time import DateTime
from neo4j.vector import Vector
from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    StringProperty,
)

from graphmem.errors import ArchiveError, StoreError
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
VECTORS = frozenset({"embedding", "name_embedding"})
_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
_WHOLE = 2**63
_NEXT = "Export the space again; an archive is not to be changed by hand."
# Written by an export, so that a line can be refused that another hand has made ambiguous.
_LOCAL = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?")
_ZONED = re.compile(rf"(?P<local>{_LOCAL.pattern})(?P<sign>[+-])(?P<hours>\d\d):(?P<minutes>\d\d)")


def written(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Properties of a node or a relationship as JSON holds them."""
    return {key: _written(key, value) for key, value in properties.items()}


def _written(key: str, value: Any) -> Any:
    if key in VECTORS and isinstance(value, (list, Vector)):
        numbers = value.to_native() if isinstance(value, Vector) else value
        packed = struct.pack(f"<{len(numbers)}f", *numbers)
        return {"float32": base64.b64encode(packed).decode("ascii")}
    if isinstance(value, DateTime):
        return _told(value)
    if isinstance(value, list):
        return [_written("", item) for item in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise StoreError(
        f"A property {key!r} holds a {type(value).__name__}, which no archive can hold.",
        next_step="Remove it: graphmem writes no such value.",
    )


def _told(moment: DateTime) -> dict[str, str]:
    offset = moment.utcoffset()
    local = moment.replace(tzinfo=None).iso_format()
    if offset is None:
        return {"localdatetime": local}
    minutes = round(offset.total_seconds() / 60)
    sign = "-" if minutes < 0 else "+"
    # The driver writes an offset before Greenwich that is no whole hour as another one.
    return {"datetime": f"{local}{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"}


def read(properties: Mapping[str, Any], *, dimension: int) -> dict[str, Any]:
    """The properties as the driver takes them, vectors as `Vector`.

    Raises `ArchiveError` for a value that no graph of graphmem holds.
    """
    return {key: _read(key, value, dimension) for key, value in properties.items()}


def _read(key: str, value: Any, dimension: int) -> Any:
    if not _NAME.fullmatch(key):
        raise _refused(f"{key[:80]!r} is no name of a property")
    if isinstance(value, dict):
        return _tagged(key, value, dimension)
    if isinstance(value, list):
        return _listed(key, value)
    return _plain(key, value)


def _plain(key: str, value: Any) -> Any:
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        if not -_WHOLE <= value < _WHOLE:
            raise _refused(f"{key!r} is a number beyond 64 bits")
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _refused(f"{key!r} is no finite number")
        return value
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise _refused(f"{key!r} holds half a character") from None
        return value
    raise _refused(f"{key!r} has no value that a property can hold")


def _listed(key: str, value: list[Any]) -> list[Any]:
    found = [_plain(key, item) for item in value]
    if len({type(item) for item in found}) > 1:
        raise _refused(f"{key!r} mixes values of several types")
    return found


def _tagged(key: str, value: dict[str, Any], dimension: int) -> Any:
    if len(value) == 1:
        ((tag, text),) = value.items()
        if isinstance(text, str):
            if tag == "float32" and key in VECTORS:
                return _vector(key, text, dimension)
            if tag == "localdatetime" and _LOCAL.fullmatch(text):
                return _moment(key, text, None)
            if tag == "datetime" and (found := _ZONED.fullmatch(text)):
                offset = timedelta(hours=int(found["hours"]), minutes=int(found["minutes"]))
                return _moment(key, found["local"], -offset if found["sign"] == "-" else offset)
    raise _refused(f"{key!r} has no value that a property can hold")


def _moment(key: str, text: str, offset: timedelta | None) -> DateTime:
    try:
        moment = DateTime.from_iso_format(text)
        # What the driver itself makes of an offset of nothing it would send as a zone by name.
        return moment if offset is None else moment.replace(tzinfo=timezone(offset))
    except ValueError:
        raise _refused(f"{key!r} is no moment: {text!r}") from None


def _vector(key: str, text: str, dimension: int) -> Vector:
    try:
        packed = base64.b64decode(text, validate=True)
    except binascii.Error:
        raise _refused(f"{key!r} is no base64") from None
    if len(packed) != 4 * dimension:
        raise _refused(f"{key!r} is no vector of {dimension} numbers")
    numbers: Sequence[float] = struct.unpack(f"<{dimension}f", packed)
    if not all(map(math.isfinite, numbers)):
        raise _refused(f"{key!r} holds what is no finite number")
    return Vector(struct.pack(f">{dimension}f", *numbers), "f32")


def check_declared(properties: Mapping[str, Any], declared: Mapping[str, Declared]) -> None:
    """Raise `ArchiveError` where read properties are not of the types that the schema declares."""
    for name, wanted in declared.items():
        value = properties.get(name)
        if value is None:
            if wanted.required:
                raise _refused(f"{name!r} is missing")
        elif isinstance(value, Vector):
            continue
        elif isinstance(value, list) != wanted.listed:
            raise _refused(f"{name!r} is {'no' if wanted.listed else 'a'} list")
        elif not all(_is_of(one, wanted.sort) for one in (value if wanted.listed else [value])):
            raise _refused(f"{name!r} is of another type than the schema has")


def _is_of(value: Any, sort: str) -> bool:
    match sort:
        case "text":
            return isinstance(value, str)
        case "truth":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        case _:
            return isinstance(value, DateTime)


def _refused(problem: str) -> ArchiveError:
    return ArchiveError(f"{problem}.", next_step=_NEXT)
