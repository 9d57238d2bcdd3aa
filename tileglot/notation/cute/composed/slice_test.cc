// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/composed/slice.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr ComposedLayout kTile{Swizzle{3, 0, 3}, core::static_integer(0), "(_8,_8):(_8,_1)"_layout};
constexpr ComposedLayout kNoDomain{"8:1"_layout, Integer(0), Swizzle{1, 0, 1}};
constexpr core::Underscore kKeep;

static_assert(std::get<Layout<>>(slice_and_offset(*tuple_of(core::static_integer(1), kKeep), kTile)
                                     ->layout) == "((_2,_4)):((_-1,_2))"_layout);
static_assert(slice_and_offset(*tuple_of(core::static_integer(1), kKeep), kTile)->offset ==
              core::static_integer(9));
static_assert(std::get<ComposedLayout>(slice_and_offset(*tuple_of(kKeep, kKeep), kTile)->layout) ==
              kTile);
static_assert(std::get<Layout<>>(*slice(*tuple_of(kKeep, core::static_integer(0)), kTile)) ==
              "(_8):(_9)"_layout);
static_assert(slice(*tuple_of(kKeep, 0), kNoDomain).refusal.reason == Reason::kSwizzleHasNoShape);
static_assert(slice(*tuple_of(kKeep), kTile).refusal.reason == Reason::kCoordinateRank);
static_assert(std::get<ComposedLayout>(domain_offset(*tuple_of(1, 2), kTile)->layout).offset ==
              Integer(10));
static_assert(domain_offset(*tuple_of(1, 2), kTile)->offset == core::static_integer(0));
static_assert(domain_offset(*tuple_of(1, 2, 3), kTile).refusal.reason == Reason::kCoordinateRank);

std::string part_of(std::string_view coordinate, std::string_view layout) {
  const auto part = slice_and_offset(*parse_coordinate(coordinate),
                                     std::get<ComposedLayout>(*parse_any_layout(layout)));
  const std::string text =
      std::visit([](const auto& l) { return print(l, Marks::kShow); }, part->layout);
  return text + " at " + print(part->offset, Marks::kShow);
}

TEST(ComposedSlice, ARowOfASwizzledTileIsPlain) {
  constexpr std::string_view tile = "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)";
  EXPECT_EQ(part_of("(_1,_)", tile), "((_2,_4)):((_-1,_2)) at _9");
  EXPECT_EQ(part_of("(_,_0)", tile), "(_8):(_9) at _0");
  EXPECT_EQ(part_of("(2,_)", tile), "((_2,_2,_2)):((1,-2,4)) at 18");
  EXPECT_EQ(part_of("(2,3)", tile), "():() at 17");
}

TEST(ComposedSlice, APartThatIsXoredIntoItselfStaysComposed) {
  EXPECT_EQ(part_of("(_,_1)", "Sw<2,2,3> o _0 o ((_8,_2,_4),_8):((_64,_32,_8),_1)"),
            "Sw<2,2,3> o _0 o ((_8,_2,_4)):((_64,_32,_8)) at _1");
}

TEST(ComposedSlice, APartWhoseBitsAreNotApartStaysComposed) {
  EXPECT_EQ(part_of("(_1,_)", "Sw<2,0,2> o _3 o (_3,_5):(_5,_1)"),
            "Sw<2,0,2> o _8 o (_5):(_1) at _0");
  EXPECT_EQ(part_of("(_1,_)", "(4,2):(10,1) o _3 o (_3,_2):(_1,_1)"),
            "(4,2):(10,1) o _4 o (_2):(_1) at _0");
}

/// A coordinate with some modes `_`, the same with 0 there, and one of the free modes.
struct Cut {
  IntTuple kept;
  IntTuple whole;
  IntTuple free;
};

/// Keeps or chooses each top-level mode.
Cut any_cut(const IntTuple& shape) {
  Cut cut;
  for (int k = 0; k < rank(shape); ++k) {
    const IntTuple c = *any_coordinate(*mode(shape, k));
    const bool keeps = *rc::gen::arbitrary<bool>();
    cut.kept = *append(cut.kept, keeps ? IntTuple(core::Underscore{}) : c);
    cut.whole = *append(cut.whole, c);
    if (keeps) cut.free = *append(cut.free, c);
  }
  return cut;
}

std::int64_t value_at(const CuteLayout& layout, const IntTuple& coordinate) {
  return std::visit([&](const auto& l) { return crd2idx(coordinate, l)->value; }, layout);
}

TEST(ComposedSlice, APartHasTheOffsetsOfTheWhole) {
  int plain = 0;
  core::check_law("composed_slice_has_the_offsets", 20000, [&plain] {
    const ComposedLayout c = *any_composed_layout();
    const IntTuple extents = *shape(c);
    if (has_zero(extents) || extents.is_scalar) return;
    const Cut cut = any_cut(extents);
    const auto part = slice_and_offset(cut.kept, c);
    ASSERT_TRUE(part.ok()) << print(c) << " cut by " << print(cut.kept);
    plain += std::holds_alternative<Layout<>>(part->layout) && rank(cut.free) > 0 ? 1 : 0;
    ASSERT_EQ(part->offset.value + value_at(part->layout, cut.free), crd2idx(cut.whole, c)->value)
        << print(c) << " cut by " << print(cut.kept) << " at " << print(cut.free);
  });
  EXPECT_GT(plain, core::law_minimum(100));
}

TEST(ComposedSlice, ADomainOffsetMovesTheOrigin) {
  core::check_law("composed_domain_offset_moves", 10000, [] {
    const ComposedLayout c = *any_composed_layout();
    const IntTuple extents = *shape(c);
    if (has_zero(extents)) return;
    const IntTuple at = *any_coordinate(extents);
    const auto moved = domain_offset(at, c);
    ASSERT_TRUE(moved.ok()) << print(c);
    for (std::int64_t i = 0; i < size(extents)->value; ++i) {
      const Integer inside = *apply(c.inner, Integer(i));
      const Integer from = *apply(c.inner, at);
      const auto there = apply(c.outer, Integer(c.offset.value + from.value + inside.value));
      ASSERT_EQ(value_at(moved->layout, i), there->value) << print(c) << " from " << print(at);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
