"""Which questions ask who bears a name, and nothing else."""

import pytest

from graphmem.answering.bearing import Described
from graphmem.answering.from_names import answer_from_name, asked_name
from graphmem.model.routing import QuestionKind, Routing
from graphmem.retrieval.question import read_question


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
    assert asked_name(question) == name


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
