"""API keys: a file of digests, each for one space. The keys themselves are shown once."""

import hashlib
import hmac
import json
import os
import secrets
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from filelock import FileLock
from pydantic import TypeAdapter, ValidationError

from graphmem.errors import NotFoundError, SettingsError
from graphmem.model.base import Frozen

_PREFIX = "gm"
_ID_BYTES = 4
_SECRET_BYTES = 32


class ApiKey(Frozen):
    """A key as it is kept: whose it is, and the SHA-256 of its secret.

    With a ``person`` (their ``person_id``) it is for their memory alone.
    What was said is taken back for good only by one that ``may_forget``.

    The secret is 256 random bits, which no guessing finds, so the digest needs no salt and no
    slowness.
    """

    key_id: str
    space: str
    digest: str
    created_at: datetime
    may_forget: bool = False
    revoked_at: datetime | None = None
    person: str | None = None


class NewKey(NamedTuple):
    """A key that was just made, and its text, which nobody can tell again."""

    key: ApiKey
    text: str


_KEYS = TypeAdapter(tuple[ApiKey, ...])


class KeyFile:
    """The keys of a file; thread-safe. A change of the file holds from the next request on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._seen: tuple[int, int] | None = None
        self._known: dict[str, ApiKey] = {}

    def add(self, space: str, *, person: str | None = None, may_forget: bool = False) -> NewKey:
        """Make a key for a space, or for what one person in it may see.

        It takes back what was said there only if it ``may_forget``.
        """
        key_id, secret = secrets.token_hex(_ID_BYTES), secrets.token_urlsafe(_SECRET_BYTES)
        key = ApiKey(
            key_id=key_id,
            space=space,
            digest=_digest(secret),
            created_at=datetime.now(UTC),
            person=person,
            may_forget=may_forget,
        )
        with self._changing():
            self._write((*self.read(), key))
        return NewKey(key, f"{_PREFIX}_{key_id}_{secret}")

    def revoke(self, key_id: str) -> ApiKey:
        """Let a key hold no longer; raises `NotFoundError`."""
        with self._changing():
            keys = {key.key_id: key for key in self.read()}
            if key_id not in keys:
                raise NotFoundError(
                    f"{self.path} holds no key {key_id!r}.",
                    next_step="`graphmem keys list` lists those that it holds.",
                )
            if keys[key_id].revoked_at is None:
                keys[key_id] = keys[key_id].model_copy(update={"revoked_at": datetime.now(UTC)})
                self._write(tuple(keys.values()))
        return keys[key_id]

    def read(self) -> tuple[ApiKey, ...]:
        """Every key of the file, none without it; raises `SettingsError` for a file of others."""
        try:
            return _KEYS.validate_json(self.path.read_bytes())
        except FileNotFoundError:
            return ()
        except (OSError, ValidationError) as error:
            raise self._unreadable(error) from error

    def find(self, text: str) -> ApiKey | None:
        """The key that this text is, as long as it holds."""
        prefix, _, rest = text.partition("_")
        key_id, _, secret = rest.partition("_")
        key = self._current().get(key_id)
        if key is None or prefix != _PREFIX or key.revoked_at is not None:
            return None
        same = hmac.compare_digest(key.digest.encode(), _digest(secret).encode())
        return key if same else None

    def _current(self) -> dict[str, ApiKey]:
        try:
            state = self.path.stat()
            seen = (state.st_mtime_ns, state.st_ino)
        except FileNotFoundError:
            seen = (0, 0)
        except OSError as error:
            raise self._unreadable(error) from error
        with self._lock:
            if seen != self._seen:
                self._known = {key.key_id: key for key in self.read()}
                self._seen = seen
            return self._known

    def _unreadable(self, error: Exception) -> SettingsError:
        return SettingsError(
            f"The file of API keys {self.path} cannot be read: {type(error).__name__}.",
            next_step="Give the file that `graphmem keys add` wrote.",
        )

    def _changing(self) -> FileLock:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(self.path.with_suffix(".lock"))

    def _write(self, keys: tuple[ApiKey, ...]) -> None:
        # Written beside it and moved, so that no reader sees half a file.
        beside = self.path.with_suffix(".new")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(_KEYS.dump_python(keys, mode="json"), file, indent=2)
        beside.replace(self.path)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
