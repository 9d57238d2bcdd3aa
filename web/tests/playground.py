# SPDX-License-Identifier: Apache-2.0
"""playground.py: a host for the built site, and the playground by roles and names.

The site is served below a path, as a project's page is, so an address that begins with a slash
fails.
"""
import functools
import os
import re
import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import Locator, Page, expect  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
BUILT = Path(os.environ.get("TILEGLOT_WEB", ROOT / "build/web"))
SITE = BUILT / "site"
ONE_FILE = BUILT / "tileglot.html"
BELOW = "/some/where/"

EMPTY = "#v1"
PATIENCE = 30  # times that a pointer looks for its cell


class Host(SimpleHTTPRequestHandler):
    """Serves its folder below a path and nothing beside it."""

    def do_GET(self):
        if not self.path.startswith(BELOW):
            return self.send_error(404)
        self.path = self.path.removeprefix(BELOW[:-1])
        return super().do_GET()

    def log_message(self, *_):
        pass


@contextmanager
def hosted(folder):
    """The address of the folder on a free port of the loopback."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Host, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{BELOW}"
    finally:
        server.shutdown()
        server.server_close()


class Watched:
    """What went wrong on pages, and what they asked for."""

    def __init__(self, home):
        self.home = home
        self.faults = []
        self.requests = []

    def watch(self, page):
        page.on("console", lambda message: message.type in ("error", "warning")
                and self.faults.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.faults.append(f"page: {error}"))
        page.on("request", lambda request: self.asked(request.url))
        page.on("requestfailed", lambda request: self.faults.append(
            f"request failed: {request.url}: {request.failure}"))

    def asked(self, url):
        self.requests.append(url)
        if not url.startswith((self.home, "blob:", "data:")):
            self.faults.append(f"a request to elsewhere: {url}")


class Grid:
    """A drawn layout: nine cells of a role grid lie over the canvas, around the cursor."""

    def __init__(self, root: Locator):
        self.root = root

    def named(self, text):
        """The cell among the nine whose name has the text."""
        return self.root.get_by_role("gridcell", name=text)

    @property
    def cursor(self) -> Locator:
        return self.root.locator("[role=gridcell][tabindex='0']")

    def place(self, row, column):
        """The middle of a cell on the page: the nine cells tell where the canvas has it."""
        self.root.scroll_into_view_if_needed()
        cursor = self.cursor
        at_row = int(cursor.locator("xpath=..").get_attribute("aria-rowindex")) - 1
        at_column = int(cursor.get_attribute("aria-colindex")) - 1
        box = cursor.bounding_box()
        return (box["x"] + box["width"] * (column - at_column + 0.5),
                box["y"] + box["height"] * (row - at_row + 0.5))


class Playground:
    """A page with the playground, and names for what is on it."""

    def __init__(self, page: Page, address: str):
        self.page = page
        self.address = address

    def open(self, fragment=EMPTY):
        self.page.goto(self.address + fragment)
        self.ready()
        return self

    def ready(self):
        expect(self.line(1)).to_be_attached()

    def paste(self, text):
        """Into the first line."""
        self.line(1).click()
        self.fill_clipboard(text)
        self.page.keyboard.press("Control+V")

    def point(self, grid, row, column, text):
        """Moves the mouse to a cell until its facts have the text.

        Pictures may move while answers come in.
        """
        for _ in range(PATIENCE):
            self.page.mouse.move(*grid.place(row, column))
            try:
                return expect(self.cell).to_contain_text(text, timeout=1000)
            except AssertionError as error:
                late = error
        raise late

    def choose(self, menu, item, group=None):
        self.page.get_by_role("button", name=menu).click()
        items = self.page.get_by_role("menu", name=menu)
        if group is not None:
            items = items.get_by_role("group", name=group)
        items.get_by_role("menuitem", name=re.compile(f"^{re.escape(item)}")).click()

    def saved(self, menu, group, item):
        """The bytes of a file that a menu saves."""
        with self.page.expect_download() as download:
            self.choose(menu, item, group)
        return Path(download.value.path()).read_bytes()

    def line(self, number) -> Locator:
        """The field of a line."""
        return self.page.get_by_role(
            "textbox", name=f"Line {number}", exact=True, include_hidden=True)

    def entry(self, number) -> Locator:
        """A line with its answer."""
        return self.region("Lines").get_by_role("listitem").filter(has=self.line(number))

    def region(self, name) -> Locator:
        return self.page.get_by_role("region", name=name, exact=True)

    def panel(self, name) -> Locator:
        """Notations, Checks, Steps: a region with a heading that opens it."""
        return self.region(name)

    def picture(self, name) -> Locator:
        return self.region(f"Picture of {name}")

    def grid(self, name) -> Grid:
        return Grid(self.page.get_by_role("grid", name=re.compile(f"^{re.escape(name)}, ")))

    @property
    def options(self) -> Locator:
        return self.page.get_by_role("group", name="How pictures are drawn")

    @property
    def cell(self) -> Locator:
        """What is known of the cell pointed at, and of the kept ones."""
        return self.region("Cell")

    @property
    def live(self) -> Locator:
        """What a screen reader says."""
        return self.page.locator("[aria-live=polite]")

    def screen(self, name) -> Locator:
        return self.page.get_by_role("main", name=name, exact=True)

    def button(self, name) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def clipboard(self):
        return self.page.evaluate("navigator.clipboard.readText()")

    def fill_clipboard(self, text):
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
