"""How answers stand to each other: by which rules, how many, and always the same."""

import random
from collections import Counter
from datetime import datetime
from typing import Any

import pytest

from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.memory import KnownStatement, Snapshot
from graphmem.model.tools import FindingKind
from graphmem.model.workspace import HOLDS, EntityType, Kind, Network, Polarity
from graphmem.tools import Index
from graphmem.tools.links import FOLLOWS_CAP, RELATED_CAP, answer_links
from tests.unit.reconciliation.build import World, later, since
from tests.unit.reconciliation.spaces import moved
from tests.unit.tools.harbour import JUNE, MARCH, SEPTEMBER, Harbour


def links(world: World, **meant: str) -> tuple[StatementLink, ...]:
    return answer_links(Index(world.snapshot()), meant)


def of_kind(found: tuple[StatementLink, ...], kind: LinkKind) -> list[tuple[str, str]]:
    return [(link.source, link.target) for link in found if link.kind is kind]


def lives(world: Harbour, place: str, at: datetime, **more: Any) -> KnownStatement:
    more = {"conversation": "pond", "subject": world.ana, "quote": f"I live in {place}", **more}
    return world.say(
        more.pop("speaker", world.ana),
        f"Ana lives in {place}",
        at=at,
        predicate="live_in",
        object=place,
        **more,
    )


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"at": SEPTEMBER}, LinkKind.SUPERSEDES),
        ({"at": MARCH, "quote": "Sorry, I meant Malmo"}, LinkKind.CORRECTS),
        ({"at": MARCH}, LinkKind.CONFLICTS_WITH),
    ],
)
def test_the_later_answer_points_at_the_earlier(more: dict[str, Any], kind: LinkKind) -> None:
    world = Harbour()
    one = lives(world, "Lund", MARCH)
    other = lives(world, "Malmo", **more)
    found = [link for link in links(world) if {one.uid, other.uid} == {*link[:2]}]
    assert found == [StatementLink(other.uid, one.uid, kind, "home")]


def test_two_speakers_who_disagree_conflict() -> None:
    world = Harbour()
    one = lives(world, "Lund", MARCH)
    other = lives(world, "Malmo", MARCH, speaker=world.bo)
    assert of_kind(links(world), LinkKind.CONFLICTS_WITH) == [(other.uid, one.uid)]


def test_the_same_said_again_supports_what_was_said_before() -> None:
    world = Harbour()
    first, second, third = (lives(world, "Lund", at) for at in (MARCH, JUNE, SEPTEMBER))
    assert of_kind(links(world), LinkKind.SUPPORTS) == sorted(
        [(second.uid, first.uid), (third.uid, second.uid)]
    )


def test_an_opinion_that_is_kept_takes_the_place_of_the_last_on_the_question_whatever_it_is() -> (
    None
):
    world = Harbour()
    said = [
        world.say(
            speaker,
            f"Asked “{question}”, Ana thinks: {opinion}",
            at=at,
            conversation="pond",
            predicate=HOLDS,
            object=question,
            kind=Kind.OPINION,
            network=Network.OPINION,
            polarity=polarity,
        )
        for speaker, question, opinion, polarity, at in (
            (world.ana, "Do we launch?", "Yes, the press is there.", Polarity.POSITIVE, MARCH),
            (world.ana, "Do we launch?", "No, it rains.", Polarity.NEGATIVE, later(MARCH, 0)),
            (world.ana, "Do we launch?", "No, it rains again.", Polarity.NEGATIVE, JUNE),
            (world.bo, "Do we launch?", "Yes, he says.", Polarity.POSITIVE, SEPTEMBER),
            (world.ana, "Do we paint?", "Yes, the hull is dry.", Polarity.POSITIVE, SEPTEMBER),
        )
    ]
    first, second, third, *_ = (one.uid for one in said)
    found = of_kind(links(world), LinkKind.SUPERSEDES)
    assert found == sorted([(second, first), (third, second)])
    told = world.tools().detect_contradictions("Ana").findings
    assert {one.kind for one in told} <= {FindingKind.EVOLUTION}


def test_a_fact_in_the_same_words_supports_and_another_of_its_verb_does_not() -> None:
    world = Harbour()
    said = [
        world.say(world.ana, text, at=at, conversation="pond", predicate="play", object="oboe")
        for text, at in (
            ("Ana plays the oboe in the harbour band", MARCH),
            ("Ana still plays the oboe in the harbour band", JUNE),
            ("Ana says playing the oboe badly scares gulls away", SEPTEMBER),
        )
    ]
    assert of_kind(links(world), LinkKind.SUPPORTS) == [(said[1].uid, said[0].uid)]


def test_said_and_denied_on_one_day_conflicts_but_being_tired_comes_and_goes() -> None:
    world = Harbour()
    for predicate, object_ in (("eat", "meat"), ("be", "tired")):
        for polarity, at in ((Polarity.POSITIVE, MARCH), (Polarity.NEGATIVE, later(MARCH, 9))):
            world.say(
                world.ana,
                f"Ana and {object_}",
                at=at,
                conversation="pond",
                predicate=predicate,
                object=object_,
                polarity=polarity,
                kind=Kind.PREFERENCE,
            )
    found = [link for link in links(world) if link.kind is LinkKind.SUPERSEDES]
    assert [link.about for link in found] == ["eat"]


def test_a_role_takes_part_through_the_answer_of_its_turn() -> None:
    world = Harbour()
    told = {}
    for role in (world.welds, world.leads):
        answer = world.say(world.ana, role.text, at=role.said_at, conversation=role.conversation_id)
        world.answers[-1] = told[role.uid] = answer._replace(turn_ids=role.turn_ids)
    expected = (told[world.leads.uid].uid, told[world.welds.uid].uid)
    assert of_kind(links(world), LinkKind.SUPERSEDES) == [expected]
    assert all(link.source.startswith("answer:") for link in links(world))


def test_without_an_answer_in_its_turn_a_role_takes_no_part() -> None:
    assert links(Harbour()) == ()


def test_people_who_think_otherwise_of_one_thing_conflict() -> None:
    world = Harbour()
    pub = world.thing(world.ana, "Anchor Inn", at=MARCH, conversation="pond", proper=True)
    said = [
        world.say(
            speaker,
            f"They {verb} the Anchor Inn",
            at=MARCH,
            conversation="pond",
            predicate=verb,
            object="Anchor Inn",
            names=[pub],
            kind=Kind.OPINION,
            network=Network.OPINION,
        )
        for speaker, verb in ((world.ana, "love"), (world.bo, "hate"))
    ]
    assert of_kind(links(world), LinkKind.CONFLICTS_WITH) == [(said[1].uid, said[0].uid)]


def of_a_boat(world: Harbour, count: int, *, subject: str | None = None) -> list[KnownStatement]:
    boat = world.thing(world.ana, "Tern", at=MARCH, conversation="pond", proper=True)
    return [
        world.say(
            world.ana,
            f"The boat did its thing number {number}",
            at=later(MARCH, number),
            conversation="pond",
            subject=subject or world.ana,
            predicate=f"do_{number}",
            names=[boat],
            kind=Kind.EVENT,
        )
        for number in range(count)
    ]


def test_what_is_told_next_of_one_subject_and_thing_follows() -> None:
    world = Harbour()
    one, two, three = of_a_boat(world, 3)
    found = links(world)
    assert sorted(of_kind(found, LinkKind.FOLLOWS)) == sorted(
        [(two.uid, one.uid), (three.uid, two.uid)]
    )
    # What follows is not told to be related besides.
    assert of_kind(found, LinkKind.RELATED) == [(three.uid, one.uid)]
    assert {link.about for link in found} == {"Tern"}


def test_no_answer_has_more_links_than_its_share() -> None:
    world = Harbour()
    boats = [
        world.thing(world.ana, name, at=MARCH, conversation="pond", proper=True)
        for name in ("Tern", "Gull", "Skua", "Petrel", "Auk")
    ]
    chance = random.Random(7)
    for number in range(60):
        world.say(
            chance.choice([world.ana, world.bo]),
            f"Something happened to boats for the {number}th time",
            at=later(MARCH, number % 9),
            conversation="pond",
            subject=world.ana,
            predicate=f"happen_{number}",
            names=chance.sample(boats, 3),
            kind=Kind.EVENT,
        )
    found = links(world)
    follows, related = (of_kind(found, kind) for kind in (LinkKind.FOLLOWS, LinkKind.RELATED))
    assert max(Counter(source for source, _ in follows).values()) == FOLLOWS_CAP
    assert max(Counter(source for source, _ in related).values()) == RELATED_CAP
    pairs = Counter(frozenset(link[:2]) for link in found)
    assert max(pairs.values()) == 1


def test_what_reconciliation_made_one_is_one_thing() -> None:
    world = Harbour()
    here = world.thing(world.ana, "boat", at=MARCH, conversation="pond")
    there = world.thing(world.ana, "Petrel", at=JUNE, conversation="harbour", proper=True)
    one = world.say(world.ana, "Ana bought a boat", at=MARCH, conversation="pond", names=[here])
    two = world.say(
        world.ana, "Ana painted the Petrel", at=JUNE, conversation="harbour", names=[there]
    )
    assert links(world) == ()
    merged = links(world, **{here: "entity:above", there: "entity:above"})
    assert of_kind(merged, LinkKind.FOLLOWS) == [(two.uid, one.uid)]


def test_who_is_spoken_of_is_the_one_who_talks() -> None:
    world = Harbour()
    spoken_of = world.thing(
        world.bo, "Annie", at=MARCH, conversation="pond", proper=True, type=EntityType.PERSON
    )
    one = lives(world, "Lund", JUNE, interval=since(MARCH))
    other = lives(
        world, "Malmo", later(JUNE, 1), speaker=world.bo, subject=spoken_of, interval=since(MARCH)
    )
    assert of_kind(links(world), LinkKind.CONFLICTS_WITH) == []
    found = links(world, **{spoken_of: world.ana})
    assert of_kind(found, LinkKind.CONFLICTS_WITH) == [(other.uid, one.uid)]


def told(found: tuple[StatementLink, ...], snapshot: Snapshot) -> set[tuple[str, str, str, str]]:
    texts = {item.uid: f"{item.turn_ids} {item.text}" for item in snapshot.answers}
    return {(texts[one], texts[two], kind.value, about) for one, two, kind, about in found}


def test_neither_the_order_nor_the_space_matters() -> None:
    world = Harbour()
    of_a_boat(world, 9)
    for number, place in enumerate(("Lund", "Malmo", "Lund", "Ystad")):
        lives(world, place, later(MARCH, number * 40))
    here = world.snapshot()
    expected = told(answer_links(Index(here), {}), here)
    assert {kind for _, _, kind, _ in expected} >= {"SUPERSEDES", "FOLLOWS", "RELATED"}
    for seed in range(5):
        chance = random.Random(seed)
        other = moved(here, f"space {seed}")
        mixed = Snapshot(
            other.space,
            tuple(chance.sample(other.people, len(other.people))),
            tuple(chance.sample(other.entities, len(other.entities))),
            tuple(chance.sample(other.roles, len(other.roles))),
            tuple(chance.sample(other.answers, len(other.answers))),
        )
        assert told(answer_links(Index(mixed), {}), mixed) == expected


def history(chance: random.Random, count: int) -> Harbour:
    world = Harbour()
    things = [
        world.thing(world.ana, name, at=MARCH, conversation="pond", proper=True)
        for name in ("Tern", "Gull")
    ]
    for number in range(count):
        verb, kind = chance.choice(
            [("live_in", Kind.FACT), ("love", Kind.OPINION), ("hate", Kind.OPINION)]
        )
        what = chance.choice(["Lund", "Malmo", "Tern"])
        world.say(
            chance.choice([world.ana, world.bo]),
            f"She will {verb} {what} {number}",
            at=later(MARCH, number // 3),
            conversation="pond",
            subject=world.ana,
            predicate=verb,
            object=what,
            names=chance.sample(things, chance.randrange(3)),
            polarity=chance.choice([Polarity.POSITIVE, Polarity.NEGATIVE]),
            kind=kind,
        )
    return world


@pytest.mark.parametrize("seed", range(30))
def test_what_is_said_later_changes_no_link_between_what_was_said_before(seed: int) -> None:
    whole = history(random.Random(seed), 60).snapshot()
    expected = set(answer_links(Index(whole), {}))
    assert {link.kind for link in expected} >= {LinkKind.CONFLICTS_WITH, LinkKind.RELATED}
    place = Index(whole).place
    in_time = sorted(whole.answers, key=lambda item: place[item.uid])[:45]
    before = {item.uid for item in in_time}
    found = answer_links(Index(whole._replace(answers=tuple(in_time))), {})
    assert set(found) == {link for link in expected if {*link[:2]} <= before}
