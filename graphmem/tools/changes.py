"""Detects how a statement stands to earlier ones: replaces, corrects, contradicts, repeats.

A multinomial model over the features of a pair, fitted by `python -m training.fit_changes`.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from graphmem.model.base import Frozen
from graphmem.model.memory import KnownStatement
from graphmem.model.odds import Odds, read_fitted
from graphmem.model.workspace import Polarity
from graphmem.tools.change_features import LEAST_LIKENESS, ComparedStatement, pairs_of
from graphmem.tools.index import About, Index
from graphmem.tools.link_groups import REACH, GroupKind, View, may_change

_SHIPPED = Path(__file__).with_name("changes.json")


class ChangeKind(StrEnum):
    """What a statement is to an earlier one."""

    SUPERSEDES = "supersedes"
    CORRECTS = "corrects"
    CONTRADICTS = "contradicts"
    CONFIRMS = "confirms"


CHANGING = (ChangeKind.SUPERSEDES, ChangeKind.CORRECTS)
"""The kinds by which the earlier statement holds no longer; they are told together."""


class KindOdds(Odds):
    """Log odds of one kind against no link at all; it is told from a chance of ``least``."""

    least: float


class ChangeWeights(Frozen):
    """The odds of every kind.

    ``origin`` says what they were fitted on and what they gave.
    """

    origin: Mapping[str, Any]
    kinds: Mapping[ChangeKind, KindOdds]

    def chances(self, features: Mapping[str, float]) -> dict[ChangeKind, float]:
        """The chance of every kind for a pair; what is left is the chance of none."""
        exponentials = {
            kind: math.exp(min(odds.log_odds(features), 50.0)) for kind, odds in self.kinds.items()
        }
        total = 1.0 + math.fsum(exponentials.values())
        return {kind: value / total for kind, value in exponentials.items()}

    def told(self, chances: Mapping[ChangeKind, float]) -> ChangeKind | None:
        """The kind that is sure enough; a change and a correction are sure together."""
        likelier = max(CHANGING, key=lambda kind: chances[kind])
        if sum(chances[kind] for kind in CHANGING) >= self.kinds[likelier].least:
            return likelier
        others = (kind for kind in self.kinds if kind not in CHANGING)
        sure = [kind for kind in others if chances[kind] >= self.kinds[kind].least]
        return max(sure, key=lambda kind: chances[kind], default=None)


class Change(NamedTuple):
    """That a statement stands so to an earlier one."""

    kind: ChangeKind
    earlier: ComparedStatement


def changes_of(later: ComparedStatement, before: Sequence[ComparedStatement]) -> Iterator[Change]:
    """How a statement stands to those ``before`` it, which are in the order they were said."""
    weights = shipped()
    for earlier, features in pairs_of(later, before, least=LEAST_LIKENESS):
        kind = weights.told(weights.chances(features))
        if kind is not None:
            yield Change(kind, earlier)


@lru_cache(maxsize=1)
def shipped() -> ChangeWeights:
    """The packaged weights."""
    return read_fitted(ChangeWeights, _SHIPPED, made_by="training.fit_changes")


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
