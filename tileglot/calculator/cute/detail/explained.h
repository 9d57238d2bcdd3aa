// SPDX-License-Identifier: Apache-2.0
// explained.h: applies an operation to a plain or composed layout, and explains refusals.
//
// What     on_plain changes a plain layout, or the inner layout of a composed one. composed_error
//          is for operations on a composed layout as a whole. Both turn a refusal into an error
//          with explain(refusal, layout), such as layout_error, for the layout that was refused.
// Why      A refusal counts modes; the user knows only the layouts that were written.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <variant>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/inverse/recast.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::calculator {

/// Applies `change` to a plain layout or to the inner layout of a composed one.
template <class Change, class Explain>
core::Result<Value> on_plain(const notation::cute::CuteLayout& layout, const Change& change,
                             const Explain& explain) {
  const auto* composed = std::get_if<notation::cute::ComposedLayout>(&layout);
  const auto plain =
      composed != nullptr
          ? notation::cute::inner_layout(*composed)
          : core::Outcome<notation::cute::Layout<>>(std::get<notation::cute::Layout<>>(layout));
  if (!plain) return core::fail(notation::cute::to_error(plain.refusal));
  const core::Outcome<notation::cute::Layout<>> changed = change(*plain);
  if (!changed) return core::fail(explain(changed.refusal, *plain));
  if (composed == nullptr) return Value(*changed);
  return to_value(core::Outcome<notation::cute::CuteLayout>(
      notation::cute::compose(composed->outer, composed->offset, *changed)));
}

/// True if apply(layout) has this refusal. Some operations never refuse a plain layout.
template <class Apply>
bool is_refused_alike(const core::Refusal& refusal, const notation::cute::Layout<>& layout,
                      const Apply& apply) {
  if constexpr (requires { apply(layout).refusal; }) {
    return apply(layout).refusal == refusal;
  } else {
    return false;
  }
}

/// The error for a refusal of apply(composed): explained for the inner or the outer layout,
/// whichever apply refuses for the same reason.
template <class Apply, class Explain>
core::Error composed_error(const core::Refusal& refusal,
                           const notation::cute::ComposedLayout& composed, const Apply& apply,
                           const Explain& explain) {
  for (const notation::cute::Stage* stage : {&composed.inner, &composed.outer}) {
    if (!stage->is_swizzle && is_refused_alike(refusal, stage->layout, apply))
      return explain(refusal, stage->layout);
  }
  return notation::cute::to_error(refusal);
}

/// For recast_layout, an upcast followed by a downcast: the refused layout may be the result of the
/// upcast.
template <class Upcast>
core::Error recast_error(const core::Refusal& refusal, std::int64_t from, std::int64_t to,
                         const notation::cute::Layout<>& layout, const Upcast& upcast) {
  if (refusal.reason != core::Reason::kNoUnitStride)
    return notation::cute::layout_error(refusal, layout);
  const std::int64_t joined = to / notation::cute::shared_divisor(from, to);
  const core::Outcome<notation::cute::Layout<>> larger = upcast(joined, layout);
  if (joined == 1 || !larger) return notation::cute::layout_error(refusal, layout);
  core::Error error = notation::cute::layout_error(refusal, *larger);
  error->message = fmt::format("{} joined by {} is {}: {}", notation::cute::print(layout), joined,
                               notation::cute::print(*larger), error->message);
  return error;
}

}  // namespace tileglot::calculator
