"""Conversations that a question itself points to."""

from datetime import datetime

from graphmem.answering.evidence_selection import Inferred, infer_conversations
from graphmem.model.answer import QuestionKind, Routing
from graphmem.model.listing import Participant
from graphmem.model.time import TimeInterval
from graphmem.retrieval.question import read_question


def person(uid: str, name: str, *places: str) -> Participant:
    return Participant(uid=uid, name=name, names=(name,), conversation_ids=places)


PEOPLE = (
    person("1", "Ana", "boat", "garden"),
    person("2", "Ben", "boat"),
    person("3", "Cleo", "garden"),
    person("4", "Dov", "kitchen"),
)


def inferred(question: str, *on_day: str) -> Inferred:
    def between(time: TimeInterval) -> tuple[str, ...]:
        asked_for.append(time)
        return on_day

    asked_for.clear()
    return infer_conversations(read_question(question, PEOPLE), PEOPLE, between)


asked_for: list[TimeInterval] = []


def test_two_names_mean_where_both_take_part() -> None:
    found = inferred("What did Ana tell Ben about the sail?")
    assert found.conversations == ("boat",)
    assert found.why == "Ana and Ben take part"


def test_two_who_never_talk_mean_nothing() -> None:
    assert inferred("Do Ben and Cleo like fish?") == Inferred()


def test_one_name_leaves_everything_open() -> None:
    assert inferred("What does Ana like?") == Inferred()


def test_a_day_of_talk_means_the_talk_of_that_day() -> None:
    found = inferred("What did Ana say on 8 May 2023?", "garden")
    assert found.conversations == ("garden",)
    assert [time.start for time in asked_for] == [datetime(2023, 5, 8)]


def test_a_day_on_which_something_happened_means_nothing() -> None:
    assert inferred("What did Ana buy on 8 May 2023?", "garden") == Inferred()
    assert asked_for == []


def test_a_routing_reads_as_a_line() -> None:
    routing = Routing(
        kind=QuestionKind.HOW_LONG,
        people=("Ana",),
        conversations=("boat",),
        inferred="Ana and Ben take part",
        as_of=datetime(2023, 5, 8),
        known_to="Ben",
    )
    assert routing.told == (
        "how long · about Ana · in boat (Ana and Ben take part) · as of 2023-05-08 · known to Ben"
    )
