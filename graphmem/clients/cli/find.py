"""search, and explain: how a search came to its hits."""

from typing import Annotated

import typer
from rich.text import Text
from rich.tree import Tree

from graphmem.clients.cli.output import (
    Json,
    Space,
    console,
    error_console,
    indented,
    opened,
    print_json,
    shown,
)
from graphmem.clients.cli.talk import AsOf, Conversation, Since, Until
from graphmem.model.search import (
    Expansion,
    Recency,
    SearchHit,
    SearchOptions,
    SearchPath,
    SearchResult,
)
from graphmem.model.trace import Outcome, Step, Trace

Question = Annotated[str, typer.Argument(help="What to look for.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=1_000, help="How many turns.")]
Session = Annotated[
    str | None, typer.Option("--session", help="Only this session of the conversation.")
]
Person = Annotated[
    list[str] | None, typer.Option("--person", "-p", help="Only turns spoken by them.")
]
Now = Annotated[
    str | None,
    typer.Option("--now", help='The moment of asking, for "last May" and for --recency.'),
]
Paths = Annotated[
    list[SearchPath] | None,
    typer.Option("--path", help="Only go this path; may be given again. All of them without."),
]
RecencyMode = Annotated[
    Recency, typer.Option("--recency", help="What being recent is worth; needs --now.")
]
Expand = Annotated[
    Expansion, typer.Option("--expand", help="Ask two or three further questions as well.")
]
Rerank = Annotated[
    str | None,
    typer.Option(
        "--rerank", help="A sentence-transformers CrossEncoder, or llm, has the last word."
    ),
]

_DRAWN = 3  # links of a turn in the tree


def search(
    question: Question,
    limit: Limit = 10,
    conversation: Conversation = None,
    session: Session = None,
    person: Person = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    now: Now = None,
    paths: Paths = None,
    recency: RecencyMode = Recency.NONE,
    expand: Expand = Expansion.NONE,
    rerank: Rerank = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the parts of every score.")
    ] = False,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Find the turns that bear on a question."""
    with opened(space, quiet=as_json) as memory:
        found = memory.search(
            question,
            limit=limit,
            conversation=conversation,
            session=session,
            person=person,
            since=since,
            until=until,
            as_of=as_of,
            now=now,
            options=_options(paths, recency, expand, rerank),
        )
    if as_json:
        for hit in found.hits:
            print_json(hit.model_dump(mode="json") | {"turn_id": hit.turn_id})
        return
    for hit in found.hits:
        _print_hit(hit, parts=explain)
    if not found.hits:
        console().print("Nothing found in this scope.")
    for note in found.notes:
        error_console().print(shown(f"note: {note}"))


def explain(
    question: Question,
    limit: Limit = 5,
    conversation: Conversation = None,
    session: Session = None,
    person: Person = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    now: Now = None,
    paths: Paths = None,
    recency: RecencyMode = Recency.NONE,
    expand: Expand = Expansion.NONE,
    rerank: Rerank = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Show how a search comes to its turns: paths, activation, weights, times."""
    with opened(space, quiet=as_json) as memory:
        found = memory.search(
            question,
            limit=limit,
            conversation=conversation,
            session=session,
            person=person,
            since=since,
            until=until,
            as_of=as_of,
            now=now,
            options=_options(paths, recency, expand, rerank),
            explain=True,
        )
    if found.trace is None:  # asked for above
        raise AssertionError
    if as_json:
        print_json(found.trace)
    else:
        console().print(_tree(found, found.trace))


def _options(
    paths: list[SearchPath] | None, recency: Recency, expand: Expansion, rerank: str | None
) -> SearchOptions:
    return SearchOptions(
        paths=frozenset(paths or SearchPath), recency=recency, expansion=expand, rerank=rerank
    )


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
    image = f" [image: {hit.caption}]" if hit.caption else ""
    out.print(indented(shown(hit.text + image), 6))
    if parts:
        out.print(indented(shown(_parts(hit), "dim"), 6))


def _parts(hit: SearchHit) -> str:
    ordered = sorted(hit.parts, key=lambda part: -abs(part.contribution))
    return "  ".join(
        f"{part.name} {part.contribution:+.2f} ({part.weight:.2f} × {part.value:.2f})"
        for part in ordered
    )


def _tree(found: SearchResult, trace: Trace) -> Tree:
    root = Tree(shown(trace.question, "bold"))
    read = root.add("read as")
    read.add(shown(f"for meaning: {trace.neutral}"))
    read.add(shown(f"words: {', '.join(trace.terms) or 'none'}"))
    if found.people:
        read.add(shown(f"people: {', '.join(found.people)}"))
    for other in found.further:
        read.add(shown(f"also asked: {other}"))
    for note in found.notes:
        read.add(shown(f"note: {note}", "yellow"))
    paths = root.add("paths")
    for path, count in trace.found.items():
        paths.add(f"{path}: {count} turns")
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
        one.add(shown(_parts(hit), "dim"))
        one.add(shown(f"found by {', '.join(hit.paths) or 'its neighbour'}", "dim"))
    times = root.add(f"{trace.milliseconds['total']:.0f} ms")
    for phase, spent in trace.milliseconds.items():
        if phase != "total":
            times.add(f"{phase}: {spent:.1f} ms")
    return root


def _add_activation(root: Tree, trace: Trace) -> None:
    followed: dict[str, list[Step]] = {}
    for step in trace.steps:
        if step.outcome in (Outcome.FOLLOWED, Outcome.SPENT):
            followed.setdefault(step.parent, []).append(step)
    spread = root.add("activation")
    for entry in trace.entry_points:
        node = spread.add(
            Text.assemble(shown(entry.turn_id, "cyan"), f"  entry point, {entry.similarity:.2f}")
        )
        _add_steps(node, entry.turn_id, followed)
    pruned: dict[Outcome, int] = {}
    for step in trace.steps:
        if step.outcome is not Outcome.FOLLOWED:
            pruned[step.outcome] = pruned.get(step.outcome, 0) + 1
    for outcome, count in pruned.items():
        spread.add(f"{count} links not followed: {outcome}")


def _add_steps(node: Tree, turn: str, followed: dict[str, list[Step]]) -> None:
    # Taken out, so that a turn that two steps reach is drawn once.
    steps = sorted(followed.pop(turn, []), key=lambda one: -one.activation)
    for step in steps[:_DRAWN]:
        child = node.add(
            Text.assemble(
                shown(step.turn_id, "cyan"),
                f"  {step.link} × {step.weight:.2f} → {step.activation:.2f}",
            )
        )
        _add_steps(child, step.turn_id, followed)
    if len(steps) > _DRAWN:
        node.add(f"{len(steps) - _DRAWN} more (--json has all of them)")
