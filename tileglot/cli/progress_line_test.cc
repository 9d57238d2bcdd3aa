// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/progress_line.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "tileglot/api/relayout.h"

namespace tileglot::cli {
namespace {

constexpr std::int64_t kGigabyte = 1'000'000'000;

api::RelayoutProgress at(std::int64_t done) {
  return {.done_bytes = done,
          .total_bytes = 10 * kGigabyte,
          .moved_bytes = done,
          .done_tensors = 59,
          .tensors = 96,
          .seconds = 2};
}

/// What a file gets.
std::string written(const std::vector<api::RelayoutProgress>& steps) {
  std::FILE* const file = std::tmpfile();
  {
    ProgressLine line(file, false);
    for (const auto& step : steps) line.show(step);
  }
  std::rewind(file);
  std::array<char, 4096> text = {};
  const std::size_t size = std::fread(text.data(), 1, text.size(), file);
  std::fclose(file);
  return {text.data(), size};
}

TEST(progress_line, a_line_says_how_far_it_is) {
  EXPECT_EQ(progress_text(at(5 * kGigabyte)), " 50 %  tensor 59 of 96  2.5 GB/s  2 s left");
  EXPECT_EQ(progress_text(at(0)), "  0 %  tensor 59 of 96");
}

TEST(progress_line, a_file_gets_a_line_for_each_tenth) {
  EXPECT_EQ(
      written({at(0), at(kGigabyte / 2), at(kGigabyte), at(kGigabyte + 1), at(4 * kGigabyte)}),
      " 10 %  tensor 59 of 96  0.5 GB/s  18 s left\n"
      " 40 %  tensor 59 of 96  2 GB/s  3 s left\n");
}

TEST(progress_line, small_models_are_silent) {
  api::RelayoutProgress small = at(1000);
  small.total_bytes = 1000;
  EXPECT_EQ(written({small}), "");
}

}  // namespace
}  // namespace tileglot::cli
