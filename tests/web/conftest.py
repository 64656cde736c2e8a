"""A headless Chromium of this machine, and a folder that keeps what it saw."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture
def page() -> Iterator[Page]:
    chromium = os.environ.get("GRAPHMEM_CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium: install one, or name it in GRAPHMEM_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=_FLAGS)
        yield browser.new_page(viewport={"width": 1280, "height": 900})
        browser.close()


@pytest.fixture(scope="session")
def screenshots() -> Path:
    folder = Path(os.environ.get("GRAPHMEM_SCREENSHOTS", "build/screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
