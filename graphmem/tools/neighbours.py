"""Answers that follow or are related to others: what names the same thing, said shortly before."""

from collections.abc import Collection, Iterator
from itertools import islice

from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.memory import KnownStatement
from graphmem.tools.link_groups import GroupKind
from graphmem.tools.link_view import View, turn
from graphmem.tools.said import moment

FOLLOWS_CAP = 2
"""Most answers that one answer follows."""
RELATED_CAP = 2
"""Most earlier answers to which one answer is related."""
_RELATED_REACH = 4  # answers that name a thing, of which the nearest in time are related

Pair = frozenset[str]


def following(answer: KnownStatement, view: View) -> Iterator[StatementLink]:
    """What was said last of its subject and each of the first things that an answer names."""
    for thing in islice(view.about.things(answer), FOLLOWS_CAP):
        for one in view.before(answer, GroupKind.PAIR, thing):
            yield _link(answer, one, LinkKind.FOLLOWS, view.about.called(answer, thing))


def related(
    answer: KnownStatement, view: View, *, without: Collection[Pair]
) -> Iterator[StatementLink]:
    """The nearest in time that name one thing with an answer, ``without`` those linked already."""
    near: dict[str, tuple[int, int, StatementLink]] = {}
    for thing in view.about.things(answer):
        name = view.about.called(answer, thing)
        last = view.before(answer, GroupKind.THING, thing)[-_RELATED_REACH:]
        for back, one in enumerate(reversed(last)):
            if turn(one) != turn(answer) and frozenset([answer.uid, one.uid]) not in without:
                days = abs((moment(answer) - moment(one)).days)
                link = _link(answer, one, LinkKind.RELATED, name)
                near.setdefault(one.uid, (days, back, link))
    best = sorted(near.values(), key=lambda item: (*item[:2], -view.index.place[item[2].target]))
    return (link for *_, link in best[:RELATED_CAP])


def _link(answer: KnownStatement, one: KnownStatement, kind: LinkKind, name: str) -> StatementLink:
    return StatementLink(answer.uid, one.uid, kind, name)
