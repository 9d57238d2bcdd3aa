// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Status;

Status check_permutation(std::span<const std::int64_t> p, const Shape& array) {
  if (p.size() == rank(array) && core::is_permutation(p)) return {};
  return fail({.code = "xla.permutation",
               .message = fmt::format("({}) does not list every dimension of {} once",
                                      fmt::join(p, ","), print(array, LayoutText::kHidden)),
               .help = "number i says which dimension of the array comes i-th"});
}

}  // namespace

Result<Shape> permute_dimensions_ignoring_layout(std::span<const std::int64_t> p,
                                                 const Shape& array) {
  TILEGLOT_TRY_STATUS(check_array(array));
  TILEGLOT_TRY_STATUS(check_permutation(p, array));
  Shape permuted = array;
  permuted.dimensions = core::permute(array.dimensions, p);
  return permuted;
}

Result<Shape> permute_dimensions(std::span<const std::int64_t> p, const Shape& array) {
  TILEGLOT_TRY(permuted, permute_dimensions_ignoring_layout(p, array));
  if (!array.layout) return permuted;
  TILEGLOT_TRY_STATUS(validate_layout(*array.layout, array));
  permuted.layout->minor_to_major = core::compose(core::inverse(p), array.layout->minor_to_major);
  return permuted;
}

Result<Shape> make_shape_with_descending_layout_and_same_physical_layout(const Shape& array) {
  TILEGLOT_TRY_STATUS(check_array(array));
  Shape with_layout = array;
  with_layout.layout = layout_or_default(array);
  TILEGLOT_TRY_STATUS(validate_layout(*with_layout.layout, array));
  const auto& minor_to_major = with_layout.layout->minor_to_major;
  const core::Permutation major_to_minor(minor_to_major.rbegin(), minor_to_major.rend());
  return permute_dimensions(major_to_minor, with_layout);
}

}  // namespace tileglot::notation::xla
