// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/transpose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::notation::linear {
namespace {

std::string text_of(const core::Result<Layout>& layout) {
  return layout ? print(*layout) : layout.error()->code;
}

TEST(Transpose, OutputsChangePlaces) {
  const Layout layout =
      parse("{register: [[0,1]], lane: [[2,0]]} -> {dim0: 4, dim1: 2}, surjective: false").value();
  EXPECT_EQ(text_of(transpose_outs(layout, std::vector{standard_out(1), standard_out(0)})),
            "{register: [[1,0]], lane: [[0,2]]} -> {dim1: 2, dim0: 4}, surjective: false");
  EXPECT_EQ(text_of(transpose_ins(layout, std::vector{kLane, kRegister})),
            "{lane: [[2,0]], register: [[0,1]]} -> {dim0: 4, dim1: 2}, surjective: false");
  EXPECT_EQ(text_of(transpose_ins(layout, std::vector{kLane})), "linear.order");
  EXPECT_EQ(text_of(transpose_ins(layout, std::vector{kLane, kLane})), "linear.order");
  EXPECT_EQ(text_of(transpose_ins(layout, std::vector{kLane, kWarp})), "linear.no_dimension");
  EXPECT_EQ(text_of(transpose_outs(layout, std::vector{kLane, kWarp})), "linear.no_dimension");
}

std::vector<Name> shuffled(std::span<const Dimension> dimensions) {
  std::vector<Name> names;
  for (const Dimension& d : dimensions) names.push_back(d.name);
  std::rotate(names.begin(),
              names.begin() + *rc::gen::inRange<int>(0, static_cast<int>(names.size())),
              names.end());
  if (names.size() > 1 && *rc::gen::arbitrary<bool>()) std::swap(names[0], names[1]);
  return names;
}

TEST(Transpose, TheFunctionStays) {
  core::check_law("linear_transpose", 10000, [] {
    const Layout layout = *any_layout();
    const Layout moved = transpose_outs(transpose_ins(layout, shuffled(layout.ins())).value(),
                                        shuffled(layout.outs()))
                             .value();
    for (std::uint64_t x = 0; x < (std::uint64_t{1} << layout.in_bits()); ++x) {
      std::uint64_t flat = 0;
      for (const Dimension& in : layout.ins())
        flat |= placed(part_of(x, in), *moved.find_in(in.name));
      const std::uint64_t y = apply_flat(moved, flat);
      for (const Dimension& out : layout.outs())
        EXPECT_EQ(part_of(y, *moved.find_out(out.name)), part_of(apply_flat(layout, x), out));
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
