"""The file of an archive: the same bytes for the same parts, and no part that is not whole."""

import hashlib
import json
import time
import zipfile
from pathlib import Path

import pytest

from graphmem.archive.container import ArchiveReader, ArchiveWriter
from graphmem.errors import ArchiveError
from graphmem.model.archive import EmbeddingSpace, Manifest

LINES = [b'{"uid":"turn:1"}\n', '{"text":"Łódź"}\n'.encode()]


def manifest(writer: ArchiveWriter, *, date: str = "2024-03-01T18:00:00Z") -> Manifest:
    return Manifest(
        graphmem_version="0",
        schema_version=7,
        exported_at=date,
        space="home",
        embedding=EmbeddingSpace(model="m", dimension=2),
        nodes={"Turn": 2},
        relationships={},
        parts=tuple(writer.parts),
    )


def make(path: Path, **given: str) -> Path:
    writer = ArchiveWriter(path)
    writer.add("nodes", "Chunk", [])
    writer.add("nodes", "Turn", LINES)
    writer.close(manifest(writer, **given))
    return path


def test_the_same_parts_are_the_same_bytes(tmp_path: Path) -> None:
    one = make(tmp_path / "one.zip").read_bytes()
    time.sleep(2.1)  # a zip counts in two seconds
    assert make(tmp_path / "other.zip").read_bytes() == one


def test_another_date_moves_nothing_else(tmp_path: Path) -> None:
    one, other = make(tmp_path / "1.zip"), make(tmp_path / "2.zip", date="2025-04-02T19:01:01Z")
    assert one.stat().st_size == other.stat().st_size
    with zipfile.ZipFile(one) as left, zipfile.ZipFile(other) as right:
        assert left.namelist() == right.namelist() == ["nodes/Turn.jsonl", "manifest.json"]
        assert left.read("nodes/Turn.jsonl") == right.read("nodes/Turn.jsonl") == b"".join(LINES)


def test_parts_are_read_by_line_with_their_digests(tmp_path: Path) -> None:
    with ArchiveReader(make(tmp_path / "a.zip")) as reader:
        (part,) = reader.manifest.parts
        assert part.sha256 == hashlib.sha256(b"".join(LINES)).hexdigest()
        assert [(line.number, line.text) for line in reader.lines(part)] == [
            *enumerate(LINES, start=1)
        ]


@pytest.mark.parametrize("at", [0.1, 0.5, 0.95])
def test_a_file_that_is_cut_off_is_refused(tmp_path: Path, at: float) -> None:
    whole = make(tmp_path / "a.zip").read_bytes()
    (tmp_path / "b.zip").write_bytes(whole[: int(at * len(whole))])
    with pytest.raises(ArchiveError, match="no archive of graphmem"):
        ArchiveReader(tmp_path / "b.zip")


@pytest.mark.parametrize(
    ("mark", "at", "value"),
    [(b"PK\x01\x02", 6, 200), (b"PK\x01\x02", 45, 255), (b"PK\x01\x02", 8, 1)],
    ids=["a version to come", "a part far beyond the end", "encrypted"],
)
def test_a_directory_of_another_hand_is_refused(
    tmp_path: Path, mark: bytes, at: int, value: int
) -> None:
    path = make(tmp_path / "a.zip")
    held = bytearray(path.read_bytes())
    held[held.rfind(mark) + at] = value  # of the manifest, which stands last
    path.write_bytes(held)
    with pytest.raises(ArchiveError), ArchiveReader(path):
        pass


def test_a_part_longer_than_the_manifest_says_is_not_read_to_its_end(tmp_path: Path) -> None:
    with zipfile.ZipFile(make(tmp_path / "a.zip")) as file:
        said = json.loads(file.read("manifest.json"))
    with zipfile.ZipFile(tmp_path / "b.zip", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("nodes/Turn.jsonl", b"".join(LINES) + 1_000_000 * b" ")
        file.writestr("manifest.json", json.dumps(said))
    with ArchiveReader(tmp_path / "b.zip") as reader:
        (part,) = reader.manifest.parts
        with pytest.raises(ArchiveError, match=r"nodes/Turn\.jsonl: longer than the manifest"):
            list(reader.lines(part))


def test_a_manifest_with_other_fields_names_them(tmp_path: Path) -> None:
    with zipfile.ZipFile(make(tmp_path / "a.zip")) as file:
        said = json.loads(file.read("manifest.json"))
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as file:
        file.writestr("manifest.json", json.dumps(said | {"key": "secret"}))
    with pytest.raises(ArchiveError, match=r"manifest\.json: key: there is no such field"):
        ArchiveReader(tmp_path / "b.zip")
