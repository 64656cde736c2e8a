"""Which statements replace or repeat earlier ones, by the packaged weights, on made-up talk."""

from datetime import datetime, timedelta
from typing import Any

from graphmem.model.links import LinkKind
from graphmem.model.memory import KnownStatement
from graphmem.model.tools import FindingKind
from graphmem.model.workspace import SAYS, Kind
from graphmem.tools import AskingTools, Index
from graphmem.tools.change_features import LEAST_LIKENESS, NEAREST, pairs_of
from graphmem.tools.changes import CHANGING, ChangeKind, ChangeWeights, KindOdds, shipped
from graphmem.tools.links import answer_links
from tests.unit.reconciliation.build import World, days
from tests.unit.tools.changing import stated

MARCH, APRIL, MAY = (datetime(2025, month, 4, 18) for month in (3, 4, 5))


class Launch(World):
    """Ana and Bo speak of a launch whose day is moved."""

    def __init__(self) -> None:
        super().__init__()
        self.ana, self.bo = self.talk("office", "Ana", "Bo")

    def launch(self, at: datetime, day: datetime, words: str, **more: Any) -> KnownStatement:
        session = f"S{at.month}"
        thing = self.thing(self.ana, "launch", at=at, conversation="office", session=session)
        given: dict[str, Any] = {"predicate": "be_planned_for", "kind": Kind.PLAN, **more}
        return self.say(
            self.ana,
            f"The launch is planned for {words}",
            at=at,
            conversation="office",
            session=session,
            subject=thing,
            object=words,
            interval=days(day, day + timedelta(days=1)),
            **given,
        )


def changing(world: World) -> list[tuple[str, str, LinkKind]]:
    snapshot = world.snapshot()
    meant = {one.uid: "launch" for one in snapshot.entities}
    kinds = {LinkKind.SUPERSEDES, LinkKind.CORRECTS, LinkKind.CONFLICTS_WITH}
    return [
        (link.source, link.target, link.kind)
        for link in answer_links(Index(snapshot), meant)
        if link.kind in kinds
    ]


def test_a_plan_that_moves_replaces_the_one_before() -> None:
    world = Launch()
    one = world.launch(MARCH, datetime(2025, 6, 12), "12 June 2025")
    other = world.launch(APRIL, datetime(2025, 6, 19), "19 June 2025")
    assert changing(world) == [(other.uid, one.uid, LinkKind.SUPERSEDES)]


def test_what_is_told_as_words_replaces_nothing() -> None:
    world = Launch()
    world.launch(MARCH, datetime(2025, 6, 12), "12 June 2025")
    world.launch(APRIL, datetime(2025, 6, 19), "19 June 2025", predicate=SAYS)
    assert changing(world) == []


def test_another_thing_replaces_nothing() -> None:
    world = Launch()
    world.launch(MARCH, datetime(2025, 6, 12), "12 June 2025")
    world.say(world.bo, "Bo likes tulips", at=APRIL, conversation="office", object="tulips")
    assert changing(world) == []


def test_contradictions_tell_from_what_to_what_it_changed() -> None:
    world = Launch()
    one = world.launch(MARCH, datetime(2025, 6, 12), "12 June 2025")
    other = world.launch(APRIL, datetime(2025, 6, 19), "19 June 2025")
    tools = AskingTools(Index(world.snapshot()), {}, {})
    (finding,) = tools.detect_contradictions("launch").findings
    assert finding.kind is FindingKind.EVOLUTION
    assert (finding.earlier.statement_uid, finding.later.statement_uid) == (one.uid, other.uid)
    assert finding.resolution == (
        "It changed from 12 June 2025 to 19 June 2025 by 2025-04-04: each holds for its own time."
    )


def test_only_the_most_alike_of_other_turns_are_judged() -> None:
    later = stated("z", "Ana takes six drops a day", turn="9", at=MAY)
    before = [stated(f"a{n}", f"Ana takes drop {n} of them", turn=str(n % 9)) for n in range(20)]
    same_turn = stated("same", "Ana takes six drops a day", turn="9", at=MAY)
    found = [pair.earlier.uid for pair in pairs_of(later, [*before, same_turn])]
    assert len(found) == NEAREST
    assert "same" not in found


def test_statements_with_few_words_in_common_are_no_pair() -> None:
    later = stated("z", "Ana takes six drops", turn="9")
    before = [stated("a", "Tulips grow slowly", turn="1"), stated("b", "Ana is tall", turn="2")]
    assert [pair.earlier.uid for pair in pairs_of(later, before)] == ["b"]
    assert list(pairs_of(later, before, least=LEAST_LIKENESS)) == []


def test_a_change_and_a_correction_are_sure_together() -> None:
    odds = {kind: KindOdds(bias=-9.0, weights={}, least=0.9) for kind in ChangeKind}
    odds |= {kind: KindOdds(bias=2.5, weights={}, least=0.9) for kind in CHANGING}
    odds[ChangeKind.CORRECTS] = KindOdds(bias=2.6, weights={}, least=0.9)
    weights = ChangeWeights(origin={}, kinds=odds)
    chances = weights.chances({})
    assert max(chances.values()) < 0.9
    assert weights.told(chances) is ChangeKind.CORRECTS


def test_the_weights_are_of_the_features_that_pairs_have() -> None:
    later = stated("z", "Ana takes six drops", turn="9")
    (pair,) = pairs_of(later, [stated("a", "Ana takes five drops", turn="1")])
    for odds in shipped().kinds.values():
        assert odds.weights.keys() == pair.features.keys()
