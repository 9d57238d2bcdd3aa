// SPDX-License-Identifier: Apache-2.0
// index_lattice.h: the integer solutions of linear equations, added one equation at a time.
//
// What     An IndexLattice is the set of all integer vectors d that solve the equations added so
//          far: one solution, and vectors of which any integer multiples may be added. meet(a, p)
//          keeps those with a[0] * d[0] + a[1] * d[1] + .. = p.
// Why      The worth of an offset's digit in the index is unknown until enough offsets are seen,
//          and it must be an integer.
// How      Vectors are reduced against each other as in Euclid's algorithm until only one changes
//          the sum; multiples of that one are then added to reach p.
//
//              2x + 3y = 1    free (1,0) (0,1) change it by 2, 3; then (1,0) (-1,1) by 2, 1;
//                             then (3,-2) (-1,1) by 0, 1: x,y = (-1,1), free (3,-2)
//
// Example  2x + 3y = 1 and x + y = 0 give x = -1, y = 1; 2x = 1 has no solution.
//          [tests: index_lattice_test.cc, "equations are met one after another"]
// Errors   meet returns false if no integers solve the equation, or if they do not fit int64; then
//          `overflows` is set.
#pragma once

#include <cstdint>

#include "tileglot/core/checked.h"

namespace tileglot::notation::cute {

class IndexLattice {
 public:
  static constexpr int kMostUnknowns = 16;

  bool overflows = false;

  constexpr int count() const { return count_; }
  constexpr std::int64_t operator[](int i) const { return solution_[i]; }

  /// Adds an unknown, which is free; it is 0 until an equation constrains it.
  /// Precondition: there are fewer than kMostUnknowns.
  constexpr void add_unknown() {
    solution_[count_] = 0;
    for (int i = 0; i < count_; ++i) free_[free_count_][i] = 0;
    for (int j = 0; j < free_count_; ++j) free_[j][count_] = 0;
    free_[free_count_++][count_++] = 1;
  }

  constexpr bool meet(const std::int64_t* a, std::int64_t p) {
    std::int64_t changes[kMostUnknowns] = {};
    for (int j = 0; j < free_count_; ++j) changes[j] = sum(a, free_[j]);
    const int last = gather(changes);
    const std::int64_t rest = minus(p, 1, sum(a, solution_));
    if (overflows || last < 0) return !overflows && rest == 0;
    if (rest % changes[last] != 0) return false;
    subtract(solution_, -(rest / changes[last]), free_[last]);
    drop(last);
    return !overflows;
  }

 private:
  /// a - factor * b.
  constexpr std::int64_t minus(std::int64_t a, std::int64_t factor, std::int64_t b) {
    std::int64_t product = 0;
    std::int64_t difference = 0;
    const bool fits = core::multiply_fits(factor, b, product) &&
                      core::subtract_fits(a, product, difference) &&
                      difference != core::kInt64Min;  // whose quotient by -1 overflows
    overflows = overflows || !fits;
    return fits ? difference : 0;
  }
  constexpr std::int64_t sum(const std::int64_t* a, const std::int64_t* d) {
    std::int64_t total = 0;
    for (int i = 0; i < count_; ++i) {
      if (a[i] != 0) total = minus(total, -a[i], d[i]);
    }
    return total;
  }
  constexpr void subtract(std::int64_t* from, std::int64_t factor, const std::int64_t* d) {
    for (int i = 0; i < count_; ++i) from[i] = minus(from[i], factor, d[i]);
  }
  /// Reduces the free vectors until only one changes the sum and returns it; -1 if none does.
  constexpr int gather(std::int64_t* changes) {
    int last = -1;
    for (int j = 0; j < free_count_ && !overflows; ++j) {
      while (changes[j] != 0 && last >= 0 && !overflows) reduce(changes, last, j);
      if (changes[j] != 0) last = j;
    }
    return last;
  }
  /// One step of Euclid's algorithm: subtracts a multiple of `last` from j, then swaps the two
  /// unless j no longer changes the sum.
  constexpr void reduce(std::int64_t* changes, int& last, int j) {
    const std::int64_t factor = changes[j] / changes[last];
    subtract(free_[j], factor, free_[last]);
    changes[j] = minus(changes[j], factor, changes[last]);
    if (changes[j] == 0) return;
    swap(free_[j], free_[last]);
    const std::int64_t smaller = changes[j];
    changes[j] = changes[last];
    changes[last] = smaller;
  }
  constexpr void swap(std::int64_t* a, std::int64_t* b) const {
    for (int i = 0; i < count_; ++i) {
      const std::int64_t kept = a[i];
      a[i] = b[i];
      b[i] = kept;
    }
  }
  constexpr void drop(int j) {
    --free_count_;
    if (j != free_count_) swap(free_[j], free_[free_count_]);
  }

  std::int64_t solution_[kMostUnknowns] = {};
  std::int64_t free_[kMostUnknowns][kMostUnknowns] = {};
  int count_ = 0;
  int free_count_ = 0;
};

}  // namespace tileglot::notation::cute
