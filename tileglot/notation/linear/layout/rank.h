// SPDX-License-Identifier: Apache-2.0
// rank.h: how many outputs a linear layout reaches, and how often.
//
// What     rank(L) is the number of independent basis vectors: 2^rank outputs are reached, each by
//          2^(in_bits - rank) inputs. The predicates follow from it.
// Example  {register: [[1],[0],[2]], lane: [[4],[4]]} -> {dim0: 8} has rank 3: it is surjective,
//          and each output is at four places.
//          [tests: rank_test.cc, "rank counts the outputs reached"]
// Errors   None.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

int rank(const Layout& layout);

/// True if every output is reached.
bool is_surjective(const Layout& layout);
/// True if no output is reached twice.
bool is_injective(const Layout& layout);
/// True if it is both.
bool is_invertible(const Layout& layout);

/// The smallest flat output that is not reached; a single bit. nullopt for a surjective layout.
std::optional<std::uint64_t> first_unreached(const Layout& layout);

}  // namespace tileglot::notation::linear
