"""Prints results of the tools as tables that fit a terminal."""

from collections.abc import Iterable, Sequence

from rich import box
from rich.table import Column, Table
from rich.text import Text

from graphmem.clients.cli.output import console, error_console, indented, shown
from graphmem.errors import AmbiguousNameError
from graphmem.model.time import Precision
from graphmem.model.tools import (
    ComparedSide,
    Comparison,
    Contradictions,
    EntityTimeline,
    Finding,
    FindingKind,
    Mention,
    Order,
    PeopleComparison,
    PersonSide,
    Said,
    TimelineEntry,
)
from graphmem.operations.rendering import counted

_MOST = 6  # statements of one side; --json has all of them
_DATES = {
    Precision.MONTH: "%b %Y",
    Precision.SEASON: "%b %Y",
    Precision.YEAR: "%Y",
    Precision.DECADE: "%Y",
}
_COLOURS = {
    FindingKind.CONFLICT: "red",
    FindingKind.EVOLUTION: "green",
    FindingKind.CORRECTION: "cyan",
    FindingKind.DISAGREEMENT: "yellow",
}
_ORDERS = {
    Order.A_FIRST: "The left was said first.",
    Order.B_FIRST: "The right was said first.",
    Order.OVERLAPPING: "Both were said over the same time.",
    Order.UNKNOWN: "Only one of them speaks of it, or neither.",
}


def print_question_back(error: AmbiguousNameError) -> None:
    """Prints on standard error the question which of several is meant."""
    out = error_console()
    out.print(shown(error.problem, "bold yellow"))
    for candidate in error.candidates:
        told = Text.assemble(shown(candidate.name, "bold"), f", {candidate.told_apart}")
        out.print(indented(told, 2))
        if candidate.example:
            out.print(indented(shown(candidate.example, "dim"), 4))
        out.print(indented(shown(candidate.uid, "cyan"), 4))
    out.print(Text.assemble(("next:", "bold"), "   ", shown(error.next_step)))


def print_timeline(found: EntityTimeline) -> None:
    """A table for each entity of the name."""
    by_entity: dict[str | None, list[TimelineEntry]] = {}
    roles = {(entry.turn_id, entry.text) for entry in found.entries if entry.role is not None}
    for entry in found.entries:
        if entry.role is None and (entry.turn_id, entry.text) in roles:
            continue  # the role of these words says it already
        by_entity.setdefault(entry.entity_uid, []).append(entry)
    for entity_uid, entries in by_entity.items():
        console().print(shown(found.entity_name, "bold"))
        if len(by_entity) > 1 and entity_uid is not None:
            console().print(shown(entity_uid, "dim"))
        table = _table("when", "what", "said by", "turn")
        for entry in entries:
            table.add_row(_when(entry), _what(entry), _told(entry), shown(entry.turn_id, "cyan"))
        console().print(table)
    if found.mentions:
        console().print(shown(f"{found.entity_name}, in turns that wait to be read", "bold"))
        console().print(_mentions(found.mentions))
    elif not found.entries:
        console().print(shown(f"Nothing is told of {found.entity_name} and {found.person}."))


def _what(entry: TimelineEntry) -> Text:
    if entry.role is None:
        return shown(entry.text)
    role, *states = (name.replace("_", " ") for name in (entry.role, *entry.states))
    if any(state.startswith(role) for state in states):
        role, *states = states  # "dating Sarah" says "dating"
    more = shown(f" · {', '.join(states)}") if states else Text()
    return Text.assemble(shown(role, "bold"), more, "\n", shown(entry.text, "dim"))


def _told(entry: TimelineEntry) -> Text:
    told = f" to {' and '.join(entry.partners)}" if entry.partners else ""
    return shown(f"{entry.speaker}{told}")


def _mentions(mentions: Iterable[Mention]) -> Table:
    table = _table("said", "by", "mention", "turn")
    for mention in mentions:
        table.add_row(
            f"{mention.said_at:%d %b %Y}",
            shown(mention.speaker),
            shown(f"“{mention.quote}”"),
            shown(mention.turn_id, "cyan"),
        )
    return table


def print_comparison(found: Comparison) -> None:
    """An entity in two conversations."""
    _print_sides(found, found.entity_name, found.a.conversation_id, found.b.conversation_id)


def print_people_comparison(found: PeopleComparison) -> None:
    """Two people on a topic, and where they disagree."""
    _print_sides(found, found.topic, found.a.person, found.b.person)
    for finding in found.disagreements:
        _print_finding(finding)


def _print_sides(found: Comparison | PeopleComparison, title: str, left: str, right: str) -> None:
    console().print(shown(title, "bold"))
    headers = (Column(shown(header)) for header in ("", left, right))
    table = Table(*headers, box=box.SIMPLE_HEAD)
    table.columns[0].style = "dim"
    table.columns[0].no_wrap = True
    for label, a, b in _rows(found.a, found.b):
        if a.plain or b.plain:
            table.add_row(label, a or "–", b or "–")
    console().print(table)
    lines = {
        "both": found.overlap,
        "differ": found.differences,
        f"only {left}": found.only_a,
        f"only {right}": found.only_b,
    }
    for label, told in lines.items():
        if told:
            console().print(Text.assemble(shown(f"{label}: ", "bold"), _lines(told)))
    console().print(shown(_ORDERS[found.order], "dim"))


def _rows(
    a: ComparedSide | PersonSide, b: ComparedSide | PersonSide
) -> Iterable[tuple[str, Text, Text]]:
    yield "told of", _period(a), _period(b)
    if isinstance(a, ComparedSide) and isinstance(b, ComparedSide):
        yield "roles", _names(a.roles), _names(b.roles)
        yield "states", _names(a.states), _names(b.states)
    yield "names", _names(a.named), _names(b.named)
    yield "says", _statements(a.statements), _statements(b.statements)


def _lines(told: Sequence[str]) -> Text:
    return shown("; ".join(told).replace("_", " "))


def _period(side: ComparedSide | PersonSide) -> Text:
    if side.first_said_at is None or side.last_said_at is None:
        return Text()
    first, last = f"{side.first_said_at:%b %Y}", f"{side.last_said_at:%b %Y}"
    return shown(first if first == last else f"{first} – {last}")


def _names(names: Sequence[str]) -> Text:
    return shown(", ".join(name.replace("_", " ") for name in names))


def _statements(statements: Sequence[Said]) -> Text:
    # A role and an answer may say one thing in one turn.
    told = list(dict.fromkeys((item.text, item.turn_id) for item in statements))
    lines = [
        Text.assemble(shown(text), " ", shown(turn_id, "cyan")) for text, turn_id in told[:_MOST]
    ]
    if len(told) > _MOST:
        lines.append(shown(f"and {len(told) - _MOST} more (--json has all)", "dim"))
    return Text("\n").join(lines)


def print_contradictions(found: Contradictions) -> None:
    """Every finding, with both sides and the way out."""
    title = shown(found.entity, "bold")
    count = counted(len(found.findings), "finding")
    console().print(Text.assemble(title, shown(f"  {count}", "dim")))
    for finding in found.findings:
        _print_finding(finding)
    if not found.findings:
        console().print("No two statements of it were found to contradict each other.")


def _print_finding(finding: Finding) -> None:
    kind = Text(finding.kind.value, style=f"bold {_COLOURS[finding.kind]}")
    console().print(Text.assemble("\n", kind, shown(f"  {finding.predicate}")))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for _ in range(3):
        table.add_column(no_wrap=True)
    table.columns[2].no_wrap = False
    for said in (finding.earlier, finding.later):
        table.add_row(
            _when(said), shown(said.speaker), shown(f"“{said.quote}”"), shown(said.turn_id, "cyan")
        )
    console().print(table)
    console().print(indented(Text.assemble(("→ ", "dim"), shown(finding.resolution)), 2))


def _table(*columns: str) -> Table:
    table = Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False)
    table.columns[0].no_wrap = True
    return table


def _when(said: Said) -> str:
    """When it was so, as exactly as is known; else when it was said."""
    interval = said.interval
    if interval is None or interval.open_start:
        return f"{said.said_at:%d %b %Y}"
    return interval.start.strftime(_DATES.get(interval.precision, "%d %b %Y"))
