# SPDX-License-Identifier: Apache-2.0
"""touch_test.py: tasks on a telephone: taps, pans and pinches, one panel at a time."""
import re

import pytest
from playwright.sync_api import expect
from tasks_test import DIVIDED, MMA, OPERATION, SWIZZLED

pytestmark = pytest.mark.by_hand


@pytest.fixture
def context_options():
    return {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
            "device_scale_factor": 2}


@pytest.fixture
def telephone(playground):
    playground.open()
    expect(playground.line(1)).to_be_visible()
    playground.fingers = playground.page.context.new_cdp_session(playground.page)
    return playground


def write(telephone, text):
    """A text arrives as from the menu of a long press."""
    telephone.line(1).tap()
    telephone.fill_clipboard(text)
    telephone.page.keyboard.press("Control+V")


def unfold(telephone, name):
    """Opens a panel, which is a closed heading at first."""
    heading = telephone.panel(name).get_by_role("heading", level=2)
    expect(heading).to_be_visible()
    heading.tap()
    return telephone.panel(name)


def touch(telephone, kind, *points):
    """Fingers at points of the page."""
    touched = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
    telephone.fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


def spread(telephone, middle, before, after):
    """Two fingers move apart, or together."""
    x, y = middle
    touch(telephone, "touchStart", (x - before, y), (x + before, y))
    for step in range(1, 9):
        apart = before + (after - before) * step / 8
        touch(telephone, "touchMove", (x - apart, y), (x + apart, y))
    touch(telephone, "touchEnd")


def shift(telephone, start, dx, dy):
    """Two fingers move side by side."""
    x, y = start
    for step in range(9):
        at = (x + dx * step / 8, y + dy * step / 8)
        touch(telephone, "touchMove" if step > 0 else "touchStart", at, (at[0] + 40, at[1]))
    touch(telephone, "touchEnd")


def test_an_operation_shows_one_panel_at_a_time(telephone):
    write(telephone, OPERATION)
    expect(telephone.entry(2)).to_contain_text(f"= {DIVIDED}")
    switcher = telephone.region("Stage").get_by_role("combobox", name="panel")
    expect(telephone.page.get_by_role("grid")).to_have_count(1)
    # The result, not an operand, is what one asks for.
    expect(switcher.locator("option:checked")).to_have_text("D")
    grid = telephone.grid("D")
    expect(grid.named("(1,0), offset 177")).to_be_attached()
    telephone.page.touchscreen.tap(*grid.place(0, 1))
    expect(telephone.cell).to_contain_text("D (0,1), offset 59")
    expect(grid.root.locator("[aria-selected=true]")).to_have_count(1)
    steps = unfold(telephone, "Steps")
    expect(steps).to_contain_text("mode 0: logical_divide(9:59, 3:3) = (3,3):(177,59)")


def test_a_swizzle_is_checked_and_played(telephone):
    write(telephone, SWIZZLED)
    checks = unfold(telephone, "Checks")
    checks.get_by_role("combobox", name="type").select_option("f16")
    checks.get_by_role("combobox", name="access").select_option("ldmatrix")
    expect(checks).to_contain_text("1-way, 32 of 32 banks")
    player = telephone.region("Playback")
    player.get_by_role("combobox", name="compare").select_option("A")
    player.get_by_role("button", name="One tick on").tap()
    expect(telephone.region("Playback of S")).to_contain_text("tick 2 of 8")
    expect(telephone.region("Playback of A")).to_contain_text("tick 2 of 64")
    player.get_by_role("button", name="Last tick").tap()
    expect(player.get_by_role("status")).to_have_text("end, 64 ticks")
    assert wide(telephone) <= 390


def test_a_notation_is_copied(telephone):
    write(telephone, "Sw<3,3,3> o 0 o (8,64):(64,1)")
    notations = unfold(telephone, "Notations")
    expect(notations).to_contain_text("f(0,0) = 0, f(1,0) = 72, f(0,8) = 8, but f(1,8) = 64")
    notations.get_by_role("button", name="Copy the text of linear").tap()
    expect(telephone.live).to_have_text("Copied the text of linear")
    assert telephone.clipboard().startswith("{dim0: [[72],[144],[288]], dim1:")
    assert wide(telephone) <= 390


def test_a_thread_is_found_by_zooming_in(telephone):
    write(telephone, MMA)
    telephone.button("More options").tap()
    telephone.options.get_by_role("textbox", name="tensor").fill("tensor<16x16xf32>")
    grid = telephone.grid("line 1")
    expect(grid.named("(1,1),")).to_be_attached()
    scale = telephone.options.get_by_role("button", name="set to 100 %")
    before = percent(scale)
    middle = grid.place(8, 8)
    spread(telephone, middle, 20, 100)
    expect(scale).not_to_have_text(f"{before} %")
    assert percent(scale) > before
    x, y = grid.place(0, 0)
    shift(telephone, middle, 60, 60)
    moved = grid.place(0, 0)
    assert moved[0] > x + 20 or moved[1] > y + 20  # up to the corner of the picture
    telephone.button("Fit").tap()
    expect(scale).to_have_text(f"{before} %")
    telephone.page.touchscreen.tap(*grid.place(9, 9))
    expect(telephone.cell).to_contain_text("(9,9),")
    expect(telephone.cell).to_contain_text("T4 V7 (register 7, lane 4, warp 0, block 0)")
    assert wide(telephone) <= 390


def percent(scale):
    return int(re.match(r"\d+", scale.text_content())[0])


def wide(telephone):
    """What the page would scroll to the side."""
    return telephone.page.evaluate("document.documentElement.scrollWidth")
