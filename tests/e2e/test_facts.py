"""Facts that a caller made go through the same door, and live as long as what they rest on."""

from datetime import datetime

import pytest

from graphmem.errors import NotFoundError
from graphmem.memory import Memory
from graphmem.model.time import Precision, TimeInterval
from graphmem.model.workspace import (
    Part,
    ProposedAnswer,
    ProposedEntity,
    ProposedRole,
    ProposedState,
    ProposedWorkspace,
    Quote,
    Reference,
)
from tests.conftest import OpenMemory
from tests.e2e.test_workspace import NEVER
from tests.graph import differences, snapshot, whole_graph
from tests.talk import GARDEN, first_sessions

TULIPS = Quote(turn_id="D1:1", text="I planted forty tulips")
CACTUS = Quote(turn_id="D1:2", text="I only bought a cactus")
FALL = Quote(turn_id="D2:1", text="Spike fell off the window sill last Friday")


def fact(text: str, *evidence: Quote, speaker: str = "Ana", **more: object) -> ProposedAnswer:
    return ProposedAnswer.model_validate(
        {
            "speaker": speaker,
            "subject": Reference(name=speaker),
            "text": text,
            "predicate": "grow",
            "evidence": evidence,
            **more,
        }
    )


GIVEN = ProposedWorkspace(
    entities=(ProposedEntity(name="tulips", owner="Ana", evidence=(TULIPS,)),),
    roles=(
        ProposedRole.model_validate(
            {
                **fact("Ana is a gardener who grows tulips", TULIPS).model_dump(),
                "entity": Reference(name="hobby", owner="Ana"),
                "name": "gardener",
                "states": (ProposedState(name="grows_tulips", evidence=(TULIPS,)),),
            }
        ),
    ),
    answers=(
        fact(
            "Ana grows forty tulips in her garden",
            TULIPS,
            names=(Reference(name="tulips", owner="Ana"),),
            time="yesterday",
        ),
        fact(
            "Spike lay on the floor",
            FALL,
            speaker="Ben",
            subject=Reference(name="Spike"),
            predicate="lie",
            interval=TimeInterval(
                start=datetime(2024, 3, 1), end=datetime(2024, 3, 2), precision=Precision.DAY
            ),
        ),
    ),
)

LIES = {
    "there is no turn": fact("Ana grows tulips", Quote(turn_id="D9:9", text="tulips")),
    "does not stand": fact("Ana grows roses", Quote(turn_id="D1:1", text="I planted roses")),
    "was spoken by": fact("Ana bought a cactus", CACTUS),
    "context": fact("Ana grows tulips", TULIPS.model_copy(update={"part": Part.CONTEXT})),
    "take part": fact("Zoe grows tulips", TULIPS, speaker="Zoe"),
    "verb": fact("Ana", TULIPS),
}


def given(memory: Memory) -> set[str]:
    rows = memory.cypher(
        "MATCH (s:Statement {space: $space, extracted_by: 'caller'}) WHERE NOT s:State "
        "RETURN s.text",
        parameters={"space": memory.space},
    ).rows
    return {text for (text,) in rows}


TEXTS = {
    "Ana is a gardener who grows tulips",
    "Ana grows forty tulips in her garden",
    "Spike lay on the floor",
}


def test_what_the_turns_bear_out_is_kept_and_reconciled(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(GARDEN)
    admission = memory.add_facts("garden", GIVEN)
    assert admission.rejected == ()
    assert given(memory) == TEXTS
    memory.reconcile()
    rows = memory.cypher(
        """
        MATCH (a:Answer {space: $space, text: 'Ana grows forty tulips in her garden'})
        MATCH (a)-[:NAMES]->(:Entity)-[:RECONCILED_INTO]->(e:Entity {layer: 'conversation'})
        MATCH (a)-[:STATED_BY]->(speaker), (a)-[:EVIDENCED_BY]->(t:Turn)
        RETURN speaker.name, t.dia_id, e.key, a.text IN e.profile,
               a.valid_from = localdatetime('2024-02-29T00:00')
        """,
        parameters={"space": memory.space},
    ).rows
    assert rows == (("Ana", "D1:1", "tulip", True, True),)
    for offence, query in NEVER.items():
        assert memory.cypher(query).rows == (), offence
    # Given again, they are the same.
    before = whole_graph(memory)
    memory.ingest(GARDEN)
    assert memory.add_facts("garden", GIVEN) == admission
    memory.reconcile()
    assert differences(whole_graph(memory), before) == []


@pytest.mark.parametrize("reason", LIES)
def test_what_does_not_hold_is_rejected_with_the_reason(
    open_memory: OpenMemory, reason: str
) -> None:
    memory = open_memory()
    memory.ingest(GARDEN, record_only=True)
    before = snapshot(memory)
    lie = ProposedWorkspace(answers=(LIES[reason],))
    admission = memory.add_facts("garden", lie)
    assert admission.workspace.answers == ()
    (rejected,) = admission.rejected
    assert reason in rejected.reason
    assert snapshot(memory) == before
    # A lie does not take the truth down with it.
    mixed = GIVEN.model_copy(update={"answers": (LIES[reason], *GIVEN.answers)})
    assert len(memory.add_facts("garden", mixed).rejected) == 1
    assert given(memory) == TEXTS


def test_facts_of_a_conversation_that_is_not_there(open_memory: OpenMemory) -> None:
    memory = open_memory()
    with pytest.raises(NotFoundError, match="nowhere"):
        memory.add_facts("nowhere", GIVEN)


def test_facts_outlive_a_session_that_grows(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(GARDEN)
    memory.add_facts("garden", GIVEN)
    memory.ingest()
    at_once = whole_graph(memory)
    memory.delete_space()

    begun = first_sessions(GARDEN, 1)
    memory.ingest(begun)
    admission = memory.add_facts("garden", GIVEN)
    # What its turns do not bear out yet is told, and may be given again.
    assert len(admission.rejected) == 1
    memory.ingest(GARDEN)
    assert given(memory) == TEXTS - {"Spike lay on the floor"}
    memory.add_facts("garden", GIVEN)
    memory.ingest()
    assert given(memory) == TEXTS
    assert differences(whole_graph(memory), at_once) == []
