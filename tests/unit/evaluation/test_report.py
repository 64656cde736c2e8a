"""Reports, ablation and what the numbers rest on."""

import json
import re
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest

from graphmem.evaluation.ablation import without
from graphmem.evaluation.cases import Batch
from graphmem.evaluation.provenance import settings_in_force
from graphmem.evaluation.readers import CATEGORIES, locomo_cases
from graphmem.evaluation.report import can_draw, markdown, page, plots, png, write_reports
from graphmem.evaluation.run import EvaluationPlan, evaluate
from graphmem.evaluation.sections import sections
from graphmem.evaluation.summary import Summary
from graphmem.model.search import BASE_PATHS, ScorePart, SearchHit, SearchPath
from graphmem.settings import load_settings
from tests.unit.evaluation.fakes import SHIPPED, Opener
from tests.unit.evaluation.talk import locomo_record, written

needs_matplotlib = pytest.mark.skipif(not can_draw(), reason="matplotlib is not installed")


@pytest.fixture
def batch(tmp_path: Path) -> Batch:
    (read,) = locomo_cases(written(tmp_path, locomo_record(), locomo_record("conv|<2>", qa=[])))
    return read


@pytest.fixture
def summary(batch: Batch, tmp_path: Path) -> Summary:
    plan = EvaluationPlan(
        benchmark="locomo",
        shipped=SHIPPED,
        names=CATEGORIES,
        ablate=True,
        basis={"file": "labels.json", "sha256": {"data": "53aa"}},
    )
    return evaluate([batch], Opener(), tmp_path / "out", plan)


class Page(HTMLParser):
    """Notes every address that a page would fetch, and checks that tags close."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [
            value or "" for name, value in attrs if name in {"src", "href", "xlink:href", "data"}
        ]
        if tag not in {"meta", "link", "br", "img"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_in_markdown(summary: Summary) -> None:
    told = markdown(summary)
    assert told.startswith("# graphmem on locomo\n")
    assert "| 2 temporal | 1 | 1 | 100.0 |" in told
    assert "| 3 open-domain | 1 | 0 | – |" in told
    assert "conv-1/2: D9:9, conv-1/3: D" in told
    assert "dropped afterwards" in told
    assert r"conv\|<2>" in told
    rows = [line for line in told.splitlines() if line.startswith("| ")]
    assert all(line.endswith(" |") for line in rows)


def test_the_page_stands_alone(summary: Summary) -> None:
    drawn = plots(summary, [0.01, 0.02, 5.0]) if can_draw() else {}
    text = page(summary, drawn)
    read = Page()
    read.feed(text)
    read.close()
    assert read.open == []
    assert [address for address in read.addresses if not address.startswith("#")] == []
    assert "@import" not in text
    assert not re.search(r"url\((?!#)", text)
    assert "conv|&lt;2&gt;" in text
    assert "$" not in text


@needs_matplotlib
def test_plots_are_the_same_for_the_same_numbers(summary: Summary) -> None:
    first = plots(summary, [0.01, 0.02])
    assert list(first) == [
        "Evidence found among the first k turns",
        "Recall@10 by category",
        "Abstaining rightly and wrongly",
        "Time for a question",
    ]
    assert first == plots(summary, [0.01, 0.02])
    for drawing in first.values():
        assert drawing.startswith("<svg")
        assert "<text" in drawing
    assert png("a", lambda axes: axes.set_xlabel("k")).startswith(b"\x89PNG")


def test_reports_are_written_beside_the_results(
    summary: Summary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.evaluation.report.can_draw", lambda: False)
    write_reports(summary, tmp_path / "out")
    assert "graphmem[evaluation]" in (tmp_path / "out" / "report.html").read_text("utf-8")
    assert (tmp_path / "out" / "report.md").read_text("utf-8") == markdown(summary)


def test_the_ablation_turns_everything_off_once(summary: Summary) -> None:
    assert summary.ablation is not None
    names = [row.name for row in summary.ablation]
    assert names[:2] == ["everything", "base paths alone"]
    assert names[2:-1] == [f"without the path {path}" for path in SearchPath]
    assert names[-1] == "without the signal meaning"  # the only one that has weight
    assert {row.questions for row in summary.ablation} == {3}
    assert {row.trap for row in summary.ablation} == {100.0}
    titles = [section.title for section in sections(summary)]
    assert "Ablation" in titles


def test_the_ablation_searches_with_the_paths_that_it_names(batch: Batch, tmp_path: Path) -> None:
    opener = Opener()
    plan = EvaluationPlan(benchmark="locomo", shipped=SHIPPED, ablate=True, second_row=False)
    evaluate([batch], opener, tmp_path, plan)
    searched = [call["options"] for call in opener.told if call["now"]]
    paths = {options.paths for options in searched}
    every = frozenset(SearchPath)
    assert paths == {every, BASE_PATHS, *(every - {path} for path in SearchPath)}


def test_without_a_signal_what_it_lifted_falls() -> None:
    def hit(place: int, **values: float) -> SearchHit:
        return SearchHit(
            conversation_id="c",
            session_id="S1",
            dia_id=f"D1:{place}",
            speaker="Ana",
            speaker_uid="a",
            said_at=datetime(2024, 5, 8),
            zone="unknown",
            text="",
            score=sum(values.values()),
            parts=tuple(
                ScorePart(name=name, value=value, weight=1.0) for name, value in values.items()
            ),
        )

    hits = [hit(1, meaning=1.0, words=2.0), hit(2, meaning=2.0), hit(3, words=1.0)]
    assert without(hits, "words") == ("c/D1:2", "c/D1:1", "c/D1:3")
    assert without(hits, "meaning") == ("c/D1:1", "c/D1:3", "c/D1:2")
    assert without(hits, "session") == ("c/D1:1", "c/D1:2", "c/D1:3")


def test_no_secret_and_no_place_is_in_the_settings() -> None:
    settings = load_settings(password="hush", llm_api_key="hush", uri="bolt://somewhere:7687")
    told = json.dumps(settings_in_force(settings))
    assert "embedding_model" in told
    assert "hush" not in told
    assert "somewhere" not in told


def test_both_session_figures_are_defined_and_printed(summary: Summary) -> None:
    told = markdown(summary)
    head = next(line for line in told.splitlines() if line.startswith("| questions"))
    assert head.endswith("| session R@10 | sessions of 10 turns |")
    assert "first ten different sessions of the 30 turns found" in told
    assert "sessions of the first ten turns" in told
