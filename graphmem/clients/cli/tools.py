"""profile, timeline, context, compare, compare-people, contradictions: of one thing."""

from typing import Annotated

import typer

from graphmem.clients.cli.output import Json, Space, console, print_json, shown
from graphmem.clients.cli.requests import bounds, done
from graphmem.clients.cli.talk import AsOf, KnownTo, Now
from graphmem.clients.cli.tool_tables import (
    print_context,
    print_contradictions,
    print_finding,
    print_sides,
    print_timeline,
)
from graphmem.operations.inspection import (
    COMPARE,
    COMPARE_PEOPLE,
    CONTEXT,
    CONTRADICTIONS,
    PROFILE,
    TIMELINE,
    ProfileRequest,
)

Name = Annotated[str, typer.Argument(help='A name ("job", "Ana\'s job"), a place, or a uid.')]


def profile(
    name: Name,
    budget: Annotated[
        int,
        typer.Option(
            "--tokens",
            metavar="N",
            help="The most tokens that the text may have.",
            **bounds(ProfileRequest, "token_budget"),
        ),
    ] = 600,
    as_of: AsOf = None,
    known_to: KnownTo = None,
    now: Now = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Sum up a person or a thing: what holds now, what held before, each sentence cited."""
    found = done(
        PROFILE,
        space,
        quiet=as_json,
        name=name,
        token_budget=budget,
        as_of=as_of,
        known_to=known_to,
        now=now,
    )
    if as_json:
        print_json(found)
    else:
        console().print(shown(found.text or f"Nothing lasting is known of {found.name}."))


def timeline(
    name: Name,
    person: Annotated[str, typer.Option("--person", "-p", metavar="NAME", help="Whose it is.")],
    as_of: AsOf = None,
    known_to: KnownTo = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """What a person's entity was, from conversation to conversation, in time."""
    found = done(
        TIMELINE,
        space,
        quiet=as_json,
        entity_name=name,
        person_id=person,
        as_of=as_of,
        known_to=known_to,
    )
    if as_json:
        print_json(found)
    else:
        print_timeline(found)


def context(
    conversation: Annotated[str, typer.Argument(help="The conversation's id.")],
    name: Name,
    as_of: AsOf = None,
    known_to: KnownTo = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Everything that one conversation says of an entity: mentions, questions, answers."""
    found = done(
        CONTEXT,
        space,
        quiet=as_json,
        conv_id=conversation,
        entity_id=name,
        as_of=as_of,
        known_to=known_to,
    )
    if as_json:
        print_json(found)
    else:
        print_context(found)


def compare(
    name: Name,
    conversation_a: Annotated[str, typer.Argument(help="The first conversation's id.")],
    conversation_b: Annotated[str, typer.Argument(help="The second conversation's id.")],
    as_of: AsOf = None,
    known_to: KnownTo = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """An entity in two conversations, side by side."""
    found = done(
        COMPARE,
        space,
        quiet=as_json,
        entity_name=name,
        conv_A=conversation_a,
        conv_B=conversation_b,
        as_of=as_of,
        known_to=known_to,
    )
    if as_json:
        print_json(found)
    else:
        print_sides(found, found.entity_name, found.a.conversation_id, found.b.conversation_id)


def compare_people(
    topic: Annotated[str, typer.Argument(help="What to compare them on.")],
    person_a: Annotated[str, typer.Argument(help="The first person.")],
    person_b: Annotated[str, typer.Argument(help="The second person.")],
    as_of: AsOf = None,
    known_to: KnownTo = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """What two people say of a topic, side by side."""
    found = done(
        COMPARE_PEOPLE,
        space,
        quiet=as_json,
        topic=topic,
        person_A=person_a,
        person_B=person_b,
        as_of=as_of,
        known_to=known_to,
    )
    if as_json:
        print_json(found)
        return
    print_sides(found, found.topic, found.a.person, found.b.person)
    for finding in found.disagreements:
        print_finding(finding)


def contradictions(
    name: Name,
    as_of: AsOf = None,
    known_to: KnownTo = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """What does not go together: conflicts, changes, corrections, disagreements."""
    found = done(
        CONTRADICTIONS, space, quiet=as_json, entity_id=name, as_of=as_of, known_to=known_to
    )
    if as_json:
        print_json(found)
    else:
        print_contradictions(found)
