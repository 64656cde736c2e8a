"""The elements of a JSON document one after the other, without holding the whole of it.

LongMemEval's M file has 2.7 GB; and what stands before a break in a file is still read.
"""

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from graphmem.sources.json_values import DECODER, Literal

_CHUNK_BYTES = 1 << 20
_VISIBLE = re.compile(r"[^ \t\n\r]")
_BOM = "\ufeff"


class UnreadableError(Exception):
    """A file cannot be read (on), from ``line`` if that is known; ``reason`` is for people."""

    def __init__(self, reason: str, *, line: int | None = None) -> None:
        super().__init__(reason, line)
        self.reason = reason
        self.line = line


@dataclass(frozen=True, slots=True)
class Element:
    """One value, its JSON text and the 1-based line on which that begins."""

    value: object
    source: str
    line: int


def broken_json(error: json.JSONDecodeError) -> str:
    """The reason for text that is no JSON."""
    return f"broken JSON: {error.msg}"


def not_utf8(byte: int) -> str:
    """The reason for text in another encoding, by its first bad byte."""
    return f"not UTF-8: byte 0x{byte:02X}"


def elements(stream: BinaryIO) -> Iterator[Element]:
    """The elements of a list, or the one value of another document; UnreadableError at a break."""
    window = _Window(stream)
    first = window.peek()
    if first == "":
        raise UnreadableError("the file is empty")
    if first != "[":
        yield window.value()
    else:
        yield from _list_elements(window)
    if window.peek():
        raise window.broken("Extra data")


def _list_elements(window: "_Window") -> Iterator[Element]:
    window.skip()
    if window.peek() == "]":
        window.skip()
        return
    while True:
        yield window.value()
        mark = window.peek()
        if mark not in (",", "]"):
            raise window.broken("Expecting ',' delimiter")
        window.skip()
        if mark == "]":
            return


class _Window:
    """The stretch of a stream that is being parsed, and the line on which its next value begins."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._text = ""
        self._at = 0
        self._line = 1  # of self._at
        self._decoded_lines = 0
        self._ended = False
        self._fault: UnreadableError | None = None
        self._begun = False

    def peek(self) -> str:
        """The next character that is not white space, "" at the end."""
        while True:
            found = _VISIBLE.search(self._text, self._at)
            self._advance(found.start() if found else len(self._text))
            if found:
                return found[0]
            if not self._more():
                return ""

    def skip(self) -> None:
        """Go past the character that ``peek`` gave."""
        self._at += 1

    def value(self) -> Element:
        """Decode the next value and go past it."""
        self.peek()
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self._at)
            except RecursionError as error:
                raise UnreadableError("nested too deeply", line=self._line) from error
            except json.JSONDecodeError as error:
                if self._more():
                    continue
                raise UnreadableError(broken_json(error), line=self._line_at(error.pos)) from error
            if isinstance(value, Literal) and end >= len(self._text) - 2 and self._more():
                continue  # "1", "1." and "1e+" may be the beginning of a number
            element = Element(value, self._text[self._at : end], self._line)
            self._advance(end)
            return element

    def broken(self, what: str) -> UnreadableError:
        """The refusal of what stands at the next character."""
        return UnreadableError(f"broken JSON: {what}", line=self._line)

    def _line_at(self, position: int) -> int:
        return self._line + self._text.count("\n", self._at, position)

    def _advance(self, position: int) -> None:
        self._line = self._line_at(position)
        self._at = position
        if position > len(self._text) // 2:  # keeps the copying linear
            self._text, self._at = self._text[position:], 0

    def _more(self) -> bool:
        """Read at least as much again as is still undecoded; False at the end of the stream."""
        if self._fault:
            raise self._fault
        if self._ended:
            return False
        chunk = self._stream.read(max(_CHUNK_BYTES, len(self._text) - self._at))
        self._ended = not chunk
        try:
            fresh = self._decoder.decode(chunk, final=self._ended)
        except UnicodeDecodeError as error:
            fresh = error.object[: error.start].decode()
            line = 1 + self._decoded_lines + fresh.count("\n")
            self._fault = UnreadableError(not_utf8(error.object[error.start]), line=line)
        self._decoded_lines += fresh.count("\n")
        self._text += fresh if self._begun else fresh.removeprefix(_BOM)
        self._begun = self._begun or bool(fresh)
        return True
