from datetime import UTC, datetime

import pytest

from graphmem.model.conversation import MAX_ID_CHARACTERS, MAX_TURN_CHARACTERS
from graphmem.sources import checks
from graphmem.sources.json_values import DECODER


def test_text_is_kept_as_it_is() -> None:
    said = "  Cafe\u0301 \u200b\n\tand\r\ntea 🫖\ufeff "
    assert checks.text(said, name="text", caption=None) == said
    assert checks.identifier(" a b ", name="id") == " a b "


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("null", "text is missing"),
        ('""', "text is empty"),
        ('" \\n\\u00a0"', "text is empty"),
        ("42", "text is the number 42, not a string"),
        ("4e400", "text is the number 4e400, not a string"),
        ("9" * 5000, f"text is the number {'9' * 20}…, not a string"),
        ("NaN", "text is NaN, not a string"),
        ("-Infinity", "text is -Infinity, not a string"),
        ("true", "text is true, not a string"),
        ("[1]", "text is a list, not a string"),
        ("{}", "text is an object, not a string"),
        ('"a\\u0000"', "control character U+0000 in text"),
        ('"a\\u000b"', "control character U+000B in text"),
        ('"\\u001f"', "control character U+001F in text"),
        ('"a\\u007f"', "control character U+007F in text"),
        ('"a\\u0085"', "control character U+0085 in text"),
        ('"a\\ud83d"', "lone surrogate U+D83D in text"),
    ],
)
def test_text_that_cannot_be_kept(written: str, reason: str) -> None:
    with pytest.raises(checks.UnfitError) as refused:
        checks.text(DECODER.decode(written), name="text", caption=None)
    assert str(refused.value) == reason


def test_text_has_a_limit() -> None:
    assert checks.text("x" * MAX_TURN_CHARACTERS, name="text", caption=None)
    with pytest.raises(checks.UnfitError) as refused:
        checks.text("x" * 2 * MAX_TURN_CHARACTERS, name="text", caption=None)
    assert str(refused.value) == "text has 2,000,000 characters; at most 1,000,000 are taken"


def test_text_may_be_blank_beside_a_caption() -> None:
    assert checks.text("", name="text", caption="a cat") == ""
    with pytest.raises(checks.UnfitError, match="text is missing"):
        checks.text(None, name="text", caption="a cat")


def test_blank_caption_is_none() -> None:
    assert checks.caption(None, name="caption") is None
    assert checks.caption(" ", name="caption") is None
    assert checks.caption(" a cat", name="caption") == " a cat"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("", "id is empty"),
        (" ", "id is empty"),
        (None, "id is missing"),
        ("a\nb", "control character U+000A in id"),
        ("a\ufdd0", "noncharacter U+FDD0 in id"),
        ("a\ufdef", "noncharacter U+FDEF in id"),
        ("\ufffe", "noncharacter U+FFFE in id"),
        ("a\uffffb", "noncharacter U+FFFF in id"),
        ("\U0001fffe", "noncharacter U+1FFFE in id"),
        ("\U0010fffe", "noncharacter U+10FFFE in id"),
        ("\U0010ffff", "noncharacter U+10FFFF in id"),
        ("x" * (MAX_ID_CHARACTERS + 1), "id has 501 characters; at most 500 are taken"),
    ],
)
def test_id_that_cannot_be_kept(value: object, reason: str) -> None:
    with pytest.raises(checks.UnfitError) as refused:
        checks.identifier(value, name="id")
    assert str(refused.value) == reason


def test_only_ids_may_not_hold_noncharacters() -> None:
    assert checks.text("a\uffff", name="text", caption=None) == "a\uffff"
    assert checks.identifier("\ufdf0\ufffd\u200b\ue000", name="id") == "\ufdf0\ufffd\u200b\ue000"


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (5, "the number 5"),
        (-1.5, "the number -1.5"),
        (float("inf"), "the number inf"),
        pytest.param(10**5000, "a very large number", id="10**5000"),
        (True, "true"),
        (b"a", "of type bytes"),
        (("a",), "of type tuple"),
        (datetime(2024, 3, 2), "of type datetime"),
        (["a"], "a list"),
        ({}, "an object"),
    ],
)
def test_what_a_caller_gives_instead_of_a_string(value: object, kind: str) -> None:
    with pytest.raises(checks.UnfitError) as refused:
        checks.text(value, name="text", caption=None)
    assert str(refused.value) == f"text is {kind}, not a string"


def test_speaker_is_never_guessed() -> None:
    assert checks.speaker(None, name="speaker") == "unknown"
    assert checks.speaker("  ", name="speaker") == "unknown"
    assert checks.speaker("Ada", name="speaker") == "Ada"


def test_shown_is_short_and_on_one_line() -> None:
    assert checks.shown("a\nb\ud800") == r"'a\nb\ud800'"
    assert len(checks.shown("x" * 1000)) == 63


def test_what_the_model_refuses_has_a_reason() -> None:
    with pytest.raises(checks.UnfitError) as refused:
        checks.turn(
            dia_id="t", speaker="Ada", text="hello", said_at=datetime(2024, 3, 2, tzinfo=UTC)
        )
    assert str(refused.value).startswith("turn: Value error, said_at is local wall time")
