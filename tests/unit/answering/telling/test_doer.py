"""Who does what a statement tells."""

import pytest

from graphmem.answering.telling.doer import doer_of
from tests.unit.answering.telling.talk import states


@pytest.mark.parametrize(
    ("predicate", "text", "called", "owner", "what", "joint"),
    [
        ("run", "Ana ran the race", "Ana", "", "Ana", False),
        ("run", "Ana's brother Sam ran the race", "Ana's brother Sam", "Ana", "brother Sam", False),
        (
            "buy",
            "Ana's friend Fred has bought a canoe",
            "Ana's friend Fred",
            "Ana",
            "friend Fred",
            0,
        ),
        (
            "go_to",
            "Ana's aunt and Ana went to Graz",
            "Ana's aunt and Ana",
            "Ana",
            "aunt and Ana",
            1,
        ),
        ("be", "Ana thinks Ana's aunt is tall", "Ana's aunt", "Ana", "aunt", False),
        ("go_to", "Ana's aunt, who sails, went to Graz", "Ana's aunt", "Ana", "aunt", False),
        ("be", "Ana used to be a guide", "Ana", "", "Ana", False),
        ("break", "He broke his arm (of “My son fell”)", "He", "", "He", False),
    ],
)
def test_a_subject_is_read_as_it_is_called(
    predicate: str, text: str, called: str, owner: str, what: str, joint: bool
) -> None:
    doer = doer_of(states(predicate, "", text=text))
    assert doer is not None
    assert (doer.called, doer.owner, doer.what, doer.joint) == (called, owner, what, joint)


def test_a_verb_is_known_by_its_base_form_too() -> None:
    doer = doer_of(states("break", "arm", text="Ana broke an arm"))
    assert doer is not None
    assert {"broke", "break", "arm"} <= doer.stems


def test_without_its_verb_nothing_is_told_of_anybody() -> None:
    assert doer_of(states("sing", "", text="Ana the singer of songs")) is None
