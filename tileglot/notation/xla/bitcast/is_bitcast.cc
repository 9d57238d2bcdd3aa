// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/bitcast/is_bitcast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/bitcast/same_addresses.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/split_address.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Permutation;
using core::Result;

/// The array, or the one in a buffer; it must have a layout.
Result<Shape> array_with_layout(const Shape& shape) {
  const Shape* array = array_in(shape);
  TILEGLOT_TRY_STATUS(check_array(array == nullptr ? shape : *array));
  if (array->layout) return *array;
  return fail(
      {.code = "xla.layout_missing",
       .message = fmt::format("{} has no layout yet, so no element has a place", print(shape)),
       .help = "write one, as in f32[3,5]{1,0}"});
}

bool same_elements(const Shape& a, const Shape& b, ElementTypes types) {
  return types == ElementTypes::kIgnored ||
         (a.type == b.type && element_size_bits(a) == element_size_bits(b));
}

/// XLA's permutation: the one that keeps the order in memory.
Permutation transpose_by_order(const Shape& in, const Shape& out) {
  return core::compose(in.layout->minor_to_major, core::inverse(out.layout->minor_to_major));
}

/// The addresses one step along each dimension; nullopt for dimensions of size 1, which have no
/// step.
std::vector<std::optional<SplitAddress>> steps(const SplitEvaluator& evaluator) {
  std::vector<std::optional<SplitAddress>> steps;
  std::vector<std::int64_t> index(evaluator.extents().size(), 0);
  for (std::size_t d = 0; d < index.size(); ++d) {
    if (evaluator.extents()[d] <= 1) {
      steps.emplace_back();
      continue;
    }
    index[d] = 1;
    steps.emplace_back(evaluator.address(index));
    index[d] = 0;
  }
  return steps;
}

/// Maps each dimension of `out` to the one of `in` with the same step; no two have the same step.
Result<std::optional<Permutation>> transpose_by_steps(const Shape& in, const Shape& out) {
  TILEGLOT_TRY(from, SplitEvaluator::of(in));
  TILEGLOT_TRY(to, SplitEvaluator::of(out));
  if (from.size() == 0 || to.size() == 0) return std::nullopt;
  auto free = steps(from);
  std::vector<bool> taken(free.size(), false);
  Permutation p;
  for (const std::optional<SplitAddress>& step : steps(to)) {
    std::size_t d = 0;
    while (d < free.size() && (taken[d] || free[d] != step)) ++d;
    if (d == free.size()) return std::nullopt;
    taken[d] = true;
    p.push_back(static_cast<std::int64_t>(d));
  }
  return p;
}

}  // namespace

Result<bool> reshape_is_bitcast(const Shape& in, const Shape& out, ElementTypes types) {
  TILEGLOT_TRY(from, array_with_layout(in));
  TILEGLOT_TRY(to, array_with_layout(out));
  if (!same_elements(from, to, types)) return false;
  return same_addresses(from, to);
}

Result<bool> transpose_is_bitcast(const Shape& in, const Shape& out,
                                  std::span<const std::int64_t> p, ElementTypes types) {
  TILEGLOT_TRY(from, array_with_layout(in));
  TILEGLOT_TRY(to, array_with_layout(out));
  TILEGLOT_TRY(transposed, permute_dimensions(p, from));
  if (!same_dimensions(transposed, to) || !same_elements(from, to, types)) return false;
  return same_addresses(transposed, to);
}

Result<std::optional<Permutation>> deduce_transpose_dimensions_for_bitcast(const Shape& in,
                                                                           const Shape& out) {
  TILEGLOT_TRY(from, array_with_layout(in));
  TILEGLOT_TRY(to, array_with_layout(out));
  if (rank(from) != rank(to)) return std::nullopt;
  TILEGLOT_TRY_STATUS(Evaluator::of(from));
  TILEGLOT_TRY_STATUS(Evaluator::of(to));
  const Permutation by_order = transpose_by_order(from, to);
  TILEGLOT_TRY(keeps_order, transpose_is_bitcast(from, to, by_order, ElementTypes::kIgnored));
  if (keeps_order) return by_order;
  TILEGLOT_TRY(by_steps, transpose_by_steps(from, to));
  if (!by_steps) return std::nullopt;
  TILEGLOT_TRY(fits, transpose_is_bitcast(from, to, *by_steps, ElementTypes::kIgnored));
  return fits ? by_steps : std::nullopt;
}

Result<bool> is_reshape_or_transpose_bitcast(const Shape& in, const Shape& out,
                                             ElementTypes types) {
  TILEGLOT_TRY(from, array_with_layout(in));
  TILEGLOT_TRY(to, array_with_layout(out));
  if (!same_elements(from, to, types)) return false;
  TILEGLOT_TRY(left, elements_in(from));
  TILEGLOT_TRY(right, elements_in(to));
  if (left != right) return false;
  TILEGLOT_TRY(reshapes, reshape_is_bitcast(from, to, types));
  if (reshapes) return true;
  TILEGLOT_TRY(transposes, deduce_transpose_dimensions_for_bitcast(from, to));
  return transposes.has_value();
}

}  // namespace tileglot::notation::xla
