"""The text of an answer that is worked out, or told in a sentence."""

from datetime import datetime

import pytest

from graphmem.answering.passages import Passage
from graphmem.answering.telling import Told, kind_of, tell
from graphmem.model.routing import QuestionKind
from graphmem.model.workspace import Modality, Polarity
from tests.unit.answering.telling.talk import asking, passage, states


def told(question: str, *passages: Passage, now: datetime | None = None) -> Told:
    return tell(asking(question), passages, kind=kind_of(question), now=now)


def test_a_fact_is_told_in_its_sentence() -> None:
    answer = told(
        "What did Ana bake for the fair?",
        passage("Hi Ben! I baked a walnut cake for the fair. How are you?"),
        passage("The weather is grey again.", place=5, score=4.0),
    )
    assert answer.text == "I baked a walnut cake for the fair"
    assert answer.proofs[0].quote == "I baked a walnut cake for the fair."
    assert answer.covered == pytest.approx(1.0)


def test_a_question_proves_nothing_that_it_asks() -> None:
    answer = told(
        "What instrument does Ana play?",
        passage("Do you play an instrument, the oboe maybe?", speaker="Ben", score=10.2),
        passage("I play the cello.", place=2, score=10.0),
    )
    assert answer.text.endswith("cello")


def test_nothing_found_tells_nothing() -> None:
    assert told("What did Ana bake?") == Told("", kind_of("What did Ana bake?"))
    assert not told("When did Ana bake?").text


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("I planted the figs yesterday.", "7 May 2024"),
        ("Hi! I planted the figs last week.", "the week before 8 May 2024"),
        (
            "So much news. Last Friday was great. I planted the figs.",
            "the Friday before 8 May 2024",
        ),
        ("The figs are planted!", "8 May 2024"),
    ],
)
def test_a_date_is_resolved_against_its_turn(said: str, text: str) -> None:
    answer = told("When did Ana plant the figs?", passage(said))
    assert answer.text == text
    assert 0 < answer.chance <= 1


def test_the_month_that_a_question_names_decides_between_dates() -> None:
    march = passage("I swam in the lake yesterday.", said_at=datetime(2024, 3, 5), score=9.0)
    may = passage("I swam in the lake yesterday.", place=2)
    assert told("When did Ana swim in March?", may, march).text == "4 March 2024"
    assert told("When did Ana swim?", may, march).text == "7 May 2024"


@pytest.mark.parametrize(
    ("question", "said", "now", "text"),
    [
        ("How long has Ana kept bees?", "I have kept bees for four years.", None, "four years"),
        ("How long has Ana kept bees?", "I've kept bees since 2020.", None, "4 years"),
        ("How long ago did Ana move?", "I moved ten years ago.", None, "10 years ago"),
        (
            "How long ago did Ana move?",
            "I moved ten years ago.",
            datetime(2026, 5, 8),
            "12 years ago",
        ),
        ("How long did Ana row?", "We rowed and it took six weeks.", None, "six weeks"),
        ("Since when has Ana kept bees?", "I kept bees for four years now.", None, "since 2020"),
    ],
)
def test_a_length_is_said_or_computed(
    question: str, said: str, now: datetime | None, text: str
) -> None:
    assert told(question, passage(said), now=now).text == text


def test_a_number_that_is_said_counts_more_than_what_was_told_of() -> None:
    hives = states("keep", "hives")
    assert (
        told("How many hives does Ana keep?", passage("I keep seven hives.", hives)).text == "seven"
    )


def test_things_are_counted_once_each_and_only_if_so() -> None:
    answer = told(
        "How many dogs did Ana adopt?",
        passage("I adopted Rex.", states("adopt", "Rex", text="Ana adopted the dog Rex")),
        passage("Rex!", states("adopt", "Rex", text="Ana adopted the dog Rex"), place=2),
        passage("And Bo.", states("adopt", "Bo", text="Ana adopted the dog Bo"), place=3),
        passage(
            "Not Fly.",
            states(
                "adopt",
                "Fly",
                text="Ana did not adopt the dog Fly",
                polarity=Polarity.NEGATIVE,
                modality=Modality.DENIED,
            ),
            place=4,
        ),
    )
    assert answer.text == "2"
    assert len(answer.proofs) == 2


def test_times_are_counted_by_day() -> None:
    answer = told(
        "How many times did Ana swim in the lake?",
        passage("I swam in the lake today."),
        passage("I swam in the lake again today.", place=2),
        passage("I swam in the lake.", place=3, said_at=datetime(2024, 6, 1)),
    )
    assert answer.text == "2"


def test_a_reason_is_told_by_its_clause() -> None:
    answer = told(
        "Why did Ana sell the boat?",
        passage("I sold the boat because the harbour closed for good."),
    )
    assert "harbour closed" in answer.text


def test_a_comparison_tells_what_each_said() -> None:
    answer = told(
        "What do Ana and Ben each think of the film?",
        passage("I found the film thrilling."),
        passage("The film was terribly dull.", speaker="Ben", place=2, score=9.5),
    )
    ana, ben = answer.text.split("; ")
    assert ana.startswith("Ana: ")
    assert "thrilling" in ana
    assert ben.startswith("Ben: ")
    assert "dull" in ben


@pytest.mark.parametrize(
    "question", ["?", "How many?", "Since when", "what of", "did", "Ana!", "why"]
)
@pytest.mark.parametrize("text", ["?", "…", "'", "I", "Ana", '"', "1900", "🙂", "a" * 3000])
def test_odd_texts_are_met_without_an_error(question: str, text: str) -> None:
    for kind in QuestionKind:
        answer = tell(asking(question), [passage(text)], kind=kind)
        assert bool(answer.text) == bool(answer.proofs)
