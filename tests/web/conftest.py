"""A headless Chromium of this machine, and a folder that keeps what it saw."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, sync_playwright

_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    binary = os.environ.get("GRAPHMEM_CHROMIUM") or shutil.which("chromium")
    if binary is None:
        pytest.skip("no Chromium: install one, or name it in GRAPHMEM_CHROMIUM")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=binary, args=_FLAGS)
        except Error as error:
            pytest.skip(f"Chromium does not start here: {error.message.splitlines()[0]}")
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    with chromium.new_context(viewport={"width": 1280, "height": 900}) as context:
        yield context.new_page()


@pytest.fixture(scope="session")
def screenshots() -> Path:
    folder = Path(os.environ.get("GRAPHMEM_SCREENSHOTS", "build/screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
