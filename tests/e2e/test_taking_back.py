"""What a person takes back or corrects is never stated again, and an undo puts it back."""

import asyncio
from datetime import datetime
from pathlib import Path

import pytest

from graphmem.aio import AsyncMemory
from graphmem.errors import InputError, NotFoundError
from graphmem.memory import Memory
from graphmem.model.answer import Status
from graphmem.model.chunk import ChunkSettings, ChunkStrategy
from graphmem.model.retraction import Retraction
from graphmem.model.workspace import ProposedAnswer, ProposedWorkspace, Quote, Reference
from graphmem.operations import call_operation
from tests.conftest import OpenMemory
from tests.e2e.conftest import Run
from tests.graph import differences, whole_graph
from tests.talk import make_conversation, make_session, write_lines

OFFICE = make_conversation(
    "office",
    make_session(
        1,
        [
            ("Ana", "I work at Contoso as a nurse, and I live in Graz."),
            ("Ben", "Nice. I planted forty tulips yesterday."),
        ],
    ),
    make_session(2, [("Ana", "I bought a red bicycle last Friday."), ("Ben", "It looks great!")]),
)
WORK = "Where does Ana work?"


def statements(memory: Memory, label: str = "Answer|Role") -> dict[str, str]:
    """The texts of what stands, by uid."""
    rows = memory.cypher(
        f"MATCH (s:{label} {{space: $space}}) RETURN s.uid, coalesce(s.text, s.name)",
        parameters={"space": memory.space},
    ).rows
    return {str(uid): str(text) for uid, text in rows}


def uid_of(memory: Memory, part: str, label: str = "Answer") -> str:
    [found] = [uid for uid, text in statements(memory, label).items() if part in text]
    return found


def told_anywhere(memory: Memory, word: str) -> dict[str, str]:
    """Where a word is told, by every way that tells what is known."""
    tools = memory.tools
    ways = {
        "ask": memory.ask(WORK).model_dump_json(exclude={"question"}),
        "ask yes or no": memory.ask("Does Ana work as a nurse?").model_dump_json(
            exclude={"question"}
        ),
        "assemble": memory.assemble(WORK, 600).text,
        "timeline": tools.get_entity_timeline("job", "Ana").model_dump_json(),
        "context": tools.get_conversation_context("office", "Ana").model_dump_json(),
        "compare people": tools.compare_people("work", "Ana", "Ben").model_dump_json(),
        "contradictions": tools.detect_contradictions("Ana").model_dump_json(),
        "entities": "".join(
            f"{found.profile} {found.tags}"
            for found in (memory.entity(item.uid) for item in memory.entities())
        ),
        "graph": memory.graph(
            next(one.uid for one in memory.people() if one.name == "Ana")
        ).model_dump_json(),
    }
    ways["turn"] = str(memory.turn("office/D1:1").statements)
    ways["person_timeline"] = str(memory.analytics("person_timeline", person="Ana").rows)
    for name in ("what_changed", "facts_by_predicate", "evidence_chains"):
        ways[name] = str(memory.analytics(name).rows)
    return {way: text for way, text in ways.items() if word in text}


def read_again(memory: Memory) -> None:
    """Have the sessions read anew: a turn that is said later changes what a chunk holds."""
    said = datetime(2024, 3, 1, 18, 30)
    memory.add_turn("office", "See you soon.", speaker="Ben", said_at=said, session_id="S1")
    receipt = memory.ingest()
    assert receipt.workspace is not None
    assert receipt.workspace.chunks


def test_what_is_taken_back_is_told_nowhere(open_memory: OpenMemory, tmp_path: Path) -> None:
    memory, beside = open_memory(), open_memory()
    file = write_lines(tmp_path / "office.jsonl", [OFFICE])
    memory.ingest(file)
    beside.ingest(file)
    other = whole_graph(beside)
    told = told_anywhere(memory, "Contoso")
    assert {"ask", "assemble", "timeline", "context", "graph", "turn"} <= told.keys()
    statement = uid_of(memory, "Contoso")
    links = memory.search(WORK).hits[0]

    made = memory.retract(statement, reason="A slip of the tongue.", by="Ana")

    assert made.text == "Ana works at Contoso as a nurse."
    assert made.turn_ids == ("office/D1:1",)
    assert not [text for text in statements(memory).values() if "Contoso" in text]
    assert told_anywhere(memory, "Contoso") == {}
    assert told_anywhere(memory, "nurse") == {}
    answer = memory.ask(WORK)
    assert answer.status is Status.ABSTAINED
    assert answer.reason is not None
    assert "taken back by Ana on" in answer.reason
    assert "A slip of the tongue." in answer.text
    assert "office/D1:1" in answer.text
    # What the same turn says besides stands, and the turn itself is found as it was said.
    assert "Graz" in memory.ask("Where does Ana live?").text
    assert links.text in {hit.text for hit in memory.search(WORK).hits}
    # Kept in history: the answer, the role that says the same, and its state.
    assert len(statements(memory, "Retracted")) == 3
    assert memory.retractions() == (made,)
    assert memory.check_layers().differences == ()

    memory.ingest(file)
    memory.reconcile(anew=True)
    assert told_anywhere(memory, "Contoso") == {}
    assert differences(other, whole_graph(beside)) == []


def test_a_turn_that_says_nothing_else_is_evidence_of_nothing(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(OFFICE)
    question = "What did Ana buy?"
    assert "bicycle" in memory.ask(question).text
    assert "bicycle" in memory.assemble(question, 600).text
    memory.retract(uid_of(memory, "bicycle"))
    answer = memory.ask(question)
    assert answer.status is Status.ABSTAINED
    assert answer.reason is not None
    assert answer.reason.startswith("It was taken back by hand on ")
    assert answer.evidence == ()
    assert "bicycle" not in memory.assemble(question, 600).text
    assert "bicycle" in "".join(hit.text for hit in memory.search(question).hits)


@pytest.mark.parametrize("cut_anew", [False, True])
def test_no_later_reading_states_it_again(open_memory: OpenMemory, cut_anew: bool) -> None:
    memory = open_memory()
    memory.ingest(OFFICE)
    made = memory.retract(uid_of(memory, "Contoso"))
    if cut_anew:
        memory = open_memory(
            memory.space, chunk_strategy=ChunkStrategy.FIXED, chunks=ChunkSettings(turns=1)
        )
    read_again(memory)
    assert told_anywhere(memory, "Contoso") == {}
    assert len(statements(memory, "Retracted")) == 3
    undone = memory.undo(made.uid)
    assert isinstance(undone, Retraction)
    assert not undone.in_force
    assert memory.ask(WORK).text == "nurse at Contoso"


def test_nor_does_a_caller(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(OFFICE)
    memory.retract(uid_of(memory, "Contoso"), by="Ana")
    fact = ProposedAnswer(
        speaker="Ana",
        subject=Reference(name="Ana"),
        text="Ana is employed at Contoso",
        predicate="be_employed_at",
        object="Contoso",
        evidence=(Quote(turn_id="D1:1", text="I work at Contoso"),),
    )
    admission = memory.add_facts("office", ProposedWorkspace(answers=(fact,)))
    assert admission.workspace.answers == ()
    [rejected] = admission.rejected
    assert "taken back by Ana" in rejected.reason
    assert not [text for text in statements(memory).values() if "Contoso" in text]


def test_an_undo_puts_everything_back(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(OFFICE)
    before = whole_graph(memory)
    made = memory.retract(uid_of(memory, "Contoso"))
    told = call_operation(memory, "undo", {"uid": made.uid})
    assert told.startswith("Only a person may undo that.")
    assert memory.retractions() == (made,)
    assert differences(before, whole_graph(memory))
    memory.undo(made.uid)
    assert differences(before, whole_graph(memory)) == []
    assert memory.check_layers().differences == ()
    assert memory.retractions() == ()
    [past] = memory.retractions(past=True)
    assert (past.uid, past.in_force) == (made.uid, False)
    with pytest.raises(InputError, match="undone already"):
        memory.undo(made.uid)
    again = memory.retract(made.statement_uid)
    assert again.uid != made.uid


def test_taken_back_twice_it_is_taken_back_once(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(OFFICE)
    answer, role = uid_of(memory, "Contoso"), uid_of(memory, "Contoso", "Role")
    made = memory.retract(answer, reason="A slip.")
    assert memory.retract(answer, reason="Once more.") == made
    assert memory.retract(role) == made
    with pytest.raises(InputError, match="taken back by hand"):
        memory.correct(answer, "Ana works at Fabrikam.")


def test_what_a_space_does_not_hold_is_not_taken_back(open_memory: OpenMemory) -> None:
    memory, beside = open_memory(), open_memory()
    memory.ingest(OFFICE)
    for uid in ("answer:0", uid_of(memory, "Contoso")):
        for refused in (beside.retract, lambda one: beside.correct(one, "Ana works at Fabrikam.")):
            with pytest.raises(NotFoundError):
                refused(uid)
    with pytest.raises(NotFoundError):
        beside.undo("retraction:0")


def test_a_correction_is_the_answer(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(OFFICE)
    statement = uid_of(memory, "Contoso")
    made = memory.correct(statement, "Ana works at Fabrikam.", reason="She moved.", by="Ben")
    assert made.corrected_to == "Ana works at Fabrikam."
    assert memory.correct(statement, "Ana works at Fabrikam.") == made
    for _ in range(2):
        assert told_anywhere(memory, "Contoso") == {}
        answer = memory.ask(WORK)
        assert (answer.status, answer.evidence_turn_ids) == (Status.ANSWERED, ("office/D1:1",))
        assert "Fabrikam" in answer.text
        assert {"assemble", "timeline", "context"} <= told_anywhere(memory, "Fabrikam").keys()
        read_again(memory)
        memory.reconcile(anew=True)
    rows = memory.cypher(
        """
        MATCH (r:Retraction {space: $space})-[:CORRECTED_BY]->(s:Answer)-[:STATED_BY]->(p)
        MATCH (s)-[:EVIDENCED_BY]->(t:Turn)
        RETURN DISTINCT s.text, s.extracted_by, p.name, t.dia_id, r.by, r.reason
        """,
        parameters={"space": memory.space},
    ).rows
    assert rows == (("Ana works at Fabrikam.", "by hand", "Ana", "D1:1", "Ben", "She moved."),)
    with pytest.raises(InputError, match="Undo retraction"):
        memory.correct(made.corrected_uids[0], "Ana works at Contoso as a nurse.")
    # What stands in its place can be taken back as well, and has to be put back first.
    later = memory.retract(made.corrected_uids[0])
    assert told_anywhere(memory, "Fabrikam") == {}
    with pytest.raises(InputError, match="Undo retraction"):
        memory.undo(made.uid)
    memory.undo(later.uid)
    assert "Fabrikam" in memory.ask(WORK).text
    memory.undo(made.uid)
    assert told_anywhere(memory, "Fabrikam") == {}
    assert memory.ask(WORK).text == "nurse at Contoso"


def test_a_correction_that_names_nobody_is_refused(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(OFFICE)
    statement = uid_of(memory, "Contoso")
    before = whole_graph(memory)
    for text, told in (
        ("Fabrikam.", "Write a whole sentence"),
        (" ", "between 1 and"),
        ("Ana works at Contoso as a nurse.", "says this already"),
    ):
        with pytest.raises(InputError, match=told):
            memory.correct(statement, text)
    assert differences(before, whole_graph(memory)) == []


def test_what_the_networks_cannot_read_stands_as_it_is_written(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(OFFICE)
    made = memory.correct(uid_of(memory, "bicycle"), "The red one Ana only borrowed.")
    assert len(made.corrected_uids) >= 1
    assert memory.check_layers().differences == ()


def test_asynchronously_as_well(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(OFFICE)
    statement = uid_of(memory, "tulips")

    async def run() -> tuple[Retraction, ...]:
        async with AsyncMemory(memory.settings) as other:
            made = await other.retract(statement)
            listed = await other.retractions()
            await other.undo(made.uid)
            return listed

    [listed] = asyncio.run(run())
    assert listed.statement_uid == statement
    assert memory.retractions() == ()


def test_on_the_command_line(open_memory: OpenMemory, graphmem: Run, graphmem_process: Run) -> None:
    memory = open_memory()
    memory.ingest(OFFICE)
    statement = uid_of(memory, "Contoso")
    text = "Ana works at Fabrikam."
    done = graphmem("correct", statement, text, "--by", "Ben", "--json", space=memory.space)
    assert done.code == 0, done.err
    [made] = done.objects
    assert (made["statement_uid"], made["corrected_to"]) == (statement, text)
    listed = graphmem("decisions", "retractions", space=memory.space)
    assert "corrected  Ana works at Contoso as a nurse." in listed.out
    assert f"instead: {text}" in listed.out
    undone = graphmem("decisions", "undo", made["uid"], space=memory.space)
    assert "(undone)" in undone.out
    taken = graphmem("retract", statement, "--reason", "A slip.", space=memory.space)
    assert "taken back" in taken.out
    assert "A slip. [office/D1:1]" in taken.out
    assert graphmem_process("retract", "answer:0", space=memory.space).code == 1
