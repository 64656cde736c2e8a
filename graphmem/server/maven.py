"""Reads Maven's settings files: mirrors, servers and the local repository."""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from graphmem.errors import SettingsError

_VARIABLE = re.compile(r"\$\{(?:env\.(?P<env>[^}]+)|(?P<home>user\.home))\}")


@dataclass(frozen=True)
class Mirror:
    """A ``<mirror>``: ``url`` stands in for the repositories that ``mirror_of`` matches."""

    id: str
    url: str
    mirror_of: str
    blocked: bool = False


@dataclass(frozen=True)
class Credentials:
    """User and password of a ``<server>``, as they stand in the file."""

    username: str
    password: str = field(repr=False)


@dataclass(frozen=True)
class MavenSettings:
    """The part of Maven's settings that decides where a jar comes from."""

    mirrors: tuple[Mirror, ...] = ()
    repositories: Mapping[str, str] = field(default_factory=dict)
    credentials: Mapping[str, Credentials] = field(default_factory=dict)
    local_repository: Path | None = None


def load_maven_settings(environ: Mapping[str, str] = os.environ) -> MavenSettings:
    """Read the user's settings.xml and the one of Maven's own folder; the user's wins."""
    files = [Path.home() / ".m2" / "settings.xml"]
    files += [
        Path(environ[name]) / "conf" / "settings.xml"
        for name in ("MAVEN_HOME", "M2_HOME")
        if environ.get(name)
    ]
    mirrors: dict[str, Mirror] = {}
    repositories: dict[str, str] = {}
    credentials: dict[str, Credentials] = {}
    local: Path | None = None
    for one in (parse_maven_settings(file, environ) for file in files if file.is_file()):
        mirrors |= {mirror.id: mirror for mirror in one.mirrors if mirror.id not in mirrors}
        repositories = {**one.repositories, **repositories}
        credentials = {**one.credentials, **credentials}
        local = local or one.local_repository
    return MavenSettings(tuple(mirrors.values()), repositories, credentials, local)


def parse_maven_settings(file: Path, environ: Mapping[str, str]) -> MavenSettings:
    """Read one settings.xml; `SettingsError` if it is not XML."""
    try:
        root = ElementTree.parse(file).getroot()
    except (ElementTree.ParseError, OSError) as error:
        raise SettingsError(
            f"Maven's settings {file} cannot be read: {error}.",
            next_step="Correct the file, or move it away.",
        ) from error

    def text(element: ElementTree.Element, name: str) -> str:
        return _interpolate((element.findtext(f"{{*}}{name}") or "").strip(), environ)

    local = text(root, "localRepository")
    return MavenSettings(
        mirrors=tuple(
            Mirror(
                id=text(mirror, "id"),
                url=text(mirror, "url"),
                mirror_of=text(mirror, "mirrorOf"),
                blocked=text(mirror, "blocked") == "true",
            )
            for mirror in root.iterfind("{*}mirrors/{*}mirror")
        ),
        repositories={
            text(repository, "id"): text(repository, "url")
            for profile in _active_profiles(root)
            for repository in profile.iterfind("{*}repositories/{*}repository")
        },
        credentials={
            text(server, "id"): Credentials(text(server, "username"), text(server, "password"))
            for server in root.iterfind("{*}servers/{*}server")
            if text(server, "username")
        },
        local_repository=Path(local) if local else None,
    )


def _active_profiles(root: ElementTree.Element) -> Iterator[ElementTree.Element]:
    named = {(name.text or "").strip() for name in root.iterfind("{*}activeProfiles/{*}*")}
    for profile in root.iterfind("{*}profiles/{*}profile"):
        by_default = (profile.findtext("{*}activation/{*}activeByDefault") or "").strip()
        if (profile.findtext("{*}id") or "").strip() in named or by_default == "true":
            yield profile


def _interpolate(text: str, environ: Mapping[str, str]) -> str:
    def value(match: re.Match[str]) -> str:
        if match["home"]:
            return str(Path.home())
        # As Maven does, an unset variable stays as it is written.
        return environ.get(match["env"], match[0])

    return _VARIABLE.sub(value, text)
