"""Of whom a question claims something."""

from graphmem.adapters.parser import parse
from graphmem.answering.verification.presupposition import PresupposedClaim, read_claim
from graphmem.model.listing import Participant
from graphmem.retrieval.question import read_question
from tests.unit.answering.verification.talk import PEOPLE, person


def claim(text: str, people: tuple[Participant, ...] = PEOPLE) -> PresupposedClaim:
    return read_claim(read_question(text, people), people, lambda: parse([text])[0])


def test_a_claim_is_of_whom_the_question_names() -> None:
    assert claim("What did Ana plant?").names == ("Ana",)
    assert claim("What did Ana say about Benjamin's roses?").names == ("Ana", "Benjamin")
    assert claim("What was planted?").names == ()


def test_a_claim_of_what_somebody_has_is_not_of_themselves() -> None:
    assert claim("When did Ana's brother marry?").of_possession
    assert claim("Where does the brother of Ana live?").of_possession
    assert not claim("When did Ana marry?").of_possession
    assert not claim("When did Ana meet Ana's brother?").of_possession
    whole = Participant(
        uid="person:ruiz", name="Ana Ruiz", names=("Ana", "Ana Ruiz"), conversation_ids=("c",)
    )
    assert claim("When did Ana Ruiz's brother marry?", (whole,)).of_possession


def test_a_nickname_means_the_one_whose_name_begins_with_it() -> None:
    assert claim("Where does Ben live?").names == ("Benjamin",)
    assert claim("Where does Bo live?").names == ("Bo",)
    both = (*PEOPLE, person("Benedict"))
    assert claim("Where does Ben live?", both).names == ("Ben",)


def test_a_name_without_its_apostrophe_is_that_name() -> None:
    found = claim("When is Anas birthday?")
    assert (found.names, found.stranger) == (("Ana",), None)


def test_a_stranger_is_asked_about_by_name() -> None:
    assert claim("When did Zoe run the race?").stranger == "Zoe"
    assert claim("Why couldn't Zoe run?").stranger == "Zoe"
    assert claim("Who is Mrs Petrakis?").stranger == "Mrs Petrakis"
    assert claim("When did Zoe Lind's boat sink?").stranger == "Zoe Lind"
    assert claim("Who is the plumber?").stranger is None
    assert claim("When did Zoe meet Ana?").names == ("Ana",)


def test_what_has_a_thing_of_its_own_is_no_person() -> None:
    assert claim("When did Acme move its office?").stranger is None
