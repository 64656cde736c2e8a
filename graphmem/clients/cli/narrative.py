"""process and story: how something is done, and what happened."""

from typing import Annotated

import typer

from graphmem.clients.cli.output import Json, Space, console, print_json, shown
from graphmem.clients.cli.requests import bounds, done
from graphmem.clients.cli.talk import AsOf, Conversation, KnownTo, Since, Until
from graphmem.operations.narrative import PROCESS, STORY, StoryRequest
from graphmem.operations.rendering import render_text


def process(
    name: Annotated[str, typer.Argument(help='What is done: "varnish the deck".')],
    conversation: Conversation = None,
    as_of: AsOf = None,
    known_to: KnownTo = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Tell how something is done: steps, who taught them, and what changed in them since."""
    found = done(
        PROCESS,
        space,
        quiet=as_json,
        name=name,
        conversations=conversation,
        as_of=as_of,
        known_to=known_to,
    )
    print_json(found) if as_json else console().print(shown(render_text(found)))


def story(
    about: Annotated[str, typer.Argument(help="A name, a place, or a uid.")],
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    known_to: KnownTo = None,
    limit: Annotated[
        int,
        typer.Option(
            "--limit",
            "-n",
            metavar="N",
            help="At most so many events, the last.",
            **bounds(StoryRequest, "limit"),
        ),
    ] = 100,
    gap_days: Annotated[
        int,
        typer.Option(
            "--gap-days",
            metavar="N",
            help="More days than this without an event are a gap.",
            **bounds(StoryRequest, "gap_days"),
        ),
    ] = 90,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Tell what happened to a person or a thing, in time: each event cited, gaps named."""
    found = done(
        STORY,
        space,
        quiet=as_json,
        about=about,
        since=since,
        until=until,
        as_of=as_of,
        known_to=known_to,
        limit=limit,
        gap_days=gap_days,
    )
    print_json(found) if as_json else console().print(shown(render_text(found)))
