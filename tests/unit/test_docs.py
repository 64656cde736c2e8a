"""What the pages list is what there is; their commands and files are read as they stand."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from graphmem.clients.cli.app import command_line
from graphmem.clients.http.app import create_app
from graphmem.clients.http.options import ServeOptions
from graphmem.clients.http.routes import PREFIX, path_of
from graphmem.model.operation import Right
from graphmem.operations import OPERATIONS
from graphmem.settings import load_settings
from graphmem.store.analytics import list_analytics
from tests.docs import blocks, commands, missing

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", *sorted(DOCS.rglob("*.md")))
each = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 250


def test_the_cookbook_lists_every_packaged_query() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", (DOCS / "cypher.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == [name for name, *_ in list_analytics().rows]


def test_the_http_page_names_every_operation() -> None:
    text = (DOCS / "clients" / "http.md").read_text("utf-8")
    named = set(re.findall(rf"{PREFIX}/[a-z-]+", text))
    assert named == {path_of(item) for item in OPERATIONS}


def test_the_http_page_says_which_right_opens_what() -> None:
    text = (DOCS / "clients" / "http.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", text, re.MULTILINE))
    assert rows.keys() == set(Right)
    for item in OPERATIONS:
        for right, row in rows.items():
            assert (f"`{item.name}`" in row) is (item.writes and item.right == right), item.name


def test_what_the_pages_say_of_the_server_is_there() -> None:
    app = create_app(load_settings(), ServeOptions())
    served = {getattr(route, "path", None) for route in app.routes}
    text = "".join(page.read_text("utf-8") for page in PAGES)
    named = set(re.findall(r"`(?:(?:GET|POST) )?(/[a-z][a-z./-]*)`", text)) - {PREFIX}
    assert "/openapi.json" in named
    assert named <= served


def test_every_extra_that_is_named_can_be_installed_from_a_clone_too() -> None:
    code = sorted((ROOT / "graphmem").rglob("*.py"))
    text = "\n".join(page.read_text("utf-8") for page in (*PAGES, *code))
    lists = re.findall(r"(?:graphmem|install -c constraints\.txt -e '\.)\[([\w,-]+)\]", text)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {name for one in lists for name in one.split(",")}
    assert named <= set(extras["optional-dependencies"])
    for page in (ROOT / "README.md", DOCS / "installation.md"):
        assert "pip install -c constraints.txt -e '.[local,http]'" in page.read_text("utf-8"), page


@each
def test_every_graphmem_command_shown_can_be_typed(page: Path) -> None:
    shown = [block for block in blocks(page) if block.language in {"console", "text"}]
    for block in shown:
        for command in commands(block.text):
            program, *words = shlex.split(command.words, comments=True)
            if program != "graphmem" or "…" in words:
                continue
            found: Any = get_command(command_line())
            while hasattr(found, "commands") and words and not words[0].startswith("-"):
                found = found.commands[words.pop(0)]
            if not hasattr(found, "commands"):
                found.make_context(program, words)


def test_what_is_promised_must_be_printed_in_that_order() -> None:
    assert missing("a …\nc", "a  b\n c d") is None
    assert missing("a\n\nc", "a b\nc") is None
    assert missing("a\nc", "a b c") == "a c"
    assert missing("c … a", "a b c") == "a"
    assert missing("all  of\nit", "all of it") is None


@pytest.mark.parametrize(
    ("written", "fetches"),
    [
        ('<script src="https://cdn.example/x.js"></script>', True),
        ("<link href=//fonts.example/x.css rel=stylesheet>", True),
        ('<link rel="canonical" href="https://docs.example/">', False),
        ('<a href="https://neo4j.com">Neo4j</a><img src="graph.svg">', False),
    ],
)
def test_a_site_that_fetches_from_elsewhere_is_refused(
    tmp_path: Path, written: str, fetches: bool
) -> None:
    (tmp_path / "index.html").write_text(written, encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "check_site.py"), str(tmp_path)],
        capture_output=True,
        check=False,
    )
    assert checked.returncode == fetches
