"""What holds for every text: no error, sound intervals, true offsets, no look at a clock."""

import sys
from datetime import datetime, timedelta
from subprocess import run
from time import perf_counter
from types import ModuleType

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from graphmem.language.time import find_times, format_duration, parse_question_times
from tests.examples import examples

WORDS = (
    "the last next this past coming two a few couple of several half day days week weeks weekend"
    " month months year years ago in for since until before after on by from to and between Friday"
    " Sunday sat May March june Dec. summer winter Christmas Easter New Year's Eve yesterday today"
    " tomorrow tonight night morning evening at 3 pm 15:30 noon 2019 1999 '90s 90s 14th 5 31 29"
    " February first second early mid-July late end beginning now every other recently 6/14/2023"
    " 2023-06-14 13/13/2023 will went usually , . ! ? - –"
)
phrases = st.lists(st.sampled_from(WORDS.split()), max_size=14).map(" ".join)
texts = st.one_of(phrases, st.text(max_size=80))
EDGES = [datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59), datetime(2024, 2, 29, 12)]
moments = st.one_of(st.datetimes(), st.sampled_from(EDGES))  # where arithmetic overflows


@given(text=texts, said_at=moments)
@example(text="today night of today", said_at=datetime(2024, 2, 29, 12))
@settings(max_examples=examples(600), deadline=None)
def test_every_text_gives_sound_expressions(text: str, said_at: datetime) -> None:
    end = 0
    for found in find_times(text, said_at=said_at):
        assert found.start >= end, "expressions overlap or are out of order"
        assert found.text == text[found.start : found.end]
        assert found.text.strip() == found.text != ""
        end = found.end
        if found.interval:
            assert found.interval.start < found.interval.end
            assert found.interval.start == datetime.min or not found.interval.open_start
            assert found.interval.end == datetime.max or not found.interval.open_end
        assert (found.phrase is None) or found.phrase


@given(text=texts, now=st.one_of(st.none(), moments))
@settings(max_examples=examples(200), deadline=None)
def test_questions_never_fail(text: str, now: datetime | None) -> None:
    parse_question_times(text, now=now)


SHIFTING = (  # nothing that the calendar's months and years decide
    "yesterday|last Friday|next Sunday|on Tuesday night|last week|this weekend|two weeks ago"
    "|a few days ago|in three days|the other day|earlier today|the week before last|for two weeks"
    "|since Monday|the day after tomorrow at 3 pm|over the past two weeks|recently"
)


@given(
    text=st.sampled_from(SHIFTING.split("|")),
    said_at=st.datetimes(min_value=datetime(1950, 1, 1), max_value=datetime(2050, 1, 1)),
    weeks=st.integers(min_value=-2000, max_value=2000),
)
def test_results_move_with_the_moment_of_speaking(text: str, said_at: datetime, weeks: int) -> None:
    moved_by = timedelta(weeks=weeks)
    (here,) = find_times(text, said_at=said_at)
    (there,) = find_times(text, said_at=said_at + moved_by)

    assert here.interval is not None
    assert there.interval is not None
    assert there.interval.start == here.interval.start + moved_by
    if not here.interval.open_end:
        assert there.interval.end == here.interval.end + moved_by


@given(start=moments, end=moments)
def test_a_duration_is_a_number_and_a_unit(start: datetime, end: datetime) -> None:
    number, unit = format_duration(start, end).split()
    assert int(number) >= 0
    assert unit.removesuffix("s") in ("minute", "hour", "day", "week", "month", "year")


def test_nothing_reads_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoClock(datetime):
        @classmethod
        def now(cls, *_: object) -> "NoClock":
            raise AssertionError("the present day must not matter")

        today = utcnow = now

    for name, module in list(sys.modules.items()):
        if name.startswith("graphmem.language.time") and isinstance(module, ModuleType):
            if hasattr(module, "datetime"):
                monkeypatch.setattr(module, "datetime", NoClock)
            assert not hasattr(module, "time"), f"{name} imports a clock"
    for text in SHIFTING.split("|"):
        assert find_times(text, said_at=datetime(2023, 6, 9))
    parse_question_times("What happened in May 2023 and last week?", now=None)


def test_dateparser_is_not_imported() -> None:
    code = (
        "import sys, datetime; from graphmem.language.time import find_times;"
        "find_times('last Friday, 14.06.2022', said_at=datetime.datetime(2023, 6, 9));"
        "sys.exit('dateparser' in sys.modules)"
    )
    assert run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    "text",
    [
        "last " * 20_000,
        "the " * 20_000,
        "1" * 100_000,
        "on" + " " * 100_000,
        "a " * 50_000 + "ago",
        "today " * 5_000,
        "from Friday to Monday. " * 2_000,
        "last Friday, and the day before. " * 2_000,
    ],
)
def test_a_long_text_takes_no_more_than_its_length(text: str) -> None:
    began = perf_counter()
    find_times(text, said_at=datetime(2023, 6, 9))
    assert perf_counter() - began < 10  # some 0.5 s; minutes if anything were quadratic
