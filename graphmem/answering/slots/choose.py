"""Which values of a slot answer a question."""

from typing import NamedTuple

from graphmem.answering.slots.asked import Side, SlotAsked, left_what, named_value
from graphmem.answering.slots.facts import SlotFacts
from graphmem.answering.slots.grammar import Ask, is_work
from graphmem.answering.slots.spells import ENGAGED, MARRIED, Spell, spells_of
from graphmem.model.time import TimeInterval
from graphmem.model.tools import FindingKind
from graphmem.tools.contradictions import findings_among
from graphmem.tools.slots import EMPLOYER, PARTNER, WORK, value_key

_WORDS = {
    MARRIED: "married marry wife husband",
    ENGAGED: "engaged propose fiancé fiancée fiance fiancee",
}
_STAGES = {word: stage for stage, words in _WORDS.items() for word in words.split()}


class Chosen(NamedTuple):
    """The spells that answer, in time, and those before them where the present is asked for.

    ``conflicting`` is told by the same person of the same time as the answer; ``after`` is what
    ended it, where a length is asked for.
    """

    spells: tuple[Spell, ...]
    before: tuple[Spell, ...] = ()
    conflicting: tuple[Spell, ...] = ()
    after: tuple[Spell, ...] = ()


def choose(asked: SlotAsked, facts: SlotFacts) -> Chosen | None:
    """What answers; None where the slot is empty, or filled otherwise than the question says."""
    stage = _STAGES.get(asked.stage, "")
    spells = spells_of(asked.slot, facts, stage=stage)
    every = spells
    if asked.value:
        spells = [one for one in spells if one.has_value(value_key(asked.value))]
    if not spells:
        return None
    if asked.ask in (Ask.LIST, Ask.HOW_MANY):
        return _some(_at(spells, asked.times) if asked.times else spells)
    if asked.ask is Ask.SINCE:
        return _some(spells[-1:])
    if asked.ask is Ask.HOW_LONG:
        last = spells[-1]
        if asked.up_to and not _ended_so(asked.up_to, last, facts):
            return None
        after = tuple(one for one in every if one is not last and one.first == last.end)
        return Chosen((last,), after=after)
    if asked.side is Side.NOW:
        return _now(asked, spells, facts)
    times = asked.times
    if asked.title:
        then = [one for one in spells_of(WORK, facts) if one.has_value(value_key(asked.title))]
        if not then or then[-1].begin is None:
            return None
        times = (then[-1].begin,)
    found = _at(spells, times) if asked.side is Side.AT else _beside(asked, spells)
    chosen = _some(found[-1:])
    return chosen and chosen._replace(conflicting=_conflicting(chosen.spells[0], spells, facts))


def _some(spells: list[Spell]) -> Chosen | None:
    return Chosen(tuple(spells)) if spells else None


def _now(asked: SlotAsked, spells: list[Spell], facts: SlotFacts) -> Chosen | None:
    if asked.past and asked.slot != WORK:
        # "Where did Ana live?" may be any of them.
        return _some(spells) if len(spells) == 1 else None
    last = spells[-1]
    if last.end is not None and asked.slot == EMPLOYER:
        # Who has left a firm may work for nobody: then what they are is where they work.
        work = [one for one in spells_of(WORK, facts) if one.end is None]
        return Chosen(tuple(work[-1:]), (last,)) if work and work[-1].first >= last.end else None
    if last.end is not None:
        return None
    before = tuple(one for one in spells[:-1] if one.end is not None)
    if asked.slot == PARTNER:
        before = ()
    return Chosen((last,), before, _conflicting(last, spells, facts))


def _at(spells: list[Spell], times: tuple[TimeInterval, ...]) -> list[Spell]:
    return [one for one in spells if any(one.lies_in(time) for time in times)]


def _beside(asked: SlotAsked, spells: list[Spell]) -> list[Spell]:
    places = [at for at, one in enumerate(spells) if one.has_value(value_key(asked.anchor))]
    if not places:
        return []
    if asked.side is Side.BEFORE:
        return spells[: places[0]][-1:]
    return spells[places[-1] + 1 :][:1]


def _ended_so(clause: str, spell: Spell, facts: SlotFacts) -> bool:
    """Whether a clause names what ended a spell: a later one of the same life, or its firm left."""
    firms = spells_of(EMPLOYER, facts)
    left = left_what(clause)
    if left is not None:
        key = value_key(left)
        named = any(one.end is not None and one.has_value(key) for one in firms)
        return spell.end is not None and (is_work(left) or spell.has_value(key) or named)
    key = value_key(named_value(clause))
    later = [one for one in (*spells_of(WORK, facts), *firms) if one.first > spell.first]
    return any(one.has_value(key) for one in later)


def _conflicting(chosen: Spell, spells: list[Spell], facts: SlotFacts) -> tuple[Spell, ...]:
    """What the same speaker says otherwise of the same time, as the tools find it."""
    mine = {one.statement.uid for one in chosen.claims}
    against = set()
    for finding in findings_among(facts.known.statements, facts.known, lambda _: facts.human):
        both = (finding.earlier.statement_uid, finding.later.statement_uid)
        if finding.kind is FindingKind.CONFLICT and mine & set(both):
            against.update(set(both) - mine)
    return tuple(
        one
        for one in spells
        if one is not chosen and any(item.statement.uid in against for item in one.claims)
    )
