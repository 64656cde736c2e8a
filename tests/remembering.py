"""What the models make of a call is kept for the tests on a live Neo4j: the same call is free.

A call is remembered whole, so what comes of it is to the bit what it would have been. Only a text
is parsed the same in any company, which a test of the parser holds.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from graphmem.adapters.onnx_encoder import OnnxEncoder, TokenVectors
from graphmem.adapters.onnx_reader import OnnxReader, Output
from graphmem.adapters.parser import EnglishParser
from graphmem.model.parse import Parsed
from graphmem.reader import TokenRow


class _Known:
    """What was made of the last calls; it begins anew when that is of too many texts."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._made: dict[Hashable, list[Any]] = {}

    def of(self, call: Hashable, make: Callable[[], list[Any]]) -> list[Any]:
        found = self._made.get(call)
        if found is None:
            found = make()
            if self._size + len(found) > self._most:
                self._made, self._size = {}, 0
            self._made[call] = found
            self._size += len(found)
        return list(found)


_parsed: dict[str, Parsed] = {}
_MOST_PARSED = 6_000
_encoded = _Known(10_000)
_words = _Known(2_500)  # each with two vectors for every word
_rows = _Known(10_000)

_parse = EnglishParser.__call__
_encode = OnnxEncoder.encode
_encode_words = OnnxEncoder.token_vectors
_read = OnnxReader._run


def _parse_once(parser: EnglishParser, texts: Sequence[str]) -> list[Parsed]:
    found = {text: _parsed[text] for text in texts if text in _parsed}
    new = [text for text in dict.fromkeys(texts) if text not in found]
    if new:
        found |= zip(new, _parse(parser, new), strict=True)
        if len(_parsed) + len(new) > _MOST_PARSED:
            _parsed.clear()
        _parsed.update(found)
    return [found[text] for text in texts]


def _encode_once(encoder: OnnxEncoder, texts: Sequence[str]) -> list[list[float]]:
    return _encoded.of((encoder._batch_size, *texts), lambda: _encode(encoder, texts))


def _encode_words_once(encoder: OnnxEncoder, texts: Sequence[str]) -> list[TokenVectors]:
    def make() -> list[TokenVectors]:
        made = _encode_words(encoder, texts)
        for one in made:
            one.vectors.flags.writeable = one.inner.flags.writeable = False
        return made

    return _words.of((encoder._batch_size, *texts), make)


def _read_once(reader: OnnxReader, rows: Sequence[TokenRow]) -> Sequence[dict[str, Output]]:
    def make() -> list[dict[str, Output]]:
        made = [dict(one) for one in _read(reader, rows)]
        for values in (values for one in made for values in one.values()):
            if isinstance(values, np.ndarray):  # else a number
                values.flags.writeable = False
        return made

    return _rows.of(tuple(rows), make)


def _do(patch: pytest.MonkeyPatch, *, once: bool) -> None:
    patch.setattr(EnglishParser, "__call__", _parse_once if once else _parse)
    patch.setattr(OnnxEncoder, "encode", _encode_once if once else _encode)
    patch.setattr(OnnxEncoder, "token_vectors", _encode_words_once if once else _encode_words)
    patch.setattr(OnnxReader, "_run", _read_once if once else _read)


@contextmanager
def remembering() -> Iterator[None]:
    """While it lasts the packaged models make nothing twice."""
    with pytest.MonkeyPatch.context() as patch:
        _do(patch, once=True)
        yield


@contextmanager
def nothing_remembered() -> Iterator[None]:
    """While it lasts they make everything each time."""
    with pytest.MonkeyPatch.context() as patch:
        _do(patch, once=False)
        yield
