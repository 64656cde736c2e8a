"""One person's memory: nothing that they did not hear comes into what they are told."""

import asyncio
import json
from collections.abc import Iterator

import httpx2
import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.aio import AsyncMemory
from graphmem.clients.http.keys import KeyFile
from graphmem.errors import InputError, NotFoundError
from graphmem.memory import Memory
from graphmem.operations import OPERATIONS, call_operation, operation
from graphmem.operations.catalogue import ALLOWED, run_bound
from graphmem.settings import Settings
from tests.e2e.conftest import Ingested
from tests.e2e.serving import served

SPACE = "one-app"
# Two users of one application, who never met.
SAID = (
    ("talk-ana", "ana-7", "Ana", "I am allergic to peanuts."),
    ("talk-ana", None, "assistant", "I will keep that in mind, Ana."),
    ("talk-ana", "ana-7", "Ana", "My sister Ruth lives in Porto."),
    ("talk-ana-2", "ana-7", "Ana", "I booked the restaurant Lumen for Friday."),
    ("talk-bo", "bo-9", "Bo", "I am allergic to shellfish and hate dancing."),
    ("talk-bo", None, "assistant", "Noted, Bo."),
    ("talk-bo", "bo-9", "Bo", "My sister Ines lives in Lyon."),
)


@pytest.fixture(scope="module")
def memory(live_settings: Settings, encoder: Encoder) -> Iterator[Memory]:
    settings = live_settings.model_copy(update={"space": SPACE})
    with Memory(settings, encoder=encoder) as opened:
        for number, (conversation, person, speaker, text) in enumerate(SAID):
            opened.add_turn(
                conversation,
                text,
                speaker=speaker,
                person_id=person,
                said_at=f"2024-03-01T10:{number:02}:00",
            )
        opened.ingest()
        yield opened
        opened.delete_space()


def test_a_search_sees_what_they_heard(memory: Memory) -> None:
    ana = memory.for_person("ana-7")
    found = {hit.conversation_id for hit in ana.search("allergic sister", limit=20).hits}
    assert found == {"talk-ana", "talk-ana-2"}
    everybody = {hit.conversation_id for hit in memory.search("allergic sister", limit=20).hits}
    assert "talk-bo" in everybody


def test_an_answer_is_of_their_own_talk(memory: Memory) -> None:
    asked = "Where does the sister live?"
    assert "Porto" in memory.for_person("ana-7").ask(asked).text
    told = memory.for_person("bo-9").ask(asked)
    assert "Porto" not in told.text
    assert all(item.conversation_id == "talk-bo" for item in told.evidence)


def test_anothers_life_stays_out_of_the_prompt(memory: Memory) -> None:
    messages = ["What should I not eat, and where does my sister live?"]
    hers = memory.for_person("ana-7").assemble(messages, 800)
    assert "peanuts" in hers.text
    for word in ("shellfish", "Lyon", "Ines", "Bo"):
        assert word not in hers.text
    both = memory.assemble(messages, 800)
    assert "shellfish" in both.text


def test_a_profile_is_of_what_they_heard(memory: Memory) -> None:
    hers = memory.for_person("ana-7").profile("ana-7")
    assert "Ruth" in hers.text
    assert hers.version is None  # that of the whole space alone is kept
    with pytest.raises(NotFoundError):
        memory.for_person("ana-7").profile("Bo")
    assert "Ruth" not in memory.profile("Bo").text


def test_the_tools_tell_only_what_they_heard(memory: Memory) -> None:
    tools = memory.for_person("ana-7").tools
    context = tools.get_conversation_context("talk-ana", "Ana")
    assert context.conversation_id == "talk-ana"
    with pytest.raises(NotFoundError):
        tools.get_conversation_context("talk-bo", "Bo")
    told = call_operation(
        memory, "detect_contradictions", {"entity_id": "Bo", "known_to": None}, person="ana-7"
    )
    assert "shellfish" not in told
    assert "Nothing here is called" in told
    with pytest.raises(InputError, match="another"):
        tools.detect_contradictions("Ana", known_to="bo-9")


def test_a_uid_and_a_name_mean_the_same_person(memory: Memory) -> None:
    (uid,) = [one.uid for one in memory.people() if one.person_id == "ana-7"]
    asked = "Where does the sister live?"
    texts = {memory.for_person(name).ask(asked).text for name in ("ana-7", uid, "Ana")}
    assert len(texts) == 1


def test_whoever_never_spoke_has_no_memory_yet(memory: Memory) -> None:
    nobody = memory.for_person("cy-1")
    for call in (
        lambda: nobody.search("allergic"),
        lambda: nobody.ask("Who is allergic?"),
        lambda: nobody.assemble("Hi", 100),
    ):
        with pytest.raises(NotFoundError, match="cy-1"):
            call()


def test_nothing_of_another_can_be_asked_for(memory: Memory) -> None:
    ana = memory.for_person("ana-7")
    with pytest.raises(InputError, match="another"):
        ana.search("allergic", known_to="bo-9")
    with pytest.raises(NotFoundError, match="takes part in none"):
        ana.search("allergic", conversation="talk-bo")
    with pytest.raises(NotFoundError, match="takes part in none"):
        ana.assemble("Hi", 100, at_hand="talk-bo")


def test_the_async_twin_sees_the_same(memory: Memory, encoder: Encoder) -> None:
    async def ask() -> str:
        async with AsyncMemory(memory.settings, encoder=encoder) as twin:
            return (await twin.for_person("ana-7").ask("Where does the sister live?")).text

    assert asyncio.run(ask()) == memory.for_person("ana-7").ask("Where does the sister live?").text


def test_one_human_in_two_conversations_hears_both(sample: Ingested) -> None:
    """John of two conversations was found to be one; his memory holds both."""
    johns = [one for one in sample.memory.people() if one.name == "John"]
    heard = {
        frozenset(hit.conversation_id for hit in sample.memory.for_person(one.uid).search(
            "job", limit=50).hits)
        for one in johns
    }  # fmt: skip
    assert all(found for found in heard)
    assert all(found <= {place for one in johns for place in one.conversation_ids}
               for found in heard)  # fmt: skip


@pytest.fixture(scope="module")
def api(
    memory: Memory, encoder: Encoder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx2.Client]:
    """A client with a key for Ana alone."""
    keys = KeyFile(tmp_path_factory.mktemp("keys") / "keys.json")
    text = keys.add(SPACE, person="ana-7").text
    with (
        served(memory.settings, encoder, keys=keys.path) as (address, _),
        httpx2.Client(
            base_url=address, timeout=180, headers={"authorization": f"Bearer {text}"}
        ) as client,
    ):
        yield client


def test_a_key_of_one_person_reads_theirs_alone(api: httpx2.Client) -> None:
    found = api.post("/v1/search", json={"question": "allergic sister", "limit": 20})
    assert {hit["conversation_id"] for hit in found.json()["hits"]} == {"talk-ana", "talk-ana-2"}
    prompt = api.post(
        "/v1/assemble", json={"messages": [{"speaker": "user", "text": "What can I not eat?"}]}
    )
    assert "peanuts" in prompt.json()["text"]
    assert "shellfish" not in prompt.text
    another = api.post("/v1/ask", json={"question": "What is Bo allergic to?", "known_to": "bo-9"})
    assert another.status_code == 403


def test_access_by_id_is_never_by_a_name(memory: Memory) -> None:
    for item in ("search", "ask", "profile"):
        given = {"question": "Who is allergic?", "name": "Bo"}
        fields = operation(item).request.model_fields
        asked = operation(item).asked(**{k: v for k, v in given.items() if k in fields})
        with pytest.raises(NotFoundError):
            run_bound(memory, operation(item), asked, "Bo")  # nobody has that as their id


def test_a_key_of_one_person_may_nothing_that_sees_more(api: httpx2.Client) -> None:
    allowed = {item.name for item in ALLOWED}
    assert {"ask", "search", "assemble", "add_turn", "timeline"} <= allowed
    for item in OPERATIONS:
        if item.name in allowed:
            continue
        path = f"/v1/{item.name.replace('_', '-')}"
        answered = (
            api.get(path, params=dict(item.example))
            if item.listing
            else api.post(path, json=dict(item.example))
        )
        assert answered.status_code == 403, (item.name, answered.text)


def test_a_key_of_one_person_says_their_turns_alone(api: httpx2.Client, memory: Memory) -> None:
    said = api.post(
        "/v1/add-turn",
        json={"conversation_id": "talk-ana", "text": "I moved to Faro.", "speaker": "Ana"},
    )
    assert said.status_code == 200
    (person,) = [one for one in memory.people(conversation="talk-ana") if one.name == "Ana"]
    assert person.person_id == "ana-7"
    for wrong in (
        {"conversation_id": "talk-bo", "text": "I love dancing.", "speaker": "Bo"},
        {"conversation_id": "talk-ana", "text": "So be it.", "speaker": "Bo", "person_id": "bo-9"},
    ):
        refused = api.post("/v1/add-turn", json=wrong)
        assert refused.status_code == 403
        assert "ana-7" in json.dumps(refused.json())
