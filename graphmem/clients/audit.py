"""The audit log: a line of JSON for each act, on file before what it did or found is told."""

import json
import logging
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

from pydantic import BaseModel

from graphmem.clients.caller import Caller, require_right
from graphmem.errors import AuditError, GraphMemError, NotAllowedError
from graphmem.model.base import Frozen
from graphmem.model.ids import turn_reference
from graphmem.operations import Operation

_log = logging.getLogger(__name__)

_UID = re.compile(r"[a-z]+:[0-9a-f]{32}")
# What holds an id as the caller gave it, and never words. `person_id` is none of them: the tools
# take a name for it as well.
_IDS = frozenset({
    "at_hand", "citations", "conv_A", "conv_B", "conv_id", "conversation", "conversation_id",
    "conversation_ids", "conversations", "follows", "job_id", "said_in", "session", "session_id",
    "turn", "turn_id", "turn_ids",
})  # fmt: skip
_MOST_IDS = 200
_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
_FLAGS |= getattr(os, "O_NONBLOCK", 0)  # a pipe that nobody reads would be waited for


class AuditedAct:
    """What is being done, and the result that its line tells the ids of."""

    def __init__(self) -> None:
        self.result: BaseModel | None = None


class Audit:
    """Lets acts through and keeps a line of each; thread-safe. Without a file no line is kept.

    The file is opened for each line, so it may be moved away at any time.
    """

    def __init__(self, path: Path | None) -> None:
        """Raise `AuditError` for a file that cannot be written, or that others may read."""
        self._path = path
        self._lock = Lock()
        self._torn = False
        if path is not None:
            os.close(self._open(path))

    @contextmanager
    def acting(
        self,
        caller: Caller,
        item: Operation[Frozen],
        asked: Frozen,
        *,
        name: str | None = None,
        reads: bool = False,
    ) -> Iterator[AuditedAct]:
        """Within it, what the caller has a right to is done; its line names ids, and no words.

        An act that only ``reads`` needs the same right; it is called ``name``. Raises
        `NotAllowedError`, and `AuditError` where no line can be kept: before anything is changed,
        and before anything that was read is told.
        """
        reads = reads or not item.writes
        if caller.request_id is None:  # both lines of an act are found by it
            caller = caller._replace(request_id=secrets.token_hex(8))
        told: dict[str, Any] = {"operation": name or item.name, "right": item.right.value}
        if self._path is not None:
            told.update(_asked(asked))
        act = AuditedAct()
        try:
            require_right(caller, item, asked)
            if not reads:
                self._write(caller, told | {"outcome": "begun"})
            yield act
        except AuditError:
            raise
        except BaseException as error:
            told["outcome"] = "refused" if isinstance(error, NotAllowedError) else "failed"
            self._end(caller, told | {"error": type(error).__name__}, reads=reads)
            raise
        told["outcome"] = "done"
        if self._path is not None:
            told.update(_found(act.result))
        self._end(caller, told, reads=reads)

    def _end(self, caller: Caller, told: Mapping[str, Any], *, reads: bool) -> None:
        try:
            self._write(caller, told)
        except AuditError:
            if reads:
                raise
            # It is on file that it was begun; whoever asked is told how it ended.
            named = {"request_id": caller.request_id}
            _log.exception("outcome not on file", extra={"fields": named})

    def _write(self, caller: Caller, told: Mapping[str, Any]) -> None:
        if self._path is None:
            return
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "request_id": caller.request_id,
            "key": caller.name,
            "space": caller.space,
            "person": caller.person,
            **told,
        }
        # With escapes for all that is not ASCII no id breaks a line, or looks like another.
        self._append(self._path, json.dumps(line).encode() + b"\n")

    def _append(self, path: Path, line: bytes) -> None:
        with self._lock:
            file = self._open(path)
            try:
                whole = b"\n" + line if self._torn else line
                written = os.write(file, whole)
                self._torn = written != len(whole)
            except OSError as error:
                raise _unusable(path, str(error.strerror)) from error
            finally:
                os.close(file)
        if self._torn:
            raise _unusable(path, "there is no room for a line")

    def _open(self, path: Path) -> int:
        try:
            file = os.open(path, _FLAGS, 0o600)
        except OSError as error:
            raise _unusable(path, str(error.strerror)) from error
        mode = os.fstat(file).st_mode
        if stat.S_ISREG(mode) and not (os.name == "posix" and mode & 0o077):
            return file
        os.close(file)
        raise _unusable(path, "it is no plain file, or others may read or write it")


def _unusable(path: Path, why: str) -> GraphMemError:
    return AuditError(
        f"The audit log {path} cannot be written: {why}. What it would not hold is not done.",
        next_step="Give a plain file in a folder that is there, of mode 0600, with room on its "
        "disk.",
    )


def _asked(asked: BaseModel) -> Mapping[str, Any]:
    """The ids that a request names, and whether it only tries."""
    tries = {"dry_run": True} if getattr(asked, "dry_run", False) else {}
    return {**_listed("about", _named(asked)), **tries}


def _named(asked: BaseModel) -> Iterator[str]:
    for key in type(asked).model_fields:
        held = getattr(asked, key)
        for one in held if isinstance(held, tuple) else (held,):
            if isinstance(one, Mapping):  # a turn as it was sent, which may hold anything
                yield from _ids(one.get("conversation_id"), "conversation_id")
            else:
                yield from _ids(one, key) if isinstance(one, str) else ()


def _found(result: BaseModel | None) -> Mapping[str, Any]:
    """The ids of a result: whose it is, and which turns and statements it tells."""
    return _listed("found", _ids(result.model_dump()) if result is not None else ())


def _listed(name: str, found: Iterable[str]) -> Mapping[str, Any]:
    ids = list(dict.fromkeys(found))
    further = {f"{name}_further": len(ids) - _MOST_IDS} if len(ids) > _MOST_IDS else {}
    return {name: ids[:_MOST_IDS], **further}


def _ids(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, str):
        if key in _IDS or _UID.fullmatch(value):
            yield value
    elif isinstance(value, Mapping):
        talk, turn = value.get("conversation_id"), value.get("dia_id")
        if isinstance(talk, str) and isinstance(turn, str):
            yield turn_reference(talk, turn)
        for name, inner in value.items():
            yield from _ids(inner, str(name))
    elif isinstance(value, tuple | list | set | frozenset):
        for inner in value:
            yield from _ids(inner, key)
