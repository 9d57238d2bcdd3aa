# SPDX-License-Identifier: Apache-2.0
"""smoke_test.py: the page starts in Firefox and in WebKit too, from disk.

Playwright drives its own builds of both alone. Debian's Firefox is driven by its own protocol,
Marionette: commands are [0, number, name, parameters] in JSON, with their length and a colon before
them. `firefox --screenshot` would take the picture before the engine has started. Debian's WebKit is
driven by WebDriver, which is HTTP, and needs a display.
"""
import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest
from playground import ONE_FILE
from tasks_test import pixels_of_png, size_of_png

pytestmark = pytest.mark.by_hand

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PATIENCE = 120  # seconds
SETTINGS = {"marionette.port": 0, "datareporting.policy.dataSubmissionEnabled": False,
            "toolkit.telemetry.enabled": False, "browser.shell.checkDefaultBrowser": False,
            "app.update.enabled": False, "network.captive-portal-service.enabled": False,
            "network.connectivity-service.enabled": False, "ui.prefersReducedMotion": 1}

STARTED = "return document.documentElement.dataset.ready === 'true'"
ANSWER = "return document.querySelector('#lines li:nth-child(3)')?.innerText ?? ''"
GRIDS = "return document.querySelectorAll('[role=grid]').length"


class Firefox:
    """A browser without a window."""

    def __init__(self, profile, **settings):
        self.number = 0
        lines = [f'user_pref("{name}", {json.dumps(value)});'
                 for name, value in {**SETTINGS, **settings}.items()]
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--no-remote", "--marionette", "--profile", profile,
             "--width", "1440", "--height", "900"],
            env={**os.environ, "HOME": str(profile), "MOZ_HEADLESS": "1"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = until(lambda: (profile / "MarionetteActivePort").read_text(), OSError)
        here = ("127.0.0.1", int(port))
        self.socket = until(lambda: socket.create_connection(here, timeout=PATIENCE), OSError)
        self.stream = self.socket.makefile("rb")
        self.read()  # it says who it is
        self.ask("WebDriver:NewSession")

    def read(self):
        length = b""
        while not length.endswith(b":"):
            length += self.stream.read(1)
        return json.loads(self.stream.read(int(length[:-1])))

    def ask(self, command, **parameters):
        self.number += 1
        text = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        _, number, error, value = self.read()
        assert (number, error) == (self.number, None)
        return value.get("value") if isinstance(value, dict) else value

    def open(self, address):
        self.ask("WebDriver:Navigate", url=address)

    def run(self, script):
        return self.ask("WebDriver:ExecuteScript", script=script, args=[])

    def picture(self):
        return base64.b64decode(self.ask("WebDriver:TakeScreenshot", full=False, hash=False))

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)


WEBKIT = shutil.which("WebKitWebDriver")
XVFB = shutil.which("Xvfb")


def mini_browser():
    """The browser that WebKit's package has for tests."""
    found = Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")
    return str(max(found))


class WebKit:
    """A browser on a display of its own."""

    def __init__(self):
        reading, writing = os.pipe()
        self.display = subprocess.Popen(
            [XVFB, "-displayfd", str(writing), "-screen", "0", "1440x900x24"],
            pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with open(reading, encoding="utf-8") as said:
            number = said.readline().strip()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.driver = subprocess.Popen(
            [WEBKIT, f"--port={port}"], env={**os.environ, "DISPLAY": f":{number}"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.session = f"http://127.0.0.1:{port}/session"
        options = {"binary": mini_browser(), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        made = until(lambda: self.ask("POST", "", capabilities=wanted), OSError)
        self.session += f"/{made['sessionId']}"

    def ask(self, method, path, **parameters):
        body = json.dumps(parameters).encode() if method == "POST" else None
        request = urllib.request.Request(self.session + path, data=body, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def open(self, address):
        self.ask("POST", "/url", url=address)

    def run(self, script):
        return self.ask("POST", "/execute/sync", script=script, args=[])

    def picture(self):
        return base64.b64decode(self.ask("GET", "/screenshot"))

    def close(self):
        self.ask("DELETE", "")
        for process in (self.driver, self.display):
            process.terminate()
            process.wait(timeout=PATIENCE)


def until(get, *errors):
    """What it gives once it gives something."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            if found := get():
                return found
        except errors:
            pass
        assert time.monotonic() < end, "it did not come in time"
        time.sleep(0.1)


@pytest.fixture
def firefox(tmp_path):
    if FIREFOX is None:
        pytest.skip("Firefox is not installed: apt-get install firefox-esr")
    opened = []

    def start(**settings):
        profile = tmp_path / str(len(opened))
        profile.mkdir()
        opened.append(Firefox(profile, **settings))
        return opened[-1]

    yield start
    for browser in opened:
        browser.close()


@pytest.fixture
def webkit():
    if WEBKIT is None or XVFB is None:
        pytest.skip("WebKit is not installed: apt-get install webkit2gtk-driver xvfb")
    browser = WebKit()
    yield browser
    browser.close()


def alive(browser):
    """The picture of a first visit, once it is answered."""
    browser.open(ONE_FILE.as_uri())
    until(lambda: browser.run(STARTED))
    until(lambda: "differ first at (1,0): 64 against 72" in browser.run(ANSWER))
    until(lambda: browser.run(GRIDS) == 2)
    picture = browser.picture()
    assert len(set(pixels_of_png(picture))) > 64
    return picture


def test_the_first_visit_is_alive_in_firefox(firefox):
    picture = alive(firefox())
    still = firefox(**{"javascript.enabled": False})
    still.open(ONE_FILE.as_uri())
    without = still.picture()
    assert size_of_png(without) == size_of_png(picture)
    assert len(set(pixels_of_png(without))) > 64  # the story's picture is there
    assert without != picture


def test_the_first_visit_is_alive_in_webkit(webkit):
    alive(webkit)
