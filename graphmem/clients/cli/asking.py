"""ask, search, explain, assemble: questions, with what only the command line may choose."""

from enum import StrEnum
from typing import Annotated

import typer

from graphmem.clients.cli.answers import print_answer, print_hits, print_notes, trace_tree
from graphmem.clients.cli.operation_commands import made_of
from graphmem.clients.cli.output import console, opened, print_json
from graphmem.clients.cli.requests import Call, require_something
from graphmem.clients.cli.results import print_result
from graphmem.model.search import Expansion, SearchResult, SearchWeights
from graphmem.operations.querying import ASK, ASSEMBLE, SEARCH, TRACE, find


class Formula(StrEnum):
    """Weights that rank: fitted, or of spreading activation as it was published."""

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


@made_of(ASK)
def ask(
    call: Call,
    *,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Show how it was read, what was done, what confidence is."),
    ] = False,
    llm: Annotated[
        str | None,
        typer.Option(
            "--llm",
            metavar="MODEL",
            help="Let this model (a litellm name) answer, with the same checks.",
        ),
    ] = None,
) -> None:
    """Answers, by a model where one is named."""
    answer = call.result(call.request(), llm=llm)
    if call.as_json:
        print_json(answer)
    else:
        print_answer(answer, explain=explain)


@made_of(SEARCH, without={"expansion"})
def search(
    call: Call,
    *,
    weights: Weights = Formula.FITTED,
    expand: Expand = Expansion.NONE,
    rerank: Rerank = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the parts of every score.")
    ] = False,
) -> None:
    """Searches with the models and the formula that are chosen."""
    found = _found(call, weights=weights, expand=expand, rerank=rerank)
    if call.as_json:
        for hit in found.hits:
            print_json(hit)
    else:
        print_hits(found, parts=explain)
    print_notes(found)


@made_of(TRACE, without={"expansion"})
def explain(
    call: Call,
    *,
    weights: Weights = Formula.FITTED,
    expand: Expand = Expansion.NONE,
    rerank: Rerank = None,
) -> None:
    """Searches in the same way, and draws the trace."""
    found = _found(call, weights=weights, expand=expand, rerank=rerank, explain=True)
    if found.trace is None:  # asked for above
        raise AssertionError
    if call.as_json:
        print_json(found)
        print_notes(found)
    else:
        console().print(trace_tree(found, found.trace))


def _found(
    call: Call, *, weights: Formula, expand: Expansion, rerank: str | None, explain: bool = False
) -> SearchResult:
    request = call.request()
    with opened(call.space, quiet=call.as_json) as memory:
        require_something(memory)
        return find(
            memory,
            request,
            explain=explain,
            weights=SearchWeights.spreading() if weights is Formula.SPREADING else None,
            expansion=expand,
            rerank=rerank,
        )


@made_of(ASSEMBLE, without={"messages"})
def assemble(
    call: Call,
    *,
    message: Annotated[
        str,
        typer.Argument(metavar="MESSAGE", help="What was said last in the talk at hand."),
    ],
    speaker: Annotated[
        str, typer.Option("--speaker", metavar="NAME", help="Who said it: a name, or a role.")
    ] = "user",
) -> None:
    """Assembles for a talk of one message."""
    request = call.request(messages=[{"speaker": speaker, "text": message}])
    print_result(call.result(request), as_json=call.as_json)
