// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/inverse/stepped_chain.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(SteppedChain(OffsetChain("(3,4):(2,1)"_layout)).end() == 8);
static_assert(end_of_overlapping(OffsetChain("(4,8):(8,1)"_layout).leaves()) == 0);

/// "extent@slot*times" of each link.
std::string links(const Layout<>& layout) {
  const OffsetChain chain(layout);
  const SteppedChain longer(chain);
  std::string text;
  longer.for_each_link([&](int slot, Integer times, Integer extent) {
    text += print(extent) + "@" + std::to_string(slot) + "*" + print(times) + " ";
  });
  return text + "to " + std::to_string(longer.end());
}

TEST(SteppedChain, EverySecondStepOfALeaf) {
  EXPECT_EQ(links("(3,4):(2,1)"_layout), "4@1*1 2@0*2 to 8");
  EXPECT_EQ(links("(2,3):(1,1)"_layout), "2@0*1 2@1*2 to 4");
  EXPECT_EQ(links("(4,3):(1,1)"_layout), "3@1*1 2@0*3 to 6");
}

TEST(SteppedChain, WhereItIsNotLongerThereIsNone) {
  EXPECT_EQ(links("(4,2):(1,16)"_layout), "to 4");
  EXPECT_EQ(links("(8,2):(1,4)"_layout), "to 8");
}

TEST(SteppedChain, ASearchEnds) {
  Layout<> layout;
  for (int i = 0; i < 60; ++i) push_leaf(layout, {Integer(1000000), Integer(1 + i)});
  end_leaves(layout);
  EXPECT_GE(SteppedChain(OffsetChain(layout)).end(), 1000000);
}

Layout<> any_overlapping() {
  Layout<> layout;
  for (int i = *rc::gen::inRange(2, 4); i > 0; --i) {
    push_leaf(layout, {*rc::gen::inRange<std::int64_t>(1, 8),
                       *rc::gen::element<std::int64_t>(1, 1, 2, 3, 4, -1, 6)});
  }
  end_leaves(layout);
  return layout;
}

/// The farthest that leaves not in `used` count from `from`: any number of any k-th steps of each.
std::int64_t farthest(const Layout<>& layout, std::int64_t from, std::uint64_t used) {
  std::int64_t best = from;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    const std::uint64_t bit = std::uint64_t{1} << unsigned(slot);
    if ((used & bit) != 0 || layout.shape.is_empty(slot)) continue;
    const std::int64_t extent = layout.shape.values[slot];
    for (std::int64_t times = 1; times < extent; ++times) {
      if (times * layout.stride.values[slot] != from) continue;
      for (std::int64_t part = 2; (part - 1) * times < extent; ++part)
        best = std::max(best, farthest(layout, from * part, used | bit));
    }
  }
  return best;
}

TEST(SteppedChain, NoStepsReachFurther) {
  int longer = 0;
  core::check_law("stepped_chain_is_longest", 10000, [&longer] {
    const Layout<> layout = any_overlapping();
    const auto inverse = right_inverse(layout);
    longer += SteppedChain(OffsetChain(layout)).is_longer() ? 1 : 0;
    ASSERT_EQ(size(*inverse)->value, farthest(layout, 1, 0)) << print(layout);
    for (std::int64_t i = 0; i < size(*inverse)->value; ++i) {
      const std::int64_t index = crd2idx(i, *inverse)->value;
      ASSERT_TRUE(index >= 0 && index < size(layout)->value) << print(layout);
      ASSERT_EQ(crd2idx(index, layout)->value, i) << print(layout) << ": " << print(*inverse);
    }
  });
  EXPECT_GT(longer, core::law_minimum(10));
}

}  // namespace
}  // namespace tileglot::notation::cute
