"""How the answers of a memory stand to each other: derived from all of it, the same in any order.

What contradicts, changes or corrects is told by the rules of `detect_contradictions`; what
supports, follows or is related by what two answers share.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from graphmem.language.words import stems
from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.memory import KnownStatement
from graphmem.model.tools import Finding, FindingKind
from graphmem.tools.about import About
from graphmem.tools.claims import claims_of
from graphmem.tools.contradictions import findings_among, opinions_among
from graphmem.tools.index import Index
from graphmem.tools.neighbours import Pair, following, related, turn
from graphmem.tools.stance import stated_again

_KINDS = {
    FindingKind.EVOLUTION: LinkKind.SUPERSEDES,
    FindingKind.CORRECTION: LinkKind.CORRECTS,
    FindingKind.CONFLICT: LinkKind.CONFLICTS_WITH,
    FindingKind.DISAGREEMENT: LinkKind.CONFLICTS_WITH,
}


def answer_links(index: Index, meant: Mapping[str, str]) -> tuple[StatementLink, ...]:
    """Every link between answers, sorted; at most one between two.

    ``meant`` tells what a session-layer entity is in the end: the uid of the entity or Person
    that it was reconciled into. A role takes part through the answer of its turn that says it.
    """
    about = About(index, meant)
    told = _told_by_answers(index)
    found: dict[Pair, StatementLink] = {}

    def add(links: Iterable[StatementLink]) -> None:
        for link in links:
            source, target = told.get(link.source), told.get(link.target)
            if source is None or target is None or source == target:
                continue
            if (source, target) not in found and (target, source) not in found:
                found[source, target] = link._replace(source=source, target=target)

    add(_opposed(about, index))
    add(_supporting(about, index))
    answers = [item for item in index.statements if item.name is None]
    add(following(answers, about, index, without=found))
    add(related(answers, about, index, without=found))
    return tuple(sorted(found.values()))


def _told_by_answers(index: Index) -> dict[str, str]:
    """The answer that says what each statement says: an answer itself, a role's by its turn."""
    in_turn: defaultdict[Hashable, list[KnownStatement]] = defaultdict(list)
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


def _opposed(about: About, index: Index) -> Iterator[StatementLink]:
    for group in about.by_subject():
        yield from map(_link, findings_among(group, index, about.one))
    for group in about.by_thing():
        yield from map(_link, opinions_among(group, index))


def _link(finding: Finding) -> StatementLink:
    return StatementLink(
        finding.later.statement_uid,
        finding.earlier.statement_uid,
        _KINDS[finding.kind],
        finding.predicate,
    )


def _supporting(about: About, index: Index) -> Iterator[StatementLink]:
    """Each says again what the one before it said: of one slot, or in the same words."""
    for group in about.by_subject():
        claimed: dict[tuple[str, Hashable], list[KnownStatement]] = {}
        for claim in claims_of(group, index):
            if not claim.over:
                claimed.setdefault((claim.slot, claim.key), []).append(claim.statement)
        repeated: dict[tuple[str, Hashable], list[KnownStatement]] = {}
        for item in group:
            if (again := stated_again(item)) is not None:
                key = again, item.polarity, about.things(item)
                repeated.setdefault((item.predicate, key), []).append(item)
        for (what, _), alike in claimed.items():
            in_order = sorted(alike, key=lambda item: index.place[item.uid])
            yield from (_again(one, other, what) for one, other in _of_two_turns(in_order))
        for (what, _), alike in repeated.items():
            for one, other in _of_two_turns(alike):
                if _in_same_words(one, other):
                    yield _again(one, other, what)


def _again(one: KnownStatement, other: KnownStatement, what: str) -> StatementLink:
    return StatementLink(other.uid, one.uid, LinkKind.SUPPORTS, what)


def _of_two_turns(
    in_order: Sequence[KnownStatement],
) -> Iterator[tuple[KnownStatement, KnownStatement]]:
    return (pair for pair in pairwise(in_order) if turn(pair[0]) != turn(pair[1]))


def _in_same_words(one: KnownStatement, other: KnownStatement) -> bool:
    # "It is great to swim" and "it is great to sing" share predicate and object, and no more.
    first, second = stems(one.text), stems(other.text)
    return 2 * len(first & second) > len(first | second)
