// SPDX-License-Identifier: Apache-2.0
// f2_matrix_test.cc: the algebra over F2 against enumeration of all vectors, and at full size.
#include "tileglot/core/f2_matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "tileglot/core/any_f2_matrix.h"
#include "tileglot/core/law.h"

namespace tileglot::core {
namespace {

constexpr std::uint64_t bit(int i) { return std::uint64_t{1} << i; }

F2Matrix matrix_of(int rows, const std::vector<std::uint64_t>& columns) {
  return f2_matrix_of(rows, columns).value();
}

/// Entry by entry, from the definition of a product: row i of m times v, modulo 2.
std::uint64_t slow_apply(const F2Matrix& m, std::uint64_t v) {
  std::uint64_t result = 0;
  for (int i = 0; i < m.rows(); ++i) {
    int sum = 0;
    for (int j = 0; j < m.columns(); ++j) sum += m.at(i, j) && ((v >> j) & 1U) != 0 ? 1 : 0;
    result |= sum % 2 != 0 ? bit(i) : 0;
  }
  return result;
}

/// Every matrix of every size up to 3 by 3.
std::vector<F2Matrix> all_small_matrices() {
  std::vector<F2Matrix> result;
  for (int rows = 0; rows <= 3; ++rows) {
    for (int columns = 0; columns <= 3; ++columns) {
      for (std::uint64_t code = 0; code < bit(rows * columns); ++code) {
        F2Matrix m(rows, columns);
        for (int j = 0; j < columns; ++j) m.set_column(j, (code >> (j * rows)) & low_bits(rows));
        result.push_back(m);
      }
    }
  }
  return result;
}

void expect_applies(const F2Matrix& m, std::uint64_t v) {
  EXPECT_EQ(apply(m, v), slow_apply(m, v));
}

void expect_transposed(const F2Matrix& m) {
  const F2Matrix t = transpose(m);
  ASSERT_EQ(t.rows(), m.columns());
  ASSERT_EQ(t.columns(), m.rows());
  for (int i = 0; i < m.rows(); ++i) {
    for (int j = 0; j < m.columns(); ++j) EXPECT_EQ(t.at(j, i), m.at(i, j));
  }
}

/// rank, solve and kernel from the set of images and the preimages of each word.
void expect_solved_as_by_enumeration(const F2Matrix& m) {
  std::set<std::uint64_t> image;
  std::set<std::uint64_t> zeros;
  for (std::uint64_t v = 0; v < bit(m.columns()); ++v) {
    image.insert(slow_apply(m, v));
    if (slow_apply(m, v) == 0) zeros.insert(v);
  }
  EXPECT_EQ(std::uint64_t{1} << rank(m), image.size());
  for (std::uint64_t b = 0; b < bit(m.rows()); ++b) {
    const std::optional<std::uint64_t> v = solve(m, b);
    EXPECT_EQ(v.has_value(), image.contains(b));
    EXPECT_EQ(slow_apply(m, v.value_or(0)), v ? b : 0);
  }
  const std::vector<std::uint64_t> basis = kernel(m);
  std::set<std::uint64_t> spanned;
  for (std::uint64_t choice = 0; choice < bit(static_cast<int>(basis.size())); ++choice) {
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < basis.size(); ++k) sum ^= ((choice >> k) & 1U) != 0 ? basis[k] : 0;
    spanned.insert(sum);
  }
  EXPECT_EQ(spanned, zeros);
  EXPECT_EQ(spanned.size(), bit(static_cast<int>(basis.size()))) << "the basis is dependent";
}

void expect_inverse_undoes(const F2Matrix& m) {
  const std::optional<F2Matrix> i = inverse(m);
  ASSERT_TRUE(i.has_value());
  EXPECT_EQ(multiply(m, *i), f2_identity(m.rows()));
  EXPECT_EQ(multiply(*i, m), f2_identity(m.rows()));
}

void expect_kernel_says_which_columns_cancel(const F2Matrix& m) {
  const std::vector<std::uint64_t> basis = kernel(m);
  EXPECT_EQ(rank(m) + static_cast<int>(basis.size()), m.columns());
  int highest_before = -1;
  for (const std::uint64_t v : basis) {
    EXPECT_EQ(apply(m, v), 0U);
    const int highest = static_cast<int>(std::bit_width(v)) - 1;
    EXPECT_GT(highest, highest_before);
    highest_before = highest;
  }
}

TEST(F2Matrix, ASwizzleOfTwoBitsByHand) {
  const F2Matrix swizzle = matrix_of(2, {0b01, 0b11});
  EXPECT_EQ(apply(swizzle, 0b10), 0b11U);
  EXPECT_EQ(inverse(swizzle), swizzle);
  EXPECT_EQ(print(swizzle), "[1 1; 0 1]");
  EXPECT_EQ(print(F2Matrix{}), "[]");
}

TEST(F2Matrix, TheAlgebraOfSmallMatricesIsWhatEnumerationSays) {
  for (const F2Matrix& m : all_small_matrices()) {
    SCOPED_TRACE(print(m));
    for (std::uint64_t v = 0; v < bit(m.columns()); ++v) expect_applies(m, v);
    expect_transposed(m);
    expect_solved_as_by_enumeration(m);
    expect_kernel_says_which_columns_cancel(m);
    const bool is_invertible = m.rows() == m.columns() && kernel(m).empty();
    EXPECT_EQ(inverse(m).has_value(), is_invertible);
    if (is_invertible) expect_inverse_undoes(m);
  }
}

TEST(F2Matrix, AProductAppliesOneAfterTheOther) {
  for (const F2Matrix& a : all_small_matrices()) {
    for (const F2Matrix& b : all_small_matrices()) {
      // The columns of a product do not know each other: two of b are enough.
      if (a.columns() != b.rows() || b.columns() > 2) continue;
      const F2Matrix product = multiply(a, b);
      bool is_composed = product.rows() == a.rows() && product.columns() == b.columns();
      for (std::uint64_t v = 0; v < bit(b.columns()); ++v) {
        is_composed = is_composed && apply(product, v) == slow_apply(a, slow_apply(b, v));
      }
      ASSERT_TRUE(is_composed) << print(a) << print(b);
    }
  }
}

TEST(F2Matrix, AllWorksInConstantExpressions) {
  constexpr F2Matrix identity = f2_identity(64);
  static_assert(apply(identity, ~std::uint64_t{0}) == ~std::uint64_t{0});
  static_assert(transpose(identity) == identity && multiply(identity, identity) == identity);
}

TEST(F2Matrix, BitsBeyondTheColumnsCountNothing) {
  EXPECT_EQ(apply(f2_identity(3), ~std::uint64_t{0}), 0b111U);
  EXPECT_EQ(solve(f2_identity(3), 0b1000), std::nullopt);
  EXPECT_EQ(apply(F2Matrix{}, 5), 0U);
}

TEST(F2Matrix, ColumnsThatDoNotFitAreRefused) {
  EXPECT_EQ(f2_matrix_of(65, {}).error()->code, "f2.size");
  EXPECT_EQ(f2_matrix_of(-1, {}).error()->code, "f2.size");
  EXPECT_EQ(f2_matrix_of(1, std::vector<std::uint64_t>(65)).error()->code, "f2.size");
  const auto column = f2_matrix_of(2, std::vector<std::uint64_t>{1, 4});
  EXPECT_EQ(column.error()->message, "column 1 is 0x4, which needs 3 rows, but there are 2");
  EXPECT_TRUE(f2_matrix_of(64, std::vector<std::uint64_t>(64, ~std::uint64_t{0})).has_value());
}

TEST(F2Matrix, LawsHoldAgainstEnumerationUpToEightBits) {
  check_law("f2_solves_as_enumeration", 1000,
            [] { expect_solved_as_by_enumeration(*any_f2_matrix_up_to(8)); });
}

TEST(F2Matrix, LawsHoldUpToFullSize) {
  check_law("f2_apply_is_the_product", 1000, [] {
    const F2Matrix m = *any_f2_matrix_up_to(64);
    expect_applies(m, *any_word(64));
    expect_transposed(m);
    expect_kernel_says_which_columns_cancel(m);
    EXPECT_EQ(rank(transpose(m)), rank(m));
    EXPECT_EQ(transpose(transpose(m)), m);
  });
  check_law("f2_solve_finds_what_apply_made", 1000, [] {
    const F2Matrix m = *any_f2_matrix_up_to(64);
    const std::uint64_t b = apply(m, *any_word(64));
    ASSERT_TRUE(solve(m, b).has_value());
    EXPECT_EQ(apply(m, *solve(m, b)), b);
  });
  check_law("f2_refuses_only_what_enlarges_the_span", 1000, [] {
    const F2Matrix m = *any_f2_matrix(64, 63);
    const std::uint64_t b = *any_word(64);
    F2Matrix with_b(64, 64);
    for (int j = 0; j < 63; ++j) with_b.set_column(j, m.column(j));
    with_b.set_column(63, b);
    EXPECT_EQ(solve(m, b).has_value(), rank(with_b) == rank(m));
  });
  check_law("f2_inverse_undoes", 1000, [] {
    const F2Matrix m = *any_invertible_f2_matrix(64);
    expect_inverse_undoes(m);
    EXPECT_EQ(inverse(transpose(m)), transpose(*inverse(m)));
  });
}

}  // namespace
}  // namespace tileglot::core
