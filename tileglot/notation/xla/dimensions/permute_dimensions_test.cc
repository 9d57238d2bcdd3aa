// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/any_permutation.h"
#include "tileglot/core/law.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/for_each_index.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

std::string text_of(const core::Result<Shape>& shape) {
  return shape ? print(*shape) : shape.error()->code;
}

std::string permuted(std::string_view text, const Numbers& p) {
  return text_of(permute_dimensions(p, *parse_shape(text)));
}

std::string normalized(std::string_view text) {
  return text_of(make_shape_with_descending_layout_and_same_physical_layout(*parse_shape(text)));
}

// "no element moves"
TEST(PermuteDimensions, NoElementMoves) {
  EXPECT_EQ(permuted("f32[2,3,5]{2,1,0}", {1, 2, 0}), "f32[3,5,2]{1,0,2}");
  EXPECT_EQ(normalized("f32[2,3,4]{0,2,1}"), "f32[3,4,2]{2,1,0}");
  EXPECT_EQ(permuted("f32[<=2,3]{1,0:T(2,2)SC(1:2)}", {1, 0}), "f32[3,<=2]{0,1:T(2,2)SC(1:2)}");
  EXPECT_EQ(normalized("s4[<=2,3]{0,1:T(8,128)L(2)E(4)S(1)}"),
            "s4[3,<=2]{1,0:T(8,128)L(2)E(4)S(1)}");
  EXPECT_EQ(text_of(reorder_logical_dimensions(*parse_shape("f32[2,3,5]"), Numbers{1, 2, 0})),
            "f32[3,5,2]{1,0,2}");
}

TEST(PermuteDimensions, TheLayoutCanStayAsItIs) {
  EXPECT_EQ(text_of(permute_dimensions_ignoring_layout(Numbers{1, 2, 0},
                                                       *parse_shape("f32[2,3,5]{2,0,1}"))),
            "f32[3,5,2]{2,0,1}");
}

TEST(PermuteDimensions, AMissingLayoutStaysMissing) {
  const Shape shape = *parse_shape("f32[2,3]", {.missing_layout = MissingLayout::kNone});
  EXPECT_EQ(text_of(permute_dimensions(Numbers{1, 0}, shape)), "f32[3,2]");
  EXPECT_EQ(text_of(make_shape_with_descending_layout_and_same_physical_layout(shape)),
            "f32[2,3]{1,0}");
}

TEST(PermuteDimensions, WhatIsNotAPermutationIsRefused) {
  EXPECT_EQ(permuted("f32[2,3]", {0}), "xla.permutation");
  EXPECT_EQ(permuted("f32[2,3]", {0, 0}), "xla.permutation");
  EXPECT_EQ(permuted("f32[2,3]", {0, 2}), "xla.permutation");
  EXPECT_EQ(permuted("(f32[2])", {}), "xla.not_array");
  EXPECT_EQ(permuted("f32[2,3]{1,1}", {1, 0}), "xla.order");
  EXPECT_EQ(normalized("token[]"), "xla.not_array");
}

/// Element permute(x, p) of the result is where element x was.
void expect_places_stay(const Shape& array, const core::Permutation& p, const Shape& result) {
  const auto before = Evaluator::of(array);
  const auto after = Evaluator::of(result);
  ASSERT_TRUE(before && after) << print(array);
  ASSERT_EQ(before->physical_size(), after->physical_size()) << print(array);
  for_each_index(before->extents(), [&](std::span<const std::int64_t> x) {
    EXPECT_EQ(before->offset(x), after->offset(core::permute(x, p))) << print(array);
    return true;
  });
}

TEST(PermuteDimensions, PlacesStay) {
  core::check_law("xla_permuted_places_stay", 10000, [] {
    const Shape array = *any_shape({.max_elements = 256, .max_rank = 4});
    const auto p = *core::any_permutation(static_cast<std::int64_t>(rank(array)));
    expect_places_stay(array, p, *permute_dimensions(p, array));
    const auto normal = make_shape_with_descending_layout_and_same_physical_layout(array);
    const auto& order = array.layout->minor_to_major;
    expect_places_stay(array, {order.rbegin(), order.rend()}, *normal);
    EXPECT_EQ(normal->layout->minor_to_major, descending_layout(rank(array)).minor_to_major);
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
