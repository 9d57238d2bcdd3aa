// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/shape_operations.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {
namespace {

std::size_t at(std::int64_t dimension) { return static_cast<std::size_t>(dimension); }

Elements taken(const Elements& x, const StridedBox& box) { return gathered(x, places(box)); }

/// The elements of one dimension that stay when it is padded, and where the first of them goes.
struct Kept {
  std::int64_t begin = 0;
  std::int64_t count = 0;
  std::int64_t to = 0;
  std::int64_t step = 1;
};

Kept kept_of(std::int64_t extent, const PaddingDimension& padding, std::int64_t result) {
  // No array is so long that a larger value would make a difference.
  constexpr std::int64_t kFar = std::int64_t{1} << 60;
  const std::int64_t low = std::clamp(padding.low, -kFar, kFar);
  const std::int64_t step = std::min(padding.interior, kFar) + 1;
  const std::int64_t begin = low >= 0 ? 0 : core::ceil_div(-low, step);
  const std::int64_t end = std::min(extent, core::floor_div(result - 1 - low, step) + 1);
  const std::int64_t count = std::max<std::int64_t>(end - begin, 0);
  return {begin, count, count == 0 ? 0 : low + begin * step, count > 1 ? step : 1};
}

}  // namespace

Elements broadcast(const Elements& x, const Extents& extents, const Extents& dimensions,
                   const Extents& result) {
  const Extents strides = row_major_strides(extents);
  StridedBox box{result, Extents(result.size(), 0), 0};
  for (std::size_t k = 0; k < dimensions.size(); ++k) {
    if (extents[k] != 1) box.strides[at(dimensions[k])] = strides[k];
  }
  return taken(x, box);
}

Elements transposed(const Elements& x, const Extents& extents, const Extents& permutation) {
  const Extents strides = row_major_strides(extents);
  StridedBox box;
  box.extents.reserve(extents.size());
  box.strides.reserve(extents.size());
  for (const std::int64_t k : permutation) {
    box.extents.push_back(extents[at(k)]);
    box.strides.push_back(strides[at(k)]);
  }
  return taken(x, box);
}

Elements sliced(const Elements& x, const Extents& extents, const SliceRanges& ranges) {
  StridedBox box = whole(extents);
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    const SliceRange& range = ranges[k];
    box.extents[k] = core::ceil_div(range.limit - range.start, range.stride);
    box.base += range.start * box.strides[k];
    if (box.extents[k] > 1) box.strides[k] *= range.stride;
  }
  return taken(x, box);
}

Elements reversed(const Elements& x, const Extents& extents, const Extents& dimensions) {
  StridedBox box = whole(extents);
  for (const std::int64_t k : dimensions) {
    box.base += (extents[at(k)] - 1) * box.strides[at(k)];
    box.strides[at(k)] = -box.strides[at(k)];
  }
  return taken(x, box);
}

Elements padded(const Elements& x, const Extents& extents, const Padding& padding,
                const Elements& fill, const Extents& result) {
  Elements filled = repeated(fill, static_cast<std::size_t>(size_of(result)));
  StridedBox from = whole(extents);
  StridedBox to = whole(result);
  for (std::size_t k = 0; k < extents.size(); ++k) {
    const Kept kept = kept_of(extents[k], padding[k], result[k]);
    from.base += kept.begin * from.strides[k];
    to.base += kept.to * to.strides[k];
    to.strides[k] *= kept.step;
    from.extents[k] = to.extents[k] = kept.count;
  }
  scatter_to(taken(x, from), places(to), filled);
  return filled;
}

Elements concatenated(std::span<const Part> parts, std::size_t dimension, const Extents& result) {
  Elements joined = zeros(parts[0].elements->type, static_cast<std::size_t>(size_of(result)));
  StridedBox to = whole(result);
  for (const Part& part : parts) {
    to.extents[dimension] = part.extents[dimension];
    scatter_to(*part.elements, places(to), joined);
    to.base += part.extents[dimension] * to.strides[dimension];
  }
  return joined;
}

Extents clamped_starts(const Extents& starts, const Extents& sizes, const Extents& extents) {
  Extents result = starts;
  for (std::size_t k = 0; k < starts.size(); ++k) {
    result[k] = std::clamp<std::int64_t>(starts[k], 0, extents[k] - sizes[k]);
  }
  return result;
}

Elements slice_at(const Elements& x, const Extents& extents, const Extents& starts,
                  const Extents& sizes) {
  StridedBox box = whole(extents);
  box.base = dot_product(starts, box.strides);
  box.extents = sizes;
  return taken(x, box);
}

Elements updated_at(const Elements& x, const Extents& extents, const Extents& starts,
                    const Elements& update, const Extents& sizes) {
  StridedBox box = whole(extents);
  box.base = dot_product(starts, box.strides);
  box.extents = sizes;
  Elements result = x;
  scatter_to(update, places(box), result);
  return result;
}

Elements iota(PrimitiveType type, const Extents& extents, std::size_t dimension) {
  StridedBox box{extents, Extents(extents.size(), 0), 0};
  box.strides[dimension] = 1;
  return converted(Elements{PrimitiveType::kS64, places(box)}, type);
}

}  // namespace tileglot::hlo::run
