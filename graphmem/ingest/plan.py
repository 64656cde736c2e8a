"""Plans the recording of a session: a pure comparison of what is given and what is known."""

from collections.abc import Mapping, Sequence, Set
from itertools import pairwise
from typing import NamedTuple

from graphmem.model.conversation import Session, Turn
from graphmem.model.receipt import ChangedTurn
from graphmem.store.record import KnownTurn, NextTurn, SessionChange


class SessionPlan(NamedTuple):
    """One session's change (None where nothing is new), and what is not written and why.

    ``forgotten`` are the turns (by ``dia_id``) that were taken back, and are not recorded again.
    """

    change: SessionChange | None
    skipped: int
    changed: tuple[ChangedTurn, ...]
    forgotten: tuple[str, ...] = ()


def plan_session(
    conversation_id: str,
    session: Session,
    *,
    known: Sequence[KnownTurn],
    elsewhere: Mapping[str, str],
    forgotten: Set[str] = frozenset(),
) -> SessionPlan:
    """Compare a session with its recorded turns (in order) and those recorded in other sessions.

    New turns find their place between the recorded neighbours that they were given with; a
    recorded turn is never overwritten, and none of ``forgotten`` recorded again.
    """
    digests = {turn.dia_id: turn.digest for turn in known}
    new: list[Turn] = []
    changed: list[ChangedTurn] = []
    left_out: list[str] = []
    skipped = 0
    for turn in session.turns:
        if turn.dia_id in elsewhere:
            reason = f"already recorded in session {elsewhere[turn.dia_id]}; kept there"
            changed.append(_changed(conversation_id, turn, reason))
        elif turn.dia_id in forgotten:
            left_out.append(turn.dia_id)
        elif turn.dia_id not in digests:
            new.append(turn)
        elif turn.digest != digests[turn.dia_id]:
            reason = "recorded with another speaker, text, caption or time; kept as recorded"
            changed.append(_changed(conversation_id, turn, reason))
        else:
            skipped += 1
    change = _change(session, new, known, {*elsewhere, *forgotten}) if new else None
    return SessionPlan(change, skipped, tuple(changed), tuple(left_out))


def _changed(conversation_id: str, turn: Turn, reason: str) -> ChangedTurn:
    return ChangedTurn(conversation_id=conversation_id, dia_id=turn.dia_id, reason=reason)


def _change(
    session: Session, new: Sequence[Turn], known: Sequence[KnownTurn], left_out: Set[str]
) -> SessionChange:
    before = [turn.dia_id for turn in known]
    given = [turn.dia_id for turn in session.turns if turn.dia_id not in left_out]
    after = merge_orders(before, given)
    positions = {dia_id: position for position, dia_id in enumerate(after)}
    old_links, new_links = _links(before), _links(after)
    return SessionChange(
        session_id=session.session_id,
        started_at=min(turn.said_at for turn in new),
        new=tuple(new),
        positions=positions,
        moved=tuple(turn.dia_id for turn in known if positions[turn.dia_id] != turn.position),
        unlink=tuple(link for link in old_links if link not in set(new_links)),
        link=tuple(link for link in new_links if link not in set(old_links)),
    )


def _links(order: Sequence[str]) -> list[NextTurn]:
    return [NextTurn(*pair) for pair in pairwise(order)]


def merge_orders(known: Sequence[str], given: Sequence[str]) -> list[str]:
    """One order of both: ``known`` keeps its own, each new id follows what it was given after.

    New ids that were given before every known one come just before the first known id given
    with them, or at the end when no known id was given.
    """
    placed = set(known)
    leading: list[str] = []
    following: dict[str, list[str]] = {}
    anchor: str | None = None
    for dia_id in given:
        if dia_id in placed:
            anchor = dia_id
        elif anchor is None:
            leading.append(dia_id)
        else:
            following.setdefault(anchor, []).append(dia_id)
    first_given = next((dia_id for dia_id in given if dia_id in placed), None)
    merged: list[str] = []
    for dia_id in known:
        if dia_id == first_given:
            merged += leading
        merged.append(dia_id)
        merged += following.get(dia_id, [])
    return merged if first_given is not None else merged + leading
