"""browser: where Neo4j Browser is, who may enter, and what it can load."""

import os
import sys
import webbrowser
import zipfile
from pathlib import Path
from typing import Annotated, NamedTuple
from urllib.parse import quote, urlsplit

import typer

from graphmem.clients.cli.output import Json, Space, console, print_json, progress, shown
from graphmem.connection import connect
from graphmem.errors import SettingsError
from graphmem.model.progress import Progress
from graphmem.settings import Settings, load_settings
from graphmem.store.analytics import analytics_queries
from graphmem.store.queries import CypherQuery
from graphmem.store.web_address import browser_address

_FOLDER = "graphmem"  # the name under which Browser lists the saved queries
_LIMIT = 100
_EPOCH = (1980, 1, 1, 0, 0, 0)  # so that the same queries give the same file


def browser_folder() -> Path:
    """The folder of the files: inside the package of a wheel, beside it in a checkout."""
    package = Path(__file__).parents[2]
    inside = package / "browser"
    return inside if inside.is_dir() else package.parent / "browser"


def style_path() -> Path:
    """The style: colours, sizes and captions of every label and relationship type."""
    return browser_folder() / "graphmem.grass"


def saved_queries(space: str) -> dict[str, str]:
    """Every saved query by file name: the parameters first, then drawings, then the analytics.

    Browser takes the first line, ``// title``, for its name.
    """
    drawings = sorted((browser_folder() / "queries").glob("*.cypher"))
    return (
        {"0_parameters.cypher": _parameters(space)}
        | {path.name: path.read_text(encoding="utf-8") for path in drawings}
        | {f"{query.name}.cypher": _titled(query) for query in analytics_queries()}
    )


def write_saved_queries(path: Path, space: str) -> None:
    """Write a zip of the saved queries; raises `SettingsError` where it cannot be written.

    A zip, since Browser makes of one .cypher file a single saved query, whatever it holds.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in saved_queries(space).items():
                archive.writestr(zipfile.ZipInfo(f"{_FOLDER}/{name}", _EPOCH), text)
    except OSError as error:
        raise SettingsError(
            f"{path} cannot be written: {error}.",
            next_step="Make room or give the rights, or set GRAPHMEM_CACHE.",
        ) from error


def _parameters(space: str) -> str:
    quoted = space.replace("\\", "\\\\").replace("'", "\\'")
    # One by one: Browser would send the limit of a whole map as a fraction, which is no limit.
    return (
        "// First of all: set what the other queries ask for\n"
        f":param space => '{quoted}';\n"
        ":param conversation => null;\n"
        ":param person => null;\n"
        f":param limit => {_LIMIT};\n"
    )


def _titled(query: CypherQuery) -> str:
    lines = query.text.splitlines()[2:]  # the header's name and returns
    return "\n".join([f"// {query.name.replace('_', ' ').capitalize()}", *lines, ""])


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
