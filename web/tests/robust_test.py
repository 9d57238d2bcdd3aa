# SPDX-License-Identifier: Apache-2.0
"""robust_test.py: whatever happens, the page says a sentence and goes on.

A worker that is lost, a module that traps, a browser without WebAssembly or storage, and hostile
texts in lines, links and files. Nothing that is typed becomes HTML.
"""

import json
import re
import subprocess
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.by_hand

ROOT = Path(__file__).resolve().parents[2]

LINE = "(8,64):(64,1)"
GONE = "The engine stopped or ran out of memory. A new one is running; your lines are unchanged."


def answers(playground, text="(4,2):(2,1)", says="8 elements", line=1):
    """The engine answers what is typed now."""
    playground.line(line).fill(text)
    expect(playground.entry(line)).to_contain_text(says)


# --- the engine ---

DYING = {
    "throws": "self.onmessage = () => { throw new Error('a fault of the engine'); }",
    "traps": "self.onmessage = ({data}) => self.postMessage({id: data.id, trap: 'unreachable'})",
    "has no memory left": """self.onmessage = ({data}) => {
        try { for (const kept = [];;) kept.push(new WebAssembly.Memory({initial: 65536, maximum: 65536})); }
        catch (error) { self.postMessage({id: data.id, trap: String(error)}); }
    }""",
}


@pytest.mark.parametrize("code", DYING.values(), ids=DYING.keys())
def test_an_engine_that_ends_in_the_middle(playground, watched, code):
    playground.open(f"#v1&l={LINE}")
    expect(playground.entry(1)).to_contain_text("512 elements")
    for worker in playground.page.workers:
        worker.evaluate(f"() => {{ {code} }}")
    playground.line(1).fill("(8,32):(32,1)")
    notices = playground.region("Notices")
    expect(notices).to_contain_text(GONE)
    expect(notices).to_contain_text("tileglot ")
    expect(playground.line(1)).to_have_value("(8,32):(32,1)")
    answers(playground)
    notices.get_by_role("button", name="Close").click()
    expect(notices).not_to_contain_text(GONE)
    watched.faults[:] = [fault for fault in watched.faults if "a fault of the engine" not in fault]


# No worker is told of a line while `isSilent`.
SILENCE = """{
    const {postMessage} = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...more) {
        if (!(window.isSilent && message.text?.includes('"do":"line"'))) postMessage.call(this, message, ...more);
    };
}"""


def test_an_engine_that_says_nothing(playground):
    """It is given up after the limit while typing, and another one answers."""
    playground.page.add_init_script(SILENCE)
    playground.open(f"#v1&l={LINE}")
    expect(playground.entry(1)).to_contain_text("512 elements")
    playground.page.evaluate("() => { window.isSilent = true; }")
    playground.line(1).fill("(8,32):(32,1)")
    expect(playground.region("Notices")).to_contain_text("This takes longer than usual.")
    expect(playground.entry(1)).to_contain_text("No answer within 5 seconds")
    playground.page.evaluate("() => { window.isSilent = false; }")
    playground.entry(1).get_by_role("button", name="Try longer").click()
    expect(playground.entry(1)).to_contain_text("256 elements")
    answers(playground)


def leb(number):
    made = b""
    while number > 127:
        made, number = made + bytes([number & 127 | 128]), number >> 7
    return made + bytes([number])


def trapping_module():
    """A module with the exports of the engine that traps once it is asked."""

    def section(number, *items):
        body = leb(len(items)) + b"".join(items)
        return bytes([number]) + leb(len(body)) + body

    def export(name, kind, index):
        return leb(len(name)) + name.encode() + bytes([kind, index])

    types = section(1, b"\x60\0\0", b"\x60\x01\x7f\x01\x7f", b"\x60\0\x01\x7f")
    functions = section(3, b"\0", b"\1", b"\1", b"\2")
    exports = section(
        7,
        export("memory", 2, 0),
        export("_initialize", 0, 0),
        export("tg_room", 0, 1),
        export("tg_answer", 0, 2),
        export("tg_reply", 0, 3),
    )
    code = section(10, b"\2\0\x0b", b"\5\0\x41\x80\x08\x0b", b"\3\0\0\x0b", b"\4\0\x41\0\x0b")
    return b"\0asm\1\0\0\0" + types + functions + section(5, b"\0\x10") + exports + code


def check_static(playground):
    """The story stays, with a sentence and the command."""
    notices = playground.region("Notices")
    expect(notices).to_contain_text(re.compile("The engine (does not start|cannot be loaded): .*[^.][.]"))
    expect(notices).not_to_contain_text("A new one is running")
    expect(notices).not_to_contain_text("..")
    expect(notices).to_contain_text("tileglot show 'Sw<3,3,3> o 0 o (8,64):(64,1)'")
    expect(playground.page.locator("#story svg")).to_be_visible()
    expect(playground.page.get_by_text("Starting the engine")).to_have_count(0)


def visit(playground):
    playground.page.goto(playground.address)


def test_a_module_that_traps_at_once(playground):
    playground.page.route("**/*.wasm.gz", lambda route: route.fulfill(body=trapping_module()))
    visit(playground)
    check_static(playground)


@pytest.mark.parametrize(
    "body", [b"", b"<!doctype html>", b"\x1f\x8b cut"], ids=["empty", "a page", "cut"]
)
def test_a_module_that_is_none(playground, watched, body):
    playground.page.route("**/*.wasm.gz", lambda route: route.fulfill(body=body))
    visit(playground)
    check_static(playground)
    playground.page.close()
    watched.faults.clear()  # browsers complain of it too


def test_a_module_that_does_not_come(playground, watched):
    playground.page.route("**/*.wasm.gz", lambda route: route.abort())
    visit(playground)
    check_static(playground)
    playground.page.close()
    watched.faults.clear()


def test_no_webassembly(playground):
    playground.page.add_init_script("delete globalThis.WebAssembly")
    visit(playground)
    check_static(playground)


def test_no_storage(playground):
    playground.page.add_init_script("""Object.defineProperty(globalThis, 'localStorage', {
        get() { throw new DOMException('refused', 'SecurityError'); }})""")
    playground.open(f"#v1&l={LINE}")
    playground.page.get_by_label("Theme").select_option("dark")
    expect(playground.page.locator("html")).to_have_attribute("data-theme", "dark")
    answers(playground)


def test_a_storage_with_nonsense(playground):
    playground.page.add_init_script("""localStorage.setItem('tileglot.theme', '<b>');
        localStorage.setItem('tileglot.session', 'v1&g=many&l=4:1&z=%%%')""")
    visit(playground)
    playground.ready()
    expect(playground.region("Notices").get_by_role("listitem").first).to_be_visible()
    answers(playground)


# --- texts ---

HOSTILE = {
    "html": "<img src=x onerror='document.title=`owned`'><script>document.title='owned'</script>",
    "closing": "</textarea></script></style><h1 id=owned>",
    "bidi": "\u202e(8,64):(64,1)\u202c\u2066x\u2069",
    "emoji": "A = (8,😀👩‍👩‍👧):(64,1)",
    "half a pair": "(8,\ud83d):(1",
    "zero": "(8,\0,64):(64,1)",
    "combining": "Z̸̡̛̗͎̯" * 50,
    "numbers": "(" + "9" * 400 + "):(1)",
    "deep": "(" * 5000 + ")" * 5000,
}
LONG = "(8,64):(64,1) " * 75_000  # 1 MB


def check_plain(playground):
    """No element came from a text."""
    expect(playground.page).not_to_have_title("owned")
    expect(
        playground.page.locator(
            "#owned, img, body script:not([src]):not([type='text/plain'])"
            ":not([type='application/json'])"
        )
    ).to_have_count(0)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_line(playground, text):
    playground.open()
    playground.line(1).evaluate(
        "(field, text) => { field.value = text;"
        " field.dispatchEvent(new InputEvent('input', {bubbles: true})); }",
        text,
    )
    expect(playground.entry(1).locator(".error")).to_contain_text(re.compile(r"\w"))
    check_plain(playground)
    answers(playground)


def test_a_long_line(playground):
    playground.open()
    playground.line(1).fill(LONG)
    expect(playground.entry(1).locator(".error")).to_have_text(
        "The line has 1,050,000 characters; the limit is 65,536."
    )
    expect(playground.entry(1).locator(".overlay")).to_be_empty()
    answers(playground)


def test_a_long_word(playground):
    """What completes a word looks at no more than a word."""
    playground.open()
    playground.line(1).fill("a" * 60_000 + "(")
    expect(playground.entry(1).locator(".error")).to_contain_text(re.compile(r"\w"))
    answers(playground)


# A key with nonsense costs a sentence by itself; these say one of every line; these are as good as
# any text.
SAID, OF_LINES, TAKEN = (
    ["l", "d", "cl", "cr", "at", "z", "hlo", "ttgir"],
    ["t", "n"],
    ["f", "x", "tg", "later"],
)


@pytest.mark.parametrize("key", SAID + OF_LINES + TAKEN)
def test_a_hostile_link(playground, key):
    text = HOSTILE["html"] + HOSTILE["bidi"]
    screen = f"&s={key}" if key in ("hlo", "ttgir") else ""
    playground.open(f"#v1&l={quote(LINE)}{screen}&{key}={quote(text)}")
    if key not in TAKEN:
        sentences = playground.page.locator(".error:visible, #notices li, [role=alert]:visible")
        expect(sentences.filter(has_text=re.compile(r"\w")).first).to_be_visible()
    check_plain(playground)
    if screen:
        playground.button("Lines").first.click()
    if key not in OF_LINES:
        answers(playground)


@pytest.mark.parametrize(
    "fragment",
    [
        "",
        "#",
        "#%",
        "#v1&&&=&=%",
        "#v1&l",
        "#v9",
        "#<b>",
        "#v1&z=",
        "#v1&z=AAAA",
        "#v1&on=9&c=7&at=1,2,3,4&k=;;",
        "#v1&g=1e9&zm=-1&cr=9:1,1:0",
        "#v1&l=" + "&l=" * 300,
    ],
)
def test_a_broken_link(playground, fragment):
    playground.open(fragment)
    check_plain(playground)
    answers(playground)


# A text that is plainly of one kind opens in the screen of that kind, wherever it is given.
HTML_IN = {
    "hlo": f'HloModule m\n"{HOSTILE["html"]}"\n#a = {HOSTILE["html"]}',
    "ttgir": f'#a = #ttg.blocked<{{{HOSTILE["html"]}}}>\nmodule {{\n"{HOSTILE["html"]}"\n}}',
}


@pytest.mark.parametrize("screen", ["hlo", "ttgir"])
@pytest.mark.parametrize("name", ["html", "bidi", "emoji", "combining", "deep"])
def test_a_hostile_file(playground, screen, name):
    playground.open(f"#v1&s={screen}")
    text = HTML_IN[screen] if name == "html" else HOSTILE[name]
    chooser = playground.page.locator(f"#{screen} input[type=file]")
    chooser.set_input_files(
        {"name": "<b>x</b>.txt", "mimeType": "text/plain", "buffer": text.encode(errors="replace")}
    )
    expect(
        playground.page.locator(f"#{screen} .error, #{screen} [role=alert], #{screen} .quiet")
        .filter(has_text=re.compile(r"\w"))
        .filter(visible=True)
        .first
    ).to_be_visible()
    check_plain(playground)


@pytest.mark.parametrize(
    "content",
    [b"", b"\0\1\2", b"\xff\xfe\xfd", b"a" * (17 << 20)],
    ids=["empty", "binary", "not UTF-8", "17 MiB"],
)
def test_a_file_that_is_no_text(playground, tmp_path, content):
    file = tmp_path / "m.hlo"
    file.write_bytes(content)
    playground.open("#v1&s=hlo")
    playground.page.locator("#hlo input[type=file]").set_input_files(file)
    expect(
        playground.page.locator("#hlo .error, #hlo [role=alert]")
        .filter(has_text=re.compile(r"\w"))
        .filter(visible=True)
        .first
    ).to_be_visible()


SPANS = [
    "é = (8,64):(64,1)",
    "A = (8,64):(64,ü)",
    "A = (8,😀):(64,1)",
    "(8,64):(64,1) 😀",
    "(8,64)😀:(64,1)",
]


@pytest.mark.parametrize("line", SPANS)
def test_a_span_underlines_what_is_wrong(playground, line):
    """The module counts bytes, and the page must not take them for characters."""
    asked = subprocess.run(
        [
            "node",
            ROOT / "web/tests/ask.mjs",
            json.dumps({"do": "line", "of": {"line": 0}, "lines": [line]}),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    error = json.loads(asked.stdout)["error"]
    first, end = error["span"]
    wanted = line.encode()[first:end].decode() or " "
    playground.open()
    playground.line(1).fill(line)
    expect(playground.entry(1).locator(".error").first).to_have_text(error["message"])
    underlined = playground.entry(1).locator(".overlay u")
    assert underlined.text_content() == wanted
    before = underlined.evaluate("element => element.previousSibling?.textContent ?? ''")
    assert before == line.encode()[:first].decode()
