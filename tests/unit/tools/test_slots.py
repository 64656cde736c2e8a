import pytest

from graphmem.tools import slots


@pytest.mark.parametrize(
    ("role", "title"),
    [
        ("unemployed_founder", "founder"),
        ("startup_founder", "startup founder"),
        ("new part-time nurse", "part-time nurse"),
        ("new", "new"),
        ("team_lead", "team lead"),
    ],
)
def test_a_title_is_told_without_how_it_is_borne(role: str, title: str) -> None:
    assert slots.title(role) == title


def test_two_ways_to_bear_one_title_do_not_exclude_each_other() -> None:
    jobless, startup, welder = (
        slots.value_key(slots.title(role))
        for role in ("unemployed_founder", "startup_founder", "unemployed_welder")
    )
    assert slots.same_value(jobless, startup)
    assert not slots.same_value(startup, welder)
