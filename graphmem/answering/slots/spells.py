"""The values that a slot of somebody's life had, one after the other."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from graphmem.answering.slots.facts import SlotFacts
from graphmem.answering.slots.lasting import began
from graphmem.model.memory import KnownStatement
from graphmem.model.time import TimeInterval
from graphmem.model.workspace import Modality, Polarity
from graphmem.tools.claims import Claim, claims_of
from graphmem.tools.slots import EMPLOYER, PARTNER, ends, named_part, same_value, value_key

MARRIED, ENGAGED, DATING = "married", "engaged", "dating"
_STAGES = {
    MARRIED: "married wife husband spouse marry be_married_to get_married_to",
    ENGAGED: "proposed engaged fiance fiancee propose_to be_engaged_to get_engaged_to",
}
# Of what goes on already: "our third date" is no beginning.
_GOES_ON = frozenset({"have", "go_on", "go_to", "see", "meet"})
_A_DAY_OR_TWO = timedelta(days=2)
_WORKS_AT = re.compile(r"works_(?:at|for)_(?P<place>.+)")
_STAGE_OF = {word: stage for stage, words in _STAGES.items() for word in words.split()}


class Spell(NamedTuple):
    """A value from ``first`` to ``end``, None while it lasts; both as far as anybody told.

    ``begin`` is when it began where that was told. ``claims`` say that it is so, ``closing`` that
    it is over; in time.
    """

    value: str
    key: frozenset[str]
    first: datetime
    end: datetime | None
    begin: TimeInterval | None
    claims: tuple[Claim, ...]
    closing: tuple[Claim, ...]

    def lies_in(self, time: TimeInterval) -> bool:
        """Whether it was so at some moment of a time."""
        return self.first < time.end and (self.end is None or time.start < self.end)

    def has_value(self, key: frozenset[str]) -> bool:
        """Whether it is the value that somebody names; their words or more."""
        return bool(key) and same_value(self.key, key)


def spells_of(slot: str, facts: SlotFacts, *, stage: str = "") -> list[Spell]:
    """The values of a slot in time, each until the next begins; nobody's plan is one of them.

    With a ``stage`` only what had come so far: who was dated is not married yet.
    """
    told = [
        claim
        for claim in (*claims_of(facts.known.statements, facts.known), *_workplaces(facts))
        if claim.slot == slot
        and claim.start <= facts.until
        and (claim.over or not stage or stage_of(claim.statement) == stage)
    ]
    groups: list[list[Claim]] = []
    for claim in sorted(told, key=lambda one: (one.start, facts.known.place[one.statement.uid])):
        group = _group_of(claim, groups)
        if group is None:
            groups.append([claim])
        else:
            group.append(claim)
    spells = [_spell(group, facts) for group in groups if any(not one.over for one in group)]
    spells.sort(key=lambda one: one.first)
    return _until_the_next(spells) if slot != PARTNER or not stage else spells


def _workplaces(facts: SlotFacts) -> Iterator[Claim]:
    """Where somebody works that has no name: ``works_at_bakery``."""
    for statement in facts.known.statements:
        said = statement.modality is Modality.SAID and statement.polarity is Polarity.POSITIVE
        for state in statement.states if said else ():
            match = _WORKS_AT.fullmatch(state.name)
            if match is not None and named_part(state.name) is None:
                value = match["place"].replace("_", " ")
                begin = statement.said_at
                end = begin + timedelta(days=1)
                yield Claim(EMPLOYER, value, value_key(value), begin, end, False, False, statement)


def stage_of(statement: KnownStatement) -> str:
    """How far it has come between two people."""
    named = _STAGE_OF.get(statement.name or "")
    return named or _STAGE_OF.get(statement.predicate, DATING)


def _group_of(claim: Claim, groups: Sequence[list[Claim]]) -> list[Claim] | None:
    """The latest spell of the same value; a new one where another value came in between."""
    for place, group in reversed(list(enumerate(groups))):
        if any(same_value(claim.key, one.key) for one in group):
            last = max(one.start for one in group)
            between = any(
                last < one.start < claim.start and not one.over
                for later in groups[place + 1 :]
                for one in later
            )
            return None if between and not claim.over else group
    return None


def _spell(group: Sequence[Claim], facts: SlotFacts) -> Spell:
    claims = tuple(one for one in group if not one.over)
    # Who left a job to found a firm did not leave the firm.
    latest = max(one.start for one in claims)
    closing = tuple(one for one in group if one.over and one.start > latest)
    begins = [time for one in claims if (time := _begin(one, facts)) is not None]
    begin = min(begins, key=lambda time: time.start, default=None)
    first = min(one.start for one in claims)
    fullest = max(claims, key=lambda one: len(one.key))
    return Spell(
        fullest.value,
        frozenset().union(*(one.key for one in claims)),
        # What was told before it began was a plan of it.
        first if begin is None else begin.start,
        max((one.start for one in closing), default=None),
        begin,
        claims,
        closing,
    )


def _begin(claim: Claim, facts: SlotFacts) -> TimeInterval | None:
    statement = claim.statement
    for time in (*(state.interval for state in statement.states), statement.interval):
        if time is not None and not time.open_start and time.start == claim.start:
            goes_on = statement.predicate in _GOES_ON and time.width <= _A_DAY_OR_TWO
            return None if goes_on else time
    turn = facts.turn_of(statement)
    own = facts.known.human(statement.speaker_uid) == facts.human
    if claim.dated or turn is None or not own or ends(statement.name or ""):
        return None
    return began(turn.text, turn.said_at)


def _until_the_next(spells: Iterable[Spell]) -> list[Spell]:
    found: list[Spell] = []
    for spell in spells:
        for place, earlier in enumerate(found):
            last = max(one.start for one in earlier.claims)
            if earlier.end is None and last < spell.first:
                found[place] = earlier._replace(end=spell.first)
        found.append(spell)
    return found
