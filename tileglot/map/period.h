// SPDX-License-Identifier: Apache-2.0
// period.h: how each term of a map repeats along a dimension.
//
// What     Every term t has along dimension k a length P and a step C with t(x + P e_k) = t(x) + C
//          wherever both coordinates exist. Periods(f, k) computes them for terms, parities and
//          whole values.
// Why      Finitely many points then decide queries about large extents: equality (equal.h), ranges
//          (exact_range.h), loops (refine.h).
// Units    A length that reaches the extent is set to the extent: the term does not repeat inside
//          the domain, and its step is 0 and has no meaning.
// Example  v = 5*x0 + x1 and the term 18*(v/2): along x0 v moves by 5, two steps make 10 = 5 twos,
//          so the length is 2 and the step 18*5 = 90.
//          [tests: period_test.cc, "a floor of an inner value repeats when its step is divisible"]
// Source   sum: (lcm P, sum of C*lcm/P). floor(u/d): m = d/gcd(C,d), (P*m, C*m/d). Bit i of u: the
//          same with d = 2^(i+1), step 0. A parity: lcm of its bits, step 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

struct Period {
  std::int64_t length = 1;
  std::int64_t step = 0;
  friend bool operator==(const Period&, const Period&) = default;
};

class Periods {
 public:
  Periods(const IndexMap& f, std::size_t k) : Periods(f.inner(), f.rank(), k, f.extent(k)) {}
  /// For a dimension of this extent and the inner values that sources beyond the rank refer to.
  Periods(std::span<const Value> inner, std::size_t rank, std::size_t k, std::int64_t extent);

  Period of(const FloorTerm& term) const;
  Period of(const XorPart& xors, const ParityRow& row) const;
  Period of(const Value& value) const;

  /// True if the period ends inside the domain, so that its step has a meaning.
  bool repeats(const Period& p) const { return p.length < extent_; }

 private:
  Period source(Source src) const;
  Period divided(const Period& p, std::int64_t d) const;
  Period capped(std::int64_t length, std::int64_t step) const;
  Period never() const { return {extent_, 0}; }
  std::int64_t joint_length(std::int64_t a, std::int64_t b) const;
  std::int64_t length_of(const BitRef& bit) const;

  std::size_t rank_;
  std::size_t k_;
  std::int64_t extent_;
  std::vector<Period> inner_;
};

}  // namespace tileglot::map
