import math
from datetime import datetime, timedelta

import pytest

from graphmem.model.search import Recency
from graphmem.model.time import Precision, TimeInterval
from graphmem.retrieval.path_scores import Span, nearness, recency

MAY = TimeInterval(start=datetime(2023, 5, 1), end=datetime(2023, 6, 1), precision=Precision.MONTH)
DAY = TimeInterval(start=datetime(2023, 5, 8), end=datetime(2023, 5, 9), precision=Precision.DAY)
YEAR = TimeInterval(start=datetime(2023, 1, 1), end=datetime(2024, 1, 1), precision=Precision.YEAR)


@pytest.mark.parametrize(
    ("time", "said_at", "value"),
    [
        (DAY, datetime(2023, 5, 8, 12), 1.0),
        (DAY, datetime(2023, 5, 9, 20), 1.0),
        (DAY, datetime(2023, 5, 20), 0.6),
        (DAY, datetime(2023, 7, 8), 0.0),
        (MAY, datetime(2023, 5, 31, 23), 1.0),
        (MAY, datetime(2023, 6, 1), 0.0),
        (YEAR, datetime(2023, 12, 31), 0.3),
        (YEAR, datetime(2024, 1, 1), 0.0),
    ],
)
def test_what_is_said_at_the_time_is_near(
    time: TimeInterval, said_at: datetime, value: float
) -> None:
    assert nearness([time], said_at, ()) == value


def test_what_tells_of_the_time_is_near_whenever_it_is_said() -> None:
    later = datetime(2025, 1, 1)
    assert nearness([DAY], later, [Span(datetime(2023, 5, 7), datetime(2023, 5, 9))]) == 1.0
    assert nearness([DAY], later, [Span(datetime(2023, 1, 1), datetime(2024, 1, 1))]) == 0.0
    assert nearness([YEAR], later, [Span(datetime(2023, 5, 7), datetime(2023, 5, 9))]) == 0.3


def test_the_best_of_several_times_counts_and_none_is_zero() -> None:
    assert nearness([YEAR, DAY], datetime(2023, 5, 8), ()) == 1.0
    assert nearness([], datetime(2023, 5, 8), ()) == 0.0


def test_an_open_interval_does_not_overflow() -> None:
    ever = TimeInterval(
        start=datetime.min, end=datetime.max, precision=Precision.YEAR, open_start=True
    )
    assert nearness([ever], datetime(2023, 5, 8), ()) == 0.3


def test_recency_decays_over_years() -> None:
    now = datetime(2024, 5, 8)
    assert recency(now, now, Recency.DECAY) == 1.0
    year = recency(now - timedelta(days=365), now, Recency.DECAY)
    assert year == pytest.approx(1 / (1 + math.log(2)))


@pytest.mark.parametrize(("days", "boost"), [(0, 0.15), (6, 0.15), (7, 0.08), (30, 0.03), (90, 0)])
def test_recency_as_a_boost_never_takes_away(days: int, boost: float) -> None:
    now = datetime(2024, 5, 8)
    assert recency(now - timedelta(days=days), now, Recency.BOOST) == boost


@pytest.mark.parametrize("mode", [Recency.DECAY, Recency.BOOST])
def test_what_is_said_later_is_not_recent(mode: Recency) -> None:
    now = datetime(2024, 5, 8)
    assert recency(now + timedelta(minutes=1), now, mode) == 0.0


def test_without_a_moment_of_asking_nothing_is_recent() -> None:
    assert recency(datetime(2024, 5, 8), None, Recency.DECAY) == 0.0
    assert recency(datetime(2024, 5, 8), datetime(2024, 5, 8), Recency.NONE) == 0.0
