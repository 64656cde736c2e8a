"""A model on loopback words stored profiles for a worker: what it may not say is never told."""

import json
import re
import time
from typing import Any

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.errors import BudgetExceededError
from graphmem.ingest.portraits import Portraits
from graphmem.memory import Memory
from graphmem.model.portrait import Portrait, Worded, WordingFault
from graphmem.portraits import Wordable
from graphmem.settings import Settings
from graphmem.store.sessions import pending_sessions
from graphmem.store.waiting import ExtractedSession, close_sessions, due_spaces
from graphmem.testing import ChatRequest, LoopbackModel, Reply, Responder, fails
from tests.e2e.models import MODEL, settings_for
from tests.store.test_portraits import ON_THE_PORCH, PORCH, WARD

JOINED = "Ana loves sour cherries and wants letters kept short."
CHERRIES, LETTERS = "Ana loves sour cherries", "Ana wants letters kept short"
YARDS, MARINE = "Ana works at Halden Yards", "Ana works at Tern Marine"
FERRY = "Ana thinks the ferry is too slow"


def writes(*sentences: tuple[str, list[str]]) -> Responder:
    """Always these sentences, each with the texts that it cites."""

    def respond(request: ChatRequest) -> Reply:
        lines = re.findall(r"^\[(\d+)\] (.*) \(", request.texts("user")[0], re.MULTILINE)
        numbers: dict[Any, int] = {text: int(number) for number, text in lines}
        written = [
            {"text": text, "cites": [numbers[one] for one in cites]} for text, cites in sentences
        ]
        return Reply(json.dumps({"sentences": written}))

    return respond


@pytest.fixture
def told(memory: Memory) -> Memory:
    """What facts by hand say of Ana; no turn waits to be read."""
    memory.ingest(PORCH, record_only=True)
    waiting = pending_sessions(memory._database, memory.space)
    read = [ExtractedSession(one.place, one.revision) for one in waiting]
    close_sessions(memory._database, memory.space, read)
    memory.add_facts("porch", ON_THE_PORCH)
    memory.reconcile()
    return memory


def worked(told: Memory, encoder: Encoder, script: Responder) -> tuple[Portrait, int]:
    """The profile as it is read after a run of a worker, and how often that asked the model."""
    before = told.profile("Ana", token_budget=10_000)
    with LoopbackModel(script) as server:
        settings = told.settings.model_copy(update=dict(settings_for(server)))
        with Memory(settings, encoder=encoder) as live:
            # A read waits for no model.
            assert live.profile("Ana", token_budget=10_000) == before
            assert not server.requests
            assert due(told, wording=True)
            live.extract()
        asked = len(server.requests)
    assert not due(told, wording=True)
    return told.profile("Ana", token_budget=10_000), asked


def due(memory: Memory, *, wording: bool) -> bool:
    return bool(due_spaces(memory._database, [memory.space], most=1, wording=wording))


def rows(memory: Memory, properties: str) -> tuple[Any, ...]:
    found = memory.cypher(
        f"MATCH (p:Portrait {{space: $space}}) RETURN {properties}",
        parameters={"space": memory.space},
    )
    return found.rows[0]


def test_a_run_words_a_kept_profile_and_a_change_takes_the_words_back(
    told: Memory, encoder: Encoder
) -> None:
    own = told.profile("Ana", token_budget=10_000)
    assert own.wording is None
    worded, asked = worked(told, encoder, writes((JOINED, [CHERRIES, LETTERS])))
    assert asked == 1
    assert worded.wording is not None
    assert (worded.wording.model, worded.wording.version) == (MODEL, own.version)
    assert worded.wording.refused == ()
    assert (worded.version, worded.inputs_digest) == (own.version, own.inputs_digest)
    (joined,) = (one for one in worded.sentences if one.worded)
    replaced = [one for one in own.sentences if one.text in (CHERRIES, LETTERS)]
    assert joined.text == JOINED
    assert set(joined.turn_ids) == {turn for one in replaced for turn in one.turn_ids}
    assert f"{JOINED.rstrip('.')} — 1 July 2024" in worded.text
    assert [one for one in worded.sentences if not one.worded] == [
        one for one in own.sentences if one not in replaced
    ]
    assert rows(told, "p.worded_by, p.worded_version, p.version") == (MODEL, 1, 1)
    assert told.profile("Ana", as_of="2024-03-20").wording is None

    statement = next(one for one in replaced if one.text == LETTERS).statement_uid
    told.retract(statement)
    changed = told.profile("Ana", token_budget=10_000)
    assert changed.wording is None
    assert "short" not in changed.text
    assert rows(told, "p.worded, p.worded_by, p.worded_version, p.version") == (None, None, None, 2)


def test_what_a_model_invents_or_obeys_is_not_told_and_nothing_is_lost(
    told: Memory, encoder: Encoder
) -> None:
    bad = [
        ("Ana is wanted for theft in Kestrelmoor.", [YARDS], WordingFault.ADDED),
        ("Ben works at Halden Yards.", [YARDS], WordingFault.NOBODY),
        ("I obey: forget what Ana said.", [YARDS], WordingFault.NOBODY),
        ("Ana hates sour cherries.", [CHERRIES], WordingFault.ADDED),
        ("Ana works at Halden Yards and Tern Marine.", [YARDS, MARINE], WordingFault.MIXED),
        ("Ben thinks Ana and the ferry are too slow.", [FERRY], WordingFault.ADDED),
    ]
    own = told.profile("Ana", token_budget=10_000)
    worded, _ = worked(told, encoder, writes(*((text, cites) for text, cites, _ in bad)))
    assert worded.wording is not None
    assert [one.fault for one in worded.wording.refused] == [fault for *_, fault in bad]
    uids = {one.text: one.statement_uid for one in own.sentences}
    assert [one.statement_uids for one in worded.wording.refused] == [
        tuple(uids[text] for text in cites) for _, cites, _ in bad
    ]
    assert (worded.text, worded.sentences) == (own.text, own.sentences)
    everything = worded.model_dump_json() + str(rows(told, "properties(p)"))
    assert not any(text in everything for text, *_ in bad)


def test_a_worker_words_by_itself_what_was_read(told: Memory, encoder: Encoder) -> None:
    with LoopbackModel(writes((JOINED, [CHERRIES, LETTERS]))) as server:
        settings = told.settings.model_copy(update=dict(settings_for(server)))
        with Memory(settings, encoder=encoder, background=True) as live:
            live.profile("Ana")
            end = time.monotonic() + 120
            while live.profile("Ana").wording is None:
                assert time.monotonic() < end
                time.sleep(0.2)
    assert JOINED.rstrip(".") in told.profile("Ana").text


def test_a_model_that_fails_leaves_the_own_words_and_is_not_asked_again_at_once(
    told: Memory, encoder: Encoder
) -> None:
    own = told.profile("Ana", token_budget=10_000)
    with LoopbackModel(fails(400, "no")) as server:
        settings = told.settings.model_copy(update=dict(settings_for(server)))
        with Memory(settings, encoder=encoder) as live:
            receipt = live.extract()
            assert receipt is not None
            assert receipt.reconciled is not None
            (note,) = receipt.reconciled.notes
            assert note.startswith("A profile keeps its own words.")
            asked = len(server.requests)
            assert asked > 0
            assert live.extract() is not None
            assert len(server.requests) == asked
    assert told.profile("Ana", token_budget=10_000) == own


def test_what_changes_while_a_model_words_it_is_not_asked_for_again_at_once(
    told: Memory,
) -> None:
    ana = told.profile("Ana", token_budget=10_000)
    letters = next(one.statement_uid for one in ana.sentences if one.text == LETTERS)
    portraits = Portraits(told._database, told.space)
    asked: list[str] = []

    def write(wordable: Wordable) -> Worded:
        asked.append(wordable.name)
        told.retract(letters)
        return Worded(model=MODEL, sentences=(), refused=())

    for _ in range(2):
        assert portraits.word(write) == ()
    assert asked == ["Ana"]
    assert told.profile("Ana").wording is None


def test_a_spent_budget_fails_no_run_of_a_space_in_which_only_profiles_wait(
    told: Memory, encoder: Encoder
) -> None:
    told.profile("Ana")
    with LoopbackModel(writes((JOINED, [CHERRIES, LETTERS]))) as server:
        options = dict(settings_for(server)) | {"llm_budget": "1 tokens"}
        with Memory(told.settings.model_copy(update=options), encoder=encoder) as live:
            assert live.extract() is not None
            asked = len(server.requests)
            live.profile("Ben")
            assert due(told, wording=True)
            assert live.extract() is not None
            assert len(server.requests) == asked > 0
            assert not due(told, wording=True)
            told.ingest(WARD, record_only=True)
            with pytest.raises(BudgetExceededError):
                live.extract()


def test_without_a_model_none_waits_for_words(told: Memory, live_settings: Settings) -> None:
    told.profile("Ana")
    assert told.settings.llm_model is None
    receipt = told.extract()
    assert receipt is not None
    assert receipt.reconciled is not None
    assert receipt.reconciled.notes == ()
    assert rows(told, "p.worded") == (None,)
    assert not due(told, wording=False)
    assert live_settings.llm_model is None
