from datetime import datetime

from graphmem.answering.slots.spells import MARRIED, spells_of
from graphmem.model.workspace import Modality
from graphmem.tools.slots import EMPLOYER, HOME, PARTNER, WORK
from tests.unit.answering.slots.facts import LIFE, facts, on, role


def test_each_value_lasts_until_the_next_or_its_end() -> None:
    spells = spells_of(WORK, facts(*LIFE))
    assert [one.value for one in spells] == ["software engineer", "team lead", "baker"]
    assert [one.end for one in spells] == [datetime(2023, 7, 6), datetime(2023, 9, 15), None]
    (firm,) = spells_of(EMPLOYER, facts(*LIFE))
    assert (firm.value, firm.end) == ("Oakline", datetime(2023, 9, 15))


def test_what_comes_back_is_a_spell_of_its_own() -> None:
    days = ("2021-03-01", "2022-03-01", "2023-03-01")
    homes = ("Graz", "Turin", "Graz")
    known = facts(
        *(
            role("home", "resident", day, f"lives_in_{home}", names=(home,), interval=on(day))
            for day, home in zip(days, homes, strict=True)
        )
    )
    assert [one.value for one in spells_of(HOME, known)] == ["Graz", "Turin", "Graz"]


def test_plans_and_denials_are_no_values() -> None:
    planned = role("job", "pilot", "2023-11-01", modality=Modality.PLANNED)
    denied = role("job", "spy", "2023-11-02", modality=Modality.DENIED)
    assert [one.value for one in spells_of(WORK, facts(*LIFE, planned, denied))][-1] == "baker"


def test_to_leave_for_something_is_not_its_end() -> None:
    begun = role("job", "baker", "2023-09-20", interval=on("2023-09-15"), predicate="leave")
    told = role("job", "baker", "2023-10-02", interval=on("2023-09-15"), predicate="become")
    (spell,) = spells_of(WORK, facts(begun, told))
    assert spell.end is None


def test_a_stage_is_only_what_has_come_so_far() -> None:
    dated = role("relationship", "dating", "2023-02-09", "dating_Tom", interval=on("2023-02-03"),
                 predicate="have")  # fmt: skip
    wed = role("relationship", "married", "2024-11-16", "married_to_Ole")
    texts = {"2024-11-16": "Five weeks today. We say it like fools."}
    known = facts(dated, wed, texts=texts)
    (married,) = spells_of(PARTNER, known, stage=MARRIED)
    assert married.value == "Ole"
    assert married.begin is not None
    assert married.begin.start == datetime(2024, 10, 12)
    # A third date is no beginning.
    assert spells_of(PARTNER, known)[0].begin is None
