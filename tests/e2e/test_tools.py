"""The tools on the packaged sample: from Python, as a model calls them, on the command line."""

import json
from datetime import date

import pytest

from graphmem.errors import AmbiguousNameError, InputError, NotFoundError
from graphmem.memory import Memory
from graphmem.model.decision import MergePolicy
from graphmem.model.tools import FindingKind, Order
from graphmem.operations import call_operation
from graphmem.toolbox import Toolbox
from tests.conftest import OpenMemory
from tests.e2e.conftest import Ingested, Run
from tests.talk import GARDEN, HARBOUR, HILLS


@pytest.fixture
def tools(sample: Ingested) -> Toolbox:
    return sample.memory.tools


# ---- the worked example


def test_johns_job_has_three_dated_roles_with_partner_speaker_and_turn(tools: Toolbox) -> None:
    found = tools.get_entity_timeline("job", "John")
    told = {(entry.role, entry.partners, entry.turn_id) for entry in found.entries}
    assert told >= {
        ("software_engineer", ("Maria",), "john-maria/D4:7"),
        ("team_lead", ("Tim",), "tim-john/D2:3"),
        ("startup_founder", ("James",), "james-john/D1:4"),
    }
    assert {entry.speaker for entry in found.entries} == {"John"}
    assert len({entry.entity_uid for entry in found.entries if entry.role}) == 1
    moments = [entry.role for entry in found.entries if entry.role is not None]
    assert moments.index("software_engineer") < moments.index("team_lead")
    assert moments.index("team_lead") < moments.index("startup_founder")


@pytest.mark.parametrize(
    ("name", "conversations"),
    [("TechCorp", {"john-maria", "james-john"}), ("Austin", {"tim-john", "james-john"})],
)
def test_what_nobody_owns_has_a_timeline_too(
    tools: Toolbox, name: str, conversations: set[str]
) -> None:
    found = tools.get_entity_timeline(name, "John")
    assert {entry.conversation_id for entry in found.entries} >= conversations


def test_his_two_relationships_stand_side_by_side_and_are_two(tools: Toolbox) -> None:
    found = tools.get_entity_timeline("relationship", "John")
    states = {entry.entity_uid: set[str]() for entry in found.entries}
    for entry in found.entries:
        states[entry.entity_uid].update(entry.states)
    with_sarah, with_lisa = sorted(states.values(), key=lambda names: "married_to_Lisa" in names)
    assert "dating_Sarah" in with_sarah
    assert "married_to_Lisa" in with_lisa
    with pytest.raises(AmbiguousNameError) as raised:
        tools.detect_contradictions("John's relationship")
    assert {one.uid for one in raised.value.candidates} == states.keys()


def test_one_conversation_tells_mentions_and_statements(tools: Toolbox) -> None:
    found = tools.get_conversation_context("john-maria", "john_job")
    assert found.entity == "John's job"
    assert set(found.people) == {"John", "Maria"}
    assert any("software engineer at TechCorp" in mention.quote for mention in found.mentions)
    assert {item.conversation_id for item in found.statements} == {"john-maria"}


def test_two_conversations_side_by_side(tools: Toolbox) -> None:
    found = tools.compare_entities_across_conversations("job", "john-maria", "james-john")
    assert "software_engineer" in found.a.roles
    assert "startup_founder" in found.b.roles
    assert "named Seattle" in found.only_a  # the other side leaves it unsaid
    assert found.order is Order.A_FIRST


def test_contradictions_have_both_quotes_and_a_way_out(tools: Toolbox) -> None:
    found = tools.detect_contradictions("john_location")
    (home,) = [item for item in found.findings if item.predicate == "home"]
    assert home.kind is FindingKind.EVOLUTION
    assert "Seattle" in home.earlier.quote
    assert "Austin" in home.later.quote
    assert "from Seattle to Austin" in home.resolution
    kinds = {(item.kind, item.predicate) for item in tools.detect_contradictions("John").findings}
    assert kinds >= {(FindingKind.EVOLUTION, slot) for slot in ("work", "home", "partner")}


def test_the_answers_that_replaced_others_say_so_in_the_graph(sample: Ingested) -> None:
    rows = sample.memory.cypher(
        "MATCH (a:Answer {space: $space})-[link:SUPERSEDES]->(b:Answer) "
        "RETURN link.about, a.text, b.text",
        parameters={"space": sample.memory.space},
    ).rows
    work = [(later, earlier) for slot, later, earlier in rows if slot == "work"]
    assert any("team lead" in later and "engineer" in earlier for later, earlier in work)


def test_two_people_on_one_topic(tools: Toolbox) -> None:
    found = tools.compare_people("job", "John", "Priya")
    assert {item.subject for item in found.b.statements} == {"Priya"}
    assert any(line.startswith("work: ") and "conservator" in line for line in found.differences)
    assert "named TechCorp" in found.only_a


# ---- what was known when, and to whom


@pytest.mark.parametrize("as_of", ["2023-08-01", date(2023, 8, 1)])
def test_as_of_sees_only_what_was_said_by_then(tools: Toolbox, as_of: str | date) -> None:
    found = tools.get_entity_timeline("job", "John", as_of=as_of)
    roles = {entry.role for entry in found.entries}
    assert "team_lead" in roles
    assert not {"startup_founder", "former_employee"} & roles
    assert tools.detect_contradictions("john_location", as_of="2023-11-01").findings == ()


def test_known_to_sees_only_what_that_person_was_there_to_hear(tools: Toolbox) -> None:
    found = tools.get_entity_timeline("job", "John", known_to="Maria")
    assert {entry.conversation_id for entry in found.entries} == {"john-maria"}
    with pytest.raises(NotFoundError) as raised:
        tools.get_conversation_context("james-john", "job", known_to="Maria")
    assert "tim-john" not in str(raised.value)
    # To himself all of it, whichever of his conversations it was said in.
    his = tools.get_entity_timeline("job", "John", known_to="John")
    assert len({entry.conversation_id for entry in his.entries}) == 3


def test_somebody_out_of_sight_is_not_named(tools: Toolbox) -> None:
    with pytest.raises(NotFoundError) as raised:
        tools.detect_contradictions("Priya", known_to="Maria")
    assert "Owen" not in str(raised.value)
    found = tools.compare_people("Seattle", "John", "Maria", known_to="Maria")
    assert set(found.a.conversation_ids) == {"john-maria"}


def test_what_had_not_begun_by_then_is_left_out(memory: Memory) -> None:
    memory.ingest(HARBOUR, HILLS)
    tools = memory.tools
    everything = tools.get_conversation_context("hills", "Lea")
    by_may = tools.get_conversation_context("hills", "Lea", as_of="2024-05-05")
    assert 0 < len(by_may.statements) < len(everything.statements)
    assert all(item.said_at.month < 6 for item in by_may.statements)


# ---- names that fit two


def test_a_name_that_fits_two_asks_back_and_its_answer_works(
    sample: Ingested, tools: Toolbox
) -> None:
    with pytest.raises(AmbiguousNameError, match="Which Peter") as raised:
        tools.get_conversation_context("dana-alex", "Peter")
    assert len(raised.value.candidates) == 2
    for candidate in raised.value.candidates:
        assert candidate.example.startswith("dana-alex/")
        assert tools.get_conversation_context("dana-alex", candidate.uid).statements
    assert sample.memory.space


def test_namesakes_are_told_apart_by_place(open_memory: OpenMemory) -> None:
    memory = open_memory(merge_policy=MergePolicy.BY_ID)
    memory.ingest(HARBOUR, HILLS)
    with pytest.raises(AmbiguousNameError) as raised:
        memory.tools.get_entity_timeline("job", "Lea")
    assert {one.told_apart.split(":")[0] for one in raised.value.candidates} == {
        "takes part in harbour",
        "takes part in hills",
    }
    here = memory.tools.get_entity_timeline("job", "hills/Lea")
    assert {entry.conversation_id for entry in here.entries} == {"hills"}


def test_what_the_space_does_not_hold_is_not_found(memory: Memory) -> None:
    memory.ingest(GARDEN)
    for name in ("submarine", "entity:0", "garden/submarine", ""):
        with pytest.raises(NotFoundError):
            memory.tools.detect_contradictions(name)
    with pytest.raises(NotFoundError, match="no conversation"):
        memory.tools.get_conversation_context("orchard", "tulips")
    with pytest.raises(NotFoundError, match="called 'Zoe'"):
        memory.tools.compare_people("tulips", "Ana", "Zoe")


def test_what_is_no_text_is_refused_by_name(memory: Memory) -> None:
    with pytest.raises(InputError, match="entity_name is no text"):
        memory.tools.get_entity_timeline(None, "Ana")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="conv_A is no text"):
        memory.tools.compare_entities_across_conversations("job", 1, "c")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="entity_id is no text"):
        memory.tools.detect_contradictions(b"job")  # type: ignore[arg-type]


def test_a_turn_that_only_mentions_something_is_among_its_mentions(memory: Memory) -> None:
    memory.ingest(GARDEN)
    found = memory.tools.get_conversation_context("garden", "cactus")
    assert [item.turn_id for item in found.statements] == ["garden/D1:2"]
    assert [(mention.turn_id, mention.quote) for mention in found.mentions] == [
        ("garden/D1:2", "I only bought a cactus"),
        ("garden/D1:3", "Does the cactus have a name?"),
    ]


# ---- language models, and the command line


def test_a_model_calls_the_tools_by_name(sample: Ingested, tools: Toolbox) -> None:
    given = {"entity_name": "job", "person_id": "John", "as_of": "2023-08-01", "known_to": None}
    told = call_operation(sample.memory, "get_entity_timeline", given)
    assert "of John, in time:" in told
    assert "tim-john/" in told
    assert "james-john/" not in told
    with pytest.deprecated_call():
        entries = json.loads(tools.call("get_entity_timeline", given))["entries"]
    assert {entry["conversation_id"] for entry in entries} == {"john-maria", "tim-john"}


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("detect_contradictions", '{"entity_id": "Peter"}', "Which Peter"),
        ("detect_contradictions", '{"entity_id": "submarine"}', "Nothing here is called"),
        ("detect_contradictions", '{"entity_id": "John", "as_of": "soon"}', "is no date"),
        ("detect_contradictions", "{}", "entity_id"),
        ("detect_contradictions", "nonsense", "cannot be used"),
        ("delete_everything", "{}", "There is no tool"),
    ],
)
def test_what_a_model_gets_wrong_it_is_told(
    sample: Ingested, name: str, arguments: str, said: str
) -> None:
    assert said in call_operation(sample.memory, name, arguments)


def test_the_command_line_prints_tables(sample: Ingested, graphmem: Run) -> None:
    space = sample.memory.space
    shown = graphmem("timeline", "job", "-p", "John", space=space)
    assert shown.code == 0
    assert "software engineer" in shown.out
    assert "tim-john/D2:3" in shown.out
    compared = graphmem("compare", "job", "john-maria", "james-john", space=space)
    assert "startup founder" in compared.out
    (found,) = graphmem("contradictions", "John", "--json", space=space).objects
    assert {item["kind"] for item in found["findings"]} == {"evolution"}


def test_the_command_line_asks_back(sample: Ingested, graphmem: Run, graphmem_process: Run) -> None:
    space = sample.memory.space
    asked = graphmem_process("context", "dana-alex", "Peter", space=space)
    assert asked.code == 1
    assert "Which Peter?" in asked.err
    assert "dana-alex/D7:7" in asked.err
    (told,) = graphmem("context", "dana-alex", "Peter", "--json", space=space).objects
    assert told["error"] == "AmbiguousNameError"
    answer = graphmem("context", "dana-alex", told["candidates"][0]["uid"], "--json", space=space)
    assert answer.code == 0
