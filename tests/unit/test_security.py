"""SECURITY.md names what there is: every claim has a module that holds it and a test."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "SECURITY.md").read_text("utf-8")
CLAIMS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in TEXT.splitlines()
    if line.startswith("| ") and "tests/" in line
]


def test_every_claim_names_what_holds_it_and_a_test() -> None:
    assert len(CLAIMS) > 20
    for claim, held, tested in CLAIMS:
        (holder,) = re.findall(r"`([^`]+)`", held)
        (test,) = re.findall(r"`([^`]+)`", tested)
        assert (ROOT / holder).exists(), claim
        assert "def test_" in (ROOT / test).read_text("utf-8"), claim


def test_every_row_of_the_boundaries_is_such_a_claim() -> None:
    boundaries = TEXT.split("## The boundaries")[1].splitlines()
    rows = [line for line in boundaries if line.startswith("| ") and line[2:7] != "claim"]
    assert len(rows) == len(CLAIMS)
