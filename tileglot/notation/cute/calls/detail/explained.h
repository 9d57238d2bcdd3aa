// SPDX-License-Identifier: Apache-2.0
// explained.h: what an operation answers for a layout of either kind, or why it has no answer.
//
// What     on_plain changes a plain layout, or the inner layout of a composed one. composed_error is
//          for operations on the whole of a composed layout. Both make the error of a refusal by
//          explain(refusal, layout), as layout_error is, for the layout that it is about.
// Why      A refusal counts modes; the reader knows only the layouts that were written.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/calls/detail/arguments.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/inverse/recast.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {

/// Does `change` to a plain layout or to the inner layout of a composed one.
template <class Change, class Explain>
core::Result<Value> on_plain(const CuteLayout& layout, const Change& change,
                             const Explain& explain) {
  const auto* composed = std::get_if<ComposedLayout>(&layout);
  const auto plain =
      composed != nullptr ? inner_layout(*composed) : Outcome<Layout<>>(std::get<Layout<>>(layout));
  if (!plain) return core::fail(to_error(plain.refusal));
  const Outcome<Layout<>> changed = change(*plain);
  if (!changed) return core::fail(explain(changed.refusal, *plain));
  if (composed == nullptr) return Value(*changed);
  return to_value(Outcome<CuteLayout>(compose(composed->outer, composed->offset, *changed)));
}

/// Is this what apply(layout) is refused for? Some operations always answer a plain layout.
template <class Apply>
bool is_refused_alike(const Refusal& refusal, const Layout<>& layout, const Apply& apply) {
  if constexpr (requires { apply(layout).refusal; }) {
    return apply(layout).refusal == refusal;
  } else {
    return false;
  }
}

/// The refusal is that of apply(composed): explained for the inner or the outer layout, whichever
/// apply refuses for the same.
template <class Apply, class Explain>
core::Error composed_error(const Refusal& refusal, const ComposedLayout& composed,
                           const Apply& apply, const Explain& explain) {
  for (const Stage* stage : {&composed.inner, &composed.outer}) {
    if (!stage->is_swizzle && is_refused_alike(refusal, stage->layout, apply))
      return explain(refusal, stage->layout);
  }
  return to_error(refusal);
}

/// For recast_layout, which is an upcast and then a downcast: the layout that is split may be one
/// that the upcast made.
template <class Upcast>
core::Error recast_error(const Refusal& refusal, std::int64_t from, std::int64_t to,
                         const Layout<>& layout, const Upcast& upcast) {
  if (refusal.reason != Reason::kNoUnitStride) return layout_error(refusal, layout);
  const std::int64_t joined = to / shared_divisor(from, to);
  const Outcome<Layout<>> larger = upcast(joined, layout);
  if (joined == 1 || !larger) return layout_error(refusal, layout);
  core::Error error = layout_error(refusal, *larger);
  error->message = fmt::format("{} joined by {} is {}: {}", print(layout), joined, print(*larger),
                               error->message);
  return error;
}

}  // namespace tileglot::notation::cute
