// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/bitcast/decompose_bitcast.h"

#include <optional>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/bitcast/is_bitcast.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::notation::xla {
namespace {

using core::Permutation;
using core::Result;

Permutation major_to_minor(const Shape& array) {
  const auto& order = array.layout->minor_to_major;
  return {order.rbegin(), order.rend()};
}

}  // namespace

Result<bool> is_decomposable_bitcast(const Shape& in, const Shape& out) {
  TILEGLOT_TRY(from, elements_in(in));
  TILEGLOT_TRY(to, elements_in(out));
  return from == to && array_in(in)->layout && array_in(out)->layout;
}

Result<std::optional<BitcastTransposeReshapeTranspose>> decompose_bitcast_to_trt(const Shape& in,
                                                                                 const Shape& out) {
  TILEGLOT_TRY(decomposable, is_decomposable_bitcast(in, out));
  if (!decomposable) return std::nullopt;
  const Shape& from = *array_in(in);
  const Shape& to = *array_in(out);
  TILEGLOT_TRY(transposed, make_shape_with_descending_layout_and_same_physical_layout(from));
  TILEGLOT_TRY(reshaped, make_shape_with_descending_layout_and_same_physical_layout(to));
  TILEGLOT_TRY(moves_nothing, reshape_is_bitcast(transposed, reshaped, ElementTypes::kIgnored));
  if (!moves_nothing) return std::nullopt;
  return BitcastTransposeReshapeTranspose{.first = major_to_minor(from),
                                          .transposed = std::move(transposed),
                                          .reshaped = std::move(reshaped),
                                          .second = core::inverse(major_to_minor(to))};
}

Result<std::optional<BitcastDecomposition>> decompose_bitcast(const Shape& in, const Shape& out) {
  TILEGLOT_TRY(decomposable, is_decomposable_bitcast(in, out));
  if (!decomposable) return std::nullopt;
  TILEGLOT_TRY(reshapes, reshape_is_bitcast(in, out, ElementTypes::kIgnored));
  if (reshapes) return BitcastReshape{};
  TILEGLOT_TRY(transposes, deduce_transpose_dimensions_for_bitcast(in, out));
  if (transposes) return BitcastTranspose{std::move(*transposes)};
  TILEGLOT_TRY(steps, decompose_bitcast_to_trt(in, out));
  if (!steps) return std::nullopt;
  return std::move(*steps);
}

}  // namespace tileglot::notation::xla
