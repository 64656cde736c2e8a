"""What is said of something that only other words name bears these words at its end."""

import pytest

from graphmem.model.workspace import Part, ProposedAnswer
from tests.unit.extraction.rules.talk import read, said


def quoted(answer: ProposedAnswer) -> list[str]:
    return [quote.text for quote in answer.evidence if quote.part is Part.CONTEXT]


def test_a_reply_bears_the_question_that_it_is_said_of() -> None:
    found = said("Bo: How long do you soak those beans?", "Ana: I usually soak them for two hours.")
    assert found == [
        'Ana usually soaks them for two hours (of "How long do you soak those beans?")'
    ]


def test_what_leans_on_other_words_is_not_told_beside_what_stands_alone() -> None:
    found = said("Ana: I sold a boat in May. It took some planning and nerve.")
    assert found == ["Ana sold a boat in May"]


def test_what_tells_a_time_of_its_own_is_told_beside_it() -> None:
    found = said("Ana: My sister met my aunt in May. She bought the red hat last week.")
    assert found[1:] == [
        'Ana says she bought the red hat last week (of "My sister met my aunt in May")'
    ]


def test_a_question_that_names_nothing_is_not_quoted() -> None:
    found = said("Bo: What's the story behind it?", "Ana: I found it in my attic.")
    assert not any("(of" in text for text in found)


def test_what_it_is_said_of_is_evidence_as_context() -> None:
    found = read(
        "Ana: My sister met my aunt on the stairs. She bought the red hat last week."
    ).answers
    assert quoted(found[0]) == []
    assert quoted(found[1]) == ["My sister met my aunt on the stairs"]
    assert found[1].evidence[-1].part is Part.STATEMENT


def test_greetings_and_names_called_are_not_quoted() -> None:
    found = said("Bo: Hey Ana, do you still make kites, Ana?", "Ana: I sold one in Oslo.")
    assert found == ['Ana sold one in Oslo (of "do you still make kites, Ana?")']


def test_what_is_clear_alone_bears_nothing() -> None:
    found = said("Bo: Where is your kiln?", "Ana: I sold my kiln to a potter in Oslo.")
    assert found == ["Ana sold their kiln to a potter in Oslo"]


def test_what_is_named_in_the_statement_is_not_open() -> None:
    found = said("Bo: Any news?", "Ana: I bought a raft because I want to paint it in spring.")
    assert found
    assert not any("(of" in text for text in found)


def test_a_bare_reaction_is_no_statement_even_with_its_context() -> None:
    assert said("Bo: I built a raft.", "Ana: That is amazing!") == ["Bo built a raft"]


def test_a_long_sentence_is_cut_to_what_matters() -> None:
    told = (
        "Ana: When the rain stopped we walked along the old canal for hours, we sang, and at the "
        "very end my brother found a tiny wooden boat under the bridge. My aunt sold it last week."
    )
    last = read(told).answers[-1]
    (words,) = quoted(last)
    assert len(words.split()) <= 18
    assert "boat" in words


@pytest.mark.parametrize("mark", ['"', "“"])
def test_quotation_marks_inside_are_single(mark: str) -> None:
    last = said(f"Ana: I read {mark}The Red Kite{mark} to my nephews. They finished it in Oslo.")[
        -1
    ]
    assert last.count('"') in (0, 2)
