"""Whether a claim is borne out."""

import json
import math
from pathlib import Path

import pytest

from graphmem.answering.evidence import Passage
from graphmem.answering.frame import read_frame
from graphmem.answering.verification.verify import (
    ClaimStatus,
    ReadingWeights,
    Verification,
    read_reading_weights,
    read_signals,
    reading_signals,
    verify,
)
from graphmem.errors import SettingsError
from graphmem.model.odds import Odds
from graphmem.reader import AnswerSpan, TurnReading
from graphmem.retrieval.question import read_question
from tests.unit.answering.verification.talk import PEOPLE, passage

WEIGHTS = ReadingWeights(
    origin={},
    fault=Odds(bias=0.5, weights={"gathered": -1.0, "anothers_of_two": 6.0}),
    right=Odds(bias=0.0, weights={"answers": 1.0, "doubt": -1.0}),
    threshold=0.6,
)
RACE = passage(2, "Ana", "I ran the harbour race by the river.", 5.0)
CHEESE = passage(9, "Benjamin", "I like cheese.", 1.0)


def reading(answers: float, so: float = 0.0) -> TurnReading:
    return TurnReading(answers, so, 0.0, (AnswerSpan("race", 18, 22, -1.0),))


def checked(
    text: str, *readings: TurnReading, passages: tuple[Passage, ...] = (RACE, CHEESE)
) -> Verification:
    found = {one.hit.turn_id: said for one, said in zip(passages, readings, strict=False)}
    frame = read_frame(read_question(text, PEOPLE), PEOPLE)
    return verify(frame, passages, WEIGHTS, found)


def test_what_no_turn_answers_is_refused() -> None:
    asked = "Did Ana run the harbour race?"
    held = checked(asked, reading(3.0), reading(-4.0))
    assert held.outcome is ClaimStatus.SUPPORTED
    assert held.proof == RACE
    refused = checked(asked, reading(-3.0), reading(-4.0))
    assert refused.outcome is ClaimStatus.NOBODY
    assert refused.proof == RACE
    assert refused.doubt > refused.threshold == WEIGHTS.threshold


def test_what_is_answered_of_another_was_somebody_else() -> None:
    found = checked("Did Benjamin run the harbour race?", reading(3.0), reading(-4.0))
    assert found.outcome is ClaimStatus.SOMEBODY_ELSE
    assert found.proof == RACE
    assert found.claim is not None
    assert found.claim.names == ("Benjamin",)


def test_who_merely_asks_about_it_is_not_the_nearest() -> None:
    asks = passage(3, "Benjamin", "Which race did you run?", 5.0)
    asked = "Which harbour race did Benjamin run?"
    found = checked(asked, reading(-3.0), reading(-1.0), passages=(RACE, asks))
    assert found.outcome is ClaimStatus.SOMEBODY_ELSE
    assert found.proof == RACE


def test_whose_it_was_is_told_by_the_search_where_the_reader_goes_by_who_is_asked_about() -> None:
    sailed = passage(7, "Ana", "I sailed to the harbour.", 1.0)
    asked = "Did Benjamin run the harbour race?"
    found = checked(asked, reading(-2.0), reading(-1.0), passages=(RACE, sailed))
    assert found.outcome is ClaimStatus.SOMEBODY_ELSE
    assert found.proof == RACE


def test_what_was_read_of_several_counts_by_how_likely_each_answers() -> None:
    asked = "Did Benjamin run the harbour race?"
    his = passage(9, "Benjamin", "I ran the harbour race as well.", 4.5)
    both = checked(asked, reading(3.0), reading(3.5), passages=(RACE, his))
    assert both.doubt < checked(asked, reading(3.0), reading(-4.0)).doubt


def test_without_readings_only_who_it_was_is_doubted() -> None:
    assert checked("Did Benjamin run the harbour race?").outcome is ClaimStatus.SOMEBODY_ELSE
    assert checked("Did Ana run the harbour race?").outcome is ClaimStatus.SUPPORTED


def test_where_nothing_was_found_it_is_of_nobody() -> None:
    found = checked("Did Ana sail?", passages=())
    assert (found.outcome, found.doubt, found.proof) == (ClaimStatus.NOBODY, 1.0, None)


def test_the_doubt_is_the_chance_of_a_fault() -> None:
    frame = read_frame(read_question("Did Ana run the harbour race?", PEOPLE), PEOPLE)
    signals = read_signals(frame, (RACE,), {RACE.hit.turn_id: reading(1.0)})
    odds = WEIGHTS.fault.log_odds(signals._asdict())
    assert odds == pytest.approx(-0.5)
    assert checked(frame.text, reading(1.0)).doubt == pytest.approx(1 / (1 + math.exp(-odds)))


def test_signals_are_of_all_that_was_read() -> None:
    found = reading_signals(
        [reading(1.0, 3.0), reading(2.0, -1.0)], when=True, anothers=0.25, ahead=0.5, of_two=True
    )
    assert found._replace(gathered=0.0) == (0.0, 3.0, 1.0, 0.25, 0.25, 1.0, 0.5)
    assert found.gathered == pytest.approx(2.3133, abs=1e-4)


def test_the_turns_of_others_are_compared_blind_to_who_speaks() -> None:
    frame = read_frame(read_question("Did Benjamin run the race?", PEOPLE), PEOPLE)
    read = {RACE.hit.turn_id: reading(1.0)}
    plain = read_signals(frame, (RACE, CHEESE), read).ahead
    assert plain > 3
    favoured = passage(9, "Benjamin", "I like cheese.", 3.0, speaker=1.0)  # weighs 2.0
    assert read_signals(frame, (RACE, favoured), read).ahead == pytest.approx(plain)
    nobody = read_frame(read_question("Who ran the race?", PEOPLE), PEOPLE)
    assert read_signals(nobody, (RACE, CHEESE), read).ahead == 0


def test_shipped_weights_say_what_they_were_fitted_on() -> None:
    shipped = read_reading_weights()
    assert "corpus" in shipped.origin["fitted_on"]
    # The likelier it is so, the less doubt.
    assert shipped.fault.weights["supported"] < 0
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
