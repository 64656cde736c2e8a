import os
from pathlib import Path

import pytest

from graphmem.errors import ArtifactError, SettingsError
from graphmem.server.maven import (
    Credentials,
    MavenSettings,
    Mirror,
    apply_mirrors,
    load_maven_settings,
    local_repositories,
    matches,
    parse_maven_settings,
)

CENTRAL = "https://central.example/maven"
MIRROR = "https://mirror.example/maven"


@pytest.mark.parametrize(
    ("mirror_of", "covered"),
    [
        ("central", True),
        ("*", True),
        ("external:*", True),
        ("other", False),
        ("other,central", True),
        ("other, central", True),
        ("*,!central", False),
        ("!central,*", False),
        ("*,!other", True),
        ("external:*,!central", False),
        ("external:http:*", False),
        ("", False),
    ],
)
def test_mirror_of_is_read_as_maven_reads_it(mirror_of: str, covered: bool) -> None:
    assert matches(mirror_of, "central", CENTRAL) is covered


def test_external_means_another_machine() -> None:
    assert not matches("external:*", "local", "http://localhost:8081/maven")
    assert not matches("external:*", "local", "file:///srv/maven")
    assert matches("external:http:*", "plain", "http://plain.example/maven")


def test_a_mirror_named_for_the_repository_wins_over_an_earlier_wildcard() -> None:
    maven = MavenSettings(
        mirrors=(Mirror("all", "https://all.example/m", "*"), Mirror("ours", MIRROR, "central"))
    )
    assert apply_mirrors({"central": CENTRAL}, maven) == {"ours": MIRROR}


def test_without_settings_the_default_stays() -> None:
    assert apply_mirrors({"central": CENTRAL}, MavenSettings()) == {"central": CENTRAL}


def test_a_mirror_is_opened_with_its_servers_credentials() -> None:
    maven = MavenSettings(
        mirrors=(Mirror("ours", MIRROR, "*"),),
        credentials={"ours": Credentials("me@example", "a/b:c"), "central": Credentials("x", "y")},
    )
    assert apply_mirrors({"central": CENTRAL}, maven) == {
        "ours": "https://me%40example:a%2Fb%3Ac@mirror.example/maven"
    }
    assert "a/b:c" not in repr(maven)


@pytest.mark.parametrize("password", ["{COQLCE6DU6GtcS5P=}", "${env.NOT_SET}"])
def test_a_password_that_cannot_be_read_is_a_clear_error(password: str) -> None:
    maven = MavenSettings(
        mirrors=(Mirror("ours", MIRROR, "*"),), credentials={"ours": Credentials("me", password)}
    )
    with pytest.raises(SettingsError, match="'ours'"):
        apply_mirrors({"central": CENTRAL}, maven)


def test_a_blocked_mirror_is_a_clear_error() -> None:
    maven = MavenSettings(mirrors=(Mirror("blocker", MIRROR, "*", blocked=True),))
    with pytest.raises(ArtifactError, match="block the repository 'central'"):
        apply_mirrors({"central": CENTRAL}, maven)


SETTINGS = """<?xml version="1.0"?>
<settings {namespace}>
  <localRepository>${{user.home}}/jars</localRepository>
  <mirrors>
    <mirror><id>ours</id><url> https://${{env.MIRROR_HOST}}/maven </url>
      <mirrorOf>central</mirrorOf></mirror>
  </mirrors>
  <servers>
    <server><id>ours</id><username>me</username><password>secret</password></server>
    <server><id>key</id><privateKey>file</privateKey></server>
  </servers>
  <profiles>
    <profile><id>work</id><repositories>
      <repository><id>central</id><url>https://work.example/maven</url></repository>
    </repositories></profile>
    <profile><id>default</id><activation><activeByDefault>true</activeByDefault></activation>
      <repositories><repository><id>more</id><url>https://more.example/maven</url></repository>
    </repositories></profile>
    <profile><id>asleep</id><repositories>
      <repository><id>asleep</id><url>https://asleep.example/maven</url></repository>
    </repositories></profile>
  </profiles>
  <activeProfiles><activeProfile>work</activeProfile></activeProfiles>
</settings>
"""


@pytest.mark.parametrize("namespace", ["", 'xmlns="urn:maven-settings"'])
def test_settings_are_read_with_and_without_a_namespace(tmp_path: Path, namespace: str) -> None:
    file = tmp_path / "settings.xml"
    file.write_text(SETTINGS.format(namespace=namespace), encoding="utf-8")
    found = parse_maven_settings(file, {"MIRROR_HOST": "mirror.example"})
    assert found.mirrors == (Mirror("ours", MIRROR, "central"),)
    assert found.credentials == {"ours": Credentials("me", "secret")}
    assert found.repositories == {
        "central": "https://work.example/maven",
        "more": "https://more.example/maven",
    }
    assert found.local_repository == Path.home() / "jars"


def test_settings_that_are_not_xml_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "settings.xml"
    file.write_text("<settings>", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"settings\.xml"):
        parse_maven_settings(file, {})


def test_the_users_settings_win_over_those_of_mavens_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(file: Path, host: str) -> None:
        file.parent.mkdir(parents=True)
        file.write_text(
            "<settings><mirrors>"
            f"<mirror><id>ours</id><url>https://{host}/m</url><mirrorOf>*</mirrorOf></mirror>"
            f"<mirror><id>{host}</id><url>https://{host}/m</url><mirrorOf>x</mirrorOf></mirror>"
            "</mirrors></settings>",
            encoding="utf-8",
        )

    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    write(tmp_path / "user" / ".m2" / "settings.xml", "user.example")
    write(tmp_path / "maven" / "conf" / "settings.xml", "maven.example")
    found = load_maven_settings(os.environ | {"MAVEN_HOME": str(tmp_path / "maven")})
    assert [mirror.url for mirror in found.mirrors] == [
        "https://user.example/m",
        "https://user.example/m",
        "https://maven.example/m",
    ]


def test_the_users_local_repositories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    default = Path("/home/me/.m2/repository")
    assert local_repositories(MavenSettings(), {}) == (default,)
    assert local_repositories(
        MavenSettings(local_repository=Path("/srv/jars")), {"M2_REPO": "/srv/more"}
    ) == (Path("/srv/more"), Path("/srv/jars"), default)
