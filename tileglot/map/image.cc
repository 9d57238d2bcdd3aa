// SPDX-License-Identifier: Apache-2.0
// image.cc: counts the offsets that a map reaches.
#include "tileglot/map/image.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/detail/bit_rows.h"
#include "tileglot/map/detail/box_search.h"
#include "tileglot/map/detail/digit_sum.h"
#include "tileglot/map/detail/image_enumeration.h"
#include "tileglot/map/detail/placed_digits.h"
#include "tileglot/map/exact_range.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/injective.h"
#include "tileglot/map/limits.h"

namespace tileglot::map {
namespace {

using Digits = std::vector<PlacedDigit>;

std::vector<WeightedDigit> told_digits(const Digits& placed) {
  std::vector<WeightedDigit> told;
  for (const PlacedDigit& digit : placed) {
    if (digit.weighted.stride != 0) told.push_back(digit.weighted);
  }
  return told;
}

/// Choices of the determined digits of one dimension among coordinates below `extent`. Digits
/// ascend; the last is the top one.
std::int64_t choices_below(std::span<const PlacedDigit> digits, std::int64_t extent) {
  if (digits.empty() || extent == 0) return extent == 0 ? 0 : 1;
  const PlacedDigit& top = digits.back();
  const std::span<const PlacedDigit> lower = digits.first(digits.size() - 1);
  // A digit that is not determined lets the lower ones run free as soon as it can be 1.
  if (top.weighted.stride == 0) return choices_below(lower, std::min(extent, top.div));
  return extent / top.div * choices_below(lower, top.div) + choices_below(lower, extent % top.div);
}

std::int64_t choices(const IndexMap& f, const Digits& placed) {
  std::int64_t product = 1;
  for (std::size_t first = 0; first < placed.size();) {
    std::size_t last = first;
    while (last < placed.size() && placed[last].dim == placed[first].dim) ++last;
    const std::span<const PlacedDigit> digits(placed.data() + first, last - first);
    product *= choices_below(digits, f.extent(placed[first].dim));
    first = last;
  }
  return product;
}

/// Every choice of digits occurs: each dimension is cut evenly, or not at all.
bool is_full_box(const IndexMap& f, const Digits& placed) {
  return std::all_of(placed.begin(), placed.end(), [&](const PlacedDigit& digit) {
    return f.extent(digit.dim) % digit.div == 0;
  });
}

/// Equally spaced offsets 0, step, .., step * (length - 1).
struct Stretch {
  std::int64_t step = 1;
  std::int64_t length = 1;
};

/// The size of all sums of free digits, where they fill stretches, each stretch within one step of
/// the next; std::nullopt where they overlap in another way.
std::optional<std::int64_t> size_of_stretches(std::span<const WeightedDigit> digits) {
  std::vector<Stretch> stretches;
  core::Checked reach = 0;
  std::vector<std::size_t> order = by_stride(digits);
  std::reverse(order.begin(), order.end());
  for (const std::size_t i : order) {
    const core::Checked step = core::checked_abs(digits[i].stride);
    if (!step) return std::nullopt;
    const std::int64_t radix = digits[i].radix;
    const core::Checked filled =
        stretches.empty() ? std::optional<std::int64_t>(0)
                          : core::checked_mul(stretches.back().step, stretches.back().length);
    if (!stretches.empty() && *step % stretches.back().step == 0 && filled && *step <= *filled) {
      const core::Checked more = core::checked_mul(*step / stretches.back().step, radix - 1);
      if (!more) return std::nullopt;
      stretches.back().length = core::saturating_add(stretches.back().length, *more);
    } else if (*step > *reach) {
      stretches.push_back({*step, radix});
    } else {
      return std::nullopt;
    }
    const core::Checked part = core::checked_mul(*step, radix - 1);
    reach = part ? core::checked_add(*reach, *part) : part;
    if (!reach) return std::nullopt;
  }
  std::int64_t size = 1;
  for (const Stretch& stretch : stretches) size *= stretch.length;
  return size;
}

/// True if no two coordinates with different determined digits share an offset.
bool digits_are_told(const IndexMap& f, const Digits& placed, const Effort& effort) {
  if (dominates(told_digits(placed))) return true;
  Digits told;
  std::vector<WeightedDigit> weighted;
  for (const PlacedDigit& digit : placed) {
    if (digit.weighted.stride == 0) continue;
    told.push_back(digit);
    weighted.push_back(digit.weighted);
  }
  const auto occurs = [&](std::span<const std::int64_t> difference) {
    return parts_of_difference(f, told, difference).has_value();
  };
  return vanishing_difference(weighted, occurs, effort.difference_steps).answer ==
         VanishingDifference::Answer::kNone;
}

std::optional<std::int64_t> size_by_digits(const IndexMap& f, const Effort& effort) {
  const std::optional<Digits> placed = placed_digits(f);
  if (!placed) return std::nullopt;
  if (is_full_box(f, *placed)) {
    if (const auto size = size_of_stretches(told_digits(*placed))) return size;
  }
  if (digits_are_told(f, *placed, effort)) return choices(f, *placed);
  return std::nullopt;
}

std::optional<std::int64_t> size_by_rank(const IndexMap& f) {
  const std::optional<BitRows> rows = f.is_xor() ? bit_rows(f) : std::nullopt;
  if (!rows || !dominates(rows->digits())) return std::nullopt;
  return std::int64_t{1} << rank_of(*rows);
}

std::int64_t points_of(std::span<const Range> box) {
  std::int64_t points = 1;
  for (const Range& side : box) points *= side.hi - side.lo + 1;
  return points;
}

/// Coordinates whose offset is in [0, last]; std::nullopt if the search exceeds its limit.
std::optional<std::int64_t> count_up_to(const BoxSearch& search, std::int64_t last) {
  std::int64_t count = 0;
  const bool complete = search.run({0, last}, search.box_limit(), [&](std::span<const Range> box) {
    count += points_of(box);
    return true;
  });
  return complete ? std::optional(count) : std::nullopt;
}

/// For an injective map: below the first gap there are as many coordinates as offsets.
std::optional<std::int64_t> first_gap(const IndexMap& f, std::int64_t size) {
  const BoxSearch search(f);
  std::int64_t low = 0;  // offsets below are reached
  std::int64_t high = size - 1;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    const std::optional<std::int64_t> count = count_up_to(search, middle);
    if (!count) return std::nullopt;
    (*count == middle + 1 ? low : high) = *count == middle + 1 ? middle + 1 : middle;
  }
  return low;
}

}  // namespace

core::Result<std::int64_t> image_size(const IndexMap& f, const Effort& effort) {
  if (f.size() <= 1) return f.size();
  if (const auto size = size_by_digits(f, effort)) return *size;
  if (const auto size = size_by_rank(f)) return *size;
  const auto injective = injectivity(f, effort);
  if (injective && injective->injective) return f.size();
  TILEGLOT_TRY(image, ImageEnumeration::of(f, "the image size", Until::kEnd, effort));
  return image.distinct();
}

core::Result<bool> is_onto(const IndexMap& f, std::int64_t size) {
  if (size <= 0) return true;
  const Range bound = f.out().bound;
  if (f.size() < size || bound.lo > 0 || bound.hi < size - 1) return false;
  TILEGLOT_TRY(range, exact_range(f));
  if (range.lo >= 0 && range.hi < size) {
    TILEGLOT_TRY(reached, image_size(f));
    return reached == size;
  }
  TILEGLOT_TRY(image, ImageEnumeration::of(f, "onto"));
  return !image.first_missing(size);
}

core::Result<std::optional<std::int64_t>> first_unreached(const IndexMap& f, std::int64_t size) {
  if (size <= 0) return std::nullopt;
  if (f.size() == 0 || f.out().bound.lo > 0) return 0;
  if (const auto onto = is_onto(f, size); onto && *onto) return std::nullopt;
  const auto injective = injectivity(f);
  if (injective && injective->injective) {
    if (const auto gap = first_gap(f, size)) return gap;
  }
  TILEGLOT_TRY(image, ImageEnumeration::of(f, "the first unreached offset"));
  return image.first_missing(size);
}

}  // namespace tileglot::map
