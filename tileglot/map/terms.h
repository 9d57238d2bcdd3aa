// SPDX-License-Identifier: Apache-2.0
// terms.h: adds, scales and renumbers the terms of values, keeping them canonical.
//
// What     add_scaled(a, b, k) has the terms of a + k*b: equal ones merged, zeros dropped, sorted.
//          The bound and the memory are not kept. add_terms and scale_terms change a value in place.
// Why      The builder, the bound and equality all subtract sums; merging is written once.
// Errors   std::nullopt where a coefficient overflows int64, or there are more than 64 bits or
//          rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/core/small_vector.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

std::optional<Value> add_scaled(const Value& a, const Value& b, std::int64_t factor);

/// Adds factor * b to the terms of `sum`, another value; false where that is not possible, and the
/// terms of `sum` are then unspecified.
bool add_terms(Value& sum, const Value& b, std::int64_t factor);

/// Multiplies the terms of v; false where one overflows, and they are then unspecified.
bool scale_terms(Value& v, std::int64_t factor);

/// Adds coef * floor(src / div) to v, merging equal terms; false if the coefficient overflows.
bool add_floor(Value& v, FloorTerm term);

/// Adds weight * (xor of bits), at least two; false where a limit is exceeded.
bool add_parity(Value& v, std::int64_t weight, std::span<const BitRef> bits);

/// The bits of one row.
core::SmallVector<BitRef, 16> bits_of(const XorPart& part, const ParityRow& row);

/// v with each source s replaced by new_of[s].
Value renumber(const Value& v, std::span<const Source> new_of);

/// A fixed order of values by their terms, for numbering inner values.
bool precedes(const Value& a, const Value& b);

/// Number of floor terms and parities.
inline std::size_t term_count(const Value& v) { return v.floors.size() + v.xors.rows.size(); }

}  // namespace tileglot::map
