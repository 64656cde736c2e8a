"""The page over memories of their own: what an undo changes, keys, words that look like markup."""

from datetime import datetime
from pathlib import Path

from playwright.sync_api import Browser, expect

from graphmem.adapters.encoder import Encoder
from graphmem.clients.http.keys import KeyFile
from graphmem.memory import Memory
from graphmem.model.decision import Decision
from graphmem.sample import sample_folder
from tests.conftest import OpenMemory
from tests.e2e.serving import served
from tests.talk import make_conversation, make_session, write_lines
from tests.web.visiting import NARROW, WIDE, Visitor, found, visiting

# What would set it if a page ran it, by each of the ways in which text becomes script.
NASTY = (
    '<img src=x onerror="window.ran=1">',
    "<script>window.ran=1</script>",
    "<svg onload=window.ran=1>",
    "<svg><animate onbegin=window.ran=1 attributeName=x dur=1s>",
    "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
    "<a href=javascript:window.ran=1 autofocus onfocus=window.ran=1>x</a>",
    "javascript:window.ran=1",
    "<details open ontoggle=window.ran=1>",
    '"><script>window.ran=1</script>',
    "' autofocus onfocus=window.ran=1 '",
    "</title></script><script>window.ran=1</script>",
    "<base href=//127.0.0.1:9/><link rel=stylesheet href=x.css>",
    "{{constructor.constructor('window.ran=1')()}}",
    "<style>@import '//127.0.0.1:9/x.css'</style>",
)
_LISTEN = (
    "window.violations = [];"
    "addEventListener('securitypolicyviolation', (one) => violations.push(one.effectiveDirective));"
)


def merged_john(memory: Memory) -> Decision:
    """The decision that John of two conversations is one human."""
    memory.ingest(*(sample_folder() / f"{name}.jsonl" for name in ("john-maria", "tim-john")))
    return next(
        item.decision
        for item in memory.decisions()
        if item.decision.left.name == "John" and item.decision.left.kind == "person"
    )


def test_a_decision_is_undone_after_a_question(
    open_memory: OpenMemory, encoder: Encoder, chromium: Browser, screenshots: Path, tmp_path: Path
) -> None:
    memory = open_memory()
    john = merged_john(memory)
    with (
        served(memory.settings, encoder) as (address, _),
        visiting(chromium, address, screenshots, size=WIDE) as visitor,
    ):
        visitor.open("decisions")
        card = found(visitor, john.uid)
        expect(card).to_contain_text("One")
        card.get_by_role("button", name="Undo").click()
        dialog = visitor.page.get_by_role("dialog")
        expect(dialog).to_contain_text("will be kept apart")
        visitor.see("page-undo")
        dialog.get_by_role("button", name="Leave it as it is").click()
        assert memory.decision(john.uid).in_force
        card.get_by_role("button", name="Undo").click()
        dialog.get_by_role("button", name="Undo it").click()
        expect(visitor.one("#undone")).to_contain_text("John and John are kept apart now.")
        expect(visitor.one("#undone")).to_be_focused()
        assert not memory.decision(john.uid).in_force
        visitor.open("decisions", show="past")
        expect(found(visitor, john.uid)).to_contain_text("no longer in force")


def test_after_an_undo_the_page_of_a_person_can_be_shown_anew(
    open_memory: OpenMemory, encoder: Encoder, chromium: Browser, screenshots: Path, tmp_path: Path
) -> None:
    memory = open_memory()
    john = merged_john(memory)
    with (
        served(memory.settings, encoder) as (address, _),
        visiting(chromium, address, screenshots, size=NARROW) as visitor,
    ):
        visitor.open("person", john.left.uids[0])
        conversations = visitor.page.locator(".facts a[href^='#/talk/']")
        expect(conversations).to_have_count(2)
        found(visitor, john.uid).get_by_role("button", name="Undo").click()
        visitor.page.get_by_role("button", name="Undo it").click()
        expect(visitor.one("#undone")).to_contain_text("are kept apart now")
        visitor.see("page-undone-on-a-person")
        visitor.page.get_by_role("button", name="Show this page anew").click()
        expect(conversations).to_have_count(1)


def test_a_key_is_asked_for_and_kept_for_the_tab(
    open_memory: OpenMemory, encoder: Encoder, chromium: Browser, screenshots: Path, tmp_path: Path
) -> None:
    memory = open_memory()
    memory.add_turn("shed", "I planted tulips.", speaker="Ana", turn_id="D1:1")
    keys = KeyFile(tmp_path / "keys.json")
    key = keys.add(memory.space).text
    with (
        served(memory.settings, encoder, keys=keys.path) as (address, _),
        visiting(chromium, address, screenshots, size=NARROW) as visitor,
    ):
        visitor.page.goto(f"{address}/#/conversations")
        field = visitor.page.get_by_label("API key")
        expect(field).to_be_focused()
        visitor.see("page-key")
        field.fill("gm_00000000_wrong")
        visitor.page.keyboard.press("Enter")
        expect(visitor.page.get_by_role("dialog")).to_contain_text("does not hold")
        visitor.page.get_by_label("API key").fill(key)
        visitor.page.get_by_role("button", name="Use this key").click()
        expect(visitor.page.locator(".cards > li")).to_have_count(1)
        visitor.page.reload()
        expect(visitor.page.locator(".cards > li")).to_have_count(1)
        assert all(key not in url for url in visitor.asked)
        visitor.page.get_by_role("button", name="Forget the key").click()
        expect(visitor.page.get_by_label("API key")).to_be_visible()
        visitor.page.get_by_role("button", name="Cancel").click()
        expect(visitor.one(".trouble")).to_contain_text("A key is needed")


def test_every_view_says_that_turns_wait_and_shows_them(
    open_memory: OpenMemory, encoder: Encoder, chromium: Browser, screenshots: Path, tmp_path: Path
) -> None:
    memory = open_memory(background=False)
    memory.add_turn("shed", "My violin hangs in the attic.", speaker="Ana", turn_id="D1:1")
    memory.ingest()
    memory.add_turn("shed", "I sold the violin to Ben.", speaker="Ana", turn_id="D2:1")
    memory.add_turn("shed", "I play it every day.", speaker="Ben", turn_id="D2:2")
    (violin,) = (one.uid for one in memory.entities() if one.name == "violin")
    (ben,) = (one.uid for one in memory.people() if "Ben" in one.names)
    with (
        served(memory.settings, encoder) as (address, _),
        visiting(chromium, address, screenshots, size=WIDE) as visitor,
    ):
        for view, of, given in (
            ("things", "", {}),
            ("decisions", "", {}),
            ("trace", "", {"q": "Who plays the violin?"}),
            ("entity", violin, {}),
            ("person", ben, {}),
        ):
            visitor.open(view, of, **given)
            expect(visitor.page.locator(".waiting")).to_have_count(1)
            expect(visitor.one(".waiting")).to_contain_text("2 turns wait to be read")
        timeline = visitor.page.get_by_role("region", name="Timeline")
        expect(timeline).to_contain_text("I play it every day.")
        expect(timeline).not_to_contain_text("Nothing is known yet.")
        visitor.open("entity", violin)
        expect(timeline).to_contain_text("I sold the violin to Ben.")


def test_what_was_said_is_text_and_never_markup(
    open_memory: OpenMemory, encoder: Encoder, chromium: Browser, screenshots: Path, tmp_path: Path
) -> None:
    memory = open_memory()
    nasty = '<img src=x onerror="document.title=1"><script>alert(1)</script>'
    memory.add_turn(
        "<b>shed</b>", f"I planted tulips {nasty}", speaker="<i>Ana</i>", turn_id="D1:1"
    )
    with (
        served(memory.settings, encoder) as (address, _),
        visiting(chromium, address, screenshots, size=NARROW) as visitor,
    ):
        for view, of in (("conversations", ""), ("people", ""), ("talk", "<b>shed</b>")):
            visitor.open(view, of)
            assert visitor.page.locator("main img, main script, main b, main i").count() == 0
        expect(visitor.one(".turn")).to_contain_text(nasty)
        visitor.open("search", q="Who planted tulips?")
        expect(visitor.one(".hit")).to_contain_text(nasty)
        visitor.see("page-markup")


DECK = make_conversation(
    "yard",
    make_session(
        1,
        [
            ("Ben", "How do you varnish the deck these days?"),
            ("Ana", "Let me tell you how to varnish the deck."),
            ("Ana", "Sand the deck with fine paper."),
            ("Ben", "Okay."),
            ("Ana", "Then wipe the dust off with a wet cloth."),
            ("Ana", "Apply the varnish with a wide brush."),
        ],
        day=datetime(2024, 3, 1),
    ),
    make_session(
        2,
        [("Ana", "By the way, wipe the dust off with a dry cloth instead.")],
        day=datetime(2024, 9, 1),
    ),
)


def test_how_something_is_done_is_told_in_steps_with_what_changed(
    open_memory: OpenMemory, encoder: Encoder, chromium: Browser, screenshots: Path, tmp_path: Path
) -> None:
    memory = open_memory()
    memory.ingest(write_lines(tmp_path / "yard.jsonl", [DECK]))
    (telling,) = memory.process("varnish the deck").tellings
    with (
        served(memory.settings, encoder) as (address, _),
        visiting(chromium, address, screenshots, size=NARROW) as visitor,
    ):
        visitor.open("ask")
        visitor.page.get_by_label("Question").fill("varnish the deck")
        visitor.page.get_by_role("button", name="Steps", exact=True).click()
        visitor.wait()
        items = visitor.page.locator(".process > li")
        expect(items).to_have_count(len(telling.steps))
        for place, step in enumerate(telling.steps):
            expect(items.nth(place)).to_contain_text(step.text)
            expect(items.nth(place)).to_contain_text(step.turn_id)
        [changed] = [place for place, step in enumerate(telling.steps) if step.changes]
        expect(items.nth(changed).locator(".branch")).to_contain_text("dry cloth")
        visitor.see("page-process")
        visitor.open("process", q="bake bread")
        expect(visitor.one("main section h2")).to_have_text("Nobody told how that is done")


def scripts_refused(visitor: Visitor) -> list[str]:
    """What the policy kept from running."""
    told: list[str] = visitor.page.evaluate("violations")
    return [directive for directive in told if directive.startswith("script")]


def test_no_text_runs_as_script(
    open_memory: OpenMemory, encoder: Encoder, chromium: Browser, screenshots: Path
) -> None:
    """As a name, as an id, as what is said and as part of the address."""
    memory = open_memory()
    for number, nasty in enumerate(NASTY, 1):
        memory.add_turn(
            nasty, f"I planted tulips {nasty}", speaker=nasty, turn_id=f"D1:{number}{nasty}"
        )
    views: list[tuple[str, str, dict[str, str]]] = [
        ("conversations", "", {}),
        ("people", "", {}),
        ("search", "", {"q": "Who planted tulips?"}),
        *(("talk", nasty, {}) for nasty in NASTY),
        *(("ask", "", {"q": f"Who planted {nasty}?"}) for nasty in NASTY[:3]),
        *(("person", one.uid, {}) for one in memory.people()[:3]),
        *(("entity", nasty, {}) for nasty in NASTY[:3]),
    ]
    with (
        served(memory.settings, encoder) as (address, _),
        visiting(chromium, address, screenshots, size=WIDE) as visitor,
    ):
        visitor.page.add_init_script(_LISTEN)
        for view, of, given in views:
            visitor.open(view, of, **given)
            assert visitor.page.evaluate("window.ran") is None, (view, of, given)
            assert scripts_refused(visitor) == [], (view, of, given)
            assert visitor.page.locator("main :is(img, script, iframe, style)").count() == 0
            assert visitor.page.locator("main a:not([href^='#/'])").count() == 0
        # The policy itself: were a script to get in, it would not run.
        put = "document.body.append(Object.assign(document.createElement('div'), {innerHTML: %r}))"
        visitor.page.evaluate(put % NASTY[0])
        visitor.page.wait_for_timeout(1_000)
        assert scripts_refused(visitor)
        assert visitor.page.evaluate("window.ran") is None
        visitor.complaints.clear()  # that the policy held is one
