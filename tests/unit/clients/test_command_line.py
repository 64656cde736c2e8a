"""What the commands print and how they end, without a database."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from graphmem.clients.cli import admin, answers, app, output, receipts, requests, serving
from graphmem.clients.http.keys import KeyFile
from graphmem.doctor import Check
from graphmem.errors import NotFoundError
from graphmem.model.answer import Answer, Candidate, Evidence, ResolvedTime, Status
from graphmem.model.conversation import LeftOut, Refusal
from graphmem.model.listing import ConversationSummary, Table
from graphmem.model.operation import Right
from graphmem.model.progress import Progress
from graphmem.model.receipt import ChangedTurn, Receipt, SkippedCount, SkipSort, WorkspaceReceipt
from graphmem.model.search import SearchHit, SearchResult
from graphmem.model.workspace import Kind
from graphmem.settings import Settings

SAID = datetime(2024, 1, 2, 3, 4)
# Markup, emoji, a closing tag that closes nothing, and an escape at the end.
NASTY = "[/foo] :cat: [bold]x[/] \\"
LONG = "word " * 60 + "end"


@pytest.fixture(autouse=True)
def fresh_consoles() -> Iterator[None]:
    output.console.cache_clear()
    output.error_console.cache_clear()
    yield
    output.console.cache_clear()
    output.error_console.cache_clear()


def hit(text: str, conversation_id: str = "c") -> SearchHit:
    return SearchHit(
        conversation_id=conversation_id,
        session_id="s",
        dia_id="D1:1",
        speaker=NASTY,
        speaker_uid="u",
        said_at=SAID,
        zone="unknown",
        text=text,
        score=0.5,
    )


class Stub:
    """Stands in for a Memory."""

    def __init__(self, *, space: str | None = None, progress: Progress, **_: Any) -> None:
        progress("starting Neo4j", 0, 1)

    def __enter__(self) -> "Stub":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def is_empty(self) -> bool:
        return False

    def search(self, question: str, **_: Any) -> SearchResult:
        return SearchResult(question=question, space="s", hits=(hit(LONG),))

    def ask(self, question: str, **_: Any) -> Answer:
        return answer(text=question)

    def conversations(self) -> tuple[ConversationSummary, ...]:
        summary = ConversationSummary(
            conversation_id=NASTY,
            source="f",
            people=(LONG,),
            sessions=1,
            turns=1,
            first_said_at=SAID,
            last_said_at=None,
        )
        return (summary,)

    def cypher(self, query: str, *, limit: int) -> Table:
        rows = ((1.5, LONG), (float("nan"), NASTY))
        return Table(columns=("[/n]", "text"), rows=rows, truncated=True)


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "Memory", Stub)


def answer(text: str) -> Answer:
    return Answer(
        question="?",
        status=Status.ANSWERED,
        text=text,
        confidence=0.5,
        evidence=(
            Evidence(
                turn_id=f"{NASTY}/D1:1",
                conversation_id=NASTY,
                dia_id="D1:1",
                speaker=NASTY,
                said_at=SAID,
                quote=f"{LONG} {NASTY}",
            ),
        ),
        times=(ResolvedTime(expression=NASTY, meaning=NASTY, start=SAID, end=SAID),),
    )


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["graphmem", *arguments])
    with pytest.raises(SystemExit) as ended:
        app.run()
    return ended.value.code


def test_a_receipt_prints_ids_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    receipt = Receipt(
        space=NASTY,
        changed=(ChangedTurn(conversation_id=NASTY, dia_id=":cat:", reason=NASTY),),
        refused=(Refusal(path=NASTY, line=2, reason=NASTY),),
        left_out=(
            LeftOut(path="a", reason=NASTY, count=1_000),
            LeftOut(path="b", reason=NASTY, count=2),
        ),
    )
    receipts.print_receipt(receipt)
    told = capsys.readouterr()
    assert f"left out: 1,002 × {NASTY}\n" in told.err
    assert f"(space {NASTY})" in told.out
    assert f"changed: {NASTY}/:cat:: {NASTY}\n" in told.err
    assert f"refused: {receipt.refused[0]}\n" in told.err


@pytest.mark.parametrize(
    ("receipt", "said"),
    [
        (Receipt(space="s", turns_skipped=5), True),
        (Receipt(space="s", turns_skipped=5, workspace=WorkspaceReceipt(chunks_kept=2)), True),
        (Receipt(space="s"), False),
        (Receipt(space="s", turns_skipped=5, turns_stored=1), False),
        (Receipt(space="s", turns_skipped=5, workspace=WorkspaceReceipt(chunks=1)), False),
    ],
    ids=["known", "known and extracted", "nothing given", "grown", "known and extracted now"],
)
def test_that_nothing_changed_is_said_only_of_what_was_there(
    receipt: Receipt, said: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    receipts.print_receipt(receipt)
    assert ("Nothing changed" in capsys.readouterr().out) == said
    receipts.print_receipt(receipt, recorded=False)
    told = capsys.readouterr().out
    assert "stored" not in told
    assert "Nothing changed" not in told


def test_a_receipt_tells_in_plain_words_what_was_not_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    counts = (
        SkippedCount(sort=SkipSort.STATES_NOTHING, count=1_200),
        SkippedCount(sort=SkipSort.NO_WORDING, kind=Kind.STATE, count=1),
        SkippedCount(sort=SkipSort.NO_WORDING, kind=Kind.PLAN, count=2),
    )
    receipts.print_receipt(Receipt(space="s", workspace=WorkspaceReceipt(skipped=counts)))
    assert (
        "1,203 clauses not kept: 1,200 state nothing, 3 without a wording that stands alone "
        "(1 state, 2 plan); `graphmem skipped CONVERSATION` lists them\n"
    ) in capsys.readouterr().out


def test_an_answer_prints_ids_and_quotes_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    answers.print_answer(answer(text=NASTY))
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"answered  {NASTY}  (confidence 0.50)",
        f"    {NASTY}/D1:1  {NASTY}, 02 Jan 2024: “{LONG} {NASTY}”",
        f"    “{NASTY}” meant {NASTY}",
    ]


def test_an_answer_has_colours_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Console(
        file=io.StringIO(), record=True, force_terminal=True, markup=False, emoji=False, width=500
    )
    monkeypatch.setattr(answers, "console", lambda: terminal)
    answers.print_answer(answer(text=NASTY))
    assert "\x1b[" in terminal.export_text(styles=True, clear=False)
    assert f"{NASTY}/D1:1" in terminal.export_text()


def test_control_characters_are_shown_and_not_obeyed() -> None:
    assert output.shown("a\x1b[2Jb\x9b").plain == "a\\x1b[2Jb\\x9b"
    assert output.shown("a\n\tb").plain == "a\n\tb"


def test_every_line_of_a_text_has_the_margin(capsys: pytest.CaptureFixture[str]) -> None:
    output.console().print(output.indented(Text("one\n\ntwo"), 2))
    assert capsys.readouterr().out == "  one\n  \n  two\n"


def test_on_a_terminal_long_lines_wrap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    narrow = Console(file=io.StringIO(), record=True, width=40)
    narrow.print(output.indented(Text(LONG), 6))
    lines = narrow.export_text().splitlines()
    assert len(lines) > 5
    assert all(line.startswith("      w") for line in lines[:-1])


@pytest.mark.parametrize("command", [["search", "q"], ["ask", LONG], ["cypher", "q"]])
def test_piped_lines_are_whole_and_the_server_start_is_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    stub: None,
    command: list[str],
) -> None:
    assert run(monkeypatch, *command) == 0
    told = capsys.readouterr()
    assert LONG in told.out
    assert told.err == "starting Neo4j\n"


def test_piped_tables_are_whole_and_literal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], stub: None
) -> None:
    assert run(monkeypatch, "conversations") == 0
    assert run(monkeypatch, "cypher", "q") == 0
    told = capsys.readouterr()
    assert any(NASTY in line and LONG in line for line in told.out.splitlines())
    assert "[/n]" in told.out
    assert told.err.count("starting Neo4j") == 2


def test_json_is_silent_about_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], stub: None
) -> None:
    assert run(monkeypatch, "conversations", "--json") == 0
    assert capsys.readouterr().err == ""


def test_doctor_tells_of_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def examine(settings: Settings, *, progress: Progress) -> tuple[Check, ...]:
        progress("fetching Neo4j", 226, 226)
        progress("starting Neo4j", 0, 1)
        return (Check(name="disk", ok=False, detail=NASTY, fix=NASTY),)

    monkeypatch.setattr(admin, "examine", examine)
    monkeypatch.setenv("GRAPHMEM_HOME", str(tmp_path))
    monkeypatch.delenv("GRAPHMEM_URI", raising=False)
    assert run(monkeypatch, "doctor") == 1
    told = capsys.readouterr()
    assert told.err == "fetching Neo4j: 226 of 226\nstarting Neo4j\n"
    assert told.out == f"FAIL disk     {NASTY}\n              next: {NASTY}\n"


def test_json_has_no_number_that_json_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    output.print_json({"a": float("nan"), "b": [float("inf"), {"c": (-float("inf"), 1.5)}]})
    assert capsys.readouterr().out == '{"a": null, "b": [null, {"c": [null, 1.5]}]}\n'


@pytest.mark.parametrize(
    ("encoding", "raw"), [("utf-8", True), ("ascii", False), ("cp1252", False)]
)
def test_json_fits_the_encoding(monkeypatch: pytest.MonkeyPatch, encoding: str, raw: bool) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
    output.print_json({"text": "caf\u00e9 \U0001f600"})
    sys.stdout.flush()
    assert json.loads(written.getvalue().decode(encoding)) == {"text": "caf\u00e9 \U0001f600"}
    assert (b"\\u" not in written.getvalue()) is raw


def test_text_for_people_fits_the_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    output.use_safe_streams()
    answers.print_answer(answer(text="caf\u00e9"))
    sys.stdout.flush()
    assert b"answered  caf\\xe9" in written.getvalue()


@pytest.mark.parametrize(
    "command",
    [
        ["cypher", "q", "--limit", "0"],
        ["search", "q", "-n", "-1"],
        ["search", "q", "-n", "201"],
        ["server", "logs", "-n", "0"],
    ],
)
def test_a_limit_out_of_range_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    assert run(monkeypatch, *command) == 2
    assert "Invalid value for '--li" in capsys.readouterr().err


def test_interrupted_ends_with_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(requests, "opened", interrupted)
    assert run(monkeypatch, "conversations") == 130
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("where", ["command_line", "_run"])
def test_interrupted_anywhere_ends_with_130(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app, where, interrupt)
    assert run(monkeypatch) == 130


@pytest.mark.slow
@pytest.mark.parametrize("lines", [1, 100_000])
@pytest.mark.parametrize("as_json", [False, True])
def test_a_closed_pipe_is_no_fault(tmp_path: Path, lines: int, as_json: bool) -> None:
    log = tmp_path / "server" / "logs" / "console.log"
    log.parent.mkdir(parents=True)
    log.write_text("line\n" * lines, encoding="utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "graphmem", "server", "logs", f"-n{lines}"]
            + ["--json"] * as_json,
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=os.environ | {"GRAPHMEM_HOME": str(tmp_path)},
        )
    finally:
        os.close(writer)
    assert ended.stderr == ""
    assert ended.returncode == 1


def test_an_error_is_one_line_of_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GRAPHMEM_SERVER_HEAP", "lots")
    assert run(monkeypatch, "conversations", "--json") == 1
    told = capsys.readouterr()
    assert json.loads(told.out)["error"] == "SettingsError"
    assert told.err == ""


def test_an_error_is_printed_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise NotFoundError(NASTY, next_step=NASTY)

    monkeypatch.setattr(app, "command_line", fail)
    assert run(monkeypatch) == 1
    assert capsys.readouterr().err == f"error: {NASTY}\nnext:  {NASTY}\n"


def test_a_home_below_a_file_is_a_stopped_server(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GRAPHMEM_HOME", "/dev/null/x")
    assert run(monkeypatch, "server", "status") == 0
    assert capsys.readouterr().out.startswith("state    stopped\n")
    assert run(monkeypatch, "server", "logs") == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("code", [0, 1])
def test_doctor_ends_with_1_only_where_something_is_wrong(
    monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def examine(_: Settings, *, progress: Progress) -> tuple[Check, ...]:
        return (Check(name="a", ok=code == 0, detail="b"),)

    monkeypatch.setenv("GRAPHMEM_URI", "bolt://nowhere")
    monkeypatch.setattr(admin, "examine", examine)
    assert run(monkeypatch, "doctor") == code


def test_the_question_back_says_how_it_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    one = Candidate(uid="entity:1", name="Olga", apart="Olga works at the mill", fit=0.2)
    asked = answer(text="Which Olga?").model_copy(update={"candidates": (one,)})
    answers.print_answer(asked)
    assert "--about entity:1" in capsys.readouterr().out


@pytest.mark.parametrize("as_json", [False, True])
def test_a_key_is_printed_alone_and_its_file_beside_it(
    as_json: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "keys.json"
    serving.add_key("home", file=file, as_json=as_json)
    printed = capsys.readouterr()
    assert printed.out.count("\n") == 1
    assert str(file) in printed.err
    key = json.loads(printed.out)["key"] if as_json else printed.out.strip()
    assert key not in printed.err
    assert KeyFile(file).find(key) is not None


def test_what_a_key_may_and_until_when_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, rights = tmp_path / "keys.json", [Right.READ, Right.DECIDE]
    serving.add_key("home", rights=rights, expires="2999-12-31", rate=2.5, burst=7, file=file)
    capsys.readouterr()
    serving.list_keys(file=file)
    (row,) = capsys.readouterr().out.splitlines()[1:]
    assert [cell.strip() for cell in row.split("  ") if cell.strip()][2:5] == [
        "read, decide", "2.5", "7",
    ]  # fmt: skip
    assert "31 Dec 2999" in row
    serving.list_keys(file=file, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert (told["rights"], told["rate"], told["burst"]) == (["read", "decide"], 2.5, 7)
    assert "digest" not in told
