"""What the check of the corpus finds, and that it finds nothing in the corpus as it is."""

from datetime import datetime
from typing import Any

import pytest

from graphmem.evaluation.corpus import folders, read_conversation
from scripts.check_corpus import CORPUS, decided, found_doubts, found_faults
from scripts.corpus.copies import Text, copies, words_of
from scripts.corpus.faults import faults
from scripts.corpus.pointing import run_together
from scripts.corpus.splits import faults_of_splits
from scripts.corpus.times import Outcome, misdated, outcome
from tests.unit.corpus.talk import conversation, statement, turn

MENTIONS = {"Rui": "rui", "he": "rui", "us": ["ines", "bo"], "his tiller": "tiller"}
MONDAY = datetime(2025, 1, 13, 9, 0)


@pytest.mark.slow
def test_nothing_in_the_corpus_is_wrong_or_undecided() -> None:
    talks = [read_conversation(folder) for folder in folders(CORPUS)]
    doubted = set(found_doubts(talks))
    assert list(found_faults(talks)) == []
    assert doubted - decided() == set()
    assert decided() - doubted == set(), "decided, but no doubt"
    assert list(faults_of_splits(CORPUS / "splits.json", talks)) == []


def test_talk_as_the_guide_has_it_has_no_fault() -> None:
    assert list(faults(conversation(turn(mentions=MENTIONS, statements=[statement()])))) == []


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"quote": "he will lend"}, "its quote does not stand"),
        ({"to": "nobody"}, "nobody is nobody"),
        ({"predicate": "not lend"}, "not in the base form"),
        ({"predicate": "can lend"}, "not in the base form"),
        ({"text": "He will lend Rui a tiller."}, "does not stand alone"),
        ({"text": "Rui will lend Bo his tiller tomorrow."}, "'tomorrow', not when"),
        ({"text": "Somebody will lend Bo a tool."}, "names none of its subjects"),
        ({"time": {"words": "on Monday"}}, "its time does not stand"),
        ({"supersedes": ["1:2a"]}, "which nobody said before"),
        ({"also": [{"turn": "1:2", "quote": "Fine"}]}, "its proof 1:2 is said later"),
        ({"also": [{"turn": "1:1", "quote": "lends"}]}, "its quote does not stand in 1:1"),
        ({"id": "1:2a"}, "its id is not that of its turn"),
    ],
)
def test_a_statement_against_the_guide_is_a_fault(fields: dict[str, Any], fault: str) -> None:
    first = turn(mentions=MENTIONS, statements=[statement(**{"uid": "1:1a", **fields})])
    (found,) = faults(conversation(first, turn("1:2", "Fine")))
    assert fault in found


@pytest.mark.parametrize(
    ("text", "mentions", "fault"),
    [
        ("Rui is in there", {"there": "tiller"}, "left out of the mentions"),
        ("Rui told me", {"me": "ines"}, "left out of the mentions"),
        ("Rui and he", {"he#2": "rui"}, "does not stand there"),
        ("Rui and she", {"she": "eva"}, "means eva, whom nobody names"),
        ("Rui's tiller", {"Rui": "rui", "Rui's tiller": "tiller"}, "stands in a longer mention"),
        ("Rui took his tiller", {"his": "rui", "his tiller": "tiller"}, "in a longer mention"),
    ],
)
def test_a_mention_against_the_guide_is_a_fault(
    text: str, mentions: dict[str, str], fault: str
) -> None:
    needed = turn("1:2", "Rui", mentions={"Rui": "rui"})
    found = list(faults(conversation(turn(text=text, mentions=mentions), needed)))
    assert len(found) == 1
    assert fault in found[0]


def test_only_a_word_of_its_own_is_a_mention() -> None:
    def found(text: str, key: str) -> list[str]:
        return list(run_together(turn(text=text, mentions={key: "tiller"})))

    assert found("its 2.4 metres, it doesnt go down the stairs", "its") == ["its"]
    assert found("tansey says hes fit for it", "hes") == ["hes"]
    assert found("The lifeboat house has a hole in its roof", "its") == []
    assert found("it stands in the old shed", "shed") == []


def test_an_entity_that_nothing_needs_is_a_fault() -> None:
    talk = conversation(turn(text="Hello"), question="Who came?", answer="Bo")
    assert list(faults(talk)) == ["nothing needs the entity tiller"]


def test_a_surname_that_nobody_says_is_a_fault() -> None:
    told = statement(text="Rui will lend Inês Faria his tiller.")
    first = turn(mentions=MENTIONS, statements=[told])
    (found,) = faults(conversation(first))
    assert "the name 'faria', which nobody says" in found
    assert list(faults(conversation(first, turn("1:2", "Dear Mrs Faria")))) == []


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"spans": [{"turn": "1:1", "quote": "Ruy"}]}, "'Ruy' does not stand in 1:1"),
        ({"evidence": ["1:1", "1:9"]}, "there is no turn 1:9"),
        ({"id": "q2"}, "its questions are not q1, q2"),
        ({"kind": "yes_no", "wants": "yes_no"}, "neither yes nor no"),
        (
            {"status": "refused", "why": "never_said", "answer": None},
            "only what was never said has none",
        ),
    ],
)
def test_a_question_against_the_guide_is_a_fault(fields: dict[str, object], fault: str) -> None:
    talk = conversation(turn(mentions=MENTIONS, statements=[statement()]), **fields)
    (found,) = faults(talk)
    assert fault in found


@pytest.mark.parametrize(
    ("words", "edtf", "expected"),
    [
        ("Thursday", "2025-01-16", Outcome.READ),
        ("Thursday", "2025-01-09", Outcome.READ),
        ("Thursday", "2025-01-17", Outcome.OTHERWISE),
        ("by Wednesday noon", "../2025-01-15T12:00", Outcome.BORNE_OUT),
        ("yesterday", "2025-01-12", Outcome.READ),
        ("yesterday", "2025-01-11", Outcome.OTHERWISE),
        ("tonight", "2025-01-13", Outcome.READ),
        ("in April", "2025-04", Outcome.READ),
        ("in April", "2025-05", Outcome.OTHERWISE),
        ("the 25th", "2025-02-24", Outcome.OTHERWISE),
        ("that time", "2025-02-24", Outcome.UNREAD),
    ],
)
def test_times_are_read_again_by_the_calendar(words: str, edtf: str, expected: Outcome) -> None:
    assert outcome(words, edtf, MONDAY) is expected


def test_a_date_on_another_weekday_is_found() -> None:
    assert list(misdated("on Saturday 7 September 2025", 2025)) == ["Saturday 7 September 2025"]
    assert list(misdated("on Saturday the 6th of September", 2025)) == []
    assert list(misdated("Friday, 31 April 2025", 2025)) == ["Friday, 31 April 2025"]


def _text(source: str, text: str) -> Text:
    return Text(source, "1:1", words_of(text))


def test_a_copy_with_words_changed_is_a_copy() -> None:
    text = "I fly on the ninth and now the comedy is that nobody told them"
    changed = "I fly on the tenth and now the trouble is that nobody asked me"
    other = "You drove on the sixth and then the worry was that somebody told us"
    here, there = _text("a", text), _text("b", changed)
    (found,) = copies([here, there, _text("c", other)])
    assert {found.here.source, found.there.source} == {"a", "b"}
    assert [copy.there.source for copy in copies([here], [there])] == ["b"]
    assert list(copies([here], [_text("c", other)])) == []


def test_a_short_run_is_no_copy() -> None:
    seven = "the other thing you have a face"
    assert list(copies([_text("a", seven), _text("b", seven)])) == []
    eight = f"{seven} today"
    assert len(list(copies([_text("a", eight), _text("b", eight)]))) == 1
