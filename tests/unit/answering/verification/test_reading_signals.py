"""Whether a claim is borne out, where turns were read."""

import json
from pathlib import Path

import pytest

from graphmem.answering.verification.reading_signals import ReadingSignals, reading_signals
from graphmem.answering.verification.verify import Outcome, Verification, verify
from graphmem.answering.verification.weights import (
    Odds,
    ReadingWeights,
    read_reading_weights,
)
from graphmem.errors import SettingsError
from graphmem.reader.reading import AnswerSpan, Reading
from graphmem.retrieval.question import read_question
from tests.unit.answering.verification.talk import PEOPLE, passage

WEIGHTS = ReadingWeights(
    origin={},
    fault=Odds(bias=1.5, weights={"answers": -1.0, "ahead": 1.0}),
    somebody_else=Odds(bias=-3.0, weights={"ahead": 2.0}),
    right=Odds(bias=0.0, weights={"answers": 1.0, "doubt": -1.0}),
    threshold=0.6,
)
RACE = passage(2, "Ana", "I ran the harbour race by the river.", 5.0)
CHEESE = passage(9, "Benjamin", "I like cheese.", 1.0)


def reading(answers: float, so: float = 0.0, chance: float = -1.0) -> Reading:
    return Reading(answers, so, 0.0, (AnswerSpan("race", 0, 4, chance),))


def checked(text: str, *readings: Reading) -> Verification:
    return verify(
        read_question(text, PEOPLE),
        (RACE, CHEESE),
        PEOPLE,
        WEIGHTS,
        readings=readings,
    )


def test_signals_are_of_the_turn_that_answers_best() -> None:
    first, second = reading(1.0, 3.0, -0.5), reading(2.0, -1.0, -0.25)
    found = reading_signals([first, second])
    assert found._replace(gathered=0.0) == ReadingSignals(2.0, 0.0, -1.0, 3.0, -0.25)
    assert found.gathered == pytest.approx(2.3133, abs=1e-4)


def test_what_no_turn_answers_is_refused() -> None:
    asked = "Did Ana run the harbour race?"
    assert checked(asked, reading(3.0), reading(-4.0)).outcome is Outcome.SUPPORTED
    refused = checked(asked, reading(-3.0), reading(-4.0))
    assert refused.outcome is not Outcome.SUPPORTED
    assert refused.doubt > refused.threshold == WEIGHTS.threshold


def test_what_was_found_counts_as_well_as_what_was_read() -> None:
    # It is answered, but of Ana.
    found = checked("Did Benjamin run the harbour race?", reading(3.0))
    assert found.outcome is Outcome.SOMEBODY_ELSE
    assert found.doubt > checked("Did Ana run the harbour race?", reading(3.0)).doubt


def test_without_readings_only_who_it_was_is_doubted() -> None:
    assert checked("Did Benjamin run the harbour race?").outcome is Outcome.SOMEBODY_ELSE
    assert checked("Did Ana run the harbour race?").outcome is Outcome.SUPPORTED


def test_shipped_weights_say_what_they_were_fitted_on() -> None:
    shipped = read_reading_weights()
    assert "corpus" in shipped.origin["fitted_on"]
    # The likelier it is so, the less doubt.
    assert shipped.fault.weights["supported_anywhere"] < 0
    assert 0 < shipped.threshold < 1


@pytest.mark.parametrize(
    "content",
    [
        "{",
        json.dumps(WEIGHTS.model_dump() | {"fault": {"bias": 0, "weights": {"mood": 1}}}),
    ],
)
def test_a_file_that_holds_no_weights_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "reading.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError, match="no weights"):
        read_reading_weights(file)
