"""The table of expressions.txt: what was said, when, and what it meant."""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from graphmem.language.time import TimeInterval, find_times

FRIDAY = datetime(2023, 6, 9, 19, 55)
TABLE = Path(__file__).with_name("expressions.txt")


class Row(NamedTuple):
    said: str
    said_at: datetime
    expression: str
    relation: str
    start: str
    end: str
    precision: str
    phrase: str


def rows() -> list[Row]:
    found = []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            said, when, *rest = (cell.strip() for cell in line.split("|"))
            found.append(Row(said, datetime.fromisoformat(when) if when else FRIDAY, *rest))
    return found


def edges(interval: TimeInterval | None) -> tuple[datetime | None, datetime | None]:
    return (interval.start, interval.end) if interval else (None, None)


def edge(cell: str, *, open_edge: datetime) -> datetime | None:
    if cell == "-":
        return None
    return open_edge if cell == "…" else datetime.fromisoformat(cell)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.said_at:%d%b%y} {row.said}")
def test_expression_is_found_and_resolved(row: Row) -> None:
    (found,) = find_times(row.said, said_at=row.said_at)

    assert found.text == row.expression
    assert found.relation == row.relation
    assert edges(found.interval) == (
        edge(row.start, open_edge=datetime.min),
        edge(row.end, open_edge=datetime.max),
    )
    assert (found.interval.precision if found.interval else "-") == row.precision
    assert (found.phrase or "-") == row.phrase


def test_the_table_is_large_enough_to_mean_something() -> None:
    assert len(rows()) >= 120


@pytest.mark.parametrize(
    ("said", "date_phrase"),
    [
        ("It rained last Saturday.", "3 June 2023"),
        ("It rained last week.", "29 May to 4 June 2023"),
        ("It rained last weekend.", "3 to 4 June 2023"),
        ("It rained last month.", "May 2023"),
        ("It rained a couple of months ago.", "March to April 2023"),
        ("It rained a few years ago.", "2018 to 2021"),
        ("It rained on Halloween.", "31 October 2022"),
        ("It rained last fall.", "fall 2022"),
        ("It has rained for four years.", "since 2019"),
        ("It has rained for a month now.", "since May 2023"),
        ("It has rained for a week.", "since 2 June 2023"),
        ("It rained a lot lately.", None),
        ("It rains every Friday.", None),
    ],
)
def test_date_phrase_is_the_plain_date(said: str, date_phrase: str | None) -> None:
    (found,) = find_times(said, said_at=FRIDAY)
    assert found.date_phrase == date_phrase


def test_open_ends_are_flagged() -> None:
    (since,) = find_times("We have been open since 2016.", said_at=FRIDAY)
    (until,) = find_times("We were open until 2016.", said_at=FRIDAY)

    assert since.interval is not None
    assert until.interval is not None
    assert (since.interval.open_start, since.interval.open_end) == (False, True)
    assert (until.interval.open_start, until.interval.open_end) == (True, False)
    assert since.interval.contains(FRIDAY)
    assert not until.interval.contains(FRIDAY)
    assert since.interval.overlaps(until.interval)  # 2016 itself


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "Yesterday I swam, and last week I rowed.",
            ["8 June 2023", "the week before 9 June 2023"],
        ),
        ("We met in 2019 and married two years ago.", ["2019", "2021"]),
        (
            "Last Friday we danced, and the week before, too.",
            ["the Friday before 9 June 2023", "the week before 2 June 2023"],
        ),
        ("It broke the day before.", ["8 June 2023"]),
        ("It snowed on May 3, 2021. The day after, it melted.", ["3 May 2021", "4 May 2021"]),
        ("Every Monday I row; last Monday I did not.", ["every Monday", "5 June 2023"]),
    ],
)
def test_several_expressions_come_in_order(said: str, expected: list[str]) -> None:
    found = find_times(said, said_at=FRIDAY)
    phrases = [one.date_phrase if "Monday" in str(one.phrase) else one.phrase for one in found]
    assert [phrase or one.phrase for phrase, one in zip(phrases, found, strict=True)] == expected


@pytest.mark.parametrize(
    ("said", "past", "future"),
    [
        ("Friday", "2 June 2023", "16 June 2023"),
        ("in May", "May 2023", "May 2024"),
        ("in June", "June 2022", "June 2023"),
        ("on the 14th", "14 May 2023", "14 June 2023"),
        ("July 4", "4 July 2022", "4 July 2023"),
        ("over the weekend", "the weekend before 9 June 2023", "the weekend of 10 June 2023"),
        ("at Christmas", "Christmas 2022", "Christmas 2023"),
        ("in the summer", "summer 2022", "summer 2023"),
        ("this Tuesday", "6 June 2023", "13 June 2023"),
    ],
)
def test_the_tense_chooses_among_many(said: str, past: str, future: str) -> None:
    if said in ("in June", "in the summer"):
        past = past.replace("2022", "2023")  # it has begun

    assert find_times(said, said_at=FRIDAY, tense="past")[0].phrase == past
    assert find_times(said, said_at=FRIDAY, tense="future")[0].phrase == future


@pytest.mark.parametrize(
    ("said", "phrase"),
    [
        ("We had dinner there on Monday.", "5 June 2023"),
        ("We're having dinner there on Monday.", "12 June 2023"),
        ("I can't wait for the show on Monday!", "12 June 2023"),
        ("I bought a tent and will camp on Monday.", "12 June 2023"),
        ("I will miss the tent that I used on Monday.", "5 June 2023"),
        ("I'll call. The roof leaked on Monday.", "5 June 2023"),
        ("Monday was hard.", "5 June 2023"),
        ("Monday, then?", "5 June 2023"),
    ],
)
def test_the_words_around_give_the_tense(said: str, phrase: str) -> None:
    assert find_times(said, said_at=FRIDAY)[0].phrase == phrase


def test_a_zone_is_dropped_for_local_wall_time() -> None:
    aware = FRIDAY.astimezone()
    local = aware.replace(tzinfo=None)
    assert find_times("yesterday", said_at=aware) == find_times("yesterday", said_at=local)
