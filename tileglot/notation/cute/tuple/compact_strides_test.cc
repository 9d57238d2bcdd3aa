// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tuple/compact_strides.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/tuple/any_tuple.h"

namespace tileglot::notation::cute {
namespace {

constexpr IntTuple tuple(std::string_view text) { return *read_int_tuple(text); }

std::string text_of(const Outcome<IntTuple>& t) { return t ? marked_text(*t) : "refused"; }

static_assert(*compact_col_major(tuple("(_8,(_2,(_8),2))")) == tuple("(_1,(_8,(_16),_128))"));
static_assert(*compact_col_major(tuple("(4,_1,2)")) == tuple("(_1,_0,4)"));
static_assert(*compact_col_major(tuple("(1,2)"), 3) == tuple("(3,3)"));
static_assert(*compact_col_major(tuple("((2,3),4)"), tuple("(1,10)")) == tuple("((1,2),10)"));
static_assert(compact_col_major(tuple("(2,3)"), tuple("(1)")).refusal ==
              Refusal{Reason::kRanksDiffer, 2, 1});
static_assert(*compact_row_major(tuple("(_16,(_8,_1))")) == tuple("(_8,(_1,_0))"));
static_assert(*compact_row_major(tuple("()")) == tuple("()"));
static_assert(compact_row_major(tuple("(3,4294967296,4294967296)")).refusal.reason ==
              Reason::kProductTooLarge);
static_assert(*prefix_product(tuple("((_2,_1),3)")) == tuple("((_1,_2),_2)"));
static_assert(*prefix_product(5) == tuple("_1") && *prefix_product(5, 7) == tuple("7"));
static_assert(*compact_order(tuple("((_2,_4),_5)"), tuple("((_0,_4),_1)")) ==
              tuple("((_1,_10),_2)"));
static_assert(*compact_order(tuple("(2,3,4)"), tuple("(_1,_0,_1)")) == tuple("(3,_1,3)"));
static_assert(*compact_order(tuple("(2,3,4,5)"), tuple("(_2,67,42,_50)")) == tuple("(_1,10,30,2)"));
static_assert(*compact_order(tuple("(2,(3,4))"), tuple("(_1,_0)")) == tuple("(12,(_1,3))"));
static_assert(compact_order(tuple("(2,3)"), tuple("(_1,_0,_2)")).refusal.reason ==
              Reason::kCoordinateRank);
static_assert(*make_basis_like(4) == tuple("_1") && *make_basis_like(tuple("()")) == tuple("()"));
static_assert(make_basis_like(tuple("(4,(2,3))"))->at(2) ==
              Integer(1, true, core::BasisPath{}.inside(1).inside(1)));
static_assert(make_basis_like(tuple("((((((1))))))")).refusal == Refusal{Reason::kBasisPath, 5, 0});

TEST(CompactStrides, StridesInTheOrderOfRowsColumnsAndNumbers) {
  EXPECT_EQ(text_of(compact_row_major(tuple("(3,(4,5))"))), "(20,(5,_1))");
  EXPECT_EQ(text_of(compact_col_major(tuple("(3,(4,5))"))), "(_1,(3,12))");
  EXPECT_EQ(text_of(compact_order(tuple("(2,3,4)"), tuple("(_2,_0,_1)"))), "(12,_1,3)");
  EXPECT_EQ(text_of(make_basis_like(tuple("(4,(2,3))"))), "(_1@0,(_1@0@1,_1@1@1))");
}

/// Dynamic extents only: a static 1 has stride 0, which the examples above show.
IntTuple any_dynamic_shape() {
  IntTuple shape = *any_shape();
  shape.static_mask = 0;
  return shape;
}

TEST(CompactStrides, CompactStridesNumberTheElements) {
  core::check_law("compact_strides_number_the_elements", 10000, [] {
    const IntTuple shape = any_dynamic_shape();
    const std::int64_t start = *rc::gen::inRange<std::int64_t>(1, 9);
    const auto extents = leaf_values(shape);
    const auto columns = leaf_values(*compact_col_major(shape, start));
    const auto rows = leaf_values(*compact_row_major(shape, start));
    const std::size_t n = extents.size();
    std::int64_t up = start;
    std::int64_t down = start;
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(columns[i], up) << marked_text(shape);
      ASSERT_EQ(rows[n - 1 - i], down) << marked_text(shape);
      up *= extents[i];
      down *= extents[n - 1 - i];
    }
    ASSERT_TRUE(congruent(*compact_col_major(shape), shape));
    ASSERT_EQ(leaf_values(*prefix_product(shape, start)), columns);
  });
}

TEST(CompactStrides, AStaticExtentOfOneStandsStill) {
  core::check_law("static_ones_stand_still", 10000, [] {
    const IntTuple shape = *any_shape();
    const IntTuple columns = *compact_col_major(shape);
    const IntTuple rows = *compact_row_major(shape);
    for (int slot = 0; slot < shape.slots; ++slot) {
      if (shape.is_empty(slot)) continue;
      const bool still = shape.at(slot) == core::static_integer(1);
      ASSERT_EQ(columns.values[slot] == 0, still) << marked_text(shape);
      ASSERT_EQ(rows.values[slot] == 0, still) << marked_text(shape);
    }
  });
}

/// By sorting: leaf by leaf, the extents of all leaves with a smaller number, and of those before
/// in the same mode.
TEST(CompactStrides, OrderSaysWhichModesRunFaster) {
  core::check_law("compact_order_follows_the_numbers", 10000, [] {
    const IntTuple shape = any_dynamic_shape();
    const IntTuple order = *any_like(shape, 0, 5);
    const IntTuple stride = *compact_order(shape, order);
    for (int slot = 0; slot < shape.slots; ++slot) {
      if (shape.is_empty(slot)) continue;
      std::int64_t expected = 1;
      for (int other = 0; other < shape.slots; ++other) {
        if (shape.is_empty(other)) continue;
        const Integer a = order.at(other);
        const Integer b = order.at(slot);
        const std::int64_t rank_a = a.is_static ? a.value : 100 + other;
        const std::int64_t rank_b = b.is_static ? b.value : 100 + slot;
        if (rank_a < rank_b) expected *= shape.values[other];
      }
      ASSERT_EQ(stride.values[slot], expected) << marked_text(shape) << " " << marked_text(order);
    }
  });
}

TEST(CompactStrides, AnIntegerOrdersWhatStandsUnderIt) {
  core::check_law("an_order_number_stands_for_a_mode", 10000, [] {
    const IntTuple shape = any_dynamic_shape();
    const IntTuple zero = tuple("_0");
    ASSERT_EQ(*compact_order(shape, zero), *compact_col_major(shape)) << marked_text(shape);
    IntTuple reversed;  // the last mode fastest, column-major inside
    for (int i = rank(shape); i-- > 0;) reversed = *append(reversed, core::static_integer(i));
    if (shape.is_scalar) return;
    const IntTuple stride = *compact_order(shape, reversed);
    Integer running = core::static_integer(1);
    for (int i = rank(shape); i-- > 0;) {
      const IntTuple mode_of_shape = *mode(shape, i);
      ASSERT_TRUE(equal_values(*mode(stride, i), *compact_col_major(mode_of_shape, running)))
          << marked_text(shape);
      running = *multiply(running, *size(mode_of_shape));
    }
  });
}

/// The basis of a leaf, as the path by which `mode` reaches it.
void expect_paths(const IntTuple& shape, const IntTuple& bases, core::BasisPath path) {
  if (shape.is_scalar) {
    ASSERT_EQ(bases.at(0), Integer(1, true, path));
    return;
  }
  for (int i = 0; i < rank(shape); ++i) {
    expect_paths(*mode(shape, i), *mode(bases, i), path.inside(i));
  }
}

TEST(CompactStrides, EveryLeafHasTheBasisOfItsPath) {
  core::check_law("bases_have_the_paths_of_their_leaves", 10000, [] {
    const IntTuple shape = *any_shape();
    expect_paths(shape, *make_basis_like(shape), {});
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
