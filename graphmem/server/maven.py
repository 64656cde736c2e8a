"""Maven's settings files (mirrors, servers, the local repository), and repositories for jars.

Jars come through jgo's default, by way of the user's mirrors. No address is written down
here. Proxies and certificates come from the environment.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree

from graphmem.errors import ArtifactError, SettingsError
from graphmem.server.model import missing_package

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


_LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1"})


def remote_repositories(maven: MavenSettings) -> dict[str, str]:
    """Give the repositories by id, with credentials in their addresses: never print them.

    jgo's default and the active profiles of Maven go through Maven's mirrors; what jgo's own
    configuration names wins over both and is taken as it is.
    """
    try:
        from jgo.maven import MavenContext
    except ImportError as error:
        raise missing_package("jgo") from error
    named = {**MavenContext().remote_repos, **maven.repositories}
    return {**apply_mirrors(named, maven), **_jgo_repositories()}


def local_repositories(maven: MavenSettings, environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Give the local Maven repositories of the user; graphmem only ever reads them."""
    places = [maven.local_repository, Path.home() / ".m2" / "repository"]
    if environ.get("M2_REPO"):
        places.insert(0, Path(environ["M2_REPO"]))
    return tuple(dict.fromkeys(place for place in places if place is not None))


def apply_mirrors(repositories: Mapping[str, str], maven: MavenSettings) -> dict[str, str]:
    """Put the mirror that Maven would choose in the place of each repository."""
    chosen: dict[str, str] = {}
    for name, url in repositories.items():
        mirror = _mirror_for(name, url, maven.mirrors)
        if mirror is None:
            chosen[name] = _with_credentials(url, name, maven.credentials)
        elif mirror.blocked:
            raise ArtifactError(
                f"Maven's settings block the repository {name!r} by the mirror {mirror.id!r}.",
                next_step="Name a mirror that is not blocked in ~/.m2/settings.xml.",
            )
        else:
            chosen[mirror.id] = _with_credentials(mirror.url, mirror.id, maven.credentials)
    return chosen


def _mirror_for(name: str, url: str, mirrors: tuple[Mirror, ...]) -> Mirror | None:
    for mirror in mirrors:
        if mirror.mirror_of == name:
            return mirror
    return next((mirror for mirror in mirrors if matches(mirror.mirror_of, name, url)), None)


def matches(mirror_of: str, name: str, url: str) -> bool:
    """Tell whether a ``mirrorOf`` covers a repository, by Maven's rules.

    See the guide to mirrors of Maven: an exclusion or a plain name decides at once, a wildcard
    only until an exclusion follows.
    """
    address = urlsplit(url)
    external = address.scheme != "file" and address.hostname not in _LOCAL_HOSTS
    covered = False
    for pattern in (part.strip() for part in mirror_of.split(",")):
        if pattern == f"!{name}":
            return False
        if pattern == name:
            return True
        covered = (
            covered
            or pattern == "*"
            or (pattern == "external:*" and external)
            or (pattern == "external:http:*" and external and address.scheme == "http")
        )
    return covered


def _with_credentials(url: str, name: str, credentials: Mapping[str, Credentials]) -> str:
    if "${" in url:
        raise SettingsError(
            f"The address of {name!r} in Maven's settings uses a variable that is not set: {url}.",
            next_step="Set the variable.",
        )
    if name not in credentials:
        return url
    user, password = credentials[name].username, credentials[name].password
    if password.startswith("{") and password.endswith("}"):
        raise SettingsError(
            f"Maven's settings hold an encrypted password for {name!r}: graphmem cannot read it.",
            next_step="Give the password as ${env.NAME} in ~/.m2/settings.xml, or name the "
            "repository in ~/.config/jgo.conf.",
        )
    if "${" in user + password:
        raise SettingsError(
            f"The credentials of {name!r} in Maven's settings use a variable that is not set.",
            next_step="Set the variable.",
        )
    address = urlsplit(url)
    host = address.netloc.rpartition("@")[2]
    login = f"{quote(user, safe='')}:{quote(password, safe='')}"
    return address._replace(netloc=f"{login}@{host}").geturl()


def _jgo_repositories() -> dict[str, str]:
    import configparser

    from jgo.config import GlobalSettings

    try:
        return dict(GlobalSettings.load().repositories)
    except configparser.Error as error:
        raise SettingsError(
            f"jgo's configuration cannot be read: {error}.", next_step="Correct jgo.conf."
        ) from error
