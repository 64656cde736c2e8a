"""A space that holds nothing says so: to a person with the spaces there are, to guests without."""

import pytest

from graphmem.clients.cli.requests import tell_if_empty
from graphmem.errors import NotFoundError
from graphmem.model.answer import Status
from graphmem.operations import OPERATIONS
from graphmem.operations.rendering import render_text
from tests.conftest import OpenMemory
from tests.e2e.conftest import Run

QUESTION = "When did Ana plant tulips?"


def test_no_answer_is_a_claim_that_nobody_said_it(open_memory: OpenMemory) -> None:
    memory = open_memory()
    assert memory.is_empty()
    answer = memory.ask(QUESTION)
    assert (answer.status, answer.confidence) == (Status.ABSTAINED, 0.0)
    assert answer.text == f"The space {memory.space!r} is empty: nothing was recorded in it."
    assert memory.search(QUESTION).notes == (answer.text,)
    assembled = memory.assemble(QUESTION, 400)
    assert (assembled.text, assembled.notes) == ("", (answer.text,))
    with pytest.raises(NotFoundError, match="is empty"):
        memory.tools.detect_contradictions("Ana")
    memory.add_turn("shed", "I planted tulips.", speaker="Ana")
    assert not memory.is_empty()
    assert "is empty" not in memory.ask("Who sold a boat?").text


def test_a_guest_of_one_space_is_told_of_no_other(open_memory: OpenMemory) -> None:
    other = open_memory()
    other.add_turn("shed", "I planted tulips.", speaker="Ana")
    memory = open_memory()
    assert other.space in {one.space for one in memory.spaces()}
    assert memory.space not in {one.space for one in memory.spaces()}
    needed = {"question": QUESTION, "entity_name": "job", "person_id": "Ana", "entity_id": "job"}
    needed |= {"conv_id": "c", "conv_A": "a", "conv_B": "b", "topic": "a", "person_A": "Ana"}
    needed |= {"person_B": "Bo", "uid": "x", "turn_id": "c/1", "conversation": "c", "name": "Ana"}
    for item in OPERATIONS:
        if item.writes:
            continue
        fields = item.request.model_fields
        given: dict[str, object] = {}
        if item.name == "assemble":
            given |= item.example
        elif item.name == "story":
            given |= {"about": "Ana"}
        elif item.name not in ("people", "entities"):
            given |= {name: value for name, value in needed.items() if name in fields}
        try:
            said = render_text(item.run(memory, item.request.model_validate(given)))
        except NotFoundError as error:
            said = str(error)
        assert other.space not in said, item.name


def test_a_person_is_told_which_spaces_there_are(
    graphmem: Run, open_memory: OpenMemory, capsys: pytest.CaptureFixture[str]
) -> None:
    memory = open_memory()
    for command in (
        ("ask", QUESTION),
        ("search", QUESTION),
        ("contradictions", "Ana"),
        ("ingest",),
    ):
        refused = graphmem(*command, space=memory.space)
        assert refused.code == 1, refused.out
        assert f"The space '{memory.space}' is empty" in refused.err
        assert "nobody said" not in (refused.out + refused.err).lower()
        assert refused.out == ""
    open_memory(f"0-{memory.space}").add_turn("shed", "I planted tulips.", speaker="Ana")
    listed = graphmem("people", space=memory.space)
    assert listed.code == 0
    assert f"0-{memory.space} (1 conversation)" in listed.err
    tell_if_empty(memory)
    assert "--space" in capsys.readouterr().err
