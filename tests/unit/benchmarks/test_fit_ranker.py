"""What the shipped weights are fitted on is there, or nothing is overwritten."""

from pathlib import Path

import pytest

from benchmarks import fit_ranker
from graphmem.evaluation.readers import QUESTIONS


def test_without_the_development_file_the_shipped_weights_stay(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = fit_ranker.SHIPPED.read_bytes()
    monkeypatch.setattr(fit_ranker, "LOCOMO", tmp_path / "locomo-dev.json")
    with pytest.raises(SystemExit, match=r"locomo-dev\.json is not at hand"):
        fit_ranker.main()
    assert fit_ranker.SHIPPED.read_bytes() == before


def test_a_named_file_may_be_fitted_on_the_sample_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "locomo-dev.json"
    monkeypatch.setattr(fit_ranker, "LOCOMO", missing)
    assert fit_ranker.files_at_hand(named=True) == [QUESTIONS]
    assert "the sample alone" in capsys.readouterr().err
    missing.write_text("[]")
    assert fit_ranker.files_at_hand(named=False) == [QUESTIONS, missing]
