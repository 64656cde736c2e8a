"""Writes a portrait, and selects the sentences that a budget of tokens has room for."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.language.time import write_day
from graphmem.model.portrait import Past, PortraitSection, PortraitSentence, Successor
from graphmem.tools.rendering import one_line, when_so

Count = Callable[[str], int]

MOST = 200
"""Sentences that are kept of a portrait, however much is said."""

HEADINGS = {
    PortraitSection.NOW: "## What holds now",
    PortraitSection.STANDING: "## Standing instructions and preferences",
    PortraitSection.PLANS: "## Plans and commitments still open",
    PortraitSection.RELATIONS: "## Who they are to others, and what is theirs",
    PortraitSection.OPINIONS: "## Opinions",
    PortraitSection.PROCESSES: "## How things are done",
    PortraitSection.BEFORE: "## What held before",
}
# How much a section counts beside the others, when sentences have to go.
_SHARES = {
    PortraitSection.NOW: 1.0,
    PortraitSection.STANDING: 1.0,
    PortraitSection.PLANS: 0.7,
    PortraitSection.RELATIONS: 1.0,
    PortraitSection.OPINIONS: 0.4,
    PortraitSection.PROCESSES: 0.5,
    PortraitSection.BEFORE: 0.5,
}
PAST_WORDS = {
    Past.REPLACED: "replaced by",
    Past.CORRECTED: "corrected",
    Past.OVER: "over",
    Past.LAPSED: "its time is past",
}


class Drawn(NamedTuple):
    """The sentences of a portrait, by section, and how many more there were."""

    sentences: tuple[PortraitSentence, ...]
    left_out: int


class BudgetedPortrait(NamedTuple):
    """A portrait within a budget."""

    text: str
    tokens: int
    drawn: Drawn


def draw(sentences: Sequence[PortraitSentence]) -> Drawn:
    """The most that is kept: of more, those of least worth go, as `within_budget` has it."""
    over = max(0, len(sentences) - MOST)
    return _without(Drawn(tuple(sentences), 0), _least_first(sentences)[:over])


def within_budget(name: str, drawn: Drawn, *, budget: int, count: Count) -> BudgetedPortrait:
    """The text of as many sentences as there is room for, each whole; none where none has room.

    Those of least worth in their section go first, of equal ones hypotheses, then the oldest.
    """
    going = _least_first(drawn.sentences)
    costs = {one.statement_uid: count(f"{_line(one)}\n") for one in going}
    heads = {one: count(f"\n\n{HEADINGS[one]}\n") for one in PortraitSection}
    left = {one: sum(s.section is one for s in going) for one in PortraitSection}
    used = sum(costs.values()) + sum(heads[one] for one in PortraitSection if left[one])
    dropped = 0
    while dropped < len(going) and used > budget:
        one = going[dropped]
        dropped += 1
        left[one.section] -= 1
        used -= costs[one.statement_uid] + (heads[one.section] if not left[one.section] else 0)
    # Lines counted one by one may come to less than the text that they make.
    while True:
        kept = _without(drawn, going[:dropped])
        text = write(name, kept)
        tokens = count(text) if text else 0
        if tokens <= budget or dropped == len(going):
            break
        dropped += 1
    return (
        BudgetedPortrait(text, tokens, kept) if tokens <= budget else BudgetedPortrait("", 0, kept)
    )


def write(name: str, drawn: Drawn) -> str:
    """The text of a portrait: sections under their headings, each sentence with its turns."""
    parts = [f"# {one_line(name)}"]
    by_section: defaultdict[PortraitSection, list[PortraitSentence]] = defaultdict(list)
    for one in drawn.sentences:
        by_section[one.section].append(one)
    for section in PortraitSection:
        if by_section[section]:
            lines = map(_line, by_section[section])
            parts.append("\n".join([HEADINGS[section], *lines]))
    if drawn.left_out:
        parts.append(f"({drawn.left_out} more left out)")
    return "\n\n".join(parts) if drawn.sentences else ""


def _without(drawn: Drawn, going: Iterable[PortraitSentence]) -> Drawn:
    gone = {one.statement_uid for one in going}
    kept = tuple(one for one in drawn.sentences if one.statement_uid not in gone)
    return Drawn(kept, drawn.left_out + len(drawn.sentences) - len(kept))


def _least_first(sentences: Iterable[PortraitSentence]) -> list[PortraitSentence]:
    """In the order in which they go; every section keeps its best to the end."""
    by_section: defaultdict[PortraitSection, list[PortraitSentence]] = defaultdict(list)
    for one in sentences:
        by_section[one.section].append(one)
    ranked: list[tuple[float, datetime, str, PortraitSentence]] = []
    for section, members in by_section.items():
        members.sort(
            key=lambda one: (one.worth, one.solid, one.said_at, one.statement_uid), reverse=True
        )
        ranked += [
            (_SHARES[section] / (place + 1), one.said_at, one.statement_uid, one)
            for place, one in enumerate(members)
        ]
    ranked.sort(key=lambda item: item[:3])
    return [item[3] for item in ranked]


def _line(one: PortraitSentence) -> str:
    """``- Ana is a nurse (since March 2024) — told by Ben, 1 March 2024 [ward/D1:1]``."""
    return f"- {_told(one)} {_cited(one.turn_ids)}{_after(one)}"


def _told(said: PortraitSentence | Successor) -> str:
    words = one_line(said.text).rstrip(".")
    when = when_so(said.interval, said.said_at, words)
    by = said.told_by if isinstance(said, PortraitSentence) else None
    told = f"told by {one_line(by)}, " if by else ""
    return f"{words}{f' ({when})' if when else ''} — {told}{write_day(said.said_at)}"


def _after(one: PortraitSentence) -> str:
    if one.past is None:
        return ""
    if one.successor is None:
        return f"; {PAST_WORDS[one.past]}"
    by = one.successor
    return f"; {PAST_WORDS[one.past]}: {_told(by)} {_cited(by.turn_ids)}"


def _cited(turns: Iterable[str]) -> str:
    return " ".join(f"[{turn}]" for turn in turns)
