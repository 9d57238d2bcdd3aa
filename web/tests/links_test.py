# SPDX-License-Identifier: Apache-2.0
"""links_test.py: links open as they did when they were published, and the page writes them anew.

A link is read here by the format's description alone, web/src/link.ts, so that a fault of the
page's own reader is seen.
"""

import base64
import json
import re
import tomllib
import zlib
from pathlib import Path
from urllib.parse import unquote

import pytest
from conftest import PATIENCE
from playground import Playground, Watched
from playwright.sync_api import TimeoutError, expect

WEB = Path(__file__).resolve().parents[1]
READABLE = 600

WORDS = {
    "view": "v",
    "color": "cl",
    "label": "lb",
    "dtype": "d",
    "fold": "f",
    "tensor": "t",
    "crop": "cr",
    "access": "x",
    "theme": "th",
    "palette": "pal",
    "screen": "s",
    "hlo": "hlo",
    "ttgir": "ttgir",
    "target": "tg",
    "strategy": "st",
}
NUMBERS = {"group": "g", "every": "ev", "zoom": "zm", "phase": "xp", "tick": "xt"}
LINE_NUMBERS = {"current": "c", "compare": "cmp"}
DEFAULTS = {"lines": [""], "screen": "lines"}


def rows():
    text = (WEB / "tests/links.txt").read_text(encoding="utf-8")
    pairs = [line.split("\t") for line in text.splitlines() if not line.startswith("//")]
    return [(fragment, json.loads(state)) for fragment, state in pairs]


def examples():
    return tomllib.loads((WEB / "examples.toml").read_text(encoding="utf-8"))["example"]


# --- the format ---


def place_text(place):
    return f"{place['line'] + 1},{place['panel']},{place['row']},{place['column']}"


def pairs_of(state):
    """The pairs of the newest form, sorted; those of one key in their order."""
    pairs = [*state.get("unknown", [])]
    for name, value in state.items():
        if DEFAULTS.get(name) == value:
            continue
        if name in WORDS:
            pairs.append([WORDS[name], value])
        elif name in NUMBERS:
            pairs.append([NUMBERS[name], str(value)])
        elif name in LINE_NUMBERS:
            pairs.append([LINE_NUMBERS[name], str(value + 1)])
        elif name == "lines":
            pairs += [["l", line] for line in value]
        elif name == "on":
            pairs.append(["on", ",".join(str(line + 1) for line in value)])
        elif name == "notation":
            pairs.append(["n", ",".join(value)])
        elif name == "operands":
            pairs.append(["op", str(int(value))])
        elif name == "at":
            pairs.append(["at", place_text(value)])
        elif name == "kept":
            pairs.append(["k", ";".join(map(place_text, value))])
        elif name != "unknown":
            raise ValueError(f"links_test.py knows no key of {name}")
    return sorted(pairs, key=lambda pair: pair[0])


def packed_pairs(packed):
    """Of z: base64url of a raw deflate of JSON."""
    data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    for key, values in json.loads(zlib.decompress(data, wbits=-15)).items():
        for value in values if isinstance(values, list) else [values]:
            yield [key, value]


def read(fragment):
    """The pairs of a fragment, sorted. They must be percent-encoded where an address must be."""
    assert re.fullmatch(r"v1(&[^&<>\s\"`]*)*", fragment), f"not a fragment of version 1: {fragment}"
    pairs = [
        [unquote(part) for part in written.split("=", 1)] for written in fragment.split("&")[1:]
    ]
    if [key for key, _ in pairs] == ["z"]:
        pairs = packed_pairs(pairs[0][1])
    return sorted(pairs, key=lambda pair: pair[0])


def test_this_reader():
    assert read("v1") == []
    assert read("v1&l=A=B+C&d=%C3%A9") == [["d", "é"], ["l", "A=B+C"]]
    assert read("v1&z=q1bKUbJSclTSUUpRslJKMzRTqgUA") == [["d", "f16"], ["l", "A"]]


# --- the page ---


@pytest.fixture(scope="module")
def visited(browser, site):
    """One page for all links, which it follows as one does with Back: faster than a page for each."""
    watched = Watched(site)
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1440, "height": 900})
    context.set_default_timeout(PATIENCE)
    context.on("page", watched.watch)
    yield Playground(context.new_page(), site).open("#v1&l=1:0")
    context.close()
    assert watched.faults == []


def ids(pairs):
    return [fragment[:40] for fragment, _ in pairs]


def problems(playground):
    return playground.region("Notices").get_by_role("listitem")


def screens(playground):
    return playground.page.get_by_role("navigation", name="Screens")


def check_shown(playground, state):
    lines = state.get("lines", [""])
    for number, line in enumerate(lines, 1):
        expect(playground.line(number)).to_have_value(line)
    expect(playground.line(len(lines) + 1)).to_have_count(0)
    shown = {"lines": "Lines", "hlo": "HLO", "ttgir": "TTGIR"}[state.get("screen", "lines")]
    expect(screens(playground).locator("[aria-current=true]")).to_have_text(shown)
    expect(playground.page.get_by_label("Theme")).to_have_value(state.get("theme", "auto"))
    assert problems(playground).all_inner_texts() == []
    if shown == "Lines":
        for name, label in {
            "view": "view",
            "color": "colour",
            "label": "label",
            "dtype": "type",
        }.items():
            field = playground.options.get_by_role("combobox", name=label, exact=True)
            expect(field).to_have_value(state.get(name, ""))


def touch(playground, state):
    """Does something and undoes it: the page then writes its address."""
    screen = state.get("screen", "lines")
    if screen == "lines":
        field = playground.line(state.get("current", 0) + 1)
        for key in ("End", "Space", "Backspace"):
            field.press(key)
    else:
        screens(playground).get_by_role("button", name="Lines").click()
        screens(playground).get_by_role("button", name=screen.upper()).click()


def written(playground, wanted):
    """The fragment of the address, once it has these pairs."""
    page = playground.page
    try:
        page.wait_for_url(
            lambda url: "#v1" in url and read(url.split("#", 1)[1]) == wanted, timeout=10_000
        )
    except TimeoutError:
        pass
    fragment = page.evaluate("location.hash.slice(1)")
    assert read(fragment) == wanted
    return fragment


def check_written(playground, state):
    """The address is cleared, so that what is there later was written then."""
    playground.page.evaluate("history.replaceState(null, '', '#')")
    touch(playground, state)
    fragment = written(playground, pairs_of(state))
    assert len(fragment) <= READABLE and "&z=" not in fragment


@pytest.mark.parametrize(("fragment", "state"), rows(), ids=ids(rows()))
def test_each_published_form_opens_and_is_written_anew(visited, fragment, state):
    visited.open(f"#{fragment}")
    check_shown(visited, state)
    check_written(visited, state)


@pytest.mark.parametrize(("fragment", "state"), rows()[2::6], ids=ids(rows()[2::6]))
def test_a_first_visit_opens_it_too(playground, fragment, state):
    playground.open(f"#{fragment}")
    check_shown(playground, state)
    check_written(playground, state)


def test_a_link_of_a_newer_version_says_so(playground):
    playground.open("#v2&l=(8,64):(64,1)")
    expect(problems(playground)).to_have_text(
        [
            "The link is of version 2; this page reads version 1. "
            "Reload the page, or open a newer one."
        ]
    )
    expect(playground.line(1)).to_have_value("")
    assert playground.page.evaluate("location.hash") == "#v2&l=(8,64):(64,1)"


def test_unknown_keys_are_kept(playground):
    playground.open("#v1&l=4:1&later=a%20%26%20b&d=f16&later=%3Cb%3E")
    playground.line(1).press("End")
    playground.page.keyboard.type("5")
    written(playground, [["d", "f16"], ["l", "4:15"], ["later", "a & b"], ["later", "<b>"]])


def test_a_long_state_is_packed_and_opens(playground):
    lines = [f"A{i} = ({i},{i + 1},{i + 2}):({i * 7},{i * 3},1)" for i in range(30)]
    playground.open()
    field = playground.line(1)
    field.fill(lines[0])
    for line in lines[1:]:
        playground.page.keyboard.press("Control+Enter")
        playground.page.keyboard.insert_text(line)
    state = {"lines": lines, "current": len(lines) - 1}
    fragment = written(playground, pairs_of(state))
    assert fragment.startswith("v1&z=") and len(fragment) < READABLE
    playground.page.goto("about:blank")
    playground.open(f"#{fragment}")
    check_shown(playground, state)


# --- the examples ---

# A line that an example has to show its error.
REFUSED = "composition((6,4):(1,10), 4:4)"

IS_PAINTED = """panel => {
    const [x, y, side] = ['x', 'y', 'side'].map(name => Number(panel.dataset[name]));
    const pixel = new OffscreenCanvas(1, 1).getContext('2d');
    const [left, top] = [x, y].map(edge => -Math.round((edge + side / 2) * devicePixelRatio));
    pixel.drawImage(panel.querySelector('canvas'), left, top);
    return pixel.getImageData(0, 0, 1, 1).data[3] === 255;
}"""


# What is drawn of 1:0, before an example.
ONE_CELL = ".panel[data-rows='0:1'][data-columns='0:1']"


def panels(playground):
    return playground.page.locator("#stage .panel[data-side]")


def lines_of(link):
    """As they are written in an example, before an address encodes them."""
    return [unquote(pair[2:]) for pair in link.split("&") if pair.startswith("l=")]


@pytest.mark.parametrize("example", examples(), ids=[example["name"] for example in examples()])
def test_each_example_opens_and_is_drawn(visited, example):
    visited.open("#v1&l=1:0")
    expect(visited.page.locator(f"#stage {ONE_CELL}")).to_have_count(1)
    visited.open(f"#{example['link']}")
    lines = lines_of(example["link"])
    for number, line in enumerate(lines, 1):
        expect(visited.line(number)).to_have_value(line)
        expect(visited.line(number)).to_have_attribute("aria-invalid", str(line == REFUSED).lower())
        expect(visited.entry(number)).to_contain_text(re.compile("element|equal|differ|uneven"))
    expect(visited.page.locator(f"#stage {ONE_CELL}")).to_have_count(0)
    expect(panels(visited).first).to_be_visible()
    for panel in panels(visited).all():
        assert panel.evaluate(IS_PAINTED)
    assert problems(visited).all_inner_texts() == []


def test_a_link_without_lines_draws_nothing(playground):
    playground.open("#v1&l=A = (4,2):(2,1)&l=B = zipped_divide(A, 2:1)&c=2&on=2")
    expect(panels(playground).first).to_be_visible()
    playground.open("#v1")
    expect(playground.region("Stage")).to_contain_text("Nothing is drawn.")
    expect(panels(playground)).to_have_count(0)


def test_the_menu_has_each_example(playground):
    playground.open()
    playground.button("Examples").click()
    items = playground.page.get_by_role("menuitem")
    expect(items).to_have_count(len(examples()))
    for item, example in zip(items.all_inner_texts(), examples(), strict=True):
        assert item.split("\n")[0] == example["name"] and example["sentence"] in item
    items.first.press("Enter")
    expect(playground.line(1)).to_have_value("A = (8,64):(64,1)")
