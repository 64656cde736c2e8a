from datetime import datetime
from typing import Any

import pytest

from graphmem.errors import InputError, NotFoundError
from graphmem.model.listing import Participant
from graphmem.retrieval.scope import make_scope, names

ANA = Participant(uid="person:1", name="Ana", names=("Ana", "Anna"), conversation_ids=("c1",))
BEN = Participant(
    uid="person:2", name="Ben", names=("Ben",), person_id="b-7", conversation_ids=("c1", "c2")
)
PEOPLE = (ANA, BEN)


@pytest.mark.parametrize("named", ["Ben", "ben", "b-7", "person:2"])
def test_a_person_is_named_by_name_id_or_uid(named: str) -> None:
    assert make_scope("s", PEOPLE, people=(named,)).people == ("person:2",)


def test_who_and_what_is_not_there_is_an_error_that_says_what_is() -> None:
    with pytest.raises(NotFoundError, match="Known are: Ana, Ben"):
        make_scope("s", PEOPLE, people=("Zoe",))
    with pytest.raises(NotFoundError, match="no conversation 'c9'"):
        make_scope("s", PEOPLE, conversations=("c9",))


def test_days_are_whole_and_as_of_narrows_until() -> None:
    scope = make_scope("s", PEOPLE, since="2024-03-01", until="2024-03-09", as_of="2024-03-05")
    assert scope.said_from == datetime(2024, 3, 1)
    assert scope.said_to == datetime(2024, 3, 5, 23, 59, 59, 999999)


def test_dates_are_read_as_people_write_them() -> None:
    scope = make_scope("s", PEOPLE, since="8 May 2023", until="May 9, 2023 14:30")
    assert scope.said_from == datetime(2023, 5, 8)
    assert scope.said_to == datetime(2023, 5, 9, 14, 30)


@pytest.mark.parametrize(
    "wrong", ["yesterday", "2024-02-30", "soon", "May", "5/6/2023", "2024-01-01T10:00:00+01:00"]
)
def test_what_is_no_local_date_is_refused(wrong: str) -> None:
    with pytest.raises(InputError):
        make_scope("s", PEOPLE, as_of=wrong)


@pytest.mark.parametrize("end", ["until", "as_of"])
def test_a_stretch_that_ends_before_it_begins_is_refused(end: str) -> None:
    given: dict[str, Any] = {"since": "2024-03-09", end: "2024-03-08"}
    with pytest.raises(InputError, match=f"later than {end}"):
        make_scope("s", PEOPLE, **given)
    given[end] = "2024-03-09"
    assert make_scope("s", PEOPLE, **given).said_from == datetime(2024, 3, 9)


def test_a_session_needs_its_conversation() -> None:
    with pytest.raises(InputError, match="without its conversation"):
        make_scope("s", PEOPLE, session="S1")


def test_a_narrowed_scope_lists_all_that_it_reaches() -> None:
    assert make_scope("s", PEOPLE).reach is None
    by_person = make_scope("s", PEOPLE, people=("Ben",)).reach
    assert by_person is not None
    assert (by_person.conversations, by_person.people) == (("c1", "c2"), ("person:2",))
    by_place = make_scope("s", PEOPLE, conversations=("c1",)).reach
    assert by_place is not None
    assert (by_place.conversations, by_place.people) == (("c1",), ("person:1", "person:2"))


def test_one_name_or_several() -> None:
    assert names(None) == ()
    assert names("a") == ("a",)
    assert names(["a", "b", "a"]) == ("a", "b")


def test_an_id_that_is_somebody_elses_name_means_whose_id_it_is() -> None:
    other = Participant(uid="person:3", name="b-7", names=("b-7",), conversation_ids=("c3",))
    assert make_scope("s", (other, *PEOPLE), people=("b-7",)).people == ("person:2",)
