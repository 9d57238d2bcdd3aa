// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/bitcast/common_factors.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/bitcast/any_reshape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

/// "(0,0)(2,1)(3,3)", or the code of the refusal.
std::string text_of(const core::Result<std::vector<DimensionPair>>& pairs) {
  if (!pairs) return pairs.error()->code;
  std::string text;
  for (const auto& [a, b] : *pairs) text += fmt::format("({},{})", a, b);
  return text;
}

std::string cuts(const Numbers& a, const Numbers& b) { return text_of(common_factors(a, b)); }

std::string unmodified(const Numbers& a, const Numbers& b) {
  return text_of(dimensions_unmodified_by_reshape(a, b));
}

/// "deleted 0; inserted 1 2", "no", or the code of the refusal.
std::string one_sized(const Numbers& a, const Numbers& b) {
  const auto changes = inserted_or_deleted_1_sized_dimensions(a, b);
  if (!changes) return changes.error()->code;
  if (!*changes) return "no";
  return fmt::format("deleted {}; inserted {}", fmt::join((*changes)->deleted, " "),
                     fmt::join((*changes)->inserted, " "));
}

/// "0 2", "no", or the code of the refusal.
std::string mapped(const Numbers& from, const Numbers& to, const Numbers& dimensions) {
  const auto result = reshape_leaves_dimensions_unmodified(from, to, dimensions);
  if (!result) return result.error()->code;
  return *result ? fmt::format("{}", fmt::join(**result, " ")) : "no";
}

// "lists are cut where products meet"
TEST(CommonFactors, ListsAreCutWhereProductsMeet) {
  EXPECT_EQ(cuts({2, 3, 4}, {6, 2, 2}), "(0,0)(2,1)(3,3)");
  EXPECT_EQ(cuts({2, 3}, {2, 3}), "(0,0)(1,1)(2,2)");
  EXPECT_EQ(cuts({2, 3}, {3, 2}), "(0,0)(2,2)");
  EXPECT_EQ(cuts({}, {}), "(0,0)");
  EXPECT_EQ(cuts({}, {1, 1}), "(0,0)(0,1)(0,2)");
  EXPECT_EQ(cuts({2, 1}, {2}), "(0,0)(1,1)(2,1)");
  EXPECT_EQ(cuts({4, 1, 3, 5, 6, 7}, {2, 6, 1, 5, 1, 42}), "(0,0)(3,2)(3,3)(4,4)(4,5)(6,6)");
}

TEST(CommonFactors, AZeroEndsWhatCanBeCut) {
  EXPECT_EQ(cuts({2, 0, 3}, {2, 5, 0}), "(0,0)(1,1)(3,3)");
  EXPECT_EQ(cuts({0, 3}, {0, 5}), "(0,0)(2,2)");
  EXPECT_EQ(cuts({0, 3}, {0, 3}), "(0,0)(1,1)(2,2)");
  EXPECT_EQ(cuts({2, 0, 3}, {2, 0, 7}), "(0,0)(3,3)");
}

TEST(CommonFactors, ProductsThatDifferAreRefused) {
  EXPECT_EQ(cuts({2, 3}, {5}), "xla.elements");
  EXPECT_EQ(cuts({4294967296, 4294967296}, {1}), "xla.too_large");
  EXPECT_EQ(one_sized({2}, {3}), "xla.elements");
  EXPECT_EQ(mapped({2}, {3}, {0}), "xla.elements");
}

TEST(CommonFactors, DimensionsThatAReshapeLeavesAlone) {
  EXPECT_EQ(unmodified({4, 1, 3, 5, 6, 7}, {2, 6, 1, 5, 1, 42}), "(3,3)");
  EXPECT_EQ(mapped({2, 3, 4}, {2, 3, 2, 2}, {0, 1}), "0 1");
  EXPECT_EQ(mapped({2, 3, 4}, {1, 2, 3, 4}, {0, 2}), "1 3");
  EXPECT_EQ(mapped({2, 3, 4}, {6, 4}, {0}), "no");
  EXPECT_EQ(mapped({2, 3, 4}, {2, 3, 4}, {1, 0}), "no");
  EXPECT_EQ(mapped({2, 3, 4}, {2, 3, 4}, {}), "");
}

TEST(CommonFactors, DimensionsOfSize1ComeAndGo) {
  EXPECT_EQ(one_sized({9, 1, 4}, {1, 9, 4, 1}), "deleted 1; inserted 0 3");
  EXPECT_EQ(one_sized({9, 1, 4}, {3, 1, 12}), "no");
  EXPECT_EQ(one_sized({9, 4}, {9, 4}), "deleted ; inserted ");
}

/// As fine as there is: at every pair of places the products are equal or it is not listed.
void expect_cuts_are_all(const Numbers& a, const Numbers& b) {
  const auto points = common_factors(a, b);
  ASSERT_TRUE(points);
  ASSERT_EQ(points->front(), DimensionPair(0, 0));
  ASSERT_EQ(points->back(), DimensionPair(a.size(), b.size()));
  for (std::size_t i = 1; i < points->size(); ++i) {
    const auto [ai, bi] = (*points)[i - 1];
    const auto [aj, bj] = (*points)[i];
    ASSERT_TRUE(ai <= aj && bi <= bj && (ai < aj || bi < bj));
    const Bounds left =
        Bounds(a).subspan(static_cast<std::size_t>(ai), static_cast<std::size_t>(aj - ai));
    const Bounds right =
        Bounds(b).subspan(static_cast<std::size_t>(bi), static_cast<std::size_t>(bj - bi));
    ASSERT_EQ(element_count(left), element_count(right));
    std::int64_t inner = 1;
    for (std::size_t k = 0; k + 1 < left.size(); ++k) {
      inner *= left[k];
      for (std::size_t m = 1; m < right.size(); ++m) {
        ASSERT_NE(inner, *element_count(right.first(m)))
            << fmt::format("[{}] [{}]", fmt::join(a, ","), fmt::join(b, ","));
      }
    }
  }
}

TEST(CommonFactors, NoCutIsMissing) {
  core::check_law("xla_no_cut_is_missing", 10000, [] {
    const ReshapePair pair = *any_reshape();
    expect_cuts_are_all(*array_bounds(pair.in), *array_bounds(pair.out));
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
