# SPDX-License-Identifier: Apache-2.0
"""Reads the cells of a picture back from what each writer wrote of it.

A reader believes nothing but what it reads: what a file does not say is None, and a file that
contradicts itself is a ValueError. drawn_pictures.py reads what programs draw.
"""

import html.parser
import json
import re
from dataclasses import dataclass
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
MARKS = {"·": "padding", "≡": "alias", "*": "selected", "!": "witness"}
BORDERS = str.maketrans({glyph: " " for glyph in "│┃║─━═┼╋╬┿╂┤├┴┬"})


@dataclass(frozen=True)
class Cell:
    panel: int
    row: int
    column: int
    kind: str
    label: str
    offset: int | None = None
    coordinate: tuple | None = None
    color: str | None = None  # #rrggbb, or a class where a file names it so


def place(cell):
    return cell.panel, cell.row, cell.column


def kind_and_label(written):
    """What a mark before a label says. A hole has no label."""
    if written in ("", "-"):
        return ("hole", "") if written else ("data", "")
    kind = MARKS.get(written[0], "data")
    return kind, written if kind == "data" else written[1:]


# --- JSON ---


def class_of(shade):
    """The class of a colour in SVG."""
    return "".join(f"{kind[0]}{value}" for kind, value in shade.items()) if shade else "n"


def read_json(text):
    """The colour of a cell is its class in SVG."""
    document, cells = json.loads(text), []
    for index, panel in enumerate(document.get("picture", document)["panels"]):
        for cell in panel["cells"]:
            coordinate = cell.get("coordinate")
            cells.append(Cell(index, cell["row"], cell["column"], cell["kind"],
                              cell.get("label", ""), cell.get("offset"),
                              None if coordinate is None else tuple(coordinate),
                              class_of(cell.get("shade"))))
    return cells


# --- SVG and HTML ---


class TreeOfSvg(html.parser.HTMLParser):
    """The svg element of a page as a tree, as ElementTree has it."""

    def __init__(self):
        super().__init__()
        self.builder = None
        self.root = None
        self.depth = 0

    def handle_starttag(self, tag, attrs):
        if tag == "svg" and self.root is None:
            self.builder = ElementTree.TreeBuilder()
        if self.builder:
            self.depth += 1
            self.builder.start(SVG + tag, {name: value or "" for name, value in attrs})

    def handle_startendtag(self, tag, attrs):
        if self.builder:
            self.handle_starttag(tag, attrs)
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.builder:
            return
        self.builder.end(SVG + tag)
        self.depth -= 1
        if self.depth == 0:
            self.root, self.builder = self.builder.close(), None

    def handle_data(self, data):
        if self.builder:
            self.builder.data(data)


def written_in(group):
    """The lines of the text in a cell."""
    text = group.find(SVG + "text")
    if text is None:
        return ""
    lines = [text.text or ""] if len(text) == 0 else [line.text or "" for line in text]
    return "\n".join(lines)


def cell_groups(root):
    """(panel, group) for each cell."""
    for panel in root.findall(f"{SVG}g[@data-panel]"):
        for cells in panel.findall(f"{SVG}g[@class='cells']"):
            for group in cells:
                yield panel, group


def number(text):
    return None if text is None else int(text)


def numbers(text):
    return None if text is None else tuple(int(part) for part in text.split(","))


def moved(element):
    x, y = re.fullmatch(r"translate\((-?\d+),(-?\d+)\)", element.get("transform")).groups()
    return int(x), int(y)


def cells_of_tree(root):
    cells = []
    for panel, group in cell_groups(root):
        kind, label = kind_and_label(written_in(group))
        said, side = group.get("data-kind"), int(group.find(SVG + "rect").get("width"))
        stands = [part // side for part in reversed(moved(group))]
        if stands != [int(group.get("data-row")), int(group.get("data-column"))]:
            raise ValueError(f"a cell stands elsewhere than it says: {stands}")
        if said != kind and not (said == "hole" and label == ""):
            raise ValueError(f"a cell is {said} and drawn as {kind}")
        cells.append(Cell(int(panel.get("data-panel")), int(group.get("data-row")),
                          int(group.get("data-column")), said, label,
                          number(group.get("data-offset")), numbers(group.get("data-coordinate")),
                          group.get("class")))
    return cells


def read_svg(text):
    return cells_of_tree(ElementTree.fromstring(text))


def read_html(text):
    reader = TreeOfSvg()
    reader.feed(text)
    return cells_of_tree(reader.root)


# --- Text ---


def tokens(line):
    """(first, one past the last, text) of each word."""
    return [(match.start(), match.end(), match[0]) for match in re.finditer(r"\S+", line)]


def without_axis(line):
    """A line of headers without the name of its axis after an arrow."""
    return re.split(r"\s*(?:←|→|↑|<-|->)", line)[0]


def is_border(line):
    return bool(line.strip()) and not line.translate(BORDERS).strip()


def sections(text):
    """Lines between blank ones."""
    return [block.split("\n") for block in re.split(r"\n{2,}", text.strip("\n"))]


def read_text(text, words=1):
    """The cells of a picture in a terminal, whose labels are so many words on one line."""
    cells, panel = [], 0
    for block in sections(text)[1:]:
        found = read_block(block, panel, words)
        cells += found
        panel = max((cell.panel + 1 for cell in found), default=panel)
    return cells


def read_block(block, first_panel, words):
    """Panels side by side: a line of headers, and under it rows whose words end where they do."""
    lines = [line for line in block if not is_border(line)]
    lines = [line.translate(BORDERS) for line in lines]
    start = next((i for i in range(len(lines) - 1) if is_header_of(lines[i], lines[i + 1])), None)
    if start is None:
        return read_scalar(lines, first_panel)
    ends = [end for _, end, _ in tokens(without_axis(lines[start]))]
    rows = []
    for line in lines[start + 1:]:
        if line.strip()[:1] in "↑^":
            break  # the name of the rows
        parts = [line[begin:end].split() for begin, end in zip([0] + ends, ends)]
        if not all(words <= len(part) <= words + 1 for part in parts):
            break
        rows.append(parts)
    return cells_of_rows(rows, first_panel, words)


def read_scalar(lines, panel):
    """A tensor without dimensions has neither rows nor columns to name: one label stands alone."""
    if len(lines) != 1 or len(lines[0].split()) != 1:
        return []
    return [Cell(panel, 0, 0, *kind_and_label(lines[0].strip()))]


def is_header_of(line, below):
    """Whether the words of the line below end where those of this one do."""
    ends = [end for _, end, _ in tokens(without_axis(line))]
    under = {end for _, end, _ in tokens(below)}
    return bool(ends) and all(end in under for end in ends)


def cells_of_rows(rows, first_panel, words):
    """A panel begins where every row has a header before its cell."""
    cells, panel, column = [], first_panel - 1, 0
    for index in range(len(rows[0]) if rows else 0):
        if index == 0 or all(len(row[index]) > words for row in rows):
            panel, column = panel + 1, 0
        for number_of_row, row in enumerate(rows):
            kind, label = kind_and_label(" ".join(row[index][-words:]))
            cells.append(Cell(panel, number_of_row, column, kind, label))
        column += 1
    return sorted(cells, key=place)
