"""What Neo4j Browser loads, and how the command tells of it."""

import json
import re
import sys
import webbrowser
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphmem.clients.cli import app, browser, output
from graphmem.clients.cli.browser import saved_queries, style_path, write_saved_queries
from graphmem.errors import SettingsError
from graphmem.model.progress import Progress
from graphmem.settings import Settings
from graphmem.store.analytics import analytics_queries
from graphmem.store.nodes import NODE_CLASSES

CYAN, PINK, GOLD = "#22B8CF", "#E64980", "#E0A800"
RULE = re.compile(r"([\w.]+) \{\n((?:  [\w-]+: [^;:\n]+;\n)+)\}\n")
EMBEDDED = browser._Entrance(
    "http://127.0.0.1:7474/browser/", "bolt://127.0.0.1:7687", "neo4j", "a-secret", embedded=True
)
OWN = EMBEDDED._replace(embedded=False)


def rules() -> dict[str, dict[str, str]]:
    text = style_path().read_text(encoding="utf-8")
    # Browser's own reader knows no comments, and no colon within a value.
    assert RULE.sub("", text).strip() == ""
    return {
        name: dict(line.strip(" ;").split(": ") for line in body.splitlines())
        for name, body in RULE.findall(text)
    }


def test_every_label_has_caption_colour_and_size_that_exist() -> None:
    styled = rules()
    for node_class in NODE_CLASSES:
        rule = styled[f"node.{node_class.__name__}"]
        assert rule.keys() >= {"caption", "color", "diameter"}
        caption = rule["caption"].strip('"{}')
        assert caption in node_class.defined_properties(rels=False) or caption == "text"


def test_every_relationship_type_has_a_style() -> None:
    styled = rules()
    for node_class in NODE_CLASSES:
        for link in node_class.defined_properties(properties=False, aliases=False).values():
            assert f"relationship.{link.definition['relation_type']}" in styled


@pytest.mark.parametrize(
    ("types", "colour"),
    [
        ("NEXT FOLLOWS RELATES_TO", CYAN),
        ("RELATED SUPPORTS SIMILAR_TO", PINK),
        ("NAMES MENTIONED_IN BELONGS_TO", GOLD),
    ],
)
def test_time_meaning_and_things_have_their_colours(types: str, colour: str) -> None:
    styled = rules()
    for name in types.split():
        rule = styled[f"relationship.{name}"]
        assert rule["color"] == colour
        assert (int(rule["shaft-width"].removesuffix("px")) > 3) is (colour == GOLD)


def test_saved_queries_have_titles_and_hold_the_analytics() -> None:
    queries = saved_queries("home")
    assert len(queries) > len(analytics_queries()) + 5
    assert next(iter(queries)) == "0_parameters.cypher"
    titles = [text.splitlines()[0] for text in queries.values()]
    assert all(re.fullmatch(r"// [A-Z].{3,70}", title) for title in titles)
    assert len(set(titles)) == len(titles)
    known = queries["who_knows_whom.cypher"]
    assert known.startswith("// Who knows whom\n// Who talks with whom")
    assert "// returns:" not in known
    assert known.endswith("LIMIT $limit\n")


def test_every_parameter_of_a_saved_query_is_set_first() -> None:
    first, *others = saved_queries("home").values()
    for text in others:
        code = "\n".join(line for line in text.splitlines() if not line.startswith("//"))
        assert {"space", "limit"} <= set(re.findall(r"\$(\w+)", code))
        for parameter in re.findall(r"\$(\w+)", code):
            assert f":param {parameter} => " in first


def test_a_space_cannot_leave_its_quotes() -> None:
    first = saved_queries("it's \\ 'mine'; //")["0_parameters.cypher"]
    assert ":param space => 'it\\'s \\\\ \\'mine\\'; //';\n" in first


def test_the_zip_is_the_same_again(tmp_path: Path) -> None:
    one, other = tmp_path / "new" / "one.zip", tmp_path / "other.zip"
    write_saved_queries(one, "home")
    write_saved_queries(other, "home")
    assert one.read_bytes() == other.read_bytes()
    with zipfile.ZipFile(one) as archive:
        read = {name: archive.read(name).decode() for name in archive.namelist()}
    assert read == {f"graphmem/{name}": text for name, text in saved_queries("home").items()}


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="cannot be written"):
        write_saved_queries(tmp_path / "file" / "queries.zip", "home")


# ---- the command


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("GRAPHMEM_CACHE", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":0")
    output.console.cache_clear()
    yield
    output.console.cache_clear()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    addresses: list[str] = []
    monkeypatch.setattr(webbrowser, "open", addresses.append)
    return addresses


def enter(monkeypatch: pytest.MonkeyPatch, found: browser._Entrance) -> None:
    def entrance(settings: Settings, report: Progress) -> browser._Entrance:
        return found

    monkeypatch.setattr(browser, "_entrance", entrance)


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["graphmem", "browser", *arguments])
    with pytest.raises(SystemExit) as ended:
        app.run()
    return ended.value.code


def test_the_style_alone_needs_no_server(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--style") == 0
    assert Path(capsys.readouterr().out.strip()).name == "graphmem.grass"


def test_it_tells_where_and_who_and_opens(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    opened: list[str],
    tmp_path: Path,
) -> None:
    enter(monkeypatch, EMBEDDED)
    assert run(monkeypatch, "--space", "home") == 0
    told = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()[:6])
    assert told["browser"] == "http://127.0.0.1:7474/browser/"
    assert told["password"] == "a-secret"
    with zipfile.ZipFile(told["queries"]) as archive:
        assert b"'home'" in archive.read("graphmem/0_parameters.cypher")
    assert Path(told["queries"]).is_relative_to(tmp_path)
    assert opened == ["http://127.0.0.1:7474/browser/?dbms=bolt%3A%2F%2Fneo4j%40127.0.0.1%3A7687"]
    # The password stays out of the address, which stands in the history.
    assert "a-secret" not in opened[0]


def test_not_opened_where_not_wanted(monkeypatch: pytest.MonkeyPatch, opened: list[str]) -> None:
    enter(monkeypatch, EMBEDDED)
    assert run(monkeypatch, "--no-open") == 0
    assert run(monkeypatch, "--json") == 0
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert run(monkeypatch) == 0
    assert opened == []


def test_no_web_browser_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: str) -> bool:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "open", fail)
    enter(monkeypatch, EMBEDDED)
    assert run(monkeypatch) == 0
    assert "open the address yourself" in capsys.readouterr().out


def test_the_password_of_an_own_server_only_where_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], opened: list[str]
) -> None:
    def printed(*arguments: str) -> dict[str, Any]:
        assert run(monkeypatch, "--json", *arguments) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    enter(monkeypatch, OWN._replace(browser=None))
    assert printed()["password"] is None
    assert printed("--show-password")["password"] == "a-secret"
    assert run(monkeypatch) == 0
    told = capsys.readouterr().out
    assert "a-secret" not in told
    assert "not told by the server" in told
    assert opened == []
