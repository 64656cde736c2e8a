"""Who bears a name is told by what they are to others."""

import pytest

from graphmem.answering.entity_description import Described
from graphmem.answering.statement_answers import answer_from_name
from graphmem.model.routing import QuestionKind, Routing
from graphmem.retrieval.question import read_question


@pytest.mark.parametrize(
    ("takes_part", "by_role", "answers"),
    [(True, False, False), (True, True, True), (False, False, True)],
)
def test_of_who_takes_part_only_a_role_tells_who_they_are(
    takes_part: bool, by_role: bool, answers: bool
) -> None:
    described = Described("Nina", takes_part, by_role, ("Nina bought tulips",), ())
    question = read_question("Who is Nina?", [])
    found = answer_from_name(question, Routing(kind=QuestionKind.FACT), described, ())
    assert (found is not None) == answers
