"""Examples for the writer: each statement at its sentence, names exchanged, arrays that fit."""

from datetime import datetime
from random import Random

import numpy as np

from tests.unit.training.test_proposition_rows import tokenise
from training.propositions.examples import Passage, by_sentence
from training.propositions.prepare import genders, prepared, renamed
from training.propositions.rows import END, SEP, Dated, ReadTurn
from training.short_talks import ShortStatement

TEXT = "Rui left on Monday. Ana says he's fine."
TURN = ReadTurn(
    "Ana",
    datetime(2025, 3, 4, 10),
    TEXT,
    ((0, 19), (20, 39)),
    (Dated(18, "3 March 2025"),),
)
LEFT = ShortStatement(
    quote="Rui left on Monday", text="Rui left on 3 March 2025.", kind="event", worth=1
)
FINE = ShortStatement(quote="he's fine", text="Rui is fine, Ana says.", kind="state", worth=0)
PASSAGE = Passage(("Ana", "Rui"), (TURN,), (((LEFT,), (FINE,)),))


def test_each_statement_goes_to_the_sentence_of_its_quote() -> None:
    elsewhere = LEFT.model_copy(update={"quote": "not said"})
    assert by_sentence(TURN, [FINE, LEFT, elsewhere]) == ((LEFT,), (FINE,))


def test_names_are_of_the_gender_that_takes_them_up() -> None:
    told = FINE.model_copy(update={"text": "Rui sold his van to his brother."})
    passage = PASSAGE._replace(states=(((LEFT,), (told,)),))
    assert genders([passage]) == {"Ana": "", "Rui": "m"}


def test_renamed_people_bear_the_name_everywhere_and_sentences_stay_in_place() -> None:
    names = {"Ana": "f", "Rui": "m", "Bartholomew": "m", "Olga": "f"}
    found = next(
        one
        for seed in range(20)
        if "Bartholomew" in (one := renamed(PASSAGE, names, Random(seed))).people
    )
    (turn,) = found.turns
    begin, end = turn.sentences[0]
    assert turn.text[begin:end] == "Bartholomew left on Monday."
    assert turn.text[: turn.dates[0].end] == "Bartholomew left on Monday"
    assert found.states[0][0][0].text == "Bartholomew left on 3 March 2025."


def test_arrays_hold_what_is_to_be_written_of_each_sentence() -> None:
    found = prepared([PASSAGE], [PASSAGE], tokenise, seed=0)
    ends, target = found["development_ends"], found["development_target"]
    assert len(found["development_first"]) == 2
    first = target[ends[0] : ends[1]].tolist()
    assert first[-2:] == [SEP, END]
    assert first[:-2] == [token.id for token in tokenise("Rui left on 3 March 2025")]
    labels = found["development_labels"][ends[0] : ends[1]]
    assert np.array_equal(np.flatnonzero(labels[:, 0] >= 0), [len(first) - 2])
    assert {SEP, END} <= set(found["tokens"].tolist())
