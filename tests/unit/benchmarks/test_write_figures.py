"""Figures are told once: what README and documentation say is made of the files in benchmarks/."""

import re
from pathlib import Path

import pytest

from benchmarks import write_figures
from benchmarks.write_figures import DOCUMENTS, ROOT, filled

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))

_ROW = re.compile(r"^\|.*\| \d+\.\d \|$", re.MULTILINE)
# Of recall and of answers, with a figure anywhere in the same paragraph.
_TOLD = re.compile(r"(?=.*\b(?:R@\d|Recall@\d|F1\b)).*\b\d+\.\d", re.DOTALL | re.IGNORECASE)
_CODE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(r"<!-- figures: .*?<!-- end of figures -->", re.DOTALL)


def test_every_document_tells_the_figures_that_were_measured() -> None:
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        assert _BLOCK.search(text), document.name
        assert filled(text) == text, "run python -m benchmarks.write_figures"


def test_no_table_of_figures_stands_beside_them() -> None:
    for document in DOCUMENTS:
        assert _ROW.findall(_BLOCK.sub("", document.read_text("utf-8"))) == [], document.name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_sentence_tells_recall_or_answers_beside_them(page: Path) -> None:
    text = _CODE.sub("", _BLOCK.sub("", page.read_text("utf-8")))
    assert [part for part in text.split("\n\n") if _TOLD.match(part)] == []


def test_a_sentence_with_such_figures_is_noticed() -> None:
    assert _TOLD.match("It gives R@10\n83.6, F1 32.9.")
    assert _TOLD.match("83.6 is the Recall@10.")
    assert not _TOLD.match("Session R@10 is over the first ten sessions.")


def test_a_figure_that_changes_changes_the_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    readme, evaluation = (document.read_text("utf-8") for document in DOCUMENTS[:2])
    figures = write_figures._figures

    def changed(name: str) -> object:
        found = dict(figures(name))
        return found | {"1–4": [99.9, 6.0, 7.3]} if name == "answers" else found

    monkeypatch.setattr(write_figures, "_figures", changed)
    assert "| 1–4 | 99.9 | 6.0 | 7.3 |" in filled(evaluation)
    assert "| token F1 of answers, as LoCoMo counts it | 99.9 |" in filled(readme)
    assert filled("<!-- figures: recall -->\nold\n<!-- end of figures -->").count("|---") == 6
