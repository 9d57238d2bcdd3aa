# SPDX-License-Identifier: Apache-2.0
"""Pictures: their forms, their options, and what a notebook shows."""

import inspect
import json
import math
import xml.etree.ElementTree as ET

import pytest

import tileglot as tg
from tileglot import _pictures, cute

SVG = "{http://www.w3.org/2000/svg}"
TILED = "f32[3,5]{1,0:T(2,2)}"
THREADS = "{register: [[0,1]], lane: [[0,2],[1,0]]} -> {dim0: 2, dim1: 4}"
TABLE = """\
f32[3,5]{1,0:T(2,2)}                                        read as: XLA tiled layout
  logical 3×5 = 15 elements · in memory 24 (96 B) · padding 9 = 37.5 %

       0   1 │   2   3 │   4   5  ← column (dim 1)
  0    0   1 │   4   5 │   8  ·9
  1    2   3 │   6   7 │  10 ·11
    ─────────┼─────────┼────────
  2   12  13 │  16  17 │  20 ·21
  3  ·14 ·15 │ ·18 ·19 │ ·22 ·23
  ↑ row (dim 0)

  ·n padding: no element is here

  as CuTe     ((2,2),(2,3)):((2,12),(1,4))   on the padded 4×6 domain
  as linear   impossible: not F2-linear: x0 has extent 3, which is not a power of two"""


def draw(layout, *view, **options):
    return tg.layout(layout).show(*view, **options)


def cells(picture):
    """The cells of all panels, as the JSON has them."""
    return [cell for panel in picture.json["picture"]["panels"] for cell in panel["cells"]]


def labels(picture):
    return [cell["label"] for cell in cells(picture)]


def cells_of_svg(svg):
    """The text in each cell of an SVG; None where there is none."""
    panels = [
        group
        for group in ET.fromstring(svg).iter(f"{SVG}g")
        if len(group) and group[0].get("class") == "headers"
    ]
    return [cell.findtext(f"{SVG}text") for panel in panels for cell in panel[1]]


# --- forms ----------------------------------------------------------------------------------------


def test_a_picture_is_its_text():
    picture = draw(TILED)
    assert str(picture) == repr(picture) == TABLE and picture.note == ""


def test_the_svg_has_a_cell_for_each_position_and_a_background():
    svg = draw(TILED).svg
    rows = "0 1 4 5 8 ·9  2 3 6 7 10 ·11  12 13 16 17 20 ·21  ·14 ·15 ·18 ·19 ·22 ·23"
    assert cells_of_svg(svg) == rows.split()
    root = ET.fromstring(svg)
    page = next(root.iter(f"{SVG}rect"))
    assert page.get("class") == "page" and page.get("width") == root.get("width")
    assert root.findtext(f"{SVG}title") == TILED and "script" not in svg


def test_the_html_has_the_svg_and_the_latex_is_a_document():
    picture = draw(TILED)
    assert picture.html.startswith("<!DOCTYPE html>") and "<svg " in picture.html
    assert picture.latex.startswith("%") or picture.latex.startswith("\\document")
    assert picture.latex.count("\\begin{tikzpicture}") == 1
    assert picture.latex.rstrip().endswith("\\end{document}")


def test_the_json_has_the_facts_and_each_offset():
    layout = tg.layout(TILED)
    facts = layout.show().json
    assert (facts["size"], facts["codomain_size"], facts["padding"]) == (15, 24, 9)
    data = [cell for cell in cells(layout.show()) if cell["kind"] == "data"]
    assert len(data) == 15
    assert all(layout(*cell["coordinate"]) == cell["offset"] for cell in data)


def test_each_form_is_drawn_once_and_only_when_it_is_asked_for(monkeypatch):
    asked = []

    def show(layout, form, options):
        asked.append(form)
        return ("text\n", "{}", 0, "a note\n")

    monkeypatch.setattr(_pictures.ext, "show", show)
    picture = _pictures.show(tg.layout(TILED))
    assert str(picture) == "text\na note" and picture.note == "a note" and asked == ["table"]
    assert picture.svg == picture.svg == "text\n" and picture.latex == "text\n"
    assert asked == ["table", "svg", "latex"]


# --- views and options ----------------------------------------------------------------------------


def test_each_view_draws_what_it_is_named_for():
    assert labels(draw(TILED, "grid", crop="0:1,0:3")) == ["0", "1", "4"]
    assert labels(draw("(2,3):(1,2)", "memory", per_row=6)) == [
        "0,0", "1,0", "0,1", "1,1", "0,2", "1,2",
    ]  # fmt: skip
    assert len(cells(draw("(4,4):(4,1)", "matrix"))) == 16
    assert "8-way" in str(draw("(8,64):(64,1)", "banks", dtype="f16", access="ldmatrix"))
    by_threads = draw(THREADS, "tv")
    assert str(by_threads) == str(draw(THREADS)), "threads are what this layout has"
    (held,) = cells(by_threads)[7]["thread_values"]
    assert (held["register"], held["lane"], held["warp"]) == (1, 3, 0)
    assert len(cells(draw(THREADS, "hw"))) == 8


def test_options_choose_what_cells_say_and_how_they_look():
    assert labels(draw("(2,2):(2,1)", label="coord")) == ["0,0", "0,1", "1,0", "1,1"]
    assert labels(draw("(2,2):(2,1)", label="byte", dtype="f32")) == ["0", "4", "8", "12"]
    assert draw(TILED, color="order").svg != draw(TILED).svg
    assert draw(TILED, palette="grey").svg != draw(TILED).svg == draw(TILED, palette="safe").svg
    assert "prefers-color-scheme" in draw(TILED, theme="auto").svg
    assert "prefers-color-scheme" not in draw(TILED).svg
    assert ".page{fill:#0d1117}" in draw(TILED, theme="dark").svg
    assert ".page{fill:#ffffff}" in draw(TILED, theme="light").svg == draw(TILED).svg


def test_options_choose_which_cells_there_are():
    assert labels(draw("(4,4):(4,1)", every=2)) == ["0", "2", "8", "10"]
    assert labels(draw("(4,4):(4,1)", group=4)) == ["0", "4", "8", "12"]
    assert labels(draw("(4,4):(4,1)", crop="1:2,2:4")) == ["6", "7"]
    assert labels(draw("(2,2,2):(4,2,1)", fold="0 1 | 2")) == list("01234567")
    assert draw("(4,4):(4,1)", every=2).note == "one row and column of 2 is drawn"


@pytest.mark.parametrize("dtype", ["f16", "float16", "half"])
def test_an_element_type_may_have_any_library_s_name(dtype):
    if dtype == "half":
        dtype = pytest.importorskip("numpy").half
    assert "8-way" in str(draw("(8,64):(64,1)", "banks", dtype=dtype))


class Own:
    def __tileglot_layout__(self):
        return "(4,6):(1,4)"


@pytest.mark.parametrize(
    "other", ["f32[4,6]{0,1}", "{0,1}", "(4,6):(1,4)", tg.layout("(4,6):(1,4)"), Own()]
)
def test_another_layout_may_be_whatever_layout_reads(other):
    pictures = [
        draw("f32[4,6]{1,0}", **{option: other})
        for option in ("side_by_side", "against", "relayout_to")
    ]
    # The layout before is drawn left; 22 of 24 offsets differ; rows are written as columns.
    assert labels(pictures[0])[:8] == ["0", "4", "8", "12", "16", "20", "1", "5"]
    kinds = [cell["kind"] for cell in cells(pictures[1])]
    assert len(kinds) == 24 and kinds.count("data") == 2
    assert len(cells(pictures[2])) == 48


def test_another_layout_may_be_an_array_or_a_tag_without_a_shape(np):
    columns = draw("f64[4,6]{1,0}", side_by_side=np.zeros((6, 4)).T)
    assert labels(columns)[:3] == ["0", "4", "8"]
    tagged = draw("f32[2,32,1,2]{3,2,1,0}", against="nChw16c")
    assert "first difference at (0,0,0,1): 1 and 16" in str(tagged)


def test_another_layout_may_be_one_of_jax_that_has_no_shape():
    layouts = pytest.importorskip("jax.experimental.layout")
    columns = layouts.Layout(major_to_minor=(1, 0))
    assert labels(draw("f32[4,6]{1,0}", side_by_side=columns))[:3] == ["0", "4", "8"]


def test_a_layout_of_another_notation_is_drawn_beside():
    assert labels(draw("(2,2):(2,1)", side_by_side="f32[2,2]{0,1}")) == list("02130123")
    assert labels(draw("f32[2,2]{1,0}", side_by_side="(2,2):(1,2)")) == list("02130123")


def test_a_gather_colours_the_elements_that_are_taken_together():
    picture = draw("(4,6):(6,1)", gather="6:4")
    assert len(cells(picture)) == 24 and picture.svg != draw("(4,6):(6,1)").svg


def test_the_options_of_the_method_are_those_of_the_function():
    parameters = inspect.signature(_pictures.show).parameters.values()
    assert [p.name for p in parameters if p.kind is p.KEYWORD_ONLY] == [
        "color", "label", "palette", "theme", "fold", "crop", "every", "group", "per_row",
        "side_by_side", "against", "relayout_to", "gather", "access", "dtype",
    ]  # fmt: skip


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["svg", "html", "tex", "json", "txt", "SVG"])
def test_a_file_has_the_form_of_its_ending(tmp_path, ending):
    picture = draw(TILED)
    forms = {"svg": picture.svg, "html": picture.html, "tex": picture.latex, "txt": TABLE + "\n"}
    file = tmp_path / f"tiled.{ending}"
    file.write_text("what was there before")
    for path in (file, str(file)):
        picture.save(path)
        text = file.read_text(encoding="utf-8")
        if ending == "json":
            assert json.loads(text) == picture.json
        else:
            assert text == forms[ending.lower()]
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a.png", "save a .svg; rsvg-convert makes a PNG of it"),
        ("a.pdf", "name a .svg, .html, .tex, .json or .txt"),
        ("a", "without an ending"),
        (".svg", "without an ending"),
        ("a.svg.", "name a"),
    ],
)
def test_a_file_of_another_ending_is_refused_and_not_made(tmp_path, name, words):
    with pytest.raises(tg.InvalidError) as raised:
        draw(TILED).save(tmp_path / name)
    assert raised.value.code == "show.as" and words in str(raised.value)
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_is_an_os_error(tmp_path):
    picture = draw(TILED)
    with pytest.raises(FileNotFoundError):
        picture.save(tmp_path / "nowhere" / "a.svg")
    (tmp_path / "b.svg").mkdir()
    with pytest.raises(IsADirectoryError):
        picture.save(tmp_path / "b.svg")
    for path in (3, None, b"a.svg"):
        with pytest.raises(TypeError):
            picture.save(path)


# --- notebooks ------------------------------------------------------------------------------------


def test_a_notebook_gets_an_svg_and_a_text_and_no_html():
    picture = draw(TILED)
    bundle = picture._repr_mimebundle_(include=None, exclude=None)
    assert list(bundle) == ["image/svg+xml", "text/plain"] and bundle["text/plain"] == TABLE
    assert cells_of_svg(bundle["image/svg+xml"]) == cells_of_svg(picture.svg)
    assert "data-" not in bundle["image/svg+xml"] and "(2,4), offset 20" in bundle["image/svg+xml"]
    layout = tg.layout(TILED)._repr_mimebundle_()
    assert layout == bundle | {"text/plain": "tileglot.layout('f32[3,5]{1,0:T(2,2)}')"}


def test_a_notebook_may_ask_for_one_form():
    for shown in (draw(TILED), tg.layout(TILED)):
        assert list(shown._repr_mimebundle_(include={"text/plain"})) == ["text/plain"]
        assert list(shown._repr_mimebundle_(exclude={"text/plain"})) == ["image/svg+xml"]
        assert shown._repr_mimebundle_(include=set()) == {}


@pytest.mark.parametrize(
    "text",
    [
        "f32[64,64]{1,0:T(8,16)}",
        "f32[33,32]{1,0}",
        "f32[1,1]{1,0:T(8,256)}",
        "f32[256,256]{1,0}",
        "f32[256,257]{1,0}",
        "f32[3,100000]{1,0}",
        "f32[100000,3]{1,0}",
        "f32[1048576,1048576]{1,0:T(8,128)}",
        "f32[1099511627776]{0}",
        "(64,64,64):(1,64,4096)",
        "(16,16,16,16):(1,16,256,4096)",
        "Sw<3,3,3> o 0 o (64,64):(64,1)",
        "f32[64,96]{1,0:SC(1:40)}",
    ],
)
def test_a_notebook_shows_the_first_rows_and_columns_of_a_layout_of_more_than_1024(text):
    svg = tg.layout(text)._repr_mimebundle_()["image/svg+xml"]
    shown = [cell for cell in cells_of_svg(svg) if cell]
    assert 30 <= len(shown) <= 1024 and shown[0] == "0"
    assert len(svg) < 250_000


def test_a_notebook_shows_each_element_of_a_layout_of_1024_cells():
    svg = tg.layout("f32[32,32]{1,0}")._repr_mimebundle_()["image/svg+xml"]
    assert cells_of_svg(svg) == [str(offset) for offset in range(1024)]


def test_a_layout_of_threads_is_shown_by_its_threads():
    svg = tg.layout(THREADS)._repr_mimebundle_()["image/svg+xml"]
    assert len(cells_of_svg(svg)) == 8


def test_a_layout_that_cannot_be_drawn_is_a_text_in_a_notebook():
    layout = cute.Layout((4, 5), (cute.E(0), cute.E(1)))
    with pytest.raises(tg.ImpossibleError) as raised:
        layout.show()
    assert raised.value.code == "bridge.coordinates"
    assert layout._repr_mimebundle_() == {"text/plain": repr(layout)}


def test_the_svg_of_4096_cells_has_less_than_500_kb_in_a_notebook():
    svg = draw("f32[64,64]{1,0:T(8,16)}")._repr_mimebundle_()["image/svg+xml"]
    assert cells_of_svg(svg)[-1] == "4095" and len(svg.encode()) < 500_000


# --- small, large and refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("f32[]", 1),
        ("1:0", 1),
        ("f32[0,3]{1,0}", 0),
        ("(0,3):(1,1)", 0),
        ("f32[2,2,2,2,2,2,2,2]{7,6,5,4,3,2,1,0}", 32),
        ("f32[1048576,1048576]{1,0}", 256),
    ],
)
def test_layouts_of_any_rank_and_size_have_every_form(text, count):
    picture = draw(text)
    assert len(cells(picture)) == len(cells_of_svg(picture.svg)) == count
    assert picture.html and "tikzpicture" in picture.latex and text in str(picture)
    assert tg.layout(text)._repr_mimebundle_()["image/svg+xml"]


def test_a_note_says_what_is_left_out():
    slices = draw("f32[2,2,2,2,2,2,2,2]{7,6,5,4,3,2,1,0}")
    assert slices.note.startswith("8 of 64 slices are drawn")
    assert draw("f32[1048576,1048576]{1,0}").note.startswith("overview of 1048576 x 1048576")
    assert math.prod(tg.layout("f32[1048576,1048576]{1,0}").extents) == 2**40


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"view": "grit"}, "show.view"),
        ({"view": "tv"}, "show.view"),
        ({"color": "hue"}, "show.color"),
        ({"color": "thread"}, "render.no_owners"),
        ({"label": "name"}, "show.label"),
        ({"palette": "rainbow"}, "render.palette"),
        ({"theme": "sepia"}, "show.theme"),
        ({"theme": ""}, "show.theme"),
        ({"crop": "4:1,0:2"}, "show.crop"),
        ({"crop": "90:91,90:91"}, "show.crop"),
        ({"fold": "0 1"}, "render.fold"),
        ({"every": 0}, "show.every"),
        ({"every": -(2**63)}, "show.every"),
        ({"group": 4}, "render.group"),
        ({"per_row": 8}, "show.option"),
        ({"side_by_side": "{1,0}", "against": "{0,1}"}, "show.option"),
        ({"against": "f32[2,3]{1,0}"}, "show.domain"),
        ({"against": "f32[3,5]{1,1}"}, "xla.order"),
        ({"gather": "4:0"}, "show.gather"),
        ({"view": "banks", "access": "ldmatrx"}, "access.kind"),
        ({"dtype": "f33"}, "type.unknown"),
    ],
)
def test_a_picture_that_does_not_exist_is_refused_when_it_is_asked_for(options, code):
    with pytest.raises(tg.Error) as raised:
        draw(TILED, **options)
    assert raised.value.code == code


@pytest.mark.parametrize(
    "options",
    [
        {"every": math.nan},
        {"every": 1.0},
        {"every": True},
        {"group": "4"},
        {"per_row": math.inf},
        {"crop": (0, 1)},
        {"fold": b"0 | 1"},
        {"color": 3},
        {"theme": 1},
        {"side_by_side": 3},
        {"dtype": math.nan},
        {"view": 1},
        {"hue": "red"},
        {"scheme": None},
    ],
)
def test_an_option_of_another_type_or_name_is_a_type_error(options):
    with pytest.raises(TypeError):
        draw(TILED, **options)


def test_latex_has_fewer_cells_than_an_svg():
    wide = draw("f32[200,200]{1,0}", crop="0:130,0:130")
    assert wide.svg.count("<title>(") == 130 * 130
    with pytest.raises(tg.InvalidError, match="has more than 16384 cells"):
        wide.latex  # noqa: B018


def test_a_file_that_cannot_be_written_whole_is_left_as_it_was(tmp_path, monkeypatch):
    file = tmp_path / "p.svg"
    file.write_text("before")

    def fill_the_disk(self, text, **options):
        self.write_bytes(text[:10].encode())
        raise OSError(28, "no space left")

    monkeypatch.setattr("pathlib.Path.write_text", fill_the_disk)
    with pytest.raises(OSError, match="no space"):
        tg.layout(TILED).show().save(file)
    assert file.read_text() == "before" and [p.name for p in tmp_path.iterdir()] == ["p.svg"]
