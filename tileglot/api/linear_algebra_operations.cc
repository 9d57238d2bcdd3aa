// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/linear_algebra_operations.h"

#include <array>
#include <optional>
#include <span>

#include "tileglot/api/linear_operation.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/complement.h"
#include "tileglot/notation/linear/compose.h"
#include "tileglot/notation/linear/concatenate.h"
#include "tileglot/notation/linear/divide.h"
#include "tileglot/notation/linear/invert_and_compose.h"
#include "tileglot/notation/linear/layout.h"
#include "tileglot/notation/linear/logical_division.h"
#include "tileglot/notation/linear/one_sided_inverse.h"
#include "tileglot/notation/linear/product.h"
#include "tileglot/notation/linear/quotient.h"
#include "tileglot/notation/linear/register_tile.h"

namespace tileglot::api {
namespace {

namespace linear = notation::linear;
using core::Result;
using linear::Layout;

LinearResult layout_or_null(const std::optional<Layout>& layout) {
  if (!layout) return Json();
  return *layout;
}

/// An operation from a layout to a layout.
template <Result<Layout> (*Of)(const Layout&)>
Result<LinearResult> layout_of_one(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(result, Of(layout));
  return result;
}

/// An operation from two layouts to a layout.
template <Result<Layout> (*Of)(const Layout&, const Layout&)>
Result<LinearResult> layout_of_two(Arguments args) {
  TILEGLOT_TRY(a, linear_argument(args, 0));
  TILEGLOT_TRY(b, linear_argument(args, 1));
  TILEGLOT_TRY(result, Of(a, b));
  return result;
}

/// Null where there is no such factor.
template <std::optional<Layout> (*Of)(const Layout&, const Layout&)>
Result<LinearResult> division(Arguments args) {
  TILEGLOT_TRY(a, linear_argument(args, 0));
  TILEGLOT_TRY(b, linear_argument(args, 1));
  return layout_or_null(Of(a, b));
}

Result<LinearResult> reps(Arguments args) {
  TILEGLOT_TRY(a, linear_argument(args, 0));
  TILEGLOT_TRY(b, linear_argument(args, 1));
  TILEGLOT_TRY(result, linear::reps(a, b));
  return layout_or_null(result);
}

Result<LinearResult> quotient(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(names, names_argument(args, 1));
  TILEGLOT_TRY(result, linear::quotient(layout, names));
  return layout_or_null(result);
}

Result<LinearResult> complement(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(size, number_argument(args, 1));
  TILEGLOT_TRY(result, linear::complement(layout, size));
  return result;
}

constexpr std::array kOperations{
    LinearOperation{"linear.complement", 2, complement},
    LinearOperation{"linear.compose", 2, layout_of_two<linear::compose>},
    LinearOperation{"linear.concat_ins", 2, layout_of_two<linear::concat_ins>},
    LinearOperation{"linear.concat_outs", 2, layout_of_two<linear::concat_outs>},
    LinearOperation{"linear.concatenate", 2, layout_of_two<linear::concatenate>},
    LinearOperation{"linear.divide_left", 2, division<linear::divide_left>},
    LinearOperation{"linear.divide_right", 2, division<linear::divide_right>},
    LinearOperation{"linear.invert", 1, layout_of_one<linear::invert>},
    LinearOperation{"linear.invert_and_compose", 2, layout_of_two<linear::invert_and_compose>},
    LinearOperation{"linear.invert_and_compose_block_local", 2,
                    layout_of_two<linear::invert_and_compose_block_local>},
    LinearOperation{"linear.left_inverse", 1, layout_of_one<linear::left_inverse>},
    LinearOperation{"linear.logical_divide", 2, layout_of_two<linear::logical_divide>},
    LinearOperation{"linear.logical_product", 2, layout_of_two<linear::logical_product>},
    LinearOperation{"linear.mul", 2, layout_of_two<linear::mul>},
    LinearOperation{"linear.pseudoinvert", 1, layout_of_one<linear::pseudoinvert>},
    LinearOperation{"linear.quotient", 2, quotient},
    LinearOperation{"linear.reps", 2, reps},
    LinearOperation{"linear.right_inverse", 1, layout_of_one<linear::right_inverse>},
};

}  // namespace

std::span<const LinearOperation> linear_algebra_operations() { return kOperations; }

}  // namespace tileglot::api
