import pytest

from graphmem.tools.references import Reference, read_reference

PEOPLE = ("Ana", "Ana Maria", "Bo")
PLACES = ("pond", "pond/winter")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("job", Reference("job")),
        ("Ana's job", Reference("job", "Ana")),
        ("ana_job", Reference("job", "Ana")),
        ("bo_best_friend", Reference("best friend", "Bo")),
        ("Mother's Day", Reference("Mother's Day")),
        ("works_at_Keel", Reference("works_at_Keel")),
        ("pond/Ana", Reference("Ana", None, "pond")),
        ("pond/Ana/job", Reference("job", "Ana", "pond")),
        ("pond//lamp", Reference("lamp", "", "pond")),
        ("pond/winter/Bo", Reference("Bo", None, "pond/winter")),
        ("24/7", Reference("24/7")),
        ("", Reference("")),
    ],
)
def test_names_places_and_owners_are_read(written: str, meant: Reference) -> None:
    assert read_reference(written, PEOPLE, PLACES) == meant
