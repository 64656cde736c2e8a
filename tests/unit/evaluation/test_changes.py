"""Links between what turns say, worked out by hand on made-up talk."""

from pathlib import Path
from typing import Any

import pytest

from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.evaluation.changes import (
    CHANGES,
    LinkCounts,
    Linked,
    LinkFigures,
    gold_links,
)
from graphmem.evaluation.corpus import GoldConversation, GoldHeader, GoldTurn
from graphmem.evaluation.corpus_parts import chunks_of
from graphmem.evaluation.extracted_statements import by_networks
from graphmem.settings import load_settings
from graphmem.tools.changes import ChangeKind
from tests.unit.evaluation.gold import HEADER, statement

SUPERSEDES, CORRECTS = ChangeKind.SUPERSEDES, ChangeKind.CORRECTS


def turn(number: int, text: str, **links: Any) -> dict[str, Any]:
    """A turn of Ana's, a month after the one before."""
    identity = f"{number}:1"
    said = statement(f"{identity}a", text, text, subject="ana", predicate="be", **links)
    at = f"2025-0{number}-04T18:00:00"
    return {"id": identity, "speaker": "ana", "at": at, "text": text, "statements": [said]}


def talk(*turns: dict[str, Any]) -> GoldConversation:
    return GoldConversation(
        folder=Path("tulips"),
        header=GoldHeader.model_validate(HEADER),
        sessions=tuple((GoldTurn.model_validate(one, strict=False),) for one in turns),
        questions=(),
    )


DOSES = talk(
    turn(1, "I take five drops."),
    turn(2, "I take six drops.", supersedes=["1:1a"]),
    turn(3, "I take seven drops.", supersedes=["2:1a"]),
    turn(4, "It was never seven.", corrects=["3:1a"]),
)


def counted(*stored: Linked, told: tuple[str, ...] = ()) -> dict[str, LinkFigures]:
    counts = LinkCounts()
    counts.add(DOSES, stored, told)
    return {row.name: row for row in counts.rows()}


def test_gold_links_are_between_turns() -> None:
    assert gold_links(DOSES) == {
        Linked(SUPERSEDES, "2:1", "1:1"),
        Linked(SUPERSEDES, "3:1", "2:1"),
        Linked(CORRECTS, "4:1", "3:1"),
    }


def test_a_link_within_a_turn_is_no_link_between_turns() -> None:
    one = turn(1, "I take five drops.")
    again = statement("1:1b", "Six.", "drops", subject="ana", predicate="be", corrects=["1:1a"])
    one["statements"].append(again)
    assert gold_links(talk(one)) == set()


def test_a_held_link_counts_for_its_sort_and_for_changes() -> None:
    rows = counted(Linked(SUPERSEDES, "2:1", "1:1"))
    assert (rows["supersedes"].gold, rows["supersedes"].held) == (2, 1)
    assert rows["supersedes"].precision == 100.0
    assert rows[CHANGES].recall == pytest.approx(100 / 3)
    assert (rows["corrects"].recall, rows["corrects"].precision) == (0.0, None)


def test_what_follows_over_a_step_is_right_and_holds_nothing() -> None:
    rows = counted(Linked(SUPERSEDES, "3:1", "1:1"))
    assert (rows["supersedes"].held, rows["supersedes"].right) == (0, 1)


def test_the_wrong_way_round_and_the_wrong_sort_are_wrong() -> None:
    rows = counted(Linked(SUPERSEDES, "1:1", "2:1"), Linked(SUPERSEDES, "4:1", "3:1"))
    assert (rows["supersedes"].stored, rows["supersedes"].right) == (2, 0)
    # A correction that is told as a change is one of the two all the same.
    assert (rows[CHANGES].held, rows[CHANGES].right) == (1, 1)


def test_two_statements_of_a_turn_are_one_link() -> None:
    link = Linked(SUPERSEDES, "2:1", "1:1")
    assert counted(link, link)["supersedes"].stored == 1


def test_only_turns_of_which_something_is_stored_are_within_reach() -> None:
    assert counted(told=("1:1", "2:1"))["supersedes"].within_reach == 1
    assert counted()["supersedes"].within_reach == 0


def test_what_the_networks_read_is_linked_as_an_ingest_links_it() -> None:
    moved = talk(
        turn(1, "I live in Lund."),
        turn(2, "The tulips are coming up."),
        turn(3, "I live in Malmo."),
    )
    encoder = make_token_encoder(load_settings())
    telling = by_networks(load_parser(), lambda: encoder)(moved, chunks_of(moved))
    assert {one.turns for one in telling.told} >= {("1:1",), ("3:1",)}
    assert Linked(SUPERSEDES, "3:1", "1:1") in telling.links
