// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/ensure_size.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::notation::linear {
namespace {

using Sizes = std::vector<NamedSize>;

TEST(EnsureSize, TheFurthestVectorsGoFirst) {
  const Layout layout = layout_of("{register: [8,4,1], lane: [2,16]} -> {o: 32}");
  const Sizes eight{{Name("o"), 8}};
  EXPECT_EQ(answer_text(ensure_layout_not_larger_than(layout, eight)),
            "{register: [[0],[4],[1]], lane: [[2],[0]]} -> {o: 8}");
  EXPECT_EQ(answer_text(ensure_layout_not_larger_than(layout, eight, BroadcastRegisters::kNo)),
            "{register: [[4],[1]], lane: [[2],[0]]} -> {o: 8}");
  EXPECT_EQ(answer_text(ensure_layout_not_smaller_than(layout, Sizes{{Name("o"), 64}})),
            "{register: [[8],[4],[1],[32]], lane: [[2],[16]]} -> {o: 64}");
  EXPECT_EQ(answer_text(ensure_both(layout_of("{i: [[1,0]]} -> {a: 2, b: 1}"),
                                    Sizes{{Name("a"), 1}, {Name("b"), 2}})),
            "{i: [[0,0],[0,1]]} -> {a: 1, b: 2}");
}

TEST(EnsureSize, AShapeNamesEachOutputOnce) {
  const Layout layout = layout_of("{i: [1,3]} -> {o: 4}");
  const auto smaller = [&](const Sizes& shape) {
    return answer_text(ensure_layout_not_larger_than(layout, shape));
  };
  EXPECT_EQ(smaller({}), "linear.no_dimension");
  EXPECT_EQ(smaller({{Name("o"), 4}, {Name("p"), 4}}), "linear.no_dimension");
  EXPECT_EQ(smaller({{Name("o"), 4}, {Name("o"), 4}}), "linear.duplicate");
  EXPECT_EQ(smaller({{Name("o"), 3}}), "linear.size");
  EXPECT_EQ(smaller({{Name("o"), 2}}), "linear.not_a_single_bit");
  Layout none;
  none.add_out(Name("o"), 0);
  EXPECT_EQ(answer_text(ensure_layout_not_smaller_than(none, Sizes{{Name("o"), 2}})),
            "linear.no_dimension");
}

/// Every output at the bits of some inputs, each of a single bit; other inputs repeat or do nothing.
Layout any_permutation() {
  Layout layout;
  layout.add_out(standard_out(0), uniform(0, 4));
  layout.add_out(standard_out(1), uniform(0, 4));
  std::vector<std::uint64_t> columns;
  for (int i = 0; i < layout.out_bits(); ++i) columns.push_back(std::uint64_t{1} << i);
  columns.push_back(0);
  if (layout.out_bits() > 0) columns.push_back(std::uint64_t{1} << uniform(0, layout.out_bits()));
  for (std::size_t i = columns.size(); i > 1; --i)
    std::swap(columns[i - 1], columns[uniform<std::size_t>(0, i)]);
  const auto half = uniform<std::size_t>(0, columns.size());
  layout.add_in(kRegister, std::span(columns).first(half));
  layout.add_in(kLane, std::span(columns).subspan(half));
  return layout;
}

Sizes any_shape(const Layout& layout) {
  Sizes shape;
  for (const Dimension& out : layout.outs())
    shape.push_back({out.name, std::int64_t{1} << uniform(0, 5)});
  return shape;
}

TEST(EnsureSize, CutOutputsWrapAround) {
  core::check_law("linear_ensure_layout_not_larger_than", 10000, [] {
    const Layout layout = any_permutation();
    const Sizes shape = any_shape(layout);
    const Layout cut = ensure_layout_not_larger_than(layout, shape).value();
    for (std::size_t k = 0; k < shape.size(); ++k) {
      const Dimension& out = layout.outs()[k];
      ASSERT_EQ(cut.outs()[k].size(), std::min(out.size(), shape[k].size));
      const auto mask = static_cast<std::uint64_t>(cut.outs()[k].size() - 1);
      for (std::uint64_t x = 0; x < std::uint64_t{1} << layout.in_bits(); ++x)
        EXPECT_EQ(part_of(apply_flat(cut, x), cut.outs()[k]),
                  part_of(apply_flat(layout, x), out) & mask);
    }
  });
}

/// A register goes if it goes along a line that is cut there; other vectors are as in a cut.
TEST(EnsureSize, RegistersThatRepeatAreDropped) {
  core::check_law("linear_ensure_drops_registers", 10000, [] {
    const Layout layout = any_permutation();
    const Sizes shape = any_shape(layout);
    const Layout cut = ensure_layout_not_larger_than(layout, shape).value();
    std::vector<std::uint64_t> kept;
    for (int j = 0; j < layout.in_bits(); ++j) {
      const bool is_register = j < layout.ins().front().bits;
      const bool dropped = is_register && layout.column(j) != 0 && cut.column(j) == 0;
      if (!dropped) kept.push_back(cut.column(j));
    }
    const Layout less =
        ensure_layout_not_larger_than(layout, shape, BroadcastRegisters::kNo).value();
    EXPECT_EQ(std::vector<std::uint64_t>(less.columns().begin(), less.columns().end()), kept);
  });
}

TEST(EnsureSize, TheFirstInputGoesOverTheRest) {
  core::check_law("linear_ensure_layout_not_smaller_than", 10000, [] {
    const Layout layout = *any_layout({.max_bits = 5, .max_outs = 2});
    const Sizes shape = any_shape(layout);
    const Layout grown = ensure_layout_not_smaller_than(layout, shape).value();
    const Dimension& first = grown.ins().front();
    for (std::uint64_t x = 0; x < std::uint64_t{1} << grown.in_bits(); ++x) {
      std::uint64_t old = 0;
      for (const Dimension& in : layout.ins())
        old |= placed(part_of(part_of(x, *grown.find_in(in.name)), {in.name, in.bits}), in);
      std::uint64_t rest = part_of(x, first) >> layout.ins().front().bits;
      for (std::size_t k = 0; k < shape.size(); ++k) {
        const Dimension& out = layout.outs()[k];
        const Dimension& now = grown.outs()[k];
        ASSERT_EQ(now.size(), std::max(out.size(), shape[k].size));
        const int more = now.bits - out.bits;
        EXPECT_EQ(part_of(apply_flat(grown, x), now),
                  part_of(apply_flat(layout, old), out) |
                      (part_of(rest, {out.name, static_cast<std::int16_t>(more)}) << out.bits));
        rest >>= more;
      }
    }
  });
}

TEST(EnsureSize, BothFitTheShape) {
  core::check_law("linear_ensure_both", 10000, [] {
    const Layout layout = any_permutation();
    const Sizes shape = any_shape(layout);
    const Layout fitted = ensure_both(layout, shape).value();
    for (std::size_t k = 0; k < shape.size(); ++k)
      EXPECT_EQ(fitted.outs()[k].size(), shape[k].size);
    EXPECT_EQ(fitted, ensure_layout_not_larger_than(
                          ensure_layout_not_smaller_than(layout, shape).value(), shape)
                          .value());
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
