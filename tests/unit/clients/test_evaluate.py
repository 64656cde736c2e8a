"""What the commands of evaluation print, without a database."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphmem.clients.cli import app, evaluate, output, ranker
from graphmem.evaluation.cases import Batch
from graphmem.evaluation.changes import LinkFigures
from graphmem.evaluation.corpus_parts import CorpusSplit
from graphmem.evaluation.extraction import Extraction, ExtractionFigures, Slice
from graphmem.evaluation.matching.matcher import Agreement
from graphmem.evaluation.prompt_coverage import Handed, Prompts
from graphmem.evaluation.readers import CATEGORIES, locomo_cases
from graphmem.evaluation.run import EvaluationPlan
from graphmem.evaluation.run import evaluate as run_evaluation
from graphmem.evaluation.spaces import Ingested
from graphmem.model.search import SearchWeights
from graphmem.retrieval.weights import Shipped
from tests.unit.evaluation.fakes import SHIPPED, Opener
from tests.unit.evaluation.talk import locomo_record, written
from tests.unit.evaluation.test_compare import folder, scored


@pytest.fixture(autouse=True)
def fresh_consoles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in (evaluate, ranker):
        monkeypatch.setattr(module, "make_encoder", lambda _: None)
    output.console.cache_clear()
    output.error_console.cache_clear()
    yield
    output.console.cache_clear()
    output.error_console.cache_clear()


def graphmem(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr("sys.argv", ["graphmem", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        app.run()
    return int(ended.value.code or 0)


def test_eval_prints_tables_and_where_the_reports_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked: list[dict[str, Any]] = []

    def evaluate_file(benchmark: str, file: Path, out: Path, *_: object, **given: Any) -> object:
        asked.append({"benchmark": benchmark, **given})
        (batch,) = locomo_cases(file)
        assert isinstance(batch, Batch)
        plan = EvaluationPlan(benchmark=benchmark, shipped=SHIPPED, names=CATEGORIES)
        return run_evaluation([batch], Opener(), out, plan)

    monkeypatch.setattr(evaluate, "evaluate_file", evaluate_file)
    file = written(tmp_path, locomo_record())
    assert graphmem(monkeypatch, "eval", "locomo", file, "--out", tmp_path / "o", "--keep") == 0
    told = capsys.readouterr().out
    assert "Retrieval, the conversation given" in told
    assert "2 temporal" in told
    assert f"Results and reports: {tmp_path / 'o'}" in told
    assert asked[0]["choices"].keep
    assert not asked[0]["choices"].ablate
    assert graphmem(monkeypatch, "eval", "locomo", file, "--out", tmp_path / "o", "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["questions"] == 5


@pytest.mark.parametrize("as_json", [False, True])
def test_eval_says_what_was_refused_and_fails_as_an_ingest_does(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    as_json: bool,
) -> None:
    taken: list[Ingested] = []

    def evaluate_file(benchmark: str, file: Path, out: Path, *_: object, **__: Any) -> object:
        plan = EvaluationPlan(benchmark=benchmark, shipped=SHIPPED, names=CATEGORIES)
        return run_evaluation(locomo_cases(file), Opener(taken[-1]), out, plan)

    monkeypatch.setattr(evaluate, "evaluate_file", evaluate_file)
    file = written(tmp_path, locomo_record())
    command = ("eval", "locomo", file, "--out", tmp_path / "o", *(["--json"] if as_json else []))
    for ingested, code, told in (
        (Ingested(), 0, None),
        (Ingested(refused=("conv-1/D1:1: no text",)), 1, "1 turn or session was refused"),
        (Ingested(refused=("a",), changed=("b",)), 1, "2 turns or sessions were refused"),
    ):
        taken.append(ingested)
        assert graphmem(monkeypatch, *command) == code
        errors = capsys.readouterr().err
        assert ("2 evidence ids name no turn that was taken in; the report" in errors) != as_json
        assert ("refused" in errors) == (told is not None and not as_json)
        assert as_json or (told or "") in errors


def test_eval_names_weights_that_cannot_be_used_as_they_were_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    weights = tmp_path / "weights.json"
    command = ("eval", "sample", "--out", tmp_path / "o")
    assert graphmem(monkeypatch, *command, "--weights", weights) == 1
    told = capsys.readouterr().err
    assert "weights.json holds no weights: there is no such file." in told
    assert "do without --weights" in told
    assert "GRAPHMEM_WEIGHTS" not in told
    monkeypatch.setenv("GRAPHMEM_WEIGHTS", str(weights))
    assert graphmem(monkeypatch, *command) == 1
    assert "do without GRAPHMEM_WEIGHTS" in capsys.readouterr().err


def test_help_shows_no_place_on_this_machine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert graphmem(monkeypatch, "eval", "sample", "--help") == 0
    assert "questions.json" not in "".join(capsys.readouterr().out.split())


def test_compare_prints_intervals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name, value in (("a", 0.5), ("b", 1.0)):
        folder(tmp_path / name, scored(0, value), scored(1, value))
    assert graphmem(monkeypatch, "eval", "compare", tmp_path / "a", tmp_path / "b") == 0
    assert "+50.0" in capsys.readouterr().out
    assert graphmem(monkeypatch, "eval", "compare", tmp_path / "a", tmp_path / "none") == 1
    assert "none holds no result of an evaluation" in capsys.readouterr().err


def test_train_ranker_writes_the_weights_and_says_how_good_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    recall = {"left_out": {"10": 81.5}, "seen": {"10": 82.5}}
    fitted = Shipped(
        origin={"questions": 7, "recall": recall}, weights=SearchWeights(words=1.25), left_out={}
    )
    monkeypatch.setattr(ranker, "fit_files", lambda *_, **__: fitted)
    out = tmp_path / "weights.json"
    assert graphmem(monkeypatch, "train-ranker", tmp_path / "talk.json", "--out", out) == 0
    told = capsys.readouterr().out
    assert "words" in told
    assert "+1.250" in told
    assert "left out: 81.5" in told
    assert json.loads(out.read_text("utf-8"))["weights"]["words"] == 1.25


def test_train_ranker_says_where_nothing_could_be_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    recall = {"left_out": {"10": None}, "seen": {"10": 82.5}}
    fitted = Shipped(origin={"questions": 7, "recall": recall}, weights=SearchWeights(words=1.25))
    monkeypatch.setattr(ranker, "fit_files", lambda *_, **__: fitted)
    out = tmp_path / "new" / "weights.json"
    assert graphmem(monkeypatch, "train-ranker", tmp_path / "talk.json", "--out", out) == 0
    told = capsys.readouterr().out
    assert "left out: not measurable with one conversation, of those fitted on: 82.5" in told
    assert out.is_file()


def test_train_ranker_says_which_questions_taught_nothing_and_warns_of_few(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    origin = {
        "questions": 33,
        "questions_to_be_refused": 5,
        "questions_without_valid_evidence": 3,
        "questions_without_evidence_among_candidates": 3,
        "recall": {"left_out": {"10": 81.5}, "seen": {"10": 82.5}},
    }
    command = ("train-ranker", tmp_path / "talk.json", "--out", tmp_path / "weights.json")
    for lost, warned in ((3, False), (4, True)):
        origin["questions_without_evidence_among_candidates"] = lost
        fitted = Shipped(origin=origin, weights=SearchWeights(words=1.25))
        monkeypatch.setattr(ranker, "fit_files", lambda *_, made=fitted, **__: made)
        assert graphmem(monkeypatch, *command) == 0
        told = capsys.readouterr()
        assert f"Fitted on {33 - lost} questions." in told.out
        assert (
            "Questions that taught nothing: 5 to be refused, 3 without valid evidence, "
            f"{lost} with evidence that is not among the candidates."
        ) in told.out
        assert ("warning: weights fitted on fewer than 30 questions" in told.err) == warned


@pytest.mark.parametrize("command", [("train-ranker",), ("eval", "locomo")])
def test_what_cannot_be_written_is_told_before_the_work(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    command: tuple[str, ...],
) -> None:
    def work(*_: object, **__: object) -> None:
        raise AssertionError("the work was begun")

    monkeypatch.setattr(ranker, "make_encoder", work)
    monkeypatch.setattr(evaluate, "make_encoder", work)
    file = written(tmp_path, locomo_record())
    assert graphmem(monkeypatch, *command, file, "--out", file / "out") == 1
    assert "cannot be written" in capsys.readouterr().err


def test_a_table_too_wide_for_the_terminal_goes_on_below(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = (("questions", "R@1", "R@5", "MRR"), ("all of them", "100.0", "99.0", "98.0"))
    monkeypatch.setattr(output.console(), "width", 28)
    output.print_table(table)
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["questions", "R@1", "R@5"],
        ["all", "of", "them", "100.0", "99.0"],
        ["questions", "MRR"],
        ["all", "of", "them", "98.0"],
    ]


def extraction(**given: object) -> Extraction:
    row = ExtractionFigures(name="club", turns=3, stored=4, right=3, gold=5, held=1)
    agreed = Agreement(judged=135, accuracy=0.8, kappa=0.56, by_hand=0.36, by_matcher=0.39)
    fields = {
        "reader": "rules",
        "part": CorpusSplit.TEST,
        "conversations": 1,
        "kinds": (row,),
        "totals": (row.model_copy(update={"name": "all", "corrected": 71.0}),),
        "recall": {"kind": (Slice(name="event", gold=5, held=1),)},
        "reasons": {"time": 1},
        "links": (LinkFigures(name="corrects", gold=8, within_reach=6, held=2, stored=4, right=3),),
        "agreement": {"right": {"all": agreed}},
    }
    return Extraction.model_validate({**fields, **given})


def test_eval_corpus_prints_each_kind_and_how_far_its_judge_agrees_with_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked: list[object] = []

    def measure(folder: Path, part: CorpusSplit, *_: object, **__: object) -> Extraction:
        asked.extend((folder, part))
        return extraction()

    monkeypatch.setattr(evaluate, "load_parser", lambda: None)
    monkeypatch.setattr(evaluate, "measure", measure)
    out = tmp_path / "figures.json"
    command = ("eval", "corpus", "--corpus", tmp_path, "--part", "test", "--out", out)
    assert graphmem(monkeypatch, *command) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert asked == [tmp_path, CorpusSplit.TEST]
    assert "club 3 4 5 75.0 – 20.0 31.6" in lines
    assert "all 3 4 5 75.0 71.0 20.0 31.6" in lines
    assert "event 5 1 20.0" in lines
    assert "time 1" in lines
    assert "corrects 8 6 2 25.0 4 3 75.0" in lines
    assert "all 135 80.0 0.56 36.0 39.0" in lines
    assert Extraction.model_validate_json(out.read_text(encoding="utf-8")) == extraction()


def test_eval_corpus_prints_one_json_object(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(evaluate, "load_parser", lambda: None)
    monkeypatch.setattr(evaluate, "measure", lambda *_, **__: extraction())
    assert graphmem(monkeypatch, "eval", "corpus", "--json") == 0
    assert json.loads(capsys.readouterr().out)["kinds"][0]["held"] == 1


def handed(name: str) -> Handed:
    return Handed(
        name=name,
        messages=10,
        must=20,
        told=5,
        cited=8,
        stored=15,
        whole=2,
        warned=6,
        telling=3,
        alone=1,
        tokens=5_900,
    )


@pytest.mark.parametrize("as_json", [False, True])
def test_eval_prompts_prints_each_kind(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    as_json: bool,
) -> None:
    asked: list[object] = []
    found = Prompts(
        part=CorpusSplit.TEST,
        budget=300,
        counted_by="careful count",
        kinds=(handed("club"),),
        total=handed("all"),
        unknown=1,
    )

    def measure(folder: Path, part: CorpusSplit, *_: object, **given: object) -> Prompts:
        asked.extend((folder, part, given["budget"], given["model"]))
        return found

    monkeypatch.setattr(evaluate, "load_parser", lambda: None)
    monkeypatch.setattr(evaluate, "talk_opener", lambda *_, **__: None)
    monkeypatch.setattr(evaluate, "measure_prompts", measure)
    out = tmp_path / "figures.json"
    command = ("eval", "prompts", "--corpus", tmp_path, "--part", "test", "--tokens", "300")
    flags = ["--model", "gpt-4o", *(["--json"] if as_json else [])]
    assert graphmem(monkeypatch, *command, "--out", out, *flags) == 0
    assert asked == [tmp_path, CorpusSplit.TEST, 300, "gpt-4o"]
    assert Prompts.model_validate_json(out.read_text(encoding="utf-8")) == found
    printed = capsys.readouterr().out
    if as_json:
        assert Prompts.model_validate_json(printed) == found
        return
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    assert "Prompts within 300 tokens (careful count), test; percent" in lines
    assert "club 10 20 25.0 40.0 75.0 20.0 30.0 10.0 590" in lines
    assert "1 fact of them was not judged." in lines
