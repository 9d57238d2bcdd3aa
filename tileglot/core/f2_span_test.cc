// SPDX-License-Identifier: Apache-2.0
#include "tileglot/core/f2_span.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/any_f2_matrix.h"
#include "tileglot/core/law.h"

namespace tileglot::core {
namespace {

TEST(F2Span, TheThirdIsTheSumOfTwo) {
  F2Solver solver;
  EXPECT_TRUE(solver.insert(0b011));
  EXPECT_TRUE(solver.insert(0b110));
  EXPECT_FALSE(solver.insert(0b101));
  EXPECT_EQ(solver.solve(0b101), 0b11U);
  EXPECT_EQ(solver.solve(0b001), std::nullopt);
  EXPECT_EQ(solver.dimension(), 2);
}

std::uint64_t sum_of(const std::vector<std::uint64_t>& vectors, std::uint64_t which) {
  std::uint64_t sum = 0;
  for (; which != 0; which &= which - 1)
    sum ^= vectors[static_cast<std::size_t>(std::countr_zero(which))];
  return sum;
}

/// The smallest set of vectors with that sum, by trying all.
std::optional<std::uint64_t> first_sum(const std::vector<std::uint64_t>& vectors,
                                       std::uint64_t wanted) {
  for (std::uint64_t which = 0; which < (std::uint64_t{1} << vectors.size()); ++which) {
    if (sum_of(vectors, which) == wanted) return which;
  }
  return std::nullopt;
}

TEST(F2Span, SumsAreTheSmallestThatThereAre) {
  check_law("f2_span", 10000, [] {
    const auto vectors = *rc::gen::container<std::vector<std::uint64_t>>(
        static_cast<std::size_t>(*rc::gen::inRange(0, 7)), any_word(5));
    F2Span span;
    F2Solver solver;
    int independent = 0;
    for (std::size_t j = 0; j < vectors.size(); ++j) {
      const std::vector<std::uint64_t> before(vectors.begin(),
                                              vectors.begin() + static_cast<std::ptrdiff_t>(j));
      const bool is_new = !first_sum(before, vectors[j]).has_value();
      independent += is_new ? 1 : 0;
      EXPECT_EQ(span.insert(vectors[j]), is_new);
      EXPECT_EQ(solver.insert(vectors[j]), is_new);
    }
    EXPECT_EQ(span.dimension(), independent);
    EXPECT_EQ(solver.dimension(), independent);
    for (std::uint64_t v = 0; v < 32; ++v) {
      EXPECT_EQ(solver.solve(v), first_sum(vectors, v));
      EXPECT_EQ(span.contains(v), first_sum(vectors, v).has_value());
    }
  });
}

}  // namespace
}  // namespace tileglot::core
