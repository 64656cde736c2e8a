"""A search drawn as a tree: how its question was read, its paths, activation, weights, times."""

from rich.text import Text
from rich.tree import Tree

from graphmem.clients.cli.output import shown
from graphmem.model.search import SearchHit, SearchResult
from graphmem.model.trace import Outcome, Step, Trace
from graphmem.operations.rendering import counted

_DRAWN = 3  # links of a turn in the tree
_FOLLOWED = (Outcome.FOLLOWED, Outcome.SPENT)


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
