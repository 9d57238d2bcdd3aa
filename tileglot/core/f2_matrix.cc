// SPDX-License-Identifier: Apache-2.0
// f2_matrix.cc: elimination over F2.
#include "tileglot/core/f2_matrix.h"

#include <fmt/format.h>

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
namespace {

/// A sum of columns: `value` is the xor of the columns whose bits are set in `columns`.
struct Combination {
  std::uint64_t value = 0;
  std::uint64_t columns = 0;
};

/// The span of the columns of a matrix, as at most one combination for each highest bit.
class ColumnSpan {
 public:
  explicit ColumnSpan(const F2Matrix& m) {
    for (int j = 0; j < m.columns(); ++j) insert({m.column(j), std::uint64_t{1} << j});
  }

  /// Adds basis elements until the value is 0 or outside the span.
  Combination reduce(Combination c) const {
    while (c.value != 0) {
      const Combination& pivot = pivots_[highest_bit(c.value)];
      if (pivot.value == 0) break;
      c.value ^= pivot.value;
      c.columns ^= pivot.columns;
    }
    return c;
  }

  int rank() const { return rank_; }
  const std::vector<std::uint64_t>& kernel() const { return kernel_; }

 private:
  static std::size_t highest_bit(std::uint64_t word) {
    return static_cast<std::size_t>(63 - std::countl_zero(word));
  }

  void insert(Combination c) {
    c = reduce(c);
    if (c.value == 0) {
      kernel_.push_back(c.columns);
      return;
    }
    pivots_[highest_bit(c.value)] = c;
    ++rank_;
  }

  std::array<Combination, F2Matrix::kMaxSize> pivots_{};
  std::vector<std::uint64_t> kernel_;
  int rank_ = 0;
};

std::optional<std::uint64_t> solve_in(const ColumnSpan& span, std::uint64_t b) {
  const Combination rest = span.reduce({b, 0});
  if (rest.value != 0) return std::nullopt;
  return rest.columns;
}

}  // namespace

Result<F2Matrix> f2_matrix_of(int rows, std::span<const std::uint64_t> columns) {
  if (rows < 0 || rows > F2Matrix::kMaxSize || columns.size() > F2Matrix::kMaxSize) {
    return fail(
        {.code = "f2.size",
         .message = fmt::format("a matrix of {} rows and {} columns is larger than 64 by 64", rows,
                                columns.size())});
  }
  F2Matrix result(rows, static_cast<int>(columns.size()));
  for (int j = 0; j < result.columns(); ++j) {
    const std::uint64_t bits = columns[static_cast<std::size_t>(j)];
    if ((bits & ~low_bits(rows)) != 0) {
      return fail(
          {.code = "f2.column",
           .message = fmt::format("column {} is {:#x}, which needs {} rows, but there are {}", j,
                                  bits, std::bit_width(bits), rows)});
    }
    result.set_column(j, bits);
  }
  return result;
}

int rank(const F2Matrix& m) { return ColumnSpan(m).rank(); }

std::optional<std::uint64_t> solve(const F2Matrix& m, std::uint64_t b) {
  return solve_in(ColumnSpan(m), b);
}

std::optional<F2Matrix> inverse(const F2Matrix& m) {
  const ColumnSpan span(m);
  if (m.rows() != m.columns() || span.rank() < m.rows()) return std::nullopt;
  F2Matrix result(m.rows(), m.rows());
  for (int i = 0; i < m.rows(); ++i) {
    result.set_column(i, span.reduce({std::uint64_t{1} << i, 0}).columns);
  }
  return result;
}

std::vector<std::uint64_t> kernel(const F2Matrix& m) { return ColumnSpan(m).kernel(); }

std::string print(const F2Matrix& m) {
  std::string result = "[";
  for (int i = 0; i < m.rows(); ++i) {
    if (i > 0) result += "; ";
    for (int j = 0; j < m.columns(); ++j) {
      if (j > 0) result += ' ';
      result += m.at(i, j) ? '1' : '0';
    }
  }
  return result + "]";
}

}  // namespace tileglot::core
