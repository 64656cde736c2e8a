"""Who does what a statement tells."""

import pytest

from graphmem.answering.verification.another import doer_of
from tests.unit.answering.telling.talk import states


@pytest.mark.parametrize(
    ("predicate", "text", "owner", "what", "joint"),
    [
        ("run", "Ana ran the race", "", "Ana", False),
        ("run", "Ana's brother Sam ran the race", "Ana", "brother Sam", False),
        (
            "buy",
            "Ana's friend Fred has bought a canoe",
            "Ana",
            "friend Fred",
            0,
        ),
        (
            "go_to",
            "Ana's aunt and Ana went to Graz",
            "Ana",
            "aunt and Ana",
            1,
        ),
        ("be", "Ana thinks Ana's aunt is tall", "Ana", "aunt", False),
        ("go_to", "Ana's aunt, who sails, went to Graz", "Ana", "aunt", False),
        ("be", "Ana used to be a guide", "", "Ana", False),
        ("break", "He broke his arm", "", "He", False),
    ],
)
def test_a_subject_is_read_as_it_is_called(
    predicate: str, text: str, owner: str, what: str, joint: bool
) -> None:
    doer = doer_of(states(predicate, "", text=text))
    assert doer is not None
    assert (doer.owner, doer.what, doer.joint) == (owner, what, joint)


def test_without_its_verb_nothing_is_told_of_anybody() -> None:
    assert doer_of(states("sing", "", text="Ana the singer of songs")) is None
