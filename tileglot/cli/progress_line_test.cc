// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/progress_line.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "tileglot/api/reply/terminal.h"

namespace tileglot::cli {
namespace {

constexpr std::int64_t kGigabyte = 1'000'000'000;

ShownProgress at(std::int64_t done) {
  return {.done_bytes = done,
          .total_bytes = 10 * kGigabyte,
          .moved_bytes = done,
          .done = 59,
          .all = 96,
          .seconds = 2};
}

/// What a file gets.
std::string written(const std::vector<ShownProgress>& steps, bool is_live = false) {
  std::FILE* const file = std::tmpfile();
  {
    ProgressLine line(file, is_live);
    for (const auto& step : steps) line.show(step);
  }
  std::rewind(file);
  std::array<char, 4096> text = {};
  const std::size_t size = std::fread(text.data(), 1, text.size(), file);
  std::fclose(file);
  return {text.data(), size};
}

TEST(ProgressLine, ALineSaysHowFarItIs) {
  EXPECT_EQ(progress_text(at(5 * kGigabyte)), " 50 %   tensor 59/96   2.5 GB/s   eta 2 s");
  EXPECT_EQ(progress_text(at(0)), "  0 %   tensor 59/96");
}

TEST(ProgressLine, AFileGetsALineForEachTenth) {
  EXPECT_EQ(
      written({at(0), at(kGigabyte / 2), at(kGigabyte), at(kGigabyte + 1), at(4 * kGigabyte)}),
      " 10 %   tensor 59/96   0.5 GB/s   eta 18 s\n"
      " 40 %   tensor 59/96   2 GB/s   eta 3 s\n");
}

TEST(ProgressLine, ABarGrowsByEighths) {
  const auto bar = [](double share) { return bar_text(share, 4, api::Glyphs::kUnicode); };
  EXPECT_EQ(bar(0), "    ");
  EXPECT_EQ(bar(1.0 / 32), "▏   ");
  EXPECT_EQ(bar(0.5), "██  ");
  EXPECT_EQ(bar(0.625), "██▌ ");
  EXPECT_EQ(bar(31.0 / 32), "███▉");
  EXPECT_EQ(bar(1), "████");
  EXPECT_EQ(bar(2), "████");
  EXPECT_EQ(bar_text(0.625, 4, api::Glyphs::kAscii), "##..");
  EXPECT_EQ(bar_text(1, 4, api::Glyphs::kAscii), "####");
}

TEST(ProgressLine, BarAndFiguresFitTheTerminal) {
  EXPECT_EQ(live_text(at(5 * kGigabyte), {.columns = 61}),
            "████████▌           50 %   tensor 59/96   2.5 GB/s   eta 2 s");
  EXPECT_EQ(live_text(at(5 * kGigabyte), {.columns = 61, .glyphs = api::Glyphs::kAscii}),
            "########.........   50 %   tensor 59/96   2.5 GB/s   eta 2 s");
  EXPECT_EQ(live_text(at(5 * kGigabyte), {.columns = 45}),
            " 50 %   tensor 59/96   2.5 GB/s   eta 2 s");
  EXPECT_EQ(live_text(at(5 * kGigabyte), {.columns = 20}), " 50 %   tensor 59/9");
}

TEST(ProgressLine, ALiveLineIsWrittenOverAndTakenAway) {
  const std::string text = written({at(kGigabyte), at(2 * kGigabyte)}, true);
  EXPECT_EQ(std::ranges::count(text, '\r'), 3);
  EXPECT_EQ(std::ranges::count(text, '\n'), 0);
  EXPECT_TRUE(text.ends_with("\r\x1b[K")) << text;
}

TEST(ProgressLine, SmallModelsAreSilent) {
  ShownProgress small = at(1000);
  small.total_bytes = 1000;
  EXPECT_EQ(written({small}), "");
}

}  // namespace
}  // namespace tileglot::cli
