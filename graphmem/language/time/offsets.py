"""An interval before or after another one: the weekend before Easter, two days after that."""

from graphmem.language.time import spans
from graphmem.language.time.reach import reach
from graphmem.language.time.vocabulary import Amount
from graphmem.model.time import Precision, TimeInterval


def offset(anchor: TimeInterval, *, amount: Amount, unit: str, later: bool) -> TimeInterval:
    """``amount`` units before the start of ``anchor``, or after its last day.

    One week is the seven days beside the anchor, one weekend the nearest that is clear of it.
    """
    origin = anchor.end - spans.DAY if later else anchor.start
    if unit == "week" and amount.words == "the":
        start = anchor.end if later else anchor.start - spans.WEEK
        return spans.days(start, 7, precision=Precision.WEEK)
    if unit == "year" and amount.words == "the":
        return spans.years(origin.year + (1 if later else -1))
    if unit == "weekend":
        near = spans.weekend(origin)
        clear = near.start > origin if later else near.end <= anchor.start
        origin = near.start if clear else near.start + (spans.WEEK if later else -spans.WEEK)
        amount = Amount(amount.low - 1, amount.high - 1, amount.words)
    return reach(origin, amount=amount, unit=unit, later=later)
