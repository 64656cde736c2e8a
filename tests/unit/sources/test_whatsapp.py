"""WhatsApp's chats: where messages begin, which day a date is, what WhatsApp itself writes."""

import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InputError
from graphmem.model.conversation import MessageSettings
from graphmem.sources import read
from graphmem.sources.whatsapp_lines import begun
from tests.exports import EXPORTS, Taken, said, taken, turns_of

ANDROID = EXPORTS / "WhatsApp Chat with Lena.txt"
IOS = EXPORTS / "whatsapp-ios" / "_chat.txt"


def chat(folder: Path, text: str, **settings: Any) -> Taken:
    path = folder / "mill.txt"
    path.write_text(text, encoding="utf-8")
    return taken(read(path, messages=MessageSettings(**settings)))


def test_a_chat_of_android() -> None:
    found = taken(read(ANDROID))
    talk = found.talk
    assert (talk.conversation_id, talk.source) == ("WhatsApp Chat with Lena", "whatsapp")
    assert [session.session_id for session in talk.sessions] == [
        "2024-02-28",
        "2024-03-01",
        "2024-03-02",
    ]
    assert said(talk) == [
        ("Lena Marsh", "The boiler man comes on Friday at 9.\nCan you let him in?"),
        ("Tom", "Yes: I work from home then."),
        ("Tom", "He is here already."),
        ("Lena Marsh", "Ask him for the bill"),
        ("+44 7700 900123", "It was 140 pounds."),
    ]
    assert (found.refused, found.left) == (
        [],
        {"lines that WhatsApp itself writes": 3, "media": 2, "deleted messages": 1},
    )


def test_a_chat_of_ios_with_twelve_hours_and_months_first() -> None:
    found = taken(read(IOS, messages=MessageSettings(conversation_id="plot", zone="Europe/London")))
    assert said(found.talk) == [
        ("Noor", "I sowed the leeks."),
        ("Piet", "Sow mine too\n\nplease."),
        ("Noor", "They are up!"),
    ]
    first, _, last = turns_of(found.talk)
    assert (first.said_at, first.zone) == (datetime(2024, 3, 9, 8, 15, 2), "Europe/London")
    assert last.said_at == datetime(2024, 3, 21, 21, 5, 11)
    assert found.left == {"lines that WhatsApp itself writes": 3, "media": 1}


def test_the_chat_of_an_iphone_has_no_name_but_that_of_its_zip_file(tmp_path: Path) -> None:
    (refusal,) = taken(read(IOS)).refused
    assert "give conversation_id (--conversation)" in refusal.reason
    packed = tmp_path / "WhatsApp Chat - Plot"
    shutil.make_archive(str(packed), "zip", IOS.parent)
    talk = taken(read(packed.with_name("WhatsApp Chat - Plot.zip"))).talk
    assert talk.conversation_id == "WhatsApp Chat - Plot"


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("05/03/2025, 10:14 - Ana: hi", "Ana: hi"),
        ("5/3/25, 10:14 pm - Ana: hi", "Ana: hi"),
        ("05.03.25, 10:14 - Ana: hi", "Ana: hi"),
        ("2025-03-05, 10:14 a.m. - Ana: hi", "Ana: hi"),
        ("05-03-2025 10:14 – Ana: hi", "Ana: hi"),
        ("[05/03/2025, 10:14:33] Ana: hi", "Ana: hi"),
        ("\u200e[5/3/25, 10:14:33\u202fPM] Ana: hi", "Ana: hi"),
        ("[12.3.2022 klo 14.08.18] Ana: hi", "Ana: hi"),
        ("05/03/2025, 10:14 Ana: hi", None),
        ("[05/03/2025] Ana: hi", None),
        ("05/03-2025, 10:14 - Ana: hi", None),
        ("5/3/25, 14:14 pm - Ana: hi", None),
        ("Ana: hi", None),
    ],
)
def test_where_a_message_begins(line: str, rest: str | None) -> None:
    found = begun(line)
    assert (found.rest if found else None) == rest


@pytest.mark.parametrize(
    ("dates", "meant"),
    [
        (("01/02/2024", "13/02/2024"), datetime(2024, 2, 1)),
        (("01/02/2024", "02/13/2024"), datetime(2024, 1, 2)),
        (("03/02/24", "01/03/24"), datetime(2024, 2, 3)),  # as months, it would go back in time
        (("03.02.24", "03.02.24"), datetime(2024, 2, 3)),
        (("2024-02-03", "2024-02-04"), datetime(2024, 2, 3)),
    ],
)
def test_days_and_months_are_told_from_the_whole_chat(
    tmp_path: Path, dates: tuple[str, ...], meant: datetime
) -> None:
    found = chat(tmp_path, "\n".join(f"{date}, 00:00 - Ana: hello" for date in dates))
    assert turns_of(found.talk)[0].said_at == meant


def test_where_the_order_cannot_be_told_it_is_asked_for(tmp_path: Path) -> None:
    text = "03/04/2024, 10:00 - Ana: hello\n05/04/2024, 10:00 - Ben: hello\n"
    (refusal,) = chat(tmp_path, text).refused
    assert (refusal.where, refusal.line) == ("mill", None)
    assert "--day-first or --month-first" in refusal.reason
    for day_first, meant in ((True, datetime(2024, 4, 3, 10)), (False, datetime(2024, 3, 4, 10))):
        found = chat(tmp_path, text, day_first=day_first)
        assert turns_of(found.talk)[0].said_at == meant
    (refusal,) = chat(tmp_path, text + "13/04/2024, 1:00 - A: b\n04/13/2024, 1:00 - A: b").refused
    assert refusal.reason.startswith("the dates '13/04/2024, 1:00' and '04/13/2024, 1:00' have")


def test_years_that_come_first_in_two_digits_are_no_days(tmp_path: Path) -> None:
    dates = ("24/12/31", "25/01/02")
    (refusal,) = chat(tmp_path, "\n".join(f"{date}, 10:00 - Ana: hello" for date in dates)).refused
    assert refusal.reason == "the years go back from '24/12/31, 10:00' to '25/01/02, 10:00'"


def test_a_date_that_is_none_is_refused_by_its_line(tmp_path: Path) -> None:
    found = chat(tmp_path, "31/01/2024, 10:00 - Ana: hello\n31/02/2024, 10:00 - Ana: hello\n")
    assert [(one.line, one.reason) for one in found.refused] == [
        (2, "'31/02/2024, 10:00' is not a date that exists")
    ]
    assert len(turns_of(found.talk)) == 1


def test_what_stands_before_the_first_message_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Our chat\n13/01/2024, 10:00 - Ana: hello\n", encoding="utf-8")
    found = taken(read(tmp_path / "a.txt", format="whatsapp"))
    assert [(one.line, one.reason) for one in found.refused] == [(1, "no message has begun yet")]
    (tmp_path / "a.txt").write_text("Dear diary", encoding="utf-8")
    (refusal,) = taken(read(tmp_path / "a.txt", format="whatsapp")).refused
    assert refusal.reason == "no line begins as a message of WhatsApp does"


def test_a_longer_chat_and_one_that_begins_later_keep_the_ids(tmp_path: Path) -> None:
    lines = [f"13/01/2024, 10:0{minute} - Ana: {minute}" for minute in (1, 1, 2, 2, 3)]
    whole = {turn.dia_id: turn.text for turn in turns_of(chat(tmp_path, "\n".join(lines)).talk)}
    assert list(whole) == [
        "2024-01-13T10:01",
        "2024-01-13T10:01#2",
        "2024-01-13T10:02",
        "2024-01-13T10:02#2",
        "2024-01-13T10:03",
    ]
    for part in (lines[:3], lines[2:]):
        turns = turns_of(chat(tmp_path, "\n".join(part)).talk)
        assert {turn.dia_id: turn.text for turn in turns}.items() <= whole.items()


def test_words_that_only_look_like_a_placeholder_are_kept(tmp_path: Path) -> None:
    words = ["I <3 you", "see notes.txt (please)", "x < y", "Note: bring milk", "omitted"]
    text = "\n".join(f"13/01/2024, 10:00 - Ana: {word}" for word in words)
    assert [text for _, text in said(chat(tmp_path, text).talk)] == words


def test_who_a_name_is_can_be_said(tmp_path: Path) -> None:
    found = chat(
        tmp_path,
        "13/01/2024, 10:00 - Mum: hello",
        speakers={"Mum": {"name": "Ida", "person_id": "ida"}},
    )
    (turn,) = turns_of(found.talk)
    assert (turn.speaker, turn.person_id) == ("Ida", "ida")


def test_chats_of_a_folder_are_read_and_other_texts_are_not(tmp_path: Path) -> None:
    shutil.copy(ANDROID, tmp_path)
    (tmp_path / "notes.txt").write_text("not looked at")
    assert [talk.conversation_id for talk in taken(read(tmp_path)).talks] == [ANDROID.stem]


def test_a_zone_that_is_none_is_an_error_at_once() -> None:
    with pytest.raises(InputError, match="zone 'Home' is neither"):
        read(ANDROID, messages=MessageSettings(zone="Home"))
