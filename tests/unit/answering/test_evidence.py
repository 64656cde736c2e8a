"""Whether a turn is somebody's own word depends on whom it is told of."""

import pytest

from graphmem.answering.evidence import Passage, evidence_of
from graphmem.model.answer import Source
from tests.unit.answering.extractive.talk import states
from tests.unit.answering.passages import PEOPLE, hit, passage

ANA, BEN = PEOPLE
SELF, OTHER = Source.SELF_REPORTED, Source.REPORTED


def test_it_is_ones_own_where_one_of_the_people_asked_about_speaks() -> None:
    said = passage(1, "Ben", "Ana ran the race.")
    assert evidence_of(said, "", [ANA]).source is OTHER
    assert evidence_of(said, "", [ANA, BEN]).source is SELF


def test_without_people_it_is_ones_own_where_the_statement_is_of_its_speaker() -> None:
    text = "Ana ran the race."
    of_ana = states("run", "race", text=text)
    assert evidence_of(Passage(hit(1, "Ben", text), (of_ana,)), text).source is OTHER
    assert evidence_of(Passage(hit(1, "Ana", text), (of_ana,)), text).source is SELF


@pytest.mark.parametrize(
    ("said", "source"),
    [("I ran the race.", SELF), ("They gave us a medal.", SELF), ("She ran the race.", OTHER)],
)
def test_without_people_and_statements_the_first_person_tells(said: str, source: Source) -> None:
    assert evidence_of(passage(1, "Ben", said), said).source is source


def test_a_turn_without_a_quote_is_quoted_whole() -> None:
    assert evidence_of(passage(1, "Ben", "I ran."), "").quote == "I ran."
