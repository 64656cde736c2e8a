"""A whole ingest with a language model that does everything wrong now and then: nothing is lost."""

import socket
from collections import Counter
from typing import Any

import pytest
from pydantic import SecretStr

from graphmem.errors import LlmSetupError
from graphmem.memory import Memory
from graphmem.model.decision import Decider, Verdict
from graphmem.model.receipt import Receipt, WorkspaceReceipt
from graphmem.testing import (
    LoopbackModel,
    answers,
    cut_off,
    fails,
    hangs_up,
    in_turn,
    rate_limited,
    slowly,
    with_wrong_speaker,
)
from tests.conftest import OpenMemory
from tests.e2e.models import (
    MODEL,
    WELL,
    asked_to_judge,
    by_name,
    judged_in,
    looks_first,
    place,
    reader,
    settings_for,
    verdict,
)
from tests.e2e.test_workspace import NEVER
from tests.graph import differences, whole_graph
from tests.talk import ALIKE, GARDEN, HARBOUR, HILLS, make_conversation, make_session

BY_MODEL = f"llm:{MODEL}"
TALKS = (GARDEN, HARBOUR, HILLS, ALIKE)
# Of Ana's tulips, by another name.
ORCHARD = make_conversation(
    "orchard",
    make_session(1, [("Anna", "My tulips are all up."), ("Cleo", "I only have a fig tree.")]),
)
PLACES = {(talk.conversation_id, item.session_id) for talk in TALKS for item in talk.sessions}

_READ = """
    MATCH (s:Session {space: $space})-[:HAS_CHUNK]->(c:Chunk)
    OPTIONAL MATCH (c)-[:GAVE]->(a:Answer)
    RETURN s.conversation_id, s.session_id, collect(DISTINCT c.extracted_by), count(a)
"""


def read_by(memory: Memory) -> dict[tuple[str, str], tuple[list[str], int]]:
    """Who read each session, and how many answers that gave."""
    rows = memory.cypher(_READ, parameters={"space": memory.space}).rows
    return {(conversation, session): (by, told) for conversation, session, by, told in rows}


def workspace_of(receipt: Receipt) -> WorkspaceReceipt:
    assert receipt.workspace is not None
    return receipt.workspace


def assert_nothing_is_lost(memory: Memory, receipt: Receipt) -> None:
    """Every turn recorded, every session read by somebody, and nothing that is not borne out."""
    workspace = workspace_of(receipt)
    assert receipt.complete
    assert receipt.turns_stored == sum(len(item.turns) for talk in TALKS for item in talk.sessions)
    assert (workspace.sessions, workspace.sessions_pending) == (len(PLACES), 0)
    assert read_by(memory).keys() == PLACES
    for offence, query in NEVER.items():
        assert memory.cypher(query).rows == (), offence


def test_read_by_the_model_it_is_the_graph_of_its_proposals(open_memory: OpenMemory) -> None:
    with LoopbackModel(reader()) as server:
        memory = open_memory(**settings_for(server))
        receipt = memory.ingest(*TALKS)
        chunks = [request for request in server.requests if not asked_to_judge(request)]
        assert {place(request) for request in chunks} == PLACES
    assert_nothing_is_lost(memory, receipt)
    workspace = workspace_of(receipt)
    assert (workspace.notes, workspace.rejected) == ((), ())
    assert workspace.usage is not None
    assert (workspace.usage.calls, workspace.usage.retries) == (len(chunks), 0)
    assert workspace.usage.tokens_in > workspace.usage.tokens_out > 0
    for by, answered in read_by(memory).values():
        assert by == [BY_MODEL]
        assert answered > 0


def test_every_failure_at_once(open_memory: OpenMemory) -> None:
    odd = {
        ("garden", "S2"): answers('{"answers": [{"speaker": 1}]}'),
        ("harbour", "S1"): in_turn(cut_off(WELL), WELL),
        ("harbour", "S2"): cut_off(WELL),
        ("hills", "S1"): rate_limited(0),
        ("hills", "S2"): slowly(WELL, 20),
        ("alike", "S1"): with_wrong_speaker(WELL),
        ("alike", "S2"): in_turn(rate_limited(0), WELL),
    }
    with LoopbackModel(reader(odd)) as server:
        memory = open_memory(**settings_for(server, llm_timeout=3.0, llm_parallel=4))
        receipt = memory.ingest(*TALKS)
    assert_nothing_is_lost(memory, receipt)
    found = read_by(memory)
    # The last: its every statement was a lie.
    failed = {("garden", "S2"), ("harbour", "S2"), ("hills", "S1"), ("hills", "S2")}
    by_rules = {*failed, ("alike", "S1")}
    assert {where for where, (by, _) in found.items() if by == ["networks"]} == by_rules
    assert all(by == [BY_MODEL] for where, (by, _) in found.items() if where not in by_rules)
    assert all(told for _, told in found.values())

    workspace = workspace_of(receipt)
    assert len(workspace.notes) == len(by_rules)
    for conversation, session in by_rules:
        beginning = f"{conversation}/D{session[1:]}:1 to "
        (note,) = [note for note in workspace.notes if note.startswith(beginning)]
        assert f"by networks, since {MODEL}" in note
    assert workspace.usage is not None
    assert workspace.usage.repairs == 3
    assert workspace.usage.retries == 3
    spoken = [item for item in workspace.rejected if "was spoken by" in item.reason]
    assert len(spoken) > 5


def test_wrong_speakers_are_rejected_by_the_door(open_memory: OpenMemory) -> None:
    with LoopbackModel(reader({("alike", "S1"): with_wrong_speaker(WELL)})) as server:
        memory = open_memory(**settings_for(server))
        receipt = memory.ingest(ALIKE)
    rows = memory.cypher(
        "MATCH (s:Statement {space: $space, session_id: 'S1'}) RETURN DISTINCT s.extracted_by",
        parameters={"space": memory.space},
    ).rows
    assert rows == (("networks",),)
    assert all("spoken by" in item.reason for item in workspace_of(receipt).rejected)
    (note,) = workspace_of(receipt).notes
    assert note.startswith("alike/D1:1 to ")
    assert note.endswith(f"by networks, since {MODEL} proposed nothing that is borne out.")
    assert receipt.turns_stored == 8


@pytest.mark.parametrize("broken", ["down", "hangs up", "errors"])
def test_without_a_server_it_is_the_graph_of_the_rules(
    open_memory: OpenMemory, broken: str
) -> None:
    memory = open_memory()
    memory.ingest(*TALKS)
    by_rules = whole_graph(memory)
    memory.delete_space()
    with LoopbackModel(hangs_up() if broken == "hangs up" else fails(500)) as server:
        given = dict(settings_for(server, llm_attempts=1))
        if broken == "down":
            given["llm_api_base"] = f"http://127.0.0.1:{a_closed_port()}/v1"
        failing = open_memory(memory.space, **given)
        receipt = failing.ingest(*TALKS)
    assert_nothing_is_lost(failing, receipt)
    assert len(workspace_of(receipt).notes) == len(PLACES)
    assert differences(whole_graph(failing), by_rules) == []
    # What the rules decided in the model's place is told.
    assert receipt.reconciled is not None
    assert any("the model failed" in note for note in receipt.reconciled.notes)
    assert all(item.decision.decided_by is Decider.RULE for item in failing.decisions())


def test_what_was_planned_without_the_model_meanwhile_is_not_all_asked_again(
    open_memory: OpenMemory,
) -> None:
    with LoopbackModel(reader()) as server:
        memory = open_memory(**settings_for(server))
        memory.ingest(*TALKS)
        asked = sum(map(asked_to_judge, server.requests))
        assert asked
        plain = open_memory(memory.space)
        plain.add_turn("elsewhere", "I planted a plum tree.", speaker="Ottoline")
        plain.ingest()
        memory.reconcile()
    assert sum(map(asked_to_judge, server.requests)) == asked


def test_a_model_set_on_what_rules_planned_is_asked_only_about_what_changes(
    open_memory: OpenMemory,
) -> None:
    plain = open_memory()
    plain.ingest(*TALKS, ORCHARD)
    by_rules = {item.decision.uid for item in plain.decisions()}
    assert any(item.decision.layer == "person" for item in plain.decisions())
    with LoopbackModel(reader(judge=verdict(Verdict.MERGE))) as server:
        memory = open_memory(plain.space, **settings_for(server))
        memory.reconcile()
        memory.add_turn("elsewhere", "I planted a plum tree.", speaker="Ottoline")
        memory.ingest()
        assert not any(map(asked_to_judge, server.requests))
        assert {item.decision.uid for item in memory.decisions()} == by_rules

        # Of a merge by hand, the things that two people have who are now one.
        memory.merge("garden/Ana", "orchard/Anna")
        asked = [judged_in(request) for request in server.requests if asked_to_judge(request)]
        assert asked == [("garden", "orchard")]
        in_force = [item.decision for item in memory.decisions()]
        assert by_rules < {item.uid for item in in_force}
        deciders = Counter(item.decided_by for item in in_force if item.uid not in by_rules)
        assert deciders == {Decider.PERSON: 1, Decider.MODEL: 1}
        # And that some was decided by rules, some by the model, is no flaw.
        assert memory.check_layers().differences == ()
        assert sum(map(asked_to_judge, server.requests)) == 1

        memory.reconcile(anew=True)
        everywhere = {judged_in(request) for request in server.requests if asked_to_judge(request)}
        assert everywhere > {("garden", "orchard")}


def a_closed_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


def test_a_spent_budget_stops_cleanly_and_the_next_run_goes_on(open_memory: OpenMemory) -> None:
    with LoopbackModel(reader()) as server:
        whole = open_memory(**settings_for(server))
        whole.ingest(*TALKS)
        at_once = whole_graph(whole)
        whole.delete_space()
        before = sum(not asked_to_judge(request) for request in server.requests)

        spare: dict[str, Any] = {"llm_budget": "1 tokens", "llm_parallel": 1}
        for run in range(1, len(PLACES)):
            memory = open_memory(whole.space, **settings_for(server, **spare))
            receipt = memory.ingest(*(TALKS if run == 1 else ()))
            workspace = workspace_of(receipt)
            assert workspace.sessions == 1
            assert workspace.sessions_pending == len(PLACES) - run
            assert any("budget of 1 tokens is spent" in note for note in workspace.notes)
            assert len(read_by(memory)) == run
        last = open_memory(whole.space, **settings_for(server))
        assert workspace_of(last.ingest()).sessions_pending == 0
        assert differences(whole_graph(last), at_once) == []
        # Nothing that was read was read again.
        asked = sum(not asked_to_judge(request) for request in server.requests)
        assert asked - before == len(PLACES)


def test_the_model_decides_with_the_tools_and_its_transcript_is_kept(
    open_memory: OpenMemory,
) -> None:
    def decide(name: str) -> Any:
        merge = "job" not in name  # the people of one name too, else nothing of theirs is looked at
        return verdict(
            Verdict.MERGE if merge else Verdict.SEPARATE, reason=f"So says the model of {name}."
        )

    with LoopbackModel(reader(judge=looks_first(by_name(decide)))) as server:
        memory = open_memory(**settings_for(server))
        memory.ingest(HARBOUR, HILLS)
        made = [
            item.decision
            for item in memory.decisions()
            if item.decision.decided_by is Decider.MODEL
        ]
        assert {one.verdict for one in made} == {Verdict.MERGE, Verdict.SEPARATE}
        for one in made:
            assert (one.model, one.layer) == (MODEL, "person")
            assert one.reason.startswith("So says the model of ")
            # It was shown both sides, and looked once more by itself.
            shown, clashes, call = one.tools
            assert clashes.tool == "detect_contradictions"
            assert shown.result == call.result
            assert call.tool == "compare_entities_across_conversations"
            assert set(call.arguments.values()) >= {"harbour", "hills"}
            assert call.result
            assert any(call.tool in line for line in one.transcript)
            assert ("job" in one.reason) == (one.verdict is Verdict.SEPARATE)
            # Read from the graph again, it is the same.
            assert memory.decision(one.uid).decision == one

        # The same evidence is not judged twice, and what it decided is undone like all else.
        judged = sum(map(asked_to_judge, server.requests))
        assert judged > 0
        memory.ingest(HARBOUR, HILLS)
        merge = next(one for one in made if one.verdict is Verdict.MERGE)
        memory.undo(merge.uid)
        memory.reconcile()
        assert sum(map(asked_to_judge, server.requests)) == judged
    in_force = {item.decision.uid for item in memory.decisions()}
    assert merge.uid not in in_force


def test_a_wrong_key_is_an_error_and_the_record_is_kept(open_memory: OpenMemory) -> None:

    with LoopbackModel(reader(), api_key="right") as server:
        memory = open_memory(**settings_for(server, llm_api_key=SecretStr("wrong")))
        with pytest.raises(LlmSetupError):
            memory.ingest(GARDEN)
    assert [item.turns for item in memory.conversations()] == [6]
    rules = open_memory(memory.space)
    assert workspace_of(rules.ingest()).sessions == 2


def test_the_model_judges_people_too(open_memory: OpenMemory) -> None:
    with LoopbackModel(reader(judge=verdict(Verdict.MERGE))) as server:
        memory = open_memory(**settings_for(server))
        memory.ingest(HARBOUR, HILLS)
        asked = [request.texts("user")[0] for request in server.requests if asked_to_judge(request)]
        assert sum("- person: Lea" in text for text in asked) == 1
        assert "belongs to: Lea (person:" in "".join(asked)
        of_people = [
            item.decision for item in memory.decisions() if item.decision.left.kind == "person"
        ]
        judged = [item for item in of_people if item.right.kind == "person"]
        assert [(item.decided_by, item.model) for item in judged] == [(Decider.MODEL, MODEL)]
        assert judged[0].transcript
        before = len(server.requests)
        memory.reconcile()
        assert len(server.requests) == before


def test_pairs_that_the_rules_judged_are_told_in_the_receipt(open_memory: OpenMemory) -> None:
    with LoopbackModel(reader(judge=fails(500))) as server:
        memory = open_memory(**settings_for(server, llm_attempts=1))
        receipt = memory.ingest(HARBOUR, HILLS)
    assert receipt.reconciled is not None
    assert receipt.reconciled.notes
    assert all("judged by the rules" in note for note in receipt.reconciled.notes)
    assert all(item.decision.decided_by is Decider.RULE for item in memory.decisions())


def test_a_key_that_is_refused_is_an_error_when_judging_too(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, HILLS)
    before = whole_graph(memory)
    with LoopbackModel(reader(), api_key="right") as server:
        given = settings_for(server, llm_api_key=SecretStr("wrong"))
        wrong = open_memory(memory.space, **given)
        with pytest.raises(LlmSetupError):
            wrong.reconcile(anew=True)
    assert differences(whole_graph(memory), before) == []
