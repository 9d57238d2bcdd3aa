// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/fragment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(*make_fragment_like("((_1,_3,_4),_5):((_0,_60,_1),_12)"_layout) ==
              "((_1,_3,_4),(_5)):((_0,_1,_3),(_12))"_layout);
static_assert(*make_fragment_like("_8:_16"_layout) == "_8:_1"_layout);
static_assert(*make_fragment_like("(_4,_1):(_1,_0)"_layout) == "(_4,(_1)):(_1,(_0))"_layout);

TEST(Fragment, AFragmentIsCompact) {
  EXPECT_EQ(print(*make_fragment_like("(_2,_1,_6):(_4,_7,_8)"_layout)), "(2,1,6):(1,0,2)");
  EXPECT_EQ(print(*make_fragment_like("(_4,_3,_2):(_0,_2,_1)"_layout)), "(4,3,2):(0,2,1)");
}

TEST(Fragment, TheFirstModeIsFastestAndNoElementIsMissing) {
  core::check_law("fragment_is_compact", 10000, [] {
    Layout<> layout = *any_nested_layout();
    if (has_zero(layout.shape) || has_zero(layout.stride)) return;
    for (int slot = 0; slot < layout.shape.slots; ++slot) {
      if (layout.shape.is_empty(slot)) continue;
      layout.shape.set(slot, core::static_integer(layout.shape.values[slot]));
      layout.stride.set(slot, core::static_integer(layout.stride.values[slot]));
    }
    const Layout<> fragment = *make_fragment_like(layout);
    std::vector<std::int64_t> offsets = offsets_of(fragment);
    const std::int64_t first = rank(layout) == 0 ? 1 : size(*mode(layout, 0))->value;
    for (std::int64_t i = 0; i < first; ++i)
      ASSERT_EQ(offsets[std::size_t(i)], i) << print(layout) << ": " << print(fragment);
    std::sort(offsets.begin(), offsets.end());
    for (std::size_t i = 0; i < offsets.size(); ++i)
      ASSERT_EQ(offsets[i], std::int64_t(i)) << print(layout) << ": " << print(fragment);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
