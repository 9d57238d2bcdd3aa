// SPDX-License-Identifier: Apache-2.0
// coordinate_operations.cc: makes layouts, and converts coordinates to offsets and back.
#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/layout/basis_sum.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

using core::fail;
using core::Result;

template <class T>
Result<Value> for_coordinate(const Outcome<T>& outcome, const IntTuple& coordinate,
                             const IntTuple& shape) {
  if (!outcome) return fail(coordinate_error(outcome.refusal, coordinate, shape));
  return Value(*outcome);
}

/// Concatenates layouts as the modes of one.
Result<Value> concatenate(const Arguments& arguments) {
  Layout<> all;
  for (std::size_t i = 0; i < arguments.count(); ++i) {
    TILEGLOT_TRY(part, arguments.layout(i));
    TILEGLOT_TRY(longer, to_result(append(all, part)));
    all = longer;
  }
  return to_value(make_layout(all.shape, all.stride));
}

/// Takes a shape; a shape and a stride or a tag; or any number of layouts.
Result<Value> apply_make_layout(const Arguments& arguments) {
  if (arguments.is_layout(0)) return concatenate(arguments);
  if (arguments.count() > 2) {
    return core::fail(
        {.code = "cute.arguments",
         .message = fmt::format("make_layout of a shape takes 1 or 2 arguments, not {}",
                                arguments.count()),
         .help = "more are layouts, as in make_layout(4:1, 2:4, 3:8)"});
  }
  TILEGLOT_TRY(shape, arguments.tuple(0));
  if (arguments.count() == 1) return to_value(make_layout(shape));
  if (const auto order = arguments.order(1))
    return to_value(*order == Order::kRowMajor ? make_layout_right(shape) : make_layout(shape));
  TILEGLOT_TRY(stride, arguments.tuple(1));
  return to_value(make_layout(shape, stride));
}

/// The arguments after the coordinate: a layout, or a shape and a stride.
Result<CuteLayout> layout_behind_coordinate(const Arguments& arguments) {
  if (arguments.count() == 2) return arguments.any_layout(1);
  TILEGLOT_TRY(shape, arguments.tuple(1));
  TILEGLOT_TRY(stride, arguments.tuple(2));
  TILEGLOT_TRY(layout, to_result(make_layout(shape, stride)));
  return CuteLayout(layout);
}

Result<Value> apply_crd2idx(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  TILEGLOT_TRY(layout, layout_behind_coordinate(arguments));
  TILEGLOT_TRY(inner, to_result(domain(layout)));
  const auto* plain = std::get_if<Layout<>>(&layout);
  if (plain != nullptr && has_basis(plain->stride)) {
    return for_coordinate(coordinate_of(coordinate, *plain), coordinate, inner.shape);
  }
  return std::visit(
      [&](const auto& l) {
        return for_coordinate(crd2idx(coordinate, l), coordinate, inner.shape);
      },
      layout);
}

Result<Value> apply_idx2crd(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  TILEGLOT_TRY(shape, arguments.tuple(1));
  return for_coordinate(idx2crd(coordinate, shape), coordinate, shape);
}

constexpr Operation kCoordinateOperations[] = {
    {"crd2idx", 2, 3, apply_crd2idx},
    {"idx2crd", 2, 2, apply_idx2crd},
    {"make_layout", 1, core::kMaxLeaves, apply_make_layout},
};

}  // namespace

std::span<const Operation> coordinate_operations() { return kCoordinateOperations; }

}  // namespace tileglot::notation::cute
