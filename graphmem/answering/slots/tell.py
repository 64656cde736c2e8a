"""A question about a slot and what is known of it → the answer with its statements."""

import re
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from graphmem.answering.slots.asked import Side, SlotAsked
from graphmem.answering.slots.choose import Chosen, choose
from graphmem.answering.slots.facts import SlotFacts
from graphmem.answering.slots.grammar import FAMILY, MEMBERSHIP, PET, Ask
from graphmem.answering.slots.members import members_of
from graphmem.answering.slots.spells import Spell, spells_of
from graphmem.language.sentences import sentences
from graphmem.language.time import find_times, format_duration, write_day, write_interval
from graphmem.model.memory import KnownStatement
from graphmem.model.time import Precision, TimeInterval
from graphmem.tools.claims import Claim
from graphmem.tools.said import turn_of
from graphmem.tools.slots import EMPLOYER, HOME, PARTNER, WORK

_NAMES = {WORK: "job", EMPLOYER: "employer", HOME: "home", PARTNER: "partner"}
_AT_A_PLACE = re.compile(
    r"\b(?:in|at|on|near|outside|inside) (?:the )?(?P<name>[A-Z]\w+(?: [A-Z]\w+)*)"
)
_MOST_PROOFS = 3  # statements of one value
_BY_LENGTH = (Precision.WEEK, Precision.MONTH, Precision.YEAR)


class SlotTold(NamedTuple):
    """The answer's text and the statements that prove it, the value's own first.

    ``sure`` is the mean confidence of the statements, ``agreeing`` the share of them that say the
    same of that time; both from 0 to 1. ``step`` tells what was read.
    """

    text: str
    statements: tuple[KnownStatement, ...]
    sure: float
    agreeing: float
    step: str


def tell_slot(
    asked: SlotAsked, facts: SlotFacts, *, now: datetime | None = None
) -> SlotTold | None:
    """Answer from roles and statements; None where they hold no answer.

    ``now`` is the moment up to which what still lasts is counted; else when it was last told.
    """
    if asked.slot in (FAMILY, PET, MEMBERSHIP):
        return _members(asked, facts)
    if now is not None and asked.side is Side.NOW and asked.ask is Ask.VALUE:
        facts = facts._replace(until=min(facts.until, now))
    chosen = choose(asked, facts)
    if chosen is None:
        return None
    text = _text(asked, chosen, facts, now)
    if text is None:
        return None
    proofs = [item for one in chosen.spells for item in _proofs(one)]
    proofs += [
        item
        for one in (*chosen.before, *chosen.conflicting, *chosen.after)
        for item in _proofs(one)
    ]
    against = sum(len(one.claims) for one in chosen.conflicting)
    supporting = sum(len(one.claims) for one in chosen.spells)
    return _told(asked, facts, text, proofs, supporting / (supporting + against))


def _members(asked: SlotAsked, facts: SlotFacts) -> SlotTold | None:
    members = members_of(asked, facts)
    if not members:
        return None
    text = ", ".join(one.value for one in members)
    proofs = [item for one in members for item in one.statements[:_MOST_PROOFS]]
    return _told(asked, facts, text, proofs, 1.0)


def _told(
    asked: SlotAsked,
    facts: SlotFacts,
    text: str,
    proofs: list[KnownStatement],
    agreeing: float,
) -> SlotTold:
    kept = tuple({item.uid: item for item in proofs}.values())
    sure = sum(item.confidence for item in kept) / len(kept)
    what = _NAMES.get(asked.slot, asked.slot)
    roles = "statement" if len(kept) == 1 else "statements"
    step = f"answered from {len(kept)} {roles} of {facts.name}'s {what}"
    return SlotTold(text, kept, sure, agreeing, step)


def _proofs(spell: Spell) -> list[KnownStatement]:
    """What began it, or tells it first; then the rest of it, and its end."""
    first = [one for one in spell.claims if _begins(one, spell)]
    every = [*first, *spell.claims, *spell.closing[-1:]]
    return list({one.statement.uid: one.statement for one in every}.values())[:_MOST_PROOFS]


def _begins(claim: Claim, spell: Spell) -> bool:
    return spell.begin is not None and claim.dated and claim.start == spell.begin.start


# ---- how it is told


def _text(asked: SlotAsked, chosen: Chosen, facts: SlotFacts, now: datetime | None) -> str | None:
    last = chosen.spells[-1]
    if chosen.conflicting:
        told = " or ".join(_account(one) for one in (last, *chosen.conflicting))
        return f"{facts.name}'s accounts conflict: {told}"
    match asked.ask:
        case Ask.LIST:
            return ", ".join(_listed(one, facts, asked) for one in chosen.spells)
        case Ask.HOW_MANY:
            return f"{len(chosen.spells)}: {', '.join(one.value for one in chosen.spells)}"
        case Ask.SINCE:
            if last.begin is None:
                return None
            whom = f", to {last.value}" if asked.whom else ""
            since = f"since {_written(last.begin)}" if not asked.past else _written(last.begin)
            if not asked.where:
                return f"{since}{whom}"
            place = _place(last, facts)
            return place and f"{since}{whom}, {place}"
        case Ask.HOW_LONG:
            return _length(last, now)
        case _:
            since = _since(last)
            if chosen.before:
                return f"{last.value}{since} (before that {_before(chosen, asked, facts)})"
            return last.value if asked.past else f"{last.value}{since}"


def _account(spell: Spell) -> str:
    statement = spell.claims[0].statement
    return f"{spell.value} (said on {write_day(statement.said_at)}, {turn_of(statement)})"


def _listed(spell: Spell, facts: SlotFacts, asked: SlotAsked) -> str:
    firm = _firm(spell, facts) if asked.slot == WORK else ""
    if spell.begin is not None:
        return f"{spell.value}{firm} (since {_written(spell.begin)})"
    return f"{spell.value}{firm} (told in {_month(spell.first)})"


def _before(chosen: Chosen, asked: SlotAsked, facts: SlotFacts) -> str:
    """The latest first; the firm once where all were of one."""
    firms = [_firm(one, facts) if asked.slot == WORK else "" for one in chosen.before]
    same = all(one == other for one, other in pairwise(firms))
    values = [
        one.value if same else f"{one.value}{firm}"
        for one, firm in zip(chosen.before, firms, strict=True)
    ]
    return " and ".join(reversed(values)) + (firms[-1] if same else "")


def _firm(spell: Spell, facts: SlotFacts) -> str:
    """Where somebody was what they were: the firm that they worked for when it began."""
    moment = spell.first
    for firm in spells_of(EMPLOYER, facts):
        if firm.first <= moment and (firm.end is None or moment < firm.end):
            return f" at {firm.value}"
    return ""


def _since(spell: Spell) -> str:
    return "" if spell.begin is None else f", since {_written(spell.begin)}"


def _place(spell: Spell, facts: SlotFacts) -> str | None:
    """Where it began ("in Graz"), in the sentence that tells of its beginning."""
    people = {name for one in facts.known.people.values() for name in (one.name, *one.names)}
    for claim in spell.claims:
        turn = facts.turn_of(claim.statement)
        if turn is None or not _begins(claim, spell):
            continue
        told = [one for one in sentences(turn.text) if claim.statement.quote in one]
        for sentence in told or [claim.statement.quote]:
            times = find_times(sentence, said_at=turn.said_at)
            for match in _AT_A_PLACE.finditer(sentence):
                dated = any(time.start < match.end() and match.start() < time.end for time in times)
                if not dated and match["name"] not in people:
                    return match.group()
    return None


def _length(spell: Spell, now: datetime | None) -> str | None:
    if spell.begin is None:
        return None
    last = max(one.statement.said_at for one in spell.claims)
    end = spell.end or now or last
    length = format_duration(spell.begin.start, end)
    if spell.end is None:
        return f"{length}, since {_written(spell.begin)}"
    return f"{length}, from {_written(spell.begin)} to {write_day(end)}"


def _written(time: TimeInterval) -> str:
    """When something began: of a length only its start is."""
    if time.open_end or (time.precision in _BY_LENGTH and not _is_one_unit(time)):
        return str(time.start.year) if time.precision is Precision.YEAR else _month(time.start)
    return write_interval(time)


def _is_one_unit(time: TimeInterval) -> bool:
    days = {Precision.WEEK: 7, Precision.MONTH: 31, Precision.YEAR: 366}
    return time.width.days <= days[time.precision]


def _month(moment: datetime) -> str:
    return write_day(moment).split(" ", 1)[1]
