// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/affine_map.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/scanner.h"
#include "tileglot/notation/strided/limits.h"

namespace tileglot::notation::strided {
namespace {

using Numbers = std::vector<std::int64_t>;

core::Result<AffineMap> read(std::string_view body) {
  const std::string text = "affine_map<" + std::string(body) + ">";
  core::Scanner scanner(text);
  return read_affine_map(scanner);
}

/// The printed map without its wrapping, or the code of the refusal.
std::string again(std::string_view body) {
  const auto map = read(body);
  if (!map) return map.error()->code;
  const std::string text = print(*map);
  return text.substr(11, text.size() - 12);
}

Numbers at(std::string_view body, const Numbers& x) {
  const auto map = *read(body);
  Numbers results(map.results.size());
  apply(map, x, results);
  return results;
}

Interval bound(std::string_view body, const Numbers& extents) {
  const auto map = *read(body);
  return bounds_of(map, extents).value()[map.results[0]];
}

TEST(AffineMap, TheResultsOfATileIndexItsArray) {
  const std::string_view tile = "(d0, d1) -> (d0 floordiv 2, d1 floordiv 2, d0 mod 2, d1 mod 2)";
  EXPECT_EQ(at(tile, {2, 3}), (Numbers{1, 1, 0, 1}));
  EXPECT_EQ(again(tile), tile);
  const auto map = *read(tile);
  const auto bounds = *bounds_of(map, Numbers{3, 5});
  std::vector<Interval> results;
  for (const std::size_t r : map.results) results.push_back(bounds[r]);
  EXPECT_EQ(results, (std::vector<Interval>{{0, 1}, {0, 2}, {0, 1}, {0, 1}}));
}

TEST(AffineMap, ARemainderHasAllItsPlaces) {
  EXPECT_EQ(bound("(i) -> (i mod 32)", {14}), (Interval{0, 31}));
  EXPECT_EQ(bound("(i) -> ((i mod 8) floordiv 2)", {8}), (Interval{0, 3}));
  EXPECT_EQ(bound("(i) -> ((i mod 8) floordiv 2)", {9}), (Interval{0, 3}));
  EXPECT_EQ(bound("(i) -> (i ceildiv 4)", {14}), (Interval{0, 4}));
  EXPECT_EQ(bound("(i) -> (3 - i * 2)", {5}), (Interval{-5, 3}));
}

TEST(AffineMap, ADividedRemainderOfFewValuesHasTheirPlaces) {
  EXPECT_EQ(bound("(i) -> ((i mod 8) floordiv 2)", {3}), (Interval{0, 1}));
  EXPECT_EQ(bound("(i) -> ((i mod 8) ceildiv 2)", {4}), (Interval{0, 2}));
  EXPECT_EQ(bound("(i) -> ((i - 1) mod 8 floordiv 2)", {3}), (Interval{0, 3}));
}

TEST(AffineMap, DivisionsRoundAsMlirRounds) {
  EXPECT_EQ(at("(i) -> (i floordiv 4, i ceildiv 4, i mod 4)", {5}), (Numbers{1, 2, 1}));
  EXPECT_EQ(at("(i) -> ((-i) floordiv 4, (-i) ceildiv 4, (-i) mod 4)", {5}), (Numbers{-2, -1, 3}));
}

TEST(AffineMap, SignsAndParenthesesPrintAsTheyRead) {
  for (const std::string_view text :
       {"(d0) -> (d0 * -1)", "(d0, d1) -> (d0 - d1)", "(d0, d1) -> (d0 - d1 * 8 + 3)",
        "(d0, d1) -> (d0 + (d0 + d1))", "(d0, d1) -> (d0 - (d0 + d1))", "(d0) -> (d0 - 3)",
        "(d0) -> (d0 - (d0 floordiv 2))", "(d0) -> ((d0 * 2) * 3)", "() -> ()", "() -> (3)",
        "(d0) -> (d0 - (d0 * 2) * 3)", "(d0) -> ((d0 + 1) mod 4)", "(d0) -> (-3)"}) {
    EXPECT_EQ(again(text), text);
    const auto map = *read(text);
    core::Scanner scanner(print(map));
    EXPECT_EQ(*read(text), map);
  }
  EXPECT_EQ(again("(i, j) -> (2 * j, -i)"), "(d0, d1) -> (d1 * 2, d0 * -1)");
}

TEST(AffineMap, WhatIsNotAffineIsRefused) {
  EXPECT_EQ(again("(i, j) -> (i * j)"), "mlir.affine");
  EXPECT_EQ(again("(i, j) -> (i mod j)"), "mlir.affine");
  EXPECT_EQ(again("(i) -> (i floordiv 0)"), "mlir.affine");
  EXPECT_EQ(again("(i)[s] -> (i + s)"), "mlir.symbol");
  EXPECT_EQ(again("(i) -> (j)"), "mlir.dimension");
  EXPECT_EQ(again("(i, i) -> (i)"), "mlir.dimension");
  EXPECT_EQ(again("(i) -> (i +)"), "mlir.dimension");
  EXPECT_EQ(again("(i) (i)"), "scan.expected");
  EXPECT_EQ(again("(i) -> (i"), "scan.expected");
}

TEST(AffineMap, LongAndDeepMapsEndAtTheLimit) {
  std::string sum = "(i) -> (i";
  for (std::size_t n = 0; n < kMaxExpressions; ++n) sum += "+i";
  EXPECT_EQ(again(sum + ")"), "strided.limit");
  EXPECT_EQ(again("(i) -> " + std::string(kMaxDepth + 2, '(')), "strided.limit");
  EXPECT_EQ(again("(i) -> (" + std::string(kMaxDepth + 2, '-') + "i)"), "strided.limit");
}

TEST(AffineMap, ValuesThatLeaveTheIntegersHaveNoBounds) {
  const auto map = *read("(i) -> (i * 9223372036854775807)");
  EXPECT_TRUE(bounds_of(map, Numbers{2}));
  EXPECT_FALSE(bounds_of(map, Numbers{3}));
}

}  // namespace
}  // namespace tileglot::notation::strided
