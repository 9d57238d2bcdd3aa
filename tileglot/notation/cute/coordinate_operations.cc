// SPDX-License-Identifier: Apache-2.0
// coordinate_operations.cc: layouts asked for their sizes, and coordinates turned into offsets.
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/coalesce.h"
#include "tileglot/notation/cute/coordinate.h"
#include "tileglot/notation/cute/detail/arguments.h"
#include "tileglot/notation/cute/layout.h"
#include "tileglot/notation/cute/refusal.h"

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

Result<Value> apply_make_layout(const Arguments& arguments) {
  TILEGLOT_TRY(shape, arguments.tuple(0));
  if (arguments.count() == 1) return to_value(make_layout(shape));
  TILEGLOT_TRY(stride, arguments.tuple(1));
  return to_value(make_layout(shape, stride));
}

Result<Value> apply_size(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.layout(0));
  return to_value(size(layout));
}

Result<Value> apply_cosize(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.layout(0));
  return to_value(cosize(layout));
}

Result<Value> apply_rank(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.layout(0));
  return Value(core::static_integer(rank(layout)));
}

Result<Value> apply_depth(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.layout(0));
  return Value(core::static_integer(depth(layout)));
}

Result<Value> apply_crd2idx(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  TILEGLOT_TRY(layout, arguments.layout(1));
  return for_coordinate(crd2idx(coordinate, layout), coordinate, layout.shape);
}

Result<Value> apply_idx2crd(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  TILEGLOT_TRY(shape, arguments.tuple(1));
  return for_coordinate(idx2crd(coordinate, shape), coordinate, shape);
}

Result<Value> apply_coalesce(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.layout(0));
  return Value(coalesce(layout));
}

constexpr Operation kOperations[] = {
    {"coalesce", 1, 1, apply_coalesce}, {"cosize", 1, 1, apply_cosize},
    {"crd2idx", 2, 2, apply_crd2idx},   {"depth", 1, 1, apply_depth},
    {"idx2crd", 2, 2, apply_idx2crd},   {"make_layout", 1, 2, apply_make_layout},
    {"rank", 1, 1, apply_rank},         {"size", 1, 1, apply_size},
};

}  // namespace

std::span<const Operation> coordinate_operations() { return kOperations; }

}  // namespace tileglot::notation::cute
