"""Describes an entity or a person in a few clauses with their turns; pure."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.answering.disambiguation import Known
from graphmem.answering.evidence import evidence
from graphmem.answering.extractive.lexical import clause_of
from graphmem.model.answer import Candidate, Evidence
from graphmem.model.assembly import RecordedTurn
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import SAYS, Kind, Modality, Network, Polarity
from graphmem.store.bearers import StatementHit
from graphmem.tools.mentions import UnreadTurn
from graphmem.tools.slots import EMPLOYER, WORK, slot_of_predicate

_NAMING = re.compile(r"\b(?:called|named|name)\b").search
_IS = re.compile(r"(?:use_to_)?(?:be|become)$")
_NOMINAL = re.compile(r"(?:an?|the|\S+['’]s?)\s", re.IGNORECASE)
_LASTING = frozenset({Kind.FACT, Kind.STATE})
_WORK_SLOTS = frozenset({WORK, EMPLOYER})


class Described(NamedTuple):
    """A description in a few clauses, each with the turn that states it.

    ``by_role`` tells whether the first is what they are to somebody: a role; ``identifies``
    whether it is that, or what they are said to be or do for a living.
    """

    name: str
    by_role: bool
    identifies: bool
    texts: tuple[str, ...]
    evidence: tuple[Evidence, ...]


def candidate(known: Known, speakers: Mapping[str, str], others: Sequence[Known] = ()) -> Candidate:
    """A bearer as a question back names it, with the statement that tells it best apart.

    What is told of one of the ``others`` as well tells nothing apart. Of whom nothing is stated
    yet, what they said and what waits to be read tells it.
    """
    if known.unread and not known.told:
        return _by_unread(known, speakers)
    shared = {
        clause_of(one.statement.text)
        for other in others
        if other is not known
        for one in other.told
    }
    shown = _telling(known.told, shared)
    return Candidate(
        uid=known.bearer.uid,
        name=known.bearer.name,
        apart=shown.text if shown else "of whom nothing else is known",
        fit=round(known.fit, 3),
        evidence=() if shown is None else (_proof(shown, speakers),),
    )


def described(known: Known, speakers: Mapping[str, str], *, most: int) -> Described | None:
    """Describes a candidate, first by roles to others, then by what they are said to be or do for
    a living, then by lasting facts.

    Of whom none of the former two is told, what they took part in is. None without any, and of who
    takes part in the talk without the former two: what they happen to have said of themselves does
    not tell who they are. What is told to the letter describes nobody: it may as well ask it.
    """
    own = known.bearer.people | known.bearer.members
    name = known.bearer.name.casefold()

    def identifies(said: KnownStatement) -> bool:
        return said.subject_uid in own and (
            (_IS.match(said.predicate) is not None and _NOMINAL.match(said.object) is not None)
            or slot_of_predicate(said.predicate) in _WORK_SLOTS
        )

    def order(one: StatementHit) -> tuple[bool, bool, bool, bool, bool, datetime, int]:
        said = one.statement
        role = said.entity_uid is not None
        return (
            not role,
            not role and not identifies(said),
            said.kind not in _LASTING,
            name not in said.text.casefold(),
            role or said.subject_uid not in own,
            said.said_at,
            one.position,
        )

    plain: dict[str, KnownStatement] = {}
    for one in sorted(known.told, key=order):
        said = one.statement
        if (
            said.modality is Modality.SAID
            and said.polarity is Polarity.POSITIVE
            and said.network is not Network.OPINION
            and said.predicate != SAYS
        ):
            clause = clause_of(said.text)
            if not any(clause in other for other in plain):
                plain[clause] = said
    first = next(iter(plain.values()), None)
    if first is None:
        return None
    by_role = first.entity_uid is not None
    known_by = by_role or identifies(first)
    if known_by:
        plain = {
            clause: said
            for clause, said in plain.items()
            if said.entity_uid is not None or said.kind in _LASTING or identifies(said)
        }
    elif known.bearer.people:
        return None
    return Described(
        known.bearer.name,
        by_role,
        known_by,
        tuple(plain)[:most],
        tuple(_proof(said, speakers) for said in tuple(plain.values())[:most]),
    )


def _by_unread(known: Known, speakers: Mapping[str, str]) -> Candidate:
    turn = known.unread[0].turn
    quote = turn.text or turn.caption
    return Candidate(
        uid=known.bearer.uid,
        name=known.bearer.name,
        apart=f"said “{quote}”",
        fit=round(known.fit, 3),
        evidence=(_evidence(turn, turn.dia_id, quote, speakers),),
    )


def _telling(told: Sequence[StatementHit], shared: Collection[str]) -> KnownStatement | None:
    """What they do, else what they are (a role), else the first fact, else what was said first."""

    def order(one: StatementHit) -> tuple[bool, int, datetime, int, str]:
        said = one.statement
        plain = said.modality is Modality.SAID and said.polarity is Polarity.POSITIVE
        works = slot_of_predicate(said.predicate) in _WORK_SLOTS or any(
            state.name.startswith("works_") for state in said.states
        )
        fact = said.kind in _LASTING and said.modality is Modality.SAID
        if works and plain:
            rank = 0
        elif said.entity_uid is not None:
            rank = 1
        else:
            rank = 2 if fact and not _NAMING(said.text) else 3
        words = said.predicate == SAYS
        return words or clause_of(said.text) in shared, rank, said.said_at, one.position, said.uid

    return min(told, key=order).statement if told else None


def _evidence(
    said: KnownStatement | UnreadTurn, dia_id: str, quote: str, speakers: Mapping[str, str]
) -> Evidence:
    speaker = speakers.get(said.speaker_uid, "somebody")
    turn = RecordedTurn(said.conversation_id, dia_id, speaker, quote, None, said.said_at)
    return evidence(turn, quote, own=True)


def _proof(statement: KnownStatement, speakers: Mapping[str, str]) -> Evidence:
    return _evidence(statement, statement.turn_ids[0], statement.quote, speakers)
