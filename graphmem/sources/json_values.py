"""JSON as the readers need it: numbers stay text, and a key given twice is not forgotten."""

import json
from collections import Counter
from dataclasses import dataclass


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
