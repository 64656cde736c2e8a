"""Repositories for jars: jgo's default, through the user's mirror settings.

No address is written down here. Proxies and certificates come from the environment.
"""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote, urlsplit

from graphmem.errors import ArtifactError, SettingsError
from graphmem.server.maven import Credentials, MavenSettings, Mirror
from graphmem.server.model import missing_package

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
