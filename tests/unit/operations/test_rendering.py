from datetime import datetime

from graphmem.model.answer import Answer, Candidate, Evidence, Status
from graphmem.model.assembly import Assembled
from graphmem.model.conversation import LeftOut
from graphmem.model.listing import Participant, TalkTurn, TurnInTalk
from graphmem.model.portrait import Portrait
from graphmem.model.receipt import ChangedTurn, Receipt, TurnReceipt
from graphmem.model.search import SearchHit, SearchResult
from graphmem.model.time import Precision, TimeInterval
from graphmem.model.tools import Contradictions, EntityTimeline, TimelineEntry
from graphmem.model.usage import Usage
from graphmem.operations.directory import PeopleList
from graphmem.operations.rendering import MOST_CHARACTERS, render_text

SAID = datetime(2024, 3, 1, 18, 1)


def hit(number: int, text: str) -> SearchHit:
    return SearchHit(
        conversation_id="kitchen",
        session_id="S1",
        dia_id=f"D1:{number}",
        speaker="Ana",
        speaker_uid="person:1",
        said_at=SAID,
        zone="unknown",
        text=text,
        caption="a bed of tulips",
        score=0.5,
    )


def test_hits_are_lines_with_turn_date_speaker_and_words() -> None:
    found = SearchResult(question="q", space="s", hits=(hit(1, "I planted tulips."),))
    assert render_text(found) == (
        "[kitchen/D1:1] 2024-03-01 Ana: “I planted tulips. [image: a bed of tulips]”"
    )
    assert render_text(SearchResult(question="q", space="s", hits=())) == "Nothing was found."


def test_whatever_is_long_is_cut_and_says_so() -> None:
    found = SearchResult(
        question="q", space="s", hits=tuple(hit(n, "tulips " * 500) for n in range(100))
    )
    text = render_text(found)
    assert len(text) <= MOST_CHARACTERS
    assert text.endswith("(cut here: ask for less at once)")


def test_an_answer_cites_its_evidence_and_asks_back_with_uids() -> None:
    evidence = Evidence(
        turn_id="kitchen/D1:1",
        conversation_id="kitchen",
        dia_id="D1:1",
        speaker="Ana",
        said_at=SAID,
        quote="I planted tulips.",
    )
    answer = Answer(
        question="q",
        status=Status.NEEDS_CLARIFICATION,
        text="Which Ana?",
        confidence=0.4,
        evidence=(evidence,),
        candidates=(Candidate(uid="person:1", name="Ana", apart="the gardener", fit=0.5),),
    )
    assert render_text(answer).splitlines() == [
        "needs clarification (confidence 0.40): Which Ana?",
        "- person:1: Ana, the gardener",
        "[kitchen/D1:1] 2024-03-01 Ana: “I planted tulips.” (self-reported)",
    ]


def test_a_timeline_tells_when_and_where_it_was_said() -> None:
    entry = TimelineEntry(
        statement_uid="answer:1",
        text="Ana grows tulips",
        subject="Ana",
        speaker="Ben",
        conversation_id="kitchen",
        turn_id="kitchen/D1:2",
        quote="She grows tulips.",
        said_at=SAID,
        states=("blooming",),
        interval=TimeInterval(
            start=datetime(2023, 1, 1), end=datetime(2024, 1, 1), precision=Precision.YEAR
        ),
    )
    text = render_text(EntityTimeline(entity_name="garden", person="Ana", entries=(entry,)))
    assert text.splitlines()[1] == (
        "2024-03-01 [kitchen/D1:2] Ben: Ana grows tulips (when: 2023-01-01 to 2023-12-31) "
        "(role: blooming)"
    )


def test_a_turn_stands_among_its_neighbours() -> None:
    def turn(number: int, text: str) -> TalkTurn:
        return TalkTurn(
            turn_id=f"kitchen/D1:{number}",
            dia_id=f"D1:{number}",
            speaker="Ben",
            speaker_uid="person:2",
            said_at=SAID,
            zone="unknown",
            text=text,
        )

    shown = TurnInTalk(
        conversation_id="kitchen",
        session_id="S1",
        turn=turn(2, "Two."),
        before=(turn(1, "One."),),
        after=(turn(3, "Three."),),
    )
    assert [line.split("“")[1] for line in render_text(shown).splitlines()] == [
        "One.”",
        "Two.”",
        "Three.”",
    ]


def test_small_things_are_told_in_a_line() -> None:
    changed = ChangedTurn(conversation_id="kitchen", dia_id="D1:1", reason="another text")
    receipt = TurnReceipt(turn_id="kitchen/D1:1", stored=False, changed=changed)
    assert render_text(receipt) == "kitchen/D1:1 was kept as it was: another text"
    left = LeftOut(path="talk", reason="media", count=2)
    assert render_text(Receipt(space="s", turns_stored=1, left_out=(left, left))) == (
        "1 turns stored, 0 known already; 4 things that nobody says were left out."
    )
    assert "contradicts" in render_text(Contradictions(entity="garden"))
    empty = Assembled(text="", tokens=0, budget=5, counted_by="x", citations=(), sections=())
    assert render_text(empty) == "Nothing is known that bears on this."
    unknown = Portrait(
        uid="portrait:1", of="person:1", name="Ana", text="", tokens=0, budget=5, counted_by="x",
        inputs_digest="",
    )  # fmt: skip
    assert render_text(unknown) == "Nothing lasting is known of Ana."
    known = unknown.model_copy(update={"text": "# Ana", "waiting": 1})
    assert render_text(known).startswith("# Ana\n(1 turn waits")


def test_a_list_says_who_and_how_many_more() -> None:
    person = Participant(uid="person:1", name="Ana", names=("Ana",), conversation_ids=("kitchen",))
    text = render_text(PeopleList(people=(person,), total=3))
    assert text == "Ana (kitchen): person:1\n(2 more: ask with an offset)"


def test_of_a_long_list_the_hint_stays() -> None:
    people = tuple(
        Participant(uid=f"person:{n}", name="Ana", names=("Ana",), conversation_ids=(f"c{n}",))
        for n in range(100)
    )
    *_, cut, more = render_text(PeopleList(people=people, total=250)).splitlines()
    assert cut == "(60 more lines: ask for less)"
    assert more == "(150 more: ask with an offset)"


def test_what_has_no_short_form_is_json() -> None:
    assert render_text(Usage(calls=2)).startswith('{"calls":2')
