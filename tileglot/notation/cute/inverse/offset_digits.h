// SPDX-License-Identifier: Apache-2.0
// offset_digits.h: digits of offsets that map back to the indices of a layout.
//
// What     OffsetDigits searches for ends N_0 = 1, N_1, N_2, .. of digits, each a multiple of the
//          previous one, and for each digit's worth in the index, so that the digits of an offset,
//          times their worths, add up to an index that has this offset.
// Why      These are the extents and strides of a left inverse, even if the strides of a layout do
//          not divide one another.
// How      Each offset is one equation in the worths (index_lattice.h). From the smallest offset
//          up, another digit is ended only if the equations have no integer solution without it,
//          as high as possible; all choices are tried.
//
//              L = (2,2):(2,5)    2 -> 1: no integer worth of one digit; end 2, 2 = (0,1)
//                                 5 -> 2: 5 = (1,2), so worths of 0 and 1: R = (2,4):(0,1)
//              L = (2,2):(7,16)   7 -> 1: end 7; 16 -> 2: 16 = (2,2); end 14, 16 = (2,0,1)
//
//          by_leaf requires that no element carries over an end N; even the last element stays
//          below N in the lower digits: sum of (extent - 1) * (stride mod N) < N. Then the strides
//          are the only equations. by_element has an equation for every element, so that carries
//          may cancel one another, and chooses among the indices of one offset.
//
// Limits   16 digits; 64 elements by element; 2^16 tries, 2^10 in a constant expression.
// Example  For (2,2):(2,5) the digits are worth 0 below the end 2, and 1 above it.
//          [tests: offset_digits_test.cc, "digits end where the worths are whole"]
// Errors   found() is false if there are no such digits; is_decided() is false if a limit ended the
//          search.
// Source   CuTe's left_inverse uses the strides themselves as ends, and so refuses strides that do
//          not divide one another.
#pragma once

#include <cstdint>
#include <type_traits>

#include "tileglot/notation/cute/inverse/index_lattice.h"
#include "tileglot/notation/cute/layout/by_stride.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

constexpr bool is_static(const LeavesByStride& leaves) {
  for (int i = 0; i < leaves.count(); ++i) {
    if (!leaves.leaf(i).extent.is_static || !leaves.leaf(i).stride.is_static) return false;
  }
  return true;
}

constexpr int most_tries() { return std::is_constant_evaluated() ? 1 << 10 : 1 << 16; }

class OffsetDigits {
 public:
  static constexpr std::int64_t kMostElements = 64;

  /// Leaf i, by stride, moves the index by step(i). Preconditions: the strides are positive and no
  /// two are equal; offsets and indices fit int64.
  template <class Step>
  static constexpr OffsetDigits by_leaf(const LeavesByStride& leaves, const Step& step) {
    OffsetDigits digits;
    digits.leaves_ = &leaves;
    for (int i = 0; i < leaves.count(); ++i) digits.insert(leaves.leaf(i).stride.value, step(i));
    digits.search();
    return digits;
  }

  /// Element i has the offset at(i) >= 0. Precondition: `elements` <= kMostElements.
  template <class At>
  static constexpr OffsetDigits by_element(std::int64_t elements, const At& at) {
    return by_element(elements, at, [](std::int64_t i) { return i; });
  }

  /// The same, with index(i) as the index of element i.
  template <class At, class Index>
  static constexpr OffsetDigits by_element(std::int64_t elements, const At& at,
                                           const Index& index) {
    OffsetDigits digits;
    for (std::int64_t i = 0; i < elements; ++i) digits.insert(at(i), index(i));
    digits.search();
    return digits;
  }

  constexpr bool found() const { return found_; }
  constexpr bool is_decided() const { return found_ || !is_limited_; }
  /// If none were found: no digits are right for all offsets up to this one.
  constexpr std::int64_t obstacle() const { return offset_[obstacle_]; }

  constexpr int count() const { return count_; }
  /// Digit k counts steps of end(k).
  constexpr std::int64_t end(int k) const { return end_[k]; }
  constexpr std::int64_t worth(int k) const { return worth_[k]; }

  /// The digits' ends and worths as a layout of `offsets` elements, rounded up to the last digit.
  constexpr Layout<> layout(std::int64_t offsets, bool is_static) const {
    Layout<> layout;
    Coalescer coalescer(layout);
    for (int k = 0; k < count_; ++k) {
      const std::int64_t extent =
          k + 1 == count_ ? core::ceil_div(offsets, end_[k]) : end_[k + 1] / end_[k];
      coalescer.push({Integer(extent, is_static), Integer(worth_[k], is_static)});
    }
    coalescer.finish();
    return layout;
  }

 private:
  constexpr OffsetDigits() = default;

  constexpr void insert(std::int64_t offset, std::int64_t index) {
    int place = known_++;
    for (; place > 0 && offset_[place - 1] > offset; --place) {
      offset_[place] = offset_[place - 1];
      index_[place] = index_[place - 1];
    }
    offset_[place] = offset;
    index_[place] = index;
  }

  constexpr void search() {
    IndexLattice worth;
    worth.add_unknown();
    found_ = solve(0, worth);
    leaves_ = nullptr;  // not needed after the search
  }

  /// True if no element carries over n.
  constexpr bool is_free_of_carries(std::int64_t n) const {
    if (leaves_ == nullptr) return true;
    std::int64_t room = n - 1;
    for (int i = 0; i < leaves_->count(); ++i) {
      const auto [extent, stride] = leaves_->leaf(i);
      const std::int64_t rest = stride.value % n;
      if (rest == 0) continue;
      if (extent.value - 1 > room / rest) return false;
      room -= (extent.value - 1) * rest;
    }
    return true;
  }

  /// Satisfies the equations from i on, the first one of a new offset.
  constexpr bool solve(int i, const IndexLattice& worth) {
    if (i == known_) return keep(worth);
    obstacle_ = i > obstacle_ ? i : obstacle_;
    int next = i + 1;
    while (next < known_ && offset_[next] == offset_[i]) ++next;
    for (int choice = i; choice < next && spend(); ++choice) {
      IndexLattice met = worth;
      if (meet(choice, met) && solve(next, met)) return true;
      is_limited_ = is_limited_ || met.overflows;
    }
    return split(i, worth);
  }

  /// Adds equation i: the digits of the offset, times their worths, are the index.
  constexpr bool meet(int i, IndexLattice& worth) const {
    std::int64_t digits[IndexLattice::kMostUnknowns] = {};
    std::int64_t rest = offset_[i];
    for (int k = count_ - 1; k >= 0; --k) {
      digits[k] = rest / end_[k];
      rest %= end_[k];
    }
    return worth.meet(digits, index_[i]);
  }

  /// Ends the last digit above the offsets satisfied so far, no higher than offset i.
  constexpr bool split(int i, const IndexLattice& worth) {
    const std::int64_t last = end_[count_ - 1];
    const std::int64_t met = i > 0 ? offset_[i - 1] : 0;
    const std::int64_t below = met > last ? met : last;
    for (std::int64_t n = offset_[i] - offset_[i] % last; n > below && spend(); n -= last) {
      if (is_free_of_carries(n) && solve_with_end(n, i, worth)) return true;
    }
    return false;
  }

  constexpr bool solve_with_end(std::int64_t n, int i, IndexLattice worth) {
    if (count_ == IndexLattice::kMostUnknowns) {
      is_limited_ = true;
      return false;
    }
    worth.add_unknown();
    end_[count_++] = n;
    if (solve(i, worth)) return true;
    --count_;
    return false;
  }

  constexpr bool spend() {
    is_limited_ = is_limited_ || left_ == 0;
    return !is_limited_ && left_-- > 0;
  }

  constexpr bool keep(const IndexLattice& worth) {
    for (int k = 0; k < count_; ++k) worth_[k] = worth[k];
    return true;
  }

  const LeavesByStride* leaves_ = nullptr;
  std::int64_t offset_[kMostElements] = {};
  std::int64_t index_[kMostElements] = {};
  std::int64_t end_[IndexLattice::kMostUnknowns] = {1};
  std::int64_t worth_[IndexLattice::kMostUnknowns] = {};
  int known_ = 0;
  int left_ = most_tries();
  int count_ = 1;
  int obstacle_ = 0;
  bool found_ = false;
  bool is_limited_ = false;
};

}  // namespace tileglot::notation::cute
