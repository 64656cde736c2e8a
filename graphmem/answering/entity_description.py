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
_LASTING = frozenset({Kind.FACT, Kind.STATE})
_WORK_SLOTS = frozenset({WORK, EMPLOYER})


class Described(NamedTuple):
    """A description in a few clauses, each with the turn that states it.

    ``takes_part`` tells whether they talk themselves, ``by_role`` whether the first is what they
    are to somebody: a role.
    """

    name: str
    takes_part: bool
    by_role: bool
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
    """Describes a candidate, first by roles to others, then by facts; None without any.

    What is told to the letter describes nobody: it may as well ask who that is.
    """
    own = known.bearer.people | known.bearer.members
    name = known.bearer.name.casefold()

    def order(one: StatementHit) -> tuple[bool, bool, bool, bool, datetime, int]:
        said = one.statement
        role = said.entity_uid is not None
        return (
            not role,
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
    if not plain:
        return None
    return Described(
        known.bearer.name,
        bool(known.bearer.people),
        next(iter(plain.values())).entity_uid is not None,
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
