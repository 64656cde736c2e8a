"""The values of a JSON file: elements of its list, its one value, or one on each line."""

from collections.abc import Iterator
from typing import BinaryIO

from graphmem.model.conversation import Refusal
from graphmem.sources.checks import UnfitError
from graphmem.sources.json_stream import Element, UnreadableError, elements
from graphmem.sources.jsonl import decoded, lines

_BOM = b"\xef\xbb\xbf"


def values(stream: BinaryIO, *, path: str) -> Iterator[Element | Refusal]:
    """Elements of the document's list, or of its lines; a break ends a document."""
    begin = stream.tell()
    first = next((line for line in lines(stream) if line.strip()), b"").lstrip(_BOM + b" \t")
    stream.seek(begin)
    if not first.startswith(b"{") or not _is_whole(first):
        try:
            yield from elements(stream)
        except UnreadableError as error:
            yield Refusal(path=path, line=error.line, reason=error.reason)
        return
    for number, raw in enumerate(lines(stream), 1):
        line = raw.removeprefix(_BOM) if number == 1 else raw
        if not line.strip():
            continue
        try:
            yield Element(decoded(line), line.decode(), number)
        except UnfitError as error:
            yield Refusal(path=path, line=number, reason=str(error))


def _is_whole(line: bytes) -> bool:
    try:
        decoded(line)
    except UnfitError:
        return False
    return True
