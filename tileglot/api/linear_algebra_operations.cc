// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/linear_algebra_operations.h"

#include <array>
#include <span>

#include "tileglot/api/linear_operation.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/compose.h"
#include "tileglot/notation/linear/layout.h"
#include "tileglot/notation/linear/product.h"

namespace tileglot::api {
namespace {

namespace linear = notation::linear;
using core::Result;
using linear::Layout;

/// An operation from two layouts to a layout.
template <Result<Layout> (*Of)(const Layout&, const Layout&)>
Result<LinearResult> layout_of_two(Arguments args) {
  TILEGLOT_TRY(a, linear_argument(args, 0));
  TILEGLOT_TRY(b, linear_argument(args, 1));
  TILEGLOT_TRY(result, Of(a, b));
  return result;
}

constexpr std::array kOperations{
    LinearOperation{"linear.compose", 2, layout_of_two<linear::compose>},
    LinearOperation{"linear.mul", 2, layout_of_two<linear::mul>},
};

}  // namespace

std::span<const LinearOperation> linear_algebra_operations() { return kOperations; }

}  // namespace tileglot::api
