"""The page over the packaged sample, in a real browser: every view, wide and narrow."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, ViewportSize, expect

from graphmem.adapters.encoder import Encoder
from graphmem.memory import Memory
from graphmem.sample import sample_files
from graphmem.settings import Settings
from tests.e2e.serving import served
from tests.web.visiting import NARROW, WIDE, Visitor, named, visiting

NOTICE = "When did John hand in his notice at TechCorp?"
CLIMB = "Who climbed Kilimanjaro?"
PETER = "What is Peter working on?"

# The first test waits for the ingest.
pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def shown(
    live_settings: Settings, encoder: Encoder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Memory, str]]:
    """A memory of the packaged sample, which tests only read, and the address of its page."""
    settings = live_settings.model_copy(update={"space": "page"})
    with Memory(settings, encoder=encoder) as memory:
        memory.ingest(*sample_files())
        with served(settings, encoder) as (address, _):
            yield memory, address
        memory.delete_space()


@pytest.fixture
def memory(shown: tuple[Memory, str]) -> Memory:
    return shown[0]


@pytest.fixture(params=[WIDE, NARROW], ids=["wide", "narrow"])
def visitor(
    shown: tuple[Memory, str], chromium: Browser, screenshots: Path, request: pytest.FixtureRequest
) -> Iterator[Visitor]:
    with visiting(chromium, shown[1], screenshots, size=request.param) as visitor:
        yield visitor


def width(visitor: Visitor) -> int:
    size = visitor.page.viewport_size
    assert size is not None
    wide: int = size["width"]
    return wide


def test_the_first_view_tells_what_is_remembered(visitor: Visitor) -> None:
    visitor.open("ask")
    expect(visitor.one("main")).to_contain_text("6 conversations")
    visitor.see(f"page-home-{width(visitor)}")
    visitor.one("main a[href^='#/person/']").click()
    visitor.wait()
    expect(visitor.one("h2:has-text('Timeline')")).to_be_visible()


def test_an_answer_shows_its_evidence_which_opens_in_its_dialogue(visitor: Visitor) -> None:
    visitor.open("ask")
    visitor.page.get_by_label("Question").fill(NOTICE)
    visitor.page.get_by_role("button", name="Ask", exact=True).click()
    expect(visitor.one("#answer")).to_have_text("1 September 2023")
    expect(visitor.one("#status")).to_have_text("Answered")
    assert "q=When" in visitor.page.url
    visitor.one("#how summary").click()
    expect(visitor.one("#how")).to_contain_text("about John")
    visitor.see(f"page-answered-{width(visitor)}")
    link = visitor.page.get_by_role("button", name="Open john-maria/D7:7 in its dialogue").first
    link.click()
    turn = visitor.one("dialog [aria-current]")
    expect(turn.locator("mark")).to_have_text(
        "I handed in my notice at TechCorp, a week ago Friday."
    )
    expect(turn).to_be_in_viewport()
    assert visitor.page.locator("dialog .turn").count() == 9
    visitor.see(f"page-dialogue-{width(visitor)}")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator("dialog")).to_have_count(0)
    expect(link).to_be_focused()
    link.click()
    visitor.page.get_by_role("link", name="Read the conversation").click()
    expect(visitor.one("h1")).to_have_text("john-maria")
    expect(visitor.one("main .turn[aria-current]")).to_be_in_viewport()
    visitor.see(f"page-conversation-{width(visitor)}")


def test_what_somebody_else_said_is_not_answered_but_shown(visitor: Visitor) -> None:
    visitor.open("ask", q="When did Priya climb Kilimanjaro?", conversation="priya-owen")
    expect(visitor.one("#status")).to_have_text("Not answered")
    expect(visitor.one("#answer")).to_contain_text("Bethan")
    expect(visitor.one("main")).to_contain_text("What was said instead")
    visitor.see(f"page-abstained-{width(visitor)}")


def test_whoever_is_meant_is_chosen_and_asked_about(visitor: Visitor) -> None:
    visitor.open("ask", q=PETER)
    expect(visitor.one("#status")).to_have_text("Which one is meant?")
    visitor.see(f"page-which-{width(visitor)}")
    visitor.one(".choices > li > button").click()
    visitor.wait()
    assert "about=entity" in visitor.page.url
    expect(visitor.one("#status")).not_to_have_text("Which one is meant?")


def test_a_search_and_the_picture_of_how_it_went(visitor: Visitor) -> None:
    visitor.open("ask", q=CLIMB)
    visitor.page.get_by_role("button", name="Search", exact=True).click()
    expect(visitor.page.locator(".hits > li")).to_have_count(10)
    visitor.see(f"page-search-{width(visitor)}")
    visitor.page.get_by_role("link", name="See the search drawn").click()
    expect(visitor.page.locator(".flow .turns > li")).to_have_count(8)
    assert visitor.page.locator(".flow .stacked i").count() > 8
    if width(visitor) == WIDE["width"]:
        assert visitor.page.locator(".flow svg path").count() > 8
    expect(visitor.one(".graph-plane[data-drawn]")).to_be_visible()
    visitor.see(f"page-trace-{width(visitor)}")
    visitor.one(".graph-list summary").click()
    expect(visitor.one(".graph-list")).to_contain_text("starts here")


def test_the_graph_around_a_thing_has_the_colours_that_were_asked_for(
    visitor: Visitor, memory: Memory
) -> None:
    visitor.open("entity", named(memory, "job", "John"))
    expect(visitor.one("h1")).to_have_text("John’s job")
    expect(visitor.one(".graph-plane[data-drawn]")).to_be_visible()
    drawn: dict[str, Any] = visitor.page.evaluate(
        """() => Object.fromEntries(['temporal', 'semantic', 'entity'].map((tie) => {
            const { graph } = document.querySelector('.graph-plane');
            const [source, target] = graph.nodes().map((node) => node.id());
            // Not everything has a link of each sort.
            const made = { classes: tie, data: { source, target } };
            const edge = graph.edges(`.${tie}`)[0] ?? graph.add(made)[0];
            return [tie, ['line-color', 'line-style', 'width'].map((name) => edge.style(name))];
        }))"""
    )
    assert drawn["temporal"] == ["rgb(8,145,178)", "dashed", "2px"]
    assert drawn["entity"] == ["rgb(208,154,6)", "solid", "4px"]
    assert drawn["semantic"] == ["rgb(219,39,119)", "solid", "2px"]
    visitor.see(f"page-thing-{width(visitor)}")
    visitor.page.evaluate(
        "document.querySelector('.graph-plane').graph.nodes('.statement')[0].emit('tap')"
    )
    visitor.one(".graph-foot .turn-link").click()
    expect(visitor.one("dialog [aria-current]")).to_be_visible()


def test_a_thing_has_its_timeline_its_changes_and_its_decisions(
    visitor: Visitor, memory: Memory
) -> None:
    visitor.open("entity", named(memory, "job", "John"))
    roles = visitor.page.locator(".timeline > li.role")
    expect(roles.first).to_contain_text("software engineer")
    for line in (".timeline:not(.story)", ".timeline.story"):
        times = visitor.page.locator(f"{line} time")
        expect(times.first).to_be_attached()
        moments = times.evaluate_all("(all) => all.map((one) => one.getAttribute('datetime'))")
        assert moments == sorted(moments)
    finding = visitor.one(".findings > li")
    expect(finding).to_contain_text("It changed")
    expect(finding.locator(".side blockquote")).to_have_count(2)
    expect(finding).to_contain_text("How it can be so")
    sides = [finding.locator(".side").nth(place).bounding_box() for place in (0, 1)]
    assert sides[0] is not None
    assert sides[1] is not None
    beside = sides[0]["y"] == sides[1]["y"]
    assert beside is (width(visitor) == WIDE["width"])
    expect(visitor.one(".decisions .decision")).to_contain_text("John's job")


def test_a_person_is_shown_whole_with_the_graph_around_them(
    visitor: Visitor, memory: Memory
) -> None:
    john = next(
        one
        for one in memory.people()
        if one.conversation_ids == ("tim-john",) and one.name == "John"
    )
    visitor.open("person", john.uid)
    conversations = visitor.page.locator(".facts a[href^='#/talk/']")
    expect(conversations).to_have_count(3)
    expect(visitor.one(".graph-plane[data-drawn]")).to_be_visible()
    visitor.see(f"page-person-{width(visitor)}")
    profile = visitor.page.get_by_role("region", name="Profile")
    expect(profile.locator("h3").first).to_have_text("What holds now")
    expect(profile).to_contain_text("What held before")
    story = visitor.page.get_by_role("region", name="Story")
    expect(story.locator(".timeline time").first).to_be_visible()
    expect(story.locator(".turn-link").first).to_contain_text("/D")
    profile.locator(".turn-link").first.click()
    expect(visitor.one("dialog [aria-current]")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_label("How many statements").select_option("20")
    visitor.wait()
    expect(visitor.one(".graph-head")).to_contain_text("20 of")


def test_lists_are_narrowed_and_lead_on(visitor: Visitor) -> None:
    visitor.open("people")
    visitor.page.get_by_label("Name or conversation").fill("priya")
    expect(visitor.page.locator(".cards > li")).to_have_count(3)
    visitor.see(f"page-people-{width(visitor)}")
    visitor.open("things")
    expect(visitor.page.locator(".things > li")).to_have_count(50)
    visitor.page.get_by_role("button", name="Show more").click()
    expect(visitor.page.locator(".things > li")).to_have_count(100)
    expect(visitor.page.locator(".things > li").nth(50)).to_be_focused()
    visitor.page.get_by_label("Name has").fill("techcorp")
    visitor.page.get_by_role("button", name="Show", exact=True).click()
    visitor.wait()
    expect(visitor.one(".things > li")).to_contain_text("TechCorp")
    visitor.see(f"page-things-{width(visitor)}")
    visitor.open("conversations")
    expect(visitor.page.locator(".cards > li")).to_have_count(6)
    visitor.see(f"page-conversations-{width(visitor)}")
    visitor.open("decisions", show="undecided")
    expect(visitor.one(".decision")).to_contain_text("Undecided")
    visitor.see(f"page-decisions-{width(visitor)}")


@pytest.mark.parametrize(
    ("view", "operation", "listed"),
    [
        ("things", "entities", ".things > li"),
        ("decisions", "decisions", ".decision"),
        ("talk", "dialogue", "main .turn"),
    ],
)
def test_more_that_is_refused_is_said_and_asked_for_again(
    visitor: Visitor, view: str, operation: str, listed: str
) -> None:
    with visitor.at_once(operation, 50 if view == "things" else 5):
        visitor.open(view, "john-maria" if view == "talk" else "")
        items = visitor.page.locator(listed)
        before = items.count()
        with visitor.refused(operation):
            visitor.page.get_by_role("button", name="Show more").click()
            expect(visitor.one(".trouble")).to_contain_text("There were too many requests.")
            visitor.page.get_by_role("button", name="Try again").click()
            visitor.wait()
            expect(visitor.page.locator(".trouble")).to_have_count(1)
        assert items.count() == before
        visitor.page.get_by_role("button", name="Try again").click()
        visitor.wait()
        expect(visitor.page.locator(".trouble")).to_have_count(0)
        assert before < items.count() <= 2 * before


def test_things_are_listed_also_where_nobody_is_offered(visitor: Visitor) -> None:
    with visitor.refused("people"):
        visitor.open("things")
        expect(visitor.page.locator(".things > li")).to_have_count(50)
        expect(visitor.one(".trouble")).to_contain_text("There were too many requests.")
    visitor.page.get_by_role("button", name="Try again").click()
    visitor.wait()
    expect(visitor.page.locator(".trouble")).to_have_count(0)
    expect(visitor.page.locator("#owners option").first).to_be_attached()


def test_a_graph_gives_way_to_the_next_also_where_that_is_refused(
    visitor: Visitor, memory: Memory
) -> None:
    visitor.open("entity", named(memory, "job", "John"))
    former = visitor.one(".graph-plane[data-drawn]").evaluate_handle("(plane) => plane.graph")
    with visitor.refused("graph"):
        visitor.page.get_by_label("How many statements").select_option("20")
        expect(visitor.one(".trouble")).to_contain_text("There were too many requests.")
        expect(visitor.page.locator(".busy")).to_have_count(0)
    assert former.evaluate("(graph) => graph.destroyed()")
    visitor.page.get_by_role("button", name="Try again").click()
    expect(visitor.one(".graph-plane[data-drawn]")).to_be_visible()
    expect(visitor.page.get_by_label("How many statements")).to_have_value("20")


def test_a_person_is_known_however_many_come_before(visitor: Visitor, memory: Memory) -> None:
    people = [one.model_dump(mode="json") for one in memory.people()]
    strangers = [people[0] | {"uid": f"person:{number}"} for number in range(1_000)]

    def listing(route: Route) -> None:
        shown = people if "offset=1000" in route.request.url else strangers
        route.fulfill(json={"people": shown, "total": len(people) + len(strangers)})

    john = next(one for one in memory.people() if one.conversation_ids == ("tim-john",))
    with visitor.answered("people", listing):
        visitor.open("person", john.uid)
        expect(visitor.one(".facts")).to_contain_text("tim-john")
        assert visitor.page.locator(".timeline > li").count() > 0
        visitor.open("people")
        count = visitor.page.locator("main").get_by_role("status")
        expect(count).to_contain_text("the first 300 shown")
        visitor.page.get_by_label("Name or conversation").fill("tim-john")
        expect(visitor.page.locator(".cards > li")).to_have_count(2)
        expect(count).to_have_text("2 people")


def test_evidence_is_shown_however_far_on_it_was_said(visitor: Visitor, memory: Memory) -> None:
    turn_id = "john-maria/D7:7"
    session = memory.turn(turn_id).session_id
    with visitor.at_once("dialogue", 3):
        visitor.open("talk", "john-maria", session=session, turn=turn_id)
        turn = visitor.one("main .turn[aria-current]")
        expect(turn).to_be_in_viewport()
        expect(turn).to_be_focused()
        expect(visitor.page.locator("main .turn")).to_have_count(9)
        sides = visitor.page.locator("main .turn").evaluate_all(
            """(all) => all.map((one) =>
                [one.querySelector('strong').textContent, one.classList.contains('one')].join())"""
        )
        assert len(set(sides)) == 2


def test_a_turn_that_a_session_does_not_hold_is_told(visitor: Visitor) -> None:
    visitor.open("talk", "john-maria", turn="john-maria/D99:1")
    expect(visitor.one("main .panel[role=status]")).to_contain_text("no turn john-maria/D99:1")
    assert visitor.page.locator("main .turn").count() > 0


def test_decisions_that_are_not_shown_are_counted(visitor: Visitor, memory: Memory) -> None:
    job = named(memory, "job", "John")
    total = len(memory.decisions(about=job))
    assert total > 1
    with visitor.at_once("decisions", 1):
        visitor.open("entity", job)
        section = visitor.page.get_by_role("region", name="Decisions", exact=True)
        expect(section).to_contain_text(f"1 of {total} decisions")
        section.get_by_role("button", name="Show more").click()
        visitor.wait()
        expect(section.locator(".decision")).to_have_count(2)


def test_what_there_is_not_is_said(visitor: Visitor) -> None:
    visitor.open("entity", "entity:0")
    expect(visitor.one(".trouble")).to_contain_text("holds no entity")
    visitor.open("ask", q="Who?", conversation="nowhere")
    expect(visitor.one(".trouble")).to_contain_text("nowhere")
    visitor.open("nothing")
    expect(visitor.one("h1")).to_have_text("There is no such page")


def test_it_can_be_used_without_a_mouse(visitor: Visitor) -> None:
    visitor.open("ask")
    keyboard = visitor.page.keyboard
    keyboard.press("Tab")
    expect(visitor.one(".skip")).to_be_in_viewport()
    keyboard.press("Enter")
    keyboard.press("Tab")
    expect(visitor.page.get_by_label("Question")).to_be_focused()
    keyboard.type(NOTICE)
    keyboard.press("Enter")
    expect(visitor.one("#answer")).to_have_text("1 September 2023")
    expect(visitor.one("#news")).to_have_text("Answered: 1 September 2023")
    link = visitor.one("main .turn-link")
    for _ in range(20):
        keyboard.press("Tab")
        if link.evaluate("(one) => one === document.activeElement"):
            break
    expect(link).to_be_focused()
    assert link.evaluate("(one) => getComputedStyle(one).outlineStyle") == "solid"
    keyboard.press("Enter")
    expect(visitor.one("dialog [aria-current]")).to_be_focused()
    keyboard.press("Escape")
    expect(link).to_be_focused()


def test_every_field_and_button_has_a_name(visitor: Visitor, memory: Memory) -> None:
    for view, of in (("ask", ""), ("things", ""), ("people", ""), ("entity", named(memory, "job"))):
        visitor.open(view, of)
        nameless = visitor.page.evaluate(
            """() => [...document.querySelectorAll('input, select, button, a[href]')]
                .filter((one) => !one.labels?.length && !one.ariaLabel && !one.textContent.trim())
                .map((one) => one.outerHTML)"""
        )
        assert nameless == []


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_it_has_a_dark_side(
    shown: tuple[Memory, str], chromium: Browser, screenshots: Path, size: ViewportSize
) -> None:
    memory, address = shown
    with visiting(chromium, address, screenshots, size=size, dark=True) as visitor:
        visitor.open("entity", named(memory, "job", "John"))
        expect(visitor.one(".graph-plane[data-drawn]")).to_be_visible()
        colour = visitor.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert colour == "rgb(18, 21, 29)"
        visitor.see(f"page-dark-{size['width']}")
        visitor.open("trace", q=CLIMB)
        visitor.see(f"page-dark-trace-{size['width']}")
