"""Which annotated statements stand in an assembled text; pure."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.assembly.lines import one_line
from graphmem.evaluation.corpus import GoldConversation, GoldTurn
from graphmem.evaluation.told import Told
from graphmem.model.ids import turn_reference

_CITED = re.compile(r"\[([^\[\]]+)\]")
_AFTER = (" — ", " (")  # what follows the text of a fact on its line
_BEGINNING = 200  # characters by which the words of a turn are known on a line, which may cut them


class Fact(NamedTuple):
    """A stored statement as a line has it, with the ids of the gold that it holds."""

    text: str
    turns: frozenset[str]
    holds: frozenset[str]


class Standing(NamedTuple):
    """What stands in a text.

    ``told`` is the gold that a line holds, or whose own words a line quotes; ``cited`` that of
    whose turn anything is told. ``unknown`` counts facts that no reading of the talk knows.
    """

    told: frozenset[str]
    cited: frozenset[str]
    unknown: int = 0


def facts_of(told: Sequence[Told], held: Sequence[frozenset[str]]) -> tuple[Fact, ...]:
    """What lines may state, the longest text first; ``held`` is what each thing told holds."""
    found = [
        Fact(one_line(one.text).rstrip("."), frozenset(one.turns), holds)
        for one, holds in zip(told, held, strict=True)
    ]
    return tuple(sorted(found, key=lambda fact: -len(fact.text)))


def standing(
    lines: Iterable[str], conversation: GoldConversation, facts: Sequence[Fact]
) -> Standing:
    """The gold of a conversation that stands in the lines of a text."""
    turns = {turn_reference(conversation.header.id, turn.id): turn for turn in conversation.turns}
    told: set[str] = set()
    cited: set[str] = set()
    unknown = 0
    for line in lines:
        named = [turns[name] for name in _CITED.findall(line) if name in turns]
        cited.update(one.id for turn in named for one in turn.statements)
        quoted = [turn for turn in named if _quotes(line, turn)]
        if quoted:
            told.update(_in_words(line, quoted))
        elif named:
            fact = _fact(line, {turn.id for turn in named}, facts)
            if fact is None:
                unknown += 1
            else:
                told |= fact.holds
    return Standing(frozenset(told), frozenset(cited), unknown)


def replacing(uid: str, replaced: Mapping[str, str]) -> list[str]:
    """What replaces a statement, and what replaces that, as far as it goes."""
    found: list[str] = []
    while (uid := replaced.get(uid, "")) and uid not in found:
        found.append(uid)
    return found


def _quotes(line: str, turn: GoldTurn) -> bool:
    said = one_line(turn.text) or one_line(turn.caption or "")
    return bool(said) and said[:_BEGINNING] in line


def _in_words(line: str, turns: Iterable[GoldTurn]) -> Iterable[str]:
    return (one.id for turn in turns for one in turn.statements if one_line(one.quote) in line)


def _fact(line: str, turns: Collection[str], facts: Iterable[Fact]) -> Fact | None:
    said = line.removeprefix("- ")
    for fact in facts:
        if said.startswith(fact.text) and not fact.turns.isdisjoint(turns):
            rest = said[len(fact.text) :]
            if rest.startswith(_AFTER):
                return fact
    return None
