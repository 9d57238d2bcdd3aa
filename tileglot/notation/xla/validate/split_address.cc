// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate/split_address.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/detail/refusals.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/largest_part.h"
#include "tileglot/notation/xla/validate/splits.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;

constexpr std::int64_t kMaxListedParts = std::int64_t{1} << 20;

/// The number of the part that holds x: the last that begins at or before it, so that an empty part
/// holds nothing.
std::size_t part_of(const std::vector<std::int64_t>& bounds, std::int64_t x) {
  const auto after = std::upper_bound(bounds.begin(), bounds.end() - 1, x);
  return static_cast<std::size_t>(after - bounds.begin()) - 1;
}

std::int64_t count_of(const std::vector<std::int64_t>& bounds) {
  return static_cast<std::int64_t>(bounds.size()) - 1;
}

}  // namespace

bool has_splits(const Shape& shape) { return shape.layout && !shape.layout->split_configs.empty(); }

Result<SplitEvaluator> SplitEvaluator::of(const Shape& shape) {
  TILEGLOT_TRY(whole, Evaluator::of(shape));
  TILEGLOT_TRY(part, largest_part(shape));
  TILEGLOT_TRY(of_part, Evaluator::of(part));
  SplitEvaluator result(std::move(whole), std::move(of_part));
  for (const std::int64_t d : layout_or_default(shape).minor_to_major | std::views::reverse) {
    result.order_.push_back(static_cast<std::size_t>(d));
  }
  core::Checked parts = 1;
  for (std::size_t d = 0; d < rank(shape); ++d) {
    TILEGLOT_TRY(bounds, split_bounds(shape, static_cast<std::int64_t>(d)));
    if (parts) parts = core::checked_mul(*parts, count_of(bounds));
    result.bounds_.push_back(std::move(bounds));
  }
  if (!parts || !core::checked_mul(*parts, result.part_size())) {
    return fail(detail::too_large(shape));
  }
  result.parts_ = *parts;
  return result;
}

SplitAddress SplitEvaluator::address(std::span<const std::int64_t> coordinate) const {
  std::array<std::int64_t, kMaxRank> local;  // NOLINT(*-member-init): written before it is read
  std::int64_t part = 0;
  for (const std::size_t d : order_) {
    const std::size_t number = part_of(bounds_[d], coordinate[d]);
    part = part * count_of(bounds_[d]) + static_cast<std::int64_t>(number);
    local[d] = coordinate[d] - bounds_[d][number];
  }
  return {part, part_.offset(std::span(local).first(coordinate.size()))};
}

std::int64_t SplitEvaluator::offset(std::span<const std::int64_t> coordinate) const {
  const SplitAddress at = address(coordinate);
  return at.part * part_size() + at.offset;
}

SplitPart SplitEvaluator::part(std::int64_t number) const {
  SplitPart result{.begin = std::vector<std::int64_t>(bounds_.size()),
                   .extents = std::vector<std::int64_t>(bounds_.size()),
                   .elements = size() == 0 ? 0 : 1};  // else no product leaves 64 bits
  for (const std::size_t d : order_ | std::views::reverse) {
    const auto i = static_cast<std::size_t>(number % count_of(bounds_[d]));
    number /= count_of(bounds_[d]);
    result.begin[d] = bounds_[d][i];
    result.extents[d] = bounds_[d][i + 1] - bounds_[d][i];
    result.elements *= result.extents[d];
  }
  return result;
}

Result<SplitAddress> split_address(const Shape& shape, std::span<const std::int64_t> coordinate) {
  TILEGLOT_TRY(evaluator, SplitEvaluator::of(shape));
  TILEGLOT_TRY_STATUS(evaluator.check(coordinate));
  return evaluator.address(coordinate);
}

Result<std::vector<SplitPart>> split_parts(const Shape& shape) {
  TILEGLOT_TRY(evaluator, SplitEvaluator::of(shape));
  if (evaluator.parts() > kMaxListedParts) {
    return fail(detail::beyond_limit("parts to list", kMaxListedParts));
  }
  std::vector<SplitPart> parts;
  parts.reserve(static_cast<std::size_t>(evaluator.parts()));
  for (std::int64_t i = 0; i < evaluator.parts(); ++i) parts.push_back(evaluator.part(i));
  return parts;
}

}  // namespace tileglot::notation::xla
