"""The text of an answer, told from passages with the weights that ship."""

from datetime import datetime

import pytest

from graphmem.answering.passages import Passage
from graphmem.answering.telling import Told, kind_of, tell
from graphmem.answering.telling.weights import SpanWeights
from graphmem.model.routing import QuestionKind
from graphmem.model.workspace import Modality, Polarity
from tests.unit.answering.telling.talk import asking, passage, states


def told(question: str, *passages: Passage, now: datetime | None = None) -> Told:
    return tell(asking(question), passages, kind=kind_of(question), now=now)


def test_a_fact_is_told_in_a_few_words_of_its_sentence() -> None:
    answer = told(
        "What did Ana bake for the fair?",
        passage("Hi Ben! I baked a walnut cake for the fair. How are you?"),
        passage("The weather is grey again.", place=5, score=4.0),
    )
    assert "walnut cake" in answer.text
    assert len(answer.text.split()) <= 6
    assert answer.proofs[0].quote == "I baked a walnut cake for the fair."
    assert answer.covered == pytest.approx(1.0)
    assert 0 < answer.chance <= answer.agreement <= 1


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


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (passage("I sold the boat.", states("sell", "boat")), "Yes"),
        (passage("I never sold the boat."), "No"),
        (
            passage("Hm.", states("sell", "boat", polarity=Polarity.NEGATIVE)),
            "No",
        ),
        (passage("I can't wait to see you. I sold the boat!"), "Yes"),
    ],
)
def test_yes_or_no_follows_what_was_affirmed(said: Passage, text: str) -> None:
    assert told("Did Ana sell the boat?", said).text == text


def test_a_negated_question_is_answered_the_other_way_round() -> None:
    sold = passage("I sold the boat.", states("sell", "boat"))
    assert told("Didn't Ana sell the boat?", sold).text == "No"


def test_a_list_holds_distinct_things_of_different_turns() -> None:
    answer = told(
        "Which instruments does Ana play?",
        passage("I play the cello."),
        passage("I play the cello every day.", place=2, score=9.9),
        passage("I play the oboe too.", place=3, score=9.8),
    )
    items = answer.text.split(", ")
    assert "cello" in items[0]
    assert "oboe" in items[1]
    assert answer.text.count("cello") == 1
    assert len(answer.proofs) == len(items)


def test_a_reason_is_told_by_its_clause() -> None:
    answer = told(
        "Why did Ana sell the boat?",
        passage("I sold the boat because the harbour closed for good."),
    )
    assert "harbour closed" in answer.text
    assert not answer.text.startswith("sold")


def test_what_changed_is_told_as_it_is_now_and_as_it_was() -> None:
    porto = states("live_in", "Porto", said_at=datetime(2023, 1, 1))
    lagos = states("live_in", "Lagos", said_at=datetime(2024, 1, 1))
    turns = (passage("I live in Porto.", porto), passage("I live in Lagos.", lagos, place=2))
    answer = told("Where does Ana live?", *turns)
    assert answer.text == "Lagos (before that Porto)"
    assert [proof.quote for proof in answer.proofs] == ["Ana live in Lagos", "Ana live in Porto"]
    assert "before that" not in told("Where did Ana live in 2023?", *turns).text


def test_a_book_after_another_is_no_change_unless_now_is_asked() -> None:
    first = states("read", "Emma", text="Ana reads the novel Emma", said_at=datetime(2023, 1, 1))
    second = states("read", "Ivanhoe", text="Ana reads the novel Ivanhoe")
    turns = (
        passage("I am reading Emma, a novel.", first),
        passage("I read Ivanhoe now, a novel.", second, place=2),
    )
    assert "before that" not in told("What novel does Ana read?", *turns).text
    now = told("What novel does Ana read nowadays?", *turns)
    assert now.text == "Ivanhoe (before that Emma)"


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


def test_weights_given_are_the_ones_that_choose() -> None:
    question = "What did Ana bake?"
    turns = (passage("I baked a cake."), passage("I baked a loaf.", place=2, score=9.9))
    first = tell(asking(question), turns, kind=kind_of(question), weights=SpanWeights(behind=50.0))
    last = tell(asking(question), turns, kind=kind_of(question), weights=SpanWeights(behind=-50.0))
    assert "cake" in first.text
    assert "loaf" in last.text


def test_a_caption_can_answer() -> None:
    answer = told(
        "What is in the photo that Ana shared?",
        passage("Look at this!", caption="a photo of a red kayak on a beach"),
    )
    assert "kayak" in answer.text
    assert "photo" not in answer.text


def test_what_an_image_shows_is_no_reason() -> None:
    shown = passage("Look at this!", caption="a photo of a boat in the harbour")
    assert "Look" in told("Why did Ana sell the boat?", shown).text


@pytest.mark.parametrize(
    "question", ["?", "How many?", "Since when", "what of", "did", "Ana!", "why"]
)
@pytest.mark.parametrize("text", ["?", "…", "'", "I", "Ana", '"', "1900", "🙂", "a" * 3000])
def test_odd_texts_are_met_without_an_error(question: str, text: str) -> None:
    for kind in QuestionKind:
        answer = tell(asking(question), [passage(text)], kind=kind)
        assert bool(answer.text) == bool(answer.proofs)
