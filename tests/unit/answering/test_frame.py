import pytest

from graphmem.adapters.parser import parse
from graphmem.answering.frame import kind_of, read_frame
from graphmem.model.answer import QuestionKind as Kind
from graphmem.retrieval.question import read_question
from tests.unit.answering.passages import PEOPLE


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did Ana plant the figs?", Kind.WHEN),
        ("In which year did Ana move?", Kind.WHEN),
        ("On what date did the fair open?", Kind.WHEN),
        ("From what date will Ben row?", Kind.WHEN),
        ("For which evening had Ana asked them?", Kind.WHEN),
        ("What starting date was agreed?", Kind.WHEN),
        ("Which days did Ana row?", Kind.WHEN),
        ("Which Friday was the fair?", Kind.WHEN),
        ("What is the name of the date?", Kind.FACT),
        ("Until what date is Ana away?", Kind.HOW_LONG),
        ("What evening class did Ana take?", Kind.FACT),
        ("Which evening does Ana swim?", Kind.FACT),
        ("How much time lay between the two?", Kind.HOW_LONG),
        ("By how long was the fair put off?", Kind.HOW_LONG),
        ("Until when did Ben row?", Kind.HOW_LONG),
        ("How long has Ana kept bees?", Kind.HOW_LONG),
        ("Since when has Ben been a baker?", Kind.HOW_LONG),
        ("For how long did Ben row?", Kind.HOW_LONG),
        ("How many hives does Ana have?", Kind.HOW_MANY),
        ("How many days a week does Ana swim?", Kind.HOW_MANY),
        ("How many weeks per year does Ana row?", Kind.HOW_MANY),
        ("How many weeks did Ana row?", Kind.HOW_LONG),
        ("How often does Ana swim?", Kind.FACT),
        ("What books has Ana read?", Kind.LIST),
        ("Which kinds of cheese did Ben try?", Kind.LIST),
        ("Where has Ana camped?", Kind.LIST),
        ("What are the names of Ben's geese?", Kind.LIST),
        ("What book did Ana read?", Kind.FACT),
        ("What glass does Ben use?", Kind.FACT),
        ("What was Ben's job?", Kind.FACT),
        ("Did Ana sell the boat?", Kind.YES_NO),
        ("Isn't Ben a baker?", Kind.YES_NO),
        ("Does Ana live by the sea or in the hills?", Kind.FACT),
        ("Does Ana prefer tea or coffee in the morning?", Kind.FACT),
        ("Has Ana any brothers or sisters?", Kind.YES_NO),
        ("Has Ana been to Graz and/or Linz?", Kind.YES_NO),
        ("Has Ana ever rowed or sailed?", Kind.YES_NO),
        ("Why did Ben leave?", Kind.WHY),
        ("What is Ben's reason for leaving?", Kind.WHY),
        ("How do Ana and Ben differ over the film?", Kind.COMPARISON),
        ("What do Ana and Ben each think of the film?", Kind.COMPARISON),
    ],
)
def test_the_opening_tells_what_is_asked_for(question: str, kind: Kind) -> None:
    assert kind_of(question) is kind


@pytest.mark.parametrize("question", ["?", "What of the did", "which", "what is of some are", "…"])
def test_an_odd_question_is_one_for_a_fact(question: str) -> None:
    assert kind_of(question) in (Kind.FACT, Kind.LIST)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is the end date of the lease?", Kind.WHEN),
        ("What's the date of Ana's move?", Kind.WHEN),
        ("What were the dates of the fair?", Kind.WHEN),
        ("What is Ana's birth date?", Kind.WHEN),
        ("What is Ana's moving-in date?", Kind.WHEN),
        ("What is the name of the date?", Kind.FACT),
        ("Who was Ana's date?", Kind.FACT),
    ],
)
def test_what_a_date_is_asks_when(question: str, kind: Kind) -> None:
    asked = read_question(question, PEOPLE, parse=parse)
    assert read_frame(asked, PEOPLE, parse=parse).kind is kind
    assert asked.about_time is (kind is Kind.WHEN)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who is Nina?", "Nina"),
        ("who's Uncle Ben", "Uncle Ben"),
        ("What was Acme Ltd?", "Acme Ltd"),
        ("Who is Nina, and where does she live?", None),
        ("Who does Nina know?", None),
        ("When is Easter?", None),
        ("What is it that Ana bought. Tulips?", None),
    ],
)
def test_only_who_or_what_with_a_name(question: str, name: str | None) -> None:
    assert read_frame(read_question(question, PEOPLE), PEOPLE).name == name


def test_a_frame_holds_all_that_is_read_of_a_question() -> None:
    frame = read_frame(read_question("Since when has Ana lived in Graz?", PEOPLE), PEOPLE)
    assert frame.kind is Kind.HOW_LONG
    assert frame.since
    assert not frame.ago
    assert frame.claim.names == ("Ana",)
    assert read_frame(read_question("To whom did Ana write?", PEOPLE), PEOPLE).who
