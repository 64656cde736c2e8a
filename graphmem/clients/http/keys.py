"""API keys: a file of digests, each for one space. The keys themselves are shown once."""

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from filelock import FileLock
from pydantic import AwareDatetime, Field, TypeAdapter, ValidationError, model_validator

from graphmem.errors import InputError, NotFoundError, SettingsError
from graphmem.model.base import Frozen, faults
from graphmem.model.operation import USUAL_RIGHTS, Right

_PREFIX = "gm"
_ID_BYTES = 4
_SECRET_BYTES = 32


class ApiKey(Frozen):
    """A key as it is kept: whose it is, and the SHA-256 of its secret.

    With a ``person`` (their ``person_id``) it is for their memory alone. From ``expires_at`` on
    it holds no longer. ``rate`` and ``burst`` are requests a second and at once, else the server's.

    The secret is 256 random bits, which no guessing finds, so the digest needs no salt and no
    slowness.
    """

    key_id: str
    space: str
    digest: str
    created_at: datetime
    rights: tuple[Right, ...] = Field(default=USUAL_RIGHTS, min_length=1)
    expires_at: AwareDatetime | None = None
    rate: float | None = Field(default=None, gt=0)
    burst: int | None = Field(default=None, ge=1)
    revoked_at: datetime | None = None
    person: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _read_without_rights(cls, kept: Any) -> Any:
        # A file may say no more of rights than whether a key forgets besides what is usual.
        if not isinstance(kept, dict) or "may_forget" not in kept:
            return kept
        more = (Right.FORGET,) if kept["may_forget"] else ()
        rest = {name: value for name, value in kept.items() if name != "may_forget"}
        return {"rights": (*USUAL_RIGHTS, *more)} | rest

    @property
    def expired(self) -> bool:
        """Tells whether its time is over."""
        return self.expires_at is not None and self.expires_at <= datetime.now(UTC)

    @property
    def in_force(self) -> bool:
        """Tells whether it holds: neither revoked nor expired."""
        return self.revoked_at is None and not self.expired


class NewKey(NamedTuple):
    """A key that was just made, and its text, which nobody can tell again."""

    key: ApiKey
    text: str


_KEYS = TypeAdapter(tuple[ApiKey, ...])
_EXPIRY = TypeAdapter[timedelta | date](timedelta | date)


def expiry_of(text: str) -> datetime:
    """When a key expires: after so long (``30d``, ISO 8601's ``PT12H``), or on a date, as UTC.

    Raises `InputError` for what is neither, or is past.
    """
    now = datetime.now(UTC)
    try:
        given = _EXPIRY.validate_python(text)
        if isinstance(given, timedelta):
            expires_at = (now + given).replace(microsecond=0)
        else:
            expires_at = datetime.combine(given, time(), UTC)
    except (ValidationError, OverflowError) as error:
        raise InputError(
            f"{text!r} is no time to come at which a key could expire.",
            next_step="Give days, such as 30d, or a date, such as 2031-12-31.",
        ) from error
    if expires_at <= now:
        raise InputError(f"{text!r} is past.", next_step="Give a time to come, such as 30d.")
    return expires_at


class KeyFile:
    """The keys of a file; thread-safe. A change of the file holds from the next request on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._seen: tuple[int, int] | None = None
        self._known: dict[str, ApiKey] = {}

    def add(
        self,
        space: str,
        *,
        person: str | None = None,
        rights: Iterable[Right] = USUAL_RIGHTS,
        expires_at: datetime | None = None,
        rate: float | None = None,
        burst: int | None = None,
    ) -> NewKey:
        """Make a key for a space, or for what one person in it may see.

        Raises `InputError` for limits or rights that no key can have.
        """
        key_id, secret = secrets.token_hex(_ID_BYTES), secrets.token_urlsafe(_SECRET_BYTES)
        given = frozenset(rights)
        try:
            key = ApiKey(
                key_id=key_id,
                space=space,
                digest=_digest(secret),
                created_at=datetime.now(UTC),
                rights=tuple(right for right in Right if right in given),
                expires_at=expires_at,
                rate=rate,
                burst=burst,
                person=person,
            )
        except ValidationError as error:
            raise InputError(
                f"There can be no such key: {faults(error)}.",
                next_step="See `graphmem keys add --help` for what fits.",
            ) from error
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
        """The key that this text is, None where it was revoked; it may have expired."""
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
