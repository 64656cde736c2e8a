import pytest

from graphmem.answering.telling.kinds import kind_of
from graphmem.model.routing import QuestionKind as Kind


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did Ana plant the figs?", Kind.WHEN),
        ("In which year did Ana move?", Kind.WHEN),
        ("On what date did the fair open?", Kind.WHEN),
        ("How long has Ana kept bees?", Kind.HOW_LONG),
        ("Since when has Ben been a baker?", Kind.HOW_LONG),
        ("For how long did Ben row?", Kind.HOW_LONG),
        ("How many hives does Ana have?", Kind.HOW_MANY),
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
