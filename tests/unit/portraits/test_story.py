"""Statements in, a story out: in time, told once, with causes, who knew, and gaps; pure."""

from datetime import datetime
from typing import Any

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.answering.stories import story_bounds
from graphmem.errors import InputError
from graphmem.model.memory import KnownStatement
from graphmem.model.story import StorySentence
from graphmem.model.workspace import Kind, Modality
from graphmem.portraits import Material
from graphmem.portraits.causes import causes_in
from graphmem.portraits.story import causes_of, gaps_in, narrate, write_story
from graphmem.tools import Index
from graphmem.tools.links import answer_links
from graphmem.tools.lookup import EntityLookup
from tests.unit.portraits.test_portray import MARCH, NOW, SEPTEMBER, Life
from tests.unit.reconciliation.build import days


def happened(life: Life, text: str, at: datetime = MARCH, **more: object) -> KnownStatement:
    return life.tell(text, at, **{"kind": Kind.EVENT, **more})


def story(life: Life, *, now: datetime = NOW) -> tuple[StorySentence, ...]:
    index = Index(life.snapshot())
    about = tuple(one for one in index.statements if one.subject_uid == life.ana)
    found = EntityLookup("Ana", people=frozenset([life.ana]))
    return narrate(Material(found, index, about, (), answer_links(index, {}), now))


def test_events_and_dated_states_stand_in_time_and_plans_do_not() -> None:
    life = Life()
    june = days(datetime(2023, 6, 1), datetime(2023, 6, 2))
    happened(life, "Ana lost a glove", SEPTEMBER)
    happened(life, "Ana married Olaf", interval=june)
    life.tell("Ana rowed for the club", kind=Kind.STATE, interval=days(MARCH, SEPTEMBER))
    life.tell("Ana keeps bees", kind=Kind.STATE)
    life.tell("Ana will sail", kind=Kind.PLAN, modality=Modality.PLANNED, interval=june)
    happened(life, "Ana sails", interval=days(datetime(2026, 1, 1), datetime(2026, 1, 2)))
    happened(life, "You saw Ana")
    assert [one.text for one in story(life)] == [
        "Ana married Olaf",
        "Ana rowed for the club",
        "Ana lost a glove",
    ]
    assert [one.interval is None for one in story(life)] == [False, False, True]


def test_what_is_told_twice_stands_once_and_tells_who_knew_since_when() -> None:
    life = Life()
    cy, _ = life.talk("ward", "Cy", "Dora")
    happened(life, "Ana sold the blue boat", predicate="sell", object="boat")
    happened(
        life, "Ana sold the blue boat.", SEPTEMBER, predicate="sell", object="boat", speaker=cy,
        conversation="ward",
    )  # fmt: skip
    (one,) = story(life)
    assert one.told_by == "Cy"
    assert len(one.turn_ids) == 2
    since = {known.name: known.since for known in one.known_by}
    assert since == {"Ana": MARCH, "Bo": MARCH, "Cy": SEPTEMBER, "Dora": SEPTEMBER}


def test_a_stretch_without_events_is_a_gap() -> None:
    life = Life()
    happened(life, "Ana lost a glove", MARCH)
    happened(life, "Ana found a glove", SEPTEMBER)
    told = story(life)
    (gap,) = gaps_in(told, days=90)
    assert (gap.since, gap.until, gap.days) == (MARCH, SEPTEMBER, (SEPTEMBER - MARCH).days)
    assert gaps_in(told, days=(SEPTEMBER - MARCH).days) == ()
    edges = gaps_in(told, days=90, since=datetime(2023, 1, 1), until=NOW)
    assert [one.since for one in edges] == [datetime(2023, 1, 1), MARCH, SEPTEMBER]
    assert gaps_in((), days=90) == ()
    lines = write_story("Ana", told, (gap,)).splitlines()
    assert lines[0] == "# Ana"
    assert lines[3].startswith("(nothing is told from 4 March 2024 to 4 September 2024: 18")
    assert write_story("Ana", (), ()) == ""


def test_a_cause_is_a_clause_or_a_noun_that_because_joins() -> None:
    def told(text: str) -> list[tuple[str, str]]:
        [parsed] = load_parser()([text])
        return [(one.effect.lemma, text[one.start : one.end]) for one in causes_in(parsed)]

    assert told("I quit my job last week because the ferry was too slow.") == [
        ("quit", "the ferry was too slow")
    ]
    assert told("Because it rained, we stayed home.") == [("stay", "it rained")]
    assert told("I moved to Bergen because of the new job.") == [("move", "the new job")]
    assert told("Since I moved, I sleep.") == []
    assert told("It was because.") == []


def test_a_cause_belongs_to_the_statement_of_its_clause() -> None:
    life = Life()
    quit_it = happened(life, "Ana quit", predicate="quit")._replace(quote="I quit last week")
    slow = happened(life, "The ferry was slow", predicate="be")._replace(quote="it was slow")
    (turn,) = quit_it.turn_ids
    slow = slow._replace(turn_ids=(turn,))
    [parsed] = load_parser()(["I quit last week because it was slow."])
    found = causes_of([quit_it, slow], {f"pond/{turn}": parsed})
    assert list(found) == [quit_it.uid]
    (cause,) = found[quit_it.uid]
    assert (cause.text, cause.statement_uid) == ("it was slow", slow.uid)


@pytest.mark.parametrize(
    "given",
    [{"limit": 0}, {"limit": -2}, {"gap_days": 0}, {"since": SEPTEMBER, "until": MARCH}],
)
def test_bounds_that_are_none_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="no such bounds"):
        story_bounds(**given)
