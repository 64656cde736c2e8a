"""Answers that follow or are related to others: what names the same thing, near in time."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.memory import KnownStatement
from graphmem.tools.about import About
from graphmem.tools.index import Index
from graphmem.tools.said import moment

FOLLOWS_CAP = 2
"""Most answers that one answer follows, and that follow it."""
RELATED_CAP = 3
"""Most answers to which one answer is related."""

_NEAREST = 4  # of what is said of a thing, only so many on before are looked at

Pair = tuple[str, str]


def turn(statement: KnownStatement) -> Hashable:
    """The first turn in which it was said."""
    return statement.conversation_id, statement.turn_ids[0]


class _Candidate(NamedTuple):
    """A possible link, the best first: what many share says little of any two of them."""

    sharing: int
    days: int
    later: int
    earlier: int
    link: Pair
    about: str


def following(
    answers: Sequence[KnownStatement], about: About, index: Index, *, without: Iterable[Pair]
) -> Iterator[StatementLink]:
    """What is said next of one subject and one thing, ``without`` those linked already."""
    return _capped(_next(answers, about, index), LinkKind.FOLLOWS, FOLLOWS_CAP, without)


def related(
    answers: Sequence[KnownStatement], about: About, index: Index, *, without: Iterable[Pair]
) -> Iterator[StatementLink]:
    """Whatever names one thing, ``without`` those linked already."""
    return _capped(_sharing(answers, about, index), LinkKind.RELATED, RELATED_CAP, without)


def _next(answers: Sequence[KnownStatement], about: About, index: Index) -> Iterator[_Candidate]:
    groups: defaultdict[tuple[str, str], list[KnownStatement]] = defaultdict(list)
    for item in answers:
        for thing in about.things(item):
            groups[about.subject(item), thing].append(item)
    for (_, thing), group in groups.items():
        in_time = sorted(group, key=lambda item: (moment(item), index.place[item.uid]))
        for one, other in pairwise(in_time):
            yield _candidate(one, other, len(group), about.name(thing), index)


def _sharing(answers: Sequence[KnownStatement], about: About, index: Index) -> Iterator[_Candidate]:
    groups: defaultdict[str, list[KnownStatement]] = defaultdict(list)
    for item in answers:
        for thing in about.things(item):
            groups[thing].append(item)
    for thing, group in groups.items():
        for place, other in enumerate(group):
            for one in islice(group, max(0, place - _NEAREST), place):
                if turn(one) != turn(other):
                    yield _candidate(one, other, len(group), about.name(thing), index)


def _candidate(
    one: KnownStatement, other: KnownStatement, sharing: int, name: str, index: Index
) -> _Candidate:
    days = abs((moment(other) - moment(one)).days)
    places = index.place[other.uid], index.place[one.uid]
    return _Candidate(sharing, days, *places, (other.uid, one.uid), name)


def _capped(
    candidates: Iterable[_Candidate], kind: LinkKind, cap: int, without: Iterable[Pair]
) -> Iterator[StatementLink]:
    """The best, no answer having more than ``cap`` of them at either end.

    They are chosen among all that there are, in one order, so that it does not matter what came
    first.
    """
    taken = {frozenset(pair) for pair in without}
    sources: Counter[str] = Counter()
    targets: Counter[str] = Counter()
    if kind is LinkKind.RELATED:
        targets = sources  # it leads nowhere: both ends count as one
    for candidate in sorted(candidates):
        source, target = candidate.link
        if frozenset(candidate.link) in taken:
            continue
        if sources[source] >= cap or targets[target] >= cap:
            continue
        taken.add(frozenset(candidate.link))
        sources[source] += 1
        targets[target] += 1
        yield StatementLink(source, target, kind, candidate.about)
