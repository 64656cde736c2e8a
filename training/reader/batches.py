"""What the network is shown at each step, as arrays."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from graphmem.evaluation.corpus import Expected
from graphmem.reader import TokenRow
from training.reader.examples import WANTS, Asked, Asking, Claimed, Examples, Source, Worded
from training.reader.rows import Rows

Array = Any  # NumPy's; the loader makes tensors of them
NOT_TAUGHT = -100
ROWS_OF_QUESTION = 8
_MOST_RIGHT = 3
_MOST_TEMPTING = 2
_MULTIPLE = 8  # of it a batch is long
_WEIGHTS = {Source.ASKED: 3.0, Source.TALK: 3.0, Source.DERIVED: 0.7, Source.EXCHANGE: 0.5}
_ASKING = {asking: number for number, asking in enumerate(Asking)}
_WANTED = {wants: number for number, wants in enumerate(WANTS)}


class Inputs(NamedTuple):
    """Rows of one length; ``mask`` is set where there is a token."""

    ids: Array
    segments: Array
    mask: Array


class AskedBatch(NamedTuple):
    """Questions, each beside several turns: a row for each pair.

    Row ``i`` is pair ``column[i]`` of question ``question[i]``. ``right`` has for each question
    which of its pairs answer, with a last column that is set where none does. ``yes`` is negative
    and ``asking`` is ``NOT_TAUGHT`` where a row teaches nothing of it.
    """

    inputs: Inputs
    question: Array
    column: Array
    answers: Array
    right: Array
    starts: Array
    ends: Array
    asking: Array
    yes: Array
    wants: Array


class ClaimBatch(NamedTuple):
    """Claims or wordings beside a turn; where no words are known, they are ``NOT_TAUGHT``."""

    inputs: Inputs
    right: Array
    start: Array
    end: Array


class Step(NamedTuple):
    """What one step learns from."""

    asked: AskedBatch
    claimed: ClaimBatch | None
    worded: ClaimBatch | None


class Sizes(NamedTuple):
    """How many of each sort a step has."""

    asked: int = 48
    claimed: int = 128
    worded: int = 96


class Steps:
    """The steps by number, each drawn anew; the same seed gives the same ones."""

    def __init__(
        self, examples: Examples, rows: Rows, *, epochs: int, seed: int, sizes: Sizes | None = None
    ) -> None:
        self._examples, self._rows, self._seed = examples, rows, seed
        self._sizes = sizes or Sizes()
        self._count = epochs * max(1, len(examples.asked) // self._sizes.asked)
        weights = np.array([_WEIGHTS[one.source] for one in examples.asked])
        self._weights = weights / weights.sum()

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Step:
        if not 0 <= number < self._count:
            raise IndexError(number)
        drawn = np.random.default_rng((self._seed, number))
        every, sizes = self._examples, self._sizes
        asked = drawn.choice(len(every.asked), sizes.asked, p=self._weights)
        return Step(
            asked_batch([every.asked[place] for place in asked], self._rows, drawn),
            self._claims(every.claimed, sizes.claimed, drawn),
            self._claims(every.worded, sizes.worded, drawn),
        )

    def _claims(
        self, every: Sequence[Claimed | Worded], size: int, drawn: np.random.Generator
    ) -> ClaimBatch | None:
        if not every:
            return None
        return claim_batch([every[place] for place in drawn.choice(len(every), size)], self._rows)


def inputs_of(rows: Sequence[TokenRow]) -> Inputs:
    """Rows padded to one length."""
    longest = max(len(row.ids) for row in rows)
    shape = (len(rows), -(-longest // _MULTIPLE) * _MULTIPLE)
    ids, segments = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    mask = np.zeros(shape, np.bool_)
    for number, row in enumerate(rows):
        ids[number, : len(row.ids)] = row.ids
        segments[number, : len(row.ids)] = row.segments
        mask[number, : len(row.ids)] = True
    return Inputs(ids, segments, mask)


def asked_batch(every: Sequence[Asked], rows: Rows, drawn: np.random.Generator) -> AskedBatch:
    """Each question beside turns that answer it, that tempt, and that are near."""
    pairs = [
        (number, column, one, place)
        for number, one in enumerate(every)
        for column, place in enumerate(beside(one, drawn))
    ]
    made = [rows.of_question(one, place) for _, _, one, place in pairs]
    inputs = inputs_of(made)
    answers = np.array([place in one.answered_by for *_, one, place in pairs])
    question = np.array([number for number, *_ in pairs])
    column = np.array([column for _, column, *_ in pairs])
    right = np.zeros((len(every), ROWS_OF_QUESTION + 1), np.bool_)
    right[question, column] = answers
    right[:, -1] = ~right.any(axis=1)
    starts, ends = np.zeros_like(inputs.mask), np.zeros_like(inputs.mask)
    for number, ((*_, one, place), row) in enumerate(zip(pairs, made, strict=True)):
        for span in one.spans.get(place, ()) if answers[number] else ():
            tokens = rows.placed(row, one.conversation, place, span)
            if tokens is not None:
                starts[number, tokens[0]] = ends[number, tokens[1]] = True
    return AskedBatch(
        inputs=inputs,
        question=question,
        column=column,
        answers=answers.astype(np.float32),
        right=right,
        starts=starts,
        ends=ends,
        asking=np.array([_asking(one, place) for *_, one, place in pairs]),
        yes=np.array([_yes(one, place) for *_, one, place in pairs], np.float32),
        wants=np.array([_WANTED[one.wants] for *_, one, _ in pairs]),
    )


def beside(asked: Asked, drawn: np.random.Generator) -> list[int]:
    """The turns that a question is shown with: some that answer or tempt, then others near it."""
    right = _shuffled(asked.answered_by, drawn)[:_MOST_RIGHT]
    tempting = [] if asked.answered_by else list(asked.evidence[:_MOST_TEMPTING])
    others = [
        place
        for place in dict.fromkeys((*asked.evidence, *asked.near))
        if place not in asked.answered_by and place not in tempting
    ]
    return [*right, *tempting, *_shuffled(others, drawn)][:ROWS_OF_QUESTION]


def claim_batch(every: Sequence[Claimed | Worded], rows: Rows) -> ClaimBatch:
    """Claims or wordings, each beside its turn."""
    made = [rows.of_claim(one) for one in every]
    tokens = [_words_of(one, row, rows) for one, row in zip(every, made, strict=True)]
    return ClaimBatch(
        inputs=inputs_of(made),
        right=np.array([is_right(one) for one in every], np.float32),
        start=np.array([start for start, _ in tokens]),
        end=np.array([end for _, end in tokens]),
    )


def is_right(one: Claimed | Worded) -> bool:
    """Whether the turn bears a claim out, or the wording is right."""
    return one.borne_out if isinstance(one, Claimed) else one.right


def _words_of(one: Claimed | Worded, row: TokenRow, rows: Rows) -> tuple[int, int]:
    span = one.span if isinstance(one, Claimed) else None
    tokens = rows.placed(row, one.conversation, one.turn, span) if span else None
    return tokens or (NOT_TAUGHT, NOT_TAUGHT)


def _asking(one: Asked, place: int) -> int:
    """What a turn shows of how the question stands: where it answers or tempts."""
    if one.expected is Expected.ASK_BACK or place not in one.evidence:
        return NOT_TAUGHT
    return _ASKING[one.asking]


def _yes(one: Asked, place: int) -> float:
    return -1.0 if one.yes is None or place not in one.answered_by else float(one.yes)


def _shuffled(places: Sequence[int], drawn: np.random.Generator) -> list[int]:
    return [places[place] for place in drawn.permutation(len(places))]
