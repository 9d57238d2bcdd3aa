// SPDX-License-Identifier: Apache-2.0
// evaluator.h: a map compiled for evaluation without division instructions.
//
// What     Evaluator(f)(x) = f(x). Each divisor becomes a shift or a multiplication; terms with
//          divisor 1 come first.
// Why      A 64-bit division costs as much as the whole rest of an evaluation.
// Units    Sums wrap in 64 bits: the caller knows that the value fits; its single terms need not.
// Example  floor(n/3) for 0 <= n < 2^63 is (n * 12297829382473034411) >> 65, the factor being
//          2^65/3 rounded up.
//          [tests: evaluator_test.cc, "a divider gives the floor of every number"]
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

/// floor(n / d) by one multiplication.
class Divider {
 public:
  /// Precondition: d >= 2.
  explicit Divider(std::int64_t d);

  std::int64_t floor(std::int64_t n) const {
    // floor(n / d) = ~floor(~n / d), and ~n is not negative where n is negative.
    const std::int64_t sign = n >> 63;
    const auto size = static_cast<std::uint64_t>(n ^ sign);
    return static_cast<std::int64_t>(high_half(size, factor_) >> shift_) ^ sign;
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static std::uint64_t high_half(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint64_t>((static_cast<Wide>(a) * b) >> 64);
  }

  int shift_;
  std::uint64_t factor_;
};

class Evaluator {
 public:
  explicit Evaluator(const IndexMap& f) : Evaluator(f.inner(), f.out(), f.rank()) {}
  /// A single value, over the inner values that its sources beyond the rank refer to.
  Evaluator(std::span<const Value> inner, const Value& out, std::size_t rank);

  /// Precondition: one number in [0, extent) for each dimension.
  std::int64_t operator()(std::span<const std::int64_t> x) const;

 private:
  struct Linear {
    std::uint64_t coef;
    Source src;
  };
  struct Shift {
    std::uint64_t coef;
    std::uint8_t bits;
    Source src;
  };
  struct Quotient {
    std::uint64_t coef;
    Divider divider;
    Source src;
  };
  struct Sum {
    explicit Sum(const Value& v);
    std::uint64_t at(const std::int64_t* sources) const;
    std::uint64_t parities_at(const std::int64_t* sources) const;

    std::uint64_t base;
    std::vector<Linear> linear;
    std::vector<Shift> shifts;
    std::vector<Quotient> quotients;
    XorPart xors;
  };

  std::int64_t evaluate_deep(std::span<const std::int64_t> x, std::int64_t* sources) const;

  std::size_t rank_;
  std::vector<Sum> inner_;
  Sum out_;
};

}  // namespace tileglot::map
