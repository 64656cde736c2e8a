"""The histories hold what they are made for, and are the same every time."""

from collections import Counter
from typing import get_args

from benchmarks.histories import Operation, Say, State, Take, history
from graphmem.model.decision import MergePolicy

MANY = [history(seed) for seed in range(200)]


def test_a_seed_decides_everything() -> None:
    assert history(11) == history(11)
    assert history(11) != history(12)


def test_all_sorts_of_operations_come_up_under_every_policy() -> None:
    kinds = Counter(type(operation) for item in MANY for operation in item.operations)
    assert kinds.keys() == set(get_args(Operation))
    assert {item.policy for item in MANY} == set(MergePolicy)
    assert all(2 < len(item.operations) < 60 for item in MANY)


def test_turns_come_late_and_in_between() -> None:
    late = 0
    for item in MANY:
        known: dict[tuple[str, str], set[str]] = {}
        for operation in item.operations:
            if not isinstance(operation, Take):
                continue
            for session in operation.conversation.sessions:
                place = (operation.conversation.conversation_id, session.session_id)
                ids = [turn.dia_id for turn in session.turns]
                before = known.setdefault(place, set())
                late += bool(before) and any(one not in before for one in ids[:-1])
                before.update(ids)
    assert late > 20


def test_names_are_borne_by_several() -> None:
    shared = 0
    for item in MANY:
        speakers: dict[str, set[str]] = {}
        for operation in item.operations:
            if isinstance(operation, Take):
                for turn in (turn for one in operation.conversation.sessions for turn in one.turns):
                    place = operation.conversation.conversation_id
                    speakers.setdefault(turn.speaker, set()).add(place)
        shared += any(len(places) > 1 for places in speakers.values())
    assert shared > 150


def test_what_a_caller_states_quotes_a_turn_that_was_taken() -> None:
    for item in MANY:
        texts = {
            (operation.conversation.conversation_id, turn.dia_id): turn.text
            for operation in item.operations
            if isinstance(operation, Take)
            for session in operation.conversation.sessions
            for turn in session.turns
        }
        for operation in item.operations:
            if isinstance(operation, State):
                (quote,) = operation.facts.answers[0].evidence
                assert quote.text in texts[operation.conversation_id, quote.turn_id]
            if isinstance(operation, Say):
                assert operation.session_id == "live"
