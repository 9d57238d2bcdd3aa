# SPDX-License-Identifier: Apache-2.0
"""keyboard_test.py: the ten tasks without a mouse, as one does them who hears the page.

What is asserted is what has the focus, and what the live region says.
"""
import re

import pytest
from playground import EMPTY
from playwright.sync_api import expect
from tasks_test import DIVIDED, GUIDE, ILLEGAL, MMA, PADDED, SWIZZLED

pytestmark = pytest.mark.by_hand

MOST_TABS = 150


class Keyboard:
    """Keys, and nothing but keys."""

    def __init__(self, playground):
        self.playground = playground
        self.keys = playground.page.keyboard

    def press(self, *keys, times=1):
        for key in keys * times:
            self.keys.press(key)

    def write(self, *lines):
        """Goes to the first line, types, and opens a line for each that follows."""
        self.press("/")
        expect(self.playground.line(1)).to_be_focused()
        for number, line in enumerate(lines, start=1):
            if number > 1:
                self.press("Control+Enter")
                expect(self.playground.line(number)).to_be_focused()
            self.keys.insert_text(line)

    def hears(self, text):
        expect(self.playground.live).to_contain_text(text)

    def reach(self, goal, key="Tab"):
        """Tabs to what it looks for."""
        expect(goal).to_be_visible()
        for _ in range(MOST_TABS):
            self.press(key)
            if goal.evaluate("goal => goal === document.activeElement"):
                return
        raise AssertionError(f"{goal} is not in the order of Tab")

    def back_to(self, goal):
        self.reach(goal, "Shift+Tab")

    def pick(self, choice, letters):
        """Chooses in a closed list by what its words begin with."""
        self.reach(choice)
        self.keys.type(letters)

    def is_at(self, name):
        """The cell with the focus has this in its name."""
        expect(self.cell).to_have_accessible_name(re.compile(re.escape(name)))

    @property
    def cell(self):
        return self.playground.page.locator("[role=gridcell]:focus")


@pytest.fixture
def keyboard(playground):
    return Keyboard(playground.open(EMPTY))


def test_an_operation_is_completed_and_walked(playground, keyboard):
    keyboard.write("A = (9,(4,8)):(59,(13,1))", "")
    keyboard.keys.type("D = zipped_d")
    expect(playground.page.get_by_role("option", name="zipped_divide")).to_be_visible()
    keyboard.press("ArrowDown", "Enter")
    expect(playground.line(2)).to_have_value("D = zipped_divide()")
    keyboard.keys.insert_text("A, <3:3,(2,4):(1,8)>")
    keyboard.hears(f"Line 2: {DIVIDED}, CuTe layout, 288 elements")
    keyboard.reach(playground.grid("A").cursor)
    keyboard.is_at("(0,0), offset 0")
    keyboard.press("ArrowDown", times=2)
    keyboard.press("ArrowRight", times=13)
    keyboard.is_at("(2,13), offset 134")
    expect(playground.cell).to_contain_text("D (9,8), offset 134")
    keyboard.press("Enter")
    expect(keyboard.cell).to_have_attribute("aria-selected", "true")
    keyboard.press("Escape")
    expect(keyboard.cell).to_have_attribute("aria-selected", "false")
    keyboard.press("Control+End")
    keyboard.is_at("(8,31)")


def test_a_swizzle_is_stepped_through(playground, keyboard):
    keyboard.write(*SWIZZLED.split("\n"))
    keyboard.hears("Line 2: CuTe composed layout, 512 elements")
    checks = playground.panel("Checks")
    keyboard.pick(checks.get_by_role("combobox", name="type"), "f16")
    keyboard.back_to(checks.get_by_role("combobox", name="access"))
    keyboard.keys.type("ldmatrix")
    expect(checks).to_contain_text("1-way, 32 of 32 banks")
    keyboard.reach(checks.get_by_role("button", name="Play the access"))
    keyboard.press("Enter")
    player = playground.region("Playback")
    expect(player).to_be_focused()
    keyboard.pick(player.get_by_role("combobox", name="compare"), "A")
    expect(playground.region("Playback of A")).to_contain_text("A 8-way, 64 ticks")
    keyboard.reach(player.get_by_role("slider", name="Tick"))
    keyboard.press(".")
    keyboard.hears("S: tick 2 of 8: phase 2 of 8, word 1 of 1, banks 0 to 31, lanes 0 to 7.")
    # In A all eight lanes want the first four banks, so only lane 1 is served in tick 2.
    keyboard.hears("A: tick 2 of 64: phase 1 of 8, word 2 of 8, banks 0 to 3, lane 1.")
    keyboard.press(",")
    keyboard.hears("A: tick 1 of 64: phase 1 of 8, word 1 of 8, banks 0 to 3, lane 0.")
    keyboard.press("End")
    keyboard.hears("S: done after 8 ticks.")
    keyboard.hears("A: done after 64 ticks.")
    keyboard.press("Home")
    keyboard.hears("S: tick 1 of 8")
    cure = "Use it: pad 64 elements to 72: (8,64):(72,1)"
    keyboard.reach(player.get_by_role("button", name=cure))
    keyboard.press("Enter")
    keyboard.hears("Added (8,64):(72,1) as line 3")


def test_a_kernel_is_pasted_and_its_conversions_are_walked(playground, keyboard):
    keyboard.write("")
    playground.fill_clipboard((GUIDE / "kernel.ttgir").read_text(encoding="utf-8"))
    keyboard.press("Control+V")
    screen = playground.screen("TTGIR")
    keyboard.hears("5 layouts, 3 conversions, cuda:80")
    expect(screen.get_by_role("heading", level=2)).to_be_focused()
    rows = screen.get_by_role("grid", name="Conversions").get_by_role("row")
    keyboard.reach(rows.nth(1))
    keyboard.press("ArrowDown")
    expect(rows.nth(2)).to_be_focused()
    expect(rows.nth(2)).to_have_attribute("aria-selected", "true")
    expect(screen.get_by_role("region", name="Plan")).to_contain_text("Line 9: ttg.local_load")
    keyboard.back_to(screen.get_by_role("button", name="Draw #mma of tensor<64x64xf32>"))
    keyboard.press("Enter")
    keyboard.hears("#ttg.nvidia_mma")
    expect(playground.grid("line 1").cursor).to_be_visible()


def test_a_program_is_pasted_and_its_copies_are_walked(playground, keyboard):
    keyboard.write("")
    playground.fill_clipboard((GUIDE / "attention.hlo").read_text(encoding="utf-8"))
    keyboard.press("Control+V")
    screen = playground.screen("HLO")
    keyboard.hears("8.0 MiB moved")
    expect(screen.get_by_role("heading", level=2)).to_be_focused()
    rows = screen.get_by_role("grid", name="Copies").get_by_role("row")
    keyboard.reach(rows.filter(has_text="%copy"))
    keyboard.press("ArrowDown")
    why = screen.get_by_role("region", name="Why")
    expect(why).to_contain_text("The text itself has this transpose")
    keyboard.press("Home")
    expect(rows.filter(has_text="%copy")).to_be_focused()
    keyboard.reach(why.get_by_role("button", name="What do optimal layouts save?"))
    keyboard.press("Enter")
    expect(why).to_contain_text("They do not need this copy, but")
    expect(why.locator(":focus")).to_be_attached()  # what was pressed is gone; the focus stays near


def test_two_layouts_are_compared(playground, keyboard):
    keyboard.write(*SWIZZLED.split("\n"), "A == S")
    keyboard.hears("Line 3: differ first at (1,0): 64 against 72")
    keyboard.reach(playground.grid("S").cursor)
    keyboard.press("ArrowDown")
    keyboard.is_at("(1,0), offset 72")
    keyboard.back_to(playground.button("only where they differ"))
    keyboard.press("Space")
    expect(playground.button("only where they differ")).to_be_focused()
    expect(playground.button("only where they differ")).to_have_attribute("aria-pressed", "true")
    keyboard.press("/")
    expect(playground.line(3)).to_be_focused()
    keyboard.press("Control+a")
    keyboard.keys.insert_text("A == (8,(8,8)):(64,(1,8))")
    keyboard.hears("Line 3: equal")


def test_a_notation_is_copied(playground, keyboard):
    keyboard.write("Sw<3,3,3> o 0 o (8,64):(64,1)")
    keyboard.hears("Line 1: CuTe composed layout, 512 elements")
    copy = playground.panel("Notations").get_by_role("button", name="Copy the text of linear")
    keyboard.reach(copy)
    keyboard.press("Enter")
    keyboard.hears("Copied the text of linear")
    expect(copy).to_be_focused()
    assert playground.clipboard().startswith("{dim0: [[72],[144],[288]], dim1:")
    element_type = playground.panel("Notations").get_by_role("combobox", name="Element type")
    keyboard.back_to(element_type)
    keyboard.press("Space")  # opens the list, so that the first letter chooses nothing yet
    keyboard.keys.type("f16")
    keyboard.press("Enter")
    expect(playground.panel("Notations")).to_contain_text("memref<8x64xf16, affine_map<")


def test_padding_is_found_and_cured(playground, keyboard):
    keyboard.write(PADDED)
    keyboard.hears("XLA")
    checks = playground.panel("Checks")
    expect(checks).to_contain_text("32× its size")
    keyboard.reach(checks.get_by_role("button", name="Use it: {0,1,2:T(8,128)}"))
    keyboard.press("Enter")
    keyboard.hears("Added s32[8388608,8,4]{0,1,2:T(8,128)} as line 2")
    expect(checks).to_contain_text("1 GiB (1,073,741,824 B), 1×")


def test_a_map_is_zoomed(playground, keyboard):
    keyboard.write("f32[4096,4096]{1,0:T(8,128)}")
    grid = playground.grid("line 1")
    keyboard.reach(grid.cursor)
    keyboard.is_at("(0,0), offset 0")
    scale = playground.options.get_by_role("button", name="set to 100 %")
    expect(scale).to_have_text("1 : 256")
    keyboard.press("+")
    expect(scale).not_to_have_text("1 : 256")
    expect(grid.root.locator(":focus")).to_be_attached()
    keyboard.press("0")
    expect(scale).to_have_text("1 : 256")
    keyboard.is_at("(0,0), offset 0")


def test_an_illegal_composition_is_spoken(playground, keyboard):
    keyboard.write(ILLEGAL)
    keyboard.hears("Line 1: the mode 4:4 has no stride in (6,4):(1,10)")
    field = playground.line(1)
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("offsets 0, 4, 12, 20: at 3"))


def test_threads_are_found_by_walking(playground, keyboard):
    keyboard.write(MMA)
    keyboard.reach(playground.options.get_by_role("textbox", name="tensor"))
    keyboard.keys.type("tensor<16x16xf32>")
    expect(playground.entry(1)).to_contain_text("256 elements")
    grid = playground.grid("line 1")
    expect(grid.named("(1,1),")).to_be_attached()
    keyboard.reach(grid.cursor)
    keyboard.press("ArrowDown", "ArrowRight", times=9)
    keyboard.is_at("(9,9),")
    keyboard.is_at("T4 V7 (register 7, lane 4, warp 0, block 0)")
    view = playground.options.get_by_role("combobox", name="view")
    keyboard.back_to(view)
    keyboard.keys.type("hard")
    expect(view).to_have_value("hw")
    hardware = playground.grid("line 1 [block=0, warp=0]")
    keyboard.reach(hardware.cursor)
    keyboard.press("Control+Home")
    keyboard.press("ArrowDown", times=12)
    for place in ["(3,0)", "(3,1)", "(11,0)", "(11,1)", "(3,8)", "(3,9)", "(11,8)", "(11,9)"]:
        keyboard.is_at(f"{place},")
        keyboard.press("ArrowRight")


def test_a_link_is_copied_and_a_picture_saved(playground, keyboard):
    keyboard.write(*SWIZZLED.split("\n"))
    keyboard.hears("Line 2: CuTe composed layout, 512 elements")
    share = playground.page.get_by_role("button", name="Share")
    keyboard.back_to(share)
    keyboard.press("Enter")
    expect(playground.page.get_by_role("menuitem", name="Copy link")).to_be_focused()
    keyboard.press("ArrowDown")
    expect(playground.page.get_by_role("menuitem", name="Copy as Markdown")).to_be_focused()
    keyboard.press("Home", "Enter")
    keyboard.hears("The link is on the clipboard.")
    expect(share).to_be_focused()
    assert playground.clipboard().startswith(f"{playground.address}#v1&")
    keyboard.reach(playground.page.get_by_role("button", name="Export"))
    keyboard.press("ArrowDown", "j")
    with playground.page.expect_download() as download:
        keyboard.press("Enter")
    assert download.value.suggested_filename.endswith(".json")
    keyboard.hears(".json is saved.")
    keyboard.press("Enter", "Escape")
    expect(playground.page.get_by_role("button", name="Export")).to_be_focused()


def test_keys_are_listed_and_changes_undone(playground, keyboard):
    keyboard.press("Tab")
    expect(playground.page.get_by_role("link", name="Go to the lines")).to_be_focused()
    keyboard.press("Enter")
    expect(playground.line(1)).to_be_focused()
    keyboard.keys.type("4:1")
    keyboard.hears("Line 1: CuTe layout, 4 elements")
    keyboard.press("Control+Enter")
    expect(playground.line(2)).to_be_focused()
    keyboard.keys.insert_text("8:1")
    keyboard.press("Alt+ArrowUp")
    expect(playground.line(1)).to_have_value("8:1")
    expect(playground.line(1)).to_be_focused()
    keyboard.reach(playground.button("Draw line 1"))
    keyboard.press("?")
    dialog = playground.page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(playground.button("Draw line 1")).to_be_focused()
    keyboard.press("Control+z")
    expect(playground.line(1)).to_have_value("4:1")
