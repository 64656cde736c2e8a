from pathlib import Path

import pytest

from graphmem.errors import SettingsError
from graphmem.settings import load_settings


@pytest.fixture(autouse=True)
def _an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("GRAPHMEM_SPACE", "GRAPHMEM_HOME", "GRAPHMEM_URI", "GRAPHMEM_PASSWORD"):
        monkeypatch.delenv(name, raising=False)


def test_arguments_win_over_environment_over_file(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().space == "default"
    Path("graphmem.toml").write_text('space = "of-the-file"\nbolt_port = 7001\n')
    assert load_settings().space == "of-the-file"
    monkeypatch.setenv("GRAPHMEM_SPACE", "of-the-environment")
    assert load_settings().space == "of-the-environment"
    assert load_settings(space="given").space == "given"
    assert load_settings(space=None).space == "of-the-environment"
    assert load_settings().bolt_port == 7001


def test_an_empty_variable_is_no_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    home = load_settings().home
    monkeypatch.setenv("GRAPHMEM_HOME", "")
    monkeypatch.setenv("GRAPHMEM_URI", "")
    assert load_settings().home == home
    assert load_settings().uri is None


def test_settings_are_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        load_settings().space = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("bolt_port = 99999", "bolt_port"),
        ('spice = "typo"', "spice"),
        ('space = ""', "space"),
        ('space = "_own"', "space"),
        ('llm_budget = "5x"', "llm_budget.*'5x' is not a budget.*tokens"),
        ("not toml", "graphmem.toml"),
    ],
)
def test_what_cannot_be_used_is_named(content: str, named: str) -> None:
    Path("graphmem.toml").write_text(content)
    with pytest.raises(SettingsError, match=named):
        load_settings()


def test_a_budget_needs_a_model_that_spends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match="no model"):
        load_settings(llm_budget="5")
    with pytest.raises(SettingsError, match="'5x' is not a budget"):
        load_settings(llm_budget="5x")
    assert load_settings(llm_budget="5", llm_model="some/model").llm_budget == "5"
    # One that stands in the file or the environment waits for a run with a model.
    monkeypatch.setenv("GRAPHMEM_LLM_BUDGET", "5")
    assert load_settings().llm_model is None


def test_the_password_is_not_shown() -> None:
    assert "hunter2" not in repr(load_settings(password="hunter2"))
