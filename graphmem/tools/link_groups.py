"""Groups in which statements are linked, their order within each, and the view from one.

A statement may be linked only to what stands a few places before it in one of its groups, so that
a link depends on nothing else, however much is said.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

from graphmem.model.ids import content_digest, token
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import SAYS
from graphmem.tools import slots
from graphmem.tools.index import About, Index
from graphmem.tools.ordering import by_number
from graphmem.tools.slot_values import claims_of, told_slot
from graphmem.tools.stance import stance, stated_again


class GroupKind(StrEnum):
    """What the statements of a group share, besides the group's key.

    ``slot``: they fill one slot of one subject. ``again``: they say or deny the same of one
    subject. ``subject``: answers of one conversation about one subject, but for what is told as
    somebody's words. ``predicate``: answers about one subject that have one predicate, are of one
    kind and put alike. ``thing``: answers that name one thing. ``pair``: answers about one subject
    that name one thing. ``opinion``: they are for or against one thing.
    """

    SLOT = "slot"
    AGAIN = "again"
    SUBJECT = "subject"
    PREDICATE = "predicate"
    THING = "thing"
    PAIR = "pair"
    OPINION = "opinion"


REACH: Mapping[GroupKind, int] = {
    GroupKind.SLOT: 12,
    GroupKind.AGAIN: 6,
    GroupKind.SUBJECT: 40,
    GroupKind.PREDICATE: 12,
    GroupKind.THING: 16,
    GroupKind.PAIR: 1,
    GroupKind.OPINION: 8,
}
"""How many places before a statement is looked, by kind of group."""


class GroupPosition(NamedTuple):
    """A statement's place in one group; ``at`` is the group's key, a space and the order in it.

    ``named`` is the uid by which the statement names the thing that the group is about.
    """

    kind: GroupKind
    at: str
    named: str | None = None


Before = Mapping[tuple[GroupKind, str], tuple[str, ...]]
"""The uids of the statements that stand before each place, within `REACH`, the nearest last."""


def order_key(statement: KnownStatement) -> str:
    """A text that sorts statements by when and where they were said, the same in every space."""
    what = content_digest(
        statement.text, statement.predicate, statement.object, statement.name or ""
    )
    return f"{turn_key(statement)} {what[:12]}{statement.uid[-8:]}"


def turn_key(statement: KnownStatement) -> str:
    """The part of `order_key` that the statements of one turn share."""
    place = (statement.conversation_id, statement.session_id, statement.turn_ids[0])
    said_at = statement.said_at.isoformat(timespec="microseconds")
    return " ".join([said_at, *map(_sortable, place)])


def turn_of_key(order: str) -> str:
    """The `turn_key` within an `order_key`."""
    return order.rpartition(" ")[0]


@lru_cache(maxsize=50_000)
def _sortable(text: str) -> str:
    """An id as ASCII without spaces that sorts as people count."""
    parts = []
    for part in by_number(text):
        if isinstance(part, str):
            parts.append(quote(part, safe=":/@", errors="surrogatepass"))
        else:
            length, digits, written = part
            parts.append(f"{length:03}{digits}-{len(written) - length}")
    return "".join(parts)


def may_change(statement: KnownStatement) -> bool:
    """Whether a statement can replace another: an answer that tells more than somebody's words."""
    return statement.name is None and statement.predicate != SAYS


def places_of(statement: KnownStatement, about: About, index: Index) -> tuple[GroupPosition, ...]:
    """Every group in which a statement stands; none twice."""
    return tuple(_places(statement, about, index))


def _places(statement: KnownStatement, about: About, index: Index) -> Iterator[GroupPosition]:
    subject, order = about.subject(statement), order_key(statement)
    slot = told_slot(statement, index)
    if slot is not None and claims_of([statement], index):
        # A role of work claims a firm and a title.
        family = slots.WORK if slot == slots.EMPLOYER else slot
        yield GroupPosition(GroupKind.SLOT, f"{token('slot', subject, family)} {order}")
    if (again := stated_again(statement)) is not None:
        predicate, key = again
        yield GroupPosition(
            GroupKind.AGAIN, f"{token('again', subject, predicate, *sorted(key))} {order}"
        )
    if may_change(statement):
        group = token("subject", subject, statement.conversation_id)
        yield GroupPosition(GroupKind.SUBJECT, f"{group} {order}")
        put = statement.kind, statement.polarity, statement.modality
        group = token("predicate", subject, statement.predicate, *put)
        yield GroupPosition(GroupKind.PREDICATE, f"{group} {order}")
    for thing, named in about.named(statement).items():
        if stance(statement):
            yield GroupPosition(GroupKind.OPINION, f"{token('opinion', thing)} {order}", named)
        if statement.name is None:
            yield GroupPosition(GroupKind.THING, f"{token('thing', thing)} {order}", named)
            yield GroupPosition(GroupKind.PAIR, f"{token('pair', subject, thing)} {order}", named)


def before_all(places: Mapping[str, Iterable[GroupPosition]]) -> Before:
    """What stands before each of these places (by uid of the statement), if there are no others."""
    groups: defaultdict[tuple[GroupKind, str], list[tuple[str, str]]] = defaultdict(list)
    for uid, stands in places.items():
        for place in stands:
            groups[place.kind, group_of(place.at)].append((place.at, uid))
    found: dict[tuple[GroupKind, str], tuple[str, ...]] = {}
    for (kind, _), group in groups.items():
        group.sort()
        uids = [uid for _, uid in group]
        for position, (at, _) in enumerate(group):
            found[kind, at] = tuple(uids[max(0, position - REACH[kind]) : position])
    return found


def group_of(at: str) -> str:
    """The key of the group in which a place (``at``) is."""
    return at.partition(" ")[0]


class View:
    """Looks back from the places of statements, as far as ``before`` tells what stands there."""

    def __init__(
        self,
        index: Index,
        about: About,
        places: Mapping[str, Collection[GroupPosition]],
        before: Before,
    ) -> None:
        self.index = index
        self.about = about
        self._places = places
        self._before = before
        self._statements = {item.uid: item for item in index.statements}

    def before(
        self, statement: KnownStatement, kind: GroupKind, thing: str | None = None
    ) -> list[KnownStatement]:
        """What stands before it in its group of a kind, about a ``thing``; the nearest last."""
        named = None if thing is None else self.about.named(statement)[thing]
        for place in self._places[statement.uid]:
            if (place.kind, place.named) == (kind, named):
                return [self._statements[uid] for uid in self._before[kind, place.at]]
        return []

    def with_before(
        self, statement: KnownStatement, kind: GroupKind, thing: str | None = None
    ) -> list[KnownStatement]:
        """The same with the statement itself, in the order of the index."""
        found = [*self.before(statement, kind, thing), statement]
        return sorted(found, key=lambda item: self.index.place[item.uid])


def turn(statement: KnownStatement) -> Hashable:
    """The first turn in which it was said."""
    return statement.conversation_id, statement.turn_ids[0]
