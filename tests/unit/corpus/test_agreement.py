"""How far two annotations agree: matching, kappa, and what is compared."""

import json

import pytest

from scripts.corpus.agreement import Compared, agreement
from scripts.corpus.kappa import f1, kappa, share
from scripts.corpus.matching import alike, matched
from scripts.corpus_agreement import WRITTEN, measured, written
from tests.unit.corpus.talk import statement, turn


def test_kappa_is_agreement_beyond_chance() -> None:
    # 20 cases of Cohen's: 15 alike, chance 0.5.
    pairs = [("a", "a")] * 8 + [("b", "b")] * 7 + [("a", "b")] * 2 + [("b", "a")] * 3
    assert share(pairs) == pytest.approx(0.75)
    assert kappa(pairs) == pytest.approx((0.75 - 0.5) / 0.5)
    assert kappa([("a", "b"), ("b", "a")]) == pytest.approx(-1.0)


def test_what_chance_alone_decides_has_no_kappa() -> None:
    assert kappa([("a", "a")] * 5) is None
    assert kappa([]) is None
    assert f1(0, 0, 0) is None
    assert f1(2, 3, 4) == pytest.approx(4 / 7)


def test_statements_are_matched_one_to_one_by_quote_and_text() -> None:
    wide = statement("1:1b", quote="1.70 wide", text="The lift is 1.70 metres wide.")
    deep = statement("1:1c", quote="2.80 deep", text="The lift is 2.80 metres deep.")
    other_deep = statement("1:1a", quote="2.80 deep", text="The goods lift is 2.80 m deep.")
    other_wide = statement("1:1b", quote="1.70 wide", text="The goods lift is 1.70 m wide.")
    late = statement("1:1c", quote="sorry this is late", text="Ruaridh is late.")
    pairs = set(matched([wide, deep], [other_deep, other_wide, late]))
    assert pairs == {(wide, other_wide), (deep, other_deep)}


def test_neither_kind_nor_subject_decides_a_match() -> None:
    one = statement()
    assert alike(one, statement(kind="plan", subject="bo", worth=0, polarity="negative")) == 1.0
    assert list(matched([one], [statement(quote="a word", text="Something else is so.")])) == []


def test_what_two_annotations_of_one_turn_share_is_counted() -> None:
    first = turn(
        mentions={"Rui": "rui", "he": "rui", "us": ["ines", "bo"]},
        statements=[
            statement(time={"words": "he", "edtf": "2025-03"}),
            statement("1:1b", quote="Rui says", text="Rui has spoken."),
        ],
    )
    second = turn(
        mentions={"Rui": "rui", "us": "bo"},
        statements=[
            statement(
                kind="plan", worth=3, subject=["rui"] * 2, time={"words": "he", "edtf": "2025"}
            )
        ],
    )
    found = agreement([Compared([first, turn("1:2")], [second, turn("1:2")])])
    assert found["states_alike"] == 1.0
    assert (found["mentions_words_f1"], found["mentions_f1"]) == (0.8, 0.4)
    assert found["mentions_meaning_alike"] == 0.5
    assert found["statements_f1"] == pytest.approx(2 / 3)
    assert (found["kind_alike"], found["subject_alike"]) == (0.0, 1.0)
    assert (found["worth_alike"], found["worth_within_one"]) == (0.0, 1.0)
    assert (found["times_both"], found["interval_alike"]) == (1, 0.0)


def test_links_are_compared_where_both_ends_are_matched() -> None:
    old, new = statement("1:1a"), {"quote": "no wait", "text": "Rui keeps the tiller."}
    extra = statement("1:1a", quote="Rui says", text="Rui has spoken to Inês.")
    moved = statement("1:1b")
    first = [
        turn(statements=[old]),
        turn("1:2", statements=[statement("1:2a", **new, supersedes=["1:1a"])]),
    ]
    second = [
        turn(statements=[extra, moved]),
        turn("1:2", statements=[statement("1:2a", **new, supersedes=["1:1b"], confirms=["1:1a"])]),
    ]
    found = agreement([Compared(first, second)])
    assert found["supersedes_f1"] == 1.0
    # What one of them confirms, the other does not state.
    assert (found["confirms_second"], found["links_f1"]) == (0, 1.0)


@pytest.mark.slow
def test_the_figures_of_agreement_are_current() -> None:
    assert WRITTEN.read_text("utf-8") == written(measured()), (
        "run python -m scripts.corpus_agreement"
    )
    assert len(json.loads(WRITTEN.read_text("utf-8"))) == 6
