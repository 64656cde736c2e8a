"""Prints answers with their evidence, what a search found, and how it came to that."""

from collections.abc import Sequence

from rich.text import Text
from rich.tree import Tree

from graphmem.clients.cli.output import console, error_console, indented, shown
from graphmem.model.answer import Answer, Evidence, Status
from graphmem.model.search import Outcome, SearchHit, SearchResult, Step, Trace
from graphmem.operations.rendering import counted, text_with_image

_DRAWN = 3  # links of a turn in the tree
_FOLLOWED = (Outcome.FOLLOWED, Outcome.SPENT)


def print_answer(answer: Answer, *, explain: bool = False) -> None:
    """An answer for people: text, evidence, what its dates meant."""
    out = console()
    colour = "green" if answer.status is Status.ANSWERED else "yellow"
    # Asking back, it is sure of nothing yet.
    sure = "" if answer.candidates else f"  (confidence {answer.confidence:.2f})"
    out.print(
        Text.assemble(
            (answer.status.value.replace("_", " "), f"bold {colour}"),
            "  ",
            shown(answer.text),
            (sure, "dim"),
        )
    )
    for candidate in answer.candidates:
        out.print(indented(Text.assemble(shown(candidate.name, "bold"), ": ", candidate.apart), 4))
        _print_evidence(candidate.evidence, by=8)
        out.print(indented(shown(f"--about {candidate.uid}", "dim"), 8), soft_wrap=True)
    if not answer.candidates:
        _print_evidence(answer.evidence, by=4)
    for time in answer.times:
        out.print(indented(shown(f"“{time.expression}” meant {time.meaning}", "dim"), 4))
    if not explain:
        return
    if answer.routing is not None:
        out.print(indented(shown(f"read as: {answer.routing.told}", "dim"), 4))
    for step in answer.steps:
        out.print(indented(shown(step, "dim"), 4))
    for part in answer.confidence_parts:
        told = f"{part.name} {part.contribution:+.2f} ({part.weight:.2f} × {part.value:.2f})"
        out.print(indented(shown(told, "dim"), 4))


def _print_evidence(evidence: Sequence[Evidence], *, by: int) -> None:
    for item in evidence:
        told = f"{item.speaker}, {item.said_at:%d %b %Y}: “{item.quote}”"
        console().print(indented(Text.assemble(shown(item.turn_id, "cyan"), "  ", shown(told)), by))


def print_hits(found: SearchResult, *, parts: bool = False) -> None:
    """Turns, best first; with ``parts`` the addends of every score."""
    for hit in found.hits:
        _print_hit(hit, parts=parts)
    if not found.hits:
        console().print("Nothing found in this scope.")


def print_notes(found: SearchResult) -> None:
    """Says on standard error what could not be done, and whether turns wait."""
    for note in (*found.notes, *filter(None, [found.waiting_note])):
        error_console().print(shown(f"note: {note}"))


def _print_hit(hit: SearchHit, *, parts: bool) -> None:
    out = console()
    out.print(
        Text.assemble(
            (f"{hit.score:.2f}", "bold"),
            "  ",
            shown(hit.turn_id, "cyan"),
            "  ",
            shown(hit.speaker),
            f", {hit.said_at:%d %b %Y %H:%M}",
        )
    )
    out.print(indented(shown(text_with_image(hit.text, hit.caption)), 6))
    if parts:
        out.print(indented(shown(written_parts(hit), "dim"), 6))


def trace_tree(found: SearchResult, trace: Trace) -> Tree:
    """The tree of a search that was explained."""
    root = Tree(shown(trace.question, "bold"))
    read = root.add("read as")
    read.add(shown(f"for meaning: {trace.neutral}"))
    read.add(shown(f"words: {', '.join(trace.terms) or 'none'}"))
    if found.people:
        read.add(shown(f"people: {', '.join(found.people)}"))
    for other in found.further:
        read.add(shown(f"also asked: {other}"))
    for note in (*found.notes, *filter(None, [found.waiting_note])):
        read.add(shown(f"note: {note}", "yellow"))
    paths = root.add("paths")
    for path, count in trace.found.items():
        paths.add(f"{path}: {counted(count, 'turn')}")
    if trace.entry_points:
        _add_activation(root, trace)
    hits = root.add(f"the best {len(found.hits)} of {len(trace.candidates)} candidates")
    for hit in found.hits:
        one = hits.add(
            Text.assemble(
                (f"{hit.score:.2f}", "bold"),
                "  ",
                shown(hit.turn_id, "cyan"),
                "  ",
                shown(f"{hit.speaker}: {hit.text}"),
            )
        )
        one.add(shown(written_parts(hit), "dim"))
        one.add(shown(f"found by {', '.join(hit.paths)}", "dim"))
    times = root.add(f"{trace.milliseconds['total']:.0f} ms")
    for phase, spent in trace.milliseconds.items():
        if phase != "total":
            times.add(f"{phase}: {spent:.1f} ms")
    return root


def written_parts(hit: SearchHit) -> str:
    """The addends of a score on one line, the weightiest first."""
    ordered = sorted(hit.parts, key=lambda part: -abs(part.contribution))
    return "  ".join(
        f"{part.name} {part.contribution:+.2f} ({part.weight:.2f} × {part.value:.2f})"
        for part in ordered
    )


def _add_activation(root: Tree, trace: Trace) -> None:
    followed: dict[str, list[Step]] = {}
    for step in trace.steps:
        if step.outcome in _FOLLOWED:
            followed.setdefault(step.parent, []).append(step)
    spread = root.add("activation")
    for entry in trace.entry_points:
        node = spread.add(
            Text.assemble(shown(entry.turn_id, "cyan"), f"  entry point, {entry.similarity:.2f}")
        )
        _add_steps(node, entry.turn_id, followed)
    pruned: dict[Outcome, int] = {}
    for step in trace.steps:
        if step.outcome not in _FOLLOWED:
            pruned[step.outcome] = pruned.get(step.outcome, 0) + 1
    for outcome, count in pruned.items():
        spread.add(f"{counted(count, 'link')} not followed: {outcome}")


def _add_steps(node: Tree, turn: str, followed: dict[str, list[Step]]) -> None:
    # Taken out, so that a turn that two steps reach is drawn once.
    steps = sorted(followed.pop(turn, []), key=lambda one: -one.activation)
    for step in steps[:_DRAWN]:
        child = node.add(
            Text.assemble(
                shown(step.turn_id, "cyan"),
                f"  {step.link} × {step.weight:.2f} → {step.activation:.2f}",
                ", and no further: budget spent" if step.outcome is Outcome.SPENT else "",
            )
        )
        _add_steps(child, step.turn_id, followed)
    if len(steps) > _DRAWN:
        node.add(f"{len(steps) - _DRAWN} more (--json has all of them)")
