// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/one_sided_inverse.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <set>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/rank.h"

namespace tileglot::notation::linear {
namespace {

TEST(OneSidedInverse, TheInverseOfAPart) {
  EXPECT_EQ(answer_text(right_inverse(layout_of("{i: [2,1]} -> {o: 4}"))),
            "{o: [[2],[1]]} -> {i: 4}");
  EXPECT_EQ(answer_text(right_inverse(layout_of("{i: [1,4]} -> {o: 8}, surjective: false"))),
            "{o: [[1]]} -> {i: 4}, surjective: false");
  EXPECT_EQ(answer_text(left_inverse(layout_of("{i: [2]} -> {o: 4}, surjective: false"))),
            "{o: [[0,1],[1,0]]} -> {i: 2, rest: 2}");
  EXPECT_EQ(answer_text(left_inverse(layout_of("{i: [2,1]} -> {o: 4}"))),
            "{o: [[2],[1]]} -> {i: 4}");
  EXPECT_EQ(answer_text(left_inverse(layout_of("{rest: [2]} -> {o: 4}, surjective: false"))),
            "linear.duplicate");
  EXPECT_EQ(answer_text(left_inverse(layout_of("{i: [[1,0]]} -> {a: 2, b: 1}"))),
            "linear.one_output");
  const auto error = left_inverse(layout_of("{i: [1], j: [2,3]} -> {o: 4}")).error();
  EXPECT_EQ(error->code, "linear.not_injective");
  EXPECT_EQ(error->witness, "input (1,3) and input 0 have output 0");
}

TEST(OneSidedInverse, OfTheFirstOutputsTheSmallestInputs) {
  core::check_law("linear_right_inverse", 10000, [] {
    const Layout layout = *any_layout({.max_bits = 6, .max_outs = 1});
    const Layout inverse = right_inverse(layout).value();
    std::set<std::uint64_t> reached;
    for (std::uint64_t x = 0; x < std::uint64_t{1} << layout.in_bits(); ++x) {
      const std::uint64_t y = apply_flat(layout, x);
      const bool first = reached.insert(y).second;
      if (first && y < std::uint64_t{1} << inverse.in_bits()) {
        EXPECT_EQ(apply_flat(inverse, y), x);
      }
    }
    std::uint64_t run = 0;
    while (reached.contains(run)) ++run;
    // The outputs reached are closed under xor, so the run is at most a power of two too long.
    EXPECT_LE(std::uint64_t{1} << inverse.in_bits(), run);
    EXPECT_LT(run, std::uint64_t{2} << inverse.in_bits());
  });
}

TEST(OneSidedInverse, ALeftInverseTellsTheInput) {
  core::check_law("linear_left_inverse", 10000, [] {
    const Layout layout = *any_layout({.max_bits = 6, .max_outs = 1});
    const auto inverse = left_inverse(layout);
    EXPECT_EQ(inverse.has_value(), is_injective(layout));
    if (!inverse) return;
    EXPECT_TRUE(is_invertible(*inverse));
    EXPECT_EQ(inverse->in_bits(), layout.out_bits());
    for (std::uint64_t x = 0; x < std::uint64_t{1} << layout.in_bits(); ++x)
      EXPECT_EQ(apply_flat(*inverse, apply_flat(layout, x)), x);
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
