#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""times.py: how long the page takes, beside what it may.

usage: web/tests/times.py [--slow FACTOR] [--module FILE.hlo]

Measures the built site in Chromium, with the processor slowed down FACTOR times (4), five times
each, and prints the median. FILE is the largest HLO text at hand, by default one of the shared
material. Exits 1 if a time is above its limit. A machine that does other work says little.
"""

import argparse
import math
import os
import shutil
import statistics
import sys
from pathlib import Path

from playground import SITE, Playground, hosted
from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("TILEGLOT_SHARED", ROOT / "../shared"))
LARGEST = SHARED / "data/hlo/hlo_llama31_405b_fp8_16x8.hlo"
TIMES = 5
KEY_STROKES = 20
PATIENCE = 60_000

# Notes when things happen: `marks` by name, and how long each request was with a worker.
RECORDER = """
{
  const now = () => performance.now();
  window.marks = {};
  window.requests = [];
  const mark = name => { window.marks[name] = now(); };
  const hook = (type, name, call) => {
    const before = type.prototype[name];
    type.prototype[name] = function (...given) {
      const answer = before.apply(this, given);
      call(this, ...given);
      return answer;
    };
  };
  hook(CanvasRenderingContext2D, 'strokeRect', () => mark('cells'));
  hook(CanvasRenderingContext2D, 'clearRect', context =>
      context.canvas.className === 'lights' && mark('lights'));
  const asked = new Map();
  hook(Worker, 'postMessage', (worker, message) => {
    if (message.id !== undefined) asked.set(message.id, [JSON.parse(message.text).do, now()]);
    if (worker.isHeard) return;
    worker.isHeard = true;
    worker.addEventListener('message', ({data}) => {
      if (data.ready) mark('ready');
      const request = asked.get(data.id);
      if (request) window.requests.push([request[0], now() - request[1]]);
    });
  });
  for (const type of ['input', 'click', 'pointermove', 'keydown'])
    addEventListener(type, () => mark(type), true);
  new MutationObserver(() => {
    if (!window.marks.picture && document.querySelector('#stage .panel[data-side]')) mark('picture');
    for (const element of document.querySelectorAll('#lines .good'))
      if (element.textContent.startsWith('equal')) mark('equal');
  }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
}
"""


class Visit:
    """A slowed page that notes its times."""

    def __init__(self, browser, address, slow):
        self.context = browser.new_context(
            viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.add_init_script(RECORDER)
        self.context.new_cdp_session(self.page).send(
            "Emulation.setCPUThrottlingRate", {"rate": slow}
        )
        self.playground = Playground(self.page, address)

    def mark(self, name):
        return self.page.evaluate("name => window.marks[name] ?? 0", name)

    def wait(self, name, after):
        """When it happened last, once that was after a time. Frame by frame: a page's policy forbids polling."""
        return self.page.evaluate(
            """async ([name, after]) => {
            while (!(window.marks[name] > after)) await new Promise(requestAnimationFrame);
            return window.marks[name];
        }""",
            [name, after],
        )

    def between(self, first, last, act):
        """Milliseconds from the one to the other, both caused by the act."""
        before = self.page.evaluate("performance.now()")
        act()
        return self.wait(last, self.wait(first, before)) - self.mark(first)

    def requests(self, verb):
        return [time for name, time in self.page.evaluate("window.requests") if name == verb]

    def settle(self):
        self.page.evaluate("new Promise(done => setTimeout(done, 600))")


# --- what is measured; each gives milliseconds ---


def first_picture(visit):
    visit.page.goto(visit.playground.address)
    expect(visit.page.locator("#stage")).to_be_visible()
    return visit.page.evaluate("""async () => {
        for (;;) {
            const [paint] = performance.getEntriesByName('first-contentful-paint');
            if (paint) return paint.startTime;
            await new Promise(requestAnimationFrame);
        }
    }""")


def live_picture(visit):
    visit.page.goto(visit.playground.address)
    return visit.wait("picture", 0)


def key_stroke(visit):
    visit.playground.open("#v1&l=(64,64):(64,1)")
    expect(visit.page.locator("#stage .panel[data-side]")).to_have_count(1)
    visit.settle()
    field = visit.playground.line(1)
    field.press("End")
    field.press("ArrowLeft")
    times = []
    for stroke in range(KEY_STROKES):
        key = "Backspace" if stroke % 2 else "2"
        times.append(visit.between("input", "cells", lambda key=key: field.press(key)))
    return sorted(times)[math.ceil(0.95 * len(times)) - 1]


def hover(visit):
    visit.playground.open("#v1&l=(64,64):(64,1)")
    panel = visit.page.locator("#stage .panel[data-side] canvas").first
    expect(panel).to_be_visible()
    visit.settle()
    box = panel.bounding_box()
    visit.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visit.settle()
    return visit.between(
        "pointermove",
        "lights",
        lambda: visit.page.mouse.move(box["x"] + box["width"] / 3, box["y"] + box["height"] / 3),
    )


def tick(visit):
    visit.playground.open("#v1&l=A=(8,64):(64,1)&d=f16&x=ldmatrix")
    expect(visit.playground.region("Playback of A")).to_contain_text("tick 1 of")
    visit.settle()
    return visit.playground.button("One tick on").evaluate("""button => {
        const before = performance.now();
        button.click();
        return performance.now() - before;
    }""")


def overview(visit):
    visit.playground.open("#v1&l=(100000,100000):(100000,1)")
    expect(visit.page.locator("#stage .panel[data-side]")).to_have_count(1)
    visit.settle()
    zoom = visit.page.get_by_role("group", name="Zoom").get_by_role("button", name="Zoom in")
    return visit.between("click", "cells", zoom.click)


def cancel(visit):
    visit.playground.open("#v1&l=(8,64):(64,1)")
    expect(visit.playground.entry(1)).to_contain_text("512 elements")
    for worker in visit.page.workers:
        worker.evaluate("() => { self.onmessage = () => undefined; }")
    visit.playground.line(1).fill("(8,32):(32,1)")
    button = visit.playground.region("Notices").get_by_role("button", name="Cancel").first
    return visit.between("click", "ready", button.click)


def equality(visit):
    lines = ["A = (100000,100000):(100000,1)", "B = (100000,(100,1000)):(100000,(1,100))", "A == "]
    visit.playground.open("#v1&" + "&".join(f"l={line}" for line in lines))
    expect(visit.playground.entry(2)).to_contain_text("10,000,000,000 elements")
    visit.settle()
    field = visit.playground.line(3)
    field.press("End")
    return visit.between("input", "equal", lambda: visit.page.keyboard.insert_text("B"))


def module_request(verb):
    def measure(visit, file):
        visit.playground.open("#v1&s=hlo")
        visit.page.locator("#hlo input[type=file]").set_input_files(file)
        while not visit.requests(verb):
            visit.settle()
        return visit.requests(verb)[0]

    return measure


# (what, target in ms, limit in ms, how)
ROWS = [
    ("first picture, static", 100, 200, first_picture),
    ("first picture, live", 300, 600, live_picture),
    ("key stroke to 4,096 cells, 95 % of them", 50, 100, key_stroke),
    ("hover to lights", 8, 16, hover),
    ("tick of the playback", 8, 16, tick),
    ("zoom of an overview of 10^10 elements", 60, 150, overview),
    ("cancel to ready", 80, 200, cancel),
    ("equality of two layouts of 10^10 elements", 20, 100, equality),
]
OF_MODULE = [
    ("stats of the HLO text", 200, 600, module_request("hlo.stats")),
    ("assignment of the HLO text", 600, 2000, module_request("hlo.assign")),
]


def measured(browser, address, slow, how, *given):
    times = []
    for _ in range(TIMES):
        visit = Visit(browser, address, slow)
        times.append(how(visit, *given))
        visit.context.close()
    return statistics.median(times)


def line_of(what, target, limit, time):
    verdict = "ok" if time <= target else "above the target" if time <= limit else "TOO SLOW"
    return f"{time:9.1f} ms  target {target:4}  limit {limit:4}  {what}: {verdict}"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--slow", type=int, default=4, metavar="FACTOR")
    parser.add_argument("--module", type=Path, default=LARGEST)
    options = parser.parse_args()
    rows = [(*row, []) for row in ROWS]
    if options.module.is_file():
        rows += [(*row, [options.module]) for row in OF_MODULE]
    else:
        print(f"there is no {options.module}; its times are left out")
    is_within = True
    expect.set_options(timeout=PATIENCE)
    with hosted(SITE) as address, sync_playwright() as driver:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        for what, target, limit, how, given in rows:
            time = measured(browser, address, options.slow, how, *given)
            is_within &= time <= limit
            print(line_of(what, target, limit, time), flush=True)
        browser.close()
    return 0 if is_within else 1


if __name__ == "__main__":
    sys.exit(main())
