from graphmem.answering.model_answer import beside
from tests.unit.answering.passages import hit


def test_turns_stand_beside_each_other_by_their_numbers() -> None:
    hits = [hit(4, "Ana", "a"), hit(3, "Ben", "b"), hit(9, "Ana", "c")]
    assert beside(hits, -1) == [1, None, None]
    assert beside(hits, 1) == [None, 0, None]


def test_nothing_is_beside_a_turn_without_a_number() -> None:
    first = hit(1, "Ana", "a").model_copy(update={"dia_id": "opening"})
    assert beside([first, hit(2, "Ben", "b")], -1) == [None, None]


def test_another_session_is_not_beside() -> None:
    other = hit(2, "Ben", "b").model_copy(update={"session_id": "S2"})
    assert beside([hit(1, "Ana", "a"), other], 1) == [None, None]
