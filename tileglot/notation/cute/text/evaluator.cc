// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/evaluator.h"

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {

core::Result<Evaluator> Evaluator::of(const Layout<>& layout) {
  Evaluator result;
  TILEGLOT_TRY(elements, to_result(cute::size(layout)));
  TILEGLOT_TRY(places, to_result(cute::cosize(layout)));
  result.size_ = elements.value;
  result.cosize_ = places.value;
  for (int k = 0; k < rank(layout); ++k) {
    TILEGLOT_TRY(part, to_result(mode(layout, k)));
    TILEGLOT_TRY(extent, to_result(cute::size(part)));
    result.extents_.push_back(extent.value);
    for (int slot = 0; slot < part.shape.slots; ++slot) {
      if (part.shape.is_empty(slot)) continue;
      result.leaves_.push_back({part.shape.at(slot).value, part.stride.at(slot).value, false});
    }
    if (leaf_count(part.shape) == 0) result.leaves_.push_back({});
    result.leaves_.back().ends_mode = true;
  }
  return result;
}

std::int64_t Evaluator::offset(std::span<const std::int64_t> by_mode) const {
  std::int64_t sum = 0;
  std::size_t k = 0;
  std::int64_t rest = by_mode.empty() ? 0 : by_mode[0];
  for (const Leaf& leaf : leaves_) {
    if (leaf.ends_mode) {
      sum += rest * leaf.stride;
      if (++k < by_mode.size()) rest = by_mode[k];
    } else {
      sum += rest % leaf.extent * leaf.stride;
      rest /= leaf.extent;
    }
  }
  return sum;
}

}  // namespace tileglot::notation::cute
