# SPDX-License-Identifier: Apache-2.0
"""conftest.py: one browser for all tests, and for each test a page that must not complain.

Where playwright, chromium or the built site is missing, all tests are skipped, and pytest exits 77.
"""
import importlib.util
import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILT = Path(os.environ.get("TILEGLOT_WEB", ROOT / "build/web"))
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
PATIENCE = int(os.environ.get("PATIENCE", "30")) * 1000  # a slow machine is late, but never wrong


def missing():
    """Why no page can be tested here; empty if one can."""
    if importlib.util.find_spec("playwright") is None:
        return "playwright is not installed: pip install playwright"
    if CHROMIUM is None:
        return "chromium is not installed: apt-get install chromium"
    if not (BUILT / "site/index.html").is_file():
        return f"{BUILT}/site is not built: tools/web.py builds it"
    return ""


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "by_hand: takes long, so CI leaves it out with -m 'not by_hand'")


def pytest_collection_modifyitems(items):
    if missing():
        for item in items:
            item.add_marker(pytest.mark.skip(reason=missing()))


def pytest_terminal_summary(terminalreporter):
    if missing():
        terminalreporter.section("SKIPPED: no page was tested", red=True)
        terminalreporter.line(missing())


def pytest_sessionfinish(session):
    if missing():
        session.exitstatus = 77


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site():
    """The address of the built site."""
    from playground import hosted

    with hosted(BUILT / "site") as address:
        yield address


@pytest.fixture
def context_options():
    """Of the window: a test file may have its own."""
    return {"viewport": {"width": 1440, "height": 900}}


@pytest.fixture
def watched(site):
    from playground import Watched

    watched = Watched(site)
    yield watched
    assert watched.faults == []


@pytest.fixture
def context(browser, watched, context_options):
    """A visitor's windows. Nothing moves by itself, so no test depends on when it looks."""
    context = browser.new_context(reduced_motion="reduce", **context_options)
    context.set_default_timeout(PATIENCE)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.on("page", watched.watch)
    yield context
    context.close()


@pytest.fixture
def playground(context, site):
    from playground import Playground

    return Playground(context.new_page(), site)
