// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/window.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <optional>

#include "tileglot/core/law.h"

namespace tileglot::hlo {
namespace {

TEST(Window, HowLongAWindowedDimensionIs) {
  EXPECT_EQ(windowed_extent(8, {.size = 3}), 6);
  EXPECT_EQ(windowed_extent(8, {.size = 3, .stride = 2, .padding_low = 1, .padding_high = 1}), 4);
  EXPECT_EQ(windowed_extent(8, {.size = 3, .window_dilation = 2}), 4);
  EXPECT_EQ(windowed_extent(3, {.size = 1, .base_dilation = 3}), 7);
  EXPECT_EQ(windowed_extent(2, {.size = 3}), 0);
  EXPECT_EQ(windowed_extent(2, {.size = 3, .stride = 0}), std::nullopt);
  EXPECT_EQ(windowed_extent(4, {.size = 0}), std::nullopt);
}

TEST(Window, PadsAndSlices) {
  EXPECT_EQ(padded_extent(3, {.low = 1, .high = 0, .interior = 2}), 8);
  EXPECT_EQ(padded_extent(3, {.low = -1, .high = -1}), 1);
  EXPECT_EQ(padded_extent(3, {.low = -4}), std::nullopt);
  EXPECT_EQ(sliced_extent(10, {.start = 1, .limit = 8, .stride = 3}), 3);
  EXPECT_EQ(sliced_extent(10, {.start = 1, .limit = 11}), std::nullopt);
}

/// Counts the places at which the window lies inside.
std::int64_t places_by_trying(std::int64_t extent, const WindowDimension& w) {
  const std::int64_t base =
      (extent == 0 ? 0 : (extent - 1) * w.base_dilation + 1) + w.padding_low + w.padding_high;
  const std::int64_t reach = (w.size - 1) * w.window_dilation + 1;
  std::int64_t count = 0;
  for (std::int64_t at = 0; at + reach <= base; at += w.stride) ++count;
  return count;
}

TEST(Window, PlacesAreCounted) {
  core::check_law("hlo_window_places", 5000, [] {
    const auto small = [](int from, int to) { return std::int64_t{*rc::gen::inRange(from, to)}; };
    const WindowDimension w{.size = small(1, 5),
                            .stride = small(1, 4),
                            .padding_low = small(-2, 3),
                            .padding_high = small(-2, 3),
                            .base_dilation = small(1, 4),
                            .window_dilation = small(1, 4)};
    const std::int64_t extent = small(0, 9);
    RC_ASSERT(windowed_extent(extent, w) == places_by_trying(extent, w));
  });
}

}  // namespace
}  // namespace tileglot::hlo
