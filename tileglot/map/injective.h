// SPDX-License-Identifier: Apache-2.0
// injective.h: whether two coordinates share an offset, and which.
//
// What     injectivity(f) decides f(a) = f(b) only for a = b. If not, it shows two coordinates that collide.
// Why      A destination that is not injective loses data; an injective one has as many offsets as coordinates.
// Example  (4,2) with x0 mod 3 + 4*(x0/3) + 5*x1 is injective (0 5 1 6 2 7 4 9); on (6,2) the coordinates (5,0) and (1,1) share 6.
//          [tests: injective_test.cc, "a clipped tile can be injective where the padded one is not"]
// Errors   map.too_large_to_decide where no rule answers and the domain is too large to enumerate.
// Source   docs/reference/index-map.md, injective. The rules, the first that answers: counts, digits that dominate, a search for a
//          difference that vanishes, rank over F2, reading values back, enumeration.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

/// Two coordinates, first < second in row-major order, with one offset.
struct Collision {
  Coordinate first;
  Coordinate second;
  std::int64_t offset = 0;
};

/// What decided.
enum class InjectiveRule { kCounts, kDominate, kDifference, kRank, kReadBack, kEnumerate };

struct Injectivity {
  bool injective = false;
  /// Where not injective; nothing where the counts alone prove it (more coordinates than offsets) and no pair was met.
  std::optional<Collision> collision = {};
  InjectiveRule rule = InjectiveRule::kCounts;
};

core::Result<Injectivity> injectivity(const IndexMap& f);

core::Result<bool> is_injective(const IndexMap& f);

}  // namespace tileglot::map
