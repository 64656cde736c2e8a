"""The code of a page: its fenced blocks, and what a command prints on a terminal."""

import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import textwrap
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ
from typing import NamedTuple

_FENCE = re.compile(
    r"^(?P<margin> *)```(?P<language>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n"
    r"(?P<text>.*?)^(?P=margin)```$",
    re.MULTILINE | re.DOTALL,
)
_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
_COLUMNS = 80


class Block(NamedTuple):
    """A fenced block; ``title`` is the file that it shows."""

    language: str
    title: str | None
    text: str
    line: int


class Command(NamedTuple):
    """A command line as it is typed after ``$``, and what the page says that it prints."""

    words: str
    output: str


class Request(NamedTuple):
    """What a line of ``curl`` sends to the local server; ``path`` holds the query as well."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: str | None


def blocks(page: Path) -> list[Block]:
    """The blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            found["language"],
            found["title"],
            textwrap.dedent(found["text"]),
            text.count("\n", 0, found.start()) + 1,
        )
        for found in _FENCE.finditer(text)
    ]


def commands(text: str) -> Iterator[Command]:
    """The commands of a console block; a line that ends with a backslash goes on."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        words, _, output = part.replace("\\\n", "").partition("\n")
        yield Command(words.split("   # ")[0].strip(), output)


def curls(text: str) -> Iterator[str]:
    """The lines of ``curl`` of a block that need no key; one that ends with a backslash goes on."""
    for line in text.replace("\\\n", "").splitlines():
        words = line.removeprefix("$ ")
        if words.startswith("curl ") and "Authorization" not in words:
            yield words


def request_of(curl: str) -> Request:
    """What it sends, as curl reads its options; an option that is not known here ends the test."""
    options = ArgumentParser("curl", allow_abbrev=False)
    options.add_argument("-s", action="store_true")
    options.add_argument("-X", dest="method")
    options.add_argument("-H", dest="headers", action="append", default=[])
    options.add_argument("-d", dest="data")
    options.add_argument("--json")
    options.add_argument("address")
    given = options.parse_args(shlex.split(curl)[1:])
    body = given.data if given.json is None else given.json
    form = "application/x-www-form-urlencoded"
    headers = (
        {} if body is None else {"content-type": form if given.json is None else "application/json"}
    )
    for name, _, value in (header.partition(":") for header in given.headers):
        headers[name.lower()] = value.strip()
    host, _, path = given.address.removeprefix("http://").partition("/")
    assert host in {"localhost:8080", "127.0.0.1:8080"}, given.address
    return Request(given.method or ("GET" if body is None else "POST"), f"/{path}", headers, body)


def on_a_terminal(words: str, environment: Mapping[str, str], folder: Path) -> tuple[int, str]:
    """How ``graphmem …`` ends, and what it prints on a terminal of 80 columns, without colours."""
    controller, terminal = pty.openpty()
    ioctl(terminal, TIOCSWINSZ, struct.pack("HHHH", 50, _COLUMNS, 0, 0))
    running = subprocess.Popen(
        ["sh", "-c", f'graphmem() {{ "{sys.executable}" -m graphmem "$@"; }}; {words}'],
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env={**environment, "TERM": "xterm", "COLUMNS": str(_COLUMNS)},
    )
    os.close(terminal)
    written = b""
    while True:
        try:
            part = os.read(controller, 65_536)
        except OSError:  # how Linux says that nobody holds the other end any more
            break
        if not part:
            break
        written += part
    os.close(controller)
    return running.wait(), _ESCAPE.sub("", written.decode()).replace("\r", "")


def missing(promised: str, printed: str) -> str | None:
    """The first part of what a page promises that was not printed, None where all was.

    ``…`` stands for anything, and so does an empty line.
    """
    rest = _plain(printed)
    for part in re.split(r"…|\n\s*\n", promised):
        wanted = _plain(part)
        at = rest.find(wanted)
        if at < 0:
            return wanted
        rest = rest[at + len(wanted) :]
    return None


def _plain(text: str) -> str:
    return " ".join(text.split())
