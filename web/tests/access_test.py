# SPDX-License-Identifier: Apache-2.0
"""access_test.py: the page in each of its states for those who see it otherwise, or not at all.

axe finds nothing in any state, in light and dark, on a phone, a tablet and a desk. With forced
colours cells are outlines with labels. With four kinds of colour blindness the shades of a picture
still differ.
"""

import io
import re
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect

pytestmark = pytest.mark.by_hand

SWIZZLED = (
    "#v1&l=A=(8,64):(64,1)&l=S=Sw%3C3,3,3%3E o 0 o A&c=2&on=1,2&cl=bank&d=f16&g=8&x=ldmatrix&cmp=1"
)
# No worker is told of a line while `isSilent`.
SILENCE = """{
    const {postMessage} = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...more) {
        if (!(window.isSilent && message.text?.includes('"do":"line"'))) postMessage.call(this, message, ...more);
    };
}"""
HLO = "HloModule m\n\nENTRY e {\n  p = f32[64,32]{1,0} parameter(0)\n  ROOT c = f32[64,32]{0,1} copy(p)\n}\n"
TTGIR = """#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: tensor<32x32xf16, #a>) {
    %y = ttg.convert_layout %x : tensor<32x32xf16, #a> -> tensor<32x32xf16, #b>
    tt.return
  }
}
"""


# --- the states ---


def opens(fragment, says):
    def go(playground):
        playground.open(fragment)
        expect(playground.page.locator("body")).to_contain_text(says)

    return go


def first_visit(playground):
    playground.page.goto(playground.address)
    expect(playground.entry(3)).to_contain_text("differ")


def silent_engine(playground):
    """The engine works at a line without an end."""
    playground.page.add_init_script(SILENCE)
    playground.open("#v1&l=(8,64):(64,1)")
    expect(playground.entry(1)).to_contain_text("512 elements")
    playground.page.evaluate("() => { window.isSilent = true; }")
    playground.line(1).fill("(8,32):(32,1)")


def slow(playground):
    silent_engine(playground)
    expect(playground.region("Notices")).to_contain_text("This takes longer than usual.")


def given_up(playground):
    silent_engine(playground)
    expect(playground.entry(1)).to_contain_text("Try longer")


def engine_gone(playground):
    playground.open("#v1&l=(8,64):(64,1)")
    expect(playground.entry(1)).to_contain_text("512 elements")
    for worker in playground.page.workers:
        worker.evaluate(
            "() => { self.onmessage = ({data}) => self.postMessage({id: data.id, trap: 'gone'}); }"
        )
    playground.line(1).fill("(8,32):(32,1)")
    expect(playground.region("Notices")).to_contain_text("The engine stopped")


def no_engine(playground):
    playground.page.add_init_script("delete globalThis.WebAssembly")
    playground.page.goto(playground.address)
    expect(playground.region("Notices")).to_contain_text("cannot be loaded")


def played(playground):
    playground.open(SWIZZLED)
    expect(playground.region("Playback of S")).to_contain_text("tick 1 of")
    playground.button("One tick on").click()


def pointed(playground):
    playground.open("#v1&l=(8,8):(8,1)")
    cell = playground.page.get_by_role("gridcell").first
    cell.focus()
    cell.press("Enter")
    expect(playground.cell).to_contain_text("offset 0")


def described(playground):
    playground.open("#v1&l=(4,8):(8,1)")
    playground.page.get_by_role("button", name=re.compile("table", re.I)).first.click()
    expect(playground.page.get_by_role("table").first).to_be_visible()


def menu(name):
    def go(playground):
        playground.open("#v1&l=(8,8):(8,1)")
        playground.page.get_by_role("button", name=re.compile(f"^{name}")).click()
        expect(playground.page.get_by_role("menu")).to_be_visible()

    return go


def completion(playground):
    playground.open()
    playground.line(1).press_sequentially("compl")
    expect(playground.page.get_by_role("option").filter(visible=True).first).to_be_visible()


def keys(playground):
    playground.open()
    playground.button("Keys").click()
    expect(playground.page.get_by_role("dialog")).to_be_visible()


STATES = {
    "first visit": first_visit,
    "empty": opens("#v1", "Nothing is drawn."),
    "error": opens("#v1&l=A = (8,64:(64,1)", "expected"),
    "impossible": opens("#v1&l=composition((6,4):(1,10), 4:4)", "Witness"),
    "too large to decide": given_up,
    "slow": slow,
    "engine gone": engine_gone,
    "no WebAssembly": no_engine,
    "newer link": opens("#v2", "version 2"),
    "HLO, empty": opens("#v1&s=hlo", "Try"),
    "HLO": opens(f"#v1&s=hlo&hlo={quote(HLO)}", "copy"),
    "TTGIR, empty": opens("#v1&s=ttgir", "Try"),
    "TTGIR": opens(f"#v1&s=ttgir&ttgir={quote(TTGIR)}", "through memory"),
    "operation": opens(
        "#v1&l=A=(9,(4,8)):(59,(13,1))&l=D=zipped_divide(A,%3C3:3,(2,4):(1,8)%3E)&c=2&on=2", "Stage"
    ),
    "overview": opens("#v1&l=f32[4096,4096]{1,0:T(8,128)}", "Stage"),
    "playback": played,
    "a kept cell": pointed,
    "a table": described,
    "examples": menu("Examples"),
    "share": menu("Share"),
    "export": menu("Export"),
    "completion": completion,
    "keys": keys,
}
SIZES = {390: 844, 900: 1100, 1440: 900}


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(playground, state):
    """All sizes and themes of one state: a media query changes no state."""
    page = playground.page
    STATES[state](playground)
    found = {}
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.evaluate(
                "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
            )
            for violation in Axe().run(page).response["violations"]:
                where = [node["target"][0] for node in violation["nodes"]][:3]
                found.setdefault(f"{violation['id']}: {violation['help']}: {where}", []).append(
                    (width, scheme)
                )
    assert found == {}


# --- colours ---


def pixels_of(playground, panel):
    image = Image.open(io.BytesIO(playground.page.screenshot())).convert("RGB")
    left, top, side = panel.evaluate("""panel => {
        const {left, top} = panel.querySelector('canvas').getBoundingClientRect();
        return [left + Number(panel.dataset.x), top + Number(panel.dataset.y), Number(panel.dataset.side)];
    }""")
    return lambda row, column, across, down: image.getpixel(
        (round(left + (column + across) * side), round(top + (row + down) * side))
    )


def test_forced_colours_leave_outlines_and_labels(playground):
    playground.page.emulate_media(forced_colors="active")
    playground.open("#v1&l=(4,8):(8,1)&zm=100")
    panel = playground.page.locator("#stage .panel[data-side]").first
    expect(panel).to_be_visible()
    at = pixels_of(playground, panel)
    page_color = playground.page.evaluate("""() => {
        const probe = document.createElement('i');
        probe.style.color = 'Canvas';
        document.body.append(probe);
        return getComputedStyle(probe).color;
    }""")
    back = tuple(map(int, re.findall(r"\d+", page_color)))[:3]
    for row in range(4):
        for column in range(8):
            assert at(row, column, 0.15, 0.15) == back, "a cell is filled"
    side = int(panel.get_attribute("data-side"))
    image = [at(1, 1, x / side, y / side) for x in range(side) for y in range(side)]
    assert image.count(back) < len(image), "a cell has no outline and no label"


BLINDNESS = ["none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"]
SHADES = 8
# CIE 1976, by palette: 1 is just noticeable side by side. The shades of `safe` are all as light, so
# that black
# labels stand on them; without hues only labels tell them apart, or the palette `grey`.
LEAST = {
    "safe": {kind: 10 for kind in BLINDNESS} | {"achromatopsia": 0.5},
    "cute": {kind: 2 for kind in BLINDNESS} | {"achromatopsia": 0.5},
    "grey": {kind: 4 for kind in BLINDNESS},
}


def lab(color):
    linear = [
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in color
    ]
    rows = [
        (0.4124, 0.3576, 0.1805, 0.9505),
        (0.2126, 0.7152, 0.0722, 1),
        (0.0193, 0.1192, 0.9505, 1.089),
    ]
    x, y, z = (sum(a * b for a, b in zip(row, linear, strict=False)) / row[3] for row in rows)
    fx, fy, fz = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one, other):
    return sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5


@pytest.mark.parametrize("palette", LEAST)
@pytest.mark.parametrize("kind", BLINDNESS)
def test_shades_differ(playground, capsys, kind, palette):
    """One row of eight cells, each of another shade, as a person of this kind sees them."""
    client = playground.page.context.new_cdp_session(playground.page)
    client.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
    playground.open(f"#v1&l=(1,{SHADES}):(1,1)&cl=offset&lb=none&zm=100&pal={palette}&th=light")
    panel = playground.page.locator("#stage .panel[data-side]").first
    expect(panel).to_be_visible()
    at = pixels_of(playground, panel)
    colors = [at(0, column, 0.5, 0.5) for column in range(SHADES)]
    least, first, second = min(
        (difference(one, other), i, j)
        for i, one in enumerate(colors)
        for j, other in enumerate(colors)
        if i < j
    )
    with capsys.disabled():
        print(
            f"\n{palette:5} {kind:14} smallest difference {least:5.1f}, shades {first} and {second}",
            end=" ",
        )
    assert least >= LEAST[palette][kind], colors
