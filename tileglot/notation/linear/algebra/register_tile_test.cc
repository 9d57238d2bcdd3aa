// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/register_tile.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/algebra/divide.h"
#include "tileglot/notation/linear/algebra/identity.h"
#include "tileglot/notation/linear/algebra/product.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::notation::linear {
namespace {

std::string numbered(const Layout& a, const Layout& b, Side side) {
  const auto action = reg_perm_for_divide(a, b, side);
  if (!action) return action.error()->code;
  return *action ? print(**action) : "none";
}

TEST(RegisterTile, RegistersAreNumberedForTheTile) {
  const Layout a = layout_of("{register: [4,1,2]} -> {d: 8}");
  const Layout tile = layout_of("{register: [1,2]} -> {d: 4}");
  EXPECT_EQ(numbered(a, tile, Side::kLeft), "ColumnAction([1, 2, 0], register, 3)");
  EXPECT_EQ(numbered(a, tile, Side::kRight), "ColumnAction([1, 2, 0], register, 3)");
  EXPECT_EQ(numbered(tile, a, Side::kLeft), "none");
  EXPECT_EQ(numbered(a, layout_of("{register: [1]} -> {e: 2}"), Side::kLeft), "none");
  EXPECT_EQ(numbered(layout_of("{lane: [1]} -> {d: 2}"), tile, Side::kLeft), "linear.no_dimension");
  EXPECT_EQ(numbered(tile, layout_of("{lane: [1]} -> {d: 2}"), Side::kLeft), "linear.no_dimension");
}

TEST(RegisterTile, VectorsAreAsWideAsRegistersAllow) {
  const Layout layout = layout_of("{register: [4,1,2], lane: [8]} -> {offset: 16}");
  const auto free = largest_vectorisation(layout, 32).value();
  EXPECT_EQ(free.elements, 4);
  EXPECT_EQ(print(free.permutation), "ColumnAction([1, 2, 0], register, 3)");
  EXPECT_EQ(largest_vectorisation(layout, 8).value().elements, 8);
  EXPECT_EQ(largest_vectorisation(layout, 8, 8).value().elements, 1);
  EXPECT_EQ(largest_vectorisation(layout, 256).error()->code, "linear.vector_bits");
  EXPECT_EQ(largest_vectorisation(layout, 12).error()->code, "linear.size");
  EXPECT_EQ(largest_vectorisation(layout, 8, 3).error()->code, "linear.size");
  EXPECT_EQ(largest_vectorisation(layout_of("{register: []} -> {d: 1}"), 8).error()->code,
            "linear.no_dimension");
}

TEST(RegisterTile, RepsAreWhatTheTileLeaves) {
  const Layout layout = layout_of("{register: [1,4], lane: [2]} -> {d: 8}");
  const Layout tile = layout_of("{register: [1]} -> {d: 2}");
  EXPECT_EQ(answer_text(reps(layout, tile).value()),
            "{register: [[0],[4]], lane: [[2]]} -> {d: 8}, surjective: false");
  EXPECT_EQ(
      answer_text(reps(layout, layout_of("{register: [2]} -> {d: 4}, surjective: false")).value()),
      "none");
  EXPECT_EQ(reps(layout, layout_of("{register: [1]} -> {e: 2}")).error()->code,
            "linear.no_dimension");
}

/// All ways to number the registers.
std::vector<ColumnAction> all_numberings(const Layout& layout) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(layout.find_in(kRegister)->bits));
  std::iota(order.begin(), order.end(), 0);
  std::vector<ColumnAction> all;
  do {
    all.push_back(column_action(order, kRegister, static_cast<std::int64_t>(order.size())).value());
  } while (std::ranges::next_permutation(order).found);
  return all;
}

/// Registers and lanes into one output, in which a tile of registers is likely to be.
Layout any_register_layout(const Name& out) {
  const Layout columns = *any_layout({.max_bits = 5, .max_outs = 1});
  const auto registers = std::min<std::size_t>(columns.columns().size(), 4);
  Layout layout;
  layout.add_out(out, columns.out_bits());
  layout.add_in(kRegister, columns.columns().first(registers));
  layout.add_in(kLane, columns.columns().subspan(registers));
  return layout;
}

TEST(RegisterTile, ANumberingIsFoundIfAnyDivides) {
  core::check_law("linear_reg_perm_for_divide", 10000, [] {
    const Layout tile = identity(uniform(0, 3), kRegister, kOffset);
    const bool left = *rc::gen::arbitrary<bool>();
    const auto divide = left ? divide_left : divide_right;
    const Layout layout = any_register_layout(kOffset);
    const auto found = reg_perm_for_divide(layout, tile, left ? Side::kLeft : Side::kRight).value();
    const auto all = all_numberings(layout);
    const bool any = std::ranges::any_of(all, [&](const ColumnAction& action) {
      return divide(apply(action, layout).value(), tile).has_value();
    });
    const bool works = found && divide(apply(*found, layout).value(), tile).has_value();
    EXPECT_EQ(works, any);
  });
}

TEST(RegisterTile, NoNumberingIsWider) {
  core::check_law("linear_largest_vectorisation", 10000, [] {
    const Layout layout = any_register_layout(kOffset);
    const auto found = largest_vectorisation(layout, 32).value();
    std::int64_t widest = 1;
    for (const ColumnAction& action : all_numberings(layout)) {
      for (int v = 1; v <= 2; ++v) {
        if (divide_left(apply(action, layout).value(), identity(v, kRegister, kOffset)))
          widest = std::max(widest, std::int64_t{1} << v);
      }
    }
    EXPECT_EQ(found.elements, widest);
    const Layout numbered_so = apply(found.permutation, layout).value();
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(found.elements); ++i)
      EXPECT_EQ(apply_flat(numbered_so, i), i);
  });
}

TEST(RegisterTile, TileAndRepsMakeTheLayout) {
  core::check_law("linear_reps", 10000, [] {
    const Layout tile = *any_layout({.max_bits = 3, .max_outs = 2});
    Layout layout = mul(tile, *any_layout({.max_bits = 3, .max_outs = 2})).value();
    if (layout.in_bits() > 0 && layout.out_bits() > 0 && *rc::gen::arbitrary<bool>()) {
      const int j = uniform(0, layout.in_bits());
      layout.set_column(j, layout.column(j) ^ (std::uint64_t{1} << uniform(0, layout.out_bits())));
    }
    std::uint64_t touched = 0;
    bool fits = true;
    for (const Dimension& in : tile.ins()) {
      for (int i = 0; i < in.bits; ++i) {
        std::uint64_t wanted = 0;
        for (const Dimension& out : tile.outs())
          wanted |= placed(part_of(tile.column(in.begin + i), out), *layout.find_out(out.name));
        touched |= wanted;
        fits = fits && layout.column(layout.find_in(in.name)->begin + i) == wanted;
      }
    }
    const auto rest = reps(layout, tile).value();
    for (const Dimension& in : layout.ins()) {
      const Dimension* known = tile.find_in(in.name);
      for (int i = known == nullptr ? 0 : known->bits; i < in.bits; ++i) {
        fits = fits && (layout.column(in.begin + i) & touched) == 0;
        if (rest) {
          EXPECT_EQ(rest->column(in.begin + i), layout.column(in.begin + i));
        }
      }
      for (int i = 0; known != nullptr && i < known->bits && rest; ++i)
        EXPECT_EQ(rest->column(in.begin + i), 0U);
    }
    EXPECT_EQ(rest.has_value(), fits);
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
