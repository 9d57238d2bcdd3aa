// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/digits.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

/// a + factor * b
core::Checked checked_fma(std::int64_t a, std::int64_t factor, std::int64_t b) {
  const core::Checked product = core::checked_mul(factor, b);
  return product ? core::checked_add(a, *product) : product;
}

}  // namespace

std::optional<std::vector<Digit>> digits_of(const Value& v, Source src) {
  std::vector<Digit> digits(1);
  for (const FloorTerm& term : v.floors) {
    if (term.src != src) continue;
    Digit& below = digits.back();
    if (term.div % below.div != 0) return std::nullopt;
    const std::int64_t radix = term.div / below.div;
    const core::Checked stride = checked_fma(term.coef, radix, below.stride);
    if (!stride) return std::nullopt;
    if (term.div == 1) {
      below.stride = *stride;
    } else {
      below.radix = radix;
      digits.push_back({term.div, std::nullopt, *stride});
    }
  }
  return digits;
}

std::optional<std::vector<FloorTerm>> floors_of(std::span<const Digit> digits, Source src) {
  std::vector<FloorTerm> floors;
  std::int64_t continued = 0;  // the stride if the digit below continued
  for (const Digit& digit : digits) {
    const core::Checked coef = core::checked_sub(digit.stride, continued);
    if (!coef) return std::nullopt;
    if (*coef != 0) floors.push_back({*coef, digit.div, src});
    if (!digit.radix) break;
    const core::Checked next = core::checked_mul(digit.stride, *digit.radix);
    if (!next) return std::nullopt;
    continued = *next;
  }
  return floors;
}

}  // namespace tileglot::map
