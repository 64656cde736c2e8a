"""Options of the HTTP server: address, keys, limits."""

import os
from ipaddress import ip_address
from pathlib import Path
from typing import Self

from pydantic import Field, ValidationError

from graphmem.clients.http.keys import KeyFile
from graphmem.errors import SettingsError
from graphmem.model.base import Frozen, faults
from graphmem.settings import Settings

_MEBIBYTE = 1 << 20


class ServeOptions(Frozen):
    """Everything about serving that is not about the memory.

    ``threads`` work at once, ``in_flight`` requests may be under way; ``ingests`` may wait to be
    recorded for each space. ``rate`` is requests a second for each key, ``burst`` how many
    of them at once.
    """

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)
    keys: Path | None = Field(default=None, description="The file of API keys.")
    audit: Path | None = Field(default=None, description="The audit log.")
    background: bool = Field(default=True, description="Whether it extracts what waits.")
    threads: int = Field(default=max(4, 2 * (os.cpu_count() or 1)), ge=1, le=256)
    in_flight: int = Field(default=24, ge=1, le=10_000)
    ingests: int = Field(default=16, ge=1, le=10_000)
    rate: float = Field(default=50.0, gt=0, allow_inf_nan=False)
    burst: int = Field(default=100, ge=1)
    max_body: int = Field(default=16 * _MEBIBYTE, ge=1_024, description="Bytes of one request.")
    grace: int = Field(default=30, ge=1, description="Seconds for requests that are under way.")

    @classmethod
    def of(cls, settings: Settings, **given: object) -> Self:
        """The options with these given, None meaning the default; raises `SettingsError`.

        A file of keys must hold one that is in force; without one only a loopback address may be
        listened on.
        """
        kept = {name: value for name, value in given.items() if value is not None}
        try:
            options = cls.model_validate(
                {
                    # With a queue, workers extract.
                    "background": settings.background and settings.queue is None,
                    "audit": settings.audit,
                    **kept,
                }
            )
        except ValidationError as error:
            raise SettingsError(
                f"This cannot be served with: {faults(error)}.",
                next_step="See `graphmem serve --help` for what fits.",
            ) from error
        if options.keys is not None and not any(
            key.in_force for key in KeyFile(options.keys).read()
        ):
            raise SettingsError(
                f"{options.keys} holds no key that is in force.",
                next_step="Make one with `graphmem keys add SPACE`, and give its file.",
            )
        if options.keys is None and not options.on_loopback:
            raise SettingsError(
                f"{options.host} can be reached from other machines, and no keys are asked for.",
                next_step="Make a key (`graphmem keys add SPACE`) and give its file with "
                "--api-keys, or listen on 127.0.0.1.",
            )
        return options

    @property
    def on_loopback(self) -> bool:
        """Tells whether only this machine can reach it."""
        return is_loopback(self.host)


def default_key_file(settings: Settings) -> Path:
    """The file in which `graphmem keys` keeps the keys unless told otherwise."""
    return settings.home / "api-keys.json"


def is_loopback(host: str) -> bool:
    """Tells whether a host, by name or address, is this machine and nobody else."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:  # a name, which may be anybody's
        return False
