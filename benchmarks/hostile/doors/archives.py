"""The door of import: archives that another hand has changed."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator

from benchmarks.hostile.corpus import Hostile, nested
from benchmarks.hostile.documents import with_bytes, with_leaf
from benchmarks.hostile.verdict import Answered, Case
from benchmarks.hostile.world import WITNESS_WORDS, World
from graphmem.archive.container import MANIFEST
from graphmem.errors import InputError

_DOOR = "import"
_LINES = 1_000_000
Parts = dict[str, bytes]


def cases(world: World, seed: int) -> Iterator[Case]:
    """Changed parts and manifests, digests right or wrong, and files that are no zip at all."""
    hostile = Hostile(seed, longest=100_000)
    parts = _unpacked(world.archive)
    once = [
        ("bomb", lambda: _packed(_blown(parts))),
        ("million lines", lambda: _packed(_lined(parts))),
        ("link", lambda: _packed(parts, link=True)),
    ]
    while True:
        for kind, change in _CHANGES:
            content = change(hostile, world.archive, parts)
            yield _case(world, kind, lambda content=content: content)  # type: ignore[misc]
        if once:
            kind, make = once.pop()
            yield _case(world, kind, make)


def _case(world: World, kind: str, make: Callable[[], bytes]) -> Case:
    def send() -> Answered:
        file = world.sandbox.input("archive.zip", make())
        try:
            told = str(world.archived.import_archive(file))
        except InputError as error:  # an ArchiveError, or what cannot be read
            told = str(error)
            if not error.next_step:
                return Answered(told, WITNESS_WORDS, faults=("no next step",))
        finally:
            file.unlink()
        left = list(world.sandbox.temporary.glob("graphmem-*"))
        faults = [f"{left[0].name} stays"] if left else []
        return Answered(told, WITNESS_WORDS, faults=tuple(faults))

    return Case(_DOOR, kind, kind, send)


def _unpacked(archive: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        return {name: file.read(name) for name in file.namelist()}


def _packed(parts: Parts, *, link: bool = False, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, content in parts.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = method
            if link and name != MANIFEST:
                entry.create_system, entry.external_attr = 3, 0o120777 << 16
            archive.writestr(entry, content)
    return made.getvalue()


def _redigested(parts: Parts) -> Parts:
    """The parts with a manifest that tells what they are now, as a careful hand would leave it."""
    manifest = json.loads(parts[MANIFEST])
    for part in manifest["parts"]:
        content = parts[part["name"]]
        part |= {
            "lines": content.count(b"\n") + (not content.endswith(b"\n") and bool(content)),
            "bytes": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
        }
        manifest[part["kind"]][part["of"]] = part["lines"]
    return parts | {MANIFEST: json.dumps(manifest).encode()}


def _bytes(hostile: Hostile, archive: bytes, _: Parts) -> bytes:
    return with_bytes(hostile, archive)[1]


def _wrong_digest(hostile: Hostile, _: bytes, parts: Parts) -> bytes:
    name = hostile.chance.choice([one for one in parts if one != MANIFEST])
    return _packed(parts | {name: with_bytes(hostile, parts[name])[1]})


def _right_digest(hostile: Hostile, _: bytes, parts: Parts) -> bytes:
    name = hostile.chance.choice([one for one in parts if one != MANIFEST])
    lines = parts[name].splitlines(keepends=True)
    place = hostile.chance.randrange(len(lines))
    changed = with_leaf(hostile, lines[place])[1].rstrip(b"\n").replace(b"\n", b" ") + b"\n"
    lines[place] = changed
    if hostile.chance.random() < 0.1:
        lines[place] = b'{"uid":' + nested(hostile.chance).encode() + b"}\n"
    return _packed(_redigested(parts | {name: b"".join(lines)}))


def _manifest(hostile: Hostile, _: bytes, parts: Parts) -> bytes:
    return _packed(parts | {MANIFEST: with_leaf(hostile, parts[MANIFEST])[1]})


def _names(hostile: Hostile, _: bytes, parts: Parts) -> bytes:
    """A part by another name, in the manifest as in the file."""
    old = hostile.chance.choice([one for one in parts if one != MANIFEST])
    text = hostile.chance.choice(_ODD_NAMES)
    manifest = parts[MANIFEST].replace(json.dumps(old).encode(), json.dumps(text).encode())
    renamed = {(text if name == old else name): content for name, content in parts.items()}
    return _packed(renamed | {MANIFEST: manifest})


def _labels(hostile: Hostile, _: bytes, parts: Parts) -> bytes:
    """A label or type that is none, or one that does harm where it is put into a query."""
    label = hostile.any()[:60]
    old = hostile.chance.choice([one for one in parts if one != MANIFEST])
    kind = old.partition("/")[0]
    name = f"{kind}/{label}.jsonl"
    manifest = json.loads(parts[MANIFEST])
    for part in manifest["parts"]:
        if part["name"] == old:
            manifest[kind][label] = manifest[kind].pop(part["of"])
            part |= {"name": name, "of": label}
    renamed = {(name if one == old else one): content for one, content in parts.items()}
    try:
        return _packed(renamed | {MANIFEST: json.dumps(manifest).encode()})
    except (UnicodeEncodeError, ValueError):  # no zip file can hold such a name
        return _packed(parts | {MANIFEST: json.dumps(manifest).encode()})


def _versions(hostile: Hostile, _: bytes, parts: Parts) -> bytes:
    manifest = json.loads(parts[MANIFEST])
    key = hostile.chance.choice(list(manifest))
    manifest[key] = hostile.value() if hostile.chance.random() < 0.6 else hostile.any()[:500]
    return _packed(parts | {MANIFEST: json.dumps(manifest).encode()})


def _spaces(_: Hostile, __: bytes, parts: Parts) -> bytes:
    """An archive that says it is of this space, whose nodes are of the witness's."""
    changed = {
        name: content.replace(b'"space":"archived"', b'"space":"witness"')
        for name, content in parts.items()
        if name != MANIFEST
    }
    return _packed(_redigested(parts | changed))


def _methods(hostile: Hostile, _: bytes, parts: Parts) -> bytes:
    method = hostile.chance.choice((zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_STORED))
    packed = bytearray(_packed(parts, method=method))
    if hostile.chance.random() < 0.6:
        # Version needed, flags, or method of an entry of the directory at the end.
        place = packed.rfind(
            b"PK\x01\x02", 0, hostile.chance.randint(len(packed) // 2, len(packed))
        )
        place = max(place, packed.find(b"PK\x01\x02"))
        packed[place + hostile.chance.choice((6, 8, 9, 10))] ^= hostile.chance.randint(1, 255)
    return bytes(packed)


def _other_file(hostile: Hostile, _: bytes, __: Parts) -> bytes:
    return hostile.next().text.encode("utf-8", "surrogatepass")


def _cut(hostile: Hostile, archive: bytes, _: Parts) -> bytes:
    return archive[: hostile.chance.randrange(len(archive))]


def _blown(parts: Parts) -> Parts:
    """A part of 256 MiB, which packs into a quarter of one."""
    name = next(one for one in parts if one != MANIFEST)
    return _redigested(parts | {name: b" " * (256 << 20)})


def _lined(parts: Parts) -> Parts:
    name = next(one for one in parts if one != MANIFEST)
    return _redigested(parts | {name: parts[name] + b"{}\n" * _LINES})


_ODD_NAMES = (
    "../secret.txt", "/etc/passwd", "nodes/../../secret.txt", "nodes\\Turn.jsonl", "nodes/Turn",
    "nodes/", "", "manifest.json", "relationships/Turn.jsonl", "nodes/Turn.jsonl/", "a" * 1_000,
)  # fmt: skip
_CHANGES: tuple[tuple[str, Callable[[Hostile, bytes, Parts], bytes]], ...] = (
    ("right digest", _right_digest),
    ("wrong digest", _wrong_digest),
    ("bytes", _bytes),
    ("manifest", _manifest),
    ("versions", _versions),
    ("names", _names),
    ("right digest", _right_digest),
    ("labels", _labels),
    ("methods", _methods),
    ("truncated", _cut),
    ("another file", _other_file),
    ("another space", _spaces),
)
