// SPDX-License-Identifier: Apache-2.0
// f2_span.h: the vectors over F2 that a growing list of vectors spans.
//
// What     F2Span takes vectors one by one; insert returns whether a vector was independent of the
//          earlier ones, contains whether one is a sum of them. F2Solver also returns which of the
//          inserted vectors are in the sum.
// Why      Rank, inverses, complements and preimages are all this one elimination, on words,
//          without heap memory.
// Units    A vector is a word; bit i is entry i.
// Example  Of 0b011, 0b110, 0b101 the first two are independent, and the third is their sum:
//          F2Solver::solve(0b101) = 0b11. [tests: f2_span_test.cc, "the third is the sum of two"]
// Errors   None. Precondition of F2Solver: at most 64 insertions.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace tileglot::core {

/// Vectors whose lowest bits are distinct: each reduction clears one.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): rows without a pivot are never read.
class F2Span {
 public:
  int dimension() const { return std::popcount(pivots_); }

  /// The lowest bits of the vectors in the span. The single bits that are not among them complete a
  /// basis.
  std::uint64_t pivots() const { return pivots_; }

  /// v reduced by the span; 0 if v is in the span.
  std::uint64_t reduce(std::uint64_t v) const {
    for (std::uint64_t rest = v & pivots_; rest != 0; rest = v & pivots_ & above(rest)) {
      v ^= row(std::countr_zero(rest));
    }
    return v;
  }

  bool contains(std::uint64_t v) const { return reduce(v) == 0; }

  /// True if v was independent of the vectors before it.
  bool insert(std::uint64_t v) {
    const std::uint64_t rest = reduce(v);
    if (rest == 0) return false;
    const int pivot = std::countr_zero(rest);
    rows_[static_cast<std::size_t>(pivot)] = rest;
    pivots_ |= std::uint64_t{1} << pivot;
    return true;
  }

 private:
  /// The bits above the lowest bit of v, which is not 0.
  static std::uint64_t above(std::uint64_t v) { return ~(v ^ (v - 1)); }
  std::uint64_t row(int pivot) const { return rows_[static_cast<std::size_t>(pivot)]; }

  // Not initialised: only the rows at pivots_ are ever read.
  std::array<std::uint64_t, 64> rows_;
  std::uint64_t pivots_ = 0;
};

/// An F2Span that remembers which of the inserted vectors add up to each of its rows. Bit j of an
/// answer stands for the j-th inserted vector. Only vectors that were independent when inserted are
/// used, so each answer is unique, and the smallest number whose vectors add up to the argument.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): rows without a pivot are never read.
class F2Solver {
 public:
  int dimension() const { return std::popcount(pivots_); }

  bool insert(std::uint64_t v) {
    const auto [rest, sum] = reduce({v, std::uint64_t{1} << inserted_++});
    if (rest == 0) return false;
    const int pivot = std::countr_zero(rest);
    rows_[static_cast<std::size_t>(pivot)] = {rest, sum};
    pivots_ |= std::uint64_t{1} << pivot;
    return true;
  }

  /// Which vectors sum to v, or nothing.
  std::optional<std::uint64_t> solve(std::uint64_t v) const {
    const Row reduced = reduce({v, 0});
    if (reduced.vector != 0) return std::nullopt;
    return reduced.sum;
  }

 private:
  struct Row {
    std::uint64_t vector;
    std::uint64_t sum;
  };

  Row reduce(Row row) const {
    for (std::uint64_t rest = row.vector & pivots_; rest != 0;) {
      const std::uint64_t lowest = rest & (~rest + 1);
      const Row& by = rows_[static_cast<std::size_t>(std::countr_zero(rest))];
      row = {row.vector ^ by.vector, row.sum ^ by.sum};
      rest = row.vector & pivots_ & ~(lowest | (lowest - 1));
    }
    return row;
  }

  // Not initialised: only the rows at pivots_ are ever read.
  std::array<Row, 64> rows_;
  std::uint64_t pivots_ = 0;
  int inserted_ = 0;
};

}  // namespace tileglot::core
