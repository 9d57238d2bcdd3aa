// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/recorded_errors.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo {
namespace {

std::string rendered(std::string_view text) {
  const auto read = parse_module(text);
  return read ? "read\n" : core::render(core::with_line(read.error(), text));
}

TEST(ParseErrors, AreRenderedAsRecorded) {
  core::expect_as_recorded(TILEGLOT_SOURCE_DIR "/tileglot/hlo/text/testdata/parse_errors.txt", 25,
                           rendered);
}

/// Each line is a tuple of the line before, so many times.
std::string tuples_of_tuples(int lines, std::string_view first, bool twice) {
  std::string text = fmt::format("ENTRY e {{ t0 = {}", first);
  for (int i = 1; i < lines; ++i)
    text += fmt::format(" t{} = tuple(t{}{})", i, i - 1, twice ? fmt::format(", t{}", i - 1) : "");
  return text + " ROOT r = f32[] parameter(0) }";
}

TEST(ParseErrors, TuplesWithoutShapesStayBounded) {
  for (const std::string_view first : {"f32[] parameter(1)", "tuple()"}) {
    EXPECT_TRUE(parse_module(tuples_of_tuples(12, first, true))) << first;
    for (const auto& text :
         {tuples_of_tuples(40, first, true), tuples_of_tuples(100000, first, false)}) {
      const auto read = parse_module(text);
      ASSERT_FALSE(read) << first;
      EXPECT_EQ(read.error()->code, "hlo.limit") << read.error()->message;
    }
  }
}

}  // namespace
}  // namespace tileglot::hlo
