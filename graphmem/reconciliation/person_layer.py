"""Layer 3: the entities of one human's conversations, merged where the decisions say so."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphmem.model.decision import Decision, LayerEntity, Reconciled, Side, Verdict
from graphmem.model.ids import uid
from graphmem.reconciliation import wording
from graphmem.reconciliation.agents import Agents
from graphmem.reconciliation.blocking import Pair
from graphmem.reconciliation.clusters import Clusters
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.known import Candidate
from graphmem.reconciliation.layers import person_entity
from graphmem.reconciliation.ledger import Ledger
from graphmem.reconciliation.made import refused
from graphmem.reconciliation.things import Thing


class Across(NamedTuple):
    """The person layer and why."""

    entities: tuple[LayerEntity, ...]
    reconciled: tuple[Reconciled, ...]
    decisions: tuple[Decision, ...]


def reconcile_across(
    things: Sequence[Thing],
    found: Sequence[Candidate],
    agents: Agents,
    facts: Facts,
    ledger: Ledger,
    units: Mapping[str, Sequence[Thing]],
) -> Across:
    """Decide every candidate and build the person layer.

    ``units`` gives the units of every thing by its uid.
    """
    thing_of = {unit.uid: thing for thing, members in units.items() for unit in members}
    thing_of |= {base: thing.uid for thing in things for base in thing.bases}
    owners = {thing.uid: facts.index.human(thing.owner_uid) for thing in things}
    apart = _ruled(ledger, Verdict.SEPARATE, thing_of)
    clusters = Clusters(owners, [(left, right) for left, right, _ in apart])
    for left, right, decision_uid in _ruled(ledger, Verdict.MERGE, thing_of):
        clusters.join(left, right, decision_uid)
    decided = [
        (agents.decide(item, _sides(item.pair, units, facts)), item.pair)
        for item in found
        if ledger.ruling(_uids(item.pair.left, units), _uids(item.pair.right, units)) is None
    ]
    made = _joined(decided, clusters, ledger)
    by_uid = {thing.uid: thing for thing in things}
    entities, reconciled = [], []
    whys = clusters.reasons()
    for group in clusters.groups():
        if len(group) > 1:
            entity = person_entity(
                uid(ledger.space, "entity", "person", group[0]),
                [by_uid[member] for member in group],
                facts,
            )
            entities.append(entity)
            reconciled += [
                Reconciled(
                    uid=member, into=entity.uid, decision_uid=whys[member] or _any(whys, group)
                )
                for member in group
            ]
    return Across(tuple(entities), tuple(reconciled), tuple(made))


def _any(whys: Mapping[str, str | None], group: Sequence[str]) -> str | None:
    # Every member stands in the layer above by a decision; the first shares its neighbour's.
    return next((why for member in group if (why := whys[member])), None)


def _joined(
    decided: Sequence[tuple[Decision, Pair]], clusters: Clusters, ledger: Ledger
) -> list[Decision]:
    """Merges, the surest first; one that others exclude is written as undecided instead."""
    made: list[Decision] = []
    merges: list[tuple[Decision, Pair]] = []
    for item, pair in decided:
        if item.verdict is Verdict.MERGE:
            merges.append((item, pair))
            continue
        made.append(item)
        if item.confident and not clusters.together(pair.left.uid, pair.right.uid):
            clusters.forbid(pair.left.uid, pair.right.uid)
    merges.sort(key=lambda entry: (-entry[0].score, entry[1].left.place, entry[1].right.place))
    for item, pair in merges:
        if clusters.join(pair.left.uid, pair.right.uid, item.uid):
            made.append(item)
            continue
        made.append(refused(ledger.space, item))
    return made


def _ruled(
    ledger: Ledger, verdict: Verdict, thing_of: Mapping[str, str]
) -> list[tuple[str, str, str]]:
    return [
        (thing_of[left], thing_of[right], decision_uid)
        for left, right, decision_uid in ledger.ruled_pairs(verdict)
        if left in thing_of and right in thing_of and thing_of[left] != thing_of[right]
    ]


def _uids(thing: Thing, units: Mapping[str, Sequence[Thing]]) -> list[str]:
    return [*(unit.uid for unit in units[thing.uid]), *thing.bases]


def _sides(pair: Pair, units: Mapping[str, Sequence[Thing]], facts: Facts) -> tuple[Side, Side]:
    left, right = (
        wording.side([thing], facts).model_copy(
            update={"uids": tuple(unit.uid for unit in units[thing.uid])}
        )
        for thing in (pair.left, pair.right)
    )
    return left, right
