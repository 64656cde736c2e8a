"""`detect_contradictions`: conflict, evolution, correction and disagreement told apart."""

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice, pairwise

from graphmem.model.memory import KnownStatement
from graphmem.model.tools import Contradictions, Finding, FindingKind
from graphmem.model.workspace import HOLDS
from graphmem.tools import slots
from graphmem.tools.changes import ChangeKind, StatementChange
from graphmem.tools.index import Index
from graphmem.tools.lookup import EntityLookup
from graphmem.tools.rendering import day, moment, said, turn_of
from graphmem.tools.slot_values import SlotClaim, claims_of, valid_together
from graphmem.tools.stance import stance, stated_again

Whose = Callable[[str], Hashable]

_FINDINGS = {
    ChangeKind.SUPERSEDES: FindingKind.EVOLUTION,
    ChangeKind.CORRECTS: FindingKind.CORRECTION,
    ChangeKind.CONTRADICTS: FindingKind.CONFLICT,
}
_MOST_MET = 12  # whoever makes more claims of one slot at once is not told more by every pair
_CORRECTS = re.compile(
    r"\b(?:actually|i meant|i mean|correction|scratch that|misspoke|my mistake|i was wrong"
    r"|sorry,|no, wait|wait, no|not [\w' ]+ but)\b",
    re.IGNORECASE,
)


def contradictions(
    found: EntityLookup, index: Index, changes: Iterable[StatementChange] = ()
) -> Contradictions:
    """Pairs of statements that do not say the same: of one slot, in time, and of ``changes``."""
    statements = index.statements_about(found.uids)
    # Somebody who talks and is spoken of elsewhere is one.
    one = found.uids if found.people else frozenset()
    findings = findings_among(
        statements, index, lambda uid: found.label if uid in one else _whose(uid, index)
    )
    if found.slot is not None:
        told = slots.told_of(found.slot)
        findings = [item for item in findings if item.predicate in told]
    elif found.entities:
        findings += opinions_among(statements, index)
    findings = [*map(partial(_learned, index=index), _changing(changes)), *findings]
    # Two slots can show the same two statements, and the weights those of a slot.
    once = {
        frozenset([item.earlier.statement_uid, item.later.statement_uid]): item for item in findings
    }
    in_order = _said_once(
        sorted(
            once.values(),
            key=lambda item: (
                index.place[item.later.statement_uid],
                index.place[item.earlier.statement_uid],
            ),
        ),
        index,
    )
    return Contradictions(entity=found.label, findings=tuple(in_order))


def _said_once(findings: Iterable[Finding], index: Index) -> list[Finding]:
    """The first of those whose sides, in their order, say the same as another's."""
    first: dict[tuple[str, str], Finding] = {}
    for item in findings:
        earlier, later = item.earlier.statement_uid, item.later.statement_uid
        first.setdefault((index.first_told(earlier), index.first_told(later)), item)
    return list(first.values())


def findings_among(
    statements: Sequence[KnownStatement], index: Index, whose: Whose
) -> list[Finding]:
    """Two values of one slot of one subject, and what is said and denied of it.

    ``whose`` tells of a subject (uid) who or what it is.
    """
    return [*values_among(statements, index, whose), *polarities_among(statements, index, whose)]


# ---- told by the fitted weights


def _changing(changes: Iterable[StatementChange]) -> Iterator[StatementChange]:
    return (change for change in changes if change.kind is not ChangeKind.CONFIRMS)


def _learned(change: StatementChange, index: Index) -> Finding:
    kind, later, earlier, about = change
    found = _FINDINGS[kind]
    speakers = {index.human(one.speaker_uid) for one in (earlier, later)}
    if found is FindingKind.CONFLICT and len(speakers) > 1:
        found = FindingKind.DISAGREEMENT
    if found is FindingKind.EVOLUTION:
        resolution = _changed_from(earlier, later)
    else:
        resolution = _resolution(found, earlier, later, index)
    return Finding(
        kind=found,
        predicate=about,
        earlier=said(earlier, index),
        later=said(later, index),
        resolution=resolution,
    )


def _changed_from(earlier: KnownStatement, later: KnownStatement) -> str:
    values = earlier.object, later.object
    # The objects of two predicates are no values of one thing.
    if earlier.predicate != later.predicate or not all(values) or values[0] == values[1]:
        values = f"“{earlier.text}”", f"“{later.text}”"
    # What is planned for a day is changed when it is said.
    since = day(min(moment(later), later.said_at))
    return f"It changed from {values[0]} to {values[1]} by {since}: each holds for its own time."


# ---- one slot, two values


def values_among(statements: Sequence[KnownStatement], index: Index, whose: Whose) -> list[Finding]:
    """Two values of one slot of one subject."""
    slots_of: defaultdict[Hashable, list[SlotClaim]] = defaultdict(list)
    for claim in claims_of(statements, index):
        slots_of[claim.slot, whose(claim.statement.subject_uid)].append(claim)
    return [item for claims in slots_of.values() for item in _of_slot(claims, index)]


def _whose(uid: str, index: Index) -> str:
    """The human, or the conversation's exact key: one session's entity is no one's whole."""
    entity = index.entities.get(uid)
    if entity is None:
        return index.human(uid) or uid
    return f"{index.human(entity.owner_uid)} {entity.key}"


def _of_slot(claims: Sequence[SlotClaim], index: Index) -> list[Finding]:
    findings = []
    for earlier, later in _pairs(claims):
        kind = _kind(earlier, later, claims, index)
        findings.append(_finding(kind, earlier.slot, earlier, later, index))
    return findings


def _pairs(claims: Sequence[SlotClaim]) -> list[tuple[SlotClaim, SlotClaim]]:
    """Neighbours in time that differ, and any two values that meet; each of both once."""
    changes = _first_of_each(claims)
    pairs: dict[Hashable, tuple[SlotClaim, SlotClaim]] = {}
    for one, other in [*pairwise(changes), *_meeting(changes)]:
        if slots.same_value(one.key, other.key):
            continue
        if one.meets(other):
            # Whoever says it twice in one conversation says no more.
            pairs.setdefault(frozenset([_told(one), _told(other)]), (one, other))
        else:
            pairs[one.statement.uid, other.statement.uid] = one, other
    return list(pairs.values())


def _meeting(claims: Sequence[SlotClaim]) -> Iterator[tuple[SlotClaim, SlotClaim]]:
    """Any two that meet, a few of each at most; ``claims`` begin one after the other."""
    for place, one in enumerate(claims):
        for other in islice(claims, place + 1, place + 1 + _MOST_MET):
            if other.start >= one.end:
                break
            if one.meets(other):
                yield one, other


def _told(claim: SlotClaim) -> Hashable:
    return claim.key, claim.statement.speaker_uid, claim.statement.conversation_id


def _first_of_each(claims: Sequence[SlotClaim]) -> list[SlotClaim]:
    kept: list[SlotClaim] = []
    for claim in claims:
        if claim.over or (kept and slots.same_value(kept[-1].key, claim.key)):
            continue
        kept.append(claim)
    return kept


def _kind(
    earlier: SlotClaim, later: SlotClaim, claims: Sequence[SlotClaim], index: Index
) -> FindingKind:
    together = earlier.meets(later) or _interleaved(earlier, later, claims)
    one, other = earlier.statement, later.statement
    if index.human(one.speaker_uid) != index.human(other.speaker_uid):
        return FindingKind.DISAGREEMENT if together else FindingKind.EVOLUTION
    if _corrects(one, other):
        return FindingKind.CORRECTION
    if slots.changes(other.predicate) and _told_on(one, other):
        return FindingKind.EVOLUTION  # "I move to Graz" says itself that it was not so before.
    # A title may be one of several that somebody bears at once; a home or a firm may not.
    exclusive = earlier.slot != slots.WORK or one.conversation_id != other.conversation_id
    return FindingKind.CONFLICT if together and exclusive else FindingKind.EVOLUTION


def _interleaved(one: SlotClaim, other: SlotClaim, claims: Sequence[SlotClaim]) -> bool:
    """Tells whether each is told in one conversation alone, and over the same weeks."""
    runs = []
    for claim in (one, other):
        alike = [c for c in claims if not c.over and slots.same_value(c.key, claim.key)]
        if {c.statement.conversation_id for c in alike} != {claim.statement.conversation_id}:
            return False
        runs.append((min(c.start for c in alike), max(c.end for c in alike)))
    if one.statement.conversation_id == other.statement.conversation_id:
        return False
    (start, end), (other_start, other_end) = runs
    return start < other_end and other_start < end


def _corrects(earlier: KnownStatement, later: KnownStatement) -> bool:
    return _told_on(earlier, later) and _CORRECTS.search(later.quote) is not None


def _told_on(earlier: KnownStatement, later: KnownStatement) -> bool:
    """Tells whether the later was said to the same people, and not before the earlier."""
    return earlier.conversation_id == later.conversation_id and earlier.said_at <= later.said_at


# ---- said and denied; liked and disliked


def polarities_among(
    statements: Sequence[KnownStatement], index: Index, whose: Whose
) -> list[Finding]:
    """What is said and denied of one subject, one right after the other."""
    alike: defaultdict[Hashable, list[KnownStatement]] = defaultdict(list)
    for statement in statements:
        again = stated_again(statement)
        if again is not None:
            alike[whose(statement.subject_uid), again].append(statement)
    findings = []
    for group in alike.values():
        for one, other in pairwise(group):
            if one.polarity is not other.polarity and not _comes_and_goes(one, other):
                findings.append(_opposed(one, other, one.predicate, index))
    return findings


def _comes_and_goes(one: KnownStatement, other: KnownStatement) -> bool:
    """Tells whether it may well be so on one day and not on another: tired, busy, ill."""
    return one.predicate == "be" and one.said_at.date() != other.said_at.date()


def opinions_among(statements: Iterable[KnownStatement], index: Index) -> list[Finding]:
    """Who thinks otherwise of one thing than somebody else, ``statements`` being about it."""
    held: dict[str, KnownStatement] = {}
    findings = []
    for statement in statements:
        now = stance(statement)
        if now == 0:
            continue
        for other in held.values():
            differs = index.human(other.speaker_uid) != index.human(statement.speaker_uid)
            if differs and stance(other) != now:
                findings.append(_opposed(other, statement, "opinion", index))
        held[statement.speaker_uid] = statement
    return findings


def _opposed(one: KnownStatement, other: KnownStatement, what: str, index: Index) -> Finding:
    if index.human(one.speaker_uid) != index.human(other.speaker_uid):
        kind = FindingKind.DISAGREEMENT
    elif _corrects(one, other):
        kind = FindingKind.CORRECTION
    elif one.predicate == HOLDS or one.said_at.date() != other.said_at.date():
        kind = FindingKind.EVOLUTION  # who thinks it over may do so within a day
    else:
        kind = FindingKind.CONFLICT if valid_together(one, other) else FindingKind.EVOLUTION
    return Finding(
        kind=kind,
        predicate=what,
        earlier=said(one, index),
        later=said(other, index),
        resolution=_resolution(kind, one, other, index),
    )


# ---- how it is told


def _finding(
    kind: FindingKind, slot: str, one: SlotClaim, other: SlotClaim, index: Index
) -> Finding:
    return Finding(
        kind=kind,
        predicate=slot,
        earlier=said(one.statement, index),
        later=said(other.statement, index),
        resolution=_resolution(kind, one.statement, other.statement, index, (one, other)),
    )


def _resolution(
    kind: FindingKind,
    one: KnownStatement,
    other: KnownStatement,
    index: Index,
    claims: tuple[SlotClaim, SlotClaim] | None = None,
) -> str:
    turns = f"{turn_of(one)} and {turn_of(other)}"
    if kind is FindingKind.EVOLUTION:
        since = day(claims[1].start if claims else other.said_at)
        what = f"from {claims[0].value} to {claims[1].value}" if claims else "of mind"
        return f"It changed {what} by {since}: each holds for its own time."
    if kind is FindingKind.CORRECTION:
        who = index.person_name(other.speaker_uid)
        return f"{who} put it right in {turn_of(other)}: what {turn_of(one)} says is withdrawn."
    if kind is FindingKind.DISAGREEMENT:
        first, second = index.person_name(one.speaker_uid), index.person_name(other.speaker_uid)
        return f"{first} and {second} do not agree: keep both, each with its speaker."
    return f"Both cannot be so at once: ask which of {turns} holds."
