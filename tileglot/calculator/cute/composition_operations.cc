// SPDX-License-Identifier: Apache-2.0
// composition_operations.cc: composition, and the divides that use it.
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "tileglot/calculator/cute/composition_error.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/explained.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/compose_by_mode.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/composed/composition.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/composed/swizzle_algebra.h"
#include "tileglot/notation/cute/composed/swizzle_push.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::Outcome;
using core::Refusal;
using core::Result;

/// The error for a composition with a composed layout: names the layouts in it that do not compose.
core::Error behind_error(const Refusal& refusal, const cute::Layout<>& a,
                         const cute::ComposedLayout& b) {
  for (const cute::Stage* stage : {&b.outer, &b.inner}) {
    if (!stage->is_swizzle && cute::composition(a, stage->layout).refusal == refusal)
      return composition_error(refusal, a, stage->layout);
  }
  return cute::to_error(refusal);
}

Result<Value> compose_behind(const cute::CuteLayout& layout, const cute::ComposedLayout& b) {
  const auto* composed = std::get_if<cute::ComposedLayout>(&layout);
  const auto plain = composed != nullptr
                         ? cute::inner_layout(*composed)
                         : Outcome<cute::Layout<>>(std::get<cute::Layout<>>(layout));
  const auto answer = std::visit([&b](const auto& a) { return cute::composition(a, b); }, layout);
  if (!answer && plain) return fail(behind_error(answer.refusal, *plain, b));
  return to_value(answer);
}

/// Composition with swizzles, for which CuTe has one name; nothing if neither argument is a
/// swizzle.
std::optional<Result<Value>> compose_swizzles(const Arguments& arguments) {
  const auto first = swizzle_argument(arguments, 0);
  const auto second = swizzle_argument(arguments, 1);
  if (first && second) return to_value(cute::composition(*first, *second));
  const auto layout = plain_layout_argument(arguments, first ? 1 : 0);
  if (!layout || (!first && !second)) return std::nullopt;
  if (second) return to_value(cute::composition(*layout, *second));
  return to_value(
      Outcome<cute::CuteLayout>(cute::compose(*first, core::static_integer(0), *layout)));
}

Result<Value> apply_composition(const Arguments& arguments) {
  if (auto swizzled = compose_swizzles(arguments)) return *std::move(swizzled);
  TILEGLOT_TRY(layout, any_layout_argument(arguments, 0));
  if (is_composed(arguments, 1)) {
    TILEGLOT_TRY(behind, any_layout_argument(arguments, 1));
    return compose_behind(layout, std::get<cute::ComposedLayout>(behind));
  }
  TILEGLOT_TRY(tiler, tiler_argument(arguments, 1));
  return on_plain(
      layout, [&tiler](const cute::Layout<>& a) { return cute::composition(a, tiler); },
      [&tiler](const Refusal& refusal, const cute::Layout<>& a) {
        return composition_error(refusal, a, tiler);
      });
}

Result<Value> apply_with_shape(const Arguments& arguments) {
  TILEGLOT_TRY(layout, any_layout_argument(arguments, 0));
  TILEGLOT_TRY(shape, tuple_argument(arguments, 1));
  TILEGLOT_TRY(column_major, cute::to_result(cute::make_layout(shape)));
  return on_plain(
      layout, [&](const cute::Layout<>& a) { return cute::composition(a, column_major); },
      [&](const Refusal& refusal, const cute::Layout<>& a) {
        return composition_error(refusal, a, column_major);
      });
}

using Divide = Outcome<cute::Layout<>> (*)(const cute::Layout<>&, const cute::Tiler&);

template <Divide Apply>
Result<Value> apply_divide(const Arguments& arguments) {
  TILEGLOT_TRY(layout, any_layout_argument(arguments, 0));
  TILEGLOT_TRY(tiler, tiler_argument(arguments, 1));
  return on_plain(
      layout, [&tiler](const cute::Layout<>& a) { return Apply(a, tiler); },
      [&tiler](const Refusal& refusal, const cute::Layout<>& a) {
        return divide_error(refusal, a, tiler);
      });
}

constexpr Operation kCompositionOperations[] = {
    {"composition", "a, b",
     "the layout A(B(i)): the elements of A that B names; a tiler is applied mode by mode",
     "composition((6,2):(8,2),(4,3):(3,1))", apply_composition},
    {"flat_divide", "layout, tiler",
     "the layout divided by a tiler, with the modes of the tile and of the rest side by side",
     "flat_divide((8,6):(1,8),<4,2>)", apply_divide<cute::flat_divide>},
    {"logical_divide", "layout, tiler", "the layout divided by a tiler, each mode as (tile, rest)",
     "logical_divide(24:1,4:2)", apply_divide<cute::logical_divide>},
    {"tiled_divide", "layout, tiler", "the layout divided by a tiler, as (tile, rest, rest, ..)",
     "tiled_divide((8,6):(1,8),<4,2>)", apply_divide<cute::tiled_divide>},
    {"with_shape", "layout, shape", "the same elements in the same order, with another shape",
     "with_shape(20:2,(5,4))", apply_with_shape},
    {"zipped_divide", "layout, tiler", "the layout divided by a tiler, as (tile, rest)",
     "zipped_divide((8,6):(1,8),<4,2>)", apply_divide<cute::zipped_divide>},
};

}  // namespace

std::span<const Operation> composition_operations() { return kCompositionOperations; }

}  // namespace tileglot::calculator
