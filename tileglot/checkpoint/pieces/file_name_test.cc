// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/file_name.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/law.h"

namespace tileglot::checkpoint::pieces {
namespace {

std::optional<NameNumbers> match(std::string_view pattern, std::string_view name) {
  const auto parsed = parse_name_pattern(pattern);
  EXPECT_TRUE(parsed.has_value()) << pattern;
  return parsed ? match_name(*parsed, name) : std::nullopt;
}

TEST(FileName, APatternTakesTheNumbersOutOfAName) {
  EXPECT_EQ(match("w@{begin}.npy", "w@0,128.npy"), (NameNumbers{.begin = Extents{0, 128}}));
  EXPECT_EQ(match("w@{begin}.npy", "w@.npy"), (NameNumbers{.begin = Extents{}}));
  EXPECT_EQ(match(kRankPattern, rank_file_name(12, 3)), (NameNumbers{.rank = 12, .part = 3}));
  EXPECT_EQ(match("w-{rank}.npy", "w-007.npy"), (NameNumbers{.rank = 7}));
}

TEST(FileName, OtherNamesDoNotMatch) {
  for (const char* name : {"w@0,.npy", "w@,0.npy", "w@0,-1.npy", "w@0", "v@0.npy", "w@0.npy.npy",
                           "w@9223372036854775808.npy", "w@ 1.npy", "w@1,,2.npy"}) {
    EXPECT_EQ(match("w@{begin}.npy", name), std::nullopt) << name;
  }
  EXPECT_EQ(match("w-{rank}.npy", "w-.npy"), std::nullopt);
  EXPECT_EQ(match("w-{rank}.npy", "w-+1.npy"), std::nullopt);
}

TEST(FileName, APatternNamesItsArray) {
  EXPECT_EQ(parse_name_pattern("a.w-{rank}.npy")->array, "a.w");
  EXPECT_EQ(parse_name_pattern("w@{begin}.npy")->array, "w");
  EXPECT_EQ(parse_name_pattern("{rank}.npy")->array, "");
}

TEST(FileName, WrongPatternsAreRefused) {
  for (const char* pattern : {"w.npy", "w-{part}.npy", "{rank}{part}", "{rank}-{rank}", "{rank}1",
                              "{begin},w", "{name}.npy", "{rank", "rank}", "{rank}0-{part}"}) {
    const auto parsed = parse_name_pattern(pattern);
    ASSERT_FALSE(parsed.has_value()) << pattern;
    EXPECT_EQ(parsed.error()->code, "pieces.pattern");
  }
}

TEST(FileName, NpyNamesSayWhereTheyBegin) {
  const NpyPieceName piece = npy_piece("a@b@0,128.npy");
  EXPECT_EQ(piece.array, "a@b");
  EXPECT_EQ(piece.begin, (Extents{0, 128}));
  EXPECT_EQ(npy_piece(npy_piece_name("w", Extents{})).begin, Extents{});
  EXPECT_EQ(npy_piece("w.npy").begin, std::nullopt);
  EXPECT_EQ(npy_piece("w@x.npy").array, "w@x");
  EXPECT_EQ(npy_piece("@1.npy").array, "@1");
}

TEST(FileName, WhatIsPutInIsTakenOut) {
  core::check_law("file_name_round_trip", 5000, [] {
    const auto text = [] { return *rc::gen::element<std::string>("-", "@", "rank-", "a"); };
    const std::string words = *rc::gen::element<std::string>("rank", "begin");
    const bool has_part = words == "rank" && any_number(0, 2) == 0;
    const std::string pattern = text() + "{" + words + "}" + text() +
                                (has_part ? "{part}" + text() : std::string()) + ".npy";
    NameNumbers numbers;
    if (has_part) numbers.part = any_number(0, 100);
    if (words == "rank") numbers.rank = *rc::gen::positive<std::int64_t>();
    if (words == "begin") {
      numbers.begin = Extents(static_cast<std::size_t>(any_number(0, 4)));
      for (std::int64_t& x : *numbers.begin) x = any_number(0, 1000);
    }
    const auto parsed = parse_name_pattern(pattern);
    ASSERT_TRUE(parsed.has_value()) << pattern;
    ASSERT_EQ(match_name(*parsed, name_of(*parsed, numbers)), numbers);
  });
}

}  // namespace
}  // namespace tileglot::checkpoint::pieces
