"""From labelled questions to a file of weights, over a memory whose traces are made by hand."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InputError
from graphmem.evaluation.cases import Batch
from graphmem.evaluation.question_runner import Subject
from graphmem.evaluation.ranker import (
    Gathered,
    Labelled,
    fit_files,
    fit_ranker,
    gather,
    together,
    write_weights,
)
from graphmem.evaluation.readers import benchmark_of, locomo_cases
from graphmem.evaluation.train import digest, fit
from graphmem.language.words import stems
from graphmem.model.answer import Answer
from graphmem.model.search import FITTED, SearchOptions, SearchResult, SearchWeights, Trace, Weighed
from graphmem.retrieval.weights import read_weights
from graphmem.settings import load_settings
from tests.unit.evaluation.fakes import WordsMemory
from tests.unit.evaluation.talk import haystack, locomo_record, qa, turn, written

BASE = SearchWeights(meaning=9.0, concepts=0.25)
FILE = Labelled(name="talk.json", sha256="00", conversations=2, questions=4)


class Traced:
    """Explains every turn by the words that it shares with the question."""

    def __init__(self, batch: Batch) -> None:
        self._words = WordsMemory(batch)
        self.told: list[dict[str, Any]] = []

    def search(
        self,
        question: str,
        *,
        limit: int,
        conversation: str | None,
        now: datetime | None,
        options: SearchOptions,
        explain: bool = False,
    ) -> SearchResult:
        assert explain
        self.told.append({"conversation": conversation, "now": now, "options": options})
        found = self._words.search(
            question, limit=limit, conversation=conversation, now=now, options=options
        )
        asked = stems(question)
        candidates = tuple(
            Weighed(
                turn_id=hit.turn_id,
                score=0.0,
                values={"words": len(asked & stems(hit.text)) / len(asked), "length": 1.0},
                contributions={},
                paths=(),
            )
            for hit in found.hits
        )
        trace = Trace(
            question=question,
            neutral=question,
            terms=(),
            found={},
            candidates=candidates,
            milliseconds={},
        )
        return found.model_copy(update={"trace": trace})

    def ask(self, question: str, **_: Any) -> Answer:
        raise AssertionError("nothing is answered while fitting")


def session(*texts: str) -> dict[str, Any]:
    turns = [turn("Ana", f"D1:{place}", text) for place, text in enumerate(texts, 1)]
    return {"session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": turns}


@pytest.fixture
def batch(tmp_path: Path) -> Batch:
    asked = [qa("Who bakes cakes?", 4, ["D1:1"]), qa("Whose boat is blue?", 4, ["D1:2"])]
    refuse = [qa("Who bakes bread?", 5, ["D1:1"]), qa("Why?", 1, ["D7:7"])]
    one = session("I bake cakes on Sundays.", "My boat is blue.", "It rains.")
    two = session("Ben bakes cakes.", "The blue boat leaks.", "So it goes.")
    (read,) = locomo_cases(
        written(
            tmp_path,
            locomo_record("one", conversation=one, qa=asked + refuse),
            locomo_record("two", conversation=two, qa=asked),
        )
    )
    return read


def test_questions_with_evidence_become_examples(batch: Batch) -> None:
    traced = Traced(batch)
    subject: Subject = traced
    gathered = gather(batch, subject, BASE)
    # Neither the question to be refused nor the one without evidence teaches anything.
    assert (gathered.to_refuse, gathered.bare) == (1, 1)
    assert (together([gathered] * 2).to_refuse, together([gathered] * 2).bare) == (2, 2)
    assert [item.gold for item in gathered.examples] == [(0,), (0,), (0,), (0,)]
    assert [call["conversation"] for call in traced.told] == ["one", "one", "two", "two"]
    assert {call["now"] for call in traced.told} == {datetime(2023, 5, 8, 13, 56)}
    one, two = (digest([talk]) for talk in batch.conversations)
    both = digest(batch.conversations)
    assert [set(item.seen) for item in gathered.examples] == [{one}, {one}, {two}, {two}]
    assert gathered.scopes == {one: {one}, two: {two}, both: {one, two}}


def test_weights_are_written_with_their_origin_and_read_again(batch: Batch, tmp_path: Path) -> None:
    gathered = gather(batch, Traced(batch), BASE)
    fitted = fit_ranker([gathered], BASE, [FILE], date="2026-01-02")
    assert fitted.weights.words == pytest.approx(fit(gathered.examples).words, abs=1e-4)
    assert fitted.weights.words > 0
    assert (fitted.weights.meaning, fitted.weights.length) == (0.0, 0.0)  # they tell nothing here
    assert fitted.weights.concepts == 0.25  # not fitted, so as it was
    one, two = (digest([talk]) for talk in batch.conversations)
    # Without both there is nothing left to fit on.
    assert set(fitted.left_out) == {one, two}
    rest = [item for item in gathered.examples if one not in item.seen]
    assert fitted.left_out[one].words == pytest.approx(fit(rest).words, abs=1e-4)
    assert set(fitted.fitted_on) == {one, two, digest(batch.conversations)}
    assert fitted.origin["questions"] == 4
    assert fitted.origin["questions_to_be_refused"] == 1
    assert fitted.origin["questions_without_valid_evidence"] == 1
    assert fitted.origin["date"] == "2026-01-02"
    assert fitted.origin["files"] == [FILE.model_dump()]
    assert fitted.origin["recall"] == {
        "left_out": {"5": 100.0, "10": 100.0},
        "seen": {"5": 100.0, "10": 100.0},
    }
    file = tmp_path / "weights.json"
    write_weights(fitted, file)
    assert read_weights(file) == fitted


def test_without_its_only_conversation_nothing_is_left_and_that_is_on_record(
    batch: Batch, tmp_path: Path
) -> None:
    alone = batch.model_copy(
        update={"conversations": batch.conversations[:1], "cases": batch.cases[:2]}
    )
    fitted = fit_ranker([gather(alone, Traced(alone), BASE)], BASE, [FILE], date="2026-01-02")
    assert fitted.left_out == {}
    assert fitted.fitted_on == (digest(alone.conversations),)
    assert fitted.origin["recall"]["left_out"] == {"5": None, "10": None}
    assert fitted.origin["recall"]["seen"]["10"] == 100.0
    file = tmp_path / "weights.json"
    write_weights(fitted, file)
    assert read_weights(file) == fitted


def test_weights_that_cannot_be_written_are_told(batch: Batch, tmp_path: Path) -> None:
    fitted = fit_ranker([gather(batch, Traced(batch), BASE)], BASE, [FILE], date="2026-01-02")
    with pytest.raises(InputError, match="cannot be written"):
        write_weights(fitted, tmp_path / "missing" / "weights.json")


def test_a_file_that_is_missing_is_told_before_any_other_is_ingested(tmp_path: Path) -> None:
    files = [written(tmp_path, locomo_record()), tmp_path / "missing.json"]
    nowhere = load_settings(home=tmp_path, uri="bolt://127.0.0.1:1")
    with pytest.raises(InputError, match=r"missing\.json cannot be read"):
        fit_files(files, nowhere, None, date="2026-01-02")


def test_a_question_of_several_conversations_is_left_out_with_each(batch: Batch) -> None:
    gathered = gather(batch, Traced(batch), BASE)
    wide = gathered.examples[0].__class__(
        seen=frozenset(gathered.scopes[digest(batch.conversations)]),
        features=-gathered.examples[0].features,
        gold=(0,),
        evidence=1,
    )
    widened = Gathered((*gathered.examples, wide), gathered.scopes)
    plain = fit_ranker([gathered], BASE, [FILE], date="2026-01-02")
    fitted = fit_ranker([widened], BASE, [FILE], date="2026-01-02")
    assert fitted.weights != plain.weights
    assert fitted.left_out == plain.left_out


def test_the_format_of_a_labelled_file_is_found(tmp_path: Path) -> None:
    assert benchmark_of(written(tmp_path, locomo_record())) == "locomo"
    assert benchmark_of(written(tmp_path, haystack())) == "longmemeval"
    assert benchmark_of(written(tmp_path, {"questions": []})) == "sample"
    with pytest.raises(InputError, match="no labelled questions"):
        benchmark_of(written(tmp_path, {"turns": []}))


def test_fifteen_weights_are_fitted() -> None:
    assert len(FITTED) == 15
