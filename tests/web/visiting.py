"""A visitor of the page, who notices what a person would dislike: errors, strangers, overflow."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Route, ViewportSize, expect

from graphmem.memory import Memory

WIDE: ViewportSize = {"width": 1280, "height": 900}
NARROW: ViewportSize = {"width": 390, "height": 844}
MILLISECONDS = 60_000

expect.set_options(timeout=MILLISECONDS)


class Visitor:
    """A page of the browser at an address, and all that it asked for and complained of."""

    def __init__(self, page: Page, address: str, screenshots: Path) -> None:
        self.page = page
        self.address = address
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self._screenshots = screenshots
        page.set_default_timeout(MILLISECONDS)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, view: str, of: str = "", **given: str) -> None:
        """Go to a view and wait until it is whole."""
        asked = "&".join(f"{name}={quote(value)}" for name, value in given.items())
        where = (
            f"#/{view}" + (f"/{quote(of, safe='')}" if of else "") + (f"?{asked}" if asked else "")
        )
        self.page.goto("about:blank")  # else only the hash would change, and nothing load
        self.page.goto(f"{self.address}/{where}")
        self.wait()

    def wait(self) -> None:
        """Wait until nothing is being fetched."""
        self.page.wait_for_load_state("networkidle")
        expect(self.page.locator(".busy")).to_have_count(0)

    def see(self, name: str) -> None:
        """Keep a picture, once nothing is wider than the page."""
        beyond = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert beyond <= 0, f"{name} is {beyond} pixels wider than the page"
        self.page.screenshot(path=self._screenshots / f"{name}.png", full_page=True)

    def one(self, selector: str) -> Locator:
        return self.page.locator(selector).first

    @contextmanager
    def refused(self, operation: str) -> Iterator[None]:
        """Meanwhile the server has had too many requests for an operation."""
        told = {"detail": "There were too many requests.", "next_step": "Wait a little."}
        with self.answered(operation, lambda route: route.fulfill(status=429, json=told)):
            yield

    @contextmanager
    def at_once(self, operation: str, most: int) -> Iterator[None]:
        """Meanwhile a listing gives no more than so many at once, as if it were longer."""

        def fewer(route: Route) -> None:
            route.continue_(url=re.sub(r"\blimit=\d+", f"limit={most}", route.request.url))

        with self.answered(operation, fewer):
            yield

    @contextmanager
    def answered(self, operation: str, answer: Callable[[Route], None]) -> Iterator[None]:
        """Meanwhile an operation is answered so."""
        pattern = f"**/v1/{operation}?*"
        self.page.route(pattern, answer)
        yield
        self.page.unroute(pattern, answer)

    def check(self) -> None:
        """Nothing was asked of another server, and the browser found nothing to complain of."""
        own = (f"{self.address}/", "about:blank")
        assert [url for url in self.asked if not url.startswith(own)] == []
        assert self.complaints == []

    def _hear(self, message: ConsoleMessage) -> None:
        # A request that was refused is told by the page itself; the browser tells it as well.
        if message.type in {"error", "warning"} and "status of 4" not in message.text:
            self.complaints.append(message.text)


@contextmanager
def visiting(
    browser: Browser, address: str, screenshots: Path, *, size: ViewportSize, dark: bool = False
) -> Iterator[Visitor]:
    """A visitor, whose complaints are looked at in the end."""
    scheme: Literal["dark", "light"] = "dark" if dark else "light"
    context = browser.new_context(viewport=size, color_scheme=scheme)
    try:
        visitor = Visitor(context.new_page(), address, screenshots)
        yield visitor
        visitor.check()
    finally:
        context.close()


def named(memory: Memory, name: str, owner: str | None = None) -> str:
    """The uid of the entity of most facts that bears a name."""
    return next(one.uid for one in memory.entities(named=name, person=owner) if one.name == name)


def found(visitor: Visitor, uid: str) -> Locator:
    """The card of a decision, however far down the list it is."""
    card = visitor.page.locator(f"[data-uid='{uid}']")
    more = visitor.page.get_by_role("button", name="Show more")
    while card.count() == 0 and more.count():
        more.click()
        visitor.wait()
    return card
