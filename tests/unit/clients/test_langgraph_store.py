"""Values as turns and back, and which items and namespaces fit; no database."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.store.base import MatchCondition

from graphmem.clients.langgraph_store import _fits, _labels, _matches, _read, _written
from graphmem.errors import InputError

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), _JSON) | st.fixed_dictionaries({"text": st.text()}))
def test_a_value_comes_back_as_it_was_put(value: dict[str, object]) -> None:
    assert _read(_written(value)) == value


def test_a_text_alone_is_recorded_in_its_own_words() -> None:
    assert _written({"text": "I like figs."}) == "I like figs."
    assert _written({"text": "I like figs.", "by": 1}).startswith("{")
    with pytest.raises(InputError, match="no JSON"):
        _written({"text": {1, 2}})


def test_a_turn_of_somebody_else_is_read_as_its_words() -> None:
    assert _read("{well, no JSON}") == {"text": "{well, no JSON}"}
    assert _labels("store.ana.likes") == ("ana", "likes")
    assert _labels("store.ana.") is None
    assert _labels("kitchen.ana") is None


def test_filters_as_langgraph_documents_them() -> None:
    value = {"status": "active", "score": 5, "made": {"by": "Ana"}}
    assert _fits(value, {"status": "active", "score": {"$gt": 4.99}})
    assert _fits(value, {"score": {"$gte": 5, "$lte": 5, "$ne": 4}, "made": {"by": "Ana"}})
    assert not _fits(value, {"score": {"$lt": 5}})
    assert not _fits(value, {"made": {"by": "Ben"}})
    assert not _fits(value, {"missing": {"$gt": 0}})
    assert not _fits(value, {"status": {"$gt": 0}})
    assert _fits({"tags": ["a", "b"]}, {"tags": ("a", "b")})
    with pytest.raises(InputError, match=r"\$near"):
        _fits(value, {"score": {"$near": 5}})


def test_paths_match_from_either_end_with_wildcards() -> None:
    namespace = ("docs", "ana", "v1")
    assert _matches(namespace, MatchCondition("prefix", ("docs", "*")))
    assert _matches(namespace, MatchCondition("suffix", ("ana", "v1")))
    assert not _matches(namespace, MatchCondition("suffix", ("docs", "v1")))
    assert not _matches(("docs",), MatchCondition("prefix", ("docs", "*")))
