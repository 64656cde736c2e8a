"""Further wordings of a question, by rules and by a scripted model."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.agents.rewording import FurtherQuestions
from graphmem.model.listing import Participant
from graphmem.retrieval.expansion import (
    Alias,
    answering_statement,
    expand,
    further_questions,
    with_synonyms,
)
from graphmem.retrieval.question import ParsedQuestion, read_question
from graphmem.testing import LoopbackModel, answers, fails
from tests.unit.adapters.test_llm import connect

NOW = datetime(2023, 2, 3)
ANA = Participant(uid="person:ana", name="Ana", names=("Ana",), conversation_ids=("garden",))


def ask(text: str) -> ParsedQuestion:
    return read_question(text, [ANA])


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("When did Ana buy the boat?", "Ana bought the boat"),
        ("Where did Ana and Ben go last May?", "Ana and Ben went last May"),
        ("How many tulips did Ana plant?", "Ana planted tulips"),
        ("How long has Ana lived in Graz?", "Ana has lived in Graz"),
        ("What does Ana's sister teach at school?", "Ana's sister teaches at school"),
        ("What is Ana's job?", "Ana's job is"),
        ("Is Ben happy with the flat?", "Ben is happy with the flat"),
        ("Which books have the twins read?", "the twins have read books"),
        ("Who planted the tulips?", None),
        ("What did he do?", None),
        ("Did the two of them meet in Oslo?", None),
        ("Tell me about the boat.", None),
        ("", None),
    ],
)
def test_a_question_is_turned_into_its_statement(question: str, statement: str | None) -> None:
    assert answering_statement(question) == statement


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("When did Ana buy a car?", "When did Ana purchase a vehicle?"),
        ("When was she purchasing movies?", "When was she buying films?"),
        ("Who bought vehicles?", "Who purchased cars?"),
        ("When did May Flat begin?", "When did May Flat start?"),
        ("Ana's kids", "Ana's children"),
        ("What is her oboe called?", "What is her oboe called?"),
    ],
)
def test_words_of_one_sense_change_places_in_their_form(text: str, other: str) -> None:
    assert with_synonyms(text) == other


def test_a_relative_date_is_spelled_out_where_today_is_known() -> None:
    assert "Where did Ana go in May 2022?" in further_questions(
        ask("Where did Ana go last May?"), [], NOW
    )
    assert further_questions(ask("Where did Ana go last May?"), [], None) == ("Ana went last May",)


def test_a_day_gives_its_month_and_a_month_its_name() -> None:
    asked = ask("What did Ana plant on 8 May 2023?")
    assert further_questions(asked, [], None)[0] == "What did Ana plant in May 2023?"
    assert further_questions(ask("What bloomed in May 2023?"), [], None) == (
        "What bloomed in May?",
    )


def test_a_thing_is_asked_for_by_its_other_name() -> None:
    found = further_questions(
        ask("When did Ana repaint the boat?"), [Alias("boat", ("Pepper",))], NOW
    )
    assert found == ("When did Ana repaint Pepper?", "Ana repainted the boat")
    boats = further_questions(ask("How many boats are there?"), [Alias("boat", ("Pepper",))], NOW)
    assert boats == ()


def test_there_are_at_most_three_and_none_twice() -> None:
    names = [Alias("boat", ("skiff",)), Alias("Boat", ("skiff",)), Alias("boat", ("boat",))]
    found = further_questions(ask("When did Ana buy the boat last May?"), names, NOW)
    assert found == (
        "When did Ana buy the skiff last May?",
        "When did Ana buy the boat in May 2022?",
        "Ana bought the boat last May",
    )


@given(st.text(max_size=200).filter(lambda text: text.strip()), st.text(max_size=10))
def test_whatever_is_asked_there_are_few_and_all_are_new(text: str, name: str) -> None:
    asked = ask(text)
    found = further_questions(asked, [Alias(name, (r"\1", "x"))], NOW)
    assert len(found) <= 3
    assert found == further_questions(asked, [Alias(name, (r"\1", "x"))], NOW)
    assert asked.text.strip() not in found


def test_a_long_text_is_not_worded_anew() -> None:
    assert further_questions(ask("When did Ana buy the boat? " * 100), [], NOW) == ()
    assert answering_statement("how many " + "a" * 900) is None


def test_a_model_words_them_and_is_told_the_day() -> None:
    told = FurtherQuestions(
        questions=("Ana got the boat", "When did Ana buy the boat", "a", "b", "c")
    )
    with LoopbackModel(answers(told)) as server:
        found = expand(ask("When did Ana buy the boat?"), [], NOW, connect(server))
        assert "Asked on 3 February 2023." in server.requests[0].texts("user")[0]
    assert found == (("Ana got the boat", "a", "b"), ())


def test_where_the_model_fails_the_rules_do_it_and_say_so() -> None:
    asked = ask("When did Ana buy the boat?")
    with LoopbackModel(fails(500)) as server:
        found = expand(asked, [], NOW, connect(server, max_attempts=1))
    assert found.questions == further_questions(asked, [], NOW) != ()
    (note,) = found.notes
    assert note.startswith("The rules worded further questions, since openai/loopback")
    assert expand(asked, [], NOW, None) == (found.questions, ())


def test_that_there_is_no_other_wording_is_noted() -> None:
    found = expand(ask("Which beach?"), [], NOW, None)
    assert found.questions == ()
    assert found.notes == ("The rules found no other wording, so the question was asked alone.",)
    with LoopbackModel(answers(FurtherQuestions(questions=("Which beach?",)))) as server:
        by_model = expand(ask("Which beach?"), [], NOW, connect(server))
    assert by_model.questions == ()
    assert "openai/loopback found no other wording" in by_model.notes[0]
