// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/detail/not_swizzled.h"

#include <gtest/gtest.h>

#include <string_view>

#include "tileglot/bridge/linear.h"
#include "tileglot/bridge/swizzled.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::bridge {
namespace {

core::Error refusal_of(std::string_view text) {
  const auto layout = notation::linear::parse(text);
  EXPECT_TRUE(layout.has_value()) << text;
  const auto map = to_map(*layout);
  const auto cute = to_any_cute(*map);
  EXPECT_FALSE(cute.has_value()) << text;
  return cute ? core::Error{} : cute.error();
}

TEST(NotSwizzled, VectorsThatCancelAreNotStrides) {
  const core::Error two = refusal_of("{lane: [[4],[4]]} -> {d: 8}, surjective: false");
  EXPECT_EQ(two->code, "bridge.not_affine");
  EXPECT_EQ(two->witness, "L(lane=1)=4, L(lane=2)=4, but together 0, where strides add up to 8");
  const core::Error three = refusal_of("{i: [[0,1],[1,0]], j: [[1,1]]} -> {a: 2, b: 2}");
  EXPECT_EQ(three->witness,
            "L(i=1)=1, L(i=2)=2, L(j=1)=3, but together 0, where strides add up to 6");
}

TEST(NotSwizzled, VectorsThatNoSwizzleTakesApartAreNamed) {
  const core::Error error = refusal_of("{i: [[1],[3],[6],[12],[24]]} -> {o: 32}");
  EXPECT_EQ(error->message,
            "vectors have bits in common, and no swizzle Sw<B,M,S> takes them apart");
  EXPECT_EQ(error->witness, "L(i=1)=1, L(i=2)=3");
}

}  // namespace
}  // namespace tileglot::bridge
