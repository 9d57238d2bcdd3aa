// SPDX-License-Identifier: Apache-2.0
// array.h: the array that a layout describes: its extents, and its element type where known.
//
// What     Every layout of this package holds an Array. check_array checks the extents; array_for
//          combines the array in a layout's own text with the one that the caller passes.
// Why      aBcd16b, NCHW16c and affine_map have no extents, memref<16x8xf32> and shape=(2,3) do:
//          one rule decides for all of them where the shape comes from.
// Example  array_for({}, (2,3)) and array_for((2,3), {}) are (2,3); array_for((2,3), (2,4)) is
//          refused.
//          [tests: array_test.cc, "the shape comes from the text or from the caller"]
// Errors   strided.extent (negative), strided.too_large (elements beyond int64), strided.limit
//          (rank), strided.shape_missing, strided.shape_differs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"

namespace tileglot::notation::strided {

struct Array {
  std::vector<std::int64_t> extents = {};
  std::optional<core::ElementType> type = {};
  friend bool operator==(const Array&, const Array&) = default;
};

inline std::size_t rank(const Array& array) { return array.extents.size(); }

/// Number of elements; empty where it does not fit. 0 if any extent is 0, whatever the others.
core::Checked element_count(std::span<const std::int64_t> extents);

core::Status check_array(const Array& array);

/// `own` is the array in the text, `given` the one that the caller knows.
core::Result<Array> array_for(const std::optional<Array>& own, const std::optional<Array>& given);

/// The error strided.rank, for a layout of `wanted` dimensions over an array of another rank.
core::Error wrong_rank(std::string_view what, std::size_t wanted, const Array& array);

/// "(2,3)"
std::string tuple_text(std::span<const std::int64_t> numbers);

}  // namespace tileglot::notation::strided
