// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/bitcast/decompose_bitcast.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <variant>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/bitcast/any_reshape.h"
#include "tileglot/notation/xla/bitcast/is_bitcast.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/split_address.h"

namespace tileglot::notation::xla {
namespace {

std::string text_of(const BitcastTransposeReshapeTranspose& steps) {
  return fmt::format("({}) {} {} ({})", fmt::join(steps.first, ","), print(steps.transposed),
                     print(steps.reshaped), fmt::join(steps.second, ","));
}

std::string decomposed(std::string_view in, std::string_view out) {
  const auto steps = decompose_bitcast(*parse_shape(in), *parse_shape(out));
  if (!steps) return steps.error()->code;
  if (!*steps) return "none";
  if (std::holds_alternative<BitcastReshape>(**steps)) return "reshape";
  const auto* transpose = std::get_if<BitcastTranspose>(&**steps);
  if (transpose != nullptr) return fmt::format("({})", fmt::join(transpose->dimensions, ","));
  return text_of(std::get<BitcastTransposeReshapeTranspose>(**steps));
}

// "three steps through row-major order"
TEST(DecomposeBitcast, ThreeStepsThroughRowMajorOrder) {
  EXPECT_EQ(decomposed("f32[4,6,5]{1,2,0}", "f32[30,4]{0,1}"),
            "(0,2,1) f32[4,5,6]{2,1,0} f32[4,30]{1,0} (1,0)");
  EXPECT_EQ(decomposed("f32[2,3]{1,0}", "f32[6]"), "reshape");
  EXPECT_EQ(decomposed("f32[2,3]{1,0}", "f32[3,2]{0,1}"), "(1,0)");
}

TEST(DecomposeBitcast, TilesHaveToCorrespond) {
  EXPECT_EQ(decomposed("f32[4,8]{0,1:T(2,2)}", "f32[8,4]{1,0:T(2,2)}"), "(1,0)");
  EXPECT_EQ(decomposed("f32[8,2,4]{2,0,1:T(2,2)}", "f32[4,16]{0,1:T(2,2)}"),
            "(1,0,2) f32[2,8,4]{2,1,0:T(2,2)} f32[16,4]{1,0:T(2,2)} (1,0)");
  EXPECT_EQ(decomposed("f32[4,6]{1,0:T(2,2)}", "f32[24]"), "none");
}

TEST(DecomposeBitcast, PartsHaveToCorrespond) {
  EXPECT_EQ(decomposed("f32[4,6]{1,0:SC(1:3)}", "f32[2,12]{1,0:SC(1:3)}"), "none");
  EXPECT_EQ(decomposed("f32[4,6]{1,0:SC(0:2)}", "f32[24]{0:SC(0:12)}"), "reshape");
  EXPECT_EQ(decomposed("f32[4,6]{1,0:SC(1:3)}", "f32[6,4]{0,1:SC(1:3)}"), "(1,0)");
}

TEST(DecomposeBitcast, AsManyElementsAndBothLayouts) {
  EXPECT_EQ(decomposed("s4[3,2]", "s8[3]"), "none");
  const Shape without = *parse_shape("f32[6]", {.missing_layout = MissingLayout::kNone});
  EXPECT_FALSE(*decompose_bitcast(without, *parse_shape("f32[6]")));
  EXPECT_FALSE(*is_decomposable_bitcast(*parse_shape("f32[6]"), without));
  EXPECT_EQ(decomposed("f32[6]", "token[]"), "xla.not_array");
}

/// Each of the three steps leaves every element in its place, by trying each.
void expect_steps_move_nothing(const Shape& in, const BitcastTransposeReshapeTranspose& steps,
                               const Shape& out) {
  EXPECT_EQ(transpose_is_bitcast(in, steps.transposed, steps.first), true) << print(in);
  EXPECT_TRUE(same_addresses_by_trying(steps.transposed, steps.reshaped)) << print(in);
  EXPECT_EQ(transpose_is_bitcast(steps.reshaped, out, steps.second), true) << print(in);
}

/// Without padding and parts.
bool is_one_piece(const Shape& array) {
  return !has_tiles(array) && !has_splits(array) && array.layout->tail_padding_alignment == 1;
}

TEST(DecomposeBitcast, NoStepMovesAnElement) {
  int found = 0;
  core::check_law("xla_no_step_moves_an_element", 10000, [&] {
    const ReshapePair pair = *any_reshape();
    const auto steps = decompose_bitcast_to_trt(pair.in, pair.out);
    ASSERT_TRUE(steps);
    const bool is_plain = is_one_piece(pair.in) && is_one_piece(pair.out);
    EXPECT_TRUE(*steps || !is_plain) << print(pair.in) << " to " << print(pair.out);
    if (*steps) expect_steps_move_nothing(pair.in, **steps, pair.out);
    found += *steps ? 1 : 0;
  });
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace tileglot::notation::xla
