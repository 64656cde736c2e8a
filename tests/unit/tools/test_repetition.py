"""What is said again in other words: near in meaning, of one subject, in one place."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

import pytest

from graphmem.model.links import LinkKind
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import HOLDS, SAYS, Kind, Modality, Polarity
from graphmem.tools import Index
from graphmem.tools.links import answer_links
from graphmem.tools.repetition import LEAST_COSINE, Pair
from tests.unit.reconciliation.build import World, days, later
from tests.unit.tools.harbour import JUNE, MARCH, Harbour

FIRST = "Ana cannot eat shellfish"
AGAIN = "Shellfish makes Ana ill"


def tell(world: Harbour, text: str, at: datetime = MARCH, **more: Any) -> KnownStatement:
    plain = {"conversation": "pond", "predicate": "avoid", "object": "shellfish", "kind": Kind.FACT}
    fields = plain | more
    return world.say(fields.pop("speaker", world.ana), text, at=at, subject=world.ana, **fields)


def supports(
    world: World, near: float = 0.9, meant: Mapping[str, str] | None = None
) -> list[tuple[str, str]]:
    def cosines(pairs: Collection[Pair]) -> Mapping[Pair, float]:
        return dict.fromkeys(pairs, near)

    found = answer_links(Index(world.snapshot()), meant or {}, cosines)
    return [link[:2] for link in found if link.kind is LinkKind.SUPPORTS]


def test_what_is_near_in_meaning_is_said_again() -> None:
    world = Harbour()
    first, again = tell(world, FIRST), tell(world, AGAIN, JUNE)
    assert supports(world, LEAST_COSINE) == [(again.uid, first.uid)]
    assert supports(world, LEAST_COSINE - 0.01) == []


def test_it_is_found_in_another_conversation_and_by_whom_else_it_is_said() -> None:
    world = Harbour()
    first = tell(world, FIRST, speaker=world.bo)
    again = tell(world, AGAIN, JUNE, conversation="harbour", speaker=world.cy)
    assert supports(world) == [(again.uid, first.uid)]


def test_another_word_in_its_place_says_something_else() -> None:
    world = Harbour()
    wipes: dict[str, Any] = {"predicate": "wipe", "kind": Kind.STATE}
    first = tell(world, "Ana wipes the deck with a wet cloth", object="deck", **wipes)
    tell(world, "Ana wipes the deck with a dry cloth instead", JUNE, object="the deck", **wipes)
    later_on = later(JUNE, 1)
    again = tell(
        world, "Ana wipes the deck with the wet cloth always", later_on, object="it", **wipes
    )
    assert supports(world) == [(again.uid, first.uid)]


@pytest.mark.parametrize(
    "more",
    [
        {"kind": Kind.STATE},
        {"polarity": Polarity.NEGATIVE},
        {"modality": Modality.POSSIBLE},
        {"predicate": "cook", "object": "dinner"},
        {"text": "Ana gets ill from 3 shellfish"},
        {"text": "Shellfish makes Ana ill on Mondays"},
        {"interval": days(JUNE, later(JUNE, 1))},
        {"predicate": SAYS},
        {"predicate": HOLDS},
    ],
    ids=lambda more: next(iter(more)) + " " + str(next(iter(more.values()))),
)
def test_what_is_put_otherwise_or_tells_of_something_else_is_not(more: dict[str, Any]) -> None:
    world = Harbour()
    tell(world, FIRST)
    tell(world, more.pop("text", AGAIN), JUNE, **more)
    assert supports(world) == []


def test_who_rents_a_boat_does_not_say_again_that_it_is_owned() -> None:
    world = Harbour()
    tell(world, "Ana owns the boat", predicate="own", object="boat")
    tell(world, "Ana rents the boat", JUNE, predicate="rent", object="boat")
    assert supports(world) == []


def test_of_another_subject_or_another_name_it_is_not_the_same() -> None:
    world = Harbour()
    gull, tern = (
        world.thing(world.ana, name, at=MARCH, conversation="pond", proper=True)
        for name in ("Gull", "Tern")
    )
    tell(world, "Ana avoids the Gull", names=[gull])
    tell(world, "Ana keeps away from the Tern", JUNE, names=[tern])
    world.say(world.bo, "Bo avoids shellfish", at=MARCH, conversation="pond", predicate="avoid")
    assert supports(world) == []
    # Unless both turn out to be one.
    assert len(supports(world, meant={gull: "entity:both", tern: "entity:both"})) == 1


def test_what_happened_is_the_same_only_at_the_same_time() -> None:
    swim = {"predicate": "swim", "object": "the lake", "kind": Kind.EVENT}
    june = days(JUNE, later(JUNE, 1))
    for first, again, same in (
        (None, None, False),
        (june, None, False),
        (june, days(later(JUNE, 2), later(JUNE, 3)), False),
        (june, june, True),
    ):
        world = Harbour()
        tell(world, "Ana swam in the lake", MARCH, interval=first, **swim)
        tell(world, "Ana took a swim in the lake", later(MARCH, 3), interval=again, **swim)
        assert bool(supports(world)) is same


def test_of_several_the_nearest_in_meaning_is_said_again_once() -> None:
    world = Harbour()
    told = [tell(world, f"{FIRST}, {word}", later(MARCH, day)) for day, word in enumerate("abc")]
    again = tell(world, AGAIN, JUNE)

    def cosines(pairs: Collection[Pair]) -> Mapping[Pair, float]:
        near = {told[0].uid: 0.85, told[1].uid: 0.95, told[2].uid: 0.9}
        return {pair: near[pair[1]] if pair[0] == again.uid else 0.0 for pair in pairs}

    found = answer_links(Index(world.snapshot()), {}, cosines)
    linked = [link.target for link in found if link.source == again.uid and link.kind == "SUPPORTS"]
    assert linked == [told[1].uid]
