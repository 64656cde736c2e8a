import pytest

from graphmem.answering.processes import Announced, announced, read_process
from graphmem.model.assembly import RecordedTurn
from graphmem.model.workspace import Kind
from tests.unit.answering.telling.talk import SAID_AT, passage, states

TELLS = passage("Right. This is the way to water the ferns, so listen.", place=2)
OTHER = passage("The ferns want water.", place=1)


def turn(place: int, speaker: str, text: str) -> RecordedTurn:
    return RecordedTurn("c", f"D1:{place}", speaker, text, None, SAID_AT)


def telling() -> Announced:
    found = announced("How do we water the ferns?", [OTHER, TELLS])
    assert found is not None
    return found


def test_the_turn_that_says_it_tells_how_announces() -> None:
    found = telling()
    assert found.passage == TELLS
    assert found.quote == "This is the way to water the ferns, so listen."
    assert found.share == 1.0


@pytest.mark.parametrize(
    "text",
    [
        "Here's how we water the ferns.",
        "Our routine for the ferns: we water them like this.",
        "To water the ferns there are three steps.",
        "Watering ferns, it goes like this.",
    ],
)
def test_english_announces_in_many_ways(text: str) -> None:
    found = announced("How do we water the ferns?", [OTHER, passage(text, place=3)])
    assert found is not None
    assert found.quote == text


@pytest.mark.parametrize(
    "text",
    [
        "Nothing leaves the shed unsealed.",
        "No one may open the lid.",
        "Never use cold water.",
        "None of the pots should touch the wall.",
    ],
)
def test_a_prohibition_is_a_step(text: str) -> None:
    process = read_process(telling(), [turn(3, "Ana", "First, fill it."), turn(4, "Ana", text)])
    assert process is not None
    assert process.steps[1].text == text


def test_what_somebody_never_does_is_no_step() -> None:
    own = "I never liked ferns."
    assert read_process(telling(), [turn(3, "Ana", "First, fill it."), turn(4, "Ana", own)]) is None


def test_what_tells_how_something_else_is_done_does_not() -> None:
    assert announced("How do we close the shop?", [OTHER, TELLS]) is None
    assert announced("How do we water the ferns?", [OTHER]) is None


def test_a_statement_that_is_a_process_announces_as_well() -> None:
    stated = states("water", "ferns", text="Ana waters the ferns from below")
    told = passage("From below, mostly.", stated._replace(kind=Kind.PROCESS))
    found = announced("How do we water the ferns?", [told])
    assert found is not None
    assert found.quote == stated.quote


def test_the_steps_are_those_of_its_speaker_in_order_until_one_tells_none() -> None:
    process = read_process(
        telling(),
        [
            turn(3, "Ben", "Then I hold the can?"),
            turn(4, "Ana", "First, fill the can. It is heavy. Then put it in the sun."),
            turn(5, "Ben", "First the can. Fine."),
            turn(6, "Ana", "Ha! You have to wait for an hour. Lovely day."),
            turn(7, "Ana", "That was it. Tea?"),
            turn(8, "Ana", "Then we go home."),
        ],
    )
    assert process is not None
    assert [step.turn.dia_id for step in process.steps] == ["D1:4", "D1:6"]
    assert process.text == (
        "1. First, fill the can. It is heavy. Then put it in the sun. "
        "2. You have to wait for an hour."
    )


def test_a_single_instruction_is_no_process() -> None:
    assert read_process(telling(), [turn(3, "Ana", "First, fill the can.")]) is None
