"""What replaces, corrects, contradicts or repeats an earlier statement, by fitted weights."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import Polarity
from graphmem.tools.about import About
from graphmem.tools.change_features import ComparedStatement
from graphmem.tools.changes import ChangeKind, changes_of
from graphmem.tools.index import Index
from graphmem.tools.link_groups import REACH, GroupKind, may_change
from graphmem.tools.link_view import View


class StatementChange(NamedTuple):
    """A statement and the earlier one that it stands so to; ``about`` is what both speak of."""

    kind: ChangeKind
    later: KnownStatement
    earlier: KnownStatement
    about: str


def changed_by(item: KnownStatement, view: View) -> Iterator[StatementChange]:
    """How an answer stands to those of its conversation that share its subject or a thing."""
    if not may_change(item):
        return
    before = {one.uid: one for one in view.before(item, GroupKind.SUBJECT)}
    for thing in view.about.things(item):
        before |= {one.uid: one for one in view.before(item, GroupKind.THING, thing)}
    yield from _judged(item, before.values(), view.about, view.index)


def changes_among(
    statements: Sequence[KnownStatement], about: About, index: Index
) -> Iterator[StatementChange]:
    """The same among these statements alone, which are in the order of their index.

    Each is judged beside those shortly before it that share its subject or a thing.
    """
    speak_of = [{about.subject(one), *about.things(one)} for one in statements]
    for place, item in enumerate(statements):
        if may_change(item):
            near = range(max(0, place - REACH[GroupKind.SUBJECT]), place)
            shared = [statements[at] for at in near if speak_of[at] & speak_of[place]]
            yield from _judged(item, shared, about, index)


def _judged(
    item: KnownStatement, near: Iterable[KnownStatement], about: About, index: Index
) -> Iterator[StatementChange]:
    known = {
        one.uid: one
        for one in sorted(near, key=lambda one: index.place[one.uid])
        if one.conversation_id == item.conversation_id and may_change(one)
    }
    before = [_stated(one, about) for one in known.values()]
    for kind, earlier in changes_of(_stated(item, about), before):
        one = known[earlier.uid]
        yield StatementChange(kind, item, one, _shared(item, one, about))


def _shared(item: KnownStatement, one: KnownStatement, about: About) -> str:
    named = about.named(one)
    both = (about.called(item, thing) for thing in about.things(item) if thing in named)
    return next(both, item.predicate)


def _stated(item: KnownStatement, about: About) -> ComparedStatement:
    interval = item.interval
    holds = None
    if interval is not None:
        holds = (
            datetime.min if interval.open_start else interval.start,
            datetime.max if interval.open_end else interval.end,
        )
    return ComparedStatement(
        uid=item.uid,
        turn=item.turn_ids[0],
        session=item.session_id,
        said_at=item.said_at,
        speaker=about.one(item.speaker_uid),
        subject=frozenset([about.subject(item)]),
        things=frozenset(map(about.one, (item.subject_uid, *item.names))),
        text=item.text,
        predicate=item.predicate,
        object=item.object,
        kind=item.kind,
        modality=item.modality,
        negative=item.polarity is Polarity.NEGATIVE,
        holds=holds,
    )
