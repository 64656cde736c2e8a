import pytest

from graphmem.answering.processes import asks_how_done


@pytest.mark.parametrize(
    "text",
    [
        "How do we water the ferns?",
        "How are the ferns watered?",
        "What are the steps for closing the shop?",
        "What has to be done before the shop is closed?",
        "Check whether the bread is done.",
        "Please close the shop",
    ],
)
def test_a_way_to_do_something_or_a_request(text: str) -> None:
    assert asks_how_done(text)


@pytest.mark.parametrize(
    "text",
    [
        "How long do we water the ferns?",
        "How does Ana feel about ferns?",
        "What did Ana do on Monday?",
        "List the ferns that Ana has.",
        "Ferns in the garden",
        "When was the shop closed?",
        "Did Ana water the ferns?",
    ],
)
def test_a_question_of_fact(text: str) -> None:
    assert not asks_how_done(text)
