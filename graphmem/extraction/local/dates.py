"""A date in place of the words that say when."""

from collections.abc import Sequence

from graphmem.language.time import Relation, TimeExpression, write_week
from graphmem.model.parse import Token
from graphmem.model.time import Precision

_ADVERBIAL = ("npadvmod", "advmod", "ROOT", "dep")


def dated(time: TimeExpression, tokens: Sequence[Token]) -> str:
    """The date that an expression means, with the preposition that its place asks for.

    ``tokens`` are its words; it must have a date.
    """
    assert time.date_phrase is not None
    if time.relation is not Relation.AT:
        return time.date_phrase
    places = {token.i for token in tokens}
    head = next((one for one in tokens if one.head not in places - {one.i}), tokens[0])
    adverbial = tokens[0].pos in ("ADP", "SCONJ") or head.dep in _ADVERBIAL
    if time.interval is None:
        return time.date_phrase
    week = write_week(time.interval)
    if week is not None:
        return f"in {week}" if adverbial else week
    if not adverbial:
        return time.date_phrase
    if " to " in time.date_phrase:
        return f"from {time.date_phrase}"
    if time.interval.precision in (Precision.HOUR, Precision.MINUTE):
        return f"at {time.date_phrase}"
    return f"{'on' if time.interval.precision is Precision.DAY else 'in'} {time.date_phrase}"
