// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/consecutive.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::notation::linear {
namespace {

TEST(Consecutive, ARunEndsWhereTheVectorsLeaveTheLine) {
  EXPECT_EQ(num_consecutive_in_out(layout_of("{register: [1,2,8], lane: [4]} -> {d: 16}")), 4);
  EXPECT_EQ(num_consecutive_in_out(layout_of("{register: [1,2], lane: [1]} -> {d: 4}")), 1);
  EXPECT_EQ(num_consecutive_in_out(layout_of("{register: [[1,1]]} -> {d: 2, e: 2}, "
                                             "surjective: false")),
            1);
  EXPECT_EQ(num_consecutive_in_out(Layout()), 1);
}

/// L(a + v, rest) = L(a, rest) + (v, 0, ..) for every multiple a of `run` and every v below it.
bool runs(const Layout& layout, std::uint64_t run) {
  const Dimension& first = layout.ins().front();
  if (run > std::uint64_t{1} << first.bits) return false;
  for (std::uint64_t x = 0; x < std::uint64_t{1} << layout.in_bits(); ++x) {
    const std::uint64_t v = x % run;
    const std::uint64_t start = apply_flat(layout, x - v);
    const std::uint64_t value = part_of(start, layout.outs().front());
    // The first output has the low bits: no carry may leave it.
    if (value + v >= std::uint64_t{1} << layout.outs().front().bits) return false;
    if (apply_flat(layout, x) != start + v) return false;
  }
  return true;
}

TEST(Consecutive, ItIsTheLongestRun) {
  core::check_law("linear_num_consecutive_in_out", 10000, [] {
    Layout layout = *any_layout();
    const int line = uniform(0, 4);
    for (int i = 0; i < std::min({line, static_cast<int>(layout.ins().front().bits),
                                  static_cast<int>(layout.outs().front().bits)});
         ++i)
      layout.set_column(i, std::uint64_t{1} << i);
    std::uint64_t longest = 1;
    while (runs(layout, longest * 2)) longest *= 2;
    EXPECT_EQ(num_consecutive_in_out(layout), static_cast<std::int64_t>(longest));
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
