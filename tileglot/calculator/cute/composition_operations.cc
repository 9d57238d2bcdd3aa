// SPDX-License-Identifier: Apache-2.0
// composition_operations.cc: composition, and the divides that use it.
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/compose_by_mode.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/calculator/cute/composition_error.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/explained.h"
#include "tileglot/notation/cute/composed/composition.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/composed/swizzle_algebra.h"
#include "tileglot/notation/cute/composed/swizzle_push.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

using core::fail;
using core::Result;

/// The error for a composition with a composed layout: names the layouts in it that do not compose.
core::Error behind_error(const Refusal& refusal, const Layout<>& a, const ComposedLayout& b) {
  for (const Stage* stage : {&b.outer, &b.inner}) {
    if (!stage->is_swizzle && composition(a, stage->layout).refusal == refusal)
      return composition_error(refusal, a, stage->layout);
  }
  return to_error(refusal);
}

Result<Value> compose_behind(const CuteLayout& layout, const ComposedLayout& b) {
  const auto* composed = std::get_if<ComposedLayout>(&layout);
  const auto plain =
      composed != nullptr ? inner_layout(*composed) : Outcome<Layout<>>(std::get<Layout<>>(layout));
  const auto answer = std::visit([&b](const auto& a) { return composition(a, b); }, layout);
  if (!answer && plain) return fail(behind_error(answer.refusal, *plain, b));
  return to_value(answer);
}

/// Composition with swizzles, for which CuTe has one name; nothing if neither argument is a
/// swizzle.
std::optional<Result<Value>> compose_swizzles(const Arguments& arguments) {
  const auto first = parse_swizzle(arguments.text(0));
  const auto second = parse_swizzle(arguments.text(1));
  if (first && second) return to_value(composition(*first, *second));
  const auto layout = parse_layout(arguments.text(first ? 1 : 0));
  if (!layout || (!first && !second)) return std::nullopt;
  if (second) return to_value(composition(*layout, *second));
  return to_value(Outcome<CuteLayout>(compose(*first, core::static_integer(0), *layout)));
}

Result<Value> apply_composition(const Arguments& arguments) {
  if (auto swizzled = compose_swizzles(arguments)) return *std::move(swizzled);
  TILEGLOT_TRY(layout, arguments.any_layout(0));
  if (arguments.is_layout(1) && arguments.text(1).find(" o ") != std::string::npos) {
    TILEGLOT_TRY(behind, arguments.any_layout(1));
    return compose_behind(layout, std::get<ComposedLayout>(behind));
  }
  TILEGLOT_TRY(tiler, arguments.tiler(1));
  return on_plain(
      layout, [&tiler](const Layout<>& a) { return composition(a, tiler); },
      [&tiler](const Refusal& refusal, const Layout<>& a) {
        return composition_error(refusal, a, tiler);
      });
}

Result<Value> apply_with_shape(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.any_layout(0));
  TILEGLOT_TRY(shape, arguments.tuple(1));
  TILEGLOT_TRY(column_major, to_result(make_layout(shape)));
  return on_plain(
      layout, [&](const Layout<>& a) { return composition(a, column_major); },
      [&](const Refusal& refusal, const Layout<>& a) {
        return composition_error(refusal, a, column_major);
      });
}

using Divide = Outcome<Layout<>> (*)(const Layout<>&, const Tiler&);

template <Divide Apply>
Result<Value> apply_divide(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.any_layout(0));
  TILEGLOT_TRY(tiler, arguments.tiler(1));
  return on_plain(
      layout, [&tiler](const Layout<>& a) { return Apply(a, tiler); },
      [&tiler](const Refusal& refusal, const Layout<>& a) {
        return divide_error(refusal, a, tiler);
      });
}

constexpr Operation kCompositionOperations[] = {
    {"composition", 2, 2, apply_composition},
    {"flat_divide", 2, 2, apply_divide<flat_divide>},
    {"logical_divide", 2, 2, apply_divide<logical_divide>},
    {"tiled_divide", 2, 2, apply_divide<tiled_divide>},
    {"with_shape", 2, 2, apply_with_shape},
    {"zipped_divide", 2, 2, apply_divide<zipped_divide>},
};

}  // namespace

std::span<const Operation> composition_operations() { return kCompositionOperations; }

}  // namespace tileglot::notation::cute
