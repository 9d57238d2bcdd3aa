// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/composed/swizzled_product.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <variant>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr ComposedLayout kOrder{Swizzle{2, 1, 2}, core::static_integer(0),
                                "(_16,_2):(_1,_16)"_layout};
constexpr ComposedLayout kUnfelt{Swizzle{2, 3, 2}, core::static_integer(0), "(_8):(_1)"_layout};
constexpr ComposedLayout kHalf{Swizzle{1, 2, 2}, core::static_integer(0), "(_8):(_1)"_layout};
constexpr ComposedLayout kMoved{Swizzle{2, 1, 2}, Integer(4), "(_16,_2):(_1,_16)"_layout};

static_assert(std::get<ComposedLayout>(*logical_product("_2:_1"_layout, kOrder)) ==
              ComposedLayout{Swizzle{2, 2, 2}, core::static_integer(0),
                             "(_2,(_16,_2)):(_1,(_2,_32))"_layout});
static_assert(std::get<Layout<>>(*logical_product("_2:_1"_layout, kUnfelt)) ==
              "(_2,(_8)):(_1,(_2))"_layout);
static_assert(logical_product("_2:_1"_layout, kHalf).refusal.reason == Reason::kSwizzleMasks);
static_assert(logical_product("_2:_1"_layout, kMoved).refusal.reason == Reason::kOffsetNotZero);

std::int64_t value_of(const CuteLayout& layout, const IntTuple& coordinate) {
  return std::visit([&](const auto& l) { return crd2idx(coordinate, l)->value; }, layout);
}

TEST(SwizzledProduct, TheSwizzleMovesWithTheBlocks) {
  const auto product = logical_product("2:1"_layout, kOrder);
  EXPECT_EQ(print(std::get<ComposedLayout>(*product)), "Sw<2,2,2> o 0 o (2,(16,2)):(1,(2,32))");
}

/// Where the order is column-major, block j is where the swizzled order has it.
TEST(SwizzledProduct, BlocksOfAColumnMajorOrderAreWhereTheSwizzlePutsThem) {
  int swizzled = 0;
  core::check_law("swizzled_product_moves_blocks", 10000, [&swizzled] {
    const Layout<> order = *make_layout((*any_bit_permutation()).shape);
    const Swizzle s = *any_swizzle();
    const Layout<> block{IntTuple(4), IntTuple(1)};
    const auto product = logical_product(block, ComposedLayout{s, core::static_integer(0), order});
    if (!product) return;
    const bool is_felt = std::holds_alternative<ComposedLayout>(*product);
    swizzled += is_felt ? 1 : 0;
    for (std::int64_t j = 0; is_felt && j < size(order)->value; ++j) {
      ASSERT_EQ(value_of(*product, *tuple_of(3, j)), 4 * apply(s, j) + 3)
          << print(order) << " after " << print(s) << " at " << j;
    }
  });
  EXPECT_GT(swizzled, core::law_minimum(20));
}

}  // namespace
}  // namespace tileglot::notation::cute
