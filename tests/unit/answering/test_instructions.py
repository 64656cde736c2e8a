"""How something is done: which questions ask for it, and the steps that were told."""

import pytest

from graphmem.adapters.parser import parse
from graphmem.answering.frame import read_frame
from graphmem.answering.instructions import steps_of
from graphmem.model.assembly import RecordedTurn
from graphmem.model.workspace import Kind
from graphmem.retrieval.question import read_question
from tests.unit.answering.extractive.talk import SAID_AT, states
from tests.unit.answering.passages import PEOPLE


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("How do we water the ferns?", True),
        ("What should I do with the ferns?", True),
        ("Check the bread before noon.", True),
        ("Please close the shop", True),
        ("How does Ana feel about ferns?", False),
        ("How long do we water the ferns?", False),
        ("Tell me where the ferns are.", False),
        ("Tell me the price of the ferns.", False),
        ("Describe the ferns.", False),
        ("What do we know about the ferns?", False),
        ("What do we need to do with the ferns?", True),
        ("Did Ana water the ferns?", False),
        ("The ferns", False),
        ("price of the watering can", False),
        ("Ana's deposit amount", False),
        ("change the soil", True),
    ],
)
def test_a_way_to_do_something_or_a_request(text: str, asks: bool) -> None:
    assert read_frame(read_question(text, PEOPLE), PEOPLE, parse=parse).process is asks


def told(*turns: tuple[str, str, Kind]) -> list[str]:
    recorded = [
        RecordedTurn("c", f"D1:{place}", speaker, text, None, SAID_AT)
        for place, (speaker, text, _) in enumerate(turns, 1)
    ]
    stated = [[states("do", "", text=text)._replace(kind=kind)] for _, text, kind in turns]
    return [step.text for step in steps_of("Ana", recorded, stated)]


def test_the_steps_are_those_of_who_tells_them_up_to_the_last_instruction() -> None:
    assert told(
        ("Ana", "Are you ready?", Kind.FACT),
        ("Ana", "Fill the can. Can you see it?", Kind.INSTRUCTION),
        ("Ben", "And then?", Kind.FACT),
        ("Ana", "The pots stand in the shade.", Kind.STATE),
        ("Ben", "Fill the can, pots in the shade.", Kind.INSTRUCTION),
        ("Ana", "Lovely weather.", Kind.FACT),
    ) == ["Fill the can.", "The pots stand in the shade."]


def test_what_is_told_much_later_is_another_matter() -> None:
    talk = [("Ben", "Fine.", Kind.FACT)] * 5
    first, last = ("Ana", "Fill the can.", Kind.INSTRUCTION), ("Ana", "Ring me.", Kind.INSTRUCTION)
    assert told(first, *talk, last) == ["Fill the can."]
    assert told(*talk) == []
    assert told(*talk, first) == []
