"""What goes in: lines by category, within its share of the budget, none that repeats another."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from graphmem.assembly.lines import Line
from graphmem.model.assembly import AssemblySettings, Category, LeftOut, Omission

Count = Callable[[str], int]

# The talk first, then what is quoted: a fact of a turn that stands there need not be told twice.
_ORDER = (Category.TALK, Category.KNOWN, Category.PEOPLE, Category.PROCESSES)

HEADINGS = {
    Category.PEOPLE: "## Who and what they are",
    Category.KNOWN: "## What is known",
    Category.PROCESSES: "## How things are done",
    Category.TALK: "## The recent talk",
}


class Chosen(NamedTuple):
    """What goes in of each category, in the order in which it was chosen, and what does not."""

    lines: dict[Category, list[Line]]
    left_out: dict[Category, list[LeftOut]]
    allowed: dict[Category, int]


class _Told:
    """What the text says so far."""

    def __init__(self, said: Collection[str]) -> None:
        self._statements: set[str] = set()
        self._says = set(said)
        self._quoted: set[str] = set()
        self._cited: set[str] = set()

    def add(self, line: Line) -> None:
        self._says.add(line.says)
        self._cited.update(line.turns)
        if line.quotes and not line.cut:  # what was cut off may still be told as a fact
            self._quoted.update(line.turns)
        if line.statement is not None:
            self._statements.add(line.statement)

    def has(self, category: Category, line: Line) -> bool:
        if line.statement in self._statements:
            return True
        if line.says in self._says and category is not Category.TALK:  # people do say "Ok" twice
            return True
        turns = set(line.turns)
        # A turn of which a fact is told already, or a fact whose every turn is quoted.
        return bool(turns) and turns <= (self._cited if line.quotes else self._quoted)


class _Chooser:
    def __init__(self, count: Count, said: Collection[str]) -> None:
        self._count = count
        self._told = _Told(said)
        self._groups: set[tuple[Category, str]] = set()
        self.lines: dict[Category, list[Line]] = {category: [] for category in Category}
        self.left_out: dict[Category, list[LeftOut]] = {category: [] for category in Category}

    def choose(
        self, category: Category, lines: Sequence[Line], allowed: int
    ) -> tuple[int, list[Line]]:
        """Take what fits: how many tokens that is, and which lines found no room."""
        used = 0
        waiting: list[Line] = []
        for place, line in enumerate(lines):
            if self._told.has(category, line):
                self._leave_out(category, line, Omission.REPEATED)
                continue
            cost = self._cost(category, line)
            if used + cost > allowed:
                waiting.append(line)
                if category is Category.TALK:  # talk with a hole in it is no talk
                    waiting += lines[place + 1 :]
                    break
                continue
            used += cost
            self.lines[category].append(line)
            self._groups.add((category, line.group))
            self._told.add(line)
        return used, waiting

    def no_room(self, category: Category, lines: Sequence[Line]) -> None:
        for line in lines:
            self._leave_out(category, line, Omission.BUDGET)

    def _leave_out(self, category: Category, line: Line, reason: Omission) -> None:
        self.left_out[category].append(LeftOut(text=line.text, reason=reason))

    def _cost(self, category: Category, line: Line) -> int:
        text = f"{line.text}\n"
        if (category, line.group) not in self._groups and line.group:
            text = f"{line.group}\n{text}"
        if not self.lines[category]:
            text = f"{HEADINGS[category]}\n{text}\n"
        return self._count(text)


def choose(
    candidates: Mapping[Category, Sequence[Line]],
    settings: AssemblySettings,
    *,
    budget: int,
    count: Count,
    said: Collection[str] = (),
) -> Chosen:
    """Fill each category's share, best lines first; what is left over goes round once more.

    ``said`` is what the reader has before them anyway (`Line.says`): nothing but talk repeats it.
    """
    chooser = _Chooser(count, said)
    waiting: dict[Category, list[Line]] = {}
    allowed: dict[Category, int] = {}
    left = 0
    for category in _ORDER:
        allowed[category] = int(budget * settings.share(category)) + left
        used, waiting[category] = chooser.choose(
            category, candidates.get(category, ()), allowed[category]
        )
        left = allowed[category] - used
    for category in _ORDER:
        allowed[category] += left
        used, unplaced = chooser.choose(category, waiting[category], left)
        chooser.no_room(category, unplaced)
        left -= used
    return Chosen(chooser.lines, chooser.left_out, allowed)


def write(lines: Mapping[Category, Sequence[Line]]) -> str:
    """The text of the lines under their headings; empty where there is none."""
    parts = [section_text(category, lines[category]) for category in Category if lines[category]]
    return "\n\n".join(parts)


def section_text(category: Category, lines: Sequence[Line]) -> str:
    """One category's heading and lines, each group's together."""
    ordered = sorted(lines, key=lambda line: line.place)
    groups: dict[str, list[str]] = {}
    for line in ordered:
        groups.setdefault(line.group, []).append(line.text)
    written = [HEADINGS[category]]
    for group, texts in groups.items():
        written += [group, *texts] if group else texts
    return "\n".join(written)


def trim(chosen: Chosen, *, budget: int, count: Count) -> Chosen:
    """Take lines away until the whole text is within the budget, as counted at once.

    Lines counted one by one may come to less than the text that they make.
    """
    lines = {category: list(found) for category, found in chosen.lines.items()}
    left_out = {category: list(found) for category, found in chosen.left_out.items()}
    # The last ones of the least needed category go first.
    while any(lines.values()) and count(write(lines)) > budget:
        category = next(one for one in reversed(_ORDER) if lines[one])
        line = lines[category].pop()
        left_out[category].append(LeftOut(text=line.text, reason=Omission.BUDGET))
    return Chosen(lines, left_out, chosen.allowed)
