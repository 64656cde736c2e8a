"""serve, worker, mcp and keys: the memory for programs and assistants."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from graphmem.adapters.factory import check_language_model
from graphmem.clients.cli.help import App
from graphmem.clients.cli.output import (
    Json,
    OnlySpaces,
    Space,
    console,
    error_console,
    print_json,
    print_rows,
    progress,
    shown,
)
from graphmem.errors import MissingExtraError
from graphmem.memory import Memory
from graphmem.model.operation import USUAL_RIGHTS, Right
from graphmem.operations.functions import ToolSet
from graphmem.settings import load_settings

keys_app = App(help="API keys, each for one space: add, list, revoke.")

InBackground = Annotated[
    bool | None,
    typer.Option(
        "--background/--no-background",
        help="Extract what was said by itself; on unless GRAPHMEM_BACKGROUND says no.",
    ),
]

Queue = Annotated[
    str | None,
    typer.Option(
        "--queue",
        metavar="URL",
        help="Hand what is recorded out to workers by Redis or Valkey; else GRAPHMEM_QUEUE.",
    ),
]

OnePerson = Annotated[
    str | None,
    typer.Option(
        "--for-person",
        metavar="ID",
        help="Only for the memory of this person (their person_id): what they heard and say.",
    ),
]

Rights = Annotated[
    list[Right] | None,
    typer.Option(
        "--right",
        metavar="RIGHT",
        help="read, write, decide, retract or forget; may be given again. All but forget, if "
        "none is given.",
    ),
]

KeyFilePath = Annotated[
    Path | None,
    typer.Option(
        "--file", metavar="FILE", help="The file of keys; api-keys.json of the data folder."
    ),
]


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="Port.")
    ] = 8080,
    api_keys: Annotated[
        Path | None,
        typer.Option(
            "--api-keys",
            metavar="FILE",
            help="Ask for a key of this file; needed beyond loopback.",
        ),
    ] = None,
    audit: Annotated[
        Path | None,
        typer.Option(
            "--audit", metavar="FILE", help="Keep a line of who did and read what; off by itself."
        ),
    ] = None,
    background: InBackground = None,
    threads: Annotated[
        int | None,
        typer.Option("--threads", metavar="N", min=1, max=256, help="Operations at once."),
    ] = None,
    in_flight: Annotated[
        int | None,
        typer.Option(
            "--in-flight", metavar="N", min=1, help="Requests under way; more are answered by 429."
        ),
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option("--rate", metavar="N", min=0.01, help="Requests a second for each key."),
    ] = None,
    burst: Annotated[
        int | None,
        typer.Option("--burst", metavar="N", min=1, help="So many of a key's requests at once."),
    ] = None,
    ingests: Annotated[
        int | None,
        typer.Option(
            "--ingests", metavar="N", min=1, help="Ingests of a space that may wait to be recorded."
        ),
    ] = None,
    queue: Queue = None,
    max_body: Annotated[
        int | None,
        typer.Option("--max-body", metavar="BYTES", min=1_024, help="The most of one request."),
    ] = None,
    space: Space = None,
) -> None:
    """Serve the memory over HTTP: a page to see it, the API at /v1, and /mcp for assistants."""
    with _extra("http"):
        from graphmem.clients.http.options import ServeOptions
        from graphmem.clients.http.serve import serve as serve_http
    if queue is not None and queue.isdecimal():
        told = "--queue N is now --ingests N; --queue names the task queue."
        error_console().print(shown(told))
        ingests, queue = ingests or int(queue), None
    settings = load_settings(space=space, queue=queue)
    options = ServeOptions.of(
        settings,
        host=host,
        port=port,
        keys=api_keys,
        audit=audit,
        background=background,
        threads=threads,
        in_flight=in_flight,
        rate=rate,
        burst=burst,
        ingests=ingests,
        max_body=max_body,
    )

    def started(address: str) -> None:
        if error_console().is_terminal:  # elsewhere every line is one of the log
            told = f"{address}/ is the page, /v1 the API, /mcp for assistants; Ctrl-C stops"
            error_console().print(shown(told))

    serve_http(settings, options, started=started)


def worker(
    spaces: OnlySpaces = None,
    threads: Annotated[
        int, typer.Option("--threads", metavar="N", min=1, max=64, help="Spaces at once.")
    ] = 2,
    queue: Queue = None,
) -> None:
    """Extract what others record, in all spaces of the database, until SIGTERM or Ctrl-C.

    Beside `serve --no-background`, or `serve --queue URL` with the same queue, on this machine or
    another; as many workers as you like.
    """
    from graphmem.clients.worker import work

    work(load_settings(queue=queue), spaces=spaces or (), threads=threads)


def mcp(
    background: InBackground = None,
    person: OnePerson = None,
    rights: Rights = None,
    tools: Annotated[
        ToolSet,
        typer.Option(
            "--tools", metavar="SET", help="recall: assemble, ask, profile, remember; or all."
        ),
    ] = ToolSet.ALL,
    space: Space = None,
) -> None:
    """Serve the memory to an assistant that starts this command itself (MCP over stdio)."""
    with _extra("mcp"):
        from graphmem.clients.mcp import serve_stdio
    settings = load_settings(space=space)
    chosen = settings.background if background is None else background
    check_language_model(settings)
    with (
        progress(quiet=True) as report,
        Memory(settings, background=chosen, progress=report) as memory,
    ):
        serve_stdio(memory, person=person, rights=rights or USUAL_RIGHTS, tools=tools)


@keys_app.command("add", examples=("graphmem keys add home --right read --expires 30d",))
def add_key(
    space: Annotated[str, typer.Argument(help="The one space that the key is for.")],
    person: OnePerson = None,
    rights: Rights = None,
    expires: Annotated[
        str | None,
        typer.Option(
            "--expires", metavar="WHEN", help="In so many days (30d), or on a date (2031-12-31)."
        ),
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option(
            "--rate", metavar="N", min=0.01, help="Its requests a second; else the server's."
        ),
    ] = None,
    burst: Annotated[
        int | None,
        typer.Option("--burst", metavar="N", min=1, help="So many at once; else the server's."),
    ] = None,
    file: KeyFilePath = None,
    as_json: Json = False,
) -> None:
    """Make a key; it is shown this once, and on standard error the file that it is kept in."""
    from graphmem.clients.http.keys import KeyFile, expiry_of
    from graphmem.clients.http.options import default_key_file

    settings = load_settings(space=space)
    kept = KeyFile(file or default_key_file(settings))
    made = kept.add(
        settings.space,
        person=person,
        rights=rights or USUAL_RIGHTS,
        expires_at=expiry_of(expires) if expires is not None else None,
        rate=rate,
        burst=burst,
    )
    if as_json:
        print_json({"key": made.text, **made.key.model_dump(mode="json", exclude={"digest"})})
    else:
        console().print(shown(made.text))
    told = f"note: its digest is kept in {kept.path}; `graphmem serve --api-keys` takes that file"
    error_console().print(shown(told))


@keys_app.command("list")
def list_keys(file: KeyFilePath = None, as_json: Json = False) -> None:
    """List the keys by id, each with its space, rights and limits; none can be shown again."""
    from graphmem.clients.http.keys import KeyFile
    from graphmem.clients.http.options import default_key_file

    keys = KeyFile(file or default_key_file(load_settings())).read()
    if as_json:
        for key in keys:
            print_json(key.model_dump(mode="json", exclude={"digest"}))
        return
    columns = ("key", "space", "person", "rights", "a second", "at once", "made", "expires")
    rows = []
    for key in keys:
        limits = ("" if one is None else f"{one:g}" for one in (key.rate, key.burst))
        times = (key.created_at, key.expires_at, key.revoked_at)
        days = ("" if one is None else f"{one:%d %b %Y}" for one in times)
        whose = (key.key_id, key.space, key.person or "", ", ".join(key.rights))
        rows.append((*whose, *limits, *days))
    print_rows((*columns, "revoked"), rows)


@keys_app.command("revoke")
def revoke_key(
    key_id: Annotated[str, typer.Argument(help="The key's id, as `graphmem keys list` shows it.")],
    file: KeyFilePath = None,
    as_json: Json = False,
) -> None:
    """Let a key hold no longer; servers that run notice at once."""
    from graphmem.clients.http.keys import KeyFile
    from graphmem.clients.http.options import default_key_file

    key = KeyFile(file or default_key_file(load_settings())).revoke(key_id)
    if as_json:
        print_json(key.model_dump(mode="json", exclude={"digest"}))
    else:
        console().print(shown(f"{key.key_id} of {key.space} holds no longer"))


@contextmanager
def _extra(name: str) -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("graphmem"):
            raise
        raise MissingExtraError(
            f"{error.name} is not installed.", next_step=f'pip install "graphmem[{name}]"'
        ) from error
