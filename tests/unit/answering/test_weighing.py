"""Statements in, sides out: by words, stance, reader and links; each once, and what is missing."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from graphmem.answering.evidence import Passage, evidence_of
from graphmem.answering.frame import read_frame
from graphmem.answering.weighing import WeighingInput, missing_of, weigh, write_thought
from graphmem.model.links import LinkKind
from graphmem.model.memory import KnownStatement
from graphmem.model.portrait import Past
from graphmem.model.story import Cause
from graphmem.model.thought import CitedReason, Consideration, Opinion, Stance
from graphmem.model.workspace import Kind, Modality, Network, Polarity
from graphmem.reader import TurnReading
from graphmem.retrieval.question import read_question
from tests.unit.answering.passages import PEOPLE, hit
from tests.unit.portraits.test_portray import NOW, SEPTEMBER, Life

MOVE = "Should we move the launch to Thursday?"
Later = Mapping[str, Sequence[tuple[LinkKind, KnownStatement]]]


def weighed(
    question: str,
    life: Life,
    *statements: KnownStatement,
    later: Later | None = None,
    reasons: Mapping[str, Sequence[Cause]] | None = None,
    **more: Any,
) -> tuple[Consideration, ...]:
    given: dict[str, Any] = {"unstated": (), "readings": {}, "agent": (), **more}
    frame = read_frame(read_question(question, PEOPLE), PEOPLE)
    called = {life.ana: "Ana", life.bo: "Bo"}
    return weigh(
        WeighingInput(
            frame=frame, statements=statements, later=later or {}, reasons=reasons or {},
            called=called, now=NOW, **given,
        )
    )  # fmt: skip


def test_what_says_it_is_for_it_and_what_denies_it_against() -> None:
    life = Life()
    told = weighed(
        MOVE,
        life,
        life.tell("Ana does not think they should move the launch", polarity=Polarity.NEGATIVE),
        life.tell("They decided to move the launch to Thursday", SEPTEMBER, speaker=life.bo),
        life.tell("It is denied that the launch moves to Thursday", modality=Modality.DENIED),
        life.tell("They might move the launch to Thursday", modality=Modality.POSSIBLE),
        life.tell("The hall is free on Thursday"),
    )
    assert [(one.stance, one.text[:8], one.told_by) for one in told] == [
        (Stance.FOR, "They dec", "Bo"),
        (Stance.AGAINST, "Ana does", "Ana"),
        (Stance.AGAINST, "It is de", "Ana"),
        (Stance.OPEN, "The hall", "Ana"),
        (Stance.OPEN, "They mig", "Ana"),
    ]


def test_an_opinion_is_for_or_against_what_it_speaks_of_and_whose_is_told_apart() -> None:
    life = Life()
    told = weighed(
        "What do we think of the ferry?",
        life,
        life.tell("Ana hates the ferry", predicate="hate", kind=Kind.OPINION),
        life.tell("Bo loves the ferry", predicate="love", kind=Kind.PREFERENCE, speaker=life.bo),
        life.tell("Bo booked the ferry", predicate="book", kind=Kind.EVENT, speaker=life.bo),
        life.tell("Ana saw the ferry", predicate="see", kind=Kind.EVENT),
        agent=[life.bo],
    )
    assert [(one.network, one.stance, one.text) for one in told] == [
        (Network.WORLD, Stance.OPEN, "Ana saw the ferry"),
        (Network.OPINION, Stance.FOR, "Bo loves the ferry"),
        (Network.OPINION, Stance.AGAINST, "Ana hates the ferry"),
        (Network.AGENT, Stance.OPEN, "Bo booked the ferry"),
    ]


@pytest.mark.parametrize(
    ("answers", "yes", "stance"),
    [
        (1.0, 2.0, Stance.FOR),
        (1.0, -2.0, Stance.AGAINST),
        (1.0, 0.5, Stance.OPEN),
        (-1.0, 2.0, Stance.OPEN),
    ],
)
def test_where_words_leave_it_open_the_reader_tells(
    answers: float, yes: float, stance: Stance
) -> None:
    life = Life()
    late = life.tell("The boat was late again")
    turn = hit(1, "Ben", "It came at ten, as ever.")
    reading = TurnReading(answers, 0.0, yes, ())
    told = weighed(
        "Is the ferry reliable?",
        life,
        late,
        unstated=[turn],
        readings={turn.turn_id: reading, f"pond/{late.turn_ids[0]}": reading},
    )
    assert {one.stance for one in told} == {stance}
    unstated = next(one for one in told if one.statement_uid is None)
    assert (unstated.text, unstated.turn_ids) == (turn.text, (turn.turn_id,))
    # Of another question yes and no mean nothing.
    (other,) = weighed(
        "What is the ferry like?", life, unstated=[turn], readings={turn.turn_id: reading}
    )
    assert other.stance is Stance.OPEN


def test_links_give_sides_join_what_says_the_same_and_tell_what_was_replaced() -> None:
    life = Life()
    move = life.tell("They move the launch to Thursday")
    again = life.tell("So it is settled then", SEPTEMBER, speaker=life.bo)
    against = life.tell("The boat stays where it is", SEPTEMBER)
    old = life.tell("The hall is open on Monday")
    new = life.tell("The hall is open on Friday", SEPTEMBER, speaker=life.bo)
    told = weighed(
        MOVE,
        life,
        move,
        again,
        against,
        old,
        later={
            move.uid: [(LinkKind.SUPPORTS, again), (LinkKind.CONFLICTS_WITH, against)],
            old.uid: [(LinkKind.SUPERSEDES, new)],
        },
    )
    first, second, third = told
    assert (first.text, first.stance, first.told_by) == (again.text, Stance.FOR, "Ana and Bo")
    assert first.statement_uids == (move.uid, again.uid)
    assert len(first.turn_ids) == 2
    assert (second.text, second.stance) == (against.text, Stance.AGAINST)
    assert (third.past, third.stance) == (Past.REPLACED, Stance.OPEN)
    assert third.successor is not None
    assert third.successor.text == new.text


def test_what_is_missing_is_said() -> None:
    life = Life()
    move = life.tell("They move the launch to Thursday")
    why = {move.uid: [Cause(text="the press is there", turn_id="pond/D1:1")]}
    assert missing_of((), silent="Bo", yes_no=True) == ("Nothing is known that bears on it.",)
    told = weighed(MOVE, life, move, reasons=why)
    assert missing_of(told, silent=None, yes_no=True) == ("Nothing that holds is against it.",)
    assert missing_of(told, silent=None, yes_no=False) == ()
    bare = weighed(MOVE, life, move)
    assert missing_of(bare, silent="Bo", yes_no=True)[1:] == (
        "No reason is told for any of it.",
        "Bo has said nothing of it.",
    )


def test_it_is_written_in_order_with_every_citation() -> None:
    life = Life()
    move = life.tell("They move the launch to Thursday")
    why = {move.uid: [Cause(text="the press\nis there", turn_id="pond/D1:1")]}
    told = weighed(MOVE, life, move, reasons=why)
    quoted = evidence_of(Passage(hit(9, "Ben", "It is not free.")), "It is not free.")
    reason = CitedReason(stance=Stance.AGAINST, **quoted.model_dump())
    opinion = Opinion(text="Yes, for\nthe press.", confidence=0.7, reasons=(reason,), model="m")
    text = write_thought(MOVE, told, ["Nothing."], agent=None, opinion=opinion)
    assert text.splitlines() == [
        f"# {MOVE}",
        "",
        "Yes, for the press. (confidence 0.70, m)",
        "- against: Ben: “It is not free.” [c/D1:9]",
        "",
        "## What is told, for",
        "- They move the launch to Thursday, because the press is there — Ana, 4 March 2024 "
        f"[{told[0].turn_ids[0]}]",
        "",
        "## Missing",
        "- Nothing.",
    ]
