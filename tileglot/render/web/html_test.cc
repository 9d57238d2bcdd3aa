// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/html.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/render/examples/example_pictures.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/detail/html_page.h"
#include "tileglot/render/web/svg.h"

namespace tileglot::render {
namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(PictureHtml, ThePageHoldsTheSvgAndNothingFromElsewhere) {
  const std::string page = to_html(worked_example(), {});
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_TRUE(contains(page, "<title>f32[3,5]{1,0:T(2,2)}</title>"));
  EXPECT_TRUE(contains(page, "\n" + to_svg(worked_example(), {}) + "</main>"));
  EXPECT_TRUE(contains(page, "content=\"default-src 'none'; "));
  for (const std::string_view loads : {"src=", "@import", "<link", "fetch(", "https:"})
    EXPECT_FALSE(contains(page, loads)) << loads;
}

TEST(PictureHtml, ThePageHasTheThemeOfItsPicture) {
  const auto scheme = [](Theme theme) { return to_html(worked_example(), {.theme = theme}); };
  EXPECT_TRUE(contains(scheme(Theme::kDark), "\n:root{color-scheme:dark;"));
  EXPECT_FALSE(contains(scheme(Theme::kLight), "color-scheme:dark"));
  EXPECT_TRUE(
      contains(scheme(Theme::kAuto), "(prefers-color-scheme:dark){:root{color-scheme:dark"));
}

TEST(PictureHtml, TextOfUsersIsOnlyEverText) {
  for (const std::string_view parses : {"innerHTML", "outerHTML", "insertAdjacentHTML", "eval("})
    EXPECT_EQ(detail::page_script().find(parses), std::string_view::npos) << parses;
}

/// How often a part occurs.
int count(std::string_view text, std::string_view part) {
  int times = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++times;
  return times;
}

void expect_no_text_becomes_markup(const Picture& picture) {
  const std::string page = to_html(picture, {});
  EXPECT_EQ(count(page, "<script"), 1);
  EXPECT_EQ(count(page, "</script"), 1);
  EXPECT_EQ(count(page, "<style"), 2);
  EXPECT_EQ(count(page, "<!"), 1);
  EXPECT_TRUE(contains(page, to_svg(picture, {})));
}

TEST(PictureHtml, HostileTextStaysText) { expect_no_text_becomes_markup(hostile_picture()); }

TEST(PictureHtmlLaw, NoTextBecomesMarkup) {
  core::check_law("no_text_becomes_markup", 500,
                  [] { expect_no_text_becomes_markup(*any_picture()); });
}

}  // namespace
}  // namespace tileglot::render
