from datetime import datetime
from typing import Any

import pytest

from graphmem.model.conversation import Conversation, Refusal, Session, Turn
from graphmem.sources import checked

_AT = datetime(2024, 3, 2, 18, 5)


def _turn(dia_id: str = "D1:1", **changes: Any) -> Turn:
    return Turn(**{"dia_id": dia_id, "speaker": "Ada", "text": "hello", "said_at": _AT} | changes)


def _unchecked(dia_id: str = "D1:1", **changes: Any) -> Turn:
    # What the model itself may refuse, as callers can make it.
    values: dict[str, Any] = {"dia_id": dia_id, "speaker": "Ada", "text": "hello", "said_at": _AT}
    return Turn.model_construct(**(values | changes))


def _session(*turns: Turn, session_id: str = "S1") -> Session:
    return Session.model_construct(session_id=session_id, turns=turns)


def _conversation(*sessions: Session, conversation_id: str = "conv") -> Conversation:
    return Conversation.model_construct(
        conversation_id=conversation_id, source="mine", sessions=sessions
    )


def _refusal(where: str | None, reason: str) -> Refusal:
    return Refusal(path="<Conversation object>", where=where, reason=reason)


def test_what_is_fine_is_the_same_object() -> None:
    given = Conversation(
        conversation_id="conv",
        source="mine",
        sessions=(
            Session(session_id="S1", turns=(_turn("D1:1"), _turn("D1:2", text="", caption="a"))),
            Session(session_id="S2", turns=(_turn("D2:1", person_id="p", zone="Europe/Berlin"),)),
        ),
    )
    (kept,) = checked(given)
    assert kept is given


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"text": "a\0"}, "control character U+0000 in text"),
        ({"text": "a\x1f"}, "control character U+001F in text"),
        ({"text": "a\ud800"}, "lone surrogate U+D800 in text"),
        ({"text": " "}, "text is empty"),
        ({"text": "", "caption": " "}, "text is empty"),
        ({"text": 5}, "text is the number 5, not a string"),
        (
            {"caption": "x" * 1_000_001},
            "caption has 1,000,001 characters; at most 1,000,000 are taken",
        ),
        ({"caption": "a\ud800"}, "lone surrogate U+D800 in caption"),
        ({"speaker": "A\nB"}, "control character U+000A in speaker"),
        ({"person_id": " "}, "person_id is empty"),
        ({"person_id": "p\uffff"}, "noncharacter U+FFFF in person_id"),
        (
            {"zone": "Mars/Base"},
            "zone 'Mars/Base' is neither an IANA time zone nor an offset such as '+02:00'",
        ),
    ],
)
def test_a_bad_turn_is_refused_alone(changes: dict[str, Any], reason: str) -> None:
    bad = _unchecked("D1:2", **changes)
    refusal, kept = checked(_conversation(_session(_turn("D1:1"), bad, _turn("D1:3"))))
    assert refusal == _refusal("conv/D1:2", reason)
    assert kept == _conversation(_session(_turn("D1:1"), _turn("D1:3")))


@pytest.mark.parametrize(
    ("dia_id", "reason"),
    [
        ("a\0", "control character U+0000 in dia_id"),
        ("a\ud800", "lone surrogate U+D800 in dia_id"),
        ("a\uffff", "noncharacter U+FFFF in dia_id"),
        (" ", "dia_id is empty"),
    ],
)
def test_a_bad_turn_id(dia_id: str, reason: str) -> None:
    refusal, kept = checked(_conversation(_session(_turn(), _unchecked(dia_id))))
    assert refusal == _refusal("conv S1 turn 2", reason)
    assert kept == _conversation(_session(_turn()))


def test_of_turns_with_one_id_the_first_that_can_be_kept_is() -> None:
    refusals = list(
        checked(
            _conversation(
                _session(_unchecked("a", text=""), _turn("a", text="first"), _turn("a")),
                _session(_turn("a", text="later"), _turn("b"), session_id="S2"),
            )
        )
    )
    kept = refusals.pop()
    assert refusals == [
        _refusal("conv/a", "text is empty"),
        _refusal("conv/a", "turn id a was already given"),
        _refusal("conv/a", "turn id a was already given"),
    ]
    assert kept == _conversation(
        _session(_turn("a", text="first")), _session(_turn("b"), session_id="S2")
    )


def test_the_turns_of_a_repeated_session_are_joined() -> None:
    (kept,) = checked(
        _conversation(
            _session(_turn("a")), _session(_turn("b"), session_id="S2"), _session(_turn("c"))
        )
    )
    assert kept == _conversation(
        _session(_turn("a"), _turn("c")), _session(_turn("b"), session_id="S2")
    )


def test_a_bad_session_id_refuses_its_session() -> None:
    refusal, kept = checked(
        _conversation(_session(_turn("a"), session_id="\x1f"), _session(_turn("b")))
    )
    assert refusal == _refusal("conv session 1", "control character U+001F in session_id")
    assert kept == _conversation(_session(_turn("b")))


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        (
            _conversation(_session(_turn()), conversation_id="a\0"),
            _refusal(None, "control character U+0000 in conversation_id"),
        ),
        (
            _conversation(_session(_turn())).model_copy(update={"source": "\ud800"}),
            _refusal(None, "lone surrogate U+D800 in source"),
        ),
        (_conversation(), _refusal("conv", "the conversation has no turns")),
        (_conversation(_session(_unchecked(text=""))), _refusal("conv/D1:1", "text is empty")),
    ],
)
def test_a_conversation_of_which_nothing_goes_in(given: Conversation, refusal: Refusal) -> None:
    assert list(checked(given)) == [refusal]


def test_blank_and_other_notations_are_as_in_files() -> None:
    (kept,) = checked(_conversation(_session(_turn(speaker=" ", caption="", zone="Z"))))
    assert kept == _conversation(_session(_turn(speaker="unknown", caption=None, zone="UTC")))
