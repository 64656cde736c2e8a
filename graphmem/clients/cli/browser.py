"""browser: where Neo4j Browser is, who may enter, and what it can load."""

import os
import sys
import webbrowser
from typing import Annotated, NamedTuple
from urllib.parse import quote, urlsplit

import typer

from graphmem.clients.browser_files import style_path, write_saved_queries
from graphmem.clients.cli.output import Json, Space, console, print_json, progress, shown
from graphmem.connection import connect
from graphmem.model.progress import Progress
from graphmem.settings import Settings, load_settings
from graphmem.store.web_address import browser_address

_HIDDEN = "(GRAPHMEM_PASSWORD; --show-password prints it)"


class _Entrance(NamedTuple):
    """Where the database in use is, and who may enter."""

    browser: str | None
    bolt: str
    user: str
    password: str
    embedded: bool


def browser(
    open_it: Annotated[
        bool, typer.Option("--open/--no-open", help="Open it in the web browser.")
    ] = True,
    show_password: Annotated[
        bool,
        typer.Option("--show-password", help="Print the password of a server of your own as well."),
    ] = False,
    style: Annotated[
        bool, typer.Option("--style", help="Only print the path of the style file.")
    ] = False,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Tell where Neo4j Browser is and how to enter, and open it there."""
    if style:
        print(style_path())
        return
    settings = load_settings(space=space)
    with progress(quiet=as_json) as report:
        found = _entrance(settings, report)
    queries = settings.cache.expanduser() / "browser" / "graphmem-queries.zip"
    write_saved_queries(queries, settings.space)
    visible = found.embedded or show_password
    told = {
        "browser": found.browser,
        "bolt": found.bolt,
        "user": found.user,
        "password": found.password if visible else None,
        "style": str(style_path()),
        "queries": str(queries),
    }
    if as_json:
        print_json(told)
    else:
        _print(told)
    # A program that reads JSON wants no window.
    if open_it and not as_json:
        _open(found)


def _entrance(settings: Settings, report: Progress) -> _Entrance:
    if settings.uri is None:
        from graphmem.server import EmbeddedServer

        address = EmbeddedServer(settings, progress=report).start()
        return _Entrance(
            address.http_url, address.uri, address.user, address.password, embedded=True
        )
    with connect(settings, progress=report) as database:
        at = browser_address(database, settings.uri)
    # `connect` has refused settings without a password.
    password = settings.password.get_secret_value() if settings.password else ""
    return _Entrance(at, settings.uri, settings.user, password, embedded=False)


def _print(told: dict[str, str | None]) -> None:
    nowhere = "not told by the server; often http://HOST:7474/browser/"
    for name, otherwise in (
        ("browser", nowhere),
        ("bolt", ""),
        ("user", ""),
        ("password", _HIDDEN),
        ("style", ""),
        ("queries", ""),
    ):
        console().print(shown(f"{name:<9} {told[name] or otherwise}"), soft_wrap=True)
    console().print(
        "\nDrop the style and the queries, one after the other, on Browser's window. The"
        '\nqueries then stand among the saved ones, in the folder "graphmem". Run "First of'
        '\nall" once in each visit: it sets the space.'
    )


def _open(found: _Entrance) -> None:
    if found.browser is None or not _has_window():
        return
    try:
        webbrowser.open(_prefilled(found.browser, found.bolt, found.user))
    except webbrowser.Error:
        console().print("No web browser could be opened here: open the address yourself.")


def _has_window() -> bool:
    # Elsewhere a browser in the terminal would take it over.
    wanted = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in {"darwin", "win32"} or any(os.environ.get(name) for name in wanted)


def _prefilled(browser: str, bolt: str, user: str) -> str:
    parts = urlsplit(bolt)
    return f"{browser}?dbms={quote(f'{parts.scheme}://{user}@{parts.netloc}', safe='')}"
