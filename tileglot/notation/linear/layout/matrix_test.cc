// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/matrix.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::notation::linear {
namespace {

TEST(Matrix, RowsOfWords) {
  // [[0,0,1],[1,0,0],[0,1,0]], column 0 in bit 0.
  EXPECT_EQ(matrix(layout_of("{i: [2,4,1]} -> {o: 8}")),
            (std::vector<std::uint64_t>{0b100, 0b001, 0b010}));
}

TEST(Matrix, ARowTimesTheInputIsABitOfTheOutput) {
  core::check_law("linear_matrix", 10000, [] {
    const Layout layout = *any_layout();
    const std::vector<std::uint64_t> rows = matrix(layout);
    ASSERT_EQ(static_cast<int>(rows.size()), layout.out_bits());
    for (std::uint64_t x = 0; x < std::uint64_t{1} << layout.in_bits(); ++x) {
      std::uint64_t product = 0;
      for (std::size_t i = 0; i < rows.size(); ++i)
        product |= static_cast<std::uint64_t>(std::popcount(rows[i] & x) % 2) << i;
      EXPECT_EQ(product, apply_flat(layout, x));
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
