"""Builds a portrait's sentences from statements, duplicates joined, the newest first."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.language.words import content_stems
from graphmem.model.ids import turn_reference
from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.memory import KnownStatement
from graphmem.model.portrait import PortraitSection, PortraitSentence, Successor
from graphmem.model.workspace import Kind, Modality
from graphmem.portraits.sections import section_of, stands_alone
from graphmem.portraits.validity import Gone, begins_later, gone
from graphmem.tools.index import Index
from graphmem.tools.link_groups import turn
from graphmem.tools.lookup import EntityLookup
from graphmem.tools.rendering import moment, text_key
from graphmem.tools.slot_values import told_slot
from graphmem.tools.solidity import is_solid


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


_LEAST = 0.3  # confidence under which a statement is as likely to be misread
_LEAST_OF_A_LIFE = 0.2  # where a frame was found besides: work, home, who is theirs
_MOST_WORTH = 3.0
_MIDWAY = 1.5  # where nobody said how much it is worth remembering
_PLACES = tuple(PortraitSection)
# Where what tells of a thing of theirs would stand without it: nowhere, where it happened once.
_OF_THINGS = (None, PortraitSection.NOW)


@dataclass(frozen=True)
class Material:
    """The input of a portrait.

    ``statements`` are about whom or what was ``found``, or name the thing; ``others`` are further
    statements that replace one of them; ``links`` are between all of these. ``now`` is the moment
    of which it tells.
    """

    found: EntityLookup
    index: Index
    statements: tuple[KnownStatement, ...]
    others: tuple[KnownStatement, ...]
    links: tuple[StatementLink, ...]
    now: datetime


def portray(material: Material) -> tuple[PortraitSentence, ...]:
    """Every sentence, by section and in each the newest truth first, of equal dates by worth.

    Of equal worth what is solid goes first. What is said twice stands once, in the newest words.
    What nobody is sure to have said, and what does not stand alone, is not told.
    """
    links = among(material.links, material.statements, material.others)
    past = gone(
        material.statements,
        material.others,
        links,
        material.index,
        material.now,
        people=material.found.people,
    )
    owned = _newest_of_owned(material, past)
    told = [
        sentence
        for group in alike(material.statements, links)
        if (sentence := _sentence(group, past, owned, material)) is not None
    ]
    return tuple(sorted(told, key=_in_order))


def _in_order(sentence: PortraitSentence) -> tuple[int, float, float, float, bool, str]:
    return (
        _PLACES.index(sentence.section),
        -_seconds(_moment(sentence)),
        -_seconds(sentence.said_at),
        -sentence.worth,
        not sentence.solid,
        sentence.text,
    )


def _seconds(when: datetime) -> float:
    return (when - datetime.min).total_seconds()


def _moment(sentence: PortraitSentence) -> datetime:
    interval = sentence.interval
    return sentence.said_at if interval is None or interval.open_start else interval.start


def _sentence(
    group: Sequence[KnownStatement],
    past: Mapping[str, Gone],
    owned: Mapping[str, str],
    material: Material,
) -> PortraitSentence | None:
    index, people = material.index, material.found.people
    placed = [
        (one, section)
        for one in group
        if is_sure(one, index)
        and stands_alone(one.text, names_of(one, material))
        and (section := _section(one, owned, material)) is not None
    ]
    if not placed:
        return None
    newest, _ = max(placed, key=lambda pair: (pair[0].said_at, moment(pair[0])))
    latest = max(group, key=lambda one: (one.said_at, index.place[one.uid]))
    # A role tells of what its answer only says; either may be the wording.
    section = min((one for _, one in placed), key=_rank)
    ended = ended_by(group, latest, past)
    turns = turns_of(group, index)
    slot = any(told_slot(one, index) is not None for one in group)
    confidence = max(one.confidence for one, _ in placed)
    remembering = max(_MIDWAY if one.worth is None else one.worth for one, _ in placed)
    times_told = len({turn(one) for one in group})
    return PortraitSentence(
        section=PortraitSection.BEFORE if ended is not None else section,
        text=newest.text,
        statement_uid=newest.uid,
        statement_uids=tuple(one.uid for one in group),
        turn_ids=turns,
        said_at=newest.said_at,
        interval=newest.interval,
        told_by=teller_of(newest, people, index),
        # A part of a life first, then what is said again and again, what is worth remembering, and
        # what was read surely.
        worth=round(
            2.0 * slot + 0.5 * min(len(turns) - 1, 2) + remembering / _MOST_WORTH + confidence,
            3,
        ),
        past=ended.past if ended is not None else None,
        successor=successor_of(ended.by, index) if ended is not None and ended.by else None,
        times_told=times_told,
        last_told_at=latest.said_at,
        also_told_by=_others(group, newest, index),
        solid=is_solid(times_told, index.outcomes_of(one.uid for one in group)),
    )


def _others(group: Iterable[KnownStatement], told: KnownStatement, index: Index) -> tuple[str, ...]:
    """Who says the same besides the speaker of one of a group, each once."""
    speaker = index.human(told.speaker_uid)
    others = (one.speaker_uid for one in group if index.human(one.speaker_uid) != speaker)
    return tuple(dict.fromkeys(map(index.person_name, others)))


def is_sure(statement: KnownStatement, index: Index) -> bool:
    """Tells whether a statement was read surely enough to be told."""
    least = _LEAST if told_slot(statement, index) is None else _LEAST_OF_A_LIFE
    return statement.confidence >= least


def _rank(section: PortraitSection) -> tuple[bool, int]:
    return section is not PortraitSection.RELATIONS, _PLACES.index(section)


def ended_by(
    group: Sequence[KnownStatement], latest: KnownStatement, past: Mapping[str, Gone]
) -> Gone | None:
    """Why what a group says is past; what was said again after it was replaced is not."""
    ends = [past[one.uid] for one in group if one.uid in past]
    later = [end for end in ends if end.by is not None and end.by.said_at >= latest.said_at]
    if not later and latest.uid in past:
        later = [past[latest.uid]]
    return min(later, key=lambda end: end.order, default=None)


def _section(
    statement: KnownStatement, owned: Mapping[str, str], material: Material
) -> PortraitSection | None:
    section = section_of(statement, material.index, material.found.people)
    if statement.uid in owned and section in _OF_THINGS:
        return PortraitSection.RELATIONS
    if section is PortraitSection.NOW and begins_later(statement, material.now):
        return PortraitSection.PLANS
    return section


def _newest_of_owned(material: Material, past: Mapping[str, Gone]) -> dict[str, str]:
    """The newest statement (uid) that names each thing of theirs that has a name of its own."""
    people, index = material.found.people, material.index
    newest: dict[str, KnownStatement] = {}
    for one in material.statements:
        told = one.kind in (Kind.FACT, Kind.STATE, Kind.EVENT) and told_slot(one, index) is None
        sure = is_sure(one, index) and one.modality is Modality.SAID
        if not told or not sure or one.name is not None or one.uid in past:
            continue
        for uid in one.names:
            entity = index.entities.get(uid)
            if entity is not None and entity.proper and entity.owner_uid in people:
                newest[entity.key] = one
    return {one.uid: thing for thing, one in newest.items()}


def names_of(statement: KnownStatement, material: Material) -> list[str]:
    """What whom or what it is of is called."""
    index, found = material.index, material.found
    if found.people:
        known = [index.people[uid] for uid in sorted(found.people)]
        names = [name for person in known for name in (person.name, *person.names)]
        return [*names, *(name for item in found.entities for name in (item.name, *item.aliases))]
    subject = index.entities.get(statement.subject_uid)
    other = subject.name if subject is not None else index.person_name(statement.subject_uid)
    return [other, *(name for item in found.entities for name in (item.name, *item.aliases))]


def turns_of(group: Sequence[KnownStatement], index: Index) -> tuple[str, ...]:
    """Every turn that bears out what a group says, in order."""
    in_order = sorted(group, key=lambda one: index.place[one.uid])
    return tuple(
        dict.fromkeys(
            turn_reference(one.conversation_id, turn) for one in in_order for turn in one.turn_ids
        )
    )


def teller_of(statement: KnownStatement, people: frozenset[str], index: Index) -> str | None:
    """Who said it, where that was somebody else."""
    if statement.speaker_uid in people:
        return None
    return index.person_name(statement.speaker_uid)


def successor_of(by: KnownStatement, index: Index) -> Successor:
    """A statement as what took the place of another."""
    return Successor(
        text=by.text,
        statement_uid=by.uid,
        turn_ids=turns_of([by], index),
        said_at=by.said_at,
        interval=by.interval,
    )
