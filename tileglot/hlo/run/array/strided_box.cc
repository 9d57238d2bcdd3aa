// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/array/strided_box.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tileglot/core/checked.h"

namespace tileglot::hlo::run {

std::int64_t size_of(const Extents& extents) {
  return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, core::saturating_mul);
}

Extents row_major_strides(const Extents& extents) {
  Extents strides(extents.size(), 1);
  for (std::size_t k = extents.size(); k-- > 1;) strides[k - 1] = strides[k] * extents[k];
  return strides;
}

StridedBox whole(const Extents& extents) { return {extents, row_major_strides(extents), 0}; }

bool next_coordinate(const Extents& extents, Extents& at) {
  for (std::size_t k = extents.size(); k-- > 0;) {
    if (++at[k] < extents[k]) return true;
    at[k] = 0;
  }
  return false;
}

std::int64_t dot_product(const Extents& at, const Extents& strides) {
  return std::inner_product(at.begin(), at.end(), strides.begin(), std::int64_t{0});
}

std::vector<std::int64_t> places(const StridedBox& box) {
  std::vector<std::int64_t> result;
  const std::int64_t size = size_of(box.extents);
  if (size == 0) return result;
  result.reserve(static_cast<std::size_t>(size));
  const std::int64_t row = box.extents.empty() ? 1 : box.extents.back();
  const std::int64_t step = box.extents.empty() ? 0 : box.strides.back();
  Extents outer = box.extents;
  if (!outer.empty()) outer.back() = 1;
  Extents at(outer.size(), 0);
  do {
    const std::int64_t first = box.base + dot_product(at, box.strides);
    for (std::int64_t i = 0; i < row; ++i) result.push_back(first + i * step);
  } while (next_coordinate(outer, at));
  return result;
}

}  // namespace tileglot::hlo::run
