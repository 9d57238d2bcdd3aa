// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/complement.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::notation::linear {
namespace {

TEST(Complement, TheMissingBitsInOrder) {
  EXPECT_EQ(answer_text(complement(layout_of("{i: [4]} -> {o: 8}, surjective: false"), 8)),
            "{rest: [[1],[2]]} -> {o: 8}, surjective: false");
  // For a layout onto the first values: the identity on the bits above.
  EXPECT_EQ(answer_text(complement(layout_of("{i: [3,1]} -> {o: 4}"), 16)),
            "{rest: [[4],[8]]} -> {o: 16}, surjective: false");
  // What is below the largest output is filled, as in CuTe, though the size asked for is less.
  EXPECT_EQ(answer_text(complement(layout_of("{i: [4]} -> {o: 8}, surjective: false"), 2)),
            "{rest: [[1],[2]]} -> {o: 8}, surjective: false");
  EXPECT_EQ(answer_text(complement(layout_of("{i: [[1,0]]} -> {a: 2, b: 1}"), 8)),
            "linear.one_output");
  EXPECT_EQ(answer_text(complement(layout_of("{i: [1]} -> {o: 2}"), 3)), "linear.size");
}

TEST(Complement, TogetherTheyReachEverythingOnce) {
  core::check_law("linear_complement", 10000, [] {
    const Layout layout = *any_layout({.max_bits = 6, .max_outs = 1});
    const int wanted = uniform(0, 8);
    const Layout rest = complement(layout, std::int64_t{1} << wanted).value();
    std::set<std::uint64_t> of_layout;
    for (std::uint64_t x = 0; x < std::uint64_t{1} << layout.in_bits(); ++x)
      of_layout.insert(apply_flat(layout, x));
    std::set<std::uint64_t> all;
    for (const std::uint64_t y : of_layout) {
      for (std::uint64_t x = 0; x < std::uint64_t{1} << rest.in_bits(); ++x)
        all.insert(y ^ apply_flat(rest, x));
    }
    // Every sum is another output, and every output up to the size is one.
    EXPECT_EQ(all.size(), of_layout.size() << rest.in_bits());
    EXPECT_EQ(all.size(), std::size_t{1} << rest.out_bits());
    EXPECT_EQ(*all.rbegin(), all.size() - 1);
    EXPECT_GE(rest.out_bits(), wanted);
    EXPECT_LE(rest.out_bits(), std::max(wanted, layout.out_bits()));
    for (int i = 0; i < rest.in_bits(); ++i) {
      EXPECT_EQ(rest.column(i) & (rest.column(i) - 1), 0U);
      if (i > 0) {
        EXPECT_LT(rest.column(i - 1), rest.column(i));
      }
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
