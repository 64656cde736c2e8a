"""The matcher: an altered statement from a right one."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.adapters.factory import make_encoder
from graphmem.adapters.parser import load_parser
from graphmem.evaluation.corpus import HalfOpenInterval
from graphmem.evaluation.extracted_statements import ExtractedStatement, Quoted
from graphmem.evaluation.matching.matcher import (
    BY_FOLDS,
    HELD,
    RIGHT,
    Errors,
    MatchResult,
    Reason,
    judge,
    shipped,
)
from graphmem.evaluation.matching.parsing import SceneReader
from graphmem.settings import load_settings
from tests.unit.evaluation.gold import conversation

PLANTED = "Ana planted forty tulips behind the green shed on 3 March 2025."
QUOTES = {
    "1:1a": Quoted(turn="1:1", text="I planted forty tulips behind the shed yesterday"),
    "1:1b": Quoted(turn="1:1", text="Rui wants to paint it"),
    "1:3a": Quoted(turn="1:3", text="I don't like tulips"),
}


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return make_encoder(load_settings())


def day(month: int, number: int) -> HalfOpenInterval:
    return HalfOpenInterval(datetime(2025, month, number), datetime(2025, month, number + 1))


def planted(text: str = PLANTED, **given: Any) -> ExtractedStatement:
    fields = {"subjects": ("ana",), "interval": day(3, 3), "quotes": (QUOTES["1:1a"],)}
    return ExtractedStatement(text=text, **{**fields, **given})


def judged(folder: Path, encoder: Encoder, *told: ExtractedStatement) -> MatchResult:
    scene = SceneReader(load_parser(), encoder).read(conversation(folder), told)
    return judge(scene, shipped())


@pytest.mark.parametrize(
    "right",
    [
        planted(),
        planted("On 3 March 2025 Ana put forty tulips into the ground behind the green shed."),
        planted("Forty tulips were planted behind the green shed by Ana on 3 March 2025."),
    ],
    ids=["as gold", "paraphrase", "passive"],
)
def test_what_gold_says_is_right_and_held_however_it_is_worded(
    right: ExtractedStatement, tmp_path: Path, encoder: Encoder
) -> None:
    found = judged(tmp_path, encoder, right)
    assert found.verdicts[0].right
    assert found.held == {"1:1a"}


def test_i_in_quoted_words_leaves_nothing_open(tmp_path: Path, encoder: Encoder) -> None:
    words = "I planted forty tulips behind the green shed on 3 March 2025."
    quoted, bare = planted(f"Ana said: “{words}”"), planted(words)
    found = judged(tmp_path, encoder, quoted, bare)
    assert [verdict.right for verdict in found.verdicts] == [True, False]


@pytest.mark.parametrize(
    ("altered", "reason"),
    [
        (
            planted("Bo planted forty tulips behind the green shed on 3 March 2025.",
                    subjects=("bo",)),
            Reason.SUBJECT,
        ),
        (
            planted("Ana did not plant forty tulips behind the green shed on 3 March 2025.",
                    negative=True),
            Reason.POLARITY,
        ),
        (
            planted("Ana planted forty tulips behind the green shed on 23 April 2025.",
                    interval=day(4, 23)),
            Reason.TIME,
        ),
        (planted("She planted them there with you yesterday.", subjects=()), Reason.STANDING),
        (planted("Forty tulips, behind the shed"), Reason.FORM),
        (
            ExtractedStatement(
                text="Rui painted the green shed.", subjects=("rui",), quotes=(QUOTES["1:1b"],)
            ),
            Reason.MODALITY,
        ),
    ],
    ids=["subject", "polarity", "time", "pronouns", "no verb", "wish as fact"],
)  # fmt: skip
def test_an_altered_statement_is_not_right_and_why(
    altered: ExtractedStatement, reason: Reason, tmp_path: Path, encoder: Encoder
) -> None:
    (verdict,) = judged(tmp_path, encoder, altered).verdicts
    assert not verdict.right
    assert verdict.reason is reason


@pytest.mark.parametrize(
    "altered",
    [
        planted("Ana planted forty tulips behind the green shed on 23 April 2025.",
                interval=day(4, 23)),
        planted("Ana did not plant forty tulips behind the green shed on 3 March 2025.",
                negative=True),
        planted("Ana has a green shed.", interval=None),
    ],
    ids=["time", "polarity", "something else"],
)  # fmt: skip
def test_what_differs_holds_nothing(
    altered: ExtractedStatement, tmp_path: Path, encoder: Encoder
) -> None:
    assert judged(tmp_path, encoder, altered).held == frozenset()


def test_a_statement_is_held_by_what_stands_in_its_own_turn_alone(
    tmp_path: Path, encoder: Encoder
) -> None:
    text = "Bo does not like tulips."
    of_turn = ExtractedStatement(
        text=text, subjects=("bo",), negative=True, quotes=(QUOTES["1:3a"],)
    )
    assert judged(tmp_path / "one", encoder, of_turn).held == {"1:3a"}
    elsewhere = of_turn.model_copy(update={"quotes": (QUOTES["1:1a"],)})
    assert judged(tmp_path / "two", encoder, elsewhere).held == frozenset()


def test_what_nobody_told_is_held_by_nothing(tmp_path: Path, encoder: Encoder) -> None:
    assert judged(tmp_path, encoder) == MatchResult((), frozenset())


def test_the_shipped_matcher_is_of_these_features_and_was_checked_against_people() -> None:
    fitted = shipped()
    assert fitted.right.features == tuple(RIGHT)
    assert fitted.held.features == tuple(HELD)
    for agreement in fitted.agreement.values():
        assert agreement[BY_FOLDS].judged > agreement["all"].judged
    assert sum(agreement["all"].judged for agreement in fitted.agreement.values()) > 200


@pytest.mark.parametrize("signs", [RIGHT, HELD], ids=["right", "held"])
def test_nothing_counts_against_what_it_speaks_for(signs: dict[str, int]) -> None:
    model = shipped().right if signs is RIGHT else shipped().held
    for name, weight in zip(model.features, model.weights, strict=True):
        assert weight * signs[name] >= 0, name


def test_precision_is_corrected_by_the_errors_that_are_known() -> None:
    errors = Errors(missed=0.2, let_through=0.1)
    # 50 right of 100: 40 are found, and 5 of the others are let through.
    assert errors.corrected(45.0) == pytest.approx(50.0)
    assert errors.corrected(5.0) == 0.0
    assert errors.corrected(100.0) == 100.0
