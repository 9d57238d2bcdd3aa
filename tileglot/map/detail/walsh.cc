// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/walsh.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/detail/sum_difference.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/terms.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

// Weights of a function with |h| < 2^65 stay below 2^67 whichever bits are fixed; intermediate sums
// wrap.
__extension__ using Weight = unsigned __int128;

Weight widened(std::int64_t n) {
  __extension__ using Signed = __int128;
  return static_cast<Weight>(static_cast<Signed>(n));
}

/// A bit in the order of fixing: dimensions ascend, bits descend.
struct FixedBit {
  std::size_t k;
  int complement;  // 63 - bit
  friend auto operator<=>(const FixedBit&, const FixedBit&) = default;
};

FixedBit in_order(BitRef bit) { return {bit.src, 63 - bit.bit}; }

/// A constant and weights of sets of bits, none zero: the sum of weight * (xor of the set).
class BitSum {
 public:
  using Set = std::vector<FixedBit>;

  void add(const Set& set, Weight weight) {
    if (set.empty() || weight == 0) return;
    const auto [at, fresh] = weights_.try_emplace(set, weight);
    if (fresh) return;
    at->second += weight;
    if (at->second == 0) weights_.erase(at);
  }

  /// The bits that are one at the first non-zero; std::nullopt if the sum is zero everywhere.
  std::optional<Set> first_nonzero() {
    if (weights_.empty()) return std::nullopt;
    Set ones;
    while (!weights_.empty()) {
      const FixedBit bit = weights_.begin()->first.front();
      if (fix(bit)) ones.push_back(bit);
    }
    return ones;
  }

 private:
  /// Fixes the first bit to 0 if the sum then remains non-zero, else to 1. Returns the bit.
  bool fix(FixedBit bit) {
    std::vector<std::pair<Set, Weight>> rests = take_with(bit);
    for (const auto& [rest, weight] : rests) add(rest, weight);
    if (constant_ != 0 || !weights_.empty()) return false;
    // All terms cancelled at 0, so the sets without the bit were the negative of the rests; at 1 a
    // rest contributes weight * (1 - [rest]), and both together -2 * weight * [rest].
    for (const auto& [rest, weight] : rests) {
      constant_ += weight;
      add(rest, Weight{0} - 2 * weight);
    }
    return true;
  }

  /// Removes the sets that contain their first bit `bit`, and returns them without it.
  std::vector<std::pair<Set, Weight>> take_with(FixedBit bit) {
    std::vector<std::pair<Set, Weight>> rests;
    while (!weights_.empty() && weights_.begin()->first.front() == bit) {
      const auto& [set, weight] = *weights_.begin();
      rests.emplace_back(Set(set.begin() + 1, set.end()), weight);
      weights_.erase(weights_.begin());
    }
    return rests;
  }

  Weight constant_ = 0;
  std::map<Set, Weight> weights_;
};

/// A dimension cut into q = x / 2^m and u = x mod 2^m.
struct Cut {
  std::size_t k;
  int m;
};

/// The highest parity bit on k, plus one.
int parity_bits(const SumDifference& d, std::size_t k) {
  int bits = 0;
  for (const Value* side : {&d.left, &d.right}) {
    for (const BitRef& bit : side->xors.bits) {
      if (bit.src == k) bits = std::max(bits, bit.bit + 1);
    }
  }
  return bits;
}

/// The cut of k under which the terms are independent, if there is one.
std::optional<Cut> independent_cut(const SumDifference& d, std::size_t k) {
  const Cut cut{k, parity_bits(d, k)};
  if (cut.m > 62) return std::nullopt;  // 2^63 does not divide any extent
  const std::int64_t low = std::int64_t{1} << cut.m;
  if (d.extents[k] % low != 0) return std::nullopt;
  for (const Value* side : {&d.left, &d.right}) {
    for (const FloorTerm& term : side->floors) {
      if (term.src == k && term.div % low != 0 && !core::is_power_of_two(term.div)) {
        return std::nullopt;
      }
    }
  }
  return cut;
}

bool has_inner_sources(const Value& v, std::size_t rank) {
  const auto beyond = [&](const auto& part) { return part.src >= rank; };
  return std::any_of(v.floors.begin(), v.floors.end(), beyond) ||
         std::any_of(v.xors.bits.begin(), v.xors.bits.end(), beyond);
}

/// Weights of the bits of u and coefficients of the floors of q, both from left - right.
class Form {
 public:
  Form(const SumDifference& d, std::span<const Cut> cuts) : d_(d), cuts_(cuts) {
    add_side(d.left, 1);
    add_side(d.right, Weight{0} - 1);
  }

  std::optional<Coordinate> first_nonzero() {
    std::optional<Coordinate> first = first_in_bits();
    const std::optional<Coordinate> in_floors = first_in_floors();
    if (!first || (in_floors && *in_floors < *first)) first = in_floors;
    return first;
  }

 private:
  void add_side(const Value& side, Weight sign) {
    for (const FloorTerm& term : side.floors) add_floor(term, sign * widened(term.coef));
    for (const ParityRow& row : side.xors.rows) {
      BitSum::Set set;
      for (const BitRef& bit : bits_of(side.xors, row)) set.push_back(in_order(bit));
      std::sort(set.begin(), set.end());
      bits_.add(set, sign * widened(row.weight));
    }
  }

  /// floor(x / 2^i) = 2^(m-i) * q + sum of 2^(j-i) * bit j of u.
  void add_floor(const FloorTerm& term, Weight coef) {
    const Cut cut =
        *std::find_if(cuts_.begin(), cuts_.end(), [&](const Cut& c) { return c.k == term.src; });
    const std::int64_t low = std::int64_t{1} << cut.m;
    if (term.div % low == 0) return add_quotient({cut.k, term.div}, coef);
    const int i = core::log2_floor(term.div);
    for (int j = i; j < cut.m; ++j) bits_.add({{cut.k, 63 - j}}, coef << (j - i));
    add_quotient({cut.k, low}, coef << (cut.m - i));
  }

  void add_quotient(std::pair<std::size_t, std::int64_t> boundary, Weight coef) {
    if (boundary.second < d_.extents[boundary.first]) floors_[boundary] += coef;
  }

  std::optional<Coordinate> first_in_bits() {
    const std::optional<BitSum::Set> ones = bits_.first_nonzero();
    if (!ones) return std::nullopt;
    Coordinate x(d_.rank(), 0);
    for (const FixedBit& bit : *ones) x[bit.k] += std::int64_t{1} << (63 - bit.complement);
    return x;
  }

  /// The last dimension with a remaining floor, at its smallest divisor.
  std::optional<Coordinate> first_in_floors() const {
    std::optional<std::pair<std::size_t, std::int64_t>> first;
    for (const auto& [boundary, coef] : floors_) {
      if (coef != 0 && (!first || boundary.first > first->first)) first = boundary;
    }
    if (!first) return std::nullopt;
    Coordinate x(d_.rank(), 0);
    x[first->first] = first->second;
    return x;
  }

  const SumDifference& d_;
  std::span<const Cut> cuts_;
  BitSum bits_;
  std::map<std::pair<std::size_t, std::int64_t>, Weight> floors_;  // by (dimension, divisor)
};

}  // namespace

std::optional<Coordinate> first_by_form(const SumDifference& d, std::span<const std::size_t> dims) {
  if (has_inner_sources(d.left, d.rank()) || has_inner_sources(d.right, d.rank())) {
    return std::nullopt;
  }
  std::vector<Cut> cuts;
  for (const std::size_t k : dims) {
    const std::optional<Cut> cut = independent_cut(d, k);
    if (!cut) return std::nullopt;
    cuts.push_back(*cut);
  }
  return Form(d, cuts).first_nonzero();
}

}  // namespace tileglot::map
