// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/detail/slab_plans.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/digest/detail/part.h"

namespace tileglot::relayout::digest::detail {
namespace {

/// A whole array, without elements in memory.
struct Array {
  Array(std::string_view text, int bits)
      : layout(*bridge::to_map(*notation::xla::parse_shape(text))),
        bytes(static_cast<std::size_t>(layout.codomain_size() * bits / 8)) {
    for (const map::Dim& dim : layout.domain()) extents.push_back(dim.extent);
    element_bits = bits;
  }
  Part part() const {
    return *checked_part(layout, map::Coordinate(extents.size()), extents, element_bits, bytes);
  }

  map::IndexMap layout;
  std::vector<std::byte> bytes;
  std::vector<std::int64_t> extents;
  int element_bits = 0;
};

TEST(SlabPlans, SlabsOfOneShapeHaveOnePlan) {
  const Array array("bf16[64,1024]{1,0:T(8,128)(2,1)}", 16);
  const Part part = array.part();
  SlabPlans plans(part);
  for (std::int64_t row = 0; row < 64; row += 8) {
    const auto plan = plans.plan_for({{row, 0}, {row + 8, 1024}});
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->first, row * 1024);
  }
  EXPECT_EQ(plans.size(), 1U);
}

TEST(SlabPlans, SlabsThatBeginWithinATileShareThePlansOfEqualMaps) {
  const Array array("bf16[64,1024]{1,0:T(8,128)(2,1)}", 16);
  const Part part = array.part();
  SlabPlans plans(part);
  for (std::int64_t row = 4; row < 60; row += 8)
    ASSERT_TRUE(plans.plan_for({{row, 0}, {row + 4, 1024}}).has_value());
  EXPECT_EQ(plans.size(), 1U);
}

TEST(SlabPlans, ElementsThatShareAByteBeginAtOne) {
  const Array array("s4[64,9]{0,1}", 4);
  const Part part = array.part();
  SlabPlans plans(part);
  const auto plan = plans.plan_for({{3, 0}, {6, 9}});
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->first, 2);
}

}  // namespace
}  // namespace tileglot::relayout::digest::detail
