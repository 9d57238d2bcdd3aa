// SPDX-License-Identifier: Apache-2.0
// injective.h: whether two coordinates share an offset, and which ones.
//
// What     injectivity(f) decides whether f(a) = f(b) only for a = b. If not, it shows two
//          coordinates that collide.
// Why      A destination that is not injective loses data; an injective one has as many offsets as
//          coordinates.
// Example  On (4,2), x0 mod 3 + 4*(x0/3) + 5*x1 is injective: 0 5 1 6 2 7 4 9. On (6,2), (0,1) and
//          (4,0) share 5.
//          [tests: injective_test.cc, "a clipped tile can be injective where the padded one is
//          not"]
// Errors   map.too_large_to_decide where no rule answers and the domain is too large to enumerate.
// How      The first rule that answers:
//          difference  plain maps: two choices of digits with one sum, both inside the domain, or a
//                      proof that there are none (digits that dominate are the quick case)
//          rank        weighted xors of bits: a kernel word collides with 0; rows that dominate and
//                      have full rank do not
//          counts      more coordinates than the bound has offsets
//          digits      the offset determines digits of sources, which determine inner values and
//                      dimensions
//          probe       a second preimage of a few offsets, by search
//          enumerate   all offsets in a bitmap
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"

namespace tileglot::map {

/// Two coordinates with the same offset, first < second in row-major order.
struct Collision {
  Coordinate first;
  Coordinate second;
  std::int64_t offset = 0;
};

/// The rule that decided.
enum class InjectiveRule { kDifference, kRank, kCounts, kDigits, kProbe, kEnumerate };

struct Injectivity {
  bool injective = false;
  /// Set where f is not injective; empty if only the counts prove it and no pair was found in
  /// reasonable time.
  std::optional<Collision> collision = {};
  InjectiveRule rule = InjectiveRule::kCounts;
};

core::Result<Injectivity> injectivity(const IndexMap& f, const Effort& effort = {});

core::Result<bool> is_injective(const IndexMap& f);

}  // namespace tileglot::map
