// SPDX-License-Identifier: Apache-2.0
// refactor_inner.cc: factors multiples of inner values out of the terms of a value.
#include "tileglot/map/detail/refactor_inner.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/terms.h"

namespace tileglot::map {
namespace {

std::int64_t coefficient_in(const Value& v, const FloorTerm& like) {
  for (const FloorTerm& term : v.floors) {
    if (term.src == like.src && term.div == like.div) return term.coef;
  }
  return 0;
}

bool has_floor_of(const Value& v, Source src) {
  for (const FloorTerm& term : v.floors) {
    if (term.src == src) return true;
  }
  return false;
}

}  // namespace

FactoredOut factor_out(const Value& v, const Value& part) {
  FactoredOut best{0, v};
  for (const FloorTerm& term : part.floors) {
    const std::int64_t coef = coefficient_in(v, term);
    if (coef == 0 || coef == core::kInt64Min || coef % term.coef != 0) continue;
    const std::int64_t multiple = coef / term.coef;
    std::optional<Value> rest = add_scaled(v, part, -multiple);
    if (rest && term_count(*rest) < term_count(best.rest)) best = {multiple, *std::move(rest)};
  }
  return best;
}

Value refactor_inner(const Value& v, std::span<const Value> inner, std::size_t rank) {
  Value result = v;
  // The written-out terms may themselves contain floors of earlier inner values, so later ones go
  // first.
  for (std::size_t j = inner.size(); j-- > 0;) {
    const auto src = static_cast<Source>(rank + j);
    if (!has_floor_of(result, src)) continue;
    FactoredOut factored = factor_out(result, inner[j]);
    if (factored.multiple == 0) continue;
    result = std::move(factored.rest);
    add_floor(result, {factored.multiple, 1, src});
  }
  return result;
}

}  // namespace tileglot::map
