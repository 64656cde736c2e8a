"""search, and explain: how a search came to its hits."""

from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.text import Text

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
from graphmem.clients.cli.requests import bounds, require_something
from graphmem.clients.cli.talk import AsOf, Conversation, KnownTo, Now, Session, Since, Until
from graphmem.clients.cli.trace_tree import trace_tree, written_parts
from graphmem.model.search import (
    Expansion,
    Recency,
    SearchHit,
    SearchPath,
    SearchResult,
    SearchWeights,
)
from graphmem.operations.querying import SEARCH, TRACE, SearchRequest, find

Question = Annotated[str, typer.Argument(help="What to look for.")]
Limit = Annotated[
    int,
    typer.Option(
        "--limit",
        "-n",
        metavar="N",
        help="At most so many turns.",
        **bounds(SearchRequest, "limit"),
    ),
]
Person = Annotated[
    list[str] | None,
    typer.Option("--person", "-p", metavar="NAME", help="Only turns spoken by them."),
]
AtHand = Annotated[
    str | None,
    typer.Option(
        "--at-hand",
        metavar="ID",
        help="The conversation that goes on: its last turns count as well.",
    ),
]


def _one_of(values: type[StrEnum]) -> str:
    *others, last = values
    return f"{', '.join(others)} or {last}"


class Formula(StrEnum):
    """Whose weights rank: the fitted ones, or spreading activation as it was published."""

    FITTED = "fitted"
    SPREADING = "spreading"


Weights = Annotated[
    Formula,
    typer.Option(
        "--weights",
        metavar="fitted|spreading",
        help="Fitted weights, or the formula of spreading activation.",
    ),
]
Paths = Annotated[
    list[SearchPath] | None,
    typer.Option(
        "--path",
        metavar="WAY",
        help=f"Only this way to turns: {_one_of(SearchPath)}; may be given again. "
        "All of them without it.",
    ),
]
RecencyMode = Annotated[
    Recency,
    typer.Option(
        "--recency", metavar="none|decay|boost", help="What being recent is worth; needs --now."
    ),
]
Expand = Annotated[
    Expansion,
    typer.Option(
        "--expand", metavar="none|rules|llm", help="Ask up to three further questions as well."
    ),
]
Rerank = Annotated[
    str | None,
    typer.Option(
        "--rerank",
        metavar="MODEL",
        help="A sentence-transformers CrossEncoder, or llm, has the last word.",
    ),
]


def search(
    question: Question,
    limit: Limit = 10,
    conversation: Conversation = None,
    session: Session = None,
    person: Person = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    known_to: KnownTo = None,
    now: Now = None,
    at_hand: AtHand = None,
    paths: Paths = None,
    weights: Weights = Formula.FITTED,
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
    asked = SEARCH.asked(
        question=question,
        limit=limit,
        conversations=conversation,
        session=session,
        people=person,
        since=since,
        until=until,
        as_of=as_of,
        known_to=known_to,
        now=now,
        at_hand=at_hand,
        paths=paths,
        recency=recency,
    )
    with opened(space, quiet=as_json) as memory:
        require_something(memory)
        found = find(memory, asked, **_options(weights, expand, rerank))
    if as_json:
        for hit in found.hits:
            print_json(hit)
    else:
        for hit in found.hits:
            _print_hit(hit, parts=explain)
        if not found.hits:
            console().print("Nothing found in this scope.")
    _print_notes(found)


def explain(
    question: Question,
    limit: Limit = 5,
    conversation: Conversation = None,
    session: Session = None,
    person: Person = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    known_to: KnownTo = None,
    now: Now = None,
    at_hand: AtHand = None,
    paths: Paths = None,
    weights: Weights = Formula.FITTED,
    recency: RecencyMode = Recency.NONE,
    expand: Expand = Expansion.NONE,
    rerank: Rerank = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Show how a search comes to its turns: paths, activation, weights, times."""
    asked = TRACE.asked(
        question=question,
        limit=limit,
        conversations=conversation,
        session=session,
        people=person,
        since=since,
        until=until,
        as_of=as_of,
        known_to=known_to,
        now=now,
        at_hand=at_hand,
        paths=paths,
        recency=recency,
    )
    with opened(space, quiet=as_json) as memory:
        require_something(memory)
        found = find(memory, asked, explain=True, **_options(weights, expand, rerank))
    if found.trace is None:  # asked for above
        raise AssertionError
    if as_json:
        print_json(found)
        _print_notes(found)
    else:
        console().print(trace_tree(found, found.trace))


def _options(weights: Formula, expand: Expansion, rerank: str | None) -> dict[str, Any]:
    """What is for those who may choose models and formulas, beside what every client can ask."""
    spreading = weights is Formula.SPREADING
    return {
        "weights": SearchWeights.spreading() if spreading else None,
        "expansion": expand,
        "rerank": rerank,
    }


def _print_notes(found: SearchResult) -> None:
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
    image = f" [image: {hit.caption}]" if hit.caption else ""
    out.print(indented(shown(hit.text + image), 6))
    if parts:
        out.print(indented(shown(written_parts(hit), "dim"), 6))
