"""The files of the web page as a browser is sent them."""

import hashlib
import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from graphmem.clients.http.app import create_app
from graphmem.clients.http.options import ServeOptions
from graphmem.model.workspace import EntityType
from graphmem.settings import load_settings

WEB = Path(__file__).parents[2] / "graphmem" / "clients" / "web"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
FILES = sorted(path for path in WEB.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    """A client of the application that was not started: its files need no memory."""
    home = tmp_path_factory.mktemp("home")
    settings = load_settings(home=home)
    app = create_app(settings, ServeOptions.of(settings))
    return TestClient(app, base_url="http://127.0.0.1", follow_redirects=False)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(WEB).as_posix())
def test_every_file_is_sent_with_its_type_and_the_policy(client: TestClient, path: Path) -> None:
    sent = client.get(f"/web/{path.relative_to(WEB).as_posix()}")
    assert sent.status_code == 200
    assert sent.content == path.read_bytes()
    assert sent.headers["content-type"] == TYPES[path.suffix]
    assert sent.headers["x-content-type-options"] == "nosniff"
    policy = sent.headers["content-security-policy"]
    assert policy.startswith("default-src 'self';")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_the_library_of_graphs_is_the_one_that_is_named() -> None:
    folder = WEB / "vendor" / "cytoscape"
    (library,) = folder.glob("*.mjs")
    told = (folder / "README.txt").read_text(encoding="utf-8")
    assert hashlib.sha256(library.read_bytes()).hexdigest() in told


def test_the_types_of_things_to_choose_from_are_all_that_there_are() -> None:
    things = (WEB / "js" / "views" / "things.js").read_text(encoding="utf-8")
    (listed,) = re.findall(r"const TYPES = \[(.*)\];", things)
    assert re.findall(r"'(\w+)'", listed) == list(EntityType)


def test_the_page_is_at_the_root(client: TestClient) -> None:
    assert client.get("/").content == (WEB / "index.html").read_bytes()
    assert client.get("/favicon.ico").headers["location"] == "/web/icon.svg"


def test_what_the_browser_has_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/web/js/main.js")
    assert first.headers["cache-control"] == "no-cache"
    tag = first.headers["etag"]
    for held in (tag, f'"other", W/{tag}'):
        again = client.get("/web/js/main.js", headers={"If-None-Match": held})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    assert client.get("/web/js/main.js", headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/web/", "/web/nothing.js", "/web/../app.py", "/web/%2e%2e/http/app.py", "/web//etc/passwd"],
)
def test_nothing_else_is_sent(client: TestClient, path: str) -> None:
    refused = client.get(path)
    assert refused.status_code == 404
    assert refused.headers["content-type"] == "application/problem+json"


def test_the_page_only_writes_text() -> None:
    """No file makes markup of text, runs text as code, or asks another server."""
    forbidden = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "//cdn")
    for path in FILES:
        if path.suffix in {".js", ".html", ".css"}:
            text = path.read_text(encoding="utf-8")
            assert [word for word in forbidden if word in text] == [], path
            assert "https://" not in text, path
            assert len(text.splitlines()) <= 500


def test_it_is_only_read(client: TestClient) -> None:
    assert client.post("/web/js/main.js").status_code == 405
