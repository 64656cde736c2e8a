"""A name that fits two people or two things asks back; whatever tells them apart answers it."""

import pickle
from collections.abc import Mapping
from types import MappingProxyType

import pytest

from graphmem.errors import AmbiguousNameError, InputError, NotFoundError
from graphmem.model.decision import Layer, LayerEntity
from graphmem.model.workspace import EntityType
from graphmem.tools import AskingTools, Index
from tests.entities import plain_entity
from tests.unit.reconciliation.build import World, later
from tests.unit.tools.harbour import JUNE, MARCH, SEPTEMBER, Harbour

NOTHING: Mapping[str, str] = MappingProxyType({})


def tools(
    world: World,
    *layers: LayerEntity,
    canonical: Mapping[str, str] = NOTHING,
    is_person: Mapping[str, str] = NOTHING,
) -> AskingTools:
    index = Index(world.snapshot(), canonical)
    return AskingTools(index, {layer.uid: layer for layer in layers}, is_person)


def layer(uid: str, *members: str, conversation: str | None = None) -> LayerEntity:
    return plain_entity(
        uid=uid,
        layer=Layer.PERSON if conversation is None else Layer.CONVERSATION,
        conversation_id=conversation,
        key="x",
        name="x",
        type=EntityType.THING,
        aliases=(),
        proper=False,
        owner_uids=(),
        shared_with=(),
        tags=(),
        profile=(),
        members=members,
    )


class Peters(World):
    """Two who are called Peter, in two conversations, and a lamp in each."""

    def __init__(self) -> None:
        super().__init__()
        self.ida, self.one = self.talk("mill", "Ida", "Peter")
        self.uma, self.other = self.talk("quay", "Uma", "Peter")
        for speaker, place, trade in ((self.one, "mill", "miller"), (self.other, "quay", "pilot")):
            work = self.thing(speaker, "job", at=MARCH, conversation=place, owner=speaker)
            quote = f"I am a {trade}"
            self.role(speaker, work, trade, f"Peter is a {trade}", at=MARCH, quote=quote)
        self.lamps = [
            self.thing(self.ida, "lamp", at=MARCH, conversation="mill"),
            self.thing(self.uma, "lamp", at=MARCH, conversation="quay"),
        ]


def test_two_people_of_one_name_ask_back_with_what_sets_them_apart() -> None:
    world = Peters()
    with pytest.raises(AmbiguousNameError, match="Which Peter") as raised:
        tools(world).get_entity_timeline("job", "Peter")
    one, other = raised.value.candidates
    assert {one.uid, other.uid} == {world.one, world.other}
    assert (one.name, one.told_apart) == ("Peter", "takes part in mill: Peter is a miller")
    assert other.example.startswith("quay/")
    assert "“I am a pilot”" in other.example
    assert "uid" in raised.value.next_step
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.candidates) == (str(raised.value), raised.value.candidates)
    assert one.uid in str(again)


def test_two_who_are_one_human_do_not() -> None:
    world = Peters()
    one_man = tools(world, canonical={world.other: world.one})
    found = one_man.get_entity_timeline("job", "Peter")
    assert [entry.role for entry in found.entries] == ["miller", "pilot"]


@pytest.mark.parametrize("named", ["uid", "place"])
def test_a_uid_or_a_place_tells_which_is_meant(named: str) -> None:
    world = Peters()
    person = world.other if named == "uid" else "quay/Peter"
    found = tools(world).get_entity_timeline("job", person)
    assert [entry.role for entry in found.entries] == ["pilot"]


def test_within_a_conversation_only_whoever_takes_part_is_meant() -> None:
    world = Peters()
    found = tools(world).get_conversation_context("quay", "Peter's job")
    assert [item.text for item in found.statements] == ["Peter is a pilot"]
    assert found.entity == "Peter's job"


@pytest.mark.parametrize(
    "name", ["mill/Peter/job", "mill/peter/job", "job of nobody", "mill//lamp"]
)
def test_a_thing_is_named_by_place_and_owner(name: str) -> None:
    world = Peters()
    if name == "job of nobody":
        with pytest.raises(NotFoundError):
            tools(world).detect_contradictions(name)
    else:
        found = tools(world).get_conversation_context("mill", name)
        assert found.entity.endswith(("job", "lamp"))


def test_things_that_nobody_made_one_ask_back_and_those_made_one_do_not() -> None:
    world = Peters()
    with pytest.raises(AmbiguousNameError) as raised:
        tools(world).detect_contradictions("lamp")
    assert [one.told_apart for one in raised.value.candidates] == [
        "spoken of in mill",
        "spoken of in quay",
    ]
    # The answer to the question works as it stands.
    for candidate in raised.value.candidates:
        assert tools(world).detect_contradictions(candidate.uid).entity == "lamp"
    one, other = world.lamps
    layers = (
        layer("entity:one", one, conversation="mill"),
        layer("entity:other", other, conversation="quay"),
        layer("entity:both", "entity:one", "entity:other"),
    )
    assert tools(world, *layers).detect_contradictions("lamp").entity == "lamp"


def test_of_many_only_those_most_spoken_of_are_named() -> None:
    world = World()
    for number in range(15):
        (speaker,) = world.talk(f"talk-{number}", "Ida")
        lamp = world.thing(speaker, "lamp", at=MARCH, conversation=f"talk-{number}")
        for day in range(number):
            world.say(
                speaker,
                f"The lamp flickered {day}",
                at=later(MARCH, day),
                conversation=f"talk-{number}",
                names=[lamp],
            )
    with pytest.raises(AmbiguousNameError, match="fits 15, the 12 most") as raised:
        tools(world).detect_contradictions("lamp")
    assert len(raised.value.candidates) == 12
    assert "talk-14" in raised.value.candidates[0].told_apart


def test_one_who_is_spoken_of_elsewhere_is_found_with_what_is_said_there() -> None:
    world = Peters()
    spoken_of = world.thing(world.ida, "Uma", at=MARCH, conversation="mill", proper=True)
    world.say(world.ida, "Uma sold her boat", at=MARCH, conversation="mill", subject=spoken_of)
    above = layer("entity:uma", spoken_of, conversation="mill")
    with pytest.raises(AmbiguousNameError):
        tools(world, above).detect_contradictions("Uma")
    known = tools(world, above, is_person={"entity:uma": world.uma})
    for name in ("Uma", world.uma, spoken_of):
        found = known.get_conversation_context("mill", name)
        assert [item.text for item in found.statements] == ["Uma sold her boat"]


def test_a_timeline_shows_two_things_of_one_name_side_by_side() -> None:
    world = Harbour()
    layers = (
        layer("entity:first", world.job, conversation="pond"),
        layer("entity:second", world.later_job, conversation="harbour"),
    )
    found = tools(world, *layers).get_entity_timeline("job", "Ana")
    assert [(entry.role, entry.entity_uid) for entry in found.entries] == [
        ("welder", "entity:first"),
        ("foreman", "entity:second"),
    ]


@pytest.mark.parametrize("name", ["Ana's location", "ana_location", "ana's address"])
def test_what_is_told_of_somebody_is_asked_for_without_there_being_a_thing(name: str) -> None:
    world = Harbour()
    for place, at in (("Lund", MARCH), ("Malmo", SEPTEMBER)):
        world.say(
            world.ana,
            f"Ana lives in {place}",
            at=at,
            conversation="pond",
            predicate="live_in",
            object=place,
        )
    (found,) = tools(world).detect_contradictions(name).findings
    assert found.predicate == "home"
    entries = tools(world).get_entity_timeline("location", "Ana").entries
    assert [entry.text for entry in entries] == ["Ana lives in Lund", "Ana lives in Malmo"]


def test_a_comparison_takes_the_owner_whom_both_know_else_it_asks() -> None:
    world = Harbour()
    bakes = world.thing(world.bo, "job", at=MARCH, conversation="pond", owner=world.bo)
    world.role(world.bo, bakes, "baker", "Bo bakes bread", at=MARCH)
    found = tools(world).compare_entities_across_conversations("job", "pond", "harbour")
    assert (found.a.roles, found.b.roles) == (("welder",), ("foreman",))
    for place in ("mill", "quay"):
        for person in world.talk(place, "Gus", "Hal"):
            world.thing(person, "shed", at=JUNE, conversation=place, owner=person)
    with pytest.raises(AmbiguousNameError):
        tools(world).compare_entities_across_conversations("shed", "mill", "quay")


def test_people_are_compared_on_a_thing_on_words_and_on_a_slot() -> None:
    world = Harbour()
    bakes = world.thing(world.bo, "job", at=MARCH, conversation="pond", owner=world.bo)
    world.role(world.bo, bakes, "baker", "Bo bakes bread at Crumb", "works_at_Crumb", at=JUNE)
    found = tools(world).compare_people("job", "Ana", "Bo")
    assert [item.text for item in found.a.statements] == [
        "Ana welds hulls at Keel",
        "Ana leads the yard",
    ]
    assert [item.text for item in found.b.statements] == ["Bo bakes bread at Crumb"]
    assert found.only_a == ("named Keel",)
    assert found.only_b == ("named Crumb",)
    assert any(line.startswith("employer: Keel / Crumb") for line in found.differences)
    on_words = tools(world).compare_people("hulls", "Bo", "Ana")
    assert on_words.a.statements == ()
    assert [item.text for item in on_words.b.statements] == ["Ana welds hulls at Keel"]


def test_nobody_is_compared_with_themselves() -> None:
    world = Harbour()
    with pytest.raises(InputError, match="one human"):
        tools(world).compare_people("job", "Ana", "ana")


def test_whoever_takes_no_part_is_not_found() -> None:
    world = Peters()
    with pytest.raises(NotFoundError):
        tools(world).get_conversation_context("quay", "Ida's lamp")
    with pytest.raises(NotFoundError):
        tools(world).get_conversation_context("moor", "Ida")
