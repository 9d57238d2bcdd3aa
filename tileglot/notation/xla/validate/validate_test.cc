// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate/validate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/core/law.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/address/pad_reshape_transpose.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/split_address.h"

namespace tileglot::notation::xla {
namespace {

/// "xla.order at '1'": the code and the part of the text that the error points at.
std::string refusal(std::string_view text) {
  const auto read = parse_valid_shape(text);
  if (read) return "valid";
  const auto span = read.error()->span.value_or(core::Span{0, 0});
  return read.error()->code + " at '" +
         std::string(text.substr(span.begin, span.end - span.begin)) + "'";
}

TEST(Validate, AnOrderThatIsNotAPermutation) {
  const auto read = parse_valid_shape("f32[3,5]{1,1}");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error()->message,
            "minor_to_major must list every dimension once; 1 is listed twice and 0 is missing");
  EXPECT_EQ(read.error()->span, (core::Span{11, 12}));
  EXPECT_EQ(refusal("f32[3,5]{2,0}"), "xla.order at '2'");
  EXPECT_EQ(refusal("f32[3,5]{0,-1}"), "xla.order at '-1'");
}

TEST(Validate, EachCheckPointsAtItsPlace) {
  EXPECT_EQ(refusal("f32[3,5]{1}"), "xla.rank at '1'");
  EXPECT_EQ(refusal("f32[3]{1, 0, 2}"), "xla.rank at '1, 0, 2'");
  EXPECT_EQ(refusal("f32[3]{:T(2)}"), "xla.rank at '{:T(2)}'");
  EXPECT_EQ(refusal("f32[3]{0:L(0)}"), "xla.tail at '0'");
  EXPECT_EQ(refusal("f32[3]{0:#(u32)}"), "xla.sparse at 'u32'");
  EXPECT_EQ(refusal("f32[3]{0:*(u16)}"), "xla.sparse at 'u16'");
  EXPECT_EQ(refusal("f32[3]{0:P(f32[3])}"), "xla.sparse at '(f32[3])'");
  EXPECT_EQ(refusal("f32[3]{0:T(2)(4,0,2)}"), "xla.tile at '0'");
  EXPECT_EQ(refusal("f32[3]{0:T(2)()}"), "xla.tile at '()'");
  EXPECT_EQ(refusal("f32[3]{0:T(2,*)}"), "xla.tile at '*'");
  EXPECT_EQ(refusal("f32[3]{0:E(-4)}"), "xla.element_size at '-4'");
  EXPECT_EQ(refusal("f32[3]{0:SC(0:1)(1:2)}"), "xla.split at '(1:2)'");
  EXPECT_EQ(refusal("f32[3]{0:SC(0:4)}"), "xla.split at '(0:4)'");
  EXPECT_EQ(refusal("(s8[2], b(f32[3,5]{1,1}))"), "xla.order at '1'");
}

TEST(Validate, WhatXlaLetsPassAndMeansNothingIsRefused) {
  EXPECT_EQ(refusal("f32[3]{0:T(*)}"), "xla.tile at '*'");
  EXPECT_EQ(refusal("f32[3]{0:E(33)}"), "xla.element_size at '33'");
  EXPECT_EQ(refusal("f32[3]{0:E(32)}"), "valid");
  for (const char* text : {"s4[3]{0:E(8)}", "s4[3]{0:E(4)}", "s4[3]{0:E(0)}", "u2[3]{0:E(2)}",
                           "u1[3]{0:E(8)}", "f32[3]{0:E(5)}", "pred[3]{0:E(1)}", "pred[3]{0:E(32)}",
                           "f32[3]{0:E(64)}", "s4[3]{0:E(16)}", "c64[3]{0:E(128)}"}) {
    EXPECT_EQ(refusal(text), "valid") << text;
  }
  EXPECT_EQ(refusal("s4[3,5]{1,0:E(5)}"), "xla.element_size at '5'");
  EXPECT_EQ(refusal("s4[3]{0:E(7)}"), "xla.element_size at '7'");
  EXPECT_EQ(refusal("s4[3]{0:E(3)}"), "xla.element_size at '3'");
  EXPECT_EQ(refusal("s4[3]{0:E(9)}"), "xla.element_size at '9'");
  EXPECT_EQ(refusal("u2[3]{0:E(4)}"), "xla.element_size at '4'");
  EXPECT_EQ(refusal("pred[3]{0:E(9)}"), "xla.element_size at '9'");
  EXPECT_EQ(refusal("pred[3]{0:E(136)}"), "xla.element_size at '136'");
  EXPECT_EQ(refusal("f32[3]{0:S(127)}"), "valid");
  EXPECT_EQ(refusal("f32[3]{0:S(128)}"), "xla.memory_space at '128'");
  EXPECT_EQ(refusal("f32[3]{0:SC(0:1,2)}"), "valid");
  EXPECT_EQ(refusal("f32[3]{0:SC(0:2,1)}"), "xla.split at '(0:2,1)'");
  EXPECT_EQ(refusal("f32[3]{0:SC(0:1,1)}"), "xla.split at '(0:1,1)'");
  EXPECT_EQ(refusal("f32[3,3]{1,0:SC(1:1)(1:2)}"), "xla.split at '(1:2)'");
}

TEST(Validate, XlasChecksComeFirstAndInItsOrder) {
  EXPECT_EQ(refusal("f32[3]{0,0:T(0)E(-1)}"), "xla.rank at '0,0'");
  EXPECT_EQ(refusal("f32[3]{1:T(0)#(u32)}"), "xla.order at '1'");
  EXPECT_EQ(refusal("f32[3]{0:T(0)#(u32)E(-1)}"), "xla.sparse at 'u32'");
  EXPECT_EQ(refusal("f32[3]{0:T(0)E(-1)}"), "xla.tile at '0'");
  EXPECT_EQ(refusal("f32[3]{0:T(*)E(-1)}"), "xla.element_size at '-1'");
  EXPECT_EQ(refusal("f32[3]{0:T(*)SC(1:1)}"), "xla.split at '(1:1)'");
  EXPECT_EQ(refusal("f32[3]{0:T(*)E(65)S(-1)}"), "xla.tile at '*'");
  EXPECT_EQ(refusal("f32[3]{0:E(65)S(-1)}"), "xla.element_size at '65'");
  EXPECT_EQ(refusal("f32[3]{0:S(-1)SC(0:2,1)}"), "xla.memory_space at '-1'");
}

TEST(Validate, AMissingLayoutIsRefusedOrAllowed) {
  Shape shape = *parse_shape("(f32[2,3], token[])");
  EXPECT_TRUE(validate_layout_in_shape(shape));
  shape.elements[0].layout.reset();
  EXPECT_EQ(validate_layout_in_shape(shape).error()->code, "xla.layout_missing");
  EXPECT_TRUE(validate_layout_in_shape(shape, MissingLayouts::kAllowed));
}

bool is_tile(const Tile& tile) {
  return !tile.entries.empty() && tile.entries.back() &&
         std::all_of(tile.entries.begin(), tile.entries.end(),
                     [](const TileEntry& entry) { return !entry || *entry > 0; });
}

/// The cuts of dimension `physical`, all splits that name it.
std::vector<std::int64_t> cuts_of(const Layout& layout, std::int64_t physical) {
  std::vector<std::int64_t> cuts;
  for (const SplitConfig& split : layout.split_configs) {
    if (split.dimension == physical) cuts = split.indices;
  }
  return cuts;
}

bool are_splits(const Shape& shape) {
  const Layout& layout = *shape.layout;
  std::set<std::int64_t> dimensions;
  for (const SplitConfig& split : layout.split_configs) {
    const auto rank = static_cast<std::int64_t>(layout.minor_to_major.size());
    if (split.dimension < 0 || split.dimension >= rank) return false;
    if (!dimensions.insert(split.dimension).second) return false;
    const auto logical = layout.minor_to_major.rbegin()[split.dimension];
    std::int64_t last = -1;
    for (const std::int64_t cut : cuts_of(layout, split.dimension)) {
      if (cut <= last) return false;
      last = cut;
    }
    const auto bound = shape.dimensions[static_cast<std::size_t>(logical)].bound;
    if (bound && last > *bound) return false;
  }
  return true;
}

/// 0 names no size; XLA stores an unpacked element of less than a byte in 8 bits.
bool is_element_size(std::int64_t bits, PrimitiveType type) {
  const std::int64_t own = core::bits(*element_type_of(type));
  const bool is_whole = bits % 8 == 0 && bits >= own && bits <= 128;
  return bits == 0 || is_whole || (own < 8 ? bits == own : bits > 0 && bits < own);
}

/// The conditions as one reads them in the documents, all at once.
bool means_something(const Shape& shape) {
  const Layout& layout = *shape.layout;
  return core::is_permutation(layout.minor_to_major) && layout.tail_padding_alignment >= 1 &&
         !layout.index_type && !layout.pointer_type && layout.physical_shape == nullptr &&
         std::all_of(layout.tiles.begin(), layout.tiles.end(), is_tile) &&
         is_element_size(layout.element_size_bits.value_or(0), shape.type) &&
         layout.memory_space >= 0 && are_splits(shape);
}

TEST(Validate, ItAcceptsWhatMeansSomethingAndThatCanBeEvaluated) {
  core::check_law("xla_validation_accepts_what_evaluates", 20000, [] {
    const Shape shape = *any_printable_shape();
    if (!is_array(shape)) return;
    const bool is_valid = validate(shape).has_value();
    ASSERT_EQ(is_valid, means_something(shape)) << print(shape);
    const bool is_bounded = std::all_of(shape.dimensions.begin(), shape.dimensions.end(),
                                        [](const Dimension& d) { return d.bound.has_value(); });
    ASSERT_EQ(Evaluator::of(shape).has_value(), is_valid && is_bounded) << print(shape);
    ASSERT_EQ(SplitEvaluator::of(shape).has_value(), is_valid && is_bounded) << print(shape);
    ASSERT_EQ(pad_reshape_transpose(shape).has_value(), is_valid && is_bounded) << print(shape);
  });
}

TEST(Validate, SizesThatDoNotFitAreTooLarge) {
  EXPECT_EQ(refusal("f32[9223372036854775807]"), "valid");
  EXPECT_EQ(refusal("f32[9223372036854775807]{0:SC(0:1)}"),
            "xla.too_large at 'f32[9223372036854775807]{0:SC(0:1)}'");
  EXPECT_EQ(refusal("f32[9223372036854775807,2]"), "xla.too_large at 'f32[9223372036854775807,2]'");
  EXPECT_EQ(refusal("f32[9223372036854775807]{0:T(2)}"),
            "xla.too_large at 'f32[9223372036854775807]{0:T(2)}'");
  EXPECT_EQ(refusal("f32[3]{0:T(9223372036854775807)}"), "valid");
  EXPECT_EQ(refusal("f32[3,3]{1,0:T(9223372036854775807,2)}"),
            "xla.too_large at 'f32[3,3]{1,0:T(9223372036854775807,2)}'");
  EXPECT_EQ(refusal("f32[1000000000000000000,10,10]{2,1,0:T(*,*,2)}"),
            "xla.too_large at 'f32[1000000000000000000,10,10]{2,1,0:T(*,*,2)}'");
  EXPECT_EQ(refusal("f32[1000000000000000000,1000000000000000000,0]"), "valid");
}

TEST(Validate, WhatHasNoPlacesToCheckPasses) {
  for (const char* text : {"token[]", "opaque[]", "()", "(token[], f32[2])", "f32[?]", "f32[?,3]",
                           "f32[]", "f32[]{:T(256)}", "f32[5]{0:T(8,128)}", "f32[<=6]"}) {
    EXPECT_EQ(refusal(text), "valid") << text;
  }
}

TEST(Validate, AShapeThatWasBuiltByHandHasNoSpans) {
  Shape shape = *parse_shape("f32[3,5]");
  shape.layout->minor_to_major = {1, 1};
  const auto status = validate(shape);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error()->code, "xla.order");
  EXPECT_FALSE(status.error()->span);
}

}  // namespace
}  // namespace tileglot::notation::xla
