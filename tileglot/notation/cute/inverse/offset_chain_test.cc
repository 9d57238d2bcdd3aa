// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/inverse/offset_chain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

std::string links(const Layout<>& layout) {
  const OffsetChain chain(layout);
  std::string text;
  chain.for_each_link(
      [&](int slot, Integer extent) { text += print(extent) + "@" + std::to_string(slot) + " "; });
  return text + "to " + std::to_string(chain.end());
}

static_assert(OffsetChain("((4,3),5):((1,8),4)"_layout).end() == 24);
static_assert(OffsetChain("(2,3):(0,2)"_layout).end() == 1);

TEST(OffsetChain, AChainTakesPartsOfLeaves) {
  EXPECT_EQ(links("(2,4,4):(2,4,1)"_layout), "4@2 4@1 to 16");
  EXPECT_EQ(links("(8,4):(1,4)"_layout), "4@0 4@1 to 16");
  EXPECT_EQ(links("(4,2):(1,3)"_layout), "3@0 2@1 to 6");
}

TEST(OffsetChain, WholeLeavesArePreferred) {
  EXPECT_EQ(links("(8,2):(1,4)"_layout), "8@0 to 8");
  EXPECT_EQ(links("(4,2,3):(1,4,2)"_layout), "4@0 2@1 to 8");
}

TEST(OffsetChain, WithoutAStrideOfOneItIsEmpty) {
  EXPECT_EQ(links("(4,2):(2,-1)"_layout), "to 1");
  EXPECT_EQ(links("(1,4):(1,0)"_layout), "to 1");
}

/// All chains that take whole leaves, or stop where another leaf begins.
std::int64_t farthest(const Layout<>& layout, std::int64_t from) {
  std::int64_t best = from;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    const std::int64_t extent = layout.shape.values[slot];
    if (layout.shape.is_empty(slot) || layout.stride.values[slot] != from || extent < 2) continue;
    for (std::int64_t part = 2; part <= extent; ++part)
      best = std::max(best, part == extent ? farthest(layout, from * part)
                                           : std::max(from * part, farthest(layout, from * part)));
  }
  return best;
}

/// Leaves that often begin inside one another.
Layout<> any_interleaved() {
  Layout<> layout;
  for (int i = 0; i < 4; ++i) {
    push_leaf(layout, {*rc::gen::element<std::int64_t>(1, 2, 3, 4, 6, 8),
                       *rc::gen::element<std::int64_t>(1, 1, 2, 3, 4, 6, 8, 12)});
  }
  return layout;
}

TEST(OffsetChain, NoChainReachesFurther) {
  core::check_law("chain_is_longest", 10000, [] {
    const Layout<> layout = *rc::gen::inRange(0, 2) == 0 ? *any_layout() : any_interleaved();
    if (has_zero(layout.shape)) return;
    ASSERT_EQ(OffsetChain(layout).end(), farthest(layout, 1)) << print(layout);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
