# SPDX-License-Identifier: Apache-2.0
"""drawn_test.py: what stands on the canvas is the picture that the program draws.

Of each picture of the gallery that the page can show: every cell has its colour, read from a
screenshot, and its label, recorded as the page writes it. No picture is compared as a whole, since
fonts differ.
"""

import io
import json
import re
import shlex
import subprocess
import tomllib
from collections import Counter
from pathlib import Path
from urllib.parse import quote

import pytest
from PIL import Image
from playwright.sync_api import expect

pytestmark = pytest.mark.by_hand

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/dev/tileglot"
MARKS = {"data": "", "padding": "·", "alias": "≡", "hole": "", "selected": "*", "witness": "!"}
INSET = 4  # of a cell: its outline, and the frame of its kind

KEYS = {
    "--label": "lb",
    "--view": "v",
    "--color": "cl",
    "--dtype": "d",
    "--group": "g",
    "--fold": "f",
    "-t": "t",
    "--crop": "cr",
}
FLAGS = {"--hw": "v=hw", "--tv": "v=tv"}
IGNORED = {"--per-row"}  # the page breaks memory where the program does by itself
NOT_ON_THE_PAGE = {"--relayout-to", "--gather"}

# Keeps what is written on each canvas since it was cleared: (text, x, y), after turns, in CSS
# pixels.
RECORDER = """
{
  const written = new WeakMap();
  const {clearRect, fillText} = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    written.set(this.canvas, []);
    return clearRect.apply(this, box);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...more) {
    const at = this.getTransform().transformPoint({x, y});
    written.get(this.canvas)?.push([text, at.x / devicePixelRatio, at.y / devicePixelRatio]);
    return fillText.call(this, text, x, y, ...more);
  };
  window.writtenOn = canvas => written.get(canvas) ?? [];
}
"""

PANELS = """panels => panels.map(panel => {
  const canvas = panel.querySelector('canvas');
  const {left, top} = canvas.getBoundingClientRect();
  const [x, y, side] = ['x', 'y', 'side'].map(name => Number(panel.dataset[name]));
  const [rows, columns] = [panel.dataset.rows, panel.dataset.columns].map(range => range.split(':').map(Number));
  return {x, y, side, rows, columns, left, top, texts: window.writtenOn(canvas)};
})"""


@pytest.fixture
def context_options():
    """Large enough for all cells at their natural size."""
    return {
        "viewport": {"width": 3600, "height": 5000},
        "device_scale_factor": 1,
        "color_scheme": "light",
    }


# --- the program's pictures ---


class Picture:
    """What to draw of a gallery entry: the words after `tileglot show`."""

    def __init__(self, show):
        words = shlex.split(show)
        self.layout, self.other, self.how, self.keys, self.command = "", "", "", [], []
        while words:
            self.take(words)

    def take(self, words):
        word = words.pop(0)
        if word in FLAGS:
            self.keys.append(FLAGS[word])
            self.command.append(word)
        elif not word.startswith("-"):
            self.layout = word
            self.command.append(word)
        else:
            value = words.pop(0)
            if word in KEYS:
                self.keys.append(f"{KEYS[word]}={quote(value)}")
            elif word in ("--side-by-side", "--against"):
                self.other, self.how = value, word
            elif word not in IGNORED | NOT_ON_THE_PAGE:
                raise ValueError(f"drawn_test.py does not know {word}")
            if word not in IGNORED:
                self.command += [word, value]

    @property
    def is_on_the_page(self):
        return not NOT_ON_THE_PAGE & set(self.command)

    def fragment(self):
        lines = [self.layout]
        if self.how == "--side-by-side":
            lines, on = [self.other, self.layout], ["on=1,2"]  # as the program has them
        elif self.how == "--against":
            lines = [f"A={self.layout}", f"B={self.other}", "A == B"]
            on = ["c=3", "on=3"]
        else:
            on = []
        return "&".join(
            ["#v1", *(f"l={quote(line)}" for line in lines), *on, *self.keys, "zm=100", "th=light"]
        )

    def drawn(self, *form):
        return subprocess.run(
            [PROGRAM, "show", *self.command, *form],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout


def gallery():
    sections = tomllib.loads((ROOT / "docs/gallery/gallery.toml").read_text(encoding="utf-8"))[
        "section"
    ]
    return {
        picture["name"]: Picture(picture["show"])
        for section in sections
        for picture in section["picture"]
    }


def colors_of(svg):
    """{class: colour}, as the style of the program's SVG has them."""
    return dict(re.findall(r" \.(\w+)\{fill:(#\w{6})\}", svg))


def class_of(shade):
    return "".join(f"{kind[0]}{value}" for kind, value in shade.items()) if shade else "n"


# --- the page ---


def shown(playground, picture):
    playground.page.add_init_script(RECORDER)
    playground.open(picture.fragment())
    if picture.how == "--against":
        playground.button("only where they differ").click()
    return playground.page.locator("#stage .panel[data-side]")


def is_of(panels, wanted):
    """Whether the panels on the page have the size of those of a picture."""
    sizes = [[len(panel["rows"]["headers"]), len(panel["columns"]["headers"])] for panel in wanted]
    return [
        [panel["rows"][1] - panel["rows"][0], panel["columns"][1] - panel["columns"][0]]
        for panel in panels
    ] == sizes


def settled(playground, panels, wanted):
    """The panels, once they are those of the picture and nothing is drawn any more."""
    expect(panels).to_have_count(len(wanted))
    before = None
    while True:
        # Two frames: one paints what came, the next shows it.
        playground.page.evaluate(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        now = panels.evaluate_all(PANELS)
        if now == before:
            return now
        before = now


def labels_of(panel):
    """{(row, column): what is written in the cell}"""
    found = {}
    for text, x, y in sorted(panel["texts"], key=lambda written: written[2]):
        column, row = ((x - panel["x"]) // panel["side"], (y - panel["y"]) // panel["side"])
        if row >= 0 and column >= 0:
            found[int(row), int(column)] = found.get((int(row), int(column)), "") + text
    return {at: re.sub(r"\s", "", text) for at, text in found.items()}


def pixels_of(image):
    data = image.tobytes()
    return zip(data[::3], data[1::3], data[2::3], strict=True)


def color_at(image, panel, row, column):
    """The colour that most of a cell has."""
    left = panel["left"] + panel["x"] + column * panel["side"]
    top = panel["top"] + panel["y"] + row * panel["side"]
    box = [
        round(edge)
        for edge in (
            left + INSET,
            top + INSET,
            left + panel["side"] - INSET,
            top + panel["side"] - INSET,
        )
    ]
    red, green, blue = Counter(pixels_of(image.crop(box))).most_common(1)[0][0]
    return f"#{red:02x}{green:02x}{blue:02x}"


def screenshot(playground):
    return Image.open(io.BytesIO(playground.page.screenshot())).convert("RGB")


def wrong_cells(drawn, image, wanted, colors, hole):
    """What a panel shows otherwise than the program."""
    labels = labels_of(drawn)
    for cell in wanted["cells"]:
        at, kind = (cell["row"], cell["column"]), cell["kind"]
        label = re.sub(r"\s", "", MARKS[kind] + cell.get("label", ""))
        if labels.pop(at, "") != label:
            yield f"{at} has another label than {label!r}"
        color = hole if kind == "hole" else colors.get(class_of(cell.get("shade")), "#ffffff")
        if (found := color_at(image, drawn, *at)) != color:
            yield f"{at} is {found}, not {color}"
    if labels:
        yield f"labels where no cell is: {labels}"


def check(playground, picture):
    wanted = json.loads(picture.drawn("--json"))["picture"]["panels"]
    colors = colors_of(picture.drawn("--as", "svg"))
    panels = settled(playground, shown(playground, picture), wanted)
    assert is_of(panels, wanted)
    image = screenshot(playground)
    hole = playground.page.evaluate(
        "getComputedStyle(document.querySelector('#stage')).getPropertyValue('--panel')"
    )
    cells = 0
    for number, (panel, of) in enumerate(zip(panels, wanted, strict=True)):
        found = list(wrong_cells(panel, image, of, colors, long_form(hole.strip())))
        assert found == [], f"panel {number}"
        cells += len(of["cells"])
    assert cells > 0


def long_form(color):
    """#ffffff of #fff."""
    return "#" + "".join(2 * digit for digit in color[1:]) if len(color) == 4 else color


SHOWN = {name: picture for name, picture in gallery().items() if picture.is_on_the_page}


def test_all_but_two_pictures_are_on_the_page():
    assert set(gallery()) - set(SHOWN) == {"relayout", "gather"}


@pytest.mark.parametrize("name", SHOWN)
def test_each_cell_of_the_gallery(playground, name):
    check(playground, SHOWN[name])


def test_each_cell_of_a_crop(playground):
    check(playground, Picture("'(96,80):(80,1)' --crop 5:12,30:44 --label offset"))


@pytest.mark.parametrize("name", ["tiled", "swizzle", "blocked", "overview"])
def test_the_legend(playground, name):
    picture = SHOWN[name]
    wanted = json.loads(picture.drawn("--json"))["picture"]["legend"]["entries"]
    colors = colors_of(picture.drawn("--as", "svg"))
    expect(shown(playground, picture).first).to_be_visible()
    entries = playground.page.get_by_role("group", name="Legend").first.locator(
        "button[data-key^='shade:']"
    )
    expect(entries).to_have_count(len(wanted))
    found = entries.evaluate_all("""entries => entries.map(entry =>
        [entry.textContent, getComputedStyle(entry.querySelector('.swatch')).backgroundColor])""")
    for (text, color), entry in zip(found, wanted, strict=True):
        assert text == entry.get("text", "")
        red, green, blue = map(int, re.findall(r"\d+", color))
        assert f"#{red:02x}{green:02x}{blue:02x}" == colors[class_of(entry["shade"])]
