"""Matches annotated statements against an assembled text; pure."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.evaluation.corpus import GoldConversation, GoldTurn
from graphmem.evaluation.extracted_statements import ExtractedStatement
from graphmem.model.ids import turn_reference
from graphmem.tools.rendering import one_line

_CITED = re.compile(r"\s?\[([^\[\]]+)\]")
_QUOTED = re.compile(r"“([^”]+)”")
_AFTER = (" — ", " (")  # what follows the text of a fact on its line
_BEGINNING = 200  # characters by which the words of a turn are known on a line, which may cut them


class Fact(NamedTuple):
    """A stored statement as a line has it, with the ids of the gold that it holds."""

    text: str
    turns: frozenset[str]
    holds: frozenset[str]


class GoldCoverage(NamedTuple):
    """Gold that stands in a text.

    ``told`` is the gold that a line holds, or whose own words a line quotes; ``cited`` that of
    whose turn anything is told. ``unknown`` counts facts that no reading of the talk knows.
    """

    told: frozenset[str]
    cited: frozenset[str]
    unknown: int = 0


def facts_of(
    told: Sequence[ExtractedStatement],
    held: Sequence[frozenset[str]],
    conversation: GoldConversation,
) -> tuple[Fact, ...]:
    """What lines may state, the longest text first; ``held`` is what each thing told holds.

    A statement in words of its turn holds what they prove besides.
    """
    turns = {turn.id: turn for turn in conversation.turns}
    found = []
    for one, holds in zip(told, held, strict=True):
        said = [turns[uid] for uid in one.turns]
        proved = _in_words(_words(one.text, said), said)
        text = one_line(one.text).rstrip(".")
        found.append(Fact(text, frozenset(one.turns), holds.union(proved)))
    return tuple(sorted(found, key=lambda fact: -len(fact.text)))


def standing(
    lines: Iterable[str], conversation: GoldConversation, facts: Sequence[Fact]
) -> GoldCoverage:
    """The gold of a conversation that stands in the lines of a text."""
    turns = {turn_reference(conversation.header.id, turn.id): turn for turn in conversation.turns}
    told: set[str] = set()
    cited: set[str] = set()
    unknown = 0
    for line in lines:
        named = [turns[name] for name in _CITED.findall(line) if name in turns]
        cited.update(one.id for turn in named for one in turn.statements)
        words = _words(line, named)
        told.update(_in_words(words, named))
        fact = _fact(line, {turn.id for turn in named}, facts)
        if fact is not None:
            told |= fact.holds
        elif named and not words:
            unknown += 1
    return GoldCoverage(frozenset(told), frozenset(cited), unknown)


def replacing(uid: str, replaced: Mapping[str, str]) -> list[str]:
    """Follows replacements of a statement as far as they go."""
    found: list[str] = []
    while (uid := replaced.get(uid, "")) and uid not in found:
        found.append(uid)
    return found


def _words(line: str, turns: Iterable[GoldTurn]) -> str:
    """The words of turns that a line gives as they were said, without what it puts in; or none."""
    said = _CITED.sub("", line)
    if quoted := " ".join(_QUOTED.findall(said)):
        return one_line(quoted)
    whole = any(one_line(turn.text)[:_BEGINNING] in line for turn in turns if one_line(turn.text))
    return one_line(said) if whole else ""


def _in_words(words: str, turns: Iterable[GoldTurn]) -> Iterable[str]:
    return (one.id for turn in turns for one in turn.statements if one_line(one.quote) in words)


def _fact(line: str, turns: Collection[str], facts: Iterable[Fact]) -> Fact | None:
    said = line.removeprefix("- ")
    for fact in facts:
        if said.startswith(fact.text) and not fact.turns.isdisjoint(turns):
            rest = said[len(fact.text) :]
            if rest.startswith(_AFTER):
                return fact
    return None
