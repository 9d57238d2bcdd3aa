// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/strides.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {
namespace {

/// The item's type, or its size where the type has no name.
std::string item_text(const StridedArray& array) {
  if (array.array.type) {
    return fmt::format(" dtype={}", core::row_of(*array.array.type).numpy);
  }
  return array.unit == Unit::kBytes ? fmt::format(" itemsize={}", array.item_bytes) : "";
}

}  // namespace

core::Checked positions_between(std::int64_t lowest, std::int64_t highest) {
  const core::Checked past = core::checked_add(highest, 1);
  if (!past) return std::nullopt;
  return core::checked_sub(std::max<std::int64_t>(*past, 0), std::min<std::int64_t>(lowest, 0));
}

core::Checked cosize(std::span<const std::int64_t> extents, std::span<const std::int64_t> strides,
                     std::int64_t offset) {
  if (element_count(extents) == 0) return 0;
  core::Checked low = offset;
  core::Checked high = offset;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    const core::Checked reach = core::checked_mul(extents[k] - 1, strides[k]);
    if (!reach || !low || !high) return std::nullopt;
    core::Checked& end = *reach < 0 ? low : high;
    end = core::checked_add(*end, *reach);
  }
  if (!low || !high) return std::nullopt;
  return positions_between(*low, *high);
}

core::Status check(const StridedArray& array) {
  TILEGLOT_TRY_STATUS(check_array(array.array));
  if (array.strides.size() != rank(array.array)) {
    return core::fail(wrong_rank("the list of strides", array.strides.size(), array.array));
  }
  if (positions(array)) return {};
  return core::fail(
      {.code = "strided.too_large",
       .message = fmt::format("strides {} over {} leave the offsets that a signed 64-bit integer "
                              "can hold",
                              tuple_text(array.strides), tuple_text(array.array.extents)),
       .help = "write smaller strides or extents"});
}

std::int64_t offset_of(const StridedArray& array, std::span<const std::int64_t> x) {
  std::int64_t offset = array.offset;
  for (std::size_t k = 0; k < x.size(); ++k) offset += x[k] * array.strides[k];
  return offset;
}

core::Checked positions(const StridedArray& array) {
  return cosize(array.array.extents, array.strides, array.offset);
}

std::string print(const StridedArray& array) {
  const bool in_bytes = array.unit == Unit::kBytes;
  const std::int64_t unit = in_bytes ? array.item_bytes : 1;
  std::vector<std::int64_t> strides = array.strides;
  for (std::int64_t& stride : strides) stride = core::saturating_mul(stride, unit);
  const std::string offset =
      array.offset == 0 ? "" : fmt::format(" offset={}", core::saturating_mul(array.offset, unit));
  return fmt::format("shape={} strides={}{} {}{}", tuple_text(array.array.extents),
                     tuple_text(strides), offset, in_bytes ? "bytes" : "elements",
                     item_text(array));
}

}  // namespace tileglot::notation::strided
