"""What Neo4j Browser can load: graphmem's style and its saved queries."""

import zipfile
from pathlib import Path

from graphmem.errors import SettingsError
from graphmem.store.analytics import analytics_queries
from graphmem.store.queries import CypherQuery

_FOLDER = "graphmem"  # the name under which Browser lists the saved queries
_LIMIT = 100
_EPOCH = (1980, 1, 1, 0, 0, 0)  # so that the same queries give the same file


def browser_folder() -> Path:
    """Where the files are: inside the package of a wheel, beside it in a checkout."""
    package = Path(__file__).parents[1]
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
