"""The Neo4j Browser on the embedded server draws a conversation with the README's query."""

import re
from pathlib import Path

from playwright.sync_api import Page

from graphmem.adapters.encoder import Encoder
from graphmem.memory import Memory
from graphmem.sample import sample_files
from graphmem.server import EmbeddedServer
from graphmem.settings import load_settings

README = Path(__file__).parents[2] / "README.md"


def documented_query() -> str:
    found = re.search(
        r"```cypher\n(MATCH path.*?)```", README.read_text(encoding="utf-8"), re.DOTALL
    )
    assert found
    return " ".join(found[1].split())


def test_a_documented_query_draws_a_conversation(
    tmp_path: Path, encoder: Encoder, page: Page, screenshots: Path
) -> None:
    settings = load_settings(home=tmp_path, space="demo")
    server = EmbeddedServer(settings)
    refused: list[str] = []
    page.on("requestfailed", lambda request: refused.append(str(request.failure)))
    answered: list[str] = []
    page.on("response", lambda response: answered.append(response.url))
    try:
        with Memory(settings, encoder=encoder) as memory:
            memory.ingest(*sample_files())
        address = server.start()
        page.goto(address.http_url)
        page.locator("[data-testid=username]").fill(address.user)
        page.locator("[data-testid=password]").fill(address.password)
        page.locator("[data-testid=connect]").click()
        page.get_by_text("You are connected as user").first.wait_for(timeout=60_000)
        page.locator("[data-testid=activeEditor]").click()
        page.keyboard.insert_text(documented_query())
        page.locator("[data-testid=editor-Run]").click()
        page.locator("svg .node").first.wait_for(timeout=60_000)
        page.wait_for_timeout(4_000)  # the layout settles
        page.screenshot(path=screenshots / "neo4j-browser.png")
        assert page.locator("svg .node").count() >= 10
    finally:
        page.screenshot(path=screenshots / "neo4j-browser-last.png")
        server.stop(force=True)
    # The Browser tries fonts and analytics of other hosts; the server's policy lets none leave.
    assert all("csp" in failure for failure in refused)
    assert all(url.startswith(("http://127.0.0.1:", "data:")) for url in answered)
