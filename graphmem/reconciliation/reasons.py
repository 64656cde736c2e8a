"""Reasons for decisions in sentences: from the tools' results, and within one conversation."""

from collections.abc import Sequence
from datetime import datetime

from graphmem.model.decision import Judgement, Verdict
from graphmem.model.time import Precision
from graphmem.model.tools import (
    ComparedSide,
    Comparison,
    ConversationContext,
    EntityTimeline,
    Finding,
    FindingKind,
    Order,
    Said,
    TimelineEntry,
)
from graphmem.reconciliation import wording
from graphmem.reconciliation.blocking import CandidatePair
from graphmem.reconciliation.evidence import PairEvidence, names_differ
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.names import NameRelation
from graphmem.reconciliation.scoring import Score
from graphmem.reconciliation.units import KeySplit
from graphmem.reconciliation.wording import listed
from graphmem.tools import slots
from graphmem.tools.rendering import day

_SHOWN = 3
_ROLES = 6
_QUOTE = 90
_SURE = 0.6  # of two Persons, as the weights have it for a merge
_EXACT = frozenset(
    [Precision.MINUTE, Precision.HOUR, Precision.DAY, Precision.WEEKEND, Precision.WEEK]
)


def shared_names(comparison: Comparison) -> list[str]:
    """The names that both sides speak of."""
    return [line.removeprefix("named ") for line in comparison.overlap if line[:6] == "named "]


def against(
    evidence: PairEvidence, comparison: Comparison, findings: Sequence[Finding]
) -> list[str]:
    """Reasons against a merge, a sentence each; empty where nothing does."""
    found = []
    one, other = evidence.own_names
    if names_differ(one, other):
        found.append(f"They bear two names, {_plain(one)} and {_plain(other)}.")
    if evidence.slot == slots.PARTNER:
        for line in comparison.differences:
            if line.startswith(f"{slots.PARTNER}:"):
                names = line.removeprefix(f"{slots.PARTNER}: ").replace(" / ", " and ")
                found.append(f"The partners differ: {names}.")
    if evidence.event:
        found += _other_day(comparison)
    for finding in findings:
        if finding.kind is FindingKind.CONFLICT:
            found.append(
                f"Both cannot be so at one time: {quoted(finding.earlier)} and "
                f"{quoted(finding.later)}."
            )
    return found[:_SHOWN]


def across(
    evidence: PairEvidence,
    timeline: EntityTimeline | None,
    comparison: Comparison,
    findings: Sequence[Finding],
    excluded: Sequence[str],
    merge: bool,
) -> str:
    """The reason for a verdict, in sentences that quote turns, names and dates."""
    sentences = [_opening(evidence, timeline, comparison)]
    if excluded:
        sentences += excluded
        sentences.append(_side_by_side(comparison))
        return " ".join(sentence for sentence in sentences if sentence)
    sentences += [_times(comparison), _names(evidence, comparison), _changes(findings)]
    if not merge:
        sentences.append(_too_little(evidence))
    return " ".join(sentence for sentence in sentences if sentence)


def _opening(
    evidence: PairEvidence, timeline: EntityTimeline | None, comparison: Comparison
) -> str:
    whose = f"{evidence.person}'s {evidence.asked}" if evidence.owned else f"“{evidence.asked}”"
    if evidence.owned:
        what = f"Both are {whose}"
    elif evidence.owner == 1.0:
        what = f"{evidence.person} speaks of {whose} in both conversations"
    else:
        what = f"Both conversations of {evidence.person} know {whose}"
    if evidence.relation is not NameRelation.KEY:
        what = f"They are linked by {evidence.relation.value}, as {whose}"
    places = {comparison.a.conversation_id, comparison.b.conversation_id}
    entries = timeline.entries if timeline else ()
    roles = _dated_roles([item for item in entries if item.conversation_id in places])
    return f"{what}: {', then '.join(roles)}." if roles else f"{what}."


def _dated_roles(entries: Sequence[TimelineEntry]) -> list[str]:
    """Every role once in each conversation, with its day and turn, in time."""
    found: dict[tuple[str, str], str] = {}
    for entry in entries:
        if entry.role:
            role = entry.role.replace("_", " ")
            told = f"{role} ({day(_since(entry))}, {entry.turn_id})"
            found.setdefault((entry.conversation_id, entry.role), told)
    return list(found.values())[:_ROLES]


def _too_little(evidence: PairEvidence) -> str:
    if evidence.owner < _SURE and evidence.owned:
        return f"That the two {evidence.person}s are one is not sure, so their things stay two."
    if evidence.unique == 0.0 and evidence.words == 0.0:
        return "One can have several, and nothing said of them is the same: not enough to merge."
    if evidence.unique == 0.0:
        return "One can have several, and too little said of them is the same to merge."
    if evidence.unique < 1.0:
        return "A first name is borne by many: not enough to merge."
    return "That is not enough to take them for one."


def _by_time(comparison: Comparison) -> tuple[ComparedSide, ComparedSide]:
    return (
        (comparison.b, comparison.a)
        if comparison.order is Order.B_FIRST
        else (comparison.a, comparison.b)
    )


def _times(comparison: Comparison) -> str:
    if comparison.order in {Order.A_FIRST, Order.B_FIRST}:
        return "The times follow one another."
    return "The times overlap." if comparison.order is Order.OVERLAPPING else ""


def _names(evidence: PairEvidence, comparison: Comparison) -> str:
    both = shared_names(comparison)
    if both:
        return f"Both name {listed(both)}."
    if evidence.slot is None:
        return ""
    for side, other in ((comparison.a, comparison.b), (comparison.b, comparison.a)):
        if side.named and not other.named:
            said = f": {quoted(other.statements[0])}" if other.statements else ""
            return (
                f"{side.conversation_id} names {listed(side.named)}, "
                f"{other.conversation_id} nothing else{said}."
            )
    return ""


def _changes(findings: Sequence[Finding]) -> str:
    changes = [item for item in findings if item.kind is FindingKind.EVOLUTION]
    return changes[0].resolution if changes else ""


def _side_by_side(comparison: Comparison) -> str:
    shown = [side.statements[-1] for side in _by_time(comparison) if side.statements]
    return f"Compare {listed([quoted(item) for item in shown])}." if shown else ""


def _other_day(comparison: Comparison) -> list[str]:
    """An event that is dated in both conversations, and never the same."""
    dated = [
        [
            item.interval
            for item in side.statements
            if item.interval and item.interval.precision in _EXACT
        ]
        for side in (comparison.a, comparison.b)
    ]
    if not all(dated) or any(one.overlaps(other) for one in dated[0] for other in dated[1]):
        return []
    return [f"They were at other times: {day(dated[0][0].start)} and {day(dated[1][0].start)}."]


def _plain(names: Sequence[str]) -> str:
    return listed([name.replace("_", " ") for name in names])


def quoted(said: Said) -> str:
    """The words of a statement with turn and day."""
    words = " ".join(said.quote.split())
    if len(words) > _QUOTE:
        words = words[:_QUOTE].rsplit(" ", 1)[0] + " …"
    return f"“{words}” ({said.turn_id}, {day(said.said_at)})"


# ---- a tool's result in a line


def told_timeline(timeline: EntityTimeline) -> str:
    """Roles by conversation and date."""
    lines = [_entry(item) for item in timeline.entries if item.role] or [
        item.text for item in timeline.entries
    ]
    return "; ".join(lines[:6]) or "nothing"


def _entry(entry: TimelineEntry) -> str:
    states = f" [{', '.join(entry.states)}]" if entry.states else ""
    return f"{entry.conversation_id} {day(_since(entry))} {entry.role}{states}"


def _since(entry: TimelineEntry) -> datetime:
    dated = entry.interval is not None and not entry.interval.open_start
    return entry.interval.start if entry.interval and dated else entry.said_at


def told_comparison(comparison: Comparison) -> str:
    """Tells a comparison: what both say, what differs, how they lie in time."""
    parts = [
        f"both: {listed(comparison.overlap)}" if comparison.overlap else "",
        f"differ in {listed(comparison.differences)}" if comparison.differences else "",
        f"order: {comparison.order.value}",
    ]
    return "; ".join(part for part in parts if part)


def told_context(context: ConversationContext) -> str:
    """Tells a context: how much there is, and its first words."""
    first = f", first {quoted(context.statements[0])}" if context.statements else ""
    return f"{len(context.statements)} statements{first}"


def told_findings(findings: Sequence[Finding]) -> str:
    """Counts findings of each kind."""
    kinds = [item.kind.value for item in findings]
    counted = [f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds))]
    return ", ".join(counted) or "none between the two"


# What is decided about two things of one conversation, in words.


def merged(pair: CandidatePair, score: Score, facts: Facts) -> Judgement:
    """Two that are one by their names."""
    shared = sorted(facts.words(pair.left) & facts.words(pair.right))
    with_words = f"; both are about {wording.listed(shared)}" if shared else ""
    return Judgement(
        verdict=Verdict.MERGE,
        confident=True,
        score=score.value,
        parts=score.parts,
        reason=(
            f"{wording.shown(pair.left, facts)} and {wording.shown(pair.right, facts)} are linked "
            f"by {pair.likeness.relation.value}{with_words}."
        ),
    )


def kept_apart(pair: CandidatePair, score: Score, against: str | None, facts: Facts) -> Judgement:
    """Two that are not shown to be one, or that something is ``against``."""
    link = f"are linked by {pair.likeness.relation.value}"
    if against:
        why = f"{link}, but {against}"
    elif pair.several:
        why = f"{link}, but that could as well be short for something else"
    else:
        why = f"{link}, but what is said of them does not show that they are one"
    return Judgement(
        verdict=Verdict.SEPARATE,
        confident=False,
        score=score.value,
        parts=score.parts,
        reason=f"{wording.shown(pair.left, facts)} and {wording.shown(pair.right, facts)} {why}.",
    )


def split(parts: KeySplit, facts: Facts) -> Judgement:
    """Two that bear one key and are two."""
    names = [
        wording.listed([name.replace("_", " ") for name in sorted(part)])
        for part in (parts.left_names, parts.right_names)
    ]
    certain = bool(names[0] and names[1])
    if certain:
        why = f"share a word but bear two names, {names[0]} and {names[1]}: they are two"
    else:
        why = f"share a word, but only one bears a name, {names[0] or names[1]}"
    return Judgement(
        verdict=Verdict.SEPARATE,
        confident=certain,
        score=0.0,
        reason=f"{wording.shown(parts.left, facts)} and {wording.shown(parts.right, facts)} {why}.",
    )
