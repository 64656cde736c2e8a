"""Measures how much of the needed gold a prompt holds, and how often what it must not."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Protocol

from graphmem.adapters.encoder import Encoder
from graphmem.adapters.tokens import token_counter
from graphmem.errors import InputError
from graphmem.evaluation.corpus import GoldConversation, GoldTurn
from graphmem.evaluation.corpus_parts import CorpusSplit, conversations
from graphmem.evaluation.extracted_statements import ExtractedStatement, told_in
from graphmem.evaluation.extraction import shown
from graphmem.evaluation.last_messages import (
    LastMessage,
    MessageRole,
    last_messages,
    replaced,
    said_by,
)
from graphmem.evaluation.matching.matcher import held_by, shipped
from graphmem.evaluation.matching.parsing import SceneReader
from graphmem.model.assembly import Assembled, ChatMessage
from graphmem.model.base import Frozen
from graphmem.model.ids import turn_reference
from graphmem.model.memory import Snapshot
from graphmem.model.parse import Parser
from graphmem.model.progress import Progress, silent
from graphmem.tools.rendering import one_line

BUDGET = 600
_ALL = "all"
_ASSISTANT = "assistant"
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


class Assembling(Protocol):
    """A memory that assembles texts for prompts."""

    def assemble(
        self,
        messages: tuple[ChatMessage, ...],
        token_budget: int,
        *,
        model: str | None,
        as_of: datetime,
        now: datetime,
    ) -> Assembled:
        """What was said by then that bears on the messages, within the budget."""


class Holding(NamedTuple):
    """A memory of one conversation and no other, with all that it holds of it."""

    memory: Assembling
    snapshot: Snapshot


Open = Callable[[GoldConversation], AbstractContextManager[Holding]]


class Handed(Frozen):
    """Counts over the last messages of one kind of talk.

    Of the statements that ``must`` stand in a prompt, ``told`` are those whose meaning or words
    do, ``cited`` those of whose turn anything does, ``stored`` those that the memory holds as a
    statement at all. ``whole`` messages have all of them. Of ``warned`` messages, which name what
    must never be told, ``telling`` tell some of it, ``alone`` without telling what replaces it.
    """

    name: str
    messages: int
    must: int
    told: int
    cited: int
    stored: int
    whole: int
    warned: int
    telling: int
    alone: int
    tokens: int

    def percent(self, what: str, of: str) -> float | None:
        """One count as percent of another, None of nothing."""
        whole = getattr(self, of)
        return 100.0 * getattr(self, what) / whole if whole else None


class Prompts(Frozen):
    """What a part of the corpus is handed; ``unknown`` facts of lines could not be judged.

    ``counted_by`` says whose tokens the budget is of.
    """

    part: CorpusSplit
    budget: int
    counted_by: str
    kinds: tuple[Handed, ...]
    total: Handed
    unknown: int


def measure_prompts(
    corpus: Path,
    part: CorpusSplit,
    open_memory: Open,
    *,
    parser: Parser,
    encoder: Encoder,
    budget: int = BUDGET,
    model: str | None = None,
    progress: Progress = silent,
) -> Prompts:
    """Assemble a text for each last message of a part; raises `InputError` where it has none.

    ``model`` is whose tokens the budget counts (`graphmem.adapters.tokens.token_counter`).
    """
    of = last_messages(corpus)
    talks = [talk for talk in conversations(corpus, part) if of.get(talk.header.id)]
    if not talks:
        raise InputError(
            f"{corpus} has no last messages of the part {part}.",
            next_step="Name the folder of the annotated corpus with --corpus.",
        )
    scenes, matcher = SceneReader(parser, encoder), shipped()
    counts: dict[str, Counter[str]] = {}
    unknown = 0
    for number, talk in enumerate(talks, start=1):
        with open_memory(talk) as (memory, snapshot):
            told = told_in(snapshot, talk)
            facts = facts_of(told, held_by(scenes.read(talk, told), matcher), talk)
            for line in of[talk.header.id]:
                given = memory.assemble(
                    messages_of(line, talk), budget, model=model, as_of=line.at, now=line.at
                )
                lines = [text for section in given.sections for text in section.lines]
                stands = standing(lines, talk, facts)
                row = count(line, talk, stands, facts)
                row["tokens"] = given.tokens
                counts.setdefault(talk.header.kind, Counter()).update(row)
                unknown += stands.unknown
        progress("conversations", number, len(talks))
    return Prompts(
        part=part,
        budget=budget,
        counted_by=token_counter(model).name,
        kinds=tuple(_row(kind, [counts[kind]]) for kind in sorted(counts)),
        total=_row(_ALL, counts.values()),
        unknown=unknown,
    )


def messages_of(line: LastMessage, talk: GoldConversation) -> tuple[ChatMessage, ...]:
    """The talk at hand as a memory is given it: the person by name, and the assistant."""
    name = talk.header.people[line.person].speaker
    return tuple(
        ChatMessage(speaker=name if one.role is MessageRole.USER else _ASSISTANT, text=one.text)
        for one in line.messages
    )


def count(
    line: LastMessage, talk: GoldConversation, stands: GoldCoverage, facts: Iterable[Fact]
) -> Counter[str]:
    """Counts one prompt in its kind of talk."""
    must, gone = set(line.must), replaced([one for _, one in said_by(talk, line.at)])
    never = stands.told & set(line.never)
    alone = {uid for uid in never if stands.told.isdisjoint(replacing(uid, gone))}
    stored = {uid for fact in facts for uid in fact.holds}
    return Counter(
        messages=1,
        must=len(must),
        told=len(must & stands.told),
        cited=len(must & (stands.cited | stands.told)),
        stored=len(must & stored),
        whole=int(must <= stands.told),
        warned=int(bool(line.never)),
        telling=int(bool(never)),
        alone=int(bool(alone)),
    )


def table(found: Prompts) -> list[tuple[str, ...]]:
    """The rows as people read them, with headings."""
    head = ("talk", "messages", "must", "told", "cited", "stored", "whole", "telling", "alone")
    shares = (
        ("told", "must"),
        ("cited", "must"),
        ("stored", "must"),
        ("whole", "messages"),
        ("telling", "messages"),
        ("alone", "messages"),
    )
    rows = [
        (
            row.name,
            f"{row.messages:,}",
            f"{row.must:,}",
            *(shown(row.percent(what, of)) for what, of in shares),
            f"{row.tokens / row.messages:.0f}",
        )
        for row in (*found.kinds, found.total)
    ]
    return [(*head, "tokens"), *rows]


def _row(name: str, counts: Iterable[Counter[str]]) -> Handed:
    added: Counter[str] = Counter()
    for one in counts:
        added.update(one)
    fields = (field for field in Handed.model_fields if field != "name")
    return Handed(name=name, **{field: added[field] for field in fields})


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
