// SPDX-License-Identifier: Apache-2.0
// coordinate_operations.cc: makes layouts, and converts coordinates to offsets and back.
#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/layout/basis_sum.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::Result;

template <class T>
Result<Value> for_coordinate(const core::Outcome<T>& outcome, const core::IntTuple& coordinate,
                             const core::IntTuple& shape) {
  if (!outcome) return fail(cute::coordinate_error(outcome.refusal, coordinate, shape));
  return Value(*outcome);
}

/// Concatenates layouts as the modes of one.
Result<Value> concatenate(const Arguments& arguments) {
  std::vector<cute::Layout<>> layouts;
  for (std::size_t i = 0; i < arguments.count(); ++i) {
    TILEGLOT_TRY(layout, layout_argument(arguments, i));
    layouts.push_back(layout);
  }
  std::vector<const cute::Layout<>*> modes;
  modes.reserve(layouts.size());
  for (const cute::Layout<>& layout : layouts) modes.push_back(&layout);
  return to_value(cute::make_layout(modes));
}

/// Takes a shape; a shape and a stride or a tag; or any number of layouts.
Result<Value> apply_make_layout(const Arguments& arguments) {
  if (is_layout(arguments, 0)) return concatenate(arguments);
  if (arguments.count() > 2) {
    return core::fail(
        {.code = "cute.arguments",
         .message = fmt::format("make_layout of a shape takes 1 or 2 arguments, not {}",
                                arguments.count()),
         .help = "more are layouts, as in make_layout(4:1, 2:4, 3:8)"});
  }
  TILEGLOT_TRY(shape, tuple_argument(arguments, 0));
  if (arguments.count() == 1) return to_value(cute::make_layout(shape));
  if (const auto order = order_argument(arguments, 1))
    return to_value(*order == cute::Order::kRowMajor ? cute::make_layout_right(shape)
                                                     : cute::make_layout(shape));
  TILEGLOT_TRY(stride, tuple_argument(arguments, 1));
  return to_value(cute::make_layout(shape, stride));
}

/// The arguments after the coordinate: a layout, or a shape and a stride.
Result<cute::CuteLayout> layout_behind_coordinate(const Arguments& arguments) {
  if (arguments.count() == 2) return any_layout_argument(arguments, 1);
  TILEGLOT_TRY(shape, tuple_argument(arguments, 1));
  TILEGLOT_TRY(stride, tuple_argument(arguments, 2));
  TILEGLOT_TRY(layout, cute::to_result(cute::make_layout(shape, stride)));
  return cute::CuteLayout(layout);
}

Result<Value> apply_crd2idx(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, coordinate_argument(arguments, 0));
  TILEGLOT_TRY(layout, layout_behind_coordinate(arguments));
  TILEGLOT_TRY(inner, cute::to_result(cute::domain(layout)));
  const auto* plain = std::get_if<cute::Layout<>>(&layout);
  if (plain != nullptr && has_basis(plain->stride)) {
    return for_coordinate(cute::coordinate_of(coordinate, *plain), coordinate, inner.shape);
  }
  return std::visit(
      [&](const auto& l) {
        return for_coordinate(cute::crd2idx(coordinate, l), coordinate, inner.shape);
      },
      layout);
}

Result<Value> apply_idx2crd(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, coordinate_argument(arguments, 0));
  TILEGLOT_TRY(shape, tuple_argument(arguments, 1));
  return for_coordinate(cute::idx2crd(coordinate, shape), coordinate, shape);
}

constexpr Operation kCoordinateOperations[] = {
    {"crd2idx", "coordinate, layout or shape, [stride]", "the offset of a coordinate",
     "crd2idx((1,2),(2,3):(1,4))", apply_crd2idx},
    {"idx2crd", "index, shape", "the coordinate of an index of a shape", "idx2crd(5,(2,3))",
     apply_idx2crd},
    {"make_layout", "shape or layout, [stride, tag or layout..]",
     "the layout of a shape and a stride or an order; of layouts, the layout with these as modes",
     "make_layout(make_shape(2,4),LayoutRight{})", apply_make_layout},
};

}  // namespace

std::span<const Operation> coordinate_operations() { return kCoordinateOperations; }

}  // namespace tileglot::calculator
