"""A path → its conversations, and a refusal for everything that is not taken in."""

import codecs
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from graphmem.errors import InputError
from graphmem.model.conversation import MessageSettings, Refusal, SourceItem
from graphmem.sources import locomo, longmemeval
from graphmem.sources.chatgpt import read_chatgpt
from graphmem.sources.checks import shown
from graphmem.sources.detection import SUFFIXES, SourceFormat, detect, is_chat_line
from graphmem.sources.documents import RecordReader, read_document
from graphmem.sources.graphiti import read_graphiti
from graphmem.sources.json_stream import UnreadableError
from graphmem.sources.jsonl import read_jsonl
from graphmem.sources.mem0 import read_mem0
from graphmem.sources.messages import first_moment, read_messages
from graphmem.sources.slack import is_slack, read_slack
from graphmem.sources.talks import zone_of
from graphmem.sources.whatsapp import NAMELESS, read_whatsapp
from graphmem.sources.zep import read_zep

_RECORD_READERS: dict[SourceFormat, RecordReader] = {
    SourceFormat.LOCOMO: locomo.read_record,
    SourceFormat.LONGMEMEVAL: longmemeval.read_record,
}
# Of these the file may name a conversation, and the settings say what it does not say itself.
_TALK_READERS: dict[SourceFormat, Callable[..., Iterator[SourceItem]]] = {
    SourceFormat.MESSAGES: read_messages,
    SourceFormat.WHATSAPP: read_whatsapp,
    SourceFormat.CHATGPT: read_chatgpt,
    SourceFormat.MEM0: read_mem0,
    SourceFormat.GRAPHITI: read_graphiti,
    SourceFormat.ZEP: read_zep,
}
_OTHER_BOMS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
_HEAD_BYTES = 10_000
_NO_FOLDER = "an export of Slack is a folder or its zip file; give that"
_BEGIN = b"PK\x03\x04"
# What macOS adds to an archive beside its content.
_ASIDE = "__MACOSX"
_SUFFIXES = frozenset({".json", ".jsonl", ".ndjson", ".txt"})
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    RuntimeError,
    ValueError,
)
# Talk packs to a tenth or so; what is far smaller packed is made to fill the disk.
_MOST_TIMES = 200
_SURELY_FINE = 64 << 20


def read(
    path: Path,
    *,
    format: SourceFormat | str | None = None,
    messages: MessageSettings = MessageSettings(),  # noqa: B008 - immutable
) -> Iterator[SourceItem]:
    """The conversations of a file, or of the files in a folder or zip file, and what is refused.

    It never raises over what a file holds: everything bad is a Refusal, and the rest goes in; what
    an export holds besides talk is counted. ``format`` None finds each file's format by what it
    holds; one that graphmem does not read is an InputError, raised at once. ``messages`` says of
    chats and exports what they do not say themselves; a ``said_at`` that is no date, or a ``zone``
    that is none, is an InputError too.
    """
    first_moment(messages)
    zone_of(messages)
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
) -> Iterator[SourceItem]:
    told = _printable(path)
    try:
        if not path.exists():
            raise UnreadableError("there is no such file or folder")
        if path.is_file():
            if not is_archive(path):
                yield from _read_file(path, source_format, messages, shown_as=told)
                return
            with opened(path) as folder:
                yield from _read_folder(
                    folder, source_format, messages, shown_as=told, named=path.stem
                )
            return
        if not path.is_dir():
            raise UnreadableError("neither a file nor a folder")
        yield from _read_folder(path, source_format, messages, shown_as=told)
    except (OSError, UnreadableError) as error:
        yield Refusal(path=told, reason=_reason(error))


def _read_folder(
    folder: Path,
    source_format: SourceFormat | None,
    messages: MessageSettings,
    *,
    shown_as: str,
    named: str | None = None,
) -> Iterator[SourceItem]:
    """An export of Slack, or each file of talk; ``named`` is what a nameless one is called."""
    if source_format is SourceFormat.SLACK or (source_format is None and is_slack(folder)):
        yield from read_slack(folder, shown_as=shown_as, settings=messages)
        return
    inside = [file for file in folder.iterdir() if _is_talk(file)]
    if not inside:
        raise UnreadableError(
            f"the folder holds no {', '.join(sorted(SUFFIXES))} file, no chat of WhatsApp and no "
            "export of Slack"
        )
    for file in sorted(inside, key=lambda file: file.name):
        path = f"{shown_as}/{_printable(Path(file.name))}"
        yield from _read_file(file, source_format, messages, shown_as=path, named=named)


def _is_talk(file: Path) -> bool:
    """Whether a file of a folder is looked at: one of JSON, or a chat of WhatsApp."""
    if not file.is_file():
        return False
    if file.suffix.lower() in SUFFIXES:
        return True
    if file.suffix.lower() != ".txt":
        return False
    try:
        with file.open("rb") as stream:
            return is_chat_line(stream.readline(_HEAD_BYTES))
    except OSError:
        return True  # and refused


def _read_file(
    file: Path,
    source_format: SourceFormat | None,
    messages: MessageSettings,
    *,
    shown_as: str,
    named: str | None = None,
) -> Iterator[SourceItem]:
    try:
        with file.open("rb") as stream:
            if stream.read(4).startswith(_OTHER_BOMS):
                raise UnreadableError("not UTF-8: the file is UTF-16 or UTF-32", line=1)
            stream.seek(0)
            kind = source_format or detect(stream, name=file)
            stream.seek(0)
            if kind is SourceFormat.SLACK:
                raise UnreadableError(_NO_FOLDER)
            read_talk = _TALK_READERS.get(kind)
            if read_talk is None:
                yield from _read_stream(stream, kind, path=shown_as)
                return
            stem = named if named and file.stem == NAMELESS else file.stem
            name = _printable(Path(stem)) if messages.named_by_file else None
            yield from read_talk(stream, path=shown_as, name=name, settings=messages)
    except (OSError, UnreadableError) as error:
        line = error.line if isinstance(error, UnreadableError) else None
        yield Refusal(path=shown_as, line=line, reason=_reason(error))


def _read_stream(stream: BinaryIO, kind: SourceFormat, *, path: str) -> Iterator[SourceItem]:
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


def is_archive(path: Path) -> bool:
    """Tells whether a file is a zip file, by how it begins."""
    with path.open("rb") as stream:
        return stream.read(len(_BEGIN)) == _BEGIN


@contextmanager
def opened(path: Path) -> Iterator[Path]:
    """The folder that an archive holds, without its media, until the end; `UnreadableError`."""
    with TemporaryDirectory(prefix="graphmem-") as folder:
        try:
            with zipfile.ZipFile(path) as archive:
                members = [one for one in archive.infolist() if _is_read(one.filename)]
                # No more than is said of a member comes out of it.
                whole = sum(one.file_size for one in members)
                if whole > max(_SURELY_FINE, _MOST_TIMES * path.stat().st_size):
                    raise UnreadableError(
                        f"the zip file unpacks to {whole:,} bytes, more than {_MOST_TIMES} times "
                        "its size; unpack it yourself and give the folder, if that is right"
                    )
                for member in members:
                    archive.extract(member, folder)  # never outside of the folder
        except _BROKEN as error:
            raise UnreadableError(f"the zip file cannot be read: {error}") from error
        yield _content(Path(folder))


def _is_read(name: str) -> bool:
    return Path(name).suffix.lower() in _SUFFIXES


def _content(folder: Path) -> Path:
    """The folder itself, or the one folder that is all it holds."""
    inside = [one for one in folder.iterdir() if one.name != _ASIDE]
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder
