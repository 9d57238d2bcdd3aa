// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/bitcast/is_bitcast.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/bitcast/any_reshape.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

std::string text_of(const core::Result<bool>& answer) {
  if (!answer) return answer.error()->code;
  return *answer ? "yes" : "no";
}

std::string reshapes(std::string_view in, std::string_view out,
                     ElementTypes types = ElementTypes::kCompared) {
  return text_of(reshape_is_bitcast(*parse_shape(in), *parse_shape(out), types));
}

std::string transposes(std::string_view in, std::string_view out, const Numbers& p,
                       ElementTypes types = ElementTypes::kCompared) {
  return text_of(transpose_is_bitcast(*parse_shape(in), *parse_shape(out), p, types));
}

/// "1,2,0", "none", or the code of the refusal.
std::string deduced(std::string_view in, std::string_view out) {
  const auto p = deduce_transpose_dimensions_for_bitcast(*parse_shape(in), *parse_shape(out));
  if (!p) return p.error()->code;
  return *p ? fmt::format("{}", fmt::join(**p, ",")) : "none";
}

// "what moves nothing is a bitcast"
TEST(IsBitcast, WhatMovesNothingIsABitcast) {
  EXPECT_EQ(reshapes("f32[3,2,2]{1,0,2}", "f32[6,2]{0,1}"), "yes");
  EXPECT_EQ(reshapes("f32[3,2,2]{0,1,2}", "f32[6,2]{0,1}"), "no");
  EXPECT_EQ(transposes("f32[10,5]{1,0}", "f32[5,10]{0,1}", {1, 0}), "yes");
  EXPECT_EQ(transposes("f32[10,5]{1,0}", "f32[5,10]{1,0}", {1, 0}), "no");
  EXPECT_EQ(deduced("f32[2,3,4]{2,1,0}", "f32[3,4,2]{1,0,2}"), "1,2,0");
  EXPECT_EQ(deduced("f32[5,3]{1,0}", "f32[3,5]{1,0}"), "none");
  EXPECT_EQ(reshapes("b(f32[6])", "f32[2,3]"), "yes");
}

TEST(IsBitcast, ElementsHaveOneTypeAndSizeUnlessThatDoesNotCount) {
  EXPECT_EQ(reshapes("f32[6]", "f16[2,3]"), "no");
  EXPECT_EQ(reshapes("f32[6]", "f16[2,3]", ElementTypes::kIgnored), "yes");
  EXPECT_EQ(reshapes("s4[6]{0:E(4)}", "s4[2,3]"), "no");
  EXPECT_EQ(transposes("f32[10,5]{1,0}", "f16[5,10]{0,1}", {1, 0}), "no");
  EXPECT_EQ(transposes("f32[10,5]{1,0}", "f16[5,10]{0,1}", {1, 0}, ElementTypes::kIgnored), "yes");
}

TEST(IsBitcast, TilesCount) {
  EXPECT_EQ(transposes("f32[10,5]{1,0:T(2,2)}", "f32[5,10]{0,1}", {1, 0}), "no");
  EXPECT_EQ(transposes("f32[10,5]{1,0:T(2,2)}", "f32[5,10]{0,1:T(2,2)}", {1, 0}), "yes");
  EXPECT_EQ(reshapes("f32[2,4,8]{2,1,0:T(2,8)}", "f32[8,8]{1,0:T(2,8)}"), "yes");
  EXPECT_EQ(reshapes("f32[2,3,8]{2,1,0:T(2,8)}", "f32[6,8]{1,0:T(2,8)}"), "no");
  EXPECT_EQ(deduced("f32[8,4]{1,0:T(2,2)}", "f32[4,8]{0,1:T(2,2)}"), "1,0");
  EXPECT_EQ(deduced("f32[8,4]{1,0:T(2,2)}", "f32[4,8]{0,1}"), "none");
}

TEST(IsBitcast, PartsAndTailsCount) {
  EXPECT_EQ(reshapes("f32[4,6]{1,0:SC(1:3)}", "f32[2,12]{1,0:SC(1:3)}"), "no");
  EXPECT_EQ(reshapes("f32[1,4]{1,0:SC(1:2)}", "f32[4]{0:SC(0:2)}"), "yes");
  EXPECT_EQ(transposes("f32[4,6]{1,0:SC(1:3)}", "f32[6,4]{0,1:SC(1:3)}", {1, 0}), "yes");
  EXPECT_EQ(transposes("f32[4,6]{1,0:SC(1:3)}", "f32[6,4]{0,1:SC(0:3)}", {1, 0}), "no");
  EXPECT_EQ(deduced("f32[4,6]{1,0:SC(1:3)}", "f32[6,4]{0,1:SC(1:3)}"), "1,0");
  EXPECT_EQ(deduced("f32[1,6]{1,0:SC(1:1)}", "f32[6,1]{1,0:SC(0:1)}"), "1,0");
  EXPECT_EQ(reshapes("f32[3]{0:L(64)}", "f32[3]"), "no");
}

TEST(IsBitcast, ADimensionOfSize1MayStandAnywhere) {
  EXPECT_EQ(transposes("f32[1,5]{1,0}", "f32[5,1]{1,0}", {1, 0}), "yes");
  EXPECT_EQ(deduced("f32[1,5]{1,0}", "f32[5,1]{1,0}"), "1,0");
  EXPECT_EQ(text_of(is_reshape_or_transpose_bitcast(*parse_shape("f32[2,1,3]{2,0,1}"),
                                                    *parse_shape("f32[1,3,2]{1,0,2}"))),
            "yes");
}

TEST(IsBitcast, OneOfTheTwoIsEnough) {
  const auto either = [](std::string_view in, std::string_view out) {
    return text_of(is_reshape_or_transpose_bitcast(*parse_shape(in), *parse_shape(out)));
  };
  EXPECT_EQ(either("f32[2,3]{1,0}", "f32[3,2]{0,1}"), "yes");
  EXPECT_EQ(either("f32[2,3]{1,0}", "f32[6]"), "yes");
  EXPECT_EQ(either("f32[2,3]{1,0}", "f32[2,3]{0,1}"), "no");
  EXPECT_EQ(either("f32[2,3]{1,0}", "f32[7]"), "no");
  EXPECT_EQ(either("f32[2,3]{1,0}", "f16[6]"), "no");
}

TEST(IsBitcast, WhatHasNoPlacesIsRefused) {
  const Shape without = *parse_shape("f32[6]", {.missing_layout = MissingLayout::kNone});
  EXPECT_EQ(text_of(reshape_is_bitcast(without, *parse_shape("f32[6]"))), "xla.layout_missing");
  EXPECT_EQ(reshapes("f32[6]", "f32[5]"), "xla.elements");
  EXPECT_EQ(reshapes("f32[6]", "token[]"), "xla.not_array");
  EXPECT_EQ(reshapes("f32[?]", "f32[6]"), "xla.unbounded");
  EXPECT_EQ(transposes("f32[2,3]", "f32[3,2]", {1, 1}), "xla.permutation");
  EXPECT_EQ(transposes("f32[2,3]", "f32[2,3]", {1, 0}), "no");
  EXPECT_EQ(deduced("f32[2,3]{1,1}", "f32[2,3]"), "xla.order");
  EXPECT_EQ(deduced("f32[2,3]", "f32[6]"), "none");
}

bool transposes_by_trying(const Shape& in, const Shape& out, const core::Permutation& p) {
  const Shape moved = *permute_dimensions(p, in);
  return same_dimensions(moved, out) && same_addresses_by_trying(moved, out);
}

TEST(IsBitcast, ReshapesAreThoseThatMoveNothing) {
  core::check_law("xla_reshape_is_bitcast_by_trying", 10000, [] {
    const ReshapePair pair = *any_reshape();
    EXPECT_EQ(reshape_is_bitcast(pair.in, pair.out), same_addresses_by_trying(pair.in, pair.out))
        << print(pair.in) << " to " << print(pair.out);
  });
}

TEST(IsBitcast, TransposesAreThoseThatMoveNothing) {
  int tiled = 0;
  int total = 0;
  core::check_law("xla_transpose_is_bitcast_by_trying", 20000, [&] {
    const ReshapePair pair = *any_transpose();
    core::Permutation p = core::identity_permutation(static_cast<std::int64_t>(rank(pair.in)));
    bool any = false;
    do {
      const bool by_trying = transposes_by_trying(pair.in, pair.out, p);
      EXPECT_EQ(transpose_is_bitcast(pair.in, pair.out, p), by_trying)
          << print(pair.in) << " to " << print(pair.out);
      any = any || by_trying;
    } while (std::next_permutation(p.begin(), p.end()));
    const auto found = deduce_transpose_dimensions_for_bitcast(pair.in, pair.out);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->has_value(), any) << print(pair.in) << " to " << print(pair.out);
    if (*found) {
      EXPECT_TRUE(transposes_by_trying(pair.in, pair.out, **found));
    }
    tiled += has_tiles(pair.in) ? 1 : 0;
    ++total;
  });
  EXPECT_GE(3 * tiled, total);
}

}  // namespace
}  // namespace tileglot::notation::xla
