"""turn, dialogue, graph: what was said, and what is around a person or a thing."""

from typing import Annotated

import typer
from rich.text import Text

from graphmem.clients.cli.output import (
    Json,
    Space,
    console,
    counted,
    indented,
    print_json,
    shown,
)
from graphmem.clients.cli.requests import bounds, done
from graphmem.model.listing import TalkTurn
from graphmem.model.neighbourhood import NearNode, Neighbourhood, NodeSort, Tie
from graphmem.operations.directory import (
    DIALOGUE,
    GRAPH,
    TURN,
    DialogueRequest,
    GraphRequest,
    TurnRequest,
)


def turn(
    turn_id: Annotated[str, typer.Argument(help="CONVERSATION/TURN, such as kitchen/D1:1.")],
    around: Annotated[
        int,
        typer.Option(
            "--around",
            metavar="N",
            help="Turns before it, and after it.",
            **bounds(TurnRequest, "around"),
        ),
    ] = 3,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Show a turn in its talk: what was said just before and after it."""
    found = done(TURN, space, quiet=as_json, turn_id=turn_id, around=around)
    if as_json:
        print_json(found)
        return
    for one in found.before:
        _print_turn(one)
    _print_turn(found.turn, style="bold")
    for one in found.after:
        _print_turn(one)


def dialogue(
    conversation: Annotated[str, typer.Argument(help="The conversation's id.")],
    session: Annotated[
        str | None,
        typer.Option("--session", metavar="ID", help="The session; the first without it."),
    ] = None,
    limit: Annotated[
        int,
        typer.Option(
            "--limit",
            "-n",
            metavar="N",
            help="At most so many turns.",
            **bounds(DialogueRequest, "limit"),
        ),
    ] = 200,
    offset: Annotated[
        int,
        typer.Option(
            "--offset",
            metavar="N",
            help="After so many turns.",
            **bounds(DialogueRequest, "offset"),
        ),
    ] = 0,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Read a conversation: its sessions, and the turns of one of them."""
    found = done(
        DIALOGUE,
        space,
        quiet=as_json,
        conversation=conversation,
        session=session,
        limit=limit,
        offset=offset,
    )
    if as_json:
        print_json(found)
        return
    for one in found.sessions:
        here = "bold" if one.session_id == found.session_id else "dim"
        line = f"{one.session_id}  {one.started_at:%d %b %Y}  {counted(one.turns, 'turn')}"
        console().print(shown(line, here))
    for said in found.turns:
        _print_turn(said)


def graph(
    uid: Annotated[str, typer.Argument(help="The uid of a person or an entity.")],
    limit: Annotated[
        int,
        typer.Option(
            "--limit",
            "-n",
            metavar="N",
            help="At most so many statements.",
            **bounds(GraphRequest, "limit"),
        ),
    ] = 20,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Show what is around a person or a thing: statements, people, things, and their links."""
    found = done(GRAPH, space, quiet=as_json, uid=uid, limit=limit)
    if as_json:
        print_json(found)
    else:
        _print_graph(found)


def _print_graph(found: Neighbourhood) -> None:
    nodes = {node.uid: node for node in found.nodes}
    told = sum(node.sort is NodeSort.STATEMENT for node in found.nodes)
    of = f"{told} of {counted(found.statements, 'statement')}"
    console().print(Text.assemble(shown(nodes[found.center].name, "bold"), f"  {of}"))
    for tie, style in ((Tie.ENTITY, "yellow"), (Tie.TEMPORAL, "cyan"), (Tie.SEMANTIC, "magenta")):
        for link in found.links:
            if link.tie is tie:
                line = Text.assemble(
                    _short(nodes[link.source]),
                    shown(f"  {link.relation}  ", style),
                    _short(nodes[link.target]),
                )
                console().print(indented(line, 4))


def _short(node: NearNode) -> Text:
    if node.turn_id is None:
        return shown(node.name)
    return Text.assemble(shown(node.name), "  ", shown(node.turn_id, "cyan"))


def _print_turn(turn: TalkTurn, *, style: str = "") -> None:
    text = f"{turn.text} [image: {turn.caption}]" if turn.caption else turn.text
    console().print(
        Text.assemble(
            shown(turn.turn_id, "cyan"),
            f"  {turn.said_at:%d %b %Y %H:%M}  ",
            shown(turn.speaker, style),
            ": ",
            shown(text, style),
        )
    )
