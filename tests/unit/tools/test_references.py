import pytest

from graphmem.tools.clarifying_lookup import EntityReference, read_reference

PEOPLE = ("Ana", "Ana Maria", "Bo")
PLACES = ("pond", "pond/winter")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("job", EntityReference("job")),
        ("Ana's job", EntityReference("job", "Ana")),
        ("ana_job", EntityReference("job", "Ana")),
        ("bo_best_friend", EntityReference("best friend", "Bo")),
        ("Mother's Day", EntityReference("Mother's Day")),
        ("works_at_Keel", EntityReference("works_at_Keel")),
        ("pond/Ana", EntityReference("Ana", None, "pond")),
        ("pond/Ana/job", EntityReference("job", "Ana", "pond")),
        ("pond//lamp", EntityReference("lamp", "", "pond")),
        ("pond/winter/Bo", EntityReference("Bo", None, "pond/winter")),
        ("24/7", EntityReference("24/7")),
        ("", EntityReference("")),
    ],
)
def test_names_places_and_owners_are_read(written: str, meant: EntityReference) -> None:
    assert read_reference(written, PEOPLE, PLACES) == meant
