"""What the reader's network is shown: rows, what of them is right, and that a seed repeats it."""

import numpy as np

from graphmem.reader import CLS, SEP, Segment
from tests.unit.training.reader import asked, examples, tokenise
from training.reader.batches import (
    NOT_TAUGHT,
    ROWS_OF_QUESTION,
    Sizes,
    Steps,
    asked_batch,
    beside,
    claim_batch,
)
from training.reader.examples import Asking, Span
from training.reader.figures import best_span, overlap
from training.reader.rows import Rows


def rows() -> Rows:
    return Rows(examples(), tokenise)


def drawn() -> np.random.Generator:
    return np.random.default_rng(0)


def ids(text: str) -> tuple[int, ...]:
    return tokenise(text).ids


def test_a_turn_stands_behind_those_of_its_session() -> None:
    first, _, _, _, _ = examples().asked
    row = rows().of_question(first, 1)
    before = (*ids("Inês, 4 March 2025:"), *ids("The tiller is Rui's"), SEP)
    own = (*ids("Bo, 4 March 2025:"), *ids("Ask him"), SEP)
    assert row.ids == (CLS, *ids("What is Rui's?"), SEP, *before, *own)
    assert Segment.CONTEXT not in rows().of_question(first, 2).segments


def test_words_are_placed_in_the_text_and_in_the_head() -> None:
    made, first = rows(), examples().asked[0]
    row = made.of_question(first, 0)
    assert made.placed(row, "plot", 0, Span(0, 10)) == (row.text, row.text + 1)
    assert made.placed(row, "plot", 0, Span(0, 4, in_head=True)) == (row.turn, row.turn)
    assert made.placed(row, "plot", 0, Span(90, 99)) is None


def test_a_question_is_shown_with_what_answers_or_tempts_first() -> None:
    one = asked("What?", near=tuple(range(20)), evidence=(3, 9, 4, 5, 6))
    shown = beside(one, drawn())
    assert len(shown) == len(set(shown)) == ROWS_OF_QUESTION
    assert set(shown[:3]) <= set(one.evidence)
    assert not set(shown[3:]) & set(one.evidence)
    refused = examples().asked[3]._replace(near=tuple(range(20)), evidence=(3, 9, 4))
    assert beside(refused, drawn())[:2] == [3, 9]


def test_only_what_answers_is_taught_as_right() -> None:
    every = examples().asked
    batch = asked_batch(every, rows(), drawn())
    assert batch.right.shape == (len(every), ROWS_OF_QUESTION + 1)
    assert batch.right[:, -1].tolist() == [False, False, False, True, True]
    assert batch.answers.sum() == 3
    assert batch.starts.sum(axis=1).tolist() == batch.ends.sum(axis=1).tolist()
    taught = batch.asking[batch.asking != NOT_TAUGHT].tolist()
    assert sorted(taught) == [0, 0, 0, list(Asking).index(Asking.OTHER_PERSON)]
    assert batch.yes[batch.yes >= 0].tolist() == [1.0]
    assert not (batch.question[batch.asking != NOT_TAUGHT] == 4).any()


def test_the_words_of_a_claim_are_taught_where_it_is_borne_out() -> None:
    claimed = examples().claimed
    batch = claim_batch(claimed, rows())
    row = rows().of_claim(claimed[0])
    assert batch.right.tolist() == [1.0, 0.0]
    assert batch.start.tolist() == [row.text, NOT_TAUGHT]
    assert batch.end.tolist() == [row.end - 1, NOT_TAUGHT]


def test_a_seed_gives_the_same_steps_again() -> None:
    sizes = Sizes(asked=2, claimed=2, worded=2)
    steps = Steps(examples(), rows(), epochs=3, seed=1, sizes=sizes)
    again = Steps(examples(), rows(), epochs=3, seed=1, sizes=sizes)
    assert len(steps) == 6
    for number in range(len(steps)):
        one, other = steps[number], again[number]
        np.testing.assert_array_equal(one.asked.inputs.ids, other.asked.inputs.ids)
        assert one.claimed is not None
        assert other.claimed is not None
        np.testing.assert_array_equal(one.claimed.inputs.ids, other.claimed.inputs.ids)
    without = Steps(examples()._replace(worded=()), rows(), epochs=1, seed=1, sizes=sizes)
    assert without[0].worded is None


def test_the_likeliest_words_are_of_the_turn_and_in_order() -> None:
    row = rows().of_question(examples().asked[0], 1)
    start, end = np.full(len(row.ids), -9.0), np.full(len(row.ids), -9.0)
    start[0] = end[0] = 5  # outside the turn
    start[row.text + 1] = end[row.text] = 3
    start[row.text] = 2
    assert best_span(start, end, row) == (row.text, row.text)


def test_runs_of_tokens_overlap_by_f1() -> None:
    assert overlap((3, 5), (3, 5)) == 1
    assert overlap((3, 4), (4, 5)) == 0.5
    assert overlap((3, 4), (6, 9)) == 0
