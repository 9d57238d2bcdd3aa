// SPDX-License-Identifier: Apache-2.0
// builder.h: the smart constructors: every map is built by them and comes out canonical.
//
// What     A MapBuilder fixes the domain; dim, constant, add, scale, floor_div, mod, parity and
//          apply_f2 make values over it; finish makes the map. Every result is canonical; nothing is
//          simplified afterwards.
// Why      floor_div is the one rule that handles nested tiles, fused dimensions, offsets and
//          clipped tops: kept in one place, it is right for all notations.
// Example  MapBuilder b(dims_of({3, 5})); Value x0 = b.dim(0), x1 = b.dim(1);
//          offset = 12*(x0/2) + 4*(x1/2) + 2*(x0 mod 2) + x1 mod 2; b.finish(offset, {{24,
//          "offset"}}) is the essay's map.
//          [tests: builder_test.cc, "the essay's map has four floor terms"]
// Errors   Sticky: after the first, operations return some value and finish returns the error.
//          map.overflow where a coefficient or bound overflows int64, map.too_many_terms beyond 256
//          floors, 64 rows, 64 bits or 64 inner values, map.negative_xor for a matrix applied to a
//          value that can be negative, map.domain for a negative extent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

/// The xor of some bits, and of 1 if `constant`. Bits ascend, each once.
struct Parity {
  bool constant = false;
  core::SmallVector<BitRef, 16> bits;
};

/// What a matrix over F2 does to a value: bit i of the result is the xor of the value's bits in
/// rows[i]; bits beyond stay as they are.
using F2Rows = std::vector<std::uint64_t>;

class MapBuilder {
 public:
  explicit MapBuilder(std::vector<Dim> domain);

  std::size_t rank() const { return domain_.size(); }
  const std::vector<Dim>& domain() const { return domain_; }

  Value dim(std::size_t k) const;
  Value constant(std::int64_t c) const;
  Value add(Value a, const Value& b);
  Value subtract(Value a, Value b) { return add(std::move(a), scale(std::move(b), -1)); }
  Value scale(Value v, std::int64_t factor);
  /// floor(v / d). Precondition: d >= 1.
  Value floor_div(const Value& v, std::int64_t d);
  /// v - r * floor(v / r). Precondition: r >= 1.
  Value mod(Value v, std::int64_t r);

  // The same in place, since moving a value costs as much as adding a term.
  /// Precondition: v is not `sum` itself.
  void add_to(Value& sum, const Value& v);
  void scale_by(Value& v, std::int64_t factor);
  /// Returns floor(v / r) and leaves v - r * floor(v / r) in v. Precondition: r >= 1.
  Value take_quotient(Value& v, std::int64_t r);
  /// Bit i of v, i in [0, 62].
  Parity bit(const Value& v, int i);
  Parity exclusive_or(const Parity& a, const Parity& b) const;
  /// weight * parity.
  Value as_term(std::int64_t weight, const Parity& parity);
  /// The matrix applied to the bits of v, which must not be negative.
  Value apply_f2(const Value& v, const F2Rows& rows);

  /// v with a bound that the caller has proved. Precondition: bound holds on the whole domain.
  Value with_bound(Value v, Range bound) const;

  /// f with arguments[k] in place of its dimension k, every term rebuilt.
  Value substitute(const IndexMap& f, std::span<const Value> arguments);
  /// f itself as a value over the same extents, terms copied as they are.
  Value adopt(const IndexMap& f);

  /// The map of `out`; unused inner values drop, the others are numbered by content.
  core::Result<IndexMap> finish(Value out, std::vector<Dim> codomain) const;

  bool failed() const { return error_.has_value(); }
  /// The first error. Precondition: failed().
  const core::Error& error() const { return *error_; }

  /// Inner value j is source rank() + j.
  const std::vector<Value>& inner() const { return inner_; }

 private:
  /// The argument of apply_f2 and the rows of the bits that it changed. Lets a later floor or bit
  /// of the result resolve.
  struct Memory {
    Value argument;
    std::vector<std::pair<int, Parity>> changed;
    const Parity* row(int bit) const;
  };

  void fail_with(core::Error error);
  void fail_overflow(std::string what);
  /// Gives v a proven bound, as tight as a scan would find.
  void set_bound(Value& v, Range range);
  /// Computes the bound of v, and intersects it with `known` where the caller has proved one.
  void find_bound(Value& v, std::optional<Range> known = std::nullopt);
  std::optional<Range> range_of(const Value& v) const;
  /// Adds factor * b to the terms of `sum`, whose bound does not hold any more.
  void add_multiple(Value& sum, const Value& b, std::int64_t factor);

  Source intern(Value v);
  /// floor(src / div) as a value; the value itself where div is 1.
  Value floor_of_source(Source src, std::int64_t div, std::int64_t coef);
  /// floor(floor(source / floor.div) / d).
  Value floor_of_floor(const FloorTerm& floor, std::int64_t d);
  /// floor_div of a value none of whose terms is divisible by d.
  Value floor_div_rest(Value rest, std::int64_t d);
  Value floor_div_remembered(const Memory& memory, int shift);
  Value single_bit(std::int64_t weight, BitRef bit);
  Parity bit_of_floor(const FloorTerm& term);
  bool prove_non_negative(const Value& v);

  std::vector<Dim> domain_;
  std::vector<Value> inner_;
  std::vector<Range> source_ranges_;  ///< of dimensions, then of inner values
  std::vector<Memory> memories_;
  std::optional<core::Error> error_;
};

/// True if the domain has no coordinates.
bool is_empty(std::span<const Dim> domain);

/// On a domain without coordinates every map is the same; this is its simplest form.
core::Result<IndexMap> empty_map(const std::vector<Dim>& domain);

}  // namespace tileglot::map
