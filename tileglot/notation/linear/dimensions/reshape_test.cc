// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/reshape.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::notation::linear {
namespace {

using Sizes = std::vector<NamedSize>;

TEST(Reshape, InputsAreCutAnew) {
  const Layout layout = layout_of("{register: [1], lane: [2]} -> {d: 4}");
  EXPECT_EQ(answer_text(reshape_ins(layout, Sizes{{Name("n"), 4}})), "{n: [[1],[2]]} -> {d: 4}");
  EXPECT_EQ(answer_text(reshape_outs(layout, Sizes{{Name("a"), 2}, {Name("b"), 2}})),
            "{register: [[1,0]], lane: [[0,1]]} -> {a: 2, b: 2}");
  EXPECT_EQ(answer_text(reshape_ins(layout, Sizes{{Name("n"), 8}})), "linear.product");
  EXPECT_EQ(answer_text(reshape_ins(layout, Sizes{{Name("n"), 3}})), "linear.size");
  EXPECT_EQ(answer_text(reshape_outs(layout, Sizes{{Name("n"), 2}, {Name("n"), 2}})),
            "linear.duplicate");
  EXPECT_EQ(answer_text(reshape_outs(layout, Sizes(65))), "linear.too_many_dimensions");
}

TEST(Reshape, OneDimensionOfAll) {
  const Layout layout = layout_of("{register: [[1,0]], lane: [[0,1]]} -> {a: 2, b: 2}");
  EXPECT_EQ(print(flatten_ins(layout)), "{register: [[1,0],[0,1]]} -> {a: 2, b: 2}");
  EXPECT_EQ(print(flatten_outs(layout)), "{register: [[1]], lane: [[2]]} -> {a: 4}");
  EXPECT_EQ(flatten_ins(Layout()), Layout());
  EXPECT_EQ(flatten_outs(Layout()), Layout());
}

/// Sizes with so many bits in all, some of them 1.
Sizes any_sizes(int bits) {
  Sizes sizes;
  const auto add = [&](int own) {
    sizes.push_back({Name("n" + std::to_string(sizes.size())), std::int64_t{1} << own});
    bits -= own;
  };
  if (uniform(0, 2) == 1) add(0);
  while (bits > 0) add(uniform(1, bits + 1));
  if (uniform(0, 2) == 1) add(0);
  return sizes;
}

void expect_sizes(std::span<const Dimension> dimensions, const Sizes& sizes) {
  ASSERT_EQ(dimensions.size(), sizes.size());
  for (std::size_t k = 0; k < sizes.size(); ++k) EXPECT_EQ(dimensions[k].size(), sizes[k].size);
}

TEST(Reshape, TheFlatFunctionStays) {
  core::check_law("linear_reshape", 10000, [] {
    const Layout layout = *any_layout();
    const Sizes ins = any_sizes(layout.in_bits());
    const Sizes outs = any_sizes(layout.out_bits());
    const Layout cut = reshape_outs(reshape_ins(layout, ins).value(), outs).value();
    expect_sizes(cut.ins(), ins);
    expect_sizes(cut.outs(), outs);
    const Layout flat = flatten_outs(flatten_ins(layout));
    EXPECT_EQ(flat.ins().size() + flat.outs().size(), 2U);
    for (std::uint64_t x = 0; x < std::uint64_t{1} << layout.in_bits(); ++x) {
      EXPECT_EQ(apply_flat(cut, x), apply_flat(layout, x));
      EXPECT_EQ(apply_flat(flat, x), apply_flat(layout, x));
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
