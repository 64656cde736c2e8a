"""A path → its conversations, and a refusal for everything that is not taken in."""

import codecs
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from graphmem.errors import InputError
from graphmem.model.conversation import Conversation, Refusal
from graphmem.model.messages import MessageSettings
from graphmem.sources import locomo, longmemeval
from graphmem.sources.checks import shown
from graphmem.sources.detection import SUFFIXES, SourceFormat, detect
from graphmem.sources.documents import RecordReader, read_document
from graphmem.sources.json_stream import UnreadableError
from graphmem.sources.jsonl import read_jsonl
from graphmem.sources.messages import first_moment, read_messages

_RECORD_READERS: dict[SourceFormat, RecordReader] = {
    SourceFormat.LOCOMO: locomo.read_record,
    SourceFormat.LONGMEMEVAL: longmemeval.read_record,
}
_OTHER_BOMS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)


def read(
    path: Path,
    *,
    format: SourceFormat | str | None = None,
    messages: MessageSettings = MessageSettings(),  # noqa: B008 - immutable
) -> Iterator[Conversation | Refusal]:
    """The conversations of a file, or of the files in a folder, and what of them is refused.

    It never raises over what a file holds: everything bad is a Refusal, and the rest goes in.
    ``format`` None finds each file's format by what it holds; one that graphmem does not read is
    an InputError, raised at once. ``messages`` says of chat messages what they do not say
    themselves; a ``said_at`` that is no date is an InputError too.
    """
    first_moment(messages)
    return _read(path, None if format is None else _known(format), messages)


def _known(name: str) -> SourceFormat:
    try:
        return SourceFormat(name)
    except ValueError as error:
        raise InputError(
            f"The format {shown(str(name))} is not known.",
            next_step=f"Give one of {', '.join(SourceFormat)}, or none to have it found.",
        ) from error


def _read(
    path: Path, source_format: SourceFormat | None, messages: MessageSettings
) -> Iterator[Conversation | Refusal]:
    try:
        files = list(_files(path))
    except (OSError, UnreadableError) as error:
        yield Refusal(path=_printable(path), reason=_reason(error))
        return
    for file in files:
        yield from _read_file(file, source_format, messages)


def _files(path: Path) -> Iterator[Path]:
    if not path.exists():
        raise UnreadableError("there is no such file or folder")
    if path.is_file():
        yield path
        return
    if not path.is_dir():
        raise UnreadableError("neither a file nor a folder")
    inside = [file for file in path.iterdir() if file.suffix.lower() in SUFFIXES and file.is_file()]
    if not inside:
        raise UnreadableError(f"the folder holds no {', '.join(sorted(SUFFIXES))} file")
    yield from sorted(inside, key=lambda file: file.name)


def _read_file(
    file: Path, source_format: SourceFormat | None, messages: MessageSettings
) -> Iterator[Conversation | Refusal]:
    path = _printable(file)
    try:
        with file.open("rb") as stream:
            if stream.read(4).startswith(_OTHER_BOMS):
                raise UnreadableError("not UTF-8: the file is UTF-16 or UTF-32", line=1)
            stream.seek(0)
            kind = source_format or detect(stream, name=file)
            stream.seek(0)
            if kind is SourceFormat.MESSAGES:
                name = _printable(Path(file.stem)) if messages.named_by_file else None
                yield from read_messages(stream, path=path, name=name, settings=messages)
            else:
                yield from _read_stream(stream, kind, path=path)
    except (OSError, UnreadableError) as error:
        line = error.line if isinstance(error, UnreadableError) else None
        yield Refusal(path=path, line=line, reason=_reason(error))


def _read_stream(
    stream: BinaryIO, kind: SourceFormat, *, path: str
) -> Iterator[Conversation | Refusal]:
    if kind is SourceFormat.JSONL:
        return read_jsonl(stream, path=path)
    read_record = _RECORD_READERS[kind]
    return read_document(stream, path=path, source=kind.value, read_record=read_record)


def _reason(error: OSError | UnreadableError) -> str:
    if isinstance(error, UnreadableError):
        return error.reason
    return f"cannot be read: {error.strerror or error}"


def _printable(path: Path) -> str:
    # A file name need not be valid UTF-8; a Refusal is text.
    return str(path).encode("utf-8", "backslashreplace").decode()
