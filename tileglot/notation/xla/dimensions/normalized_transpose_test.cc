// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/normalized_transpose.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/any_permutation.h"
#include "tileglot/core/law.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

std::string normalized(std::string_view in, std::string_view out, const Numbers& p) {
  const auto result = normalized_logical_transpose_shape(*parse_shape(in), *parse_shape(out), p);
  if (!result) return result.error()->code;
  return fmt::format("[{}] ({})", fmt::join(result->bounds, ","),
                     fmt::join(result->permutation, ","));
}

// "neighbours are joined"
TEST(NormalizedTranspose, NeighboursAreJoined) {
  EXPECT_EQ(normalized("f32[10,1,11,32]", "f32[32,1,10,11]", {3, 1, 0, 2}), "[32,110] (1,0)");
  EXPECT_EQ(normalized("f32[2,3]", "f32[2,3]", {0, 1}), "[6] (0)");
  EXPECT_EQ(normalized("f32[2,1,3]", "f32[1,2,3]", {1, 0, 2}), "[6] (0)");
  EXPECT_EQ(normalized("f32[1,1]", "f32[1,1]", {1, 0}), "[] ()");
  EXPECT_EQ(normalized("f32[0,3]", "f32[3,0]", {1, 0}), "[3,0] (1,0)");
}

TEST(NormalizedTranspose, WhatIsNotARowMajorTransposeIsRefused) {
  EXPECT_EQ(normalized("f32[2,3]{0,1}", "f32[3,2]", {1, 0}), "xla.not_descending");
  EXPECT_EQ(normalized("f32[2,3]", "f32[3,2]{0,1}", {1, 0}), "xla.not_descending");
  EXPECT_EQ(normalized("f32[2,3]", "f32[2,3]", {1, 0}), "xla.transpose");
  EXPECT_EQ(normalized("f32[2,3]", "f32[3,2]", {1, 1}), "xla.permutation");
  EXPECT_EQ(normalized("f32[2]", "token[]", {0}), "xla.not_array");
  EXPECT_EQ(normalized("f32[?]", "f32[?]", {0}), "xla.unbounded");
}

/// Element n of the transposed array, counted row-major, is the same in both.
Numbers sources(const Numbers& out_bounds, const Numbers& p) {
  Numbers in_bounds(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    in_bounds[static_cast<std::size_t>(p[i])] = out_bounds[i];
  }
  Numbers result;
  for (std::int64_t n = 0; n < *element_count(out_bounds); ++n) {
    Numbers x(p.size());
    std::int64_t rest = n;
    for (std::size_t i = p.size(); i-- > 0; rest /= out_bounds[i]) {
      x[static_cast<std::size_t>(p[i])] = rest % out_bounds[i];
    }
    std::int64_t source = 0;
    for (std::size_t d = 0; d < p.size(); ++d) source = source * in_bounds[d] + x[d];
    result.push_back(source);
  }
  return result;
}

TEST(NormalizedTranspose, ItIsTheSameTransposeAndCannotBeJoinedFurther) {
  core::check_law("xla_normalized_transpose_is_the_same", 4000, [] {
    Shape in = *any_shape({.max_elements = 256, .max_rank = 5, .max_tiles = 0});
    in.layout = descending_layout(rank(in));
    const auto p = *core::any_permutation(static_cast<std::int64_t>(rank(in)));
    const Shape out = *permute_dimensions_ignoring_layout(p, in);
    const auto result = normalized_logical_transpose_shape(in, out, p);
    ASSERT_TRUE(result);
    EXPECT_EQ(sources(result->bounds, result->permutation), sources(*array_bounds(out), p))
        << print(in);
    for (std::size_t i = 0; i < result->bounds.size(); ++i) {
      EXPECT_NE(result->bounds[i], 1);
      if (i > 0) {
        EXPECT_NE(result->permutation[i], result->permutation[i - 1] + 1) << print(in);
      }
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
