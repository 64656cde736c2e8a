"""On which line of a JSON text a value begins; slow, so only asked once something is refused."""

import json
import re
from collections.abc import Collection

JsonPath = tuple[str | int, ...]

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


def lines_of(source: str, wanted: Collection[JsonPath]) -> dict[JsonPath, int]:
    """The 1-based line in ``source``, which is valid JSON, of each ``wanted`` value that is there.

    Of a key given twice the last value counts, as for the parser.
    """
    offsets = _offsets_of(source, frozenset(wanted))
    lines: dict[JsonPath, int] = {}
    line, counted = 1, 0
    for path, offset in sorted(offsets.items(), key=lambda item: item[1]):
        line += source.count("\n", counted, offset)
        counted = offset
        lines[path] = line
    return lines


def _offsets_of(source: str, wanted: frozenset[JsonPath]) -> dict[JsonPath, int]:
    # Not recursive: what the C parser could nest, this can walk.
    offsets: dict[JsonPath, int] = {}
    deepest = max(map(len, wanted), default=0)
    path: list[str | int] = []
    index: list[int | None] = []  # per open container: the position in an array, None in an object
    key_is_next = False
    for found in _TOKEN.finditer(source):
        token = found[0]
        if token == ":":
            continue
        if token == ",":
            position = index[-1]
            key_is_next = position is None
            if position is not None:
                path[-1] = index[-1] = position + 1
        elif token in ("}", "]"):
            path.pop()
            index.pop()
            key_is_next = False
        elif key_is_next:
            path[-1] = json.loads(token)
            key_is_next = False
        else:
            if len(path) <= deepest and tuple(path) in wanted:
                offsets[tuple(path)] = found.start()
            if token in ("{", "["):
                path.append(0)
                index.append(0 if token == "[" else None)
                key_is_next = token == "{"
    return offsets
