// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/kernel/compact_stride.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

TEST(CompactStride, StridesAreStaticWhereTheExtentsAre) {
  constexpr auto shape = make_shape(_4{}, make_shape(3, _2{}), 5);
  constexpr auto columns = compact_stride(shape);
  static_assert(columns == make_stride(1, make_stride(4, 12), 24));
  static_assert(
      std::is_same_v<decltype(columns), const Stride<_1, Stride<_4, std::int64_t>, std::int64_t>>);
  constexpr auto rows = compact_stride(shape, LayoutRight{});
  static_assert(rows == make_stride(30, make_stride(10, 5), 1));
  static_assert(compact_stride(Shape<_1, _8>{}) == Stride<_0, _1>{});
  static_assert(compact_stride(7) == 1);
}

}  // namespace
