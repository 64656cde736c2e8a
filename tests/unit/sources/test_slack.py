"""Slack's exports: who speaks, threads, edits, markup, and what nobody says."""

import json
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.model.conversation import LeftOut, MessageSettings
from graphmem.sources import read
from graphmem.sources.slack_messages import plain
from tests.exports import EXPORTS, said, taken, turns_of

SLACK = EXPORTS / "slack"


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """An export of one channel that a test writes the days of."""
    folder = tmp_path / "export"
    (folder / "harbour").mkdir(parents=True)
    for name in ("users.json", "channels.json"):
        shutil.copy(SLACK / name, folder / name)
    return folder


def write_day(export: Path, *messages: dict[str, Any], day: str = "2024-03-01") -> None:
    whole = [{"type": "message", "user": "U01ANKE", **message} for message in messages]
    text = json.dumps(whole, indent=0)
    (export / "harbour" / f"{day}.json").write_text(text, encoding="utf-8")


def test_a_channel_is_a_conversation_and_a_thread_stands_where_it_began() -> None:
    found = taken(read(SLACK))
    assert [(talk.conversation_id, talk.source) for talk in found.talks] == [
        ("D07QRS", "slack"),
        ("C04HARB", "slack"),
    ]
    harbour = found.talks[1]
    assert [session.session_id for session in harbour.sessions] == ["2024-03-01", "2024-03-04"]
    assert [turn.dia_id for turn in harbour.sessions[0].turns] == [
        "1709281800.000200",
        "1709283000.000400",
        "1709541000.000900",  # said three days later, in the thread
        "1709282400.000300",
        "1709284000.000500",
        "1709284200.000700",
    ]
    late = harbour.sessions[0].turns[2]
    assert (late.said_at.date().isoformat(), late.zone) == ("2024-03-04", "UTC")
    assert found.refused == []
    assert found.left == {"said by nobody: 'channel_join'": 1, "said by nobody: 'tombstone'": 1} | {
        "files": 1
    }


def test_people_are_known_by_their_ids_wherever_they_write() -> None:
    people = {
        (turn.speaker, turn.person_id)
        for talk in taken(read(SLACK)).talks
        for turn in turns_of(talk)
    }
    assert people == {
        ("Anke Visser", "U01ANKE"),
        ("Bram Okoro", "U02BRAM"),
        ("Cile", "U03CILE"),
        ("Tide Watch", "B09TIDE"),
        ("Mila Storm", "U09GUEST"),  # of another workspace: the message itself names her
    }


def test_markup_is_told_as_it_is_read() -> None:
    harbour = taken(read(SLACK)).talks[1]
    assert said(harbour)[:2] == [
        (
            "Anke Visser",
            "Morning @here, the crane at berth 4 is out until Thursday & we lose two slots. "
            "See the plan (https://port.example/berths).",
        ),
        ("Bram Okoro", "Anke Visser does the pilot know? ask in #harbour"),
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("<@U1> and <@U2|ben> and <@U3>", "Ana and ben and U3"),
        ("<#C1> <#C2|old> <#C3>", "#new #old #C3"),
        ("<!channel> <!subteam^S1|@crew> <!subteam^S2>", "@channel @crew @subteam"),
        ("<!date^1392734382^{date}|3 May>", "3 May"),
        (
            "<http://acme.example|acme.example>, <mailto:a@b.example|a@b.example>",
            "acme.example, a@b.example",
        ),
        ("<https://acme.example/a>", "https://acme.example/a"),
        ("a &lt;b&gt; &amp;amp; 1 < 2", "a <b> &amp; 1 < 2"),
    ],
)
def test_each_sort_of_markup(written: str, meant: str) -> None:
    assert plain(written, people={"U1": "Ana"}, channels={"C1": "new"}) == meant


def test_the_last_version_counts_and_what_was_deleted_is_gone(export: Path) -> None:
    write_day(
        export,
        {"ts": "1709281800.000100", "text": "We meet at nine."},
        {"ts": "1709281900.000100", "text": "Never mind."},
        {
            "ts": "1709282000.000100",
            "subtype": "message_changed",
            "message": {"user": "U01ANKE", "ts": "1709281800.000100", "text": "We meet at ten."},
        },
        {
            "ts": "1709282100.000100",
            "subtype": "message_deleted",
            "deleted_ts": "1709281900.000100",
        },
    )
    found = taken(read(export))
    assert said(found.talk) == [("Anke Visser", "We meet at ten.")]
    assert found.left == {"versions before an edit": 1, "deleted messages": 1}


def test_a_longer_export_keeps_the_ids_of_what_was_there(export: Path) -> None:
    first = {"ts": "1709281800.000100", "text": "Who has the key?"}
    write_day(export, first)
    before = turns_of(taken(read(export)).talk)
    reply = {"ts": "1709541000.000900", "text": "I do.", "thread_ts": "1709281800.000100"}
    write_day(export, first | {"thread_ts": "1709281800.000100", "reply_count": 1})
    write_day(export, reply, day="2024-03-04")
    after = taken(read(export)).talk
    assert turns_of(after)[:1] == before
    assert [session.session_id for session in after.sessions] == ["2024-03-01"]


def test_a_zone_moves_the_clock_and_the_day(export: Path) -> None:
    write_day(export, {"ts": "1709339400.000000", "text": "See you tomorrow."})
    (session,) = taken(
        read(export, messages=MessageSettings(zone="America/New_York"))
    ).talk.sessions
    assert session.session_id == "2024-03-01"
    assert session.turns[0].said_at == datetime(2024, 3, 1, 19, 30)
    assert session.turns[0].zone == "America/New_York"
    assert taken(read(export)).talk.sessions[0].session_id == "2024-03-02"


def test_what_is_bad_is_refused_by_file_and_line(export: Path) -> None:
    write_day(
        export,
        {"ts": "1709281800.000100", "text": "Fine."},
        {"text": "When?"},
        {"ts": "yesterday", "text": "When?"},
        {"ts": "1709281801.000100", "text": 3},
        {"ts": "1709281800.000100", "text": "Again."},
    )
    (export / "harbour" / "2024-03-02.json").write_text("[{}", encoding="utf-8")
    (export / "users.json").write_text('[{"name": "nobody"}]', encoding="utf-8")
    found = taken(read(export))
    assert [(Path(one.path).name, one.line, one.where, one.reason) for one in found.refused] == [
        ("users.json", 1, None, "id is missing"),
        ("2024-03-02.json", 1, None, "broken JSON: Expecting ',' delimiter"),
        ("2024-03-01.json", 8, "C04HARB", "ts is missing"),
        (
            "2024-03-01.json",
            13,
            "C04HARB",
            "ts 'yesterday' is not written like '1709316000.000100'",
        ),
        ("2024-03-02.json", 1, "C04HARB", "ts is missing"),
        (
            "2024-03-01.json",
            25,
            "C04HARB/1709281800.000100",
            "turn id 1709281800.000100 was already given",
        ),
        ("2024-03-01.json", 19, "C04HARB/1709281801.000100", "text is the number 3, not a string"),
    ]
    assert said(found.talk) == [("U01ANKE", "Fine.")]  # no user list: the id is all that is known


def test_one_without_any_name_is_unknown(export: Path) -> None:
    write_day(export, {"user": None, "ts": "1709281800.000100", "text": "Hello."})
    (turn,) = turns_of(taken(read(export)).talk)
    assert (turn.speaker, turn.person_id) == ("unknown", None)


def test_what_somebody_passes_on_is_not_theirs(export: Path) -> None:
    shared = [{"text": "I quit.", "author_id": "U02BRAM", "is_share": True}]
    write_day(export, {"ts": "1709281800.000100", "text": "", "attachments": shared})
    found = taken(read(export))
    assert found.talks == []
    assert found.left == {"previews of links and messages that are passed on": 1}


def test_the_zip_file_of_an_export_is_read_as_the_folder(tmp_path: Path) -> None:
    packed = Path(shutil.make_archive(str(tmp_path / "acme"), "zip", SLACK.parent, "slack"))
    assert taken(read(packed)).talks == taken(read(SLACK)).talks
    (left,) = [one for one in read(packed) if isinstance(one, LeftOut) and one.reason == "files"]
    assert left.path == f"{packed}/harbour"
    packed.write_bytes(packed.read_bytes()[:2000])
    (refusal,) = taken(read(packed)).refused
    assert refusal.reason.startswith("the zip file cannot be read: ")


def test_folders_without_talk_are_no_export_unless_they_are_said_to_be(tmp_path: Path) -> None:
    (refusal,) = taken(read(tmp_path, format="slack")).refused
    assert refusal.reason.startswith("no channel of the export holds a day of talk")
    (tmp_path / "day.json").write_text("[]")
    (refusal,) = taken(read(tmp_path / "day.json", format="slack")).refused
    assert refusal.reason == "an export of Slack is a folder or its zip file; give that"
