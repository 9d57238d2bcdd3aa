# SPDX-License-Identifier: Apache-2.0
"""offline_test.py: the page as one file, opened from disk, does all tasks and asks nobody."""
import pytest
from playground import ONE_FILE, Playground, Watched
from playwright.sync_api import expect
from tasks_test import SWIZZLED, each_task


@pytest.fixture
def watched():
    watched = Watched(ONE_FILE.as_uri())
    yield watched
    assert watched.faults == []


@pytest.fixture
def playground(context):
    return Playground(context.new_page(), ONE_FILE.as_uri())


def test_it_asks_for_itself_alone(playground, watched):
    playground.open("")
    expect(playground.entry(3)).to_contain_text("differ first at (1,0): 64 against 72")
    expect(playground.grid("S").named("(1,0), offset 72")).to_be_attached()
    for screen in ("HLO", "TTGIR"):
        playground.button(screen).click()
        playground.screen(screen).get_by_role("button", name="Try").click()
        expect(playground.screen(screen).get_by_role("grid").first).to_be_visible()
    elsewhere = [url for url in watched.requests if not url.startswith(("blob:", "data:"))]
    assert set(elsewhere) == {ONE_FILE.as_uri()}


@pytest.mark.by_hand
@each_task
def test_by_mouse(playground, task):
    task(playground.open())


def saved_opens_as_it_was(playground, tmp_path):
    playground.open().paste(SWIZZLED)
    playground.options.get_by_role("combobox", name="colour").select_option("bank")
    playground.options.get_by_role("combobox", name="type").select_option("f16")
    expect(playground.grid("S").named("(1,0), offset 72")).to_be_attached()
    saved = tmp_path / "saved.html"
    saved.write_bytes(playground.saved("Share", None, "Save as one HTML file"))
    context = playground.page.context.browser.new_context()
    watched = Watched(saved.as_uri())
    context.on("page", watched.watch)
    opened = Playground(context.new_page(), saved.as_uri()).open("")
    expect(opened.line(1)).to_have_value("A = (8,64):(64,1)")
    expect(opened.line(2)).to_have_value("S = Sw<3,3,3> o 0 o A")
    expect(opened.options.get_by_role("combobox", name="colour")).to_have_value("bank")
    expect(opened.options.get_by_role("combobox", name="type")).to_have_value("f16")
    expect(opened.grid("S").named("(1,0), offset 72")).to_be_attached()
    context.close()
    assert watched.faults == []


@pytest.mark.by_hand
def test_a_file_saved_from_the_file_opens_as_it_was(playground, tmp_path):
    saved_opens_as_it_was(playground, tmp_path)


@pytest.mark.by_hand
class TestSavedFromTheSite:
    """The site fetches the file from beside itself."""

    @pytest.fixture
    def watched(self, site):
        watched = Watched(site)
        yield watched
        assert watched.faults == []

    @pytest.fixture
    def playground(self, context, site):
        return Playground(context.new_page(), site)

    def test_a_file_opens_as_it_was(self, playground, tmp_path):
        saved_opens_as_it_was(playground, tmp_path)
