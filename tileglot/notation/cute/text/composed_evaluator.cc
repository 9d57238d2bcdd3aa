// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/composed_evaluator.h"

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

/// The smallest offset before the last stage. The sum fits: cosize, with every stride positive,
/// does.
std::int64_t smallest_inside(const ComposedLayout& composed) {
  const Layout<>& inner = composed.inner.layout;
  std::int64_t smallest = composed.offset.value;
  for (int slot = 0; slot < inner.shape.slots; ++slot) {
    if (inner.shape.is_empty(slot) || inner.stride.values[slot] >= 0) continue;
    const std::int64_t last = inner.shape.values[slot] - 1;
    smallest = core::saturating_add(smallest, last * inner.stride.values[slot]);
  }
  return smallest;
}

}  // namespace

core::Status check_not_negative(const ComposedLayout& composed) {
  const std::int64_t smallest = smallest_inside(composed);
  if (smallest >= 0) return {};
  return core::fail(
      {.code = "cute.swizzled_negative",
       .message = fmt::format("the offset {} before {} is negative", smallest,
                              composed.outer.is_swizzle ? "the swizzle" : "the outer layout"),
       .help = "add an offset that keeps it at 0 or above, as in A o 64 o B"});
}

core::Result<ComposedEvaluator> ComposedEvaluator::of(const ComposedLayout& composed) {
  TILEGLOT_TRY(places, to_result(cute::reach(composed)));
  if (places.value != 0) TILEGLOT_TRY_STATUS(check_not_negative(composed));
  TILEGLOT_TRY(inner, Evaluator::of(composed.inner.layout));
  return ComposedEvaluator(composed, std::move(inner), places.value);
}

std::int64_t ComposedEvaluator::offset(std::span<const std::int64_t> by_mode) const {
  const std::int64_t inside = composed_.offset.value + inner_.offset(by_mode);
  // of() has proved that every offset fits.
  return apply(composed_.outer, Integer(inside))->value;
}

}  // namespace tileglot::notation::cute
