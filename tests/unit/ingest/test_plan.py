from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from graphmem.ingest.plan import merge_orders, plan_session
from graphmem.model.conversation import Session, Turn
from graphmem.store.record import KnownTurn, NextTurn

ids = st.lists(st.sampled_from("abcdefghij"), unique=True)


def turn(dia_id: str, text: str = "hello") -> Turn:
    return Turn(dia_id=dia_id, speaker="Ana", text=text, said_at=datetime(2024, 1, 1, 9))


def session(*turns: Turn) -> Session:
    return Session(session_id="S1", turns=turns)


def known(*turns: Turn) -> list[KnownTurn]:
    return [
        KnownTurn("S1", t.dia_id, t.digest, place, t.said_at, t.zone)
        for place, t in enumerate(turns)
    ]


def test_the_same_session_again_changes_nothing() -> None:
    turns = (turn("a"), turn("b"))
    plan = plan_session("c", session(*turns), known=known(*turns), elsewhere={})
    assert plan.change is None
    assert plan.skipped == 2
    assert plan.changed == ()


def test_a_session_that_grew_gets_its_new_turns_and_one_link() -> None:
    old = (turn("a"), turn("b"))
    plan = plan_session("c", session(*old, turn("d")), known=known(*old), elsewhere={})
    assert plan.change is not None
    assert [t.dia_id for t in plan.change.new] == ["d"]
    assert plan.change.link == (NextTurn("b", "d"),)
    assert plan.change.unlink == ()
    assert plan.change.moved == ()
    assert plan.skipped == 2


def test_a_changed_turn_is_reported_and_kept() -> None:
    plan = plan_session(
        "c", session(turn("a", "other words")), known=known(turn("a")), elsewhere={}
    )
    assert plan.change is None
    assert [change.dia_id for change in plan.changed] == ["a"]


def test_a_turn_id_of_another_session_is_reported() -> None:
    plan = plan_session("c", session(turn("a")), known=[], elsewhere={"a": "S0"})
    assert plan.change is None
    assert "S0" in plan.changed[0].reason


def test_a_turn_between_recorded_ones_finds_its_place() -> None:
    old = (turn("a"), turn("c"))
    plan = plan_session(
        "c", session(turn("a"), turn("b"), turn("c")), known=known(*old), elsewhere={}
    )
    assert plan.change is not None
    assert plan.change.positions == {"a": 0, "b": 1, "c": 2}
    assert plan.change.moved == ("c",)
    assert plan.change.unlink == (NextTurn("a", "c"),)
    assert plan.change.link == (NextTurn("a", "b"), NextTurn("b", "c"))


@given(ids, ids)
def test_a_merge_keeps_every_id_once_and_the_recorded_order(old: list[str], new: list[str]) -> None:
    merged = merge_orders(old, new)
    assert sorted(merged) == sorted(set(old) | set(new))
    assert [name for name in merged if name in old] == old


@given(ids, st.data())
def test_any_part_first_then_the_whole_ends_in_the_given_order(
    given_ids: list[str], data: st.DataObject
) -> None:
    part = [name for name in given_ids if data.draw(st.booleans())]
    assert merge_orders(part, given_ids) == given_ids
