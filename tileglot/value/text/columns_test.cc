// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/text/columns.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tileglot/core/law.h"

namespace tileglot::value {
namespace {

using Lines = std::vector<std::string>;

TEST(TextColumns, CharactersAreCountedAndColoursAreNot) {
  EXPECT_EQ(width_of(""), 0U);
  EXPECT_EQ(width_of("✓ pass"), 6U);
  EXPECT_EQ(width_of("\x1b[32m✓\x1b[0m"), 1U);
  EXPECT_EQ(padded("✓", 3), "✓  ");
  EXPECT_EQ(padded("long", 3), "long");
  EXPECT_EQ(right_aligned("−12", 5), "  −12");
}

TEST(TextColumns, ATableHasColumnsOfOneWidth) {
  EXPECT_EQ(table_of({{"a", "1", "✓ yes"}, {"name", "100", ""}, {"b", "20", "no"}},
                     {Align::kLeft, Align::kRight, Align::kLeft}),
            "  a       1  ✓ yes\n"
            "  name  100\n"
            "  b      20  no\n");
  EXPECT_EQ(table_of({}, {Align::kLeft}), "");
}

TEST(TextColumns, LinesEndAfterABlankOrAComma) {
  EXPECT_EQ(wrapped("x = [[1,0],[0,1]]", 14), (Lines{"x = [[1,0],", "[0,1]]"}));
  EXPECT_EQ(wrapped("affine_map<(d0, d1) -> (d0)>", 20),
            (Lines{"affine_map<(d0, d1)", "-> (d0)>"}));
  EXPECT_EQ(wrapped("one two", 3), (Lines{"one", "two"}));
  EXPECT_EQ(wrapped("one two", 7), (Lines{"one two"}));
  EXPECT_EQ(wrapped("one two", 0), (Lines{"one two"}));
  EXPECT_EQ(wrapped("", 4), (Lines{""}));
  EXPECT_EQ(wrapped("abcdefgh", 3), (Lines{"abc", "def", "gh"}));
  EXPECT_EQ(wrapped("≡≡≡≡", 2), (Lines{"≡≡", "≡≡"}));
}

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

TEST(TextColumns, LinesLoseNothingButBlanksAndNoneIsTooLong) {
  core::check_law("lines_lose_nothing", 10000, [] {
    const auto text = *rc::gen::container<std::string>(rc::gen::element('a', 'b', ']', ' ', ','));
    const auto width = *rc::gen::inRange<std::size_t>(1, 12);
    std::string joined;
    for (const std::string& line : wrapped(text, width)) {
      RC_ASSERT(line.size() <= width);
      joined += line;
    }
    RC_ASSERT(without_blanks(joined) == without_blanks(text));
  });
}

}  // namespace
}  // namespace tileglot::value
