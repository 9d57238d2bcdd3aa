// SPDX-License-Identifier: Apache-2.0
// acceptance_bitcast_test.cc: what XLA's own tests of ShapeUtil expect of bitcasts, permuted and
// added dimensions and aligned layouts, one test a fact.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/bitcast/align_layouts.h"
#include "tileglot/notation/xla/bitcast/decompose_bitcast.h"
#include "tileglot/notation/xla/bitcast/is_bitcast.h"
#include "tileglot/notation/xla/dimensions/filter_dimensions.h"
#include "tileglot/notation/xla/dimensions/insert_dimensions.h"
#include "tileglot/notation/xla/dimensions/major_dimension.h"
#include "tileglot/notation/xla/dimensions/normalized_transpose.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;
constexpr ElementTypes kIgnored = ElementTypes::kIgnored;

Shape shape_of(std::string_view text) {
  const auto shape = parse_shape(text);
  EXPECT_TRUE(shape) << text;
  return shape.value_or(Shape{});
}

std::string text_of(const core::Result<Shape>& shape) {
  return shape ? print(*shape) : shape.error()->code;
}

bool reshapes(std::string_view in, std::string_view out,
              ElementTypes types = ElementTypes::kCompared) {
  return *reshape_is_bitcast(shape_of(in), shape_of(out), types);
}

bool transposes(std::string_view in, std::string_view out, const Numbers& p,
                ElementTypes types = ElementTypes::kCompared) {
  return *transpose_is_bitcast(shape_of(in), shape_of(out), p, types);
}

std::optional<core::Permutation> deduced(std::string_view in, std::string_view out) {
  return *deduce_transpose_dimensions_for_bitcast(shape_of(in), shape_of(out));
}

template <class Kind>
Kind decomposed(std::string_view in, std::string_view out) {
  const auto steps = decompose_bitcast(shape_of(in), shape_of(out));
  EXPECT_TRUE(steps && *steps && std::holds_alternative<Kind>(**steps)) << in << " to " << out;
  return std::get<Kind>(**steps);
}

NormalizedTranspose normalized(std::string_view in, const Numbers& p) {
  const Shape shape = shape_of(in);
  const Shape out = *permute_dimensions_ignoring_layout(p, shape);
  return *normalized_logical_transpose_shape(shape, out, p);
}

void expect_aligns(std::string_view in, std::string_view out) {
  const auto aligned = align_layouts(shape_of(in), shape_of(out));
  ASSERT_TRUE(aligned && *aligned) << in << " to " << out;
  EXPECT_EQ(reshape_is_bitcast(shape_of(in), **aligned), true) << in << " to " << out;
}

TEST(AcceptanceBitcast, AReshapeThatJoinsNeighboursInMemoryIsABitcast) {
  EXPECT_TRUE(reshapes("f32[3,2,2]{1,0,2}", "f32[6,2]{0,1}"));
  EXPECT_FALSE(reshapes("f32[3,2,2]{0,1,2}", "f32[6,2]{0,1}"));
}

TEST(AcceptanceBitcast, AReshapeToAnotherTypeIsABitcastOnlyIfTypesAreIgnored) {
  EXPECT_FALSE(reshapes("f32[3,2,2]{1,0,2}", "f16[6,2]{0,1}"));
  EXPECT_TRUE(reshapes("f32[3,2,2]{1,0,2}", "f16[6,2]{0,1}", kIgnored));
}

TEST(AcceptanceBitcast, ATransposeOfALayoutIsABitcast) {
  EXPECT_TRUE(transposes("f32[10,5]{1,0}", "f32[5,10]{0,1}", {1, 0}));
  EXPECT_FALSE(transposes("f32[10,5]{1,0}", "f16[5,10]{0,1}", {1, 0}));
  EXPECT_TRUE(transposes("f32[10,5]{1,0}", "f16[5,10]{0,1}", {1, 0}, kIgnored));
}

TEST(AcceptanceBitcast, PermuteDimensionsIgnoringLayoutKeepsTheLayout) {
  EXPECT_EQ(text_of(permute_dimensions_ignoring_layout(Numbers{1, 2, 0},
                                                       shape_of("f32[10,100,1000]{2,1,0}"))),
            "f32[100,1000,10]{2,1,0}");
}

TEST(AcceptanceBitcast, PermuteDimensionsIsABitcastForAllLayoutsOfRank3) {
  Shape shape = shape_of("s32[10,<=100,1000]");
  core::Permutation order{0, 1, 2};
  do {
    shape.layout->minor_to_major = order;
    core::Permutation p{0, 1, 2};
    do {
      const auto permuted = permute_dimensions(p, shape);
      ASSERT_TRUE(permuted);
      EXPECT_EQ(transpose_is_bitcast(shape, *permuted, p), true) << print(shape);
      EXPECT_EQ(permuted->dimensions, core::permute(shape.dimensions, p));
    } while (std::next_permutation(p.begin(), p.end()));
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(AcceptanceBitcast, PrependMajorDimension) {
  EXPECT_EQ(text_of(prepend_major_dimension(40, shape_of("f32[10,20,30]{0,2,1}"))),
            "f32[40,10,20,30]{1,3,2,0}");
}

TEST(AcceptanceBitcast, AppendMinorDimension) {
  EXPECT_EQ(text_of(append_minor_dimension(40, shape_of("f32[10,20,30]{0,2,1}"))),
            "f32[10,20,30,40]{3,0,2,1}");
}

TEST(AcceptanceBitcast, InsertDimensionsAtIndex) {
  EXPECT_EQ(
      text_of(insert_dimensions_at_index(shape_of("f32[10,20,30]{0,2,1}"), 1, Numbers{40, 50})),
      "f32[10,40,50,20,30]{0,4,3,2,1}");
}

TEST(AcceptanceBitcast, MoveDimToMajorAlsoInTuples) {
  EXPECT_EQ(text_of(move_dim_to_major(shape_of("f32[10,10,10]{0,2,1}"), 0)),
            "f32[10,10,10]{2,1,0}");
  EXPECT_EQ(text_of(move_dim_to_major(shape_of("f32[10,10,10]{2,1,0}"), 1)),
            "f32[10,10,10]{2,0,1}");
  EXPECT_EQ(text_of(move_dim_to_major(shape_of("(f32[10,10,10]{0,2,1}, f32[10,10,10]{2,1,0})"), 0)),
            "(f32[10,10,10]{2,1,0}, f32[10,10,10]{2,1,0})");
}

TEST(AcceptanceBitcast, DeleteDimensions) {
  EXPECT_EQ(text_of(delete_dimensions(shape_of("f32[5,3,2]{2,0,1}"), Numbers{1})), "f32[5,2]{1,0}");
}

TEST(AcceptanceBitcast, DeduceTransposeDimensionsForBitcast) {
  EXPECT_EQ(deduced("f32[5,3]{1,0}", "f32[3,5]{0,1}"), (core::Permutation{1, 0}));
  EXPECT_EQ(deduced("f32[5,3]{1,0}", "f32[3,5]{1,0}"), std::nullopt);
}

TEST(AcceptanceBitcast, IsEffectivelyMostMajorDimension) {
  const auto is_major = [](std::string_view layout) {
    return *is_effectively_most_major_dimension(shape_of("f32[1,1,16,1,279]" + std::string(layout)),
                                                2);
  };
  EXPECT_TRUE(is_major("{4,0,1,2,3}"));
  EXPECT_TRUE(is_major("{4,1,2,3,0}"));
  EXPECT_FALSE(is_major("{0,1,2,3,4}"));
}

TEST(AcceptanceBitcast, ABitcastThatIsAReshape) {
  decomposed<BitcastReshape>("f32[1,16,17,3]{3,2,1,0}", "f32[16,51]{1,0}");
  decomposed<BitcastReshape>("f32[17,3,1,16]{1,0,3,2}", "f32[51,16]{0,1}");
}

TEST(AcceptanceBitcast, ABitcastThatIsATranspose) {
  const auto step = decomposed<BitcastTranspose>("f32[3,7,6,4]{3,2,1,0}", "f32[3,6,4,7]{2,1,3,0}");
  EXPECT_EQ(step.dimensions, (core::Permutation{0, 2, 3, 1}));
}

TEST(AcceptanceBitcast, ABitcastThatIsAReshapeAndATranspose) {
  const auto steps = decomposed<BitcastTransposeReshapeTranspose>("f32[16,17,3,7]{3,2,1,0}",
                                                                  "f32[7,16,51]{0,2,1}");
  EXPECT_TRUE(core::is_identity(steps.first));
  EXPECT_EQ(print(steps.reshaped), "f32[16,51,7]{2,1,0}");
  EXPECT_EQ(steps.second, (core::Permutation{2, 0, 1}));
}

TEST(AcceptanceBitcast, ABitcastThatIsATransposeAndAReshape) {
  const auto steps =
      decomposed<BitcastTransposeReshapeTranspose>("f32[16,3,17]{1,2,0}", "f32[51,16]{1,0}");
  EXPECT_EQ(steps.first, (core::Permutation{0, 2, 1}));
  EXPECT_EQ(print(steps.transposed), "f32[16,17,3]{2,1,0}");
  EXPECT_TRUE(core::is_identity(steps.second));
}

TEST(AcceptanceBitcast, ABitcastToAnotherNumberOfElementsIsNotDecomposable) {
  EXPECT_FALSE(*is_decomposable_bitcast(shape_of("s4[3,2]"), shape_of("s8[3]")));
  EXPECT_FALSE(*decompose_bitcast(shape_of("s4[3,2]"), shape_of("s8[3]")));
}

TEST(AcceptanceBitcast, ReorderLogicalDimensions) {
  EXPECT_EQ(text_of(reorder_logical_dimensions(shape_of("f32[16,3,12,17]{1,2,0,3}"),
                                               Numbers{0, 2, 1, 3})),
            "f32[16,12,3,17]{2,1,0,3}");
}

TEST(AcceptanceBitcast, LayoutsAlignWithDimensionsOfSize1OnBothSides) {
  expect_aligns("f32[1,5,1,7,1]{0,1,2,3,4}", "f32[5,1,7]");
  expect_aligns("f32[3,1,5]{0,2,1}", "f32[1,3,5,1]");
  expect_aligns("f32[1,2,3,1]{0,2,1,3}", "f32[3,1,2]");
  expect_aligns("f32[1,1,1]{0,2,1}", "f32[1,1]");
  expect_aligns("f32[1]", "f32[1,1,1]");
}

TEST(AcceptanceBitcast, LayoutsDoNotAlignWhereAGroupIsNotContiguousAndDescending) {
  const auto aligns = [](std::string_view in, std::string_view out) {
    return align_layouts(shape_of(in), shape_of(out))->has_value();
  };
  EXPECT_FALSE(aligns("f32[3,8,5,7,11]{2,3,1,0,4}", "f32[4,3,2,7,5,11]"));
  EXPECT_FALSE(aligns("f32[3,8,5,7,11]{3,2,1,0,4}", "f32[4,3,2,5,77]"));
  expect_aligns("f32[3,8,5,7,11]{3,2,1,0,4}", "f32[4,3,2,7,5,11]");
}

TEST(AcceptanceBitcast, NormalizedTransposeDropsAndJoins) {
  EXPECT_EQ(normalized("f32[10,1,11,32]", {3, 1, 0, 2}), (NormalizedTranspose{{32, 110}, {1, 0}}));
}

TEST(AcceptanceBitcast, NormalizedTransposeOfARotation) {
  EXPECT_EQ(normalized("f32[50,20,30]", {1, 2, 0}), (NormalizedTranspose{{600, 50}, {1, 0}}));
}

TEST(AcceptanceBitcast, NormalizedTransposeOfThreeDimensions) {
  EXPECT_EQ(normalized("f32[8,32768,16]", {0, 2, 1}),
            (NormalizedTranspose{{8, 16, 32768}, {0, 2, 1}}));
  EXPECT_EQ(normalized("f32[8,32768,16]", {2, 1, 0}),
            (NormalizedTranspose{{16, 32768, 8}, {2, 1, 0}}));
}

TEST(AcceptanceBitcast, NormalizedTransposeOfFourDimensions) {
  EXPECT_EQ(normalized("f32[32768,4,16,8]", {2, 0, 3, 1}),
            (NormalizedTranspose{{16, 32768, 8, 4}, {2, 0, 3, 1}}));
}

TEST(AcceptanceBitcast, NormalizedTransposeJoinsBeyond32Bits) {
  EXPECT_EQ(normalized("f32[4096,4096,128,16]", {3, 0, 1, 2}),
            (NormalizedTranspose{{16, 2147483648}, {1, 0}}));
}

TEST(AcceptanceBitcast, NormalizedTransposeWithManyDimensionsOfSize1) {
  EXPECT_EQ(normalized("f32[1,32,1,3,1,64,1]", {6, 1, 4, 5, 2, 3, 0}),
            (NormalizedTranspose{{32, 64, 3}, {0, 2, 1}}));
  EXPECT_EQ(normalized("f32[100,1,10,32,2]", {2, 1, 3, 0, 4}),
            (NormalizedTranspose{{320, 100, 2}, {1, 0, 2}}));
}

TEST(AcceptanceBitcast, NormalizedTransposeWantsDescendingLayouts) {
  const auto result = normalized_logical_transpose_shape(shape_of("f32[2,3]{0,1}"),
                                                         shape_of("f32[3,2]{1,0}"), Numbers{1, 0});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error()->code, "xla.not_descending");
}

}  // namespace
}  // namespace tileglot::notation::xla
