"""What the help says: every command once, on one line, with options in the same words."""

import os
import shlex
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from graphmem.clients.cli.app import command_line
from graphmem.clients.cli.commands import PANELS

COLUMNS = 80
ROOT: Any = get_command(command_line())


def leaves(command: Any = ROOT, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    if not hasattr(command, "commands"):
        yield " ".join(path), command
        return
    for name, one in command.commands.items():
        yield from leaves(one, (*path, name))


LEAVES = dict(leaves())
each = pytest.mark.parametrize("name", LEAVES)


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    return subprocess.run(
        [sys.executable, "-m", "graphmem", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=kept | {"COLUMNS": str(COLUMNS)} | variables,
    )


@pytest.fixture(scope="module")
def root_help() -> str:
    told = run("--help")
    assert told.returncode == 0
    return told.stdout


def test_alone_it_prints_the_help(root_help: str) -> None:
    alone = run()
    assert (alone.returncode, alone.stdout, alone.stderr) == (0, root_help, "")


def test_every_command_stands_once_in_a_panel_on_one_line(root_help: str) -> None:
    lines = root_help.splitlines()
    for panel, entries in PANELS.items():
        at = lines.index(f"{panel}:")
        listed = {tuple(line.split(maxsplit=1)) for line in lines[at + 1 : at + 1 + len(entries)]}
        assert listed == {(entry.name, entry.line) for entry in entries}
    names = [entry.name for entries in PANELS.values() for entry in entries]
    assert sorted(names) == sorted(ROOT.commands)
    assert max(map(len, lines)) <= COLUMNS


def test_lines_begin_with_a_verb_in_capitals_and_end_without_a_point() -> None:
    for entries in PANELS.values():
        for entry in entries:
            assert entry.line[0].isupper()
            assert not entry.line.endswith(".")


def test_help_has_no_colours_where_it_is_piped(root_help: str) -> None:
    assert "\x1b" not in root_help


@each
def test_help_says_what_is_taken_and_no_type_of_python(name: str) -> None:
    command = LEAVES[name]
    assert command.help
    for param in command.params:
        assert param.help, f"{name} {param.name}"
        takes_a_value = param.param_type_name == "option" and not param.is_flag
        assert not takes_a_value or param.metavar, f"{name} {param.name}"


@each
def test_every_command_has_help(name: str) -> None:
    told = CliRunner().invoke(command_line(), [*name.split(), "--help"])
    assert told.exit_code == 0
    assert f"Usage: graphmem {name}" in told.output


def test_an_option_is_called_and_takes_the_same_everywhere() -> None:
    spelled: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    takes: dict[str, set[str]] = defaultdict(set)
    for command in LEAVES.values():
        for param in command.params:
            if param.param_type_name == "option":
                spelled[param.opts[0]].add(tuple(param.opts[1:]))
                takes[param.opts[0]].add(param.metavar or "")
    assert {name for name, found in spelled.items() if len(found) > 1} == set()
    # A folder of results or a file of weights; a formula's name or a file of weights.
    several = {name for name, found in takes.items() if len(found) > 1}
    assert several == {"--out", "--weights"}


def test_common_options_have_the_same_words_everywhere() -> None:
    for option in ("--space", "--json", "--as-of", "--since", "--until", "--known-to"):
        words = {
            param.help
            for name, command in LEAVES.items()
            for param in command.params
            # A story is of when things happened, all else of when they were said.
            if option in param.opts and not (name == "story" and option in ("--since", "--until"))
        }
        assert len(words) == 1, words


EXAMPLES = [
    line
    for command in (*LEAVES.values(), ROOT)
    for line in (command.epilog or "").splitlines()
    if "COMMAND" not in line
]


@pytest.mark.parametrize("line", EXAMPLES)
def test_the_examples_can_be_run_as_they_stand(line: str) -> None:
    program, *words = shlex.split(line)
    assert program == "graphmem"
    command = ROOT
    while hasattr(command, "commands"):
        command = command.commands[words.pop(0)]
    # Reads the arguments, and raises where one does not fit; runs nothing.
    command.make_context(program, words)


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_shown_for_the_name_that_is_typed(shell: str) -> None:
    # The shell that is asked for, not the one that the tests happen to run in.
    told = run("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert told.returncode == 0
    assert "_GRAPHMEM_COMPLETE" in told.stdout
    assert "python" not in told.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("graphmem dec", {"decisions"}),
        ("graphmem decisions ", {"list", "retractions", "show", "undo"}),
        ("graphmem ask --s", {"--session", "--since", "--space"}),
        ("graphmem search --recency ", {"none", "decay", "boost"}),
        ("graphmem analytics what", {"what_changed"}),
    ],
)
def test_commands_options_and_choices_are_completed(typed: str, offered: set[str]) -> None:
    told = run(
        _GRAPHMEM_COMPLETE="complete_bash",
        COMP_WORDS=typed,
        COMP_CWORD=str(len(typed.split(" ")) - 1),
    )
    assert set(told.stdout.split()) == offered
