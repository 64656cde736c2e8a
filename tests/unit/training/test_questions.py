"""The questions of the corpus in the shape in which labelled files are evaluated."""

from graphmem.model.answer import Status
from tests.unit.corpus.talk import conversation, turn
from training.questions import batch_of


def test_each_question_is_asked_of_its_own_conversation() -> None:
    talk = conversation(turn())
    batch = batch_of("corpus", [talk])
    (case,) = batch.cases
    place = talk.header.id
    assert (case.query.conversation, case.query.index) == (place, 0)
    assert case.gold.expected is Status.ANSWERED
    assert (case.gold.answer, case.gold.evidence) == ("Rui", (f"{place}/1:1",))
    assert case.gold.sessions == (f"{place}/S1",)
    assert batch.sessions[f"{place}/1:1"] == f"{place}/S1"


def test_what_is_to_be_refused_has_turns_that_tempt() -> None:
    fields = {"status": "refused", "answer": None, "why": "other_person"}
    (case,) = batch_of("corpus", [conversation(turn(), **fields)]).cases
    assert case.gold.adversarial
    assert case.gold.answer == ""
    assert case.gold.evidence
