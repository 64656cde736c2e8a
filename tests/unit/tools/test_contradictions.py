from datetime import datetime
from typing import Any

import pytest

from graphmem.model.memory import KnownTelling
from graphmem.model.tools import Finding, FindingKind
from graphmem.model.workspace import EntityType, Kind, Modality, Network, Polarity
from graphmem.tools import Index, SnapshotTools
from tests.unit.reconciliation.build import days, later, since
from tests.unit.tools.harbour import JUNE, MARCH, SEPTEMBER, Harbour


def lives(world: Harbour, place: str, at: datetime, quote: str = "", **more: Any) -> None:
    more = {"conversation": "pond", "speaker": world.ana, "subject": world.ana, **more}
    world.say(
        more.pop("speaker"),
        f"Ana lives in {place}",
        at=at,
        predicate="live_in",
        object=place,
        quote=quote or f"I live in {place}",
        **more,
    )


def homes(world: Harbour) -> list[Finding]:
    found = world.tools().detect_contradictions("Ana").findings
    return [item for item in found if item.predicate == "home"]


def test_a_later_home_is_an_evolution_that_says_since_when() -> None:
    world = Harbour()
    lives(world, "Lund", MARCH)
    lives(world, "Malmo", SEPTEMBER, interval=since(datetime(2024, 8, 1)))
    (found,) = homes(world)
    assert found.kind is FindingKind.EVOLUTION
    assert (found.earlier.text, found.later.text) == ("Ana lives in Lund", "Ana lives in Malmo")
    assert "from Lund to Malmo by 2024-08-01" in found.resolution


def test_what_is_said_again_is_found_once_with_how_often_when_last_and_by_whom_else() -> None:
    world = Harbour()
    inn = world.thing(world.ana, "Anchor Inn", at=MARCH, conversation="pond", proper=True)
    love, *hate = (
        world.say(
            speaker,
            f"They {verb} the Anchor Inn",
            at=later(MARCH, day),
            conversation="pond",
            predicate=verb,
            names=[inn],
            kind=Kind.OPINION,
            network=Network.OPINION,
        )
        for day, (speaker, verb) in enumerate(
            [(world.ana, "love"), (world.bo, "hate"), (world.cy, "hate")]
        )
    )
    assert len(world.tools().detect_contradictions("Anchor Inn").findings) == 2
    told = tuple(
        KnownTelling(one.uid, one.conversation_id, one.turn_ids[0], one.speaker_uid, one.said_at)
        for one in hate
    )
    known = world.snapshot()._replace(tellings={one.uid: told for one in hate})
    (found,) = SnapshotTools(Index(known)).detect_contradictions("Anchor Inn").findings
    assert (found.earlier.statement_uid, found.earlier.times_told) == (love.uid, 1)
    assert (found.later.statement_uid, found.later.times_told) == (hate[0].uid, 2)
    assert (found.later.last_told_at, found.later.also_told_by) == (later(MARCH, 2), ("Cy",))


def test_two_homes_at_one_time_are_a_conflict() -> None:
    world = Harbour()
    lives(world, "Lund", JUNE, interval=since(MARCH))
    lives(world, "Malmo", later(JUNE, 1), interval=since(MARCH), conversation="harbour")
    (found,) = homes(world)
    assert found.kind is FindingKind.CONFLICT
    assert "pond/" in found.resolution
    assert "harbour/" in found.resolution


@pytest.mark.parametrize("quote", ["Actually, it's Malmo", "I meant Malmo", "No, wait, Malmo"])
def test_a_speaker_who_puts_it_right_corrects(quote: str) -> None:
    world = Harbour()
    lives(world, "Lund", MARCH)
    lives(world, "Malmo", MARCH, quote)
    (found,) = homes(world)
    assert found.kind is FindingKind.CORRECTION
    assert "withdrawn" in found.resolution


def test_two_speakers_at_one_time_disagree() -> None:
    world = Harbour()
    lives(world, "Lund", MARCH)
    lives(world, "Malmo", MARCH, "Ana lives in Malmo, surely", speaker=world.bo)
    (found,) = homes(world)
    assert found.kind is FindingKind.DISAGREEMENT
    assert "Ana and Bo do not agree" in found.resolution


@pytest.mark.parametrize(
    "more",
    [
        {"modality": Modality.PLANNED},
        {"modality": Modality.HYPOTHETICAL},
        {"polarity": Polarity.NEGATIVE},
    ],
)
def test_plans_ifs_and_denials_claim_nothing(more: dict[str, Any]) -> None:
    world = Harbour()
    lives(world, "Lund", MARCH)
    lives(world, "Malmo", MARCH, **more)
    assert homes(world) == []


def test_the_same_said_more_exactly_is_none() -> None:
    world = Harbour()
    lives(world, "Lund", MARCH)
    lives(world, "Lund Sweden", JUNE)
    assert homes(world) == []


def test_a_job_that_changes_is_an_evolution_and_named() -> None:
    found = Harbour().tools().detect_contradictions("Ana's job").findings
    assert [(item.kind, item.predicate) for item in found] == [(FindingKind.EVOLUTION, "work")]
    assert "from welder to foreman" in found[0].resolution


def test_two_firms_at_one_time_are_a_conflict() -> None:
    world = Harbour()
    tern = world.thing(
        world.ana, "Tern", at=MARCH, conversation="harbour", proper=True, type=EntityType.ORG
    )
    for uid, firm, place in ((world.keel, "Keel", "pond"), (tern, "Tern", "harbour")):
        world.say(
            world.ana,
            f"Ana works at {firm}",
            at=JUNE,
            conversation=place,
            predicate="work_at",
            object=firm,
            names=[uid],
            interval=since(MARCH),
        )
    found = world.tools().detect_contradictions("Ana").findings
    (conflict,) = [item for item in found if item.kind is FindingKind.CONFLICT]
    assert conflict.predicate == "employer"


def test_two_people_who_think_otherwise_of_one_thing_disagree() -> None:
    world = Harbour()
    pub = world.thing(world.ana, "Anchor Inn", at=MARCH, conversation="pond", proper=True)
    for speaker, verb in ((world.ana, "love"), (world.bo, "hate")):
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
    (found,) = world.tools().detect_contradictions("Anchor Inn").findings
    assert (found.kind, found.predicate) == (FindingKind.DISAGREEMENT, "opinion")


def test_said_and_later_denied_is_a_change_of_mind_on_one_day_a_conflict() -> None:
    kinds = []
    for days_after in (0, 40):
        world = Harbour()
        for polarity, at in (
            (Polarity.POSITIVE, MARCH),
            (Polarity.NEGATIVE, later(MARCH, days_after)),
        ):
            world.say(
                world.ana,
                "Ana eats meat",
                at=at,
                conversation="pond",
                predicate="eat",
                object="meat",
                polarity=polarity,
                kind=Kind.PREFERENCE,
            )
        found = world.tools().detect_contradictions("Ana").findings
        kinds += [item.kind for item in found if item.predicate == "eat"]
    assert kinds == [FindingKind.CONFLICT, FindingKind.EVOLUTION]


@pytest.mark.parametrize(
    ("year", "kind"), [(2019, FindingKind.EVOLUTION), (2024, FindingKind.CONFLICT)]
)
def test_said_and_denied_on_one_day_of_other_years_is_no_conflict(
    year: int, kind: FindingKind
) -> None:
    world = Harbour()
    for polarity, begin in ((Polarity.POSITIVE, 2024), (Polarity.NEGATIVE, year)):
        world.say(
            world.ana,
            f"Ana owned a boat in {begin}",
            at=MARCH,
            conversation="pond",
            predicate="own",
            object="boat",
            polarity=polarity,
            kind=Kind.FACT,
            interval=days(datetime(begin, 1, 1), datetime(begin + 1, 1, 1)),
        )
    found = world.tools().detect_contradictions("Ana").findings
    assert [item.kind for item in found if item.predicate == "own"] == [kind]
