"""The page takes back: it retracts, corrects and forgets, after a look, and can be stopped."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from graphmem.adapters.encoder import Encoder
from graphmem.clients.http.keys import KeyFile
from graphmem.errors import NotFoundError
from graphmem.memory import Memory
from graphmem.model.operation import Right
from graphmem.operations import OPERATIONS
from tests.conftest import OpenMemory
from tests.e2e.serving import served
from tests.web.visiting import NARROW, WIDE, Visitor, named, visiting

WORK = "I work at Contoso as a nurse, and I live in Graz."
SEVERAL = 180_000  # milliseconds for changes that are made one after another
CONTOSO = "Ana works at Contoso as a nurse."

pytestmark = pytest.mark.timeout(900)


class Office(NamedTuple):
    """Talk in an office, and somebody who visits its page."""

    memory: Memory
    visitor: Visitor

    def uid(self, name: str) -> str:
        return next(one.uid for one in self.memory.people() if one.name == name)

    def asked(self, operation: str) -> int:
        return sum(url.endswith(f"/v1/{operation}") for url in self.visitor.asked)

    @property
    def held(self) -> Locator:
        return self.visitor.page.locator("#held > section")

    @property
    def dialog(self) -> Locator:
        return self.visitor.page.locator("dialog[aria-labelledby='confirm-title']")

    def press(self, name: str) -> None:
        self.held.get_by_role("button", name=name).click()

    def use(self, key: str) -> None:
        """Give the tab a key, in the place of any before."""
        page = self.visitor.page
        page.goto(f"{self.visitor.address}/web/icon.svg")
        page.evaluate("(key) => sessionStorage.setItem('graphmem-key', key)", key)

    def offer(self, place: Locator, name: str) -> None:
        """Unfold what can be done about something, and choose one of it."""
        place.locator("details.back > summary").first.click()
        place.get_by_role("button", name=name, exact=True).first.click()


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    return KeyFile(tmp_path / "keys.json")


@pytest.fixture
def memory(open_memory: OpenMemory) -> Memory:
    memory = open_memory()
    for number, (speaker, text) in enumerate(
        [("Ana", WORK), ("Ben", "Nice. I planted forty tulips yesterday.")], 1
    ):
        memory.add_turn("office", text, speaker=speaker, session_id="S1", turn_id=f"D1:{number}")
    memory.add_turn(
        "office", "I bought a red bicycle.", speaker="Ana", session_id="S2", turn_id="D2:1"
    )
    memory.add_turn("shed", "I sold the ladder.", speaker="Cleo", session_id="S1", turn_id="D1:1")
    memory.ingest()
    return memory


@contextmanager
def visited(
    memory: Memory,
    encoder: Encoder,
    chromium: Browser,
    screenshots: Path,
    *,
    size: ViewportSize = WIDE,
    keys: Path | None = None,
) -> Iterator[Office]:
    with (
        served(memory.settings, encoder, keys=keys) as (address, _),
        visiting(chromium, address, screenshots, size=size) as visitor,
    ):
        yield Office(memory, visitor)


@pytest.fixture
def office(
    memory: Memory, encoder: Encoder, chromium: Browser, screenshots: Path
) -> Iterator[Office]:
    with visited(memory, encoder, chromium, screenshots) as office:
        yield office


def work_line(office: Office) -> Locator:
    profile = office.visitor.page.get_by_role("region", name="Profile")
    return profile.locator("li", has_text="Contoso").first


def test_a_statement_is_retracted_once_nobody_undoes_it(office: Office) -> None:
    memory, visitor = office.memory, office.visitor
    visitor.open("person", office.uid("Ana"))
    office.offer(work_line(office), "Retract…")
    expect(office.dialog).to_contain_text(CONTOSO)
    expect(office.dialog.get_by_label("Why?")).to_be_focused()
    visitor.see("page-retract")
    office.dialog.get_by_role("button", name="Leave it as it is").click()
    expect(office.held).to_have_count(0)

    work_line(office).get_by_role("button", name="Retract…").click()
    office.dialog.get_by_role("button", name="Retract it").click()
    expect(office.held).to_contain_text("will be taken back in")
    expect(office.held.get_by_role("button", name="Undo")).to_be_focused()
    visitor.see("page-held-back")
    office.press("Undo")
    expect(office.held).to_have_count(0)
    visitor.page.wait_for_timeout(12_000)
    assert office.asked("retract") == 0

    work_line(office).get_by_role("button", name="Retract…").click()
    office.dialog.get_by_label("Why?").fill("A slip of the tongue.")
    office.dialog.get_by_label("Who says so?").fill("Ana")
    office.dialog.get_by_role("button", name="Retract it").click()
    assert memory.retractions() == ()
    expect(office.held).to_contain_text("is taken back")
    [made] = memory.retractions()
    assert (made.text, made.reason, made.by) == (CONTOSO, "A slip of the tongue.", "Ana")
    visitor.see("page-retracted")
    office.press("Show this page anew")
    visitor.wait()
    expect(visitor.page.get_by_role("region", name="Profile")).to_contain_text("Graz")
    expect(visitor.page.get_by_role("region", name="Profile")).not_to_contain_text("Contoso")


def test_what_was_retracted_is_listed_and_put_back(office: Office) -> None:
    memory, visitor = office.memory, office.visitor
    visitor.open("person", office.uid("Ana"))
    for to_stay in (False, True):
        office.offer(work_line(office), "Retract…")
        office.dialog.get_by_label("Why?").fill("A slip.")
        office.dialog.get_by_role("button", name="Retract it").click()
        office.press("Do it now")
        expect(office.held).to_contain_text("is taken back")
        if not to_stay:
            office.press("Put it back")
            expect(office.held).to_contain_text("It stands again.")
            assert memory.retractions() == ()
            office.press("Show this page anew")
            visitor.wait()
    visitor.open("decisions", show="retractions")
    expect(visitor.page.locator(".decision")).to_have_count(2)
    visitor.see("page-retractions")
    [made] = memory.retractions()
    card = visitor.page.locator(f"[data-uid='{made.uid}']")
    expect(card).to_contain_text("A slip.")
    card.get_by_role("button", name="Undo").click()
    office.dialog.get_by_role("button", name="Undo it").click()
    expect(visitor.one("#undone")).to_contain_text("stands again")
    assert memory.retractions() == ()


def test_what_two_turns_say_is_taken_back_in_both(office: Office) -> None:
    memory, visitor = office.memory, office.visitor
    memory.add_turn("office", WORK, speaker="Ana", session_id="S2", turn_id="D2:2")
    memory.ingest()
    visitor.open("person", office.uid("Ana"))
    assert work_line(office).locator(".turn-link").count() == 2
    office.offer(work_line(office), "Correct…")
    expect(office.dialog).to_contain_text("2 turns say so")
    office.dialog.get_by_label("What holds instead?").fill("Ana works at Fabrikam.")
    office.dialog.get_by_role("button", name="Correct it").click()
    office.press("Do it now")
    expect(office.held).to_contain_text("is corrected", timeout=SEVERAL)
    told = [memory.turn(turn).statements for turn in ("office/D1:1", "office/D2:2")]
    assert CONTOSO not in [one.text for stated in told for one in stated]
    assert sorted(one.corrected_to or "" for one in memory.retractions()) == [
        "",
        "Ana works at Fabrikam.",
    ]
    office.press("Put it back")
    expect(office.held).to_contain_text("It stands again.", timeout=SEVERAL)
    assert memory.retractions() == ()


def test_a_turn_tells_what_it_states_and_that_is_corrected(office: Office) -> None:
    memory, visitor = office.memory, office.visitor
    visitor.open("search", q="Where does Ana work?")
    visitor.page.get_by_role("button", name="Open office/D1:1 in its dialogue").click()
    stated = visitor.page.locator("dialog").get_by_role("region", name="What this turn states")
    expect(stated).to_contain_text(CONTOSO)
    visitor.see("page-turn-states")
    office.offer(stated.locator("li", has_text="Contoso"), "Correct…")
    office.dialog.get_by_label("What holds instead?").fill("Ana works at Fabrikam.")
    visitor.see("page-correct")
    office.dialog.get_by_role("button", name="Correct it").click()
    # Nothing covers what can still be undone.
    expect(visitor.page.locator("dialog")).to_have_count(0)
    expect(office.held).to_contain_text("will be corrected")
    office.press("Do it now")
    expect(office.held).to_contain_text("is corrected to “Ana works at Fabrikam.”")
    [made] = memory.retractions()
    assert (made.text, made.corrected_to) == (CONTOSO, "Ana works at Fabrikam.")
    texts = [one.text for one in memory.turn("office/D1:1").statements]
    assert "Ana works at Fabrikam." in texts
    assert CONTOSO not in texts


def test_a_turn_is_forgotten_after_a_look_at_what_would_go(office: Office) -> None:
    memory, visitor = office.memory, office.visitor
    seen = memory.forget(turn="office/D1:2", dry_run=True)
    visitor.open("talk", "office")
    ben = visitor.page.locator("main .turn", has_text="tulips")
    office.offer(ben, "Forget…")
    preview = office.dialog.get_by_role("region", name="What would go")
    expect(preview).to_contain_text("1 turn")
    counts = {"statement": seen.statements, "link": seen.links}
    for one, number in counts.items():
        told = f"{number} {one}{'' if number == 1 else 's'}"
        expect(preview.get_by_text(told, exact=True)).to_have_count(1 if number else 0)
    visitor.see("page-forget")
    assert memory.turn("office/D1:2").turn.text
    office.dialog.get_by_label("Who takes it back?").fill("Ben")
    office.dialog.get_by_role("button", name="Forget it").click()
    office.press("Undo")
    ben.get_by_role("button", name="Forget…").click()
    expect(preview).to_be_visible()
    office.dialog.get_by_role("button", name="Forget it").click()
    office.press("Do it now")
    expect(office.held).to_contain_text("Forgotten: 1 turn")
    visitor.wait()
    # What is gone is shown no more.
    expect(visitor.page.locator("main .turn")).to_have_count(1)
    visitor.see("page-forgotten")
    assert memory.forget(turn="office/D2:1", dry_run=True).turns == 1
    with pytest.raises(NotFoundError):
        memory.turn("office/D1:2")


def test_whoever_and_whatever_is_forgotten_has_no_page_any_more(office: Office) -> None:
    memory, visitor = office.memory, office.visitor

    def forget(button: str) -> None:
        visitor.page.get_by_role("button", name=button, exact=True).first.click()
        expect(office.dialog.get_by_role("region", name="What would go")).to_be_visible()
        office.dialog.get_by_role("button", name="Forget it").click()
        office.press("Do it now")
        expect(office.held).to_contain_text("Forgotten")
        office.press("Close")
        visitor.wait()

    visitor.open("talk", "office", session="S2")
    forget("Forget this session…")
    expect(visitor.one("h1")).to_have_text("office")
    assert [one.session_id for one in memory.dialogue("office").sessions] == ["S1"]
    visitor.open("person", office.uid("Cleo"))
    forget("Forget…")
    expect(visitor.one("h1")).to_have_text("People")
    assert {one.name for one in memory.people()} == {"Ana", "Ben"}
    visitor.open("entity", named(memory, "Contoso"))
    forget("Forget…")
    expect(visitor.one("h1")).to_have_text("Things")
    visitor.open("talk", "office")
    expect(visitor.page.locator("main .turn")).to_have_count(1)
    forget("Forget this conversation…")
    expect(visitor.one("h1")).to_have_text("Conversations")
    assert memory.is_empty()


def test_what_is_held_back_is_dropped_when_the_page_is_left(office: Office) -> None:
    visitor = office.visitor
    visitor.open("talk", "office")
    visitor.page.get_by_role("button", name="Forget this conversation…").click()
    expect(office.dialog.get_by_role("region", name="What would go")).to_be_visible()
    office.dialog.get_by_role("button", name="Forget it").click()
    # Another view of the same page is no leaving: it can still be undone there.
    visitor.page.get_by_role("link", name="People", exact=True).click()
    visitor.wait()
    expect(office.held.get_by_role("button", name="Undo")).to_be_visible()
    sent = office.asked("forget")
    visitor.page.reload()
    visitor.wait()
    expect(office.held).to_have_count(0)
    visitor.page.wait_for_timeout(12_000)
    assert office.asked("forget") == sent == 1  # the look at what would go
    assert office.memory.turn("office/D1:1").turn.text


def test_nobody_is_offered_what_their_key_may_not(
    memory: Memory,
    encoder: Encoder,
    chromium: Browser,
    screenshots: Path,
    keys: KeyFile,
) -> None:
    offered = {
        (Right.READ,): set[str](),
        (Right.READ, Right.RETRACT): {"Retract…", "Correct…"},
        (Right.READ, Right.FORGET): {"Forget…"},
    }
    texts = {rights: keys.add(memory.space, rights=rights).text for rights in offered}
    with visited(memory, encoder, chromium, screenshots, size=NARROW, keys=keys.path) as office:
        visitor = office.visitor
        for rights, names in offered.items():
            office.use(texts[rights])
            visitor.open("person", office.uid("Ana"))
            expect(work_line(office)).to_be_visible()
            buttons = work_line(office).locator("details.back button").all_text_contents()
            assert set(buttons) == names
            forgetting = visitor.page.locator("h1 + .tag + button", has_text="Forget…")
            expect(forgetting).to_have_count(int(Right.FORGET in rights))
        visitor.see("page-key-that-forgets")


def test_what_is_refused_all_the_same_is_told_in_its_words(
    memory: Memory,
    encoder: Encoder,
    chromium: Browser,
    screenshots: Path,
    keys: KeyFile,
) -> None:
    key = keys.add(memory.space, rights=[Right.READ, Right.WRITE]).text
    everything = {"operations": [item.name for item in OPERATIONS]}
    with visited(memory, encoder, chromium, screenshots, keys=keys.path) as office:
        visitor = office.visitor
        visitor.page.route("**/allowed", lambda route: route.fulfill(json=everything))
        office.use(key)
        visitor.open("person", office.uid("Ana"))
        office.offer(work_line(office), "Retract…")
        office.dialog.get_by_role("button", name="Retract it").click()
        office.press("Do it now")
        expect(office.held.get_by_role("alert")).to_contain_text("needs the right to retract")
        visitor.see("page-refused")
        office.press("Close")
        expect(office.held).to_have_count(0)
        work_line(office).get_by_role("button", name="Forget…").click()
        expect(office.dialog.get_by_role("alert")).to_contain_text("needs the right to forget")
        expect(office.dialog.get_by_role("button", name="Forget it")).to_be_disabled()
        office.dialog.get_by_role("button", name="Leave it as it is").click()
    assert memory.retractions() == ()


def test_what_is_gone_meanwhile_is_told(office: Office) -> None:
    visitor = office.visitor
    visitor.open("talk", "office")
    office.offer(visitor.page.locator("main .turn", has_text="tulips"), "Forget…")
    expect(office.dialog.get_by_role("region", name="What would go")).to_be_visible()
    office.memory.forget(turn="office/D1:2")
    office.dialog.get_by_role("button", name="Forget it").click()
    office.press("Do it now")
    expect(office.held.get_by_role("alert")).to_contain_text("was forgotten on")


def test_a_key_that_is_forgotten_takes_what_is_held_back_along(
    memory: Memory,
    encoder: Encoder,
    chromium: Browser,
    screenshots: Path,
    keys: KeyFile,
) -> None:
    key = keys.add(memory.space, rights=tuple(Right)).text
    with visited(memory, encoder, chromium, screenshots, keys=keys.path) as office:
        visitor = office.visitor
        visitor.page.goto(f"{visitor.address}/#/talk/office")
        visitor.page.get_by_label("API key").fill(key)
        visitor.page.get_by_role("button", name="Use this key").click()
        visitor.wait()
        visitor.page.get_by_role("button", name="Forget this conversation…").click()
        expect(office.dialog.get_by_role("region", name="What would go")).to_be_visible()
        office.dialog.get_by_role("button", name="Forget it").click()
        expect(office.held).to_have_count(1)
        visitor.page.get_by_role("button", name="Forget the key").click()
        expect(office.held).to_have_count(0)
        expect(visitor.page.get_by_label("API key")).to_be_visible()
        assert office.asked("forget") == 1
    assert memory.turn("office/D1:1").turn.text
