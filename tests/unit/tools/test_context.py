import pytest

from graphmem.errors import NotFoundError
from graphmem.model.decision import Layer
from graphmem.model.workspace import EntityType
from graphmem.reconciliation import key_uid
from graphmem.tools import Index, SnapshotTools
from tests.entities import plain_entity
from tests.unit.reconciliation.build import SPACE
from tests.unit.tools.harbour import JUNE, Harbour


def test_statements_mentions_and_answered_questions_of_one_conversation() -> None:
    world = Harbour()
    again = world.say(
        world.bo,
        "Bo has heard of Keel",
        at=JUNE,
        conversation="pond",
        names=[world.keel],
        quote="Oh, I've heard of Keel",
    )
    asked = world.ask(world.bo, "Where does Ana work?", world.welds)
    found = world.tools([asked]).get_conversation_context("pond", world.keel)
    assert found.entity == "Keel"
    assert found.people == ("Ana", "Bo") or found.people == ("Bo", "Ana")
    assert [item.text for item in found.statements] == [world.welds.text, again.text]
    assert [(m.speaker, m.quote) for m in found.mentions] == [
        ("Ana", "I weld hulls at Keel"),
        ("Bo", "Oh, I've heard of Keel"),
    ]
    (question,) = found.questions
    assert (question.question, question.asked_by) == ("Where does Ana work?", "Bo")
    assert question.turn_id == "pond/D9:1"
    assert [answer.statement_uid for answer in question.answers] == [world.welds.uid]


def test_only_that_conversation_speaks() -> None:
    world = Harbour()
    found = world.tools().get_conversation_context("harbour", "Ana's job")
    assert [item.text for item in found.statements] == ["Ana leads the yard"]
    assert world.tools().get_conversation_context("harbour", "Keel").statements == ()


def test_any_uid_of_it_means_the_same() -> None:
    world = Harbour()
    lasting = key_uid(SPACE, "pond", world.ana, "job")
    layer = plain_entity(
        uid="entity:above",
        layer=Layer.PERSON,
        conversation_id=None,
        key="job",
        name="job",
        type=EntityType.THING,
        aliases=(),
        proper=False,
        owner_uids=(world.ana,),
        shared_with=(),
        tags=(),
        profile=(),
        members=(world.job, world.later_job),
    )
    tools = SnapshotTools(Index(world.known()), {layer.uid: layer})
    found = [
        tools.get_conversation_context("pond", name).statements
        for name in (world.job, lasting, "entity:above", "Ana's job", "job")
    ]
    assert found[0]
    assert all(item == found[0] for item in found)


@pytest.mark.parametrize(("conversation", "name"), [("creek", "job"), ("pond", "yacht")])
def test_an_unknown_conversation_or_name_is_an_error(conversation: str, name: str) -> None:
    with pytest.raises(NotFoundError):
        Harbour().tools().get_conversation_context(conversation, name)
