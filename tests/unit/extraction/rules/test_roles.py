"""Roles and their states."""

import pytest

from graphmem.model.workspace import Reference
from tests.unit.extraction.rules.talk import read


@pytest.mark.parametrize(
    ("line", "slot", "name", "states"),
    [
        ("I'm a software engineer at Fjordbank.", "job", "software_engineer",
         ["works_at_Fjordbank"]),
        ("I work as a nurse.", "job", "nurse", []),
        ("I just became team lead at my company!", "job", "team_lead", []),
        ("I was promoted to manager.", "job", "manager", ["promoted"]),
        ("They moved me up to a senior position.", "job", "senior_position", ["promoted"]),
        ("I quit my job.", "job", "former_employee", ["left_job"]),
        ("I left my job to found a startup.", "job", "startup_founder", ["left_job"]),
        ("I handed in my notice at Fjordbank.", "job", "former_employee", ["left_Fjordbank"]),
        ("I lost my job.", "job", "unemployed", ["lost_job"]),
        ("I started my own company.", "job", "startup_founder", ["started_own_company"]),
        ("I'm dating Carla.", "relationship", "dating", ["dating_Carla"]),
        ("Carla and I got married in June.", "relationship", "married", ["married_to_Carla"]),
        ("Carla and I split up last month.", "relationship", "separated",
         ["split_up_with_Carla"]),
        ("My wife Carla loves the sea.", "relationship", "married", ["married_to_Carla"]),
        ("I live in Oslo.", "home", "resident", ["lives_in_Oslo"]),
        ("I moved to Oslo in June.", "home", "resident", ["lives_in_Oslo"]),
        ("I grew up in Oslo.", "home", "native", ["grew_up_in_Oslo"]),
        ("I graduated last week.", "education", "graduate", ["graduated"]),
        ("I have two sons.", "family", "has_son", ["two_sons"]),
        ("I adopted a greyhound.", "pet", "greyhound", ["has_greyhound"]),
        ("I joined a climbing gym on Monday.", "membership", "member",
         ["member_of_climbing_gym"]),
        ("I'm allergic to hazelnuts.", "health", "allergic", ["allergic_to_hazelnuts"]),
        ("I broke my wrist.", "health", "injured", ["break_wrist"]),
    ],
)  # fmt: skip
def test_roles_of_the_speaker(line: str, slot: str, name: str, states: list[str]) -> None:
    found = read(f"Ana: {line}")
    (role,) = found.roles
    assert role.entity == Reference(name=slot, owner="Ana")
    assert role.subject == Reference(name="Ana")
    assert (role.name, [state.name for state in role.states]) == (name, states)
    assert any((e.name, e.owner) == (slot, "Ana") for e in found.entities)


def test_the_role_of_somebody_spoken_of_is_their_own() -> None:
    role, kin = read("Ana: My sister Nina is a nurse.").roles
    assert role.entity == role.subject == Reference(name="sister", owner="Ana")
    assert role.name == "nurse"
    assert kin.entity == Reference(name="family", owner="Ana")
    assert (kin.name, [state.name for state in kin.states]) == ("has_sister", ["sister_Nina"])
    assert kin.text == "Ana has a sister called Nina"


@pytest.mark.parametrize(
    ("line", "slot", "name", "state"),
    [
        ("My dog Biscuit ate the stew.", "pet", "dog", "dog_Biscuit"),
        ("My kids swam in the fjord.", "family", "has_kid", "has_kids"),
        ("My husband sold the van.", "relationship", "married", "married"),
        ("I volunteer at a shelter.", "job", "volunteer", "volunteers_at_shelter"),
        ("I signed with a new team.", "job", "team_member", "signed_with_new_team"),
        ("I teach chemistry.", "job", "teacher", "teaches_chemistry"),
        ("I hurt my ankle.", "health", "injured", "hurt_ankle"),
    ],
)
def test_what_is_said_in_passing(line: str, slot: str, name: str, state: str) -> None:
    (role,) = read(f"Ana: {line}").roles
    assert role.entity == Reference(name=slot, owner="Ana")
    assert (role.name, [one.name for one in role.states]) == (name, [state])


@pytest.mark.parametrize(
    "line",
    [
        "When I'm in Oslo, we should meet.",
        "I have to move to Oslo by June.",
        "I'm going to be an uncle.",
        "My late husband painted the boat.",
        "My dad painted the boat.",
    ],
)
def test_what_is_not_so_is_no_role(line: str) -> None:
    assert read(f"Ana: {line}").roles == ()


def test_the_partner_is_the_one_just_spoken_of() -> None:
    found = read(
        "Ana: I met a man called Kemal at the harbour.",
        "Bo: Go on.",
        "Ana: We've been seeing each other since March.",
    )
    assert [s.name for role in found.roles for s in role.states] == ["dating_Kemal"]


def test_a_state_has_its_time() -> None:
    (role,) = read("Ana: I moved to Oslo in June.").roles
    assert role.states[0].time == role.time == "in June"


@pytest.mark.parametrize(
    "line",
    [
        "I'm not a nurse.",
        "I want to be a nurse.",
        "I might move to Oslo.",
        "I never lived in Oslo.",
        "Losing the game was a bummer.",
        "I'm a winner.",
    ],
)
def test_what_is_planned_or_past_is_no_role(line: str) -> None:
    assert read(f"Ana: {line}").roles == ()


@pytest.mark.parametrize(
    ("line", "time"),
    [
        ("I just became team lead! It was announced last Thursday.", "last Thursday"),
        ("I've just been made team lead, they announced it last Thursday.", "last Thursday"),
        ("I quit my job. Friday the third was my last day at Norbank.", "Friday the third"),
        ("I've worked at Norbank since March 2021.", "since March 2021"),
        ("I just became team lead! I made soup last Monday.", "just"),
        ("I'm a nurse. I went to Oslo last week.", None),
    ],
)
def test_a_role_takes_the_date_that_is_told_beside_it(line: str, time: str | None) -> None:
    (role, *_) = read(f"Ana: {line}").roles
    assert role.time == time
    assert all(state.time == time for state in role.states)
