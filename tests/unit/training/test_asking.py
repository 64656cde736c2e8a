"""Sentences to questions, by grammar."""

import pytest

from graphmem.adapters.parser import load_parser
from training.asking import Clause, as_done, clause_of, of_parts, when, who, yes_no
from training.derived import Form

NAMES = {"Ana", "Bo", "Rui", "Ghent", "Hangrail"}


def clause(text: str) -> Clause:
    found = clause_of(load_parser()([text])[0], proper=NAMES)
    assert found is not None, text
    return found


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Ana hopes that Bo will come.", "Does Ana hope that Bo will come?"),
        ("Ana went to Ghent.", "Did Ana go to Ghent?"),
        ("The fund stood at £731.50.", "Did the fund stand at £731.50?"),
        ("Ana has sold her van.", "Has Ana sold her van?"),
        ("Ana is in charge of the boats.", "Is Ana in charge of the boats?"),
        ("Bo did not sleep before the launch.", "Did Bo sleep before the launch?"),
        ("The rails will be delivered by Rui.", "Will the rails be delivered by Rui?"),
        ("Hangrail uses SQLite.", "Does Hangrail use SQLite?"),
    ],
)
def test_a_statement_is_asked_with_its_verb_in_front(text: str, question: str) -> None:
    assert yes_no(clause(text)) == question


def test_the_subject_is_asked_for_and_the_verb_agrees() -> None:
    assert who(clause("Ana and Bo have sold the van."), "who") == "Who has sold the van?"
    assert who(clause("The rails are 240 euros."), "what") == "What is 240 euros?"
    assert who(clause("Bo did not sleep."), "who") is None


def test_what_still_holds_is_asked_in_the_present() -> None:
    lived = clause("Ana lived in Ghent.")
    assert yes_no(lived, still=True) == "Does Ana still live in Ghent?"
    assert who(lived, "who", still=True) == "Who still lives in Ghent?"


@pytest.mark.parametrize(
    ("text", "form", "question", "answer"),
    [
        ("Ana lives in Ghent.", Form.WHERE, "Where does Ana live?", "Ghent"),
        ("Ana found three bugs.", Form.HOW_MANY, "How many bugs did Ana find?", "three"),
        ("Ana got £20 from Bo.", Form.HOW_MUCH, "How much did Ana get from Bo?", "£20"),
        ("Ana sold the old van to Bo.", Form.WHAT, "What did Ana sell to Bo?", "the old van"),
        ("Ana met Rui at the fair.", Form.WHO, "Who did Ana meet at the fair?", "Rui"),
    ],
)
def test_what_follows_the_verb_is_asked_for(
    text: str, form: Form, question: str, answer: str
) -> None:
    found = of_parts(clause(text), people=NAMES, places={"Ghent"})
    told = {one.form: (one.question, one.answer) for one in found}
    assert told[form] == (question, answer)


def test_its_time_is_asked_for() -> None:
    found = when(clause("Ana sold the van on 4 March 2025."))
    assert found is not None
    assert (found.question, found.answer) == ("When did Ana sell the van?", "4 March 2025")
    since = when(clause("Ana has lived in Ghent since 4 March 2025."))
    assert since is not None
    assert since.question == "Since when has Ana lived in Ghent?"
    assert when(clause("Ana sold the van.")) is None


@pytest.mark.parametrize(
    ("text", "by_other", "question"),
    [
        ("Ana will sell the van to Bo on 4 March 2025.", False, "When did Ana sell the van to Bo?"),
        ("Ana plans to visit Rui in Ghent.", False, "When did Ana visit Rui in Ghent?"),
        ("Rui advises Ana to sell the van.", True, "When did Ana sell the van?"),
        ("The party will be in Ghent if it rains.", False, "When was the party in Ghent?"),
    ],
)
def test_what_is_not_done_is_asked_as_if_it_were(text: str, by_other: bool, question: str) -> None:
    assert next(as_done(clause(text), by_other=by_other)).question == question


@pytest.mark.parametrize(
    "text",
    [
        "There is a dog.",
        "The tiller is broken, Rui says.",
        "Ana sold the van and bought a bike.",
        "Nobody came to the party.",
        "Ana paid 20 and not 30 euros.",
        "She sold the van.",
    ],
)
def test_a_sentence_that_grammar_does_not_surely_cover_gives_nothing(text: str) -> None:
    assert clause_of(load_parser()([text])[0], proper=NAMES) is None
