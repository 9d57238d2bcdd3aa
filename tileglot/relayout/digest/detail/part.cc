// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/detail/part.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/map/exact_range.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"
#include "tileglot/relayout/digest/detail/array_bits.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::relayout::digest::detail {
namespace {

core::Status check_array(std::span<const std::int64_t> extents, int element_bits) {
  if (!are_element_bits(element_bits)) {
    return core::fail({.code = "relayout.element_bits",
                       .message = fmt::format("elements of {} bits have no digest", element_bits),
                       .help = "elements have 1 to 128 bits, a power of two"});
  }
  if (array_bits(extents, element_bits)) return {};
  return core::fail({.code = "digest.too_large",
                     .message = fmt::format("[{}] of {}-bit elements is not an array of at most "
                                            "2^63-1 bits",
                                            fmt::join(extents, ","), element_bits)});
}

bool is_inside(const map::IndexMap& layout, const map::Coordinate& begin,
               std::span<const std::int64_t> extents) {
  if (begin.size() != layout.rank() || extents.size() != layout.rank()) return false;
  for (std::size_t k = 0; k < begin.size(); ++k) {
    if (begin[k] < 0 || begin[k] > extents[k] || layout.extent(k) > extents[k] - begin[k])
      return false;
  }
  return true;
}

core::Error outside(const map::IndexMap& layout, const map::Coordinate& begin,
                    std::span<const std::int64_t> extents) {
  std::vector<std::int64_t> part;
  for (const map::Dim& dim : layout.domain()) part.push_back(dim.extent);
  return {
      {.code = "digest.part",
       .message = fmt::format("a part of extents ({}) at ({}) is not inside an array of [{}]",
                              fmt::join(part, ","), fmt::join(begin, ","), fmt::join(extents, ",")),
       .help = "a part begins at a coordinate of the whole array, and ends within it"}};
}

/// A loose bound that fits is enough; otherwise the exact one decides.
core::Status check_offsets(const map::IndexMap& layout, int element_bits, std::size_t bytes) {
  const auto size = static_cast<std::int64_t>(bytes);
  const std::int64_t held =
      element_bits < 8 ? core::saturating_mul(size, 8 / element_bits) : size / (element_bits / 8);
  const auto fits = [&](const map::Range& range) { return range.lo >= 0 && range.hi < held; };
  if (layout.size() == 0 || fits(layout.out().bound)) return {};
  TILEGLOT_TRY(range, map::exact_range(layout));
  if (fits(range)) return {};
  if (range.lo < 0) {
    return core::fail(
        {.code = "relayout.negative_offset",
         .message = fmt::format("the layout reaches offset {}, before its buffer", range.lo)});
  }
  return core::fail({.code = "relayout.buffer_too_small",
                     .message = fmt::format("the layout reaches offset {}, and a buffer of {} has "
                                            "{} of {} bits",
                                            range.hi, core::counted(size, "byte"),
                                            core::counted(held, "element"), element_bits)});
}

}  // namespace

std::int64_t Part::index_of(std::span<const std::int64_t> x) const {
  std::int64_t index = 0;
  for (std::size_t k = 0; k < x.size(); ++k) index += (begin[k] + x[k]) * strides[k];
  return index;
}

Digest Part::nothing() const { return {.extents = extents, .element_bits = element_bits}; }

core::Result<Part> checked_part(const map::IndexMap& layout, const map::Coordinate& begin,
                                std::span<const std::int64_t> extents, int element_bits,
                                std::span<const std::byte> bytes) {
  TILEGLOT_TRY_STATUS(check_array(extents, element_bits));
  if (!is_inside(layout, begin, extents)) return core::fail(outside(layout, begin, extents));
  TILEGLOT_TRY_STATUS(check_offsets(layout, element_bits, bytes.size()));
  std::vector<std::int64_t> strides(extents.size());
  // Of an array without elements they are not used, and may not fit.
  std::int64_t stride = array_bits(extents, element_bits) == 0 ? 0 : 1;
  for (std::size_t k = extents.size(); k-- > 0; stride *= extents[k]) strides[k] = stride;
  return Part{layout, begin, {extents.begin(), extents.end()}, strides, element_bits, bytes};
}

}  // namespace tileglot::relayout::digest::detail
