import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.sources import json_stream
from graphmem.sources.json_stream import Element, UnreadableError, elements


@pytest.fixture(params=[1, 2, 7, 1 << 20], autouse=True, scope="module")
def chunk_bytes(request: pytest.FixtureRequest) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_stream, "_CHUNK_BYTES", request.param)
        yield request.param


def _streamed(content: bytes) -> tuple[list[Element], UnreadableError | None]:
    found: list[Element] = []
    stream = elements(io.BytesIO(content))
    while True:
        try:
            found.append(next(stream))
        except StopIteration:
            return found, None
        except UnreadableError as error:
            return found, error


_VALUES = st.recursive(
    st.none() | st.booleans() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


@given(st.lists(_VALUES), st.sampled_from([None, 1]), st.booleans())
def test_elements_of_a_list(values: list[object], indent: int | None, bom: bool) -> None:
    document = json.dumps(values, indent=indent, ensure_ascii=False)
    content = document.encode("utf-8-sig" if bom else "utf-8")
    found, error = _streamed(content)
    assert error is None
    assert [element.value for element in found] == values
    lines = document.split("\n")
    for element in found:
        assert json.loads(element.source) == element.value
        assert element.source.split("\n")[0] in lines[element.line - 1]


def test_a_document_that_is_no_list_is_one_element() -> None:
    assert _streamed(b'\n\n {"a": "b"} \n')[0] == [Element({"a": "b"}, '{"a": "b"}', 3)]


@pytest.mark.parametrize(
    ("content", "before", "line", "reason"),
    [
        (b"", 0, None, "the file is empty"),
        (b"\xef\xbb\xbf \n", 0, None, "the file is empty"),
        (b'["a",\n"b"\n"c"]', 2, 3, "broken JSON: Expecting ',' delimiter"),
        (b'["a",\n\n', 1, 3, "broken JSON: Expecting value"),
        (b'["a",\n]', 1, 2, "broken JSON: Expecting value"),
        (b'["a"\n', 1, 2, "broken JSON: Expecting ',' delimiter"),
        (b'["a"]\n\n]', 1, 3, "broken JSON: Extra data"),
        (b'{"a":\n tru}', 0, 2, "broken JSON: Expecting value"),
        (b'[{},\n{"a":\n"b\n"}]', 1, 3, "broken JSON: Invalid control character at"),
        (b'[{},\n{"a":\n"b', 1, 3, "broken JSON: Unterminated string starting at"),
        (b'[{},\n"\xe9"]', 1, 2, "not UTF-8: byte 0xE9"),
        (b"[{}\xff]", 1, 1, "not UTF-8: byte 0xFF"),
        (b'[{},\n"\xe2\x82', 1, 2, "not UTF-8: byte 0xE2"),
        (b"[{},\n" + b"[" * 100_000 + b"]" * 100_000 + b"]", 1, 2, "nested too deeply"),
    ],
)
def test_what_stands_before_a_break_is_read(
    content: bytes, before: int, line: int | None, reason: str
) -> None:
    found, error = _streamed(content)
    assert error is not None
    assert (len(found), error.line, error.reason) == (before, line, reason)


def test_a_number_may_span_chunks() -> None:
    found, _ = _streamed(b"[123456789, 1.5]")
    assert [str(element.value) for element in found] == ["the number 123456789", "the number 1.5"]
