#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the pictures of `tileglot show` against what they are to show.

- The pictures of tests/pictures/list.txt are those of the files beside it: each as text and JSON, one
  of each feature in every form. Of all, SVG and HTML have the cells of the recorded JSON.
- A recorded page includes its picture's SVG, and page.css and page.js, which every page has; what is
  left is its title and theme. Pages are compared whole.
- Cells read back from text, SVG, HTML and JSON are those that the notation's own evaluator gives
  (`tileglot eval --via notation`, `tileglot index`); one that is changed is noticed.
- rsvg-convert and Chromium draw of each SVG the same cells, and a page answers to its keys.

usage: tests/pictures_test.py PROGRAM recorded|cells|rsvg|chromium    77 where a program is missing
       tests/pictures_test.py PROGRAM update    writes the files anew; look at what changed
"""

import functools
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import unittest
from collections import Counter
from dataclasses import replace
from pathlib import Path

import drawn_pictures as drawing
import picture_readers as readers
from picture_readers import Cell, place

PROGRAM = None
SKIPPED = 77
FOLDER = Path(__file__).resolve().parent / "pictures"
FORMS = {"txt": "table", "svg": "svg", "tex": "latex", "json": "json", "html": "html"}
ALWAYS_RECORDED = ("txt", "json")
# Which part of each page they are.
PARTS_OF_PAGES = {"page.css": r"^body\{.*?(?=</style>)", "page.js": r"(?<=^<script>\n).*?(?=</script>)"}
INCLUDED = '<!--#include file="{}"-->\n'


def tileglot(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}, check=False)
    if done.returncode != 0:
        raise AssertionError(f"tileglot {shlex.join(arguments)}: {done.stderr}")
    return done.stdout


def listed():
    """{name: arguments of show}, each name as it is written, with + or without"""
    lines = (FOLDER / "list.txt").read_text(encoding="utf-8").splitlines()
    words = [shlex.split(line, comments=False) for line in lines if line and line[0] != "#"]
    return {name: arguments for name, *arguments in words}


def pictures():
    """{name: arguments of show}"""
    return {name.removeprefix("+"): arguments for name, arguments in listed().items()}


def recorded():
    """(name, form) of each recorded file"""
    return [(name.removeprefix("+"), form) for name in listed()
            for form in (FORMS if name[0] == "+" else ALWAYS_RECORDED)]


def drawn(arguments, form):
    """What is written of a picture; JSON without blanks between its words, to be short."""
    text = tileglot("show", *arguments, "--as", FORMS[form])
    if form != "json":
        return text
    return json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False) + "\n"


@functools.cache
def drawn_now(name, form):
    return drawn(pictures()[name], form)


def read(file):
    return (FOLDER / file).read_text(encoding="utf-8")


def read_recorded(name, form):
    """A page with what it includes."""
    text = read(f"{name}.{form}")
    if form != "html":
        return text
    return re.sub(INCLUDED.format("(.*)"), lambda found: read(found[1]), text)


def to_record(name, form, parts):
    """A page that lacks a part has its own instead, which is then recorded as it is."""
    text = drawn_now(name, form)
    if form == "html":
        for file, part in {**parts, f"{name}.svg": drawn_now(name, "svg")}.items():
            text = text.replace(part, INCLUDED.format(file))
    return text


def update():
    page = drawn_now(next(name for name, form in recorded() if form == "html"), "html")
    parts = {file: re.search(pattern, page, re.DOTALL | re.MULTILINE)[0]
             for file, pattern in PARTS_OF_PAGES.items()}
    texts = {f"{name}.{form}": to_record(name, form, parts) for name, form in recorded()}
    for file, text in {**parts, **texts}.items():
        (FOLDER / file).write_text(text, encoding="utf-8")


class RecordedPictures(unittest.TestCase):
    def test_there_are_at_least_forty(self):
        self.assertGreaterEqual(len(pictures()), 40)

    def test_every_picture_is_as_recorded(self):
        for name, form in recorded():
            with self.subTest(picture=f"{name}.{form}"):
                self.assertEqual(drawn_now(name, form), read_recorded(name, form),
                                 "if the new one is right: tests/pictures_test.py PROGRAM update")

    def test_drawn_forms_have_the_recorded_cells(self):
        for name in pictures():
            cells = plain(readers.read_json(read_recorded(name, "json")))
            for form in ("svg", "html"):
                with self.subTest(picture=f"{name}.{form}"):
                    self.assertEqual(plain(READERS[form](drawn_now(name, form))), cells)

    def test_every_page_has_its_svg_and_the_recorded_style_and_script(self):
        for name in pictures():
            for part in (drawn_now(name, "svg"), *map(read, PARTS_OF_PAGES)):
                with self.subTest(picture=name, part=part[:20]):
                    self.assertEqual(drawn_now(name, "html").count(part), 1)

    def test_no_file_is_left_over(self):
        names = {f"{name}.{form}" for name, form in recorded()} | {"list.txt", *PARTS_OF_PAGES}
        self.assertEqual({path.name for path in FOLDER.iterdir()}, names)


# --- The model: what a notation's own evaluator says ---


def row_major(extents):
    return list(itertools.product(*map(range, extents)))


def first_fastest(extents):
    return [tuple(reversed(x)) for x in row_major(reversed(extents))]


def values_of(layout):
    return json.loads(tileglot("eval", "--json", "--via", "notation", layout))["values"]


def by_eval(layout, coordinates):
    return dict(zip(coordinates, values_of(layout), strict=True))


def by_index(layout, coordinates):
    places = [",".join(map(str, x)) for x in coordinates]
    results = json.loads(tileglot("index", "--json", layout, *places))["results"]
    return {tuple(result["coordinate"]): result["offset"] for result in results}


def place_of(coordinate, extents):
    """Rows and columns are the last two dimensions, panels those before."""
    padded = (0,) * (2 - len(coordinate)) + coordinate
    panels = row_major(extents[:-2])
    return panels.index(coordinate[:-2]), padded[-2], padded[-1]


def cells_of(offsets, extents, room):
    """Cells of a tensor of these extents in a room with full tiles."""
    shared = Counter(offset for x, offset in offsets.items() if is_within(x, extents))
    cells = []
    for coordinate, offset in offsets.items():
        kind = "padding" if not is_within(coordinate, extents) else "data"
        if kind == "data" and shared[offset] > 1:
            kind = "alias"
        cells.append(Cell(*place_of(coordinate, room), kind, str(offset), offset,
                          coordinate or None))
    return sorted(cells, key=place)


def is_within(coordinate, extents):
    return all(x < extent for x, extent in zip(coordinate, extents))


def xla(kind, extents, layout, room=None):
    """(arguments of show, the cells it has to draw); a room is larger where tiles are clipped."""
    room = room or extents
    text = "{}[{}]{}".format(kind, ",".join(map(str, extents)), layout)
    padded = "{}[{}]{}".format(kind, ",".join(map(str, room)), layout)
    return [text], cells_of(by_eval(padded, row_major(room)), extents, room)


def cute(layout, extents):
    return [layout], cells_of(by_eval(layout, first_fastest(extents)), extents, extents)


def strided(layout, extents):
    return [layout], cells_of(by_index(layout, row_major(extents)), extents, extents)


def linear_memory(layout, extents):
    """Of each element its offset: the layout's own function goes from offsets to elements."""
    elements = row_major(extents)
    offsets = {elements[element]: offset for offset, element in enumerate(values_of(layout))}
    return [layout], cells_of(offsets, extents, extents)


def threads(layout, registers, lanes, extents):
    """{element: the first (lane, register) that holds it}, and how many hold each."""
    elements, found = row_major(extents), {}
    for number, element in enumerate(values_of(layout)):
        lane, register = divmod(number, registers)
        assert lane < lanes
        found.setdefault(elements[element], []).append((lane, register))
    return found


def elements_before(element, extents):
    return row_major(extents).index(element)


def thread_value(layout, registers, lanes, extents):
    """The tensor, with who holds each element."""
    cells = []
    for element, pairs in threads(layout, registers, lanes, extents).items():
        lane, register = min(pairs)
        label = f"T{lane} V{register}" + (f" +{len(pairs) - 1}" if len(pairs) > 1 else "")
        kind = "alias" if len(pairs) > 1 else "data"
        number = elements_before(element, extents)
        cells.append(Cell(*place_of(element, extents), kind, label, number, element))
    return [layout], sorted(cells, key=place)


def holding(layout, registers, lanes, extents):
    """The hardware, with the element of each place."""
    cells = []
    for element, pairs in threads(layout, registers, lanes, extents).items():
        for lane, register in pairs:
            kind = "alias" if len(pairs) > 1 else "data"
            label, number = ",".join(map(str, element)), elements_before(element, extents)
            cells.append(Cell(0, lane, register, kind, label, number, element))
    return [layout, "--hw"], sorted(cells, key=place)


REGISTERS = "{register: [[0,1],[4,0]], lane: [[0,2],[1,0],[2,0]]} -> {dim0: 8, dim1: 4}"
MODELS = [
    lambda: xla("f32", (3, 5), "{1,0}"),
    lambda: xla("f32", (3, 5), "{0,1}"),
    lambda: xla("f32", (3, 5), "{1,0:T(2,2)}", (4, 6)),
    lambda: xla("bf16", (8, 16), "{1,0:T(4,8)(2,1)}"),
    lambda: xla("f32", (5, 7), "{1,0:T(2,3)}", (6, 9)),
    lambda: xla("f32", (6, 4), "{0,1:T(2,2)}"),
    lambda: xla("f32", (3, 5), "{1,0:T(4,8)}", (4, 8)),
    lambda: xla("bf16", (3, 5), "{1,0:T(4,8)(2,1)}", (4, 8)),
    lambda: xla("f32", (5,), "{0:T(8)}", (8,)),
    lambda: xla("f32", (2, 3, 4), "{0,2,1}"),
    lambda: xla("s32", (2, 3, 5), "{2,1,0:T(2,2)}", (2, 4, 6)),
    lambda: xla("u8", (2, 2, 3, 2), "{3,1,2,0}"),
    lambda: xla("s8", (11,), "{0}"),
    lambda: xla("f32", (), ""),
    lambda: cute("12:1", (12,)),
    lambda: cute("(4,6):(1,4)", (4, 6)),
    lambda: cute("((2,2),(2,3)):((2,12),(1,4))", (4, 6)),
    lambda: cute("(4,3):(1,0)", (4, 3)),
    lambda: cute("(4,4):(1,2)", (4, 4)),
    lambda: cute("(3,4):(-4,1)", (3, 4)),
    lambda: cute("(2,3,4):(12,4,1)", (2, 3, 4)),
    lambda: cute("Sw<2,0,3> o 0 o (8,8):(8,1)", (8, 8)),
    lambda: strided("shape=(3,4), strides=(16,4) bytes dtype=float32", (3, 4)),
    lambda: strided("memref<4x6xf32, affine_map<(d0, d1) -> (d0 * 8 + d1)>>", (4, 6)),
    lambda: linear_memory("{offset: [[0,1],[0,2],[1,1],[2,2]]} -> {dim0: 4, dim1: 4}", (4, 4)),
    lambda: thread_value(REGISTERS, 4, 8, (8, 4)),
    lambda: holding(REGISTERS, 4, 8, (8, 4)),
    lambda: thread_value("{lane: [[0,1],[0,2],[1,0],[0,0]]} -> {dim0: 2, dim1: 4}", 1, 16, (2, 4)),
]


# --- Writers ---


def plain(cells):
    """Without colours, and labels in one line: words are stacked where they need less room so."""
    return [replace(cell, color=None, label=cell.label.replace("\n", " ")) for cell in cells]


READERS = {"svg": readers.read_svg, "html": readers.read_html, "json": readers.read_json}


def seen(cells, form):
    """Of the model what a form says: text has labels only."""
    if form != "txt":
        return cells
    return [replace(cell, offset=None, coordinate=None) for cell in cells]


def read_back(text, form, cells):
    if form == "txt":
        return readers.read_text(text, words=len(cells[0].label.split()))
    return plain(READERS[form](text))


def changed_once(pattern, change):
    """A function that changes the first match of a pattern."""
    return lambda text: re.sub(pattern, change, text, count=1, flags=re.DOTALL)


# One cell of f32[3,5]{1,0:T(2,2)} with another offset, label, kind or place.
CHANGES = {
    "txt": [
        changed_once(r" 17 ", " 18 "),
        changed_once(r"·21", " 21"),
        changed_once(r" 16  17 ", " 17  16 "),
    ],
    "svg": [
        changed_once(r'data-offset="17"', 'data-offset="18"'),
        changed_once(r">17</text>", ">18</text>"),
        changed_once(r'data-kind="padding"', 'data-kind="data"'),
        changed_once(r">·21</text>", ">21</text>"),
        changed_once(r'data-column="3"', 'data-column="4"'),
        changed_once(r'data-coordinate="2,3"', 'data-coordinate="3,2"'),
        changed_once(r"translate\(90,60\)", "translate(60,60)"),
    ],
    "json": [
        changed_once(r'"offset": 17,', '"offset": 18,'),
        changed_once(r'"label": "17"', '"label": "18"'),
        changed_once(r'"kind": "padding"', '"kind": "data"'),
        changed_once(r'"column": 3,', '"column": 4,'),
    ],
}
CHANGES["html"] = CHANGES["svg"]


class SameCells(unittest.TestCase):
    maxDiff = 4000

    def test_every_writer_draws_what_the_notation_says(self):
        self.assertGreaterEqual(len(MODELS), 12)
        for model in MODELS:
            arguments, cells = model()
            for form in CHANGES:
                with self.subTest(layout=arguments, form=form):
                    text = tileglot("show", *arguments, "--as", FORMS[form])
                    self.assertEqual(read_back(text, form, cells), seen(cells, form))

    def test_a_changed_cell_is_noticed(self):
        arguments, cells = xla("f32", (3, 5), "{1,0:T(2,2)}", (4, 6))
        for form, changes in CHANGES.items():
            text = tileglot("show", *arguments, "--as", FORMS[form])
            for number, change in enumerate(changes):
                with self.subTest(form=form, change=number):
                    self.assertNotEqual(change(text), text, "the change changes nothing")
                    try:
                        self.assertNotEqual(read_back(change(text), form, cells), seen(cells, form))
                    except ValueError:
                        pass  # the reader refuses a picture that contradicts itself


# --- What programs draw ---


def colors_in(svg):
    """{class: colour}, as the style sheet has them."""
    return dict(re.findall(r" \.(\w+)\{fill:(#\w{6})\}", svg))


def expected_of(name):
    """Cells as they have to be drawn: by the picture's JSON, in the colours of the SVG's sheet."""
    svg, text = drawn_now(name, "svg"), read_recorded(name, "json")
    colors = colors_in(svg.split("@media")[0])
    return {place(cell): (cell.kind if cell.kind != "hole" else "data",
                          "".join(cell.label.split()),
                          colors["page" if cell.kind == "hole" else cell.color])
            for cell in readers.read_json(text)}


def as_drawn(cells):
    return {place(cell): (cell.kind, cell.label, cell.color) for cell in cells}


# One cell of xla_tiled with another label, colour, mark or place.
DRAWN_CHANGES = [
    changed_once(r">17</text>", ">18</text>"),
    changed_once(r'class="b4" ', 'class="b3" '),
    changed_once(r">·21</text>", ">21</text>"),
    changed_once(r"translate\(90,60\)", "translate(60,60)"),
]


class DrawnByRsvg(unittest.TestCase):
    maxDiff = 4000

    def test_it_draws_the_cells(self):
        for name in pictures():
            with self.subTest(picture=name):
                cells = drawing.rsvg_cells(drawn_now(name, "svg"))
                self.assertEqual(as_drawn(cells), expected_of(name))

    def test_a_changed_cell_is_noticed(self):
        svg = read_recorded("xla_tiled", "svg")
        for change in DRAWN_CHANGES:
            cells = drawing.rsvg_cells(change(svg))
            self.assertNotEqual(as_drawn(cells), expected_of("xla_tiled"))


class DrawnByChromium(unittest.TestCase):
    maxDiff = 4000

    def test_it_draws_the_cells(self):
        names = list(pictures())
        drawn_by_it = drawing.chromium_cells([drawn_now(name, "svg") for name in names])
        for name, cells in zip(names, drawn_by_it, strict=True):
            with self.subTest(picture=name):
                self.assertEqual(as_drawn(cells), expected_of(name))

    def test_a_changed_cell_is_noticed(self):
        svg = read_recorded("xla_tiled", "svg")
        for cells in drawing.chromium_cells([change(svg) for change in DRAWN_CHANGES]):
            self.assertNotEqual(as_drawn(cells), expected_of("xla_tiled"))


# What a reader does, and what the page shows after each step.
STEPS = """
const cell = (row, column, panel = 0) =>
  document.querySelector(`[data-panel="${panel}"] [data-row="${row}"][data-column="${column}"]`);
const send = (target, event) => target.dispatchEvent(event);
const up = {bubbles: true};
const point = target => send(target.querySelector('rect'), new PointerEvent('pointerover', up));
const click = target => send(target.querySelector('rect'), new MouseEvent('click', up));
const press = key => send(document.activeElement, new KeyboardEvent('keydown', {...up, key}));
// A window that is not in front moves its focus and tells nobody.
const {focus} = SVGElement.prototype;
SVGElement.prototype.focus = function () {
  focus.call(this);
  if (!document.hasFocus()) send(this, new FocusEvent('focusin', up));
};
const lit = () => [...document.querySelectorAll('.lights rect')].map(light => {
  const [x, y] = light.getAttribute('transform').match(/-?\\d+/g).map(Number);
  const side = Number(light.getAttribute('width'));
  return [light.getAttribute('class'), Number(light.closest('[data-panel]').dataset.panel),
          y / side, x / side];
});
const state = () => ({says: document.getElementById('inspector').textContent, lit: lit(),
                      faded: document.querySelectorAll('.faded').length});
const answer = document.createElement('pre');
answer.id = 'answer';
answer.textContent = JSON.stringify(steps.map(step => { step(); return state(); }));
document.body.append(answer);
"""


def after(page, *steps):
    """What the page shows after each step, a text of JavaScript."""
    script = "const steps = [" + ", ".join(f"() => {step}" for step in steps) + "];" + STEPS
    return drawing.answer_of(page.replace("</body>", f"<script>{script}</script></body>"))


class Page(unittest.TestCase):
    def test_the_pointer_lights_a_cell_and_says_what_it_is(self):
        page = read_recorded("xla_tiled", "html")
        before, pointed, kept, other, cleared = after(
            page, "0", "point(cell(2, 3))", "click(cell(2, 3))", "point(cell(0, 0))",
            "press('Escape')")
        self.assertTrue(before["says"].startswith("Point at a cell"))
        self.assertEqual(pointed["lit"], [["self", 0, 2, 3]])
        self.assertIn("offset 17 = 0b1_0001", pointed["says"])
        self.assertEqual(kept["lit"], [["self kept", 0, 2, 3]])
        self.assertEqual(other, kept)
        self.assertEqual((cleared["lit"], cleared["says"]), ([], before["says"]))

    def test_arrows_move_within_the_panel(self):
        page = read_recorded("xla_tiled", "html")
        steps = after(page, "cell(0, 0).focus()", "press('ArrowDown')", "press('ArrowRight')",
                      "press('ArrowUp')", "press('ArrowUp')", "press('Enter')")
        self.assertEqual([step["lit"][0][2:] for step in steps],
                         [[0, 0], [1, 0], [1, 1], [0, 1], [0, 1], [0, 1]])
        self.assertEqual(steps[-1]["lit"][0][0], "self kept")

    def test_the_same_element_and_the_same_offset_are_lit_elsewhere(self):
        (step,) = after(read_recorded("cute_bank_pair", "html"), "point(cell(1, 0, 1))")
        self.assertIn(["self", 1, 1, 0], step["lit"])
        self.assertIn(["element", 0, 1, 0], step["lit"])
        (step,) = after(read_recorded("cute_broadcast", "html"), "point(cell(2, 0))")
        self.assertEqual(step["lit"],
                         [["place", 0, 2, 1], ["place", 0, 2, 2], ["self", 0, 2, 0]])

    def test_the_legend_fades_all_other_cells(self):
        entry = "document.querySelector('.legend > [data-shade=b4]')"
        mark = "document.querySelector('.legend > [data-mark=padding]')"
        steps = after(read_recorded("xla_tiled", "html"), f"click({entry})", f"click({entry})",
                      f"click({mark})", "press('Escape')")
        self.assertEqual([step["faded"] for step in steps], [20, 0, 15, 0])


TESTS = {
    "recorded": (RecordedPictures,),
    "cells": (SameCells,),
    "rsvg": (DrawnByRsvg,),
    "chromium": (DrawnByChromium, Page),
}


def missing_for(what):
    if what == "chromium":
        return [] if drawing.chromium() else ["chromium"]
    programs = ["rsvg-convert", "pdftotext"] if what == "rsvg" else []
    return [program for program in programs if not shutil.which(program)]


def main(what):
    if missing := missing_for(what):
        print("SKIP: not installed:", ", ".join(missing))
        return SKIPPED
    loader = unittest.defaultTestLoader
    suite = unittest.TestSuite(map(loader.loadTestsFromTestCase, TESTS[what]))
    return 0 if unittest.TextTestRunner().run(suite).wasSuccessful() else 1


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv[1]).resolve())
    sys.exit(update() if sys.argv[2] == "update" else main(sys.argv[2]))
