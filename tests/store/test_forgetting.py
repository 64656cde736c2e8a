"""What is taken back leaves the space as if it had never been said; and it does not come back."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from benchmarks.incremental import WordEncoder
from graphmem.adapters.encoder import DEFAULT_MODEL
from graphmem.errors import ForgottenError, InputError, NotFoundError
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation
from graphmem.settings import Settings
from tests.graph import differences, snapshot, whole_graph
from tests.talk import GARDEN, HARBOUR, HILLS, make_conversation, make_session

ENCODER = WordEncoder(DEFAULT_MODEL)

Open = Callable[[str], Memory]

YARD = make_conversation(
    "yard",
    make_session(
        1,
        [
            ("Rosa", "I sold the kayak to Milan last week."),
            ("Ben", "Did Milan pay for the kayak?"),
            ("Rosa", "He did. I bought a loom with the money."),
            ("Milan", "The kayak leaks, by the way."),
        ],
        day=datetime(2024, 9, 1, 9, 0),
    ),
    make_session(
        2,
        [
            ("Ben", "My brother Tom moved to Lisbon in May."),
            ("Rosa", "I wove a blanket on the loom yesterday."),
            ("Ben", "Tom works as a baker now."),
        ],
        day=datetime(2024, 9, 9, 9, 0),
    ),
)
ALL = (GARDEN, HARBOUR, HILLS, YARD)


@pytest.fixture
def opened(live_settings: Settings) -> Iterator[Open]:
    made: list[Memory] = []

    def open_one(space: str) -> Memory:
        memory = Memory(live_settings.model_copy(update={"space": space}), encoder=ENCODER)
        memory.delete_space()
        made.append(memory)
        return memory

    yield open_one
    for memory in made:
        memory.delete_space()
        memory.close()


def without(talk: Conversation, *dia_ids: str) -> Conversation:
    """The talk as if these turns had not been said."""
    sessions = []
    for session in talk.sessions:
        turns = tuple(turn for turn in session.turns if turn.dia_id not in dia_ids)
        if turns:
            sessions.append(session.model_copy(update={"turns": turns}))
    return talk.model_copy(update={"sessions": tuple(sessions)})


def never_held(opened: Open, *talks: Conversation) -> Memory:
    memory = opened("never")
    memory.ingest(*talks)
    return memory


def assert_as_never_held(memory: Memory, other: Memory) -> None:
    assert differences(whole_graph(memory), whole_graph(other)) == []
    assert memory.check_layers().differences == ()
    assert memory.analytics("orphan_check").rows == ()
    assert memory.waiting().empty


def everything_written(memory: Memory) -> str:
    """Every property of every node and relationship of the space, as one text."""
    place = {"space": memory.space}
    nodes = memory.cypher(
        "MATCH (n {space: $space}) RETURN properties(n)", parameters=place, limit=100_000
    ).rows
    links = memory.cypher(
        "MATCH ({space: $space})-[r]->() RETURN properties(r)", parameters=place, limit=100_000
    ).rows
    return str([nodes, links])


def found_of(memory: Memory, words: list[str]) -> set[str]:
    """Which of these words any property, or any search, still holds."""
    written = everything_written(memory).casefold()
    for word in words:
        written += " ".join(hit.text for hit in memory.search(word, limit=20).hits).casefold()
    return {word for word in words if re.search(rf"\b{word.casefold()}\b", written)}


def test_a_turn_is_taken_back(opened: Open) -> None:
    memory = opened("forget")
    memory.ingest(GARDEN, HARBOUR, YARD)
    seen = memory.forget(turn="garden/D1:4", dry_run=True)
    receipt = memory.forget(turn="garden/D1:4", by="Ana")
    assert (receipt.turns, receipt.sessions, receipt.people) == (1, 0, 0)
    assert (
        receipt.model_copy(update={"dry_run": True, "uid": None, "forgotten_at": None, "by": None})
        == seen
    )
    other = never_held(opened, without(GARDEN, "D1:4"), HARBOUR, YARD)
    assert_as_never_held(memory, other)
    with pytest.raises(NotFoundError, match="was forgotten on"):
        memory.forget(turn="garden/D1:4")


def test_the_last_and_the_first_turn_move_the_bounds_of_a_session(opened: Open) -> None:
    memory = opened("forget")
    memory.ingest(YARD)
    memory.forget(turn="yard/D2:3")
    memory.forget(turn="yard/D1:1")
    assert_as_never_held(memory, never_held(opened, without(YARD, "D2:3", "D1:1")))
    # The only turn of a participant.
    assert memory.forget(turn="yard/D1:4").people == 1
    assert_as_never_held(memory, never_held(opened, without(YARD, "D2:3", "D1:1", "D1:4")))


def test_a_conversation_is_taken_back(opened: Open) -> None:
    memory = opened("forget")
    memory.ingest(*ALL)
    other = opened("beside")
    other.ingest(HILLS)
    before = snapshot(other)
    receipt = memory.forget(conversation="hills")
    assert (receipt.turns, receipt.sessions, receipt.conversations, receipt.people) == (7, 2, 1, 2)
    assert_as_never_held(memory, never_held(opened, GARDEN, HARBOUR, YARD))
    assert found_of(memory, ["Petra", "Graz", "Bergschule"]) == set()
    assert snapshot(other) == before
    with pytest.raises(NotFoundError, match="no conversation"):
        memory.forget(conversation="hills")


def test_a_session_is_taken_back(opened: Open) -> None:
    memory = opened("forget")
    memory.ingest(HARBOUR, HILLS)
    receipt = memory.forget(conversation="harbour", session="S2")
    assert (receipt.turns, receipt.sessions, receipt.conversations) == (4, 1, 0)
    gone = ("D2:1", "D2:2", "D2:3", "D2:4")
    assert_as_never_held(memory, never_held(opened, without(HARBOUR, *gone), HILLS))


def test_a_person_is_taken_back_wherever_they_spoke_or_were_spoken_of(opened: Open) -> None:
    memory = opened("forget")
    memory.ingest(*ALL)
    receipt = memory.forget(person="harbour/Lea")
    # Of the same woman all that she said in both conversations, and who was asked about her goes.
    assert receipt.people >= 2
    assert not {"D1:1", "D1:3", "D1:5", "D2:2", "D2:4"} & held(memory, "harbour")
    assert {"D1:4", "D2:1"} <= held(memory, "harbour")
    talks = [
        without(talk, *gone)
        for talk in ALL
        if len(gone := missing(memory, talk)) < sum(len(one.turns) for one in talk.sessions)
    ]
    assert_as_never_held(memory, never_held(opened, *talks))
    assert found_of(memory, ["Lea", "Pepper", "oboe", "Northgate"]) == set()


def held(memory: Memory, conversation_id: str) -> set[str]:
    """The turns of a conversation that the memory holds, by ``dia_id``."""
    rows = memory.cypher(
        "MATCH (t:Turn {space: $space, conversation_id: $id}) RETURN t.dia_id",
        parameters={"space": memory.space, "id": conversation_id},
    ).rows
    return {row[0] for row in rows}


def missing(memory: Memory, talk: Conversation) -> set[str]:
    """The turns of a talk that the memory does not hold."""
    turns = {turn.dia_id for session in talk.sessions for turn in session.turns}
    return turns - held(memory, talk.conversation_id)


def test_what_was_forgotten_does_not_come_back_unless_told(opened: Open) -> None:
    memory = opened("forget")
    memory.ingest(GARDEN, YARD)
    whole = whole_graph(memory)
    memory.forget(conversation="yard")
    before = snapshot(memory)
    receipt = memory.ingest(GARDEN, YARD)
    assert (receipt.turns_stored, receipt.turns_forgotten, receipt.turns_skipped) == (0, 7, 6)
    assert receipt.complete
    assert snapshot(memory) == before
    with pytest.raises(ForgottenError, match="'yard/D1:1' was forgotten"):
        memory.add_turn("yard", "I sold it.", speaker="Rosa", turn_id="D1:1")
    receipt = memory.ingest(YARD, restore=True)
    assert (receipt.turns_stored, receipt.turns_forgotten) == (7, 0)
    assert differences(whole_graph(memory), whole) == []
    assert memory.ingest(YARD).turns_skipped == 7


def test_a_live_turn_takes_another_number_than_a_forgotten_one(opened: Open) -> None:
    memory = opened("forget")
    for text in ("One kayak.", "Two kayaks."):
        memory.add_turn("sea", text, speaker="Rosa", session_id="S1")
    memory.forget(turn="sea/S1:2")
    assert memory.add_turn("sea", "Three.", speaker="Rosa", session_id="S1").turn_id == "sea/S1:3"
    # Nothing was extracted of it, and nothing is by forgetting.
    assert memory.waiting().turns == 2
    assert not memory.entities()


def test_a_dry_run_changes_nothing(opened: Open) -> None:
    memory = opened("forget")
    memory.ingest(GARDEN)
    before = snapshot(memory)
    receipt = memory.forget(person="garden/Ben", dry_run=True)
    assert receipt.dry_run
    assert receipt.turns >= 3
    assert receipt.statements > 0
    assert snapshot(memory) == before


def test_a_thing_and_a_statement_are_taken_back(opened: Open) -> None:
    memory = opened("forget")
    memory.ingest(GARDEN, YARD)
    kayak = next(item.uid for item in memory.entities(conversation="yard") if "kayak" in item.name)
    memory.forget(thing=kayak)
    gone = missing(memory, YARD)
    # A name that is no proper one is not looked for in the words of others.
    assert {"D1:1", "D1:2"} <= gone < {"D1:1", "D1:2", "D1:3", "D1:4"}
    assert_as_never_held(memory, never_held(opened, GARDEN, without(YARD, *gone)))
    [[uid]] = memory.cypher(
        "MATCH (a:Answer {space: $space}) WHERE a.text CONTAINS 'baker' RETURN a.uid",
        parameters={"space": memory.space},
    ).rows
    assert memory.forget(statement=uid).turns == 1
    assert_as_never_held(memory, never_held(opened, GARDEN, without(YARD, *gone, "D2:3")))


def test_decisions_about_what_is_gone_go_with_it(opened: Open) -> None:
    memory = opened("forget")
    memory.ingest(*ALL)
    memory.merge("garden/Ben", "yard/Ben", reason="Ben of the cactus.")
    memory.separate("harbour/Lea", "hills/Lea", reason="Two women of Almeria.")
    assert memory.forget(conversation="hills").decisions > 0
    told = str([item.decision for item in memory.decisions(past=True)])
    assert "Graz" not in told
    assert "hills" not in told
    assert "Two women" not in told
    assert "Ben of the cactus." in told
    assert memory.check_layers().differences == ()
    state = memory.reconcile()
    assert state.merges == sum(
        item.decision.verdict == "merge" and item.decision.confident for item in memory.decisions()
    )


def test_what_was_begun_is_finished_by_the_next_run(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = opened("forget")
    memory.ingest(*ALL)

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("graphmem.store.forgetting.sweep", end)
        with pytest.raises(KeyboardInterrupt):
            memory.forget(conversation="hills")
    memory.extract()
    assert_as_never_held(memory, never_held(opened, GARDEN, HARBOUR, YARD))


def test_exactly_one_thing_is_named(opened: Open) -> None:
    memory = opened("forget")
    memory.ingest(GARDEN, record_only=True)
    for named in ({}, {"turn": "garden/D1:1", "person": "garden/Ana"}, {"session": "S1"}):
        with pytest.raises(InputError):
            memory.forget(**named)  # type: ignore[arg-type]
    for nobody in ({"person": "garden/Zoe"}, {"turn": "garden/D9:9"}, {"statement": "answer:0"}):
        with pytest.raises(NotFoundError):
            memory.forget(**nobody)  # type: ignore[arg-type]
