// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/normalized_transpose.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
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

Status check_descending(const Shape& array) {
  TILEGLOT_TRY_STATUS(check_array(array));
  TILEGLOT_TRY_STATUS(validate(array));
  if (layout_or_default(array).minor_to_major == descending_layout(rank(array)).minor_to_major)
    return {};
  return fail({.code = "xla.not_descending",
               .message = fmt::format("{} is not row-major", print(array)),
               .help = fmt::format("write {}", print(descending_layout(rank(array))))});
}

Status check_transpose(const Shape& in, const Shape& out, std::span<const std::int64_t> p) {
  TILEGLOT_TRY(transposed, permute_dimensions_ignoring_layout(p, in));
  if (same_dimensions(transposed, out)) return {};
  return fail(
      {.code = "xla.transpose",
       .message = fmt::format("{} transposed by ({}) is not {}", print(in, LayoutText::kHidden),
                              fmt::join(p, ","), print(out, LayoutText::kHidden)),
       .help = "dimension i of the output is dimension p[i] of the input"});
}

/// Dimensions of the input that are adjacent in the output, in the same order.
struct Run {
  std::int64_t first = 0;  ///< of the input
  std::int64_t last = 0;
  std::int64_t bound = 1;
};

/// Whether only dimensions of size 1 are between.
bool follows(std::int64_t dimension, const Run& run, std::span<const std::int64_t> bounds) {
  if (dimension <= run.last) return false;
  const auto between = bounds.subspan(static_cast<std::size_t>(run.last + 1),
                                      static_cast<std::size_t>(dimension - run.last - 1));
  return std::all_of(between.begin(), between.end(), [](std::int64_t b) { return b == 1; });
}

/// Runs of an empty array may exceed 64 bits, and then saturate at the largest number.
std::vector<Run> runs_of(std::span<const std::int64_t> bounds, std::span<const std::int64_t> p) {
  std::vector<Run> runs;
  for (const std::int64_t dimension : p) {
    const std::int64_t bound = bounds[static_cast<std::size_t>(dimension)];
    if (bound == 1) continue;
    if (runs.empty() || !follows(dimension, runs.back(), bounds)) {
      runs.push_back({dimension, dimension, bound});
      continue;
    }
    runs.back().last = dimension;
    runs.back().bound = core::saturating_mul(runs.back().bound, bound);
  }
  return runs;
}

/// The number of runs before it in the input.
std::int64_t rank_in_input(const Run& run, const std::vector<Run>& runs) {
  return std::count_if(runs.begin(), runs.end(),
                       [&](const Run& other) { return other.first < run.first; });
}

}  // namespace

Result<NormalizedTranspose> normalized_logical_transpose_shape(const Shape& in, const Shape& out,
                                                               std::span<const std::int64_t> p) {
  TILEGLOT_TRY_STATUS(check_descending(in));
  TILEGLOT_TRY_STATUS(check_descending(out));
  TILEGLOT_TRY_STATUS(check_transpose(in, out, p));
  TILEGLOT_TRY(bounds, array_bounds(in));
  const std::vector<Run> runs = runs_of(bounds, p);
  NormalizedTranspose result;
  for (const Run& run : runs) {
    result.bounds.push_back(run.bound);
    result.permutation.push_back(rank_in_input(run, runs));
  }
  return result;
}

}  // namespace tileglot::notation::xla
