"""Decides which statements of a portrait no longer hold, why, and what replaced them.

Replacements and corrections come from the graph's links (`graphmem.tools.links`), superseded
values of a single-valued attribute from `graphmem.tools.slot_values`: the rules by which a question
is answered. Besides, a dated state ends with its time, and a plan when it is told as done.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain, pairwise
from typing import NamedTuple

from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.memory import KnownStatement
from graphmem.model.portrait import Past
from graphmem.model.workspace import Kind, Modality, Polarity
from graphmem.tools import slots
from graphmem.tools.index import Index
from graphmem.tools.rendering import moment
from graphmem.tools.slot_values import SlotClaim, claims_of, validity_intervals
from graphmem.tools.slots import value_key

PLANNED = frozenset({Kind.PLAN, Kind.COMMITMENT, Kind.DECISION})
"""Kinds of what somebody means to do."""

_FOR_A_WHILE = PLANNED | {Kind.STATE}
_HAPPENED = frozenset({Modality.SAID})
_AT_ONCE = frozenset({slots.WORK})  # titles: somebody may bear several


class Gone(NamedTuple):
    """Why a statement no longer holds, and by what it is told, where anything tells."""

    past: Past
    by: KnownStatement | None = None

    @property
    def order(self) -> tuple[bool, datetime, datetime, str]:
        """What was withdrawn never was so; of what took the place, the first did."""
        never = self.past is not Past.CORRECTED
        if self.by is None:
            return never, datetime.max, datetime.max, ""
        return never, moment(self.by), self.by.said_at, self.by.uid


def gone(
    statements: Sequence[KnownStatement],
    others: Iterable[KnownStatement],
    links: Iterable[StatementLink],
    index: Index,
    now: datetime,
    *,
    people: Collection[str] = (),
) -> dict[str, Gone]:
    """By uid of a statement why it no longer holds at ``now``; what holds is not in it.

    ``statements`` are about one person or thing; ``others`` are further ends of the links.
    ``people`` are the Person uids of a human, whose own word on their life goes before others'.
    """
    known = {one.uid: one for one in chain(others, statements)}
    found = dict(_timed_out(statements, now))
    found |= _done(statements)
    found |= _spent(statements, index, now, people)
    found |= linked(known, links, now)
    return {one.uid: found[one.uid] for one in statements if one.uid in found}


def _timed_out(statements: Iterable[KnownStatement], now: datetime) -> dict[str, Gone]:
    found = {}
    for one in statements:
        interval = one.interval
        if interval is None or interval.open_end or interval.end > now:
            continue
        if one.kind in PLANNED or one.modality is Modality.PLANNED:
            found[one.uid] = Gone(Past.LAPSED)
        elif one.kind in _FOR_A_WHILE and one.name is None:
            found[one.uid] = Gone(Past.OVER)
    return found


def _done(statements: Iterable[KnownStatement]) -> dict[str, Gone]:
    """Plans of which somebody told later that the same was done."""
    happened: defaultdict[tuple[str, frozenset[str]], list[KnownStatement]] = defaultdict(list)
    for one in statements:
        if one.kind is Kind.EVENT and one.modality in _HAPPENED and one.object:
            happened[one.predicate, value_key(one.object)].append(one)
    found = {}
    for one in statements:
        if one.kind not in PLANNED or one.polarity is not Polarity.POSITIVE or not one.object:
            continue
        later = [
            other
            for other in happened.get((one.predicate, value_key(one.object)), ())
            if other.said_at > one.said_at
        ]
        if later:
            found[one.uid] = Gone(Past.OVER, min(later, key=lambda other: other.said_at))
    return found


def _spent(
    statements: Sequence[KnownStatement], index: Index, now: datetime, people: Collection[str]
) -> dict[str, Gone]:
    """What was so of a part of a life until something else was, or until it ended."""
    of_slot: defaultdict[tuple[str, str], list[SlotClaim]] = defaultdict(list)
    for claim in claims_of(statements, index):
        if claim.slot not in _AT_ONCE:
            whose = "" if people else claim.statement.subject_uid
            of_slot[claim.slot, whose].append(claim)
    # What tells that something ended tells nothing that holds, whatever it ended.
    endings = {claim.statement.uid for claims in of_slot.values() for claim in claims if claim.over}
    endings |= {one.uid for one in statements if one.name is not None and slots.ends(one.name)}
    found = dict.fromkeys(endings, Gone(Past.OVER))
    for told in of_slot.values():
        own = [claim for claim in told if claim.statement.speaker_uid in people]
        claims = own or told
        ends = {claim.statement.uid for claim in claims if claim.over}
        values = validity_intervals(claims, now)
        holding = {
            one.uid for value in values if value.end is None for one in value.statements
        } - ends
        for value, next_value in pairwise([*values, None]):
            if value is None or value.end is None:
                continue
            ending = next((one for one in value.statements if one.uid in ends), None)
            for one in value.statements:
                if one.uid not in holding | ends:
                    past = Past.OVER if ending is not None else Past.REPLACED
                    by = next_value.statements[0] if next_value is not None else None
                    found[one.uid] = Gone(past, ending or by)
    return found


def begins_later(statement: KnownStatement, now: datetime) -> bool:
    """Tells whether it was only announced at ``now``."""
    interval = statement.interval
    return interval is not None and not interval.open_start and interval.start > now


def linked(
    known: Mapping[str, KnownStatement], links: Iterable[StatementLink], now: datetime
) -> dict[str, Gone]:
    """By uid what a link says is replaced or corrected; what is to be so later ends no fact."""
    found: dict[str, Gone] = {}
    for source, target, kind, _ in links:
        by, earlier = known.get(source), known.get(target)
        if by is None or earlier is None:
            continue
        if kind not in (LinkKind.SUPERSEDES, LinkKind.CORRECTS):
            continue
        # Another plan holds from when it is told; what is to be so later replaces nothing yet.
        if begins_later(by, now) and earlier.kind not in PLANNED:
            continue
        end = Gone(Past.CORRECTED if kind is LinkKind.CORRECTS else Past.REPLACED, by)
        if target not in found or end.order < found[target].order:
            found[target] = end
    return found
