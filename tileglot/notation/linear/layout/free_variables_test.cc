// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/free_variables.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::notation::linear {
namespace {

std::vector<std::uint64_t> masks(const Layout& layout) {
  const auto list = free_variable_masks(layout);
  return {list.begin(), list.end()};
}

TEST(FreeVariables, RepeatedVectorsAreFree) {
  EXPECT_EQ(masks(layout_of("{register: [1,0,2], lane: [4,4]} -> {d: 8}")),
            (std::vector<std::uint64_t>{0b010, 0b10}));
}

TEST(FreeVariables, AFreeBitGivesWhatSmallerInputsGive) {
  core::check_law("linear_free_variable_masks", 10000, [] {
    const Layout layout = *any_layout({.max_bits = 6});
    const std::vector<std::uint64_t> found = masks(layout);
    std::set<std::uint64_t> before{0};
    for (std::size_t k = 0; k < layout.ins().size(); ++k) {
      const Dimension& in = layout.ins()[k];
      for (int i = 0; i < in.bits; ++i) {
        const std::uint64_t column = layout.column(in.begin + i);
        EXPECT_EQ(((found[k] >> i) & 1U) != 0, before.contains(column));
        for (const std::uint64_t y : std::vector(before.begin(), before.end()))
          before.insert(y ^ column);
      }
      EXPECT_EQ(found[k] >> in.bits, 0U);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
