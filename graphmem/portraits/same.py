"""Statements that say the same of one person or thing: they stand once."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence

from graphmem.language.words import content_stems
from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.memory import KnownStatement
from graphmem.tools.wording import text_key


def alike(
    statements: Sequence[KnownStatement], links: Iterable[StatementLink]
) -> list[list[KnownStatement]]:
    """The statements in groups that say the same, by their words or by a link that says so.

    Each group and its members are in the order of ``statements``.
    """
    root = {one.uid: one.uid for one in statements}

    def find(uid: str) -> str:
        while root[uid] != uid:
            root[uid] = uid = root[root[uid]]
        return uid

    same: defaultdict[Hashable, list[str]] = defaultdict(list)
    for one in statements:
        for key in _keys(one):
            same[key].append(one.uid)
    for uids in same.values():
        for uid in uids[1:]:
            root[find(uid)] = find(uids[0])
    for source, target, kind, _ in links:
        if kind is LinkKind.SUPPORTS and source in root and target in root:
            root[find(source)] = find(target)
    groups: defaultdict[str, list[KnownStatement]] = defaultdict(list)
    for one in statements:
        groups[find(one.uid)].append(one)
    return list(groups.values())


def among(
    links: Iterable[StatementLink],
    statements: Iterable[KnownStatement],
    others: Iterable[KnownStatement],
) -> tuple[StatementLink, ...]:
    """The links, from one of ``statements`` where the same turn says in it what one of ``others``
    says: a role of somebody is linked through the answer that may be about two.
    """
    here = {_said(one): one.uid for one in statements}
    instead = {one.uid: here[_said(one)] for one in others if _said(one) in here}
    return tuple(link._replace(source=instead.get(link.source, link.source)) for link in links)


def _said(statement: KnownStatement) -> Hashable:
    return statement.conversation_id, statement.turn_ids[0], statement.text


def _keys(statement: KnownStatement) -> Iterator[Hashable]:
    """What two statements share that say the same in the same words, inflected or not."""
    yield statement.subject_uid, text_key(statement.text)
    stems = content_stems(statement.text)
    if len(stems) > 1:
        when = statement.interval.start if statement.interval is not None else None
        yield statement.polarity, statement.kind, statement.modality, when, stems
