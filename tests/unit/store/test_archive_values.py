"""Values go into an archive and come back as they were; what no graph holds does not."""

import json
import re
import struct
from collections import Counter
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from neo4j.time import DateTime
from neo4j.vector import Vector

from graphmem.errors import ArchiveError, StoreError
from graphmem.store.archive_values import (
    NODE_SORTS,
    RELATIONSHIP_TYPES,
    VECTORS,
    check_declared,
    read,
    written,
)
from graphmem.store.queries import packaged_queries

texts = st.text(st.characters(exclude_categories=["Cs"]))
whole = st.integers(-(2**63), 2**63 - 1)
numbers = st.floats(allow_nan=False, allow_infinity=False)
local = st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59)).map(
    DateTime.from_native
)
plain = st.one_of(st.booleans(), whole, numbers, texts, local)
lists = st.one_of(*(st.lists(one) for one in (st.booleans(), whole, numbers, texts)))


def back(value: Any, *, key: str = "text", dimension: int = 2) -> Any:
    """Once to a file and back."""
    line = json.dumps(written({key: value}), ensure_ascii=False, allow_nan=False)
    return read(json.loads(line.encode()), dimension=dimension)[key]


@given(st.one_of(plain, lists))
def test_a_value_comes_back_with_its_type(value: Any) -> None:
    found = back(value)
    assert found == value
    assert type(found) is type(value)
    if isinstance(value, list):
        assert [type(one) for one in found] == [type(one) for one in value]


@given(st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=1))
def test_a_vector_comes_back_to_the_last_bit(vector: list[float]) -> None:
    found = back(vector, key="embedding", dimension=len(vector))
    assert isinstance(found, Vector)
    assert found.to_native() == vector
    assert written({"embedding": found}) == written({"embedding": vector})


@pytest.mark.parametrize(
    "text", ["2024-03-01T18:00:00.123456789+00:00", "2024-03-01T18:00:00.000000000-03:30"]
)
def test_a_moment_keeps_nanoseconds_and_offset_and_gets_no_zone_by_name(text: str) -> None:
    found = read({"told_at": {"datetime": text}}, dimension=2)["told_at"]
    assert written({"told_at": found}) == {"told_at": {"datetime": text}}
    native = datetime.fromisoformat(text[:26] + text[29:])
    assert found.to_native() == native
    assert found.utcoffset() == native.utcoffset()
    assert not hasattr(found.tzinfo, "zone")  # by which the driver would send a name


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("text", 2**63, "beyond 64 bits"),
        ("text", float("nan"), "no finite number"),
        ("text", "\ud800", "half a character"),
        ("text", {}, "no value"),
        ("text", {"datetime": "2024-03-01T18:00:00"}, "no value"),
        ("text", {"localdatetime": "2024-13-01T18:00:00"}, "no moment"),
        ("text", {"datetime": "2024-03-01T18:00:00+99:00"}, "no moment"),
        ("text", {"float32": ""}, "no value"),
        ("text", [1, "a"], "mixes"),
        ("text", [1, True], "mixes"),
        ("text", [[1]], "no value"),
        ("embedding", {"float32": "?"}, "no base64"),
        ("embedding", {"float32": "AAAA"}, "no vector of 2"),
        ("embedding", {"float32": "AADAfwAAwH8="}, "no finite number"),
        ("Text", 1, "no name"),
        ("", 1, "no name"),
        ("a" * 65, 1, "no name"),
    ],
)
def test_what_no_graph_holds_is_refused(key: str, value: Any, told: str) -> None:
    with pytest.raises(ArchiveError, match=told):
        read({key: value}, dimension=2)


def test_what_no_archive_holds_is_told() -> None:
    with pytest.raises(StoreError, match="holds a bytes"):
        written({"text": b""})


def test_a_number_that_is_a_vector_is_written_by_four_bytes() -> None:
    assert written({"embedding": [1.0, 0.5]}) == {"embedding": {"float32": "AACAPwAAAD8="}}
    assert struct.unpack("<2f", bytes.fromhex("0000803f0000003f")) == (1.0, 0.5)


def test_what_the_schema_declares_is_held() -> None:
    declared = NODE_SORTS["Session"].properties
    session = {
        "uid": "session:1",
        "space": "s",
        "conversation_id": "c",
        "session_id": "S1",
        "revision": 1,
        "left_places": [],
    }
    check_declared(session, declared)
    for changed, told in (
        ({"revision": None}, "missing"),
        ({"revision": True}, "another type"),
        ({"session_id": ["S1"]}, "is a list"),
        ({"left_places": "S1"}, "is no list"),
        ({"left_places": [1]}, "another type"),
        ({"told_at": "2024"}, "another type"),
    ):
        with pytest.raises(ArchiveError, match=told):
            check_declared(session | changed, declared)


def test_the_queries_name_the_labels_of_the_schema_and_no_other() -> None:
    for name, query in packaged_queries().items():
        if query.path.parent.name == "archive" and name.startswith(
            ("archive_page", "archive_counts", "archive_standing", "archive_create")
        ):
            found = re.findall(r"\(\w+:([\w|\s]+)\)", query.text.replace("(uid)", ""))
            labels = {label.strip() for one in found for label in one.split("|")}
            assert labels == set(NODE_SORTS), name


def test_a_space_is_deleted_by_every_label() -> None:
    text = packaged_queries()["delete_space"].text
    assert Counter(re.findall(r"MATCH \(node:(\w+) ", text)) == Counter([*NODE_SORTS, "Lease"])


def test_labels_are_in_the_order_of_uids() -> None:
    kinds = [label.lower() for label in NODE_SORTS]
    assert kinds == sorted(kinds)
    assert "Lease" not in NODE_SORTS
    assert "Statement" not in NODE_SORTS
    assert {"SUPERSEDES", "PARTICIPATED_IN", "ON"} <= set(RELATIONSHIP_TYPES)
    vectors = {
        name
        for sort in NODE_SORTS.values()
        for name, item in sort.properties.items()
        if name.endswith("embedding") and item.listed
    }
    assert vectors == VECTORS
