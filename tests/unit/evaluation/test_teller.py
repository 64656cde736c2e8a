"""The fit of the weights that choose an answer's words, over passages made by hand."""

from pathlib import Path

import numpy as np
import pytest

from graphmem.answering.passages import Passage
from graphmem.answering.telling.weights import SIGNALS, ShippedSpanWeights, SpanWeights
from graphmem.errors import InputError
from graphmem.evaluation.cases import Batch, Query
from graphmem.evaluation.ranker import Labelled
from graphmem.evaluation.readers import locomo_cases
from graphmem.evaluation.teller import (
    SpanExample,
    fit_spans,
    fit_teller,
    gather_spans,
    write_teller,
)
from graphmem.evaluation.weighing import digest
from graphmem.model.people import Participant
from graphmem.retrieval.question import Question
from tests.unit.answering.telling.talk import asking, passage
from tests.unit.evaluation.talk import locomo_record, qa, written

FILE = Labelled(name="talk.json", sha256="00", conversations=2, questions=4)


def batch(folder: Path) -> Batch:
    questions = [
        qa("What does Ana grow?", 4, ["D1:1"], "figs"),
        qa("What did Ana bake with walnuts?", 4, ["D2:1"], "a fig cake"),
        qa("When did Ana bake?", 2, ["D2:1"], "9 May 2023"),
        qa("What cake did Ben bake?", 5, ["D2:1"], "a fig cake"),
    ]
    other = locomo_record("conv-2", qa=questions[1:2])
    other["conversation"] = other["conversation"] | {"speaker_b": "Bo"}
    other["conversation"]["session_1"] = [{"speaker": "Bo", "dia_id": "D1:1", "text": "Hello!"}]
    (found,) = locomo_cases(written(folder, locomo_record(qa=questions), other))
    return found


def search(query: Query) -> tuple[Question, list[Passage], tuple[Participant, ...]]:
    turns = [
        passage("My figs are ripe at last.", place=1, score=9.0),
        passage("I baked a fig cake with walnuts.", place=2, score=9.0),
    ]
    return asking(query.question), turns, ()


def test_only_what_is_told_in_words_teaches(tmp_path: Path) -> None:
    whole = batch(tmp_path)
    found = gather_spans(whole, search)
    assert len(found.examples) == 3  # neither the date nor the trap
    assert all(item.rows.shape == (len(item.spans), len(SIGNALS)) for item in found.examples)
    assert all(item.f1.max() == 1.0 for item in found.examples)
    one, other = ({digest([talk])} for talk in whole.conversations)
    assert [item.seen for item in found.examples] == [one, one, other]
    assert found.scopes[digest(whole.conversations)] == one | other


def test_the_fit_finds_the_signal_that_goes_with_f1() -> None:
    chance = np.random.default_rng(5)
    examples = []
    for _ in range(200):
        rows = np.zeros((12, len(SIGNALS)))
        rows[:, SIGNALS.index("fits")] = chance.normal(size=12)
        rows[:, SIGNALS.index("after")] = chance.normal(size=12)
        best = np.argmax(rows[:, SIGNALS.index("fits")] + 0.5 * chance.normal(size=12))
        f1 = np.zeros(12)
        f1[best] = 0.8
        examples.append(SpanExample(frozenset(), (), rows, f1))
    weights = fit_spans(examples)
    assert weights.fits > 2.0
    assert abs(weights.after) < 0.5
    assert weights.stated == 0.0
    assert fit_spans(examples) == weights


def test_without_a_word_of_an_answer_there_is_nothing_to_fit() -> None:
    rows = np.zeros((3, len(SIGNALS)))
    with pytest.raises(InputError, match="No question"):
        fit_spans([SpanExample(frozenset(), (), rows, np.zeros(3))])


def test_each_conversation_has_weights_that_never_saw_it(tmp_path: Path) -> None:
    whole = batch(tmp_path)
    found = gather_spans(whole, search)
    shipped = fit_teller([found], [FILE], date="2024-01-01")
    first, second = (digest([talk]) for talk in whole.conversations)
    assert shipped.left_out[first] == fit_spans(
        item for item in found.examples if first not in item.seen
    )
    assert set(shipped.left_out) == {first, second}  # without both nothing is left
    assert shipped.origin["questions"] == 3
    assert 0 <= shipped.origin["f1"]["left_out"] <= 100


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    shipped = ShippedSpanWeights(origin={"by": "me"}, weights=SpanWeights(fits=2.0))
    write_teller(shipped, tmp_path / "weights.json")
    text = (tmp_path / "weights.json").read_text(encoding="utf-8")
    assert ShippedSpanWeights.model_validate_json(text) == shipped
