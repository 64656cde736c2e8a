"""Figures are told once: what README and documentation say is made of the files in benchmarks/."""

import re

import pytest

from benchmarks import write_figures
from benchmarks.write_figures import DOCUMENTS, filled

_ROW = re.compile(r"^\|.*\| \d+\.\d \|$", re.MULTILINE)
_BLOCK = re.compile(r"<!-- figures: .*?<!-- end of figures -->", re.DOTALL)


def test_every_document_tells_the_figures_that_were_measured() -> None:
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        assert "<!-- figures: recall -->" in text
        assert filled(text) == text, "run python -m benchmarks.write_figures"


def test_no_table_of_figures_stands_beside_them() -> None:
    for document in DOCUMENTS:
        assert _ROW.findall(_BLOCK.sub("", document.read_text("utf-8"))) == [], document.name


def test_a_figure_that_changes_changes_the_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    text = DOCUMENTS[0].read_text("utf-8")
    figures = write_figures._figures

    def changed(name: str) -> object:
        found = dict(figures(name))
        return found | {"1–4": [99.9, 6.0, 7.3]} if name == "answers" else found

    monkeypatch.setattr(write_figures, "_figures", changed)
    assert "| 1–4 | 99.9 | 6.0 | 7.3 |" in filled(text)
    assert filled("<!-- figures: recall -->\nold\n<!-- end of figures -->").count("|---") == 6
