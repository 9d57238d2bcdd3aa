// SPDX-License-Identifier: Apache-2.0
// basis_facts.h: properties of a set of bases before it is a layout.
//
// What     The sizes of the dimensions that bases reach, whether they reach every place, whether
//          each moves along one dimension, whether they are a permutation.
// Why      Encodings given by bases are checked when they are read, before any tensor is known, and
//          have a shape of their own: the sizes that they reach.
// Units    The size of a dimension is the next power of two above the largest entry.
// Example  (0,1), (1,0) and a zero are a permutation of sizes 2 and 2; (0,1) and (1,1) are onto and
//          not a permutation; (2) alone reaches size 4 and is not onto.
//          [tests: validate_encoding_test.cc, "bases reach every element"]
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

/// The sizes, or nullopt where they have more than 64 bits together.
/// Precondition: every basis has `rank` entries, none negative.
std::optional<Numbers> reached_sizes(const Bases& bases, std::int64_t rank);

/// log2 of the number of places that the bases reach; 0 where the sizes have more than 64 bits.
std::int64_t reached_bits(const Bases& bases, std::int64_t rank);

/// True if every place below the reached sizes is reached; false where these have more than 64
/// bits.
bool is_onto(const Bases& bases, std::int64_t rank);

bool moves_in_one_dimension(const Numbers& basis);
bool is_zero(const Numbers& basis);
std::int64_t count_not_zero(const Bases& bases);

/// True if, without its zero bases, it has each 1, 2, 4, .. of every dimension once.
bool is_permutation(const Bases& bases, std::int64_t rank);

Bases joined(std::initializer_list<const Bases*> parts);

}  // namespace tileglot::notation::triton
