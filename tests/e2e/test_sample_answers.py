"""What the packaged sample is asked as an example: jobs, homes, partners, namesakes, a process."""

import pytest

from graphmem.model.answer import Source, Status
from tests.e2e.conftest import Ingested


@pytest.mark.parametrize(
    ("question", "parts", "turns"),
    [
        (
            "What is John's job?",
            ("startup founder, since 15 September 2023", "team lead", "at TechCorp"),
            {"james-john/D1:4", "tim-john/D2:3", "john-maria/D4:7"},
        ),
        (
            "What company did John work for when he became team lead?",
            ("TechCorp",),
            {"john-maria/D4:7"},
        ),
        ("Where does John work now?", ("startup founder",), {"james-john/D1:4"}),
        ("Where does John live?", ("Austin", "before that Seattle"), {"james-john/D4:2"}),
        ("Where did John live before Austin?", ("Seattle",), {"james-john/D3:5"}),
        ("Who was John dating in May 2023?", ("Sarah",), {"john-maria/D2:8"}),
        ("When did John propose?", ("15 June 2024",), {"james-john/D6:1"}),
        (
            "Since when has John been married, and to whom?",
            ("12 October 2024", "Lisa"),
            {"james-john/D8:2"},
        ),
    ],
)
def test_slots_of_a_life_are_answered_across_conversations(
    sample: Ingested, question: str, parts: tuple[str, ...], turns: set[str]
) -> None:
    answer = sample.memory.ask(question)
    assert answer.status is Status.ANSWERED
    assert [part for part in parts if part not in answer.text] == []
    assert turns <= set(answer.evidence_turn_ids)
    assert {item.source for item in answer.evidence} == {Source.SELF_REPORTED}
    assert answer.steps[-1].startswith("answered from ")
    assert answer.confidence > 0.8


def test_a_slot_is_told_as_of_a_moment_and_within_a_conversation(sample: Ingested) -> None:
    then = sample.memory.ask("What is John's job?", as_of="2023-08-01")
    assert then.text.startswith("team lead at TechCorp, since 6 July 2023")
    here = sample.memory.ask("What is John's job?", conversation="john-maria")
    assert {item.conversation_id for item in here.evidence} == {"john-maria"}
    wedding = "james-john/D8:2"
    heard = sample.memory.ask("Who is John married to?", known_to="James")
    assert wedding in heard.evidence_turn_ids
    unheard = sample.memory.ask("Who is John married to?", known_to="Tim")
    assert {item.conversation_id for item in unheard.evidence} <= {"tim-john"}
    assert not (unheard.status is Status.ANSWERED and "since 12 October" in unheard.text)


def test_what_is_somebody_elses_is_refused_as_before(sample: Ingested) -> None:
    answer = sample.memory.ask("When did Tim marry Lisa?")
    assert answer.status is Status.ABSTAINED
    assert "John" in answer.text


@pytest.mark.parametrize("question", ["Where does Peter work?", "Where is Peter based?"])
def test_a_name_that_two_bear_is_asked_back(sample: Ingested, question: str) -> None:
    answer = sample.memory.ask(question, conversation="dana-alex")
    assert answer.status is Status.NEEDS_CLARIFICATION
    assert answer.text.startswith("Which Peter: ")
    assert len(answer.candidates) == 2
    assert all(one.evidence for one in answer.candidates)
    told = " ".join(one.apart for one in answer.candidates)
    assert "writer" in told
    assert "tech team" in told


def test_a_process_is_gone_through_for_the_one_who_is_meant_years_later(sample: Ingested) -> None:
    answer = sample.memory.ask("Check if Peter's content is passing as human.")
    assert answer.status is Status.ANSWERED
    assert "writer" in answer.text
    steps = [f"dana-alex/D2:{turn}" for turn in (6, 8, 10, 12, 14)]
    assert [turn for turn in answer.evidence_turn_ids if turn in steps] == steps
    tools = [
        answer.text.index(name) for name in ("SharePoint", "Inkprobe", "TrueQuill", "Airtable")
    ]
    assert tools == sorted(tools)


@pytest.mark.parametrize(
    ("question", "first", "turn"),
    [
        ("Who is Nina?", "John has a sister called Nina", "john-maria/D1:7"),
        ("What's TechCorp?", "John is a software engineer at TechCorp", "john-maria/D4:7"),
    ],
)
def test_who_bears_a_name_is_told_by_what_they_are_to_others(
    sample: Ingested, question: str, first: str, turn: str
) -> None:
    answer = sample.memory.ask(question)
    assert answer.status is Status.ANSWERED
    assert answer.text.startswith(first)
    assert answer.evidence_turn_ids[0] == turn
    assert [part.name for part in answer.confidence_parts] == ["named", "role"]
    # Before anybody spoke of her there is nobody of that name.
    assert not sample.memory.ask(question, as_of="2023-01-01").evidence


@pytest.mark.parametrize(
    "question", ["What is the capital of France?", "How many siblings does Owen have?"]
)
def test_nobody_is_blamed_for_what_nobody_said(sample: Ingested, question: str) -> None:
    answer = sample.memory.ask(question)
    assert answer.status is Status.ABSTAINED
    assert answer.text.startswith("I found nothing about that.")
