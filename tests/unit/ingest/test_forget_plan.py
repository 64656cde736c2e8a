"""What is left of sessions and people without some turns, worked out from plain values."""

import itertools
from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from graphmem.ingest.forget_named import spoken_names
from graphmem.ingest.forget_plan import SpeakerLeft, TurnPlace, plan_forgetting, renamed_in

BEGIN = datetime(2024, 3, 1, 18, 0)


def session(session_id: str, *uids: str, speaker: str = "person:ana") -> list[TurnPlace]:
    return [
        TurnPlace(session_id, uid, place, BEGIN + timedelta(minutes=place), speaker)
        for place, uid in enumerate(uids)
    ]


def speaker(
    uid: str = "person:ana",
    names: tuple[str, ...] = ("Ana",),
    names_left: tuple[str, ...] = ("Ana",),
    places: tuple[str, ...] = ("garden",),
    places_left: tuple[str, ...] = ("garden",),
) -> SpeakerLeft:
    return SpeakerLeft(uid, names, places, names_left, places_left)


def test_a_turn_between_two_leaves_them_joined() -> None:
    turns = {"garden": session("S1", "a", "b", "c", "d")}
    plan = plan_forgetting(turns, [speaker()], {"b"})
    [left] = plan.sessions
    assert left.link == (("a", "c"),)
    assert left.moved == (("c", 1), ("d", 2))
    assert plan.turns == frozenset(["b"])
    assert (plan.people, plan.emptied, plan.stale) == ((), (), ("garden",))


def test_a_session_begins_and_ends_with_what_is_left() -> None:
    turns = {"garden": session("S1", "a", "b", "c") + session("S2", "e")}
    plan = plan_forgetting(turns, [speaker()], {"a", "c"})
    [left] = plan.sessions  # the other one is not read again
    assert (left.session_id, left.last, left.link) == ("S1", "b", ())
    assert left.started_at == BEGIN + timedelta(minutes=1)


def test_what_is_empty_goes() -> None:
    gone = speaker(names_left=(), places_left=())
    turns = {"garden": session("S1", "a", "b"), "yard": session("S1", "x")}
    plan = plan_forgetting(turns, [gone], {"a", "b"})
    assert [item.empty for item in plan.sessions] == [True]
    assert plan.emptied == ("garden",)
    [person] = plan.people
    assert (person.gone, person.names, person.left) == (True, (), ())


def test_who_leaves_or_is_called_otherwise_has_the_conversation_read_again() -> None:
    turns = {"garden": session("S1", "a", "b") + session("S2", "c"), "yard": session("S1", "x")}
    leaving = speaker(places=("garden", "yard"), places_left=("yard",))
    plan = plan_forgetting(turns, [leaving], {"a"})
    assert [item.session_id for item in plan.sessions] == ["S1", "S2"]
    assert plan.people[0].left == ("garden",)
    assert plan.stale == ("garden", "yard")
    renamed = speaker(
        names=("Ana", "Nan"), places=("garden", "yard"), places_left=("garden", "yard")
    )
    plan = plan_forgetting(turns, [renamed], {"a"})
    assert {item.conversation_id for item in plan.sessions} == {"garden", "yard"}
    assert renamed_in([renamed, leaving]) == {"garden", "yard"}
    assert not renamed_in([speaker()])


@given(st.sets(st.integers(0, 9)))
def test_positions_and_order_are_those_of_a_session_that_never_held_them(gone: set[int]) -> None:
    held = session("S1", *map(str, range(10)))
    plan = plan_forgetting({"garden": held}, [speaker()], {str(one) for one in gone})
    left = [turn.uid for turn in held if int(turn.uid) not in gone]
    moved = dict(plan.sessions[0].moved) if plan.sessions else {}
    places = {turn.uid: moved.get(turn.uid, turn.position) for turn in held if turn.uid in left}
    assert sorted(places, key=places.__getitem__) == left
    assert sorted(places.values()) == list(range(len(left)))
    links = set(itertools.pairwise(left))
    before = {(str(one), str(one + 1)) for one in range(9)}
    assert set(plan.sessions[0].link if plan.sessions else ()) == links - before


def test_people_are_spoken_of_by_their_first_name_unless_another_bears_it() -> None:
    assert spoken_names(["Lea Brandt"], ["Jonas"]) == {"Lea Brandt", "LEA BRANDT", "Lea", "LEA"}
    assert spoken_names(["Lea Brandt"], ["Lea Winter"]) == {"Lea Brandt", "LEA BRANDT"}
    assert spoken_names(["Lea"], ["Lea Winter"]) == {"Lea", "LEA"}
    assert not spoken_names(["unknown"], [])
