"""Zip files of another hand: refused in words, and never unpacked where they would fill it all."""

import zipfile
from pathlib import Path

import pytest

from graphmem.model.conversation import Refusal
from graphmem.sources import read

TURN = b'{"conversation_id": "c", "said_at": "2024-03-01T18:00:00", "text": "Hello."}\n'


def packed(path: Path, content: bytes, *, method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("talk.jsonl", content)
    return path


def refused(path: Path) -> str:
    (refusal,) = read(path)
    assert isinstance(refusal, Refusal)
    return refusal.reason


def test_what_unpacks_to_far_more_than_it_is_is_left_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = packed(tmp_path / "talk.zip", b" " * (80 << 20))
    monkeypatch.setattr(zipfile.ZipFile, "extract", lambda *_: pytest.fail("it was unpacked"))
    assert "unpacks to 83,886,080 bytes" in refused(path)


def test_what_packs_well_is_read(tmp_path: Path) -> None:
    path = packed(tmp_path / "talk.zip", TURN + b"\n" * 1_000_000)
    assert [type(item).__name__ for item in read(path)] == ["Conversation"]


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_DEFLATED])
def test_broken_packing_is_refused(tmp_path: Path, method: int) -> None:
    path = packed(tmp_path / "talk.zip", TURN * 20, method=method)
    held = bytearray(path.read_bytes())
    held[60:70] = b"\xff" * 10
    path.write_bytes(held)
    assert "cannot be read" in refused(path)


def test_a_version_to_come_is_refused(tmp_path: Path) -> None:
    held = bytearray(packed(tmp_path / "talk.zip", TURN).read_bytes())
    held[held.find(b"PK\x01\x02") + 6] = 200
    (tmp_path / "talk.zip").write_bytes(held)
    assert "version" in refused(tmp_path / "talk.zip")
