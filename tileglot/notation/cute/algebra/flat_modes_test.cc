// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/flat_modes.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr int count_of(const Layout<>& layout) {
  return FlatModes(layout, 0, layout.shape.slots).count;
}
static_assert(count_of("(4,3,1):(3,1,0)"_layout) == 3);
static_assert(count_of("(2,(1,6)):(1,(6,2))"_layout) == 1);
static_assert(count_of("()"_layout) == 1);

TEST(FlatModes, TheFlatModesRunOnAsTheLayoutDoes) {
  core::check_law("flat_modes_run_on", 20000, [] {
    const Layout<> layout = *any_layout();
    if (has_zero(layout.shape)) return;
    const FlatModes modes(layout, 0, layout.shape.slots);
    const std::int64_t end = 2 * size(layout)->value;
    for (std::int64_t i = -end; i <= end && leaf_count(layout.shape) > 0; ++i) {
      ASSERT_EQ(offset_at(modes, i)->value, crd2idx(i, layout)->value)
          << print(layout) << " at " << i;
    }
  });
}

TEST(FlatModes, AGapIsZeroWhereTheOffsetsAddUp) {
  core::check_law("gap_is_the_difference", 20000, [] {
    const Layout<> layout = *any_layout();
    if (has_zero(layout.shape)) return;
    const FlatModes modes(layout, 0, layout.shape.slots);
    const std::int64_t x = *rc::gen::inRange<std::int64_t>(-600, 600);
    const std::int64_t y = *rc::gen::inRange<std::int64_t>(-600, 600);
    Gap gap(modes);
    gap.add(1, x + y);
    gap.add(-1, x);
    gap.add(-1, y);
    const std::int64_t parts = offset_at(modes, x)->value + offset_at(modes, y)->value;
    ASSERT_EQ(gap.is_zero(), offset_at(modes, x + y)->value == parts) << print(layout);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
