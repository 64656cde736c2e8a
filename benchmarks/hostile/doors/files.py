"""The door of files: every reader, with files that are not as they should be."""

import io
import random
import zipfile
from collections.abc import Iterable, Iterator

from benchmarks.hostile.corpus import Hostile
from benchmarks.hostile.documents import (
    documents,
    slack,
    with_bytes,
    with_leaf,
    with_nesting,
    with_text,
)
from benchmarks.hostile.verdict import Answered, Case, Sandbox
from graphmem.sources import SourceFormat, read

_DOOR = "files"
_CHANGES = (with_leaf, with_leaf, with_leaf, with_bytes, with_text, with_nesting)
_BOMB = 300 << 20
_BLOCK = b" " * (1 << 20)


def cases(sandbox: Sandbox, seed: int) -> Iterator[Case]:
    """Changed documents, texts that are none, and now and then a zip file."""
    hostile = Hostile(seed)
    chance = hostile.chance
    number = 0
    bombed = False
    while True:
        for document in documents():
            kind, content = chance.choice(_CHANGES)(hostile, document.content)
            told = f"{document.format}, {kind}"
            given = document.format if chance.random() < 0.3 else None
            if chance.random() < 0.1:
                given = chance.choice(list(SourceFormat))
            yield _case(sandbox, kind, told, document.name, content, given)
        kind, text = hostile.next()
        name = chance.choice(("talk.json", "talk.jsonl", "chat.txt", "talk"))
        content = text.encode("utf-8", "surrogatepass")
        yield _case(sandbox, kind, f"nothing but {text[:80]!r}", name, content, None)
        number += 1
        if number % 4 == 0:
            how, content = _zip(chance, hostile)
            yield _case(sandbox, f"zip, {how}", how, "talk.zip", content, None)
        if not bombed:
            bombed = True
            yield _case(sandbox, "zip, bomb", "300 MiB of blanks", "talk.zip", bomb(), None)


def _case(
    sandbox: Sandbox, kind: str, told: str, name: str, content: bytes, given: SourceFormat | None
) -> Case:
    def send() -> Answered:
        file = sandbox.input(name, content)
        try:
            items = list(read(file, format=given))
        finally:
            file.unlink()
        faults = []
        for item in items:
            item.model_dump_json()  # all of it can be kept and told
        if not items:
            faults.append("nothing was read, and nothing refused")
        if left := list(sandbox.temporary.glob("graphmem-*")):
            faults.append(f"{left[0].name} stays in the folder for temporary files")
        return Answered(faults=tuple(faults))

    return Case(_DOOR, kind, told, send)


def bomb() -> bytes:
    """A zip file that is small until it is unpacked."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("a.json", "b.json"):
            with archive.open(name, "w", force_zip64=True) as stream:
                for _ in range(_BOMB // len(_BLOCK) // 2):
                    stream.write(_BLOCK)
    return made.getvalue()


def packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip file of these."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return made.getvalue()


def _zip(chance: random.Random, hostile: Hostile) -> tuple[str, bytes]:
    """A zip file of an export with odd names, links or bytes in it."""
    how = chance.choice(("names", "link", "bytes", "many", "nested", "twice"))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", chance.choice((0, 8, 12, 14))) as archive:
        for name, content in slack():
            archive.writestr(name, content)
        if how == "names":
            for name in chance.sample(_NAMES, 6):
                archive.writestr(name, b'{"conversation_id": "z", "text": "out"}')
            archive.writestr(
                hostile.any()[:200].encode("utf-8", "replace").decode() + ".json", b"{}"
            )
        elif how == "link":
            entry = zipfile.ZipInfo("harbour/2024-03-05.json")
            entry.create_system, entry.external_attr = 3, 0o120777 << 16
            archive.writestr(entry, "../../../../secret.txt")
        elif how == "many":
            for number in range(3_000):
                archive.writestr(f"harbour/{number}.json", b"[]")
        elif how == "nested":
            archive.writestr("a/" * 120 + "x.json", b"[]")
            archive.writestr("inner.zip", made.getvalue())
            archive.writestr("a.json", b"[]")
            archive.writestr("a.json/b.json", b"[]")
    content = made.getvalue()
    if how == "twice":
        content = content + content
    if how == "bytes":
        content = b"PK\x03\x04" + with_bytes(hostile, content)[1][4:]
    return how, content


_NAMES = (
    "../secret.txt", "../../secret.json", "../../../../../../tmp/out.json", "/etc/out.json",
    "/tmp/out.json", "..\\..\\out.json", "C:\\out.json", "a/../../out.json", "./out.json",
    "out.json/", "~/out.json", "a//b.json", "\x01.json", "con.json", "a" * 250 + ".json",
    "a" * 300 + ".json", "../users.json", "users.json/../../../secret.txt", "\u202ejson.json",
)  # fmt: skip
