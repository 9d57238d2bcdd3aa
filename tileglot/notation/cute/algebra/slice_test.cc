// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/slice.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/algebra/identity_layout.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr core::Underscore kKeep{};
constexpr Layout<> kNested = "(3,(2,3)):(3,(12,1))"_layout;

static_assert(*slice(*tuple_of(kKeep, *tuple_of(kKeep, 1)), kNested) == "(3,2):(3,12)"_layout);
static_assert(*dice(*tuple_of(kKeep, 5), kNested) == "((2,3)):((12,1))"_layout);
static_assert(*slice(IntTuple(kKeep), kNested) == kNested);
static_assert(*slice(*tuple_of(1, 2), kNested) == Layout<>{});
static_assert(slice_and_offset(*tuple_of(kKeep, 5), kNested)->offset == IntTuple(14));
static_assert(!slice(*tuple_of(kKeep), kNested).ok());
static_assert(domain_offset(*tuple_of(1, 5), kNested)->offset == IntTuple(17));

TEST(Slice, ASliceIsWhatAnUnderscoreKeeps) {
  const IntTuple shape = *tuple_of(3, *tuple_of(2, 3));
  EXPECT_EQ(print(*slice(*tuple_of(kKeep, *tuple_of(kKeep, 1)), shape)), "(3,2)");
  EXPECT_EQ(print(*dice(*tuple_of(kKeep, *tuple_of(kKeep, 1)), shape)), "(3)");
  const Slice row = *slice_and_offset(*tuple_of(kKeep, 5), kNested);
  EXPECT_EQ(print(row.layout), "(3):(3)");
  EXPECT_EQ(print(row.offset), "14");
}

TEST(Slice, WithScaledBasesTheOffsetIsACoordinate) {
  const Layout<> identity = *make_identity_layout(*tuple_of(3, *tuple_of(16)));
  const Slice part = *slice_and_offset(*tuple_of(1, kKeep), identity);
  EXPECT_EQ(print(part.layout), "((16)):((1@0@1))");
  EXPECT_EQ(print(part.offset), "(1,(0))");
  const Layout<> single = *make_identity_layout(*tuple_of(8));
  EXPECT_EQ(print(slice_and_offset(*tuple_of(kKeep), single)->offset), "0@0");
}

TEST(Slice, ACoordinateThatDoesNotFitIsRefused) {
  EXPECT_EQ(slice(*tuple_of(*tuple_of(0, kKeep), kKeep), *tuple_of(4, 8)).refusal.reason,
            Reason::kCoordinateIsTuple);
  EXPECT_EQ(dice(*tuple_of(kKeep), *tuple_of(4, 8)).refusal.reason, Reason::kCoordinateRank);
}

/// The coordinate with each integer replaced by `_` now and then.
IntTuple with_underscores(const IntTuple& coordinate) {
  IntTuple kept = coordinate;
  for (int slot = 0; slot < kept.slots; ++slot) {
    if (kept.is_empty(slot) || *rc::gen::inRange(0, 2) == 0) continue;
    kept.keep_mask |= std::uint64_t{1} << unsigned(slot);
    kept.set(slot, core::static_integer(0));
  }
  return kept;
}

/// What a coordinate has where `pattern` has `_`; one entry each.
IntTuple what_is_free(const IntTuple& pattern, const IntTuple& coordinate) {
  IntTuple free;
  for (int slot = 0; slot < pattern.slots; ++slot) {
    if (pattern.is_keep(slot)) free = *append(free, coordinate.at(slot));
  }
  return pattern.is_scalar && free.slots == 1 ? *mode(free, 0) : free;
}

TEST(Slice, OffsetAndSliceAreTheWhole) {
  core::check_law("slice_and_offset_is_the_whole", 10000, [] {
    const Layout<> layout = *any_layout();
    if (has_zero(layout.shape)) return;
    const IntTuple coordinate = *any_coordinate(layout.shape);
    const IntTuple pattern = with_underscores(coordinate);
    const auto part = slice_and_offset(pattern, layout);
    ASSERT_TRUE(part.ok()) << print(layout) << print(pattern);
    const IntTuple free = what_is_free(pattern, coordinate);
    const std::int64_t offset = part->offset.values[0];
    const auto inside = crd2idx(free.slots == 0 ? IntTuple(0) : free, part->layout);
    ASSERT_TRUE(inside.ok()) << print(part->layout) << print(free);
    ASSERT_EQ(offset + inside->value, crd2idx(coordinate, layout)->value)
        << print(layout) << print(pattern) << print(coordinate);
    ASSERT_EQ(domain_offset(coordinate, layout)->offset.values[0],
              crd2idx(coordinate, layout)->value);
  });
}

TEST(Slice, SliceAndDiceShareTheModes) {
  core::check_law("dice_is_the_rest", 10000, [] {
    const Layout<> layout = *any_layout();
    if (has_zero(layout.shape)) return;
    const IntTuple pattern = with_underscores(*any_coordinate(layout.shape));
    const Layout<> kept = *slice(pattern, layout);
    const Layout<> rest = *dice(pattern, layout);
    ASSERT_EQ(core::leaf_count(kept.shape) + core::leaf_count(rest.shape),
              core::leaf_count(layout.shape));
    ASSERT_EQ(size(kept)->value * size(rest)->value, size(layout)->value);
    if (pattern.is_scalar) return;
    ASSERT_EQ(rank(kept), std::popcount(pattern.keep_mask)) << print(layout) << print(pattern);
    ASSERT_EQ(cosize(kept)->value + cosize(rest)->value, cosize(layout)->value + 1);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
