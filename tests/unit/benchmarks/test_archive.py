"""Two archives are held against each other, and the memory of two sizes."""

import json
import zipfile
from pathlib import Path

from benchmarks.archive import ChanceEncoder, differing_parts, growth_of


def archive(path: Path, **parts: str) -> Path:
    with zipfile.ZipFile(path, "w") as file:
        for name, text in parts.items():
            file.writestr(zipfile.ZipInfo(name), text)
    return path


def manifest(day: int, **more: str) -> str:
    return json.dumps({"exported_at": f"2024-03-0{day}", **more})


def test_two_archives_may_differ_in_the_date_alone(tmp_path: Path) -> None:
    first = archive(tmp_path / "1", **{"manifest.json": manifest(1), "turns": "ab"})
    for parts, differing in (
        ({"manifest.json": manifest(2), "turns": "ab"}, []),
        ({"manifest.json": manifest(2), "turns": "ac"}, ["turns"]),
        ({"manifest.json": manifest(1, space="a"), "turns": "ab"}, ["manifest.json", "turns"]),
        ({"manifest.json": manifest(1)}, ["manifest.json", "turns"]),
    ):
        assert differing_parts(first, archive(tmp_path / "2", **parts)) == differing


def test_growth_is_the_larger_peak_over_the_smaller() -> None:
    small = {step: {"peak_mb": 100.0} for step in ("export", "import", "export_again")}
    large = small | {"import": {"peak_mb": 150.0}}
    assert growth_of(small, large) == {"export": 1.0, "import": 1.5, "export_again": 1.0}


def test_vectors_by_chance_are_of_their_text() -> None:
    one, same, other = ChanceEncoder().encode(["a", "a", "b"])
    assert one == same != other
    assert abs(sum(value * value for value in one) - 1) < 1e-5
