// SPDX-License-Identifier: Apache-2.0
// f2_matrix.h: matrices over F2, the field of two elements, up to 64 by 64.
//
// What     F2Matrix holds its columns as 64-bit words; apply, multiply, transpose, rank, solve,
//          inverse and kernel are the algebra of the field, where + is xor.
// Why      Swizzles and linear layouts are such matrices: the matrix of S has column j = S(2^j),
//          and S(v) is the xor of the columns at the set bits of v.
// Units    Bit i of column j is the entry in row i, column j. A vector is a word; bit i is entry i.
// Example  Swizzle<1,0,1> xors bit 1 into bit 0: columns {0b01, 0b11}; apply(0b10) = 0b11; it is
//          its own inverse. [tests: f2_matrix_test.cc, "a swizzle of two bits by hand"]
// Errors   f2.size (more than 64 rows or columns), f2.column (a column has a bit beyond its rows).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::core {

class F2Matrix {
 public:
  static constexpr int kMaxSize = 64;

  constexpr F2Matrix() = default;
  /// All zero. Precondition: 0 <= rows, columns <= 64.
  constexpr F2Matrix(int rows, int columns) : rows_(rows), columns_(columns) {}

  constexpr int rows() const { return rows_; }
  constexpr int columns() const { return columns_; }

  constexpr std::uint64_t column(int j) const { return words_[static_cast<std::size_t>(j)]; }
  /// Precondition: j < columns(), and no bit of `bits` is beyond rows().
  constexpr void set_column(int j, std::uint64_t bits) {
    words_[static_cast<std::size_t>(j)] = bits;
  }
  constexpr bool at(int i, int j) const { return ((column(j) >> i) & 1U) != 0; }

  friend constexpr bool operator==(const F2Matrix&, const F2Matrix&) = default;

 private:
  int rows_ = 0;
  int columns_ = 0;
  std::array<std::uint64_t, kMaxSize> words_{};  // zero from columns_ on; == and apply rely on it
};

/// The word whose lowest `count` bits are set. Precondition: 0 <= count <= 64.
constexpr std::uint64_t low_bits(int count) {
  return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

/// A matrix from user-supplied columns; refuses what does not fit.
Result<F2Matrix> f2_matrix_of(int rows, std::span<const std::uint64_t> columns);

constexpr F2Matrix f2_identity(int size) {
  F2Matrix result(size, size);
  for (int j = 0; j < size; ++j) result.set_column(j, std::uint64_t{1} << j);
  return result;
}

/// m * v: the xor of the columns at the set bits of v; bits of v beyond the columns are ignored.
constexpr std::uint64_t apply(const F2Matrix& m, std::uint64_t v) {
  std::uint64_t result = 0;
  for (; v != 0; v &= v - 1) result ^= m.column(std::countr_zero(v));
  return result;
}

/// a * b, the map "first b, then a". Precondition: a.columns() == b.rows().
constexpr F2Matrix multiply(const F2Matrix& a, const F2Matrix& b) {
  F2Matrix result(a.rows(), b.columns());
  for (int j = 0; j < b.columns(); ++j) result.set_column(j, apply(a, b.column(j)));
  return result;
}

/// Rows as columns: column i of the result is row i of m.
constexpr F2Matrix transpose(const F2Matrix& m) {
  F2Matrix result(m.columns(), m.rows());
  for (int j = 0; j < m.columns(); ++j) {
    for (std::uint64_t rest = m.column(j); rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      result.set_column(i, result.column(i) | (std::uint64_t{1} << j));
    }
  }
  return result;
}

/// The number of independent columns (or rows).
int rank(const F2Matrix& m);

/// One v with apply(m, v) == b; all others are v xor a kernel vector. Nothing if there is none.
std::optional<std::uint64_t> solve(const F2Matrix& m, std::uint64_t b);

/// Nothing if m is not square or its columns are dependent.
std::optional<F2Matrix> inverse(const F2Matrix& m);

/// A basis of the vectors that m sends to 0. Their highest bits are, in ascending order, the
/// columns that depend on earlier columns; so each basis vector says which columns cancel.
std::vector<std::uint64_t> kernel(const F2Matrix& m);

/// Rows of 0 and 1, separated by "; ": "[1 1; 0 1]".
std::string print(const F2Matrix& m);

}  // namespace tileglot::core
