"""Names that stand in a text."""

import pytest

from graphmem.adapters.parser import parse
from graphmem.language.names import names_in, without_names

NAMES = ("Hanna", "Mark", "Bill", "Ana Ruiz", "May")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("what did hanna do in March?", ("Hanna",)),
        ("Where does hanna's sister live?", ("Hanna",)),
        ("did bill pay Anna the bill?", ("Bill",)),
        ("Did Anna mark the page?", ()),
        ("How much was the bill in March?", ()),
        ("Where may Anna go?", ()),
        ("where does mark live?", ("Mark",)),
    ],
)
def test_a_name_in_small_letters_is_told_by_its_use(text: str, found: tuple[str, ...]) -> None:
    assert names_in(text, NAMES, parse=parse) == found


def test_without_a_parse_letters_count_as_written() -> None:
    assert names_in("what did hanna do in March?", NAMES) == ()
    assert (
        without_names("what did hanna do in March?", NAMES, parse=parse) == "what did do in March?"
    )
