"""What is said is extracted by itself: in a `Memory`, in a server, in an assistant's server."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Event

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.types import TextContent

from graphmem.adapters.encoder import Encoder
from graphmem.aio import AsyncMemory
from graphmem.errors import NotFoundError
from graphmem.memory import Memory
from graphmem.model.answer import Status
from graphmem.operations import call_operation, operation
from graphmem.operations.rendering import render_text
from graphmem.settings import Settings
from tests.conftest import OpenMemory
from tests.e2e.conftest import Run, environment
from tests.e2e.serving import process
from tests.graph import differences, whole_graph
from tests.talk import GARDEN, HARBOUR, HILLS, write_lines

TALKS = (HARBOUR, HILLS, GARDEN)

SAID = (
    ("Ana", "My violin hangs in the attic."),
    ("Ben", "My dog Rex chased a heron this morning."),
    ("Ana", "I work at the harbour office in Porto now."),
)
_SECONDS = 60.0
# The pause itself, and for the fact five seconds, or on a slow machine a few times the ingest.
_PAUSE_SECONDS, _FACT_SECONDS, _INGESTS = 2.0, 5.0, 3


def say(memory: Memory, conversation: str = "live") -> None:
    for number, (speaker, text) in enumerate(SAID):
        memory.add_turn(
            conversation, text, speaker=speaker, said_at=datetime(2024, 3, 1, 18, number)
        )


def until(true: Callable[[], bool], seconds: float = _SECONDS) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.fixture
def background(live_settings: Settings, encoder: Encoder, memory: Memory) -> Callable[..., Memory]:
    """Opens the space of ``memory`` with a worker."""

    def open_one(**given: object) -> Memory:
        settings = live_settings.model_copy(update={"space": memory.space, **given})
        return Memory(settings, encoder=encoder, background=True)

    return open_one


def test_what_is_said_is_a_fact_after_a_pause(
    memory: Memory, background: Callable[..., Memory], open_memory: OpenMemory
) -> None:
    by_hand = open_memory()
    say(by_hand)
    begun = time.monotonic()
    by_hand.ingest()
    most = max(_FACT_SECONDS, _INGESTS * (time.monotonic() - begun))
    with background() as live:
        say(live)
        until(lambda: live.waiting().empty, _PAUSE_SECONDS + most)  # nobody asks for it
        assert live.tools.get_conversation_context("live", "violin").statements
    assert differences(whole_graph(memory), whole_graph(by_hand)) == []


def test_so_many_turns_do_not_wait_for_a_pause(background: Callable[..., Memory]) -> None:
    with background(quiet_seconds=3_600, most_waiting=3) as live:
        live.add_turn("live", SAID[0][1], speaker="Ana")
        time.sleep(2)
        assert live.waiting().turns == 1
        say(live, "another")
        until(lambda: live.waiting().empty)


def test_wait_asks_for_it_at_once(background: Callable[..., Memory]) -> None:
    with background(quiet_seconds=3_600) as live:
        say(live)
        assert not live.wait(timeout=0)
        assert live.wait(timeout=_SECONDS)
        assert live.wait(timeout=0)


def test_who_closes_in_the_middle_of_it_keeps_nobody_out(
    memory: Memory, background: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.ingest.worker._STOP_SECONDS", 0.2)
    begun, over = Event(), Event()

    def answers_late(*_: object, **__: object) -> None:
        begun.set()
        over.wait(_SECONDS)

    live = background(lease_seconds=600)
    with monkeypatch.context() as slow:
        slow.setattr("graphmem.ingest.ingester.Ingester._extract", answers_late)
        say(live)
        assert begun.wait(_SECONDS)
        assert memory.extract() is None  # the other is at it
        live.close()
    try:
        assert memory.extract() is not None
        assert memory.waiting().empty
    finally:
        over.set()


def test_wait_outlasts_a_failure_that_passes(
    background: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    from graphmem.ingest.reconcile import Reconciler

    real, failures = Reconciler.reconcile, iter([ValueError("what somebody said")])

    def fails_once(self: Reconciler, **given: bool) -> object:
        for error in failures:
            raise error
        return real(self, **given)

    monkeypatch.setattr(Reconciler, "reconcile", fails_once)
    with background(quiet_seconds=0) as live:
        say(live)
        until(lambda: live.waiting().stuck)
        assert live.wait(timeout=_SECONDS)


def test_nobody_extracts_unless_asked_to(memory: Memory) -> None:
    say(memory)
    assert not memory.wait(timeout=3)
    assert memory.waiting().turns == len(SAID)


def test_of_what_only_waiting_turns_tell_the_tools_show_the_turns(memory: Memory) -> None:
    say(memory)
    memory.add_turn("live", "Cities I love: Porto.", speaker="Ben", turn_id="D1:9")
    memory.add_turn("other", "Ben has a violin too.", speaker="Zoe", turn_id="D1:1")
    tools = memory.tools
    violin = tools.get_entity_timeline("my violins", "Ana")
    assert [(one.speaker, one.quote) for one in violin.mentions] == [("Ana", SAID[0][1])]
    assert (violin.person, violin.entries, violin.waiting) == ("Ana", (), 5)
    assert SAID[0][1] in render_text(violin)
    rex = tools.get_conversation_context("live", "Ben's Rex")
    assert [one.quote for one in rex.mentions] == [SAID[1][1]]
    assert (rex.people, rex.waiting) == (("Ana", "Ben"), 4)
    # Whoever talks tells of themselves.
    ben = tools.get_conversation_context("live", "Ben")
    assert [one.quote for one in ben.mentions] == [SAID[1][1], "Cities I love: Porto."]
    assert [one.turn_id for one in tools.get_conversation_context("live", "city").mentions] == [
        "live/D1:9"
    ]
    # Somebody else's turn is no turn of hers.
    assert not tools.get_entity_timeline("Rex", "Ben").mentions[0].quote.startswith("My violin")
    for ask in (
        lambda: tools.get_entity_timeline("Rex", "Ana"),
        lambda: tools.get_entity_timeline("violin", "Lena"),
        lambda: tools.get_conversation_context("live", "piano"),
        lambda: tools.detect_contradictions("violin"),
        lambda: tools.compare_entities_across_conversations("violin", "live", "other"),
        lambda: tools.compare_people("violin", "Ana", "Lena"),
    ):
        with pytest.raises(NotFoundError, match=r"[45] turns wait to be read"):
            ask()
    memory.ingest()
    assert not tools.get_entity_timeline("violin", "Ana").mentions
    with pytest.raises(NotFoundError) as raised:
        tools.detect_contradictions("piano")
    assert "wait" not in str(raised.value)


def test_of_more_waiting_turns_than_are_looked_at_the_last_are(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.store.waiting.MOST_COUNTED", 2)
    for day, conversation in ((1, "a"), (3, "b"), (2, "c"), (4, "d")):
        memory.add_turn(
            conversation,
            "My violin hangs in the attic.",
            speaker="Ana",
            person_id="ana",
            turn_id="D1:1",
            said_at=datetime(2024, 3, day),
        )
    found = memory.tools.get_entity_timeline("violin", "Ana").mentions
    assert {one.turn_id for one in found} == {"b/D1:1", "d/D1:1"}


def test_what_is_known_stands_beside_turns_that_wait(memory: Memory) -> None:
    say(memory)
    memory.ingest()
    memory.add_turn("live", "I sold the violin to Ben.", speaker="Ana", turn_id="D2:1")
    known = memory.tools.get_entity_timeline("violin", "Ana")
    assert known.entries
    assert [one.turn_id for one in known.mentions] == ["live/D2:1"]
    beside = memory.tools.get_conversation_context("live", "violin")
    assert beside.statements
    assert "live/D2:1" in [one.turn_id for one in beside.mentions]
    before = memory.tools.get_entity_timeline("violin", "Ana", as_of="2024-03-02")
    assert (before.mentions, before.waiting) == ((), 0)


def test_every_result_says_that_turns_of_its_scope_wait(memory: Memory) -> None:
    memory.ingest()
    memory.add_turn("shed", "My violin hangs in the attic.", speaker="Ana", turn_id="D1:1")
    memory.ingest()
    memory.add_turn("live", "The violin needs a new string.", speaker="Ana", turn_id="D1:1")
    memory.add_turn(
        "live", "I met Rex.", speaker="Ben", turn_id="D1:2", said_at=datetime(2024, 3, 1)
    )
    found = memory.search("What does the violin need?")
    assert found.waiting == 2
    assert found.hits[0].turn_id == "live/D1:1"  # answered from the turns meanwhile
    assert "2 turns wait to be read" in render_text(found)
    assert memory.search("violin", conversation="shed").waiting == 0
    assert memory.search("violin", conversation="live", person="Ben").waiting == 1
    assert memory.search("violin", until="2024-03-02").waiting == 1
    answer = memory.ask("What does the violin need?")
    assert answer.waiting == 2
    assert memory.ask("What does the violin need?", conversation="shed").waiting == 0
    assert memory.assemble([{"role": "user", "content": "The violin?"}], 200).waiting == 2
    assert memory.tools.get_conversation_context("shed", "violin").waiting == 0
    assert memory.tools.detect_contradictions("violin").waiting == 2
    assert "2 turns wait" in render_text(memory.tools.detect_contradictions("violin"))
    (violin,) = (one for one in memory.entities() if one.name == "violin")
    for name, given, waiting in (
        ("people", {}, 2),
        ("people", {"conversation": "shed"}, 0),
        ("entities", {}, 2),
        ("entities", {"conversation": "shed"}, 0),
        ("entities", {"conversation": "live"}, 2),
        ("entity", {"uid": violin.uid}, 2),
        ("graph", {"uid": violin.uid}, 2),
        ("decisions", {}, 2),
    ):
        assert ("2 turns wait" in call_operation(memory, operation(name).tool, given)) == (
            waiting == 2
        )
    memory.ingest()
    assert memory.search("What does the violin need?").waiting == 0
    assert "wait" not in render_text(memory.search("What does the violin need?"))


def test_lists_on_the_command_line_say_that_turns_wait(memory: Memory, graphmem: Run) -> None:
    say(memory, "shed")
    memory.ingest()
    memory.add_turn("live", "The violin needs a new string.", speaker="Ana")
    for command in (("people",), ("analytics", "who_knows_whom")):
        assert "1 turn waits" in graphmem(*command, space=memory.space).err
        narrowed = graphmem(*command, "--conversation", "shed", space=memory.space)
        assert narrowed.code == 0
        assert "wait" not in narrowed.err


def test_of_three_namesakes_one_of_whom_only_turns_tell_that_wait_can_be_meant(
    memory: Memory,
) -> None:
    for place in ("garden", "park"):
        memory.add_turn(place, "I planted tulips.", speaker="Ana")
    memory.ingest()
    memory.add_turn("shed", "I bought a violin.", speaker="Ana", turn_id="D1:1")
    asked = "What did Ana buy?"
    back = memory.ask(asked)
    assert back.status is Status.NEEDS_CLARIFICATION
    assert len(back.candidates) == 3
    (buyer,) = (one for one in back.candidates if one.apart == "said “I bought a violin.”")
    assert [one.turn_id for one in buyer.evidence] == ["shed/D1:1"]
    answer = memory.ask(asked, about=buyer.uid)
    assert (answer.status, answer.text) == (Status.ANSWERED, "violin")
    assert memory.ask(asked, until="2024-03-02").status is Status.ABSTAINED  # nothing was said yet
    (planter, _) = (one for one in back.candidates if one is not buyer)
    assert "violin" not in memory.ask(asked, about=planter.uid).text


def test_what_waits_is_read_before_it_is_said_that_nothing_was_found(memory: Memory) -> None:
    memory.add_turn("market", "I bought a cactus at the market.", speaker="Ben")
    memory.add_turn("market", "How nice, Ben.", speaker="Ana")
    memory.ingest()
    assert "I found nothing" in memory.ask("What did Ana buy?").text
    memory.add_turn("market", "The weather was fine.", speaker="Ana")
    assert "I found nothing" in memory.ask("What did Ana buy?").text
    memory.add_turn("market", "I bought a violin.", speaker="Ana")
    answer = memory.ask("What did Ana buy?")
    assert (answer.status, answer.text) == (Status.ANSWERED, "violin")
    assert answer.waiting == 2


def test_a_long_talk_that_goes_on_is_read_only_where_it_is_new(memory: Memory) -> None:
    for number in range(60):
        memory.add_turn(
            "live",
            f"My cousin number {number} planted {number} tulips in Porto.",
            speaker="Ana" if number % 2 else "Ben",
            session_id="S1",
            said_at=datetime(2024, 3, 1, 18, number),
        )
    first = memory.ingest().workspace
    assert first is not None
    memory.add_turn("live", "It rains.", speaker="Ana", session_id="S1")
    again = memory.ingest().workspace
    assert again is not None
    assert again.chunks_kept >= first.chunks - 2
    assert again.chunks <= 3


def test_closing_leaves_the_rest_for_the_next(
    memory: Memory, background: Callable[..., Memory]
) -> None:
    live = background(quiet_seconds=0)
    for number in range(30):
        live.add_turn("live", f"I bought kettle number {number} in Porto.", speaker="Ana")
    live.close()
    with background() as again:
        assert again.wait(timeout=_SECONDS)
    assert memory.waiting().empty


def test_two_workers_do_not_do_the_same_twice(
    memory: Memory, background: Callable[..., Memory], open_memory: OpenMemory
) -> None:
    alone = open_memory()
    say(alone)
    alone.ingest()
    with background() as one, background() as other:
        say(one)
        assert other.wait(timeout=_SECONDS)
    assert differences(whole_graph(memory), whole_graph(alone)) == []


def test_two_processes_that_ingest_at_once_make_one_graph(
    live_settings: Settings, memory: Memory, open_memory: OpenMemory, tmp_path: Path
) -> None:
    files = [write_lines(tmp_path / f"{talk.conversation_id}.jsonl", [talk]) for talk in TALKS]
    alone = open_memory()
    alone.ingest(*files)
    variables = environment(live_settings) | {"GRAPHMEM_SPACE": memory.space}
    # Each has a talk of its own, and both have the last.
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "graphmem", "ingest", str(own), str(files[-1])],
            env=variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for own in files[:-1]
    ]
    try:
        for one in processes:
            render_text, _ = one.communicate(timeout=240)
            assert one.returncode == 0, render_text
    finally:
        for one in processes:
            one.kill()
    assert memory.waiting().empty
    assert memory.check_layers().differences == ()
    assert differences(whole_graph(memory), whole_graph(alone)) == []


def test_a_memory_that_nobody_closes_keeps_no_process_alive(
    live_settings: Settings, memory: Memory
) -> None:
    code = "from graphmem import Memory\nMemory(background=True).add_turn('live', 'I run.')\n"
    variables = environment(live_settings) | {"GRAPHMEM_SPACE": memory.space}
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env=variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert memory.waiting().turns <= 1


def test_async(live_settings: Settings, encoder: Encoder, memory: Memory) -> None:
    async def talk() -> None:
        settings = live_settings.model_copy(update={"space": memory.space})
        async with AsyncMemory(settings, encoder=encoder, background=True) as live:
            await live.add_turn("live", SAID[0][1], speaker="Ana")
            assert await live.wait(timeout=_SECONDS)
            assert (await live.waiting()).turns == 0

    asyncio.run(talk())


def test_a_server_extracts_what_is_said_and_what_it_finds_at_its_start(
    live_settings: Settings, memory: Memory
) -> None:
    say(memory, "before")
    with process(live_settings, memory.space) as (address, _):
        until(lambda: memory.waiting().empty)
        said = {"conversation_id": "live", "text": SAID[0][1], "speaker": "Ana"}
        httpx2.post(f"{address}/v1/add-turn", json=said, timeout=60).raise_for_status()
        until(lambda: memory.waiting().empty)
        context = {"conv_id": "live", "entity_id": "violin"}
        found = httpx2.post(f"{address}/v1/context", json=context, timeout=60).json()
        assert found["statements"]
        assert "graphmem_turns_waiting 0.0" in httpx2.get(f"{address}/metrics").text


def test_a_server_may_leave_it_to_others(live_settings: Settings, memory: Memory) -> None:
    with process(live_settings, memory.space, "--no-background") as (address, _):
        job = httpx2.post(
            f"{address}/v1/ingest",
            json={
                "turns": [
                    {
                        "conversation_id": "c",
                        "speaker": "Ana",
                        "text": SAID[0][1],
                        "said_at": "2024-03-01T18:00",
                    }
                ]
            },
            timeout=60,
        ).json()
        assert (job["state"], job["waiting"]) == ("waiting", 1)
        time.sleep(2)
        assert memory.waiting().turns == 1
        memory.ingest()
        where = f"{address}/v1/ingest/{job['job_id']}"
        until(lambda: httpx2.get(where).json()["state"] == "done", 10)


def test_an_assistants_server_extracts_what_it_is_told(
    live_settings: Settings, memory: Memory
) -> None:
    async def talk() -> None:
        parameters = StdioServerParameters(
            command=sys.executable,
            args=["-m", "graphmem", "mcp"],
            env=environment(live_settings) | {"GRAPHMEM_SPACE": memory.space},
        )
        async with Client(parameters) as client:
            given = {"conversation_id": "live", "text": SAID[0][1], "speaker": "Ana"}
            await client.call_tool("remember", given)
            found = await client.call_tool("search", {"question": "Where is the violin?"})
            assert isinstance(found.content[0], TextContent)
            assert "1 turn waits to be read" in found.content[0].text
            end = time.monotonic() + _SECONDS
            while not await asyncio.to_thread(lambda: memory.waiting().empty):
                assert time.monotonic() < end
                await asyncio.sleep(0.2)

    asyncio.run(talk())


@pytest.mark.timeout(600)
def test_a_server_that_is_killed_loses_nothing_and_does_nothing_twice(
    live_settings: Settings, open_memory: OpenMemory, tmp_path: Path
) -> None:
    disturbed, alone = open_memory(), open_memory()
    say(alone)
    alone.ingest()
    settings = live_settings.model_copy(update={"lease_seconds": 1.0})
    os.environ["GRAPHMEM_LEASE_SECONDS"] = "1.0"
    try:
        for number, (speaker, text) in enumerate(SAID):
            with process(settings, disturbed.space) as (address, running):
                said = {
                    "conversation_id": "live",
                    "text": text,
                    "speaker": speaker,
                    "said_at": f"2024-03-01T18:0{number}:00",
                }
                httpx2.post(f"{address}/v1/add-turn", json=said, timeout=60).raise_for_status()
                httpx2.post(f"{address}/v1/ingest", json={}, timeout=60)
                time.sleep(0.1 + 0.2 * number)
                running.send_signal(signal.SIGKILL)
                running.wait(60)
        with process(settings, disturbed.space):
            until(lambda: disturbed.waiting().empty)
    finally:
        del os.environ["GRAPHMEM_LEASE_SECONDS"]
    assert differences(whole_graph(disturbed), whole_graph(alone)) == []
