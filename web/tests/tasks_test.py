# SPDX-License-Identifier: Apache-2.0
"""tasks_test.py: ten questions that people bring to the playground, each answered with the mouse.

The values are those of docs/guide and of the program, or counted by hand where a comment says how.
"""
import json
import re
import zlib
from xml.etree import ElementTree

import pytest
from playground import ROOT, Playground
from playwright.sync_api import expect

GUIDE = ROOT / "docs/guide"
OPERATION = "A = (9,(4,8)):(59,(13,1))\nD = zipped_divide(A, <3:3,(2,4):(1,8)>)"
DIVIDED = "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))"
SWIZZLED = "A = (8,64):(64,1)\nS = Sw<3,3,3> o 0 o A"
PADDED = "s32[8388608,8,4]{2,1,0:T(8,128)}"
ILLEGAL = "composition((6,4):(1,10), 4:4)"
MMA = ("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], "
       "instrShape = [16, 8]}>")
NOT_STRIDED = "f(0,0) = 0, f(1,0) = 72, f(0,8) = 8, but f(1,8) = 64"


def an_operation_is_drawn_with_its_operands(playground):
    playground.paste(OPERATION)
    expect(playground.entry(1)).to_contain_text("288 elements")
    expect(playground.entry(2)).to_contain_text(f"= {DIVIDED}")
    picture = playground.picture("D")
    expect(picture).to_contain_text("which tile, mode 1 of the result")
    result = playground.grid("D")
    expect(result.root).to_have_accessible_name(re.compile("inside a tile.* by column: which tile"))
    expect(result.named("(1,0), offset 177, tile 0, (3,0) of A")).to_be_attached()
    # 134 = 2*59 + 13 + 3: A(2,(1,3)), which is column 1 + 4*3. D has it in row 3*(1 + 2*1) and
    # column 2 + 3*2.
    playground.point(playground.grid("A"), 2, 13, "A (2,13), offset 134")
    expect(playground.cell).to_contain_text("D (9,8), offset 134")
    playground.point(result, 9, 8, "A (2,13), offset 134")
    steps = playground.panel("Steps")
    expect(steps).to_contain_text("4 steps")
    expect(steps).to_contain_text("mode 0: logical_divide(9:59, 3:3) = (3,3):(177,59)")
    expect(steps).to_contain_text(f"Result {DIVIDED}")


def a_swizzle_is_checked_and_played_beside_its_base(playground):
    playground.paste(SWIZZLED)
    checks = playground.panel("Checks")
    checks.get_by_role("combobox", name="type").select_option("f16")
    checks.get_by_role("combobox", name="access").select_option("ldmatrix")
    expect(checks).to_contain_text("all pass")
    row = checks.get_by_role("row", name="bank conflicts, ldmatrix")
    expect(row).to_have_text(re.compile("pass.*1-way, 32 of 32 banks"))
    player = playground.region("Playback")
    player.get_by_role("combobox", name="compare").select_option("A")
    fast, slow = playground.region("Playback of S"), playground.region("Playback of A")
    expect(fast.get_by_role("heading")).to_have_text("S 1-way, 8 ticks")
    expect(slow.get_by_role("heading")).to_have_text("A 8-way, 64 ticks")
    expect(slow.get_by_role("img")).to_have_accessible_name(
        "Banks 0 to 3: 8 words. Banks 4 to 31: no word.")
    # Lane 1 reads row 1: offset 64, byte 128, which is word 32 and so bank 0 again.
    lane = slow.get_by_role("row", name="1 (1,0) 64 128 0 to 3 2 waits", exact=True)
    expect(lane).to_be_attached()
    player.get_by_role("combobox", name="speed").select_option("16×")
    player.get_by_role("button", name="Play").click()
    expect(player.get_by_role("status")).to_have_text("end, 64 ticks")
    expect(fast).to_contain_text("done after 8 ticks")
    expect(slow).to_contain_text("done after 64 ticks")
    cures = player.get_by_role("table", name="Cures of the bank conflicts")
    expect(cures.get_by_role("row", name="Sw<2,3,3>")).to_contain_text("2-way16")
    # Rows of 72 elements instead of 64 are an eighth more.
    padded = cures.get_by_role("row", name="(8,64):(72,1)")
    expect(padded).to_contain_text("1-way, +12.5 % memory8")
    padded.get_by_role("button").click()
    expect(playground.line(3)).to_have_value("(8,64):(72,1)")
    expect(playground.region("Playback of line 3")).to_contain_text("line 3 1-way, 8 ticks")


def a_kernel_lists_its_layouts_and_conversions(playground):
    playground.paste((GUIDE / "kernel.ttgir").read_text(encoding="utf-8"))
    screen = playground.screen("TTGIR")
    expect(screen.get_by_role("heading", level=2)).to_have_text("5 layouts, 3 conversions, cuda:80")
    mma = screen.get_by_role("region", name="Layouts").get_by_role("listitem").filter(
        has=playground.button("#mma, line 2"))
    expect(mma).to_contain_text("tensor<64x64xf32>")
    table = screen.get_by_role("grid", name="Conversions")
    rows = table.get_by_role("row")
    expect(rows).to_have_count(4)
    # The widest load is of one f16, so it is the dearest.
    expect(rows.nth(1)).to_have_text(
        re.compile(r"^10load from memory1 × f16 = 2 B; 1-way, 16 of 32 banks.*#shared"))
    table.get_by_role("button", name="Line").click()
    expect(rows.nth(1)).to_have_text(re.compile(r"^8store to memory8 × f16 = 16 B.*#blocked#shared$"))
    rows.nth(2).click()
    plan = screen.get_by_role("region", name="Plan")
    expect(plan).to_contain_text("Line 9: ttg.local_load")
    expect(plan).to_contain_text("SM75_U32x4_LDSM_N")
    screen.get_by_role("button", name="Draw #mma of tensor<64x64xf32>").click()
    # Lane 4 begins row 1 of the accumulators.
    cell = playground.page.get_by_role("gridcell", name=re.compile(r"^\(1,0\),.*T4 V0"))
    expect(cell).to_be_attached()


def a_kernel_tells_what_each_conversion_costs(playground):
    playground.button("TTGIR").click()
    screen = playground.screen("TTGIR")
    screen.get_by_role("button", name="Try a kernel").click()
    rows = screen.get_by_role("grid", name="Conversions").get_by_role("row")
    expect(rows).to_have_count(5)
    through = rows.filter(has_text="through memory")
    expect(through).to_have_count(2)
    # 32 x 32 elements of f32 go through memory once.
    expect(through.nth(0)).to_contain_text(
        "8 st.64, 4 ld.64, 1 block barrier, 4.0 KiB shared")
    rows.filter(has_text="load from memory, 4-way").click()
    plan = screen.get_by_role("region", name="Plan")
    expect(plan).to_contain_text("4-way in 32 of 32 phases")
    expect(plan).to_contain_text("Sw<2,3,3> leaves 1-way")


def the_copies_of_a_program_have_reasons(playground):
    playground.paste((GUIDE / "attention.hlo").read_text(encoding="utf-8"))
    screen = playground.screen("HLO")
    expect(screen.get_by_role("heading", level=2)).to_have_text("attention")
    rows = screen.get_by_role("grid", name="Copies").get_by_role("row")
    expect(rows.filter(has_text="%copy")).to_have_text(
        "%copy8.0 MiB{0,1,2}{2,1,0}inserted for operand 0 of %rows")
    expect(rows.filter(has_text="%q.t")).to_contain_text("already in the text (transpose)")
    rows.filter(has_text="%copy").click()
    why = screen.get_by_role("region", name="Why")
    # bf16[8,64,4096]: 2 MiElements of 2 bytes.
    expect(why).to_contain_text("%copy copies %q.t: 4.0 MiB read, 4.0 MiB written.")
    expect(why).to_contain_text("made asbf16[8,64,4096]{0,1,2}")
    expect(why).to_contain_text("read asbf16[8,64,4096]{2,1,0}")
    reasons = why.get_by_role("list", name="Reasons")
    expect(reasons).to_contain_text(
        "%rows reads its operands in row-major order cpu.row_major_operand, mandatory")
    why.get_by_role("button", name="What do optimal layouts save?").click()
    expect(why).to_contain_text("The layouts that move least also move 8.0 MiB, so nothing is saved.")
    expect(why).to_contain_text(
        "They do not need this copy, but other operations move as much.")
    screen.get_by_role("combobox", name="Strategy").select_option("optimal")
    fact = screen.locator("dt", has_text="XLA would move").locator("xpath=following-sibling::dd")
    expect(fact).to_have_text("8.0 MiB")
    instructions = screen.get_by_role("grid", name="Instructions").get_by_role("row")
    expect(instructions.filter(has_text="%k")).to_contain_text("parameterbf16[4096,512,8]32.0 MiB")


def two_layouts_are_proved_equal_or_differ_first_somewhere(playground):
    playground.paste(f"{SWIZZLED}\nA == S\nA == (8,(8,8)):(64,(1,8))\n"
                     "(100000,100000):(100000,1) == f32[100000,100000]{1,0}")
    expect(playground.entry(3)).to_contain_text("differ first at (1,0): 64 against 72")
    expect(playground.entry(4)).to_contain_text("equal, proved for all coordinates")
    expect(playground.entry(5)).to_contain_text("equal, proved for all coordinates")
    playground.line(3).click()
    picture = playground.picture("line 3")
    # All 64 elements of row 0 come before (1,0).
    expect(picture.get_by_role("button", name="equal up to here: 64")).to_be_visible()
    expect(playground.grid("A").named("(1,0), offset 64")).to_be_attached()
    expect(playground.grid("S").named("(1,0), offset 72")).to_be_attached()
    # Row 3 of S is swizzled by 3*8: element 5 is at 3*64 + (5 xor 24).
    playground.point(playground.grid("A"), 3, 5, "(3,5), offset 197")
    expect(playground.cell).to_contain_text("(3,5), offset 221")
    differences = picture.get_by_role("button", name="only where they differ")
    differences.click()
    expect(differences).to_have_attribute("aria-pressed", "true")
    first = playground.grid("differences").named("(1,0): offset 64 in the first, 72 in the second")
    expect(first).to_be_attached()


def a_layout_is_said_in_all_notations(playground):
    playground.paste("Sw<3,3,3> o 0 o (8,64):(64,1)")
    notations = playground.panel("Notations")
    row = notations.get_by_role("row")
    expect(notations).to_contain_text("5 of 11")
    linear = "{dim0: [[72],[144],[288]], dim1: [[1],[2],[4],[8],[16],[32]]} -> {offset: 512}"
    expect(row.filter(has_text=linear)).to_have_count(1)
    expect(row.filter(has_text="impossible")).to_contain_text(NOT_STRIDED)
    expect(row.filter(has_text="impossible")).to_contain_text("torch")
    expect(row.filter(has_text="needs an element type")).to_contain_text("xla")
    notations.get_by_role("combobox", name="Element type").select_option("f16")
    expect(row.filter(has_text="impossible")).to_contain_text("xla")
    memref = row.filter(has_text="memref<8x64xf16, affine_map<(d0, d1) -> (d0 * 64 + d1 mod 8 + ")
    expect(memref).to_have_count(1)
    notations.get_by_role("button", name="Copy the text of linear").click()
    expect(playground.live).to_have_text("Copied the text of linear")
    assert playground.clipboard() == linear


def padding_is_blamed_on_a_dimension(playground):
    playground.paste(PADDED)
    checks = playground.panel("Checks")
    expect(checks).to_contain_text("32× its size")
    # 8388608 * 8 * 4 elements of 4 bytes are 1 GiB; rows of 4 are padded to 128.
    expect(checks).to_contain_text("logical1 GiB (1,073,741,824 B)")
    expect(checks).to_contain_text(f"physical32 GiB ({34359738368:,} B), 32×")
    expect(checks).to_contain_text("Dimension 2: 4 elements take the room of 128, 32×.")
    less = checks.get_by_role("table", name="Orders and tilings that take less")
    best = less.get_by_role("row", name="{0,1,2:T(8,128)}")
    expect(best).to_contain_text("1 GiB32×")
    best.get_by_role("button").click()
    expect(playground.line(2)).to_have_value("s32[8388608,8,4]{0,1,2:T(8,128)}")
    expect(checks).to_contain_text("physical1 GiB (1,073,741,824 B), 1×")


def a_large_layout_is_a_map_that_zooms(playground):
    playground.paste("f32[4096,4096]{1,0:T(8,128)}")
    zoom = playground.options.get_by_role("group", name="Zoom")
    scale = zoom.get_by_role("button", name="set to 100 %")
    expect(scale).to_have_text(re.compile("^1 : [1-9][0-9]+$"))
    whole = int(scale.text_content().split()[-1])
    assert whole >= 8
    zoom.get_by_role("button", name="Zoom in").click()
    # Blocks are powers of two: any smaller one.
    expect(scale).to_have_text(re.compile("^1 : (1|2|4|8|16|32|64|128)$"))
    grid = playground.grid("line 1")
    expect(grid.cursor).to_have_accessible_name(re.compile(r"^\([1-9][0-9]*,[1-9][0-9]*\)"))
    zoom.get_by_role("button", name="Fit").click()
    expect(scale).to_have_text(f"1 : {whole}")


def an_illegal_composition_has_a_witness(playground):
    playground.paste(ILLEGAL)
    entry = playground.entry(1)
    expect(playground.line(1)).to_have_attribute("aria-invalid", "true")
    expect(entry).to_contain_text("the mode 4:4 has no stride in (6,4):(1,10)")
    # Steps of 4 in (6,4):(1,10) are at 0, 4, 2 + 10 and 0 + 20.
    expect(entry).to_contain_text(
        "Witness: offsets 0, 4, 12, 20: at 3 it would have to be 16 and is 20")
    expect(playground.panel("Steps")).to_contain_text("offsets 0, 4, 12, 20")
    playground.line(1).fill("composition((6,4):(1,10), 3:2)")
    expect(entry).to_contain_text("= 3:2")
    expect(playground.line(1)).to_have_attribute("aria-invalid", "false")


def a_thread_holds_elements(playground):
    playground.paste(MMA)
    playground.options.get_by_role("textbox", name="tensor").fill("tensor<16x16xf32>")
    expect(playground.entry(1)).to_contain_text("256 elements")
    # Row 9 is row 1 of the lower half, whose lanes are 4 to 7; column 9 is column 1 of the right
    # half, of lane 4.
    # Values: 1 for the odd column, 2 for the lower half, 4 for the right half.
    playground.point(playground.grid("line 1"), 9, 9, "(9,9),")
    expect(playground.cell).to_contain_text("T4 V7 (register 7, lane 4, warp 0, block 0)")
    legend = playground.region("Stage").get_by_role("group", name="Legend")
    expect(legend).to_contain_text("thread mod 8")
    legend.get_by_role("button", name="4").click()
    expect(legend.get_by_role("button", name="4")).to_have_attribute("aria-pressed", "true")
    thread = legend.get_by_role("spinbutton", name="one thread")
    thread.fill("12")
    expect(legend.get_by_role("button", name="4")).to_have_attribute("aria-pressed", "false")
    for typed in ("012", "12"):
        thread.fill(typed)
        expect(thread).to_have_value(typed)
    # What no legend offers is not isolated any more.
    playground.options.get_by_role("combobox", name="colour").select_option("warp")
    expect(thread).to_have_count(0)
    playground.options.get_by_role("combobox", name="colour").select_option("thread")
    expect(thread).to_have_value("")
    playground.options.get_by_role("combobox", name="view").select_option("hardware")
    hardware = playground.grid("line 1 [block=0, warp=0]")
    expect(hardware.root).to_have_attribute("aria-rowcount", "32")
    held = [(3, 0), (3, 1), (11, 0), (11, 1), (3, 8), (3, 9), (11, 8), (11, 9)]
    for register, (row, column) in enumerate(held):
        playground.point(hardware, 12, register, f"({row},{column}),")
        expect(playground.cell).to_contain_text(f"T12 V{register}")


def the_view_goes_to_a_reviewer(playground):
    playground.paste(SWIZZLED)
    playground.options.get_by_role("combobox", name="type").select_option("f16")
    playground.options.get_by_role("combobox", name="colour").select_option("bank")
    expect(playground.grid("S").named("(1,0), offset 72")).to_be_attached()
    playground.choose("Share", "Copy link")
    expect(playground.live).to_have_text("The link is on the clipboard.")
    link = playground.clipboard()
    assert link.startswith(f"{playground.address}#v1&")
    assert not re.search(r"[()\[\]{}<>' ]", link)  # Markdown and chats cut links there
    opened = Playground(playground.page.context.new_page(), playground.address)
    opened.open(link.removeprefix(playground.address))
    expect(opened.line(2)).to_have_value("S = Sw<3,3,3> o 0 o A")
    expect(opened.options.get_by_role("combobox", name="colour")).to_have_value("bank")
    expect(opened.grid("S").named("(1,0), offset 72")).to_be_attached()
    opened.page.close()
    playground.choose("Share", "Copy as Markdown")
    expect(playground.live).to_have_text("The Markdown is on the clipboard.")
    assert f"]({link})" in playground.clipboard()
    assert "\n```text\nA = (8,64):(64,1)" in playground.clipboard()
    playground.choose("Share", "Copy as command lines")
    expect(playground.live).to_have_text("The command lines are on the clipboard.")
    assert playground.clipboard().startswith("tileglot show 'Sw<3,3,3> o 0 o (8,64):(64,1)'")


def the_picture_is_saved_in_six_formats(playground):
    playground.paste("f32[3,5]{1,0:T(2,2)}")
    expect(playground.grid("line 1").named("(1,1), offset 3")).to_be_attached()
    saved = {form: playground.saved("Export", "Save", form) for form in
             ["SVG", "PNG", "TikZ", "Interactive HTML", "JSON", "Text"]}
    svg = ElementTree.fromstring(saved["SVG"])
    # Offset 17 is element (2,3), so the golden line of the notation.
    assert "17" in [text.strip() for text in svg.itertext()]
    size = [round(float(svg.get(side))) for side in ("width", "height")]
    assert size_of_png(saved["PNG"]) == [2 * side for side in size]
    assert len(set(pixels_of_png(saved["PNG"]))) > 16
    assert rb"\begin{tikzpicture}" in saved["TikZ"] and b"17" in saved["TikZ"]
    html = saved["Interactive HTML"]
    assert html.lower().startswith(b"<!doctype html>") and b"<script" in html
    picture = json.loads(saved["JSON"])
    assert "f32[3,5]{1,0:T(2,2)}" in json.dumps(picture)
    assert b"17" in saved["Text"]


def size_of_png(png):
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return [int.from_bytes(png[at:at + 4], "big") for at in (16, 20)]


def pixels_of_png(png):
    """The bytes of its rows: enough to tell a picture from a blank."""
    at, packed = 8, b""
    while at < len(png):
        length = int.from_bytes(png[at:at + 4], "big")
        if png[at + 4:at + 8] == b"IDAT":
            packed += png[at + 8:at + 8 + length]
        at += length + 12
    return zlib.decompress(packed)


TASKS = [
    an_operation_is_drawn_with_its_operands, a_swizzle_is_checked_and_played_beside_its_base,
    a_kernel_lists_its_layouts_and_conversions, a_kernel_tells_what_each_conversion_costs,
    the_copies_of_a_program_have_reasons, two_layouts_are_proved_equal_or_differ_first_somewhere,
    a_layout_is_said_in_all_notations, padding_is_blamed_on_a_dimension,
    a_large_layout_is_a_map_that_zooms, an_illegal_composition_has_a_witness,
    a_thread_holds_elements,
    the_view_goes_to_a_reviewer, the_picture_is_saved_in_six_formats,
]
each_task = pytest.mark.parametrize("task", TASKS, ids=[task.__name__ for task in TASKS])


@each_task
def test_by_mouse(playground, task):
    task(playground.open())


def test_an_illegal_composition_is_underlined(playground):
    playground.open().paste(f"D = {ILLEGAL}")
    expect(playground.entry(1).locator("u")).to_have_text(ILLEGAL)
    steps = playground.panel("Steps")
    expect(steps.locator("u")).to_have_text(ILLEGAL)
    expect(steps).to_contain_text("C++ CuTe answers (2,2):(4,10) here, which is not A o B.")


def test_differences_are_counted(playground):
    playground.open().paste(f"{SWIZZLED}\nA == S")
    playground.button("only where they differ").click()
    # All rows but the first are swizzled.
    expect(playground.picture("line 3")).to_contain_text("448 of 512 cells differ")
