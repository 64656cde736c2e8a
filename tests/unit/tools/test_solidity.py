"""When a statement is solid: told twice, old enough, a person's own; never while contradicted."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from graphmem.model.memory import KnownOutcome, KnownTelling
from graphmem.tools import Index, SnapshotTools
from graphmem.tools.solidity import STANDS_AFTER, is_solid
from tests.unit.tools.harbour import MARCH, Harbour

SOON, LATER = MARCH + STANDS_AFTER - timedelta(seconds=1), MARCH + STANDS_AFTER


def heard(to: datetime = SOON, **more: Any) -> KnownOutcome:
    return KnownOutcome(MARCH, to)._replace(**more)


@pytest.mark.parametrize(
    ("times_told", "outcome", "solid"),
    [
        (1, heard(), False),
        (2, heard(), True),
        (1, heard(LATER), True),
        (1, heard(LATER, replaced_at=SOON), False),
        (1, heard(LATER, replaced_at=LATER), True),
        (2, heard(replaced_at=SOON), True),
        (2, heard(LATER, contested=True), False),
        (2, heard(LATER, corrected=True), False),
        (1, heard(by_hand=True), True),
        (1, heard(by_hand=True, contested=True), True),
    ],
)
def test_what_is_solid(times_told: int, outcome: KnownOutcome, solid: bool) -> None:
    assert is_solid(times_told, [outcome]) is solid


def test_without_an_outcome_only_what_is_told_again_is() -> None:
    assert (is_solid(1, []), is_solid(2, [])) == (False, True)


def test_what_contradicts_one_of_those_that_say_the_same_contradicts_all() -> None:
    assert not is_solid(2, [heard(contested=True), heard(LATER)])


def test_what_is_said_again_after_it_was_put_right_is_told_anew() -> None:
    wrong, again = heard(corrected=True), heard()._replace(said_at=SOON)
    assert is_solid(2, [wrong, again])
    assert not is_solid(2, [heard(), again._replace(corrected=True)])


def test_the_tools_tell_it_of_all_that_says_the_same() -> None:
    world = Harbour()
    known = world.known()
    lone = SnapshotTools(Index(known)).get_entity_timeline("job", "ana").entries
    assert [one.solid for one in lone] == [False, False]

    outcomes = {world.welds.uid: heard(), world.leads.uid: heard(LATER)}
    aged = SnapshotTools(Index(known._replace(outcomes=outcomes)))
    assert [one.solid for one in aged.get_entity_timeline("job", "ana").entries] == [False, True]

    told = tuple(
        KnownTelling(one.uid, one.conversation_id, one.turn_ids[0], one.speaker_uid, one.said_at)
        for one in (world.welds, world.leads)
    )
    outcomes[world.leads.uid] = heard(LATER, contested=True)
    both = known._replace(outcomes=outcomes, tellings={world.welds.uid: told})
    first, _ = SnapshotTools(Index(both)).get_entity_timeline("job", "ana").entries
    assert (first.times_told, first.solid) == (2, False)
