"""JSON as the readers need it: numbers stay text, and a key given twice is not forgotten."""

import json
import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

JsonPath = tuple[str | int, ...]
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, NaN or Infinity. No field that is kept holds one, so it is never converted."""

    written: str

    def __str__(self) -> str:
        if self.written.lstrip("-") in ("NaN", "Infinity"):
            return self.written
        short = self.written if len(self.written) <= 20 else self.written[:20] + "…"
        return f"the number {short}"


class Repeated(dict[str, object]):
    """An object in which the keys ``repeated`` are given more than once; the last one holds."""

    repeated: frozenset[str] = frozenset()


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    marked = Repeated(plain)
    counts = Counter(key for key, _ in pairs)
    marked.repeated = frozenset(key for key, count in counts.items() if count > 1)
    return marked


DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=Literal, parse_int=Literal, parse_constant=Literal
)


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
