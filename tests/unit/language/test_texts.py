from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.names import names_in, without_names
from graphmem.language.sentences import asks, sentences
from graphmem.language.words import content_words, stem, words


def test_words_are_lower_case_without_possessives() -> None:
    assert words("Ana's dog didn't eat 3 café-crêpes!") == [
        "ana",
        "dog",
        "didnt",
        "eat",
        "3",
        "café",
        "crêpes",
    ]


@given(st.text())
def test_every_word_is_plain(text: str) -> None:
    for word in words(text):
        assert word.isalnum()
        assert word == word.lower()


def test_stop_words_carry_no_meaning() -> None:
    assert content_words("What did she say about the garden?") == ["garden"]


def test_stems_join_forms() -> None:
    assert stem("running") == stem("runs")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Dr. Lee came at 5 p.m. on Monday. Good.", ["Dr. Lee came at 5 p.m. on Monday.", "Good."]),
        ("A line\nand another", ["A line", "and another"]),
        ("No end", ["No end"]),
        ("", []),
        ("Wait... what?", ["Wait...", "what?"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(st.text())
def test_sentences_lose_nothing(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


def test_an_abbreviation_is_a_whole_word() -> None:
    long = "x" * 50
    assert sentences(f"{long}Prof. Yes.") == [f"{long}Prof.", "Yes."]
    assert sentences(f"{long} Prof. Yes.") == [f"{long} Prof. Yes."]


def test_a_text_of_abbreviations_takes_no_longer_than_another() -> None:
    text = "A. " * 70_000
    begin = perf_counter()
    assert sentences(text) == [text.strip()]
    assert perf_counter() - begin < 1


def test_a_turn_asks_when_it_ends_in_a_question() -> None:
    assert asks("Nice! Do you swim?")
    assert not asks("Do you swim? I do.")


def test_names_are_whole_words_with_their_possessives() -> None:
    assert names_in("Did Ann's sister see Joanna?", ["Ann", "Anna", "Jo"]) == ("Ann",)
    assert names_in("Ben and Ana", ["Ana", "Ben"]) == ("Ben", "Ana")
    assert without_names("What did Ana's dog eat?", ["Ana"]) == "What did dog eat?"
    assert without_names("Peter Lang left", ["Peter", "Peter Lang"]) == "left"


def test_the_longer_of_two_names_is_read() -> None:
    assert names_in("Did Peter Lang leave?", ["Peter", "Peter Lang"]) == ("Peter Lang",)
    assert names_in("Peter Lang met Peter", ["Peter", "Peter Lang"]) == ("Peter Lang", "Peter")


def test_an_ordinary_word_is_no_name() -> None:
    assert names_in("When will they move in may?", ["Will", "May", "Eva"]) == ()
    assert names_in("When will Will move?", ["Will"]) == ("Will",)
    assert names_in("when will ana move?", ["Will", "Ana"]) == ("Ana",)


def test_a_name_is_text_not_a_pattern() -> None:
    assert names_in("a.b (c", ["(c", "a.b", "axb"]) == ("a.b", "(c")
