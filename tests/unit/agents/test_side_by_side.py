"""The view of two sides that a model judges: short whatever is known, the newest first."""

from datetime import datetime, timedelta

import pytest
from pydantic import BaseModel

from graphmem.agents.merge_judge import MOST_SHOWN, in_lines, side_by_side
from graphmem.model.time import Precision, TimeInterval
from graphmem.model.tools import (
    ComparedSide,
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    Finding,
    FindingKind,
    Mention,
    Order,
    QuestionAnswered,
    Said,
    TimelineEntry,
)

BEGIN = datetime(2024, 3, 1, 18)


def said(place: int, conversation: str = "pond", *, long: int = 0) -> TimelineEntry:
    return TimelineEntry(
        statement_uid=f"answer:{conversation}:{place}",
        text=f"Nadia welds hull {place} at Keel & Co" + " and so on" * long,
        subject="Nadia",
        speaker="Nadia",
        conversation_id=conversation,
        turn_id=f"{conversation}/D{place}:1",
        quote=f"I weld hull {place} there" + ", you know" * long,
        said_at=BEGIN + timedelta(days=place),
    )


def clash(earlier: Said, later: Said) -> Finding:
    return Finding(
        kind=FindingKind.CONFLICT,
        predicate="weld",
        earlier=earlier,
        later=later,
        resolution="Ask her.",
    )


def compared(count: int, other: int, *, long: int = 0) -> Comparison:
    return Comparison(
        entity_name="job",
        a=ComparedSide(
            conversation_id="pond", statements=tuple(said(n, long=long) for n in range(count))
        ),
        b=ComparedSide(
            conversation_id="harbour",
            statements=tuple(said(n, "harbour", long=long) for n in range(other)),
        ),
        overlap=tuple(f"named Firm {n}" for n in range(count)),
        differences=tuple(f"employer: Firm {n} / Yard {n}" for n in range(count)),
        only_a=tuple(f"named Yard {n}" for n in range(count)),
        order=Order.A_FIRST,
    )


@pytest.mark.parametrize(("count", "other"), [(1, 1), (3, 400), (400, 3), (400, 400)])
@pytest.mark.parametrize("long", [0, 80])
def test_it_is_short_whatever_is_known(count: int, other: int, long: int) -> None:
    findings = [clash(said(n), said(n, "harbour", long=long)) for n in range(count)]
    view = side_by_side(compared(count, other, long=long), findings)
    assert len(view) <= MOST_SHOWN == 6_000
    assert len(view) > 4_500 or max(count, other) < 400
    # Whatever is left out is counted, and neither side pushes the other out.
    for name, known in (("pond", count), ("harbour", other)):
        shown = view.partition(f", in {name}, the newest first:")[2].partition("\nThe second")[0]
        lines = [line for line in shown.splitlines() if line]
        kept = [line for line in lines if line.startswith("- ")]
        assert len(kept) >= min(known, 3)
        assert (f"(and {known - len(kept)} more)" in lines) == (len(kept) < known)


def test_what_both_say_and_where_they_differ_comes_first_then_the_newest_of_each() -> None:
    findings = [clash(said(0), said(1, "harbour"))]
    assert side_by_side(compared(2, 1), findings) == (
        "Both say: named Firm 0; named Firm 1.\n"
        "They differ in: employer: Firm 0 / Yard 0; employer: Firm 1 / Yard 1.\n"
        "Only the first says: named Yard 0; named Yard 1.\n"
        "In time: all of the first was said before all of the second.\n"
        "What does not go together:\n"
        "- conflict in weld: Nadia welds hull 0 at Keel & Co [pond/D0:1] / "
        "Nadia welds hull 1 at Keel & Co [harbour/D1:1]\n"
        "The first, in pond, the newest first:\n"
        "- 2024-03-02 [pond/D1:1] Nadia: Nadia welds hull 1 at Keel & Co “I weld hull 1 there”\n"
        "- 2024-03-01 [pond/D0:1] Nadia: Nadia welds hull 0 at Keel & Co “I weld hull 0 there”\n"
        "The second, in harbour, the newest first:\n"
        "- 2024-03-01 [harbour/D0:1] Nadia: Nadia welds hull 0 at Keel & Co “I weld hull 0 there”"
    )


@pytest.mark.parametrize(
    ("interval", "shown"),
    [
        (TimeInterval(start=BEGIN, end=BEGIN + timedelta(hours=1), precision=Precision.HOUR),
         "(when: 2024-03-01)"),
        (TimeInterval(start=datetime(2024, 3, 1), end=datetime(2024, 4, 1),
                      precision=Precision.MONTH), "(when: 2024-03-01 to 2024-03-31)"),
        (TimeInterval(start=BEGIN, end=datetime.max, precision=Precision.DAY, open_end=True),
         "(when: 2024-03-01 to ..)"),
    ],
)  # fmt: skip
def test_when_it_was_is_told(interval: TimeInterval, shown: str) -> None:
    entry = said(1).model_copy(update={"interval": interval})
    assert shown in in_lines(EntityTimeline(entity_name="job", person="Nadia", entries=(entry,)))


MANY = tuple(said(n, long=10) for n in range(300))
ASKED = tuple(
    QuestionAnswered(question=f"Which hull {n}?", asked_by="Otto", turn_id=f"pond/D{n}:0")
    for n in range(300)
)
MENTIONS = tuple(
    Mention(turn_id=f"pond/D{n}:1", speaker="Nadia", said_at=BEGIN, quote="hull " * 40)
    for n in range(300)
)


@pytest.mark.parametrize(
    "result",
    [
        EntityTimeline(entity_name="job", person="Nadia", entries=MANY),
        ConversationContext(
            conversation_id="pond",
            entity="job",
            people=("Nadia", "Otto"),
            statements=MANY,
            questions=ASKED,
            mentions=MENTIONS,
        ),
        Contradictions(entity="job", findings=tuple(clash(one, MANY[0]) for one in MANY)),
        compared(300, 300),
    ],
    ids=lambda result: type(result).__name__,
)
def test_what_any_tool_gave_is_as_short(result: BaseModel) -> None:
    text = in_lines(result)
    assert 4_500 < len(text) <= MOST_SHOWN
    assert "more)" in text
    assert "[pond/D" in text


def test_what_is_told_twice_alike_is_shown_once() -> None:
    again = said(1).model_copy(update={"statement_uid": "role:1"})
    timeline = EntityTimeline(entity_name="job", person="Nadia", entries=(said(1), again))
    assert in_lines(timeline).count("hull 1 at") == 1


def test_nothing_is_told_as_nothing() -> None:
    assert in_lines(Contradictions(entity="job")) == (
        "Of job is said what does not go together:\n- nothing"
    )
