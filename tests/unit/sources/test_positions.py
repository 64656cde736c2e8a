import json
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from graphmem.sources.json_values import JsonPath, lines_of

_LEAF = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
_VALUES = st.recursive(
    _LEAF,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=20,
)


def _paths(value: object, path: JsonPath = ()) -> Iterator[tuple[JsonPath, object]]:
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _paths(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _paths(inner, (*path, index))


@given(_VALUES, st.booleans())
def test_every_value_is_found_on_its_line(value: object, ascii_only: bool) -> None:
    source = json.dumps(value, indent=1, ensure_ascii=ascii_only)
    written = source.split("\n")
    places = dict(_paths(value))
    lines = lines_of(source, places)
    assert lines.keys() == places.keys()
    in_document_order = [lines[path] for path in places]
    assert in_document_order == sorted(in_document_order)
    for path, inner in places.items():
        start = json.dumps(inner, indent=1, ensure_ascii=ascii_only).split("\n")[0]
        assert written[lines[path] - 1].rstrip(",").endswith(start)


def test_only_what_is_wanted_and_there() -> None:
    source = '{"a": [1,\n {"b": "x}"}],\n"a\\"": 2}'
    assert lines_of(source, {("a", 1, "b"), ('a"',), ("c",)}) == {("a", 1, "b"): 2, ('a"',): 3}
    assert lines_of(source, set()) == {}


def test_the_last_of_a_key_given_twice() -> None:
    assert lines_of('{"a": 1,\n"a": 2}', {("a",)}) == {("a",): 2}


def test_deep_nesting_is_walked() -> None:
    assert lines_of("[\n" * 50_000 + "]" * 50_000, {(0, 0)}) == {(0, 0): 3}
