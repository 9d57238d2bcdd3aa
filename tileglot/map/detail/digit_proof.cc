// SPDX-License-Identifier: Apache-2.0
// digit_proof.cc: derives digit by digit what is known of each source, until nothing more follows.
#include "tileglot/map/detail/digit_proof.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/detail/digit_sum.h"
#include "tileglot/map/detail/refactor_inner.h"
#include "tileglot/map/digits.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

constexpr std::int64_t kTop = core::kInt64Max;          ///< the end of a top digit
constexpr int kSearches = 8;                            ///< for differences, in one proof
constexpr std::int64_t kSteps = std::int64_t{1} << 14;  ///< of each search

/// floor(source / div) mod (next / div), or floor(source / div) where next is kTop.
struct Digits {
  std::int64_t div = 1;
  std::int64_t next = kTop;
};

/// What is known of one source.
class Knowledge {
 public:
  explicit Knowledge(Range range)
      : width_(static_cast<std::uint64_t>(range.hi) - static_cast<std::uint64_t>(range.lo)) {}

  bool knows(Digits digits) const {
    const std::int64_t modulus = known_modulo();
    if (modulus == kTop || covers(digits)) return true;
    return digits.next != kTop && modulus % digits.next == 0;
  }
  bool is_known() const { return known_modulo() == kTop; }

  /// False if this was known already.
  bool learn(Digits digits) {
    if (knows(digits)) return false;
    known_.push_back(digits);
    return true;
  }

 private:
  bool covers(Digits digits) const {
    return std::any_of(known_.begin(), known_.end(), [&](const Digits& known) {
      return digits.div % known.div == 0 && (known.next == kTop || known.next % digits.next == 0);
    });
  }

  /// The largest m found such that the source is known modulo m; kTop where it is known.
  std::int64_t known_modulo() const {
    std::int64_t modulus = 1;
    for (bool grown = true; grown;) {
      if (static_cast<std::uint64_t>(modulus) > width_) return kTop;
      grown = false;
      for (const Digits& known : known_) {
        if (known.next > modulus && modulus % known.div == 0) {
          modulus = known.next;
          grown = true;
        }
      }
    }
    return modulus;
  }

  std::uint64_t width_;
  std::vector<Digits> known_;
};

/// A digit or parity of a value, worth a stride.
struct Item {
  WeightedDigit weighted;
  std::optional<Source> src;  ///< of a digit; a parity does not have one
  Digits digits;
  std::uint64_t mask = 0;  ///< of a parity
};

class DigitProof {
 public:
  explicit DigitProof(const IndexMap& f) : f_(f), whole_(f.inner().size() + 1) {
    for (const Dim& dim : f.domain()) knowledge_.emplace_back(Range{0, dim.extent - 1});
    for (const Value& value : f.inner()) knowledge_.emplace_back(value.bound);
    for (const Dim& dim : f.domain()) ranges_.push_back({0, dim.extent - 1});
    for (const Value& value : f.inner()) ranges_.push_back(value.bound);
  }

  bool determines_all() {
    for (bool learned = true; learned && !all_dimensions_known();) {
      learned = learn_from(f_.inner().size());
      for (std::size_t j = 0; j < f_.inner().size(); ++j) {
        const Value& value = f_.inner()[j];
        const auto src = static_cast<Source>(f_.rank() + j);
        if (all_sources_known(value)) learned |= learn(src, {});
        if (knowledge_[src].is_known()) learned |= learn_from(j);
      }
    }
    return all_dimensions_known();
  }

 private:
  bool learn(Source src, Digits digits) { return knowledge_[src].learn(digits); }

  bool all_dimensions_known() const {
    return std::all_of(knowledge_.begin(),
                       knowledge_.begin() + static_cast<std::ptrdiff_t>(f_.rank()),
                       [](const Knowledge& k) { return k.is_known(); });
  }

  bool all_sources_known(const Value& v) const {
    const auto known = [&](const auto& part) { return knowledge_[part.src].is_known(); };
    return std::all_of(v.floors.begin(), v.floors.end(), known) &&
           std::all_of(v.xors.bits.begin(), v.xors.bits.end(), known);
  }

  /// Learns from value j, or from the output if j is the number of inner values: as it is, and with
  /// whole inner values.
  bool learn_from(std::size_t j) {
    const Value& v = j < f_.inner().size() ? f_.inner()[j] : f_.out();
    if (!whole_[j]) whole_[j] = refactor_inner(v, f_.inner(), f_.rank());
    const bool as_written = learn_from_items(v);
    return learn_from_items(*whole_[j]) || as_written;
  }

  bool learn_from_items(const Value& v) {
    const std::vector<Item> items = unknown_items(v);
    std::vector<WeightedDigit> weighted;
    weighted.reserve(items.size());
    for (const Item& item : items) weighted.push_back(item.weighted);
    const std::vector<std::size_t> order = by_stride(weighted);
    std::size_t determined = dominant_count(weighted, order);
    if (determined < items.size() && rest_is_determined(weighted, order, determined))
      determined = items.size();
    bool learned = false;
    std::vector<std::uint64_t> parities;
    for (std::size_t i = 0; i < determined; ++i) {
      const Item& item = items[order[i]];
      if (item.src) learned |= learn(*item.src, item.digits);
      if (!item.src) parities.push_back(item.mask);
    }
    return learn_bits(v.xors, parities) || learned;
  }

  bool rest_is_determined(std::span<const WeightedDigit> items, std::span<const std::size_t> order,
                          std::size_t determined) {
    if (searches_++ >= kSearches) return false;
    std::vector<WeightedDigit> rest;
    for (std::size_t i = determined; i < order.size(); ++i) rest.push_back(items[order[i]]);
    const auto any = [](std::span<const std::int64_t>) { return true; };
    return vanishing_difference(rest, any, kSteps).answer == VanishingDifference::Answer::kNone;
  }

  /// The unknown items of the sum v: the other terms can be subtracted.
  std::vector<Item> unknown_items(const Value& v) const {
    std::vector<Item> items;
    std::vector<Source> sources;
    for (const FloorTerm& term : v.floors) {
      if (sources.empty() || sources.back() != term.src) sources.push_back(term.src);
    }
    for (const Source src : sources) add_digits(v, src, items);
    for (const ParityRow& row : v.xors.rows) {
      if (unknown_bits(v.xors, row.mask) == 0) continue;
      items.push_back({{row.weight, 2}, std::nullopt, {}, row.mask});
    }
    return items;
  }

  void add_digits(const Value& v, Source src, std::vector<Item>& items) const {
    const auto digits = digits_of(v, src);
    if (!digits || digits->back().div == kTop) return add_terms(v, src, items);
    for (std::size_t i = 0; i < digits->size(); ++i) {
      const Digit& digit = (*digits)[i];
      const std::int64_t next = i + 1 < digits->size() ? (*digits)[i + 1].div : kTop;
      const std::int64_t radix = digit.radix.value_or(count_of_floors(src, digit.div));
      add_item(src, {digit.div, next}, {digit.stride, radix}, items);
    }
  }

  /// For divisors that do not nest: each term counts separately.
  void add_terms(const Value& v, Source src, std::vector<Item>& items) const {
    for (const FloorTerm& term : v.floors) {
      if (term.src != src) continue;
      add_item(src, {term.div, kTop}, {term.coef, count_of_floors(src, term.div)}, items);
    }
  }

  void add_item(Source src, Digits digits, WeightedDigit weighted, std::vector<Item>& items) const {
    if (weighted.stride == 0 || weighted.radix <= 1 || knowledge_[src].knows(digits)) return;
    items.push_back({weighted, src, digits, 0});
  }

  /// How many values floor(src / div) can have.
  std::int64_t count_of_floors(Source src, std::int64_t div) const {
    const Range range = ranges_[src];
    const core::Checked span =
        core::checked_sub(core::floor_div(range.hi, div), core::floor_div(range.lo, div));
    return core::saturating_add(span.value_or(core::kInt64Max), 1);
  }

  static Digits digits_of_bit(BitRef bit) {
    const std::int64_t div = std::int64_t{1} << bit.bit;
    return {div, bit.bit == 62 ? kTop : 2 * div};
  }

  std::uint64_t unknown_bits(const XorPart& part, std::uint64_t mask) const {
    std::uint64_t unknown = 0;
    for (; mask != 0; mask &= mask - 1) {
      const int i = std::countr_zero(mask);
      const BitRef bit = part.bits[static_cast<std::size_t>(i)];
      if (!knowledge_[bit.src].knows(digits_of_bit(bit))) unknown |= std::uint64_t{1} << i;
    }
    return unknown;
  }

  /// Bits that the known parities determine: rows of one bit after elimination.
  bool learn_bits(const XorPart& part, std::span<const std::uint64_t> parities) {
    std::vector<std::uint64_t> basis;
    for (std::uint64_t mask : parities) {
      mask = unknown_bits(part, mask);
      for (const std::uint64_t b : basis) mask = std::min(mask, mask ^ b);
      if (mask == 0) continue;
      for (std::uint64_t& b : basis) {
        if ((b & std::bit_floor(mask)) != 0) b ^= mask;
      }
      basis.push_back(mask);
    }
    bool learned = false;
    for (const std::uint64_t b : basis) {
      if (!std::has_single_bit(b)) continue;
      const BitRef bit = part.bits[static_cast<std::size_t>(std::countr_zero(b))];
      learned |= learn(bit.src, digits_of_bit(bit));
    }
    return learned;
  }

  const IndexMap& f_;
  std::vector<Knowledge> knowledge_;
  std::vector<Range> ranges_;
  std::vector<std::optional<Value>> whole_;
  int searches_ = 0;
};

}  // namespace

bool is_injective_by_digits(const IndexMap& f) {
  return f.size() == 0 || DigitProof(f).determines_all();
}

}  // namespace tileglot::map
