"""Which of a turn's time expressions says when a clause happened."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.extraction.rules.clauses import Clause
from graphmem.language.time import Relation, Syntax, TimeExpression, find_times
from graphmem.model.parse import Sentence, Token
from graphmem.model.time import TimeInterval

_ORDER = {
    Relation.AT: 0,
    Relation.SINCE: 1,
    Relation.AFTER: 2,
    Relation.BEFORE: 2,
    Relation.UNTIL: 2,
    Relation.FOR: 3,
    Relation.EVERY: 4,
}


HEDGES = frozenset({"just", "recently", "lately"})
_UNTIMED = frozenset(
    {"always", "never", "ever", "once", "originally", "previously", "before", "used", "already",
     "when", "since", "usually", "often"}
)  # fmt: skip


class When(NamedTuple):
    """The words that say when, where they stand in the turn, and what they mean.

    ``future``: whether they mean later on.
    """

    text: str
    span: tuple[int, int]
    future: bool
    interval: TimeInterval | None = None


class Times:
    """The time expressions of one sentence; ``start`` is where it begins in the turn.

    ``earlier`` is when what the sentences before it tell happened.
    """

    def __init__(
        self,
        found: Sequence[TimeExpression],
        *,
        start: int,
        said_at: datetime,
        earlier: When | None = None,
    ) -> None:
        self._found = tuple(found)
        self._start = start
        self._said_at = said_at.replace(tzinfo=None)
        self._earlier = earlier

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Where the expressions stand in the turn."""
        return tuple((one.start + self._start, one.end + self._start) for one in self._found)

    def of(self, clause: Clause) -> When | None:
        """When the clause happened, or None.

        A coordinated clause without a time takes one that opens the sentence; what was done
        next is told without a time: "I went to Oslo last week. It was cold."
        """
        inside = self._inside(clause.sentence[i] for i in clause.words)
        if clause.verb.tag == "VBD":  # "left after two years": how long it had been, not when
            inside = [one for one in inside if not one.text.lower().startswith("after ")]
        if not inside and clause.role == "conj":
            opening = clause.sentence.start + 1
            inside = [one for one in self._found if one.start + self._start <= opening]
        if inside or not _goes_on(clause):
            return self._chosen(inside)
        return self._told() or (self._earlier if not self._found else None)

    def next(self, sentence: Sentence) -> When | None:
        """The time that a following sentence may go on with."""
        root = sentence.root
        return self._told() if root.pos in ("VERB", "AUX") else None

    def _told(self) -> When | None:
        """The one time of the sentence, where it is past and a date."""
        if len(self._found) != 1 or self._found[0].text.lower() in HEDGES:
            return None
        one = self._found[0]
        if one.relation is not Relation.AT or one.interval is None:
            return None
        return self._chosen([one]) if one.interval.start <= self._said_at else None

    def date(self, *, beside: str | None = None) -> When | None:
        """The one date that the sentence tells, which is not later on; ``beside`` is no date."""
        dates = [
            one
            for one in self._found
            if one.relation is Relation.AT
            and one.interval is not None
            and one.interval.start <= self._said_at
            and one.text != beside
            and one.text.lower() not in HEDGES
        ]
        return self._chosen(dates) if len(dates) == 1 else None

    def within(self, words: Iterable[Token]) -> When | None:
        """When, as these words say it, or None."""
        return self._chosen(self._inside(words))

    def _inside(self, words: Iterable[Token]) -> list[TimeExpression]:
        tokens = list(words)
        return [
            one
            for one in self._found
            if any(self._covers(one, token.start, token.end) for token in tokens)
        ]

    def _chosen(self, inside: Sequence[TimeExpression]) -> When | None:
        if not inside:
            return None
        chosen = min(
            inside,
            key=lambda one: (
                one.interval is None,
                one.text.lower() in HEDGES,
                _ORDER[one.relation],
            ),
        )
        span = (chosen.start + self._start, chosen.end + self._start)
        future = chosen.interval is not None and chosen.interval.start > self._said_at
        return When(chosen.text, span, future, chosen.interval)

    def _covers(self, one: TimeExpression, start: int, end: int) -> bool:
        return one.start + self._start < end and start < one.end + self._start


def times_in(
    sentence: Sentence, text: str, said_at: datetime, *, earlier: When | None = None
) -> Times:
    """The time expressions of a sentence of a turn's text."""
    syntax = Syntax([sentence], offset=sentence.start)
    found = find_times(text[sentence.start : sentence.end], said_at=said_at, syntax=syntax)
    return Times(found, start=sentence.start, said_at=said_at, earlier=earlier)


def _goes_on(clause: Clause) -> bool:
    """Whether the clause tells, in the past, what happened next or how it was."""
    finite = clause.finite
    if finite is None or finite.tag != "VBD" or clause.role in ("relative", "complement"):
        return False
    return not any(clause.sentence[i].low in _UNTIMED for i in clause.words)
