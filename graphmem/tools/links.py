"""Links between the answers of a memory, the same in whatever order they came.

What contradicts, changes, corrects or repeats is told by the rules of one slot and by the fitted
weights of `graphmem.tools.changes`, as `detect_contradictions` tells it; what is said again in
other words by the vectors of answers (`graphmem.tools.repetition`); what follows or is related by
what two answers share. Every link depends only on what was said shortly before in the groups of
`graphmem.tools.link_groups`: what is said later changes no link between what was said before.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from graphmem.language.words import stems
from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.memory import KnownStatement
from graphmem.model.tools import Finding, FindingKind
from graphmem.model.workspace import HOLDS
from graphmem.tools.changes import ChangeKind, changed_by
from graphmem.tools.contradictions import opinions_among, polarities_among, values_among
from graphmem.tools.index import About, Index
from graphmem.tools.link_groups import (
    Before,
    GroupKind,
    GroupPosition,
    View,
    before_all,
    places_of,
    turn,
)
from graphmem.tools.rendering import moment
from graphmem.tools.repetition import Cosines, comparable, said_again, without_vectors
from graphmem.tools.slot_values import claims_of
from graphmem.tools.stance import stated_again

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
            yield _by_name_link(answer, one, LinkKind.FOLLOWS, view.about.called(answer, thing))


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
                link = _by_name_link(answer, one, LinkKind.RELATED, name)
                near.setdefault(one.uid, (days, back, link))
    best = sorted(near.values(), key=lambda item: (*item[:2], -view.index.place[item[2].target]))
    return (link for *_, link in best[:RELATED_CAP])


def _by_name_link(
    answer: KnownStatement, one: KnownStatement, kind: LinkKind, name: str
) -> StatementLink:
    return StatementLink(answer.uid, one.uid, kind, name)


_KINDS = {
    FindingKind.EVOLUTION: LinkKind.SUPERSEDES,
    FindingKind.CORRECTION: LinkKind.CORRECTS,
    FindingKind.CONFLICT: LinkKind.CONFLICTS_WITH,
    FindingKind.DISAGREEMENT: LinkKind.CONFLICTS_WITH,
}
_CHANGES = {
    ChangeKind.SUPERSEDES: LinkKind.SUPERSEDES,
    ChangeKind.CORRECTS: LinkKind.CORRECTS,
    ChangeKind.CONTRADICTS: LinkKind.CONFLICTS_WITH,
    ChangeKind.CONFIRMS: LinkKind.SUPPORTS,
}


def answer_links(
    index: Index, meant: Mapping[str, str], cosines: Cosines = without_vectors
) -> tuple[StatementLink, ...]:
    """Every link between the answers of a whole memory, sorted; at most one between two.

    ``meant`` tells what a session-layer entity is in the end: the uid of the entity or Person
    that it was reconciled into.
    """
    about = About(index, meant)
    places = {item.uid: places_of(item, about, index) for item in index.statements}
    return links_from(places, before_all(places), about, index, cosines)


def links_from(
    places: Mapping[str, Collection[GroupPosition]],
    before: Before,
    about: About,
    index: Index,
    cosines: Cosines = without_vectors,
) -> tuple[StatementLink, ...]:
    """The links to what was said before from the turns of the statements placed (by uid), sorted.

    Whatever is said in those turns must be among them. A link belongs to the later of its two
    turns, so none belongs to two. A role takes part through the answer of its turn that says it;
    ``index`` holds all that was said in the turn of every role that stands before one of these.
    """
    turns: defaultdict[object, list[KnownStatement]] = defaultdict(list)
    for item in index.statements:
        if item.uid in places:
            turns[turn(item)].append(item)
    view = View(index, about, places, before)
    told = _told_by_answers(index)
    again = _said_again([item for said in turns.values() for item in said], view, cosines)
    return tuple(
        sorted(link for said in turns.values() for link in _of_turn(said, view, told, again))
    )


def _said_again(
    statements: Iterable[KnownStatement], view: View, cosines: Cosines
) -> dict[str, KnownStatement]:
    """By uid of an answer what it says again in other words; all vectors are asked for at once."""
    before = {item.uid: comparable(item, view) for item in statements}
    known = cosines([(uid, one.uid) for uid, some in before.items() for one in some])
    found = {uid: said_again(uid, some, known) for uid, some in before.items()}
    return {uid: one for uid, one in found.items() if one is not None}


def _of_turn(
    said: Sequence[KnownStatement],
    view: View,
    told: Mapping[str, str],
    again: Mapping[str, KnownStatement],
) -> Iterable[StatementLink]:
    found: dict[Pair, StatementLink] = {}

    def add(links: Iterable[StatementLink]) -> None:
        for link in links:
            source, target = told.get(link.source), told.get(link.target)
            if source is not None and target is not None and source != target:
                one = link._replace(source=source, target=target)
                found.setdefault(frozenset([source, target]), one)

    for rule in (_held, _opposed, _changed, _supporting):
        for item in said:
            add(rule(item, view))
    for item in said:
        if item.uid in again:
            add(_again(item, again[item.uid], item.predicate))
    for item in said:
        add(following(item, view))
    for item in said:
        add(related(item, view, without=found))
    return found.values()


def _told_by_answers(index: Index) -> dict[str, str]:
    """The answer that says what each statement says: an answer itself, a role's by its turn."""
    in_turn: defaultdict[object, list[KnownStatement]] = defaultdict(list)
    told: dict[str, str] = {}
    for item in index.statements:
        if item.name is None:
            told[item.uid] = item.uid
            in_turn[turn(item)].append(item)
    for role in index.statements:
        beside = in_turn.get(turn(role), ()) if role.name is not None else ()
        words = stems(role.text)
        alike = [(len(words & stems(item.text)), item) for item in beside]
        most = max((count for count, _ in alike), default=0)
        if most:
            told[role.uid] = next(item.uid for count, item in alike if count == most)
    return told


# ---- one slot, or one opinion, of one subject


def _held(item: KnownStatement, view: View) -> Iterator[StatementLink]:
    """What was held on the same question before: a kept opinion takes its place, whatever it is."""
    if item.predicate == HOLDS:
        last = _last(view.before(item, GroupKind.AGAIN), item, view)
        if last is not None:
            yield StatementLink(item.uid, last.uid, LinkKind.SUPERSEDES, HOLDS)


def _opposed(item: KnownStatement, view: View) -> Iterator[StatementLink]:
    index, whose = view.index, view.about.one
    findings = [
        *values_among(view.with_before(item, GroupKind.SLOT), index, whose),
        *polarities_among(view.with_before(item, GroupKind.AGAIN), index, whose),
    ]
    for thing in view.about.things(item):
        findings += opinions_among(view.with_before(item, GroupKind.OPINION, thing), index)
    return (_link(finding) for finding in findings if item.uid in _uids(finding))


def _uids(finding: Finding) -> tuple[str, str]:
    return finding.later.statement_uid, finding.earlier.statement_uid


def _link(finding: Finding) -> StatementLink:
    return StatementLink(*_uids(finding), _KINDS[finding.kind], finding.predicate)


def _changed(item: KnownStatement, view: View) -> Iterator[StatementLink]:
    """What an answer replaces, corrects, contradicts or says again, as far as that is sure."""
    for kind, later, earlier, about in changed_by(item, view):
        yield StatementLink(later.uid, earlier.uid, _CHANGES[kind], about)


def _supporting(item: KnownStatement, view: View) -> Iterator[StatementLink]:
    """The last that said the same before: of one slot, or in the same words."""
    claims = claims_of(view.with_before(item, GroupKind.SLOT), view.index)
    for mine in (claim for claim in claims if claim.statement.uid == item.uid and not claim.over):
        alike = (
            claim.statement
            for claim in claims
            if not claim.over and (claim.slot, claim.key) == (mine.slot, mine.key)
        )
        yield from _again(item, _last(alike, item, view), mine.slot)
    if stated_again(item) is not None:
        shared = item.polarity, view.about.things(item)
        same = (
            one
            for one in view.before(item, GroupKind.AGAIN)
            if (one.polarity, view.about.things(one)) == shared
        )
        last = _last(same, item, view)
        if last is not None and _in_same_words(last, item):
            yield from _again(item, last, item.predicate)


def _last(
    statements: Iterable[KnownStatement], item: KnownStatement, view: View
) -> KnownStatement | None:
    before = (one for one in statements if one.uid != item.uid)
    return max(before, key=lambda one: view.index.place[one.uid], default=None)


def _again(item: KnownStatement, last: KnownStatement | None, what: str) -> Iterator[StatementLink]:
    if last is not None and turn(last) != turn(item):
        yield StatementLink(item.uid, last.uid, LinkKind.SUPPORTS, what)


def _in_same_words(one: KnownStatement, other: KnownStatement) -> bool:
    # "It is great to swim" and "it is great to sing" share predicate and object, and no more.
    first, second = stems(one.text), stems(other.text)
    return 2 * len(first & second) > len(first | second)
