"""Judges whether two people of one name are one human, and says why."""

from collections.abc import Sequence
from typing import NamedTuple

from graphmem.model.decision import Judgement, MergeWeights, Side, Verdict
from graphmem.model.tools import Comparison, Finding, FindingKind, MemoryTools
from graphmem.reconciliation import reasons
from graphmem.reconciliation.agent import ToolRecorder
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.lives import Lives, ProfileDifference, Shared
from graphmem.reconciliation.scoring import Score, total
from graphmem.reconciliation.wording import listed, quoted
from graphmem.tools import slots

_TELLING = 0.25  # an anchor that counts as one of the two that a merge needs
_VERY_TELLING = 0.6
_WORTH_TELLING = 0.1  # below, the name is no reason for anything
_EXCLUSIVE = frozenset([slots.EMPLOYER, slots.WORK, slots.HOME, slots.PARTNER])
_SHOWN = 3


class PersonSigns(NamedTuple):
    """What speaks for and against two Persons being one human."""

    left: str
    right: str
    shared: Sequence[Shared]
    conflicts: Sequence[Finding]
    differences: Sequence[ProfileDifference]
    comparison: Comparison

    @property
    def excluded(self) -> bool:
        """True if their lives do not go together: one contradiction, or two differences."""
        return bool(self.conflicts) or len(self.differences) > 1


class PersonAgent:
    """A `graphmem.reconciliation.judging.Judge` of two people that is the same every time.

    ``shared`` are the names that both know; its tools are to take the two for one human.
    """

    def __init__(
        self, facts: Facts, shared: Sequence[Shared], lives: Lives, weights: MergeWeights
    ) -> None:
        self._facts, self._shared = facts, shared
        self._lives, self._weights = lives, weights

    def decide(self, left: Side, right: Side, tools: MemoryTools) -> Judgement:
        """MERGE where two names in their lives, or one that tells very much, tie them.

        One name alone never does. Nobody who is tied so is kept apart for good by what
        contradicts: lives change.
        """
        one, other = left.uids[0], right.uids[0]
        shared = self._shared
        looking = ToolRecorder(tools)
        comparison, findings = _look(left, right, _worth_telling(shared), looking)
        tied = _tied(shared)
        seen = PersonSigns(
            one,
            other,
            shared,
            [item for item in findings if item.kind is FindingKind.CONFLICT],
            [] if tied else self._lives.differences(one, other),
            comparison,
        )
        score = _score(seen, self._facts, self._weights)
        merge = tied and score.value >= self._weights.person_merge
        return Judgement(
            verdict=Verdict.MERGE if merge else Verdict.SEPARATE,
            confident=merge or (seen.excluded and not tied),
            score=score.value,
            parts=score.parts,
            reason=_reason(seen, self._facts, merge=merge, tied=tied),
            tools=looking.calls,
        )


def _worth_telling(shared: Sequence[Shared]) -> list[Shared]:
    return [item for item in shared if item.value >= _WORTH_TELLING]


def _look(
    left: Side, right: Side, known: Sequence[Shared], looking: ToolRecorder
) -> tuple[Comparison, tuple[Finding, ...]]:
    """Use the four tools: the names that both know, or the life as a whole, then side by side."""
    one, other = left.uids[0], right.uids[0]
    for name in [item.name for item in known[:_SHOWN]] or [one]:
        looking.timeline(name, one)
    here, there = left.conversation_ids, right.conversation_ids
    comparison = looking.comparison(one, here[0], there[0])
    looking.context(here[0], one)
    looking.context(there[0], other)
    findings = looking.contradictions(
        one, lambda found: tuple(item for item in found if _between(item, here, there))
    )
    return comparison, findings


def _between(finding: Finding, here: Sequence[str], there: Sequence[str]) -> bool:
    places = finding.earlier.conversation_id, finding.later.conversation_id
    return (places[0] in here and places[1] in there) or (places[0] in there and places[1] in here)


def _tied(shared: Sequence[Shared]) -> bool:
    """Whether there are two anchors, one of which says whose it is; or one that tells enough."""
    telling = [item for item in shared if item.value >= _TELLING]
    if any(item.value >= _VERY_TELLING for item in telling):
        return True
    return len(telling) > 1 and any(item.ties for item in telling)


def _score(seen: PersonSigns, facts: Facts, weights: MergeWeights) -> Score:
    # Each anchor leaves less room for chance; places and films together never rule it out.
    chance, weak = 1.0, 1.0
    for item in seen.shared:
        if item.value >= _TELLING:
            chance *= 1.0 - item.value
        else:
            weak *= 1.0 - item.value
    anchors = 1.0 - chance * max(weak, 0.75)
    clashes = {item.predicate for item in seen.conflicts if item.predicate in _EXCLUSIVE}
    softer = {item.slot for item in seen.differences} - clashes
    return total(
        [
            ("name", _name(seen.left, seen.right, facts), weights.person_name),
            ("anchors", anchors, weights.person_anchors),
            ("against", len(clashes) + len(softer) / 2, weights.person_against),
        ]
    )


def _name(left: str, right: str, facts: Facts) -> float:
    """A full name tells more than a first name."""
    one, other = (facts.index.person_name(uid).casefold() for uid in (left, right))
    return 1.0 if one == other and " " in one else 0.5


def _reason(seen: PersonSigns, facts: Facts, *, merge: bool, tied: bool) -> str:
    names = [facts.index.person_name(uid) for uid in (seen.left, seen.right)]
    places = f"{seen.comparison.a.conversation_id} and {seen.comparison.b.conversation_id}"
    called = f"are called {names[0]}" if names[0] == names[1] else f"are {names[0]} and {names[1]}"
    sentences = [f"In {places} both {called}."]
    known = _worth_telling(seen.shared)
    sentences += [_anchor(item, seen, facts) for item in known[:_SHOWN]]
    sentences += [_conflict(item) for item in seen.conflicts[:_SHOWN]]
    if not seen.conflicts:
        sentences += [_difference(item) for item in seen.differences]
    if merge:
        if not seen.conflicts:
            sentences.append("Nothing that they say excludes that they are one.")
        return " ".join(sentences)
    if not known:
        sentences.append("No name in the life of one is known to the other.")
    sentences.append(_verdict(seen, tied=tied))
    return " ".join(sentence for sentence in sentences if sentence)


def _anchor(item: Shared, seen: PersonSigns, facts: Facts) -> str:
    what = f"{item.name} ({listed(sorted(item.ties))})" if item.ties else item.name
    people = (
        (item.left, seen.left, seen.comparison.a.conversation_id),
        (item.right, seen.right, seen.comparison.b.conversation_id),
    )
    turns = [anchor.turn_id for anchor, _, _ in people if anchor is not None]
    for anchor, person_uid, place in people:
        if anchor is None:
            who = facts.index.person_name(person_uid)
            return f"One speaks of {what} ({listed(turns)}), to whom {who} talks in {place}."
    return f"Both speak of {what}: {listed(turns)}."


def _conflict(item: Finding) -> str:
    return (
        f"One person cannot be both at one time: {reasons.quoted(item.earlier)} and "
        f"{reasons.quoted(item.later)}."
    )


def _difference(item: ProfileDifference) -> str:
    what = "They do other work" if item.slot == slots.WORK else "They live in another couple"
    return f"{what}: {quoted(item.left)} and {quoted(item.right)}."


def _verdict(seen: PersonSigns, *, tied: bool) -> str:
    if tied:
        return "What ties them does not outweigh what contradicts."
    if seen.excluded:
        return "They are two people."
    if seen.shared:
        return "That is too little to take them for one."
    return "A name alone is too little to take them for one."
