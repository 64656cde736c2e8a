"""What of a spoken text is left out, and what is meant as it is said."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.disfluency import disfluencies


def fluent(text: str) -> str:
    """The text without its disfluencies."""
    pieces, done = [], 0
    for start, end in disfluencies(text):
        pieces.append(text[done:start])
        done = end
    return "".join((*pieces, text[done:]))


@pytest.mark.parametrize(
    ("spoken", "left"),
    [
        ("Um, the kiln is cold.", "the kiln is cold."),
        ("The kiln, uh, is cold.", "The kiln is cold."),
        ("The kiln is cold, um.", "The kiln is cold."),
        ("The kiln is uh cold", "The kiln is cold"),
        ("Um. So we glazed it.", "So we glazed it."),
        ("If it cracks, um, we glaze again.", "If it cracks, we glaze again."),
        ("Clay, uh, sand and glaze.", "Clay, sand and glaze."),
        ("Hmm, the lid sticks.", "the lid sticks."),
        ("We fired it, um, you know, uh, twice.", "We fired it twice."),
    ],
)
def test_a_filled_pause_goes_with_the_commas_that_set_it_off(spoken: str, left: str) -> None:
    assert fluent(spoken) == left


@pytest.mark.parametrize(
    ("spoken", "left"),
    [
        ("You know, the lid sticks.", "the lid sticks."),
        ("The lid, you know, sticks.", "The lid sticks."),
        ("It sticks, you know.", "It sticks."),
        ("I mean, we could sand it.", "we could sand it."),
        ("At the Aldwin, you know, the old mill.", "At the Aldwin, the old mill."),
    ],
)
def test_a_parenthetical_goes_where_it_is_set_off(spoken: str, left: str) -> None:
    assert fluent(spoken) == left


@pytest.mark.parametrize(
    ("spoken", "left"),
    [
        ("I I think so.", "I think so."),
        ("the the the lid", "the lid"),
        ("and, and then it broke", "and then it broke"),
        ("I... I broke it.", "I broke it."),
        ("So we need we need to order tiles.", "So we need to order tiles."),
        ("It's in the um in the shed.", "It's in the shed."),
        ("one of the, one of the lids", "one of the lids"),
        ("But it it doesn't close.", "But it doesn't close."),
        ("Where do you, um, do you live?", "Where do you live?"),
        ("So it it's warm.", "So it's warm."),
        ("I I'm late.", "I'm late."),
        ("That's a an oven.", "That's an oven."),
        ("the thing is is that it leaks", "the thing is that it leaks"),
    ],
)
def test_of_a_repetition_the_last_stays(spoken: str, left: str) -> None:
    assert fluent(spoken) == left


@pytest.mark.parametrize(
    ("spoken", "left"),
    [
        ("thi- this is the lid", "this is the lid"),
        ("the desi- the design is done", "the design is done"),
        ("We want a desi-, um, a plan.", "We want a plan."),
        ("I d- I don't know", "I don't know"),
        ("y you basically turn it", "you basically turn it"),
        ("th the lid", "the lid"),
        ("I don't e I don't know", "I don't know"),
        ("how much d how easy it is", "how easy it is"),
        ("It opens in Fe in February.", "It opens in February."),
    ],
)
def test_a_word_that_is_cut_off_goes(spoken: str, left: str) -> None:
    assert fluent(spoken) == left


@pytest.mark.parametrize(
    "text",
    [
        # Emphasis and interjections.
        "That's very very good.",
        "bye bye",
        "no no, not that one",
        "yeah yeah yeah",
        "It got hotter and hotter and hotter.",
        "more and more and more people",
        "from coast to coast to coast",
        "I love you I love you",
        "thank you thank you so much",
        "ha ha",
        "so so much",
        # What grammar doubles.
        "She had had enough.",
        "I know that that is so.",
        "I think that that's fine.",
        "I told you you could.",
        "When I saw it it was broken.",
        "What it is is a lamp.",
        "The plane came in in May.",
        "She turned it on on Monday.",
        "What are they at at all?",
        "I'm glad of of course the lid.",
        "If you can you can come.",
        "The more I think the more I think it leaks.",
        "What time is it is it late?",
        "What's on, what's on next?",
        # Numbers, units, letters, names, abbreviations.
        "20 20 vision",
        "two two five Mill Road",
        "10 mm screws",
        "the one w the lid",
        "saw dr drake at st stephens",
        "The The played.",
        "She works in the ER.",
        "It`s so warm.",
        # Compounds, dashes, code, quotation.
        "a two- or three-day trip",
        "pre- and post-war",
        "I love the plan- the colours too",
        "I watched tv- it was late",
        "a well-to-do um-brella",
        "run `if if um` there",
        'He says "um" a lot.',
        # What answers, and what is meant.
        "Mm-hmm.",
        "Mm - hmm, right.",
        "uh huh, right",
        "Uh uh.",
        "Um.",
        "Hmm?",
        "You know what I mean, right?",
        "As you know, it leaks.",
        "I know it, you know it, we all know.",
        "When you hear it, you know, and run.",
    ],
)
def test_what_is_meant_stays(text: str) -> None:
    assert fluent(text) == text


@given(
    st.lists(
        st.sampled_from(["the", "um", ",", "we", "need", "you", "know", "th", "d-", ".", "\n", "“"])
    ).map(" ".join)
)
def test_ranges_are_in_order_and_leave_nothing_more_to_take(text: str) -> None:
    spans = disfluencies(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(one[1] < other[0] for one, other in pairwise(spans))


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert len(fluent(text)) <= len(text)
