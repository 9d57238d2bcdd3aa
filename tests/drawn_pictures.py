# SPDX-License-Identifier: Apache-2.0
"""Reads the cells of a picture back from what rsvg-convert and Chromium draw of its SVG.

The colour of a cell is that of most of its pixels, its label is the text that stands in it, and its
kind is what the mark before the label says. What is in the file beside that is not looked at.
"""

import html
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
import zlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from picture_readers import SVG, Cell, cell_groups, kind_and_label, moved

SECONDS = 120



@dataclass(frozen=True)
class Box:
    left: float
    top: float
    side: float

    def holds(self, x, y):
        return 0 <= x - self.left < self.side and 0 <= y - self.top < self.side


def boxes_of(svg):
    """{(panel, row, column): Box}, and the size of the page."""
    root = ElementTree.fromstring(svg)
    boxes = {}
    for panel, group in cell_groups(root):
        (px, py), (x, y) = moved(panel), moved(group)
        key = (int(panel.get("data-panel")), int(group.get("data-row")),
               int(group.get("data-column")))
        boxes[key] = Box(px + x, py + y, float(group.find(SVG + "rect").get("width")))
    return boxes, float(root.get("width")), float(root.get("height"))


def unfiltered(rows, stride, unit):
    """The bytes of a PNG's rows: each is told as a difference from its neighbours."""
    above = bytearray(stride)
    for kind, row in rows:
        row = bytearray(row)
        if kind == 1:
            for i in range(unit, stride):
                row[i] = (row[i] + row[i - unit]) & 255
        elif kind == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, above))
        elif kind == 3:
            for i in range(stride):
                left = row[i - unit] if i >= unit else 0
                row[i] = (row[i] + (left + above[i]) // 2) & 255
        elif kind == 4:
            for i in range(stride):
                left, corner = (row[i - unit], above[i - unit]) if i >= unit else (0, 0)
                up = above[i]
                p = left + up - corner
                by_left, by_up, by_corner = abs(p - left), abs(p - up), abs(p - corner)
                if by_left <= by_up and by_left <= by_corner:
                    best = left
                else:
                    best = up if by_up <= by_corner else corner
                row[i] = (row[i] + best) & 255
        yield row
        above = row


class Png:
    """The pixels of a PNG of 8 bits a channel that is not interlaced."""

    def __init__(self, data):
        assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
        at, packed = 8, b""
        while at < len(data):
            (size,), kind = struct.unpack(">I", data[at:at + 4]), data[at + 4:at + 8]
            body = data[at + 8:at + 8 + size]
            if kind == b"IHDR":
                self.width, self.height, bits, color = struct.unpack(">IIBB", body[:10])
                assert bits == 8 and body[12] == 0 and color in (2, 6), "a PNG of another kind"
                self.unit = 3 if color == 2 else 4
            elif kind == b"IDAT":
                packed += body
            at += size + 12
        raw, stride = zlib.decompress(packed), self.width * self.unit
        rows = [(raw[i], raw[i + 1:i + 1 + stride]) for i in range(0, len(raw), stride + 1)]
        self.rows = list(unfiltered(rows, stride, self.unit))

    def color(self, x, y):
        red, green, blue = self.rows[y][x * self.unit:x * self.unit + 3]
        return f"#{red:02x}{green:02x}{blue:02x}"

    def fill(self, box, zoom=1):
        """The colour that most of a cell has, without its outline."""
        inset = 4
        pixels = Counter(self.color(x, y)
                         for y in range(int((box.top + inset) * zoom),
                                        int((box.top + box.side - inset) * zoom))
                         for x in range(int((box.left + inset) * zoom),
                                        int((box.left + box.side - inset) * zoom)))
        return pixels.most_common(1)[0][0]


def rsvg(svg, *options):
    return subprocess.run(["rsvg-convert", *options], input=svg.encode(), capture_output=True,
                          timeout=SECONDS, check=True).stdout


def words_of_pdf(pdf):
    """(x, y, word): the middles of words, as parts of the page."""
    done = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True,
                          timeout=SECONDS, check=True).stdout.decode()
    done = re.sub(r"<!DOCTYPE[^>]*>|xmlns=\"[^\"]*\"", "", done)
    page = ElementTree.fromstring(done).find(".//page")
    width, height = float(page.get("width")), float(page.get("height"))
    for word in page.findall("word"):
        x0, x1, y0, y1 = (float(word.get(key)) for key in ("xMin", "xMax", "yMin", "yMax"))
        yield (x0 + x1) / 2 / width, (y0 + y1) / 2 / height, word.text


def with_words(boxes, words, width, height):
    """{place: the words in its box, as one}"""
    written = {key: "" for key in boxes}
    for x, y, word in words:
        for key, box in boxes.items():
            if box.holds(x * width, y * height):
                written[key] += word
    return written


def drawn_cells(written, fills):
    cells = []
    for key in written:
        kind, label = kind_and_label(written[key])
        cells.append(Cell(*key, kind, label, color=fills[key]))
    return cells


def rsvg_cells(svg):
    """Kind by its mark, label without blanks, and colour, as rsvg-convert draws them."""
    boxes, width, height = boxes_of(svg)
    png = Png(rsvg(svg))
    words = words_of_pdf(rsvg(svg, "-f", "pdf"))
    written = with_words(boxes, words, width, height)
    return drawn_cells(written, {key: png.fill(box) for key, box in boxes.items()})


# --- Chromium ---

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")

# For each SVG: parsed as XML is, its cells' boxes and texts as laid out on the page, and the pixels
# of the same text drawn as an image of its own.
PROBE = """
const fillOf = (pixels, width, box) => {
  const counts = new Map();
  for (let y = Math.trunc(box.y + 4); y < Math.trunc(box.y + box.height - 4); ++y)
    for (let x = Math.trunc(box.x + 4); x < Math.trunc(box.x + box.width - 4); ++x) {
      const at = 4 * (y * width + x);
      const color = '#' + [0, 1, 2].map(i => pixels[at + i].toString(16).padStart(2, '0')).join('');
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
  return [...counts].reduce((a, b) => b[1] > a[1] ? b : a, ['', 0])[0];
};
const drawn = async (text, width, height) => {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], {type: 'image/svg+xml'}));
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, width, height).data;
};
const probe = async text => {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (root.localName !== 'svg') return null;
  const svg = document.body.appendChild(document.importNode(root, true));
  const {x, y, width, height} = svg.getBoundingClientRect();
  const pixels = await drawn(text, width, height);
  const cells = [...svg.querySelectorAll('[data-panel] .cells > g')].map(cell => {
    const rect = cell.querySelector('rect'), box = rect.getBoundingClientRect();
    box.x -= x; box.y -= y;
    const panel = cell.closest('[data-panel]');
    const frame = panel.querySelector('.frame').getBoundingClientRect();
    const [row, column] = [(box.y + y - frame.y) / box.height, (box.x + x - frame.x) / box.width];
    const label = cell.querySelector('text'), inner = label ? label.getBoundingClientRect() : null;
    const fits = !inner || (
      inner.left - x >= box.x && inner.right - x <= box.x + box.width &&
      inner.top - y >= box.y - 1 && inner.bottom - y <= box.y + box.height + 1);
    return {place: [panel.dataset.panel, row, column].map(Number).map(Math.round), fits,
            text: label ? label.textContent : '', style: getComputedStyle(rect).fill,
            fill: fillOf(pixels, width, box)};
  });
  svg.remove();
  return cells;
};
(async () => {
  const results = [];
  for (const text of svgs) results.push(await probe(text));
  const answer = document.createElement('pre');
  answer.id = 'answer';
  answer.textContent = JSON.stringify(results);
  document.body.append(answer);
})();
"""


def chromium():
    """The program, or None."""
    return next((path for path in map(shutil.which, CHROMIUMS) if path), None)


def in_chromium(page, *options):
    """What Chromium prints for a page."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "page.html"
        path.write_text(page, encoding="utf-8")
        command = [chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                   f"--user-data-dir={folder}/user", *options, path.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True,
                              env={**os.environ, "HOME": folder})
    return done.stdout


def answer_of(page):
    """The text of the element `answer` when the page has settled, which has to be JSON."""
    dom = in_chromium(page, "--virtual-time-budget=60000", "--dump-dom")
    found = re.search(r'<pre id="answer">(.*?)</pre>', dom, re.DOTALL)
    if not found:
        raise ValueError("the page gave no answer: " + dom[-2000:])
    return json.loads(html.unescape(found[1]))


def hex_color(style):
    """#rrggbb of rgb(r, g, b)."""
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", style)[:3])


def chromium_cells(svgs):
    """For each SVG its cells as Chromium lays them out and draws them."""
    script = "const svgs = " + json.dumps(svgs).replace("<", "\\u003c") + ";" + PROBE
    page = ("<!DOCTYPE html><meta charset='utf-8'><body style='margin:0'>"
            f"<script>{script}</script></body>")
    pictures = []
    for svg, cells in zip(svgs, answer_of(page)):
        if cells is None:
            raise ValueError("Chromium reads no SVG: " + svg[:200])
        pictures.append([chromium_cell(cell) for cell in cells])
    return pictures


def chromium_cell(cell):
    kind, label = kind_and_label("".join(cell["text"].split()))
    if not cell["fits"]:
        raise ValueError(f"the text of a cell is wider than the cell: {cell}")
    if cell["style"] not in ("none", "") and hex_color(cell["style"]) != cell["fill"]:
        raise ValueError(f"a cell has another colour than its style says: {cell}")
    return Cell(*cell["place"], kind, label, color=cell["fill"])
